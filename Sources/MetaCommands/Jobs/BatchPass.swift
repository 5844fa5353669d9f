internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// One run over the files of an edit.
final class BatchPass: Sendable {
  let environment: Environment
  private let job: EditJob
  private let files: FileList
  private let edits: @Sendable (InputPath) -> EditJob.Edits
  private let transaction: EditTransaction?
  private let tally = FileCounts()
  private let progress: ProgressLine
  /// The numbers of the files that are wanted; of a transaction alone.
  private let wanted = Mutex(Set<Int>())
  private let stops = Atomic(false)

  /// A run over files; as a part of a transaction it ends at the first that fails.
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

  /// Does it; `isHeld` keeps the results back until the batch that is returned lets go of them.
  func run(isHeld: Bool) throws(Failure) -> (failures: [Batch.Failed], batch: Batch) {
    let form: ResultForm =
      job.write.printsJSON && !job.takesOutput ? .list(depth: 3) : .text()
    let batch = Batch(
      count: files.count, jobs: job.jobs ?? 1, results: form, isHeld: isHeld, in: environment
    ) {
      self.progress.fail($1, at: self.files[$0])
    }
    defer { progress.end() }
    return (try batch.run(work), batch)
  }

  func run() throws(Failure) -> [Failure] { try run(isHeld: false).failures.map(\.failure) }

  /// What one thread does.
  private func work(_ batch: Batch) {
    var output = batch.writer()
    let spare = files.count > 1 ? SpareJournal() : nil
    defer { spare?.remove() }
    let helpers = EditJob.Helpers(
      environment: environment, filter: FileFilter(job.inputs.condition), spare: spare,
      transaction: transaction,
      notify: { self.progress.warn($0) })
    while let range = batch.take() {
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

  /// Whether no further file is begun.
  private var isStopped: Bool {
    guard transaction != nil else { return false }
    if stops.load(ordering: .relaxed) { return true }
    guard Interruptions.areWaiting else { return false }
    stops.store(true, ordering: .relaxed)
    return true
  }

  /// What came of a file; nil when it is not one that is wanted.
  private func report(_ index: Int, _ helpers: EditJob.Helpers) -> EditReport? {
    let path = files[index]
    var report = EditReport(path: path, isDryRun: job.write.isDryRun)
    do throws(Failure) {
      guard try job.edit(path, edits(path), &report, helpers) else { return nil }
    } catch {
      report.failure = error
      stops.store(true, ordering: .relaxed)
    }
    if job.write.isTransaction { wanted.withLock { _ = $0.insert(index) } }
    return report
  }

  private func prints(_ report: EditReport) -> Bool {
    if job.takesOutput { return false }
    return job.write.printsJSON || !job.isQuiet && report.failure == nil
  }

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

  /// Says how many files came to what.
  func printTally(isQuiet: Bool) {
    if files.count > 1, !isQuiet { environment.warn(tally.sentence) }
  }

  /// The files that are wanted, in their order.
  var wantedFiles: FileList {
    FileList(wanted.withLock { $0.sorted() }.map { self.files[$0] })
  }

  /// The failures by their files.
  func byFile(_ failures: [Batch.Failed]) -> [InputPath: Failure] {
    Dictionary(failures.map { (files[$0.index], $0.failure) }) { first, _ in first }
  }
}
