internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The program that reads and writes the formats which `metatool` does not: it is started when it
/// is first needed, and again when it was lost.
///
/// What was asked of one that was lost is asked once more, of one that does nothing else: so only
/// what brings it down fails.
final class ForeignHelper: ForeignClient {
  /// That of this process.
  static let shared = ForeignHelper()

  private let running = Mutex<[HelperProgram: HelperProcess]>([:])

  /// How many requests that take a while it answers at a time; what waits for a worker would count
  /// as silent.
  static var mostAtATime: Int { max(4, ProcessorCount.online) - 1 }

  /// How long it may say nothing about something it was asked.
  private static let patience: Duration = {
    let seconds = ProcessFacts.variable("METATOOL_FOREIGN_SECONDS").flatMap { Int($0.string) }
    return .seconds(max(1, seconds ?? 60))
  }()

  // MARK: Asking

  /// Sends a request, and calls `take` with each line of the answer until that returns true;
  /// `reason` is for the error when there is no helper.
  ///
  /// - Throws: ``Failure`` when there is no answer.
  func ask(
    _ verb: String, _ arguments: [String], in helper: HelperProgram = .foreign,
    wantsProgress: Bool = false, because reason: String, for environment: Environment,
    _ take: ([UInt8]) -> Bool
  ) throws(Failure) {
    let program = try ForeignHelper.installed(helper, because: reason)
    let question = HelperProcess.Question(verb, arguments, wantsProgress: wantsProgress)
    do throws(HelperProcess.Loss) {
      do throws(HelperProcess.Loss) {
        try shared(helper, at: program).ask(
          question, patience: ForeignHelper.patience, isCancelled: { environment.isCancelled },
          take)
      } catch .ended where !environment.isCancelled {
        let alone = try ForeignHelper.start(program)
        try alone.ask(
          question, patience: ForeignHelper.patience, isCancelled: { environment.isCancelled },
          take)
      }
    } catch {
      throw Failure(error)
    }
  }

  private static func installed(
    _ program: HelperProgram, because reason: String
  ) throws(Failure) -> FilePath {
    guard let path = paths[program] else { throw program.missing(because: reason) }
    return path
  }

  func runAttached(
    _ words: [String], in program: HelperProgram, skipped: Int, memory: UInt?,
    because reason: String
  ) throws(Failure) -> AttachedRun {
    let path = try ForeignHelper.installed(program, because: reason)
    let outcome: AttachedProcess.Outcome
    do throws(Errno) {
      outcome = try AttachedProcess.run(
        path, words, patience: ForeignHelper.patience,
        memory: memory ?? HelperProcess.usualMemory, skipped: skipped)
    } catch {
      throw Failure(HelperProcess.Loss.ended("cannot be started: \(error)"))
    }
    let result: Result<Int32, Failure> =
      switch outcome.end {
      case .exited(let code): .success(code)
      case .killed(let signal): .failure(Failure(HelperProcess.Loss.ended("signal \(signal)")))
      case .silent: .failure(Failure(HelperProcess.Loss.silent))
      }
    return AttachedRun(result: result, files: outcome.files)
  }

  /// Ends the process that is shared, where there is one.
  func end() {
    for process in running.withLock({ $0 }).values { process.end() }
  }

  private func shared(
    _ helper: HelperProgram, at program: FilePath
  ) throws(HelperProcess.Loss) -> HelperProcess {
    let found = running.withLock { running -> Result<HelperProcess, HelperProcess.Loss> in
      if let process = running[helper], !process.isOver { return .success(process) }
      do throws(HelperProcess.Loss) {
        let fresh = try ForeignHelper.start(program)
        running[helper] = fresh
        return .success(fresh)
      } catch {
        return .failure(error)
      }
    }
    return try found.get()
  }

  private static func start(_ program: FilePath) throws(HelperProcess.Loss) -> HelperProcess {
    do { return try HelperProcess(program, memory: HelperProcess.usualMemory) } catch {
      throw .ended("cannot be started: \(error)")
    }
  }

  // MARK: Where it is

  func isInstalled(_ program: HelperProgram) -> Bool { ForeignHelper.paths[program] != nil }

  /// Each program: in the folder of this one, or where the shell finds programs; a variable of the
  /// environment names another.
  private static let paths = HelperPaths()
}

/// Where the programs are that do what this one does not.
private struct HelperPaths: Sendable {
  private let foreign = HelperPaths.path(of: .foreign)

  subscript(program: HelperProgram) -> FilePath? {
    program == .foreign ? foreign : HelperPaths.path(of: program)
  }

  private static func path(of program: HelperProgram) -> FilePath? {
    HelperLocation.path(of: program.rawValue, variable: program.variable)
  }
}

extension HelperProcess.Question {
  /// A request of the protocol of `serve`.
  fileprivate init(_ verb: String, _ arguments: [String], wantsProgress: Bool) {
    self.init { id in
      var request = Request(id: .number("\(id)"), verb: verb, arguments: arguments)
      request.wantsProgress = wantsProgress
      return Self.line(.request(request))
    } cancellation: { id in
      Self.line(.cancel(.number("\(id)")))
    }
  }

  private static func line(_ message: Message) -> [UInt8] {
    var json = JSONWriter(.compact, capacity: 256)
    json.message(message)
    return json.take()
  }
}

extension Failure {
  /// The helper was lost while it worked on a file.
  fileprivate init(_ loss: HelperProcess.Loss) {
    switch loss {
    case .ended(let how):
      self.init(.dataError, "backend", "metatool-foreign was lost over it (\(how))")
    case .silent:
      self.init(
        .dataError, "backend", "metatool-foreign said nothing for too long, and was stopped")
    case .endless:
      self.init(
        .ioError, "backend", "metatool-foreign answered without end, and was stopped")
    }
  }
}

// MARK: - What is asked

extension ForeignHelper {
  func document(
    of path: InputPath, in source: SourceIdentity?, because reason: String,
    for environment: Environment
  ) throws(Failure) -> Document {
    var answer = DocumentAnswer()
    let caFile = path.isAddress ? environment.caFile : nil
    let words = [path.text] + [caFile].compactMap(\.self)
    try ask("document", words, because: reason, for: environment) { answer.take($0) }
    return try answer.document(in: source)
  }

  func fetch(
    _ address: String, at offset: Int64, count: Int, for environment: Environment
  ) throws(Failure) -> FetchedSource.Piece {
    var end = AnswerEnd()
    var piece: FetchedSource.Piece?
    let words = [address, "\(offset)", "\(count)"] + [environment.caFile].compactMap(\.self)
    let reason = "addresses are not opened here"
    try ask("fetch", words, because: reason, for: environment) { line in
      guard let response = try? Response(line: line) else { return false }
      if case .result(let node) = response.content { piece = FetchedSource.Piece(node) }
      return end.take(response)
    }
    guard let piece else { throw end.failure }
    return piece
  }

  func integrity(
    of path: InputPath, decodes: Bool, because reason: String, for environment: Environment
  ) throws(Failure) -> IntegrityReport {
    let progress = ProgressLine(of: 100, on: environment.sink, unit: "%")
    defer { progress.end() }
    return try report(
      "integrity", [path.text, decodes ? "decode" : "check"], because: reason, for: environment,
      progress)
  }

  func loudness(
    of path: InputPath, track: UInt32?, measuresTruePeak: Bool, for environment: Environment,
    _ progress: ProgressLine
  ) throws(Failure) -> MeasuredLoudness {
    try report(
      "loudness",
      [path.text, measuresTruePeak ? "true" : "sample"] + [track].compactMap { $0?.description },
      because: "media are not decoded here", for: environment, progress)
  }

  /// Requests a report, which takes a while.
  private func report<Report: Decodable>(
    _ verb: String, _ arguments: [String], because reason: String, for environment: Environment,
    _ progress: ProgressLine
  ) throws(Failure) -> Report {
    var answer = ReportAnswer<Report>()
    try ask(verb, arguments, wantsProgress: true, because: reason, for: environment) { line in
      answer.take(line, progress)
    }
    return try answer.report()
  }

  func readerRemarks(
    of path: InputPath, for environment: Environment
  ) throws(Failure) -> [ReaderRemark] {
    var end = AnswerEnd()
    var remarks: [ReaderRemark]?
    try ask("readerRemarks", [path.text], because: ReaderRemark.reason, for: environment) { line in
      guard let response = try? Response(line: line) else { return false }
      if case .result(let node) = response.content {
        remarks = node.array?.compactMap { each in
          guard let field = each["field"]?.string, let text = each["text"]?.string else {
            return nil
          }
          return ReaderRemark(field: field, text: text)
        }
      }
      return end.take(response)
    }
    guard let remarks else { throw end.failure }
    return remarks
  }

  func run(
    _ words: [String], in helper: HelperProgram, because reason: String,
    for environment: Environment, _ progress: ProgressLine
  ) throws(Failure) -> Int32 {
    var status = ExitStatus.dataError.rawValue
    var output = ResultWriter(.text(), to: environment.sink)
    var failure: Failure?
    let verb = environment.request == nil ? "run" : "runForRequest"
    try ask(verb, words, in: helper, wantsProgress: true, because: reason, for: environment) {
      line in
      guard let response = try? Response(line: line) else { return false }
      switch response.content {
      case .result(let node):
        progress.end()
        do throws(Failure) {
          if let text = node.string {
            try output.text(text)
          } else {
            try ForeignHelper.pass(line, to: environment)
          }
        } catch { failure = error }
      case .progress(let done, _): progress.move(to: done)
      case .warning(let text): progress.warn(text)
      case .error(let problem):
        let path = problem.path.map { InputPath(text: $0) }
        progress.fail(Failure(.dataError, problem.code, problem.message), at: path)
      case .done(let code):
        status = code
        return true
      }
      return false
    }
    if let failure { throw failure }
    try output.finish()
    return status
  }
}

extension ForeignHelper {
  /// Passes a result that is a value on to the client, as the bytes that it came in.
  private static func pass(_ line: [UInt8], to environment: Environment) throws(Failure) {
    let name = Array(#""result":"#.utf8)
    guard let start = line.firstRange(of: name)?.upperBound, line.last == UInt8(ascii: "}") else {
      return
    }
    let value = Array(line[start..<(line.count - 1)])
    try environment.print(.values(depth: 0)) { (results) throws(Failure) in
      try results.value { $0.raw(value) }
    }
  }
}

/// How an answer ended, and what went wrong.
struct AnswerEnd {
  private var problem: Response.Problem?
  private var status: Int32?

  /// Takes a line; whether it was the last.
  mutating func take(_ response: Response) -> Bool {
    switch response.content {
    case .error(let new): problem = problem ?? new
    case .done(let code):
      status = code
      return true
    default: break
    }
    return false
  }

  /// Why there was no result.
  var failure: Failure {
    Failure(
      status.flatMap(ExitStatus.init) ?? .dataError, problem?.code ?? "backend",
      problem?.message ?? "metatool-foreign gave no result")
  }
}
