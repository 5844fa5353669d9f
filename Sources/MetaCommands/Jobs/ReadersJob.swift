internal import MetaCore
internal import MetaSystem

/// Implements `readers`: reads each file with TagLib and libavformat as well, and reports the
/// fields for which they return different values from MetaCore, with the reasons if they are known.
///
/// The job runs in `metatool-foreign`, which is linked with these libraries.
struct ReadersJob: Sendable {
  let inputs: [InputPath]
  /// Whether there is only one file, in which case its failure is also that of the command.
  let isOne: Bool
  var format = ReportFormat.text

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    guard let backend = environment.backend else {
      throw Failure(.unavailable, "backend", "this program includes no other readers")
    }
    var status = ExitStatus.done
    for path in inputs where !environment.isCancelled {
      do throws(Failure) {
        let report = try ReaderReport(of: path, by: backend, in: environment)
        try write(report, environment)
      } catch {
        environment.fail(error, at: path)
        status = isOne ? error.status : .partly
      }
      // If a library crashes on a file, the parent process continues with the next file.
      AttachedProcess.endFile()
    }
    return status
  }

  /// Writes a report immediately, so that it is not lost if the process crashes on the next file.
  private func write(
    _ report: ReaderReport, _ environment: Environment
  ) throws(Failure) {
    try environment.print(format.form(.values(depth: 0))) { (results) throws(Failure) in
      switch format {
      case .text: try results.text(report.text)
      case .json: try results.value(report.write)
      }
    }
  }
}
