internal import MetaCore
internal import Synchronization

/// Implements `verify`: checks each file for damage, and optionally compares its media with the
/// media of another file.
struct VerifyJob: Sendable {
  var inputs: FileSelection
  /// The digests of the other file's media, with which each file's media is compared, or nil to
  /// compare nothing.
  var other: MediaDigest?
  /// Whether the media is also decoded, to find damage that no checksum covers.
  var decodes = false
  /// Whether to report the fields that other readers read differently.
  var asksReaders = false
  /// Whether only damage and differences are printed.
  var isQuiet = false
  var format = ReportFormat.text
  /// The number of files checked in parallel, or nil to check one at a time.
  var jobs: Int?

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    let values: ResultSequence = inputs.meansSeveral ? .list(depth: 3) : .values(depth: 2)
    let fileStatus = Mutex(ExitStatus.done)
    let runner = FileRunner(inputs: inputs, environment: environment)
    // A request that waits for a worker of the helper sends no progress, so it would count as hung.
    let jobs = jobs.map { environment.backend == nil ? min($0, ForeignHelper.maxAtATime) : $0 }
    let status = try runner.read(jobs: jobs, results: format.form(values)) {
      (path, reading, add) throws(Failure) in
      var report = try VerifyReport(path: path, reading, decodes: decodes, in: environment)
      if asksReaders {
        report.readers = try ReaderReport.remarks(on: path, in: environment).map(\.text)
      }
      let differences = other.map { report.differences(from: $0) }
      switch format {
      case .text:
        let prefix = inputs.meansSeveral ? path.display + ": " : ""
        add { $0.raw(report.text(differences: differences, prefix: prefix, isQuiet: isQuiet)) }
      case .json: add { report.write(to: &$0, differences: differences) }
      }
      if let failure = failure(report, differences) {
        // For one file, the lines above report it.
        if inputs.meansSeveral { throw failure }
        fileStatus.withLock { $0 = failure.status }
      }
    }
    return status == .done ? fileStatus.withLock { $0 } : status
  }

  /// Returns the failure to report for a file that is damaged or whose media differs; otherwise,
  /// nil.
  private func failure(_ report: VerifyReport, _ differences: [String]?) -> Failure? {
    if !report.problems.isEmpty {
      return Failure(.dataError, "malformed", "the file is damaged")
    }
    guard differences?.isEmpty == false else { return nil }
    return Failure(.partly, "differs", "the media differs")
  }
}
