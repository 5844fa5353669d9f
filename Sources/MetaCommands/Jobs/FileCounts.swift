internal import Synchronization

/// Counts the files of an edit by result, on several threads, for the final sentence, such as
/// `12 files: 10 edited, 1 unchanged, 1 failed`.
final class FileCounts: Sendable {
  /// The number of files for each result; changed under a lock, because all threads count.
  private struct Counts {
    var edited = 0
    var unchanged = 0
    var failed = 0
    var isDryRun = false
  }

  private let counts = Mutex(Counts())

  /// Counts a file; may be called from any thread.
  func count(_ report: EditReport) {
    counts.withLock { counts in
      counts.isDryRun = report.isDryRun
      if report.failure != nil {
        counts.failed += 1
      } else if report.changesFile {
        counts.edited += 1
      } else {
        counts.unchanged += 1
      }
    }
  }

  /// The counts as a sentence.
  var sentence: String {
    counts.withLock { counts in
      let all = counts.edited + counts.unchanged + counts.failed
      let edited = "\(counts.edited) \(counts.isDryRun ? "would be edited" : "edited")"
      let unchanged = counts.unchanged > 0 ? ", \(counts.unchanged) unchanged" : ""
      let failed = counts.failed > 0 ? ", \(counts.failed) failed" : ""
      return "\(all) files: \(edited)\(unchanged)\(failed)"
    }
  }
}
