internal import MetaCore
internal import MetaSystem
internal import Synchronization

/// Reads the files of `check` on several threads into one ``CheckedFile`` each: the fields and
/// digests that the rules compare, and, if media is read, media digests and damage.
final class CheckPass: Sendable {
  private let files: FileList
  private let condition: Condition?
  private let readsMedia: Bool
  private let progress: ProgressLine
  private let environment: Environment
  /// The files that were read, each at its index in `files`; the element is nil if the file failed
  /// or was filtered out.
  private let checkedFiles: Mutex<[CheckedFile?]>

  /// Creates a pass over files; with `readsMedia`, it also reads all of their media.
  init(
    _ files: FileList, where condition: Condition? = nil, readsMedia: Bool, showsProgress: Bool,
    in environment: Environment
  ) {
    self.files = files
    self.condition = condition
    self.readsMedia = readsMedia
    self.environment = environment
    progress = ProgressLine(of: files.count, on: environment.sink, isShown: showsProgress)
    checkedFiles = Mutex(Array(repeating: nil, count: files.count))
  }

  /// Reads the files.
  ///
  /// Files that cannot be read are reported, except for damaged files, which are findings.
  ///
  /// - Returns: The files that were read, in order, and the failures of the other files.
  func run(jobs: Int?) throws(Failure) -> (files: [CheckedFile], failures: [Failure]) {
    let usual =
      readsMedia || files.count >= CheckPass.multithreadingThreshold ? ProcessorCount.online : 1
    let batch = Batch(
      count: files.count, jobs: jobs ?? usual, results: .text(), in: environment
    ) {
      self.progress.fail($1, at: self.files[$0])
    }
    defer { progress.end() }
    let failures = try batch.run(work).map(\.failure)
    return (checkedFiles.withLock { $0.compactMap(\.self) }, failures)
  }

  /// The minimum number of files for which several threads pay off without reading media.
  private static let multithreadingThreshold = 256

  /// The loop of one thread, which reads files until the batch has no more files.
  private func work(_ batch: Batch) {
    var output = batch.writer()
    let filter = FileFilter(condition)
    let reader = FileReader(in: environment) { self.progress.warn($0) }
    while let range = batch.nextFiles() {
      var failures: [Batch.Failed] = []
      for index in range {
        defer { progress.step() }
        do throws(Failure) {
          let file = try read(files[index], filter, reader)
          checkedFiles.withLock { $0[index] = file }
        } catch {
          failures.append((index, error))
        }
      }
      batch.finish(range, &output, failures)
    }
  }

  /// Reads the facts about a file; returns nil if it is filtered out.
  private func read(
    _ path: InputPath, _ filter: FileFilter, _ reader: FileReader
  ) throws(Failure) -> CheckedFile? {
    do throws(Failure) {
      guard let reading = try filter.result(of: path, by: reader)?.get() else { return nil }
      var file = CheckedFile(path, reading)
      if readsMedia {
        file.media = CheckedFile.MediaFacts(
          try VerifyReport(path: path, reading, decodes: false, in: environment))
      }
      return file
    } catch {
      // A file that is too damaged to be recognised is a finding, not a failure.
      guard error.status == .dataError else { throw error }
      var file = CheckedFile(path: path)
      let place = error.structure.map { $0 + ": " } ?? ""
      file.media.damage = [place + error.message]
      return file
    }
  }
}
