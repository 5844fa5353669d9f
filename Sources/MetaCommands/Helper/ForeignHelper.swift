internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The client of the helper programs, which starts `metatool-foreign` or `metatool-capture` when
/// first needed, sends requests in the protocol of `serve`, and restarts a helper that was lost.
///
/// If a helper process ends during a request, the request is sent once more, to a helper that
/// handles no other requests, so that only a request that crashes the helper fails. A helper that
/// hangs or sends too much is stopped, and all of its requests fail.
final class ForeignHelper: ForeignClient {
  /// The helper of this process.
  static let shared = ForeignHelper()

  /// The processes that were started, which all threads share.
  private let running = Mutex<[HelperProgram: HelperProcess]>([:])

  /// The maximum number of long-running requests that a helper answers at the same time; requests
  /// that wait for a worker would count as silent.
  static var maxAtATime: Int { max(4, ProcessorCount.online) - 1 }

  /// How long the helper may go without sending a line of its answer before it is considered hung;
  /// tests shorten it with an environment variable.
  private static let patience: Duration = {
    let seconds = ProcessFacts.variable("METATOOL_FOREIGN_SECONDS").flatMap { Int($0.string) }
    return .seconds(max(1, seconds ?? 60))
  }()

  // MARK: Sending requests

  /// Sends a request, and calls `take` with each line of the answer until it returns true; `reason`
  /// is for the error when there is no helper.
  ///
  /// - Throws: ``Failure`` if there is no answer.
  func ask(
    _ verb: String, _ arguments: [String], in helper: HelperProgram = .foreign,
    wantsProgress: Bool = false, because reason: String, for environment: Environment,
    _ take: ([UInt8]) -> Bool
  ) throws(Failure) {
    let program = try ForeignHelper.installed(helper, because: reason)
    let question = HelperProcess.PendingRequest(verb, arguments, wantsProgress: wantsProgress)
    do throws(HelperProcess.LossReason) {
      do throws(HelperProcess.LossReason) {
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
      throw Failure(error, of: helper)
    }
  }

  /// Returns the path of a program, or throws if it is not installed.
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
    let outcome: AttachedProcess.ProcessResult
    do throws(Errno) {
      outcome = try AttachedProcess.run(
        path, words, patience: ForeignHelper.patience,
        memory: memory ?? HelperProcess.usualMemory, skipped: skipped)
    } catch {
      throw Failure(HelperProcess.LossReason.ended("cannot be started: \(error)"), of: program)
    }
    let result: Result<Int32, Failure> =
      switch outcome.end {
      case .exited(let code): .success(code)
      case .killed(let signal):
        .failure(Failure(HelperProcess.LossReason.ended("signal \(signal)"), of: program))
      case .silent: .failure(Failure(HelperProcess.LossReason.silent, of: program))
      }
    return AttachedRun(result: result, files: outcome.files)
  }

  /// Ends the shared processes, if any.
  func end() {
    for process in running.withLock({ $0 }).values { process.end() }
  }

  /// Returns the running process of a program, which is started if necessary.
  private func shared(
    _ helper: HelperProgram, at program: FilePath
  ) throws(HelperProcess.LossReason) -> HelperProcess {
    let result = running.withLock { running -> Result<HelperProcess, HelperProcess.LossReason> in
      if let process = running[helper], !process.isOver { return .success(process) }
      do throws(HelperProcess.LossReason) {
        let started = try ForeignHelper.start(program)
        running[helper] = started
        return .success(started)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Starts a process with the default memory limit.
  private static func start(_ program: FilePath) throws(HelperProcess.LossReason) -> HelperProcess {
    do { return try HelperProcess(program, memory: HelperProcess.usualMemory) } catch {
      throw .ended("cannot be started: \(error)")
    }
  }

  // MARK: Location

  func isInstalled(_ program: HelperProgram) -> Bool { ForeignHelper.paths[program] != nil }

  /// The location of each program: in the folder of this program or in the search path of the
  /// shell, unless an environment variable specifies it.
  private static let paths = HelperPaths()
}

/// The locations of the helper programs; the location of `metatool-foreign`, which is often needed,
/// is determined only once.
private struct HelperPaths: Sendable {
  private let foreign = HelperPaths.path(of: .foreign)

  subscript(program: HelperProgram) -> FilePath? {
    program == .foreign ? foreign : HelperPaths.path(of: program)
  }

  private static func path(of program: HelperProgram) -> FilePath? {
    HelperLocation.path(of: program.rawValue, variable: program.variable)
  }
}

extension HelperProcess.PendingRequest {
  /// Creates a request in the protocol of `serve`.
  fileprivate init(_ verb: String, _ arguments: [String], wantsProgress: Bool) {
    self.init { id in
      var request = Request(id: .number("\(id)"), verb: verb, arguments: arguments)
      request.wantsProgress = wantsProgress
      return Self.line(.request(request))
    } cancellation: { id in
      Self.line(.cancel(.number("\(id)")))
    }
  }

  /// Returns the message as a line of the protocol.
  private static func line(_ message: Message) -> [UInt8] {
    var json = JSONWriter(.compact, capacity: 256)
    json.message(message)
    return json.takeBytes()
  }
}

extension Failure {
  /// Creates the failure for a request during which a helper was lost.
  fileprivate init(_ loss: HelperProcess.LossReason, of helper: HelperProgram) {
    let name = helper.rawValue
    switch loss {
    case .ended(let how):
      self.init(.dataError, "backend", "\(name) ended unexpectedly (\(how))")
    case .silent:
      self.init(.dataError, "backend", "\(name) did not respond in time and was stopped")
    case .endless:
      self.init(.ioError, "backend", "\(name) sent too much data and was stopped")
    }
  }
}

// MARK: - Requests

extension ForeignHelper {
  func document(
    of path: InputPath, in source: SourceIdentity?, because reason: String,
    for environment: Environment
  ) throws(Failure) -> Document {
    var answer = DocumentResponse()
    let caFile = path.isAddress ? environment.caFile : nil
    let words = [path.text] + [caFile].compactMap(\.self)
    try ask("document", words, because: reason, for: environment) { answer.receive($0) }
    return try answer.document(in: source)
  }

  func fetch(
    _ address: String, at offset: Int64, count: Int, for environment: Environment
  ) throws(Failure) -> FetchedSource.FetchedBytes {
    var end = ResponseEnd()
    var piece: FetchedSource.FetchedBytes?
    let words = [address, "\(offset)", "\(count)"] + [environment.caFile].compactMap(\.self)
    let reason = "this program cannot open URLs"
    try ask("fetch", words, because: reason, for: environment) { line in
      guard let response = try? Response(line: line) else { return false }
      if case .result(let node) = response.content { piece = FetchedSource.FetchedBytes(node) }
      return end.receive(response)
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
      because: "this program cannot decode media", for: environment, progress)
  }

  /// Requests a report, with progress.
  private func report<Report: Decodable>(
    _ verb: String, _ arguments: [String], because reason: String, for environment: Environment,
    _ progress: ProgressLine
  ) throws(Failure) -> Report {
    var answer = ReportResponse<Report>()
    try ask(verb, arguments, wantsProgress: true, because: reason, for: environment) { line in
      answer.receive(line, progress)
    }
    return try answer.report()
  }

  func readerRemarks(
    of path: InputPath, for environment: Environment
  ) throws(Failure) -> [ReaderRemark] {
    var end = ResponseEnd()
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
      return end.receive(response)
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
    // A terminal gets text; the client of a request gets values, which are passed on unchanged.
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
  /// Relays a result that is a value to the client byte for byte.
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

/// The end of an answer from the helper: its exit code, and the first error, which explains why
/// there is no result.
struct ResponseEnd {
  private var problem: Response.Problem?
  private var status: Int32?

  /// Handles a line, and returns whether it was the last.
  mutating func receive(_ response: Response) -> Bool {
    switch response.content {
    case .error(let new): problem = problem ?? new
    case .done(let code):
      status = code
      return true
    default: break
    }
    return false
  }

  /// The reason why there is no result.
  var failure: Failure {
    Failure(
      status.flatMap(ExitStatus.init) ?? .dataError, problem?.code ?? "backend",
      problem?.message ?? "metatool-foreign returned no result")
  }
}
