internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// libavformat in `metatool-foreign`, one process for each asset; it is started when it is needed, and again when it was lost.
final class HelperBackend: ExportingBackend {
  private let program: FilePath?
  private let timeout: Duration
  private let process = Mutex<HelperProcess?>(nil)

  /// How many bytes the process may have.
  private static let memory: UInt = 2 << 30

  /// A backend of the program at a path, or of the one that is installed.
  init(_ program: FilePath?, timeout: Duration) {
    self.program = program
    self.timeout = timeout
  }

  var formats: FormatRegistry { .standard }
  var exportedFileTypes: [MetaCore.FileType] { OutputKind.exportedFileTypes }

  func document(of path: FilePath) throws(MetaError) -> Document? {
    let answer = try ask("document", [path], [], about: path, nil)
    guard let line = answer.result else { throw answer.failure(path) }
    do {
      return try ValueTransport.value(HelperLine<Document>.self, of: line).result
    } catch {
      throw MetaError(
        .backend, file: path, reason: "metatool-foreign is of another version: \(error)")
    }
  }

  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> EditResult {
    let words = try ExportWords(options, path).all
    let dryRun = isDryRun ? ["--dry-run"] : []
    let answer = try ask(
      "runForRequest", [path, output], ["export", "--json"] + dryRun + words, about: path, progress)
    guard answer.status == 0, let line = answer.result,
      let report = try? ValueTransport.value(HelperLine<ExportAnswer>.self, of: line).result
    else { throw answer.failure(path) }
    return report.result
  }

  // MARK: Asking

  private func ask(
    _ verb: String, _ paths: [FilePath], _ words: [String], about path: FilePath,
    _ progress: CopyProgress?
  ) throws(MetaError) -> HelperAnswer {
    let first = words.prefix(1).map(HelperArgument.init)
    let rest = words.dropFirst().map(HelperArgument.init)
    let arguments = first + paths.map(HelperArgument.init) + rest
    let question = HelperProcess.Question { id in
      HelperRequest(id: id, verb: verb, arguments: arguments, progress: progress != nil).line
    } cancellation: { id in
      HelperCancellation(cancel: id).line
    }
    var answer = HelperAnswer()
    do throws(HelperProcess.Loss) {
      try running(path).ask(question, patience: timeout, isCancelled: { Task.isCancelled }) {
        answer.take($0, progress)
      }
    } catch {
      throw MetaError(.backend, file: path, reason: error.sentence)
    }
    if Task.isCancelled { throw .isCancelled(path) }
    return answer
  }

  private func running(_ path: FilePath) throws(HelperProcess.Loss) -> HelperProcess {
    let found = process.withLock { process -> Result<HelperProcess, HelperProcess.Loss> in
      if let process, !process.isOver { return .success(process) }
      let installed =
        program ?? HelperLocation.path(of: "metatool-foreign", variable: "METATOOL_FOREIGN")
      guard let installed else { return .failure(.ended("it is not installed")) }
      do throws(Errno) {
        let fresh = try HelperProcess(installed, memory: HelperBackend.memory)
        process = fresh
        return .success(fresh)
      } catch {
        return .failure(.ended("cannot be started: \(error)"))
      }
    }
    return try found.get()
  }
}

extension HelperProcess.Loss {
  /// The loss in words.
  fileprivate var sentence: String {
    switch self {
    case .ended(let how): "metatool-foreign ended while it worked on the file (\(how))"
    case .silent: "metatool-foreign sent nothing for too long, and was stopped"
    case .endless: "metatool-foreign sent too much, and was stopped"
    }
  }
}

extension MetaError {
  fileprivate static func isCancelled(_ path: FilePath) -> MetaError {
    MetaError(.cancelled, file: path, reason: "the work was cancelled")
  }
}
