internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// One pass of an ``EditJob`` over its files, on one or more threads: each file is read, planned
/// and, unless the job is a dry run, written.
///
/// An edit without a transaction is one pass, and so is a dry run. A transaction has two passes: a
/// dry run that plans all files, then the pass that writes them.
final class BatchPass: Sendable {
  let environment: Environment
  private let job: EditJob
  private let files: FileList
  private let edits: @Sendable (InputPath) -> EditJob.Edits
  private let transaction: EditTransaction?
  /// The numbers of edited, unchanged and failed files, for the last message of the command.
  private let tally = FileCounts()
  private let progress: ProgressLine
  /// The indices of the processed files that the condition selected; only for transactions, whose
  /// second pass processes exactly the files that the first pass selected.
  private let selectedIndices = Mutex(Set<Int>())
  /// Whether a file has failed or the user has interrupted the command; only the second pass of a
  /// transaction stops in this case.
  private let stops = Atomic(false)

  /// Creates a pass over files; with a transaction, it ends at the first failure.
  init(
    _ job: EditJob, _ files: FileList, _ edits: @escaping @Sendable (InputPath) -> EditJob.Edits,
    in environment: Environment, _ transaction: EditTransaction? = nil
  ) {
    self.environment = environment
    self.job = job
    self.files = files
    self.edits = edits
    self.transaction = transaction
    progress = ProgressLine(of: files.count, on: environment.sink, isShown: job.showsProgress)
  }

  /// Edits the files; with `isHeld`, the results are not printed until the returned batch releases
  /// them.
  ///
  /// A transaction prints results only after it has been committed: after a rollback they would be
  /// wrong.
  func run(isHeld: Bool) throws(Failure) -> (failures: [Batch.Failed], batch: Batch) {
    let form: ResultSequence =
      job.write.printsJSON && !job.takesOutput ? .list(depth: 3) : .text()
    let batch = Batch(
      count: files.count, jobs: job.jobs ?? 1, results: form, isHeld: isHeld, in: environment
    ) {
      self.progress.fail($1, at: self.files[$0])
    }
    defer { progress.end() }
    return (try batch.run(work), batch)
  }

  /// Edits the files and prints each result as soon as its turn comes; returns the failures.
  func run() throws(Failure) -> [Failure] { try run(isHeld: false).failures.map(\.failure) }

  /// The loop of one thread, which edits files and renders their results until the batch has no
  /// more files.
  private func work(_ batch: Batch) {
    var output = batch.writer()
    // One journal is used for all files of the thread: ext4 scans recently removed files before it
    // creates one, which costs more than a small edit.
    let spare = files.count > 1 ? ReusableJournal() : nil
    defer { spare?.remove() }
    let helpers = EditJob.Helpers(
      environment: environment, filter: FileFilter(job.inputs.condition), spare: spare,
      transaction: transaction,
      notify: { self.progress.warn($0) })
    while let range = batch.nextFiles() {
      var failures: [Batch.Failed] = []
      for index in range where !isStopped {
        defer { progress.step() }
        guard let report = report(index, helpers) else { continue }
        job.observe?(report)
        if let failure = report.failure { failures.append((index, failure)) }
        tally.count(report)
        guard prints(report) else { continue }
        batch.add(to: &output, in: range) { print(report, to: &$0) }
      }
      batch.finish(range, &output, failures)
    }
  }

  /// Whether to start no more files: in a transaction, one failed file or Ctrl-C is enough to undo
  /// everything.
  private var isStopped: Bool {
    guard transaction != nil else { return false }
    if stops.load(ordering: .relaxed) { return true }
    guard Interruptions.arePending else { return false }
    stops.store(true, ordering: .relaxed)
    return true
  }

  /// Returns the report about a file, or nil if it is filtered out.
  private func report(_ index: Int, _ helpers: EditJob.Helpers) -> EditReport? {
    let path = files[index]
    var report = EditReport(path: path, isDryRun: job.write.isDryRun)
    do throws(Failure) {
      guard try job.edit(path, edits(path), &report, helpers) else { return nil }
    } catch {
      report.failure = error
      stops.store(true, ordering: .relaxed)
    }
    if job.write.isTransaction { selectedIndices.withLock { _ = $0.insert(index) } }
    return report
  }

  /// Whether the report about a file is printed; it is not if standard output receives the edited
  /// bytes.
  ///
  /// Failures are always reported on standard error; JSON contains them, too.
  private func prints(_ report: EditReport) -> Bool {
    if job.takesOutput { return false }
    return job.write.printsJSON || !job.isQuiet && report.failure == nil
  }

  /// Renders the report about a file in the format of the command: JSON, the row of a verb with its
  /// own report (`gain`), or text.
  private func print(_ report: EditReport, to output: inout JSONWriter) {
    if job.write.printsJSON {
      report.write(to: &output, with: job.reporting)
    } else if let reporting = job.reporting {
      output.raw(reporting.row(of: report))
    } else {
      output.raw(report.text)
    }
  }

  // MARK: Afterwards

  /// Prints the numbers of edited, unchanged and failed files, if there are several files and
  /// `isQuiet` is false.
  func printTally(isQuiet: Bool) {
    if files.count > 1, !isQuiet { environment.warn(tally.sentence) }
  }

  /// The processed files that the condition selected, in the order given.
  var wantedFiles: FileList {
    FileList(selectedIndices.withLock { $0.sorted() }.map { self.files[$0] })
  }

  /// Returns the failures by file; for a file that was named twice, the first failure counts.
  func byFile(_ failures: [Batch.Failed]) -> [InputPath: Failure] {
    Dictionary(failures.map { (files[$0.index], $0.failure) }) { first, _ in first }
  }
}
