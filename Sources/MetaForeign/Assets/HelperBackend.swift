internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// Reads the file of `Asset(foreign:)` and exports it in the program `metatool-foreign`
/// (``ForeignIsolation/helper``), with one process per asset, which is started on demand and
/// restarted if it was lost.
final class HelperBackend: ExportingBackend {
  private let program: FilePath?
  private let timeout: Duration
  private let process = Mutex<HelperProcess?>(nil)

  /// Creates a backend for the program at the given path, or for the installed one.
  init(_ program: FilePath?, timeout: Duration) {
    self.program = program
    self.timeout = timeout
  }

  var formats: FormatRegistry { .standard }
  var exportedFileTypes: [MetaCore.FileType] { OutputKind.exportedFileTypes }

  func document(of path: FilePath) throws(MetaError) -> Document? {
    let response = try send("document", [HelperArgument(path)], about: path, nil)
    guard let line = response.result else { throw response.failure(path) }
    do {
      return try ValueTransport.result(Document.self, of: line)
    } catch {
      throw MetaError(
        .backend, file: path, reason: "metatool-foreign has a different version: \(error)")
    }
  }

  /// Exports with the command line that a user would type for these options.
  func export(
    _ path: FilePath, to output: FilePath, _ options: ExportOptions, isDryRun: Bool,
    progress: CopyProgress?
  ) throws(MetaError) -> EditResult {
    do throws(ParseError) {
      _ = try OutputKind.named(output.extension ?? "", as: options.fileType)
    } catch {
      throw MetaError(exporting: path, error)
    }
    var words = ["export", "--json"]
    if isDryRun { words.append("--dry-run") }
    words += try ExportWords(options, path).all
    // After `--`, paths are not parsed as options or edits.
    let arguments =
      (words + ["--"]).map(HelperArgument.init) + [path, output].map(HelperArgument.init)
    let response = try send("runForRequest", arguments, about: path, progress)
    guard response.status == 0, let line = response.result,
      let report = try? ValueTransport.result(ExportResponse.self, of: line)
    else { throw response.failure(path) }
    return report.result
  }

  // MARK: Requests

  /// Sends a request, waits for its answer, and cancels it if the task is cancelled.
  private func send(
    _ verb: String, _ arguments: [HelperArgument], about path: FilePath, _ progress: CopyProgress?
  ) throws(MetaError) -> HelperResponse {
    let request = HelperProcess.PendingRequest { id in
      HelperRequest(id: id, verb: verb, arguments: arguments, progress: progress != nil).line
    } cancellation: { id in
      HelperCancellation(cancel: id).line
    }
    var response = HelperResponse()
    do throws(HelperProcess.LossReason) {
      try running(path).ask(request, patience: timeout, isCancelled: { Task.isCancelled }) {
        response.receive($0, progress)
      }
    } catch {
      throw MetaError(.backend, file: path, reason: error.sentence)
    }
    if Task.isCancelled { throw .cancelled(path) }
    return response
  }

  /// Returns the process for this asset, starting it if necessary.
  private func running(_ path: FilePath) throws(HelperProcess.LossReason) -> HelperProcess {
    let result = process.withLock { process -> Result<HelperProcess, HelperProcess.LossReason> in
      if let process, !process.isOver { return .success(process) }
      let installed =
        program ?? HelperLocation.path(of: "metatool-foreign", variable: "METATOOL_FOREIGN")
      guard let installed else { return .failure(.ended("it is not installed")) }
      do throws(Errno) {
        let started = try HelperProcess(installed, memory: HelperProcess.usualMemory)
        process = started
        return .success(started)
      } catch {
        return .failure(.ended("cannot be started: \(error)"))
      }
    }
    return try result.get()
  }
}

extension HelperProcess.LossReason {
  /// The reason as text for an error message.
  fileprivate var sentence: String {
    switch self {
    case .ended(let how): "metatool-foreign ended while processing the file (\(how))"
    case .silent: "metatool-foreign did not respond and was stopped"
    case .endless: "metatool-foreign sent too much data and was stopped"
    }
  }
}
