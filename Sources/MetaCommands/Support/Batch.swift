internal import Dispatch
internal import MetaCore
internal import Synchronization

/// Runs a job over many files, on several threads when asked, and hands the results out in order.
enum Batch {
  /// What some neighbouring files came to: their part of the output, and why some failed.
  struct Part: Sendable {
    var bytes: [UInt8]
    var failures: [(index: Int, failure: Failure)]
  }

  /// How many files a thread takes at a time.
  private static let stride = 32

  /// Does `job` for all indices below `count`, some at a time, and gives each part to `consume`, lowest first.
  static func run(
    count: Int, jobs: Int, job: @escaping @Sendable (Range<Int>) -> Part,
    consume: (Part) throws(Failure) -> Void
  ) throws(Failure) {
    // A round is as much as may wait for its turn in memory.
    let round = jobs > 1 ? stride * jobs * 8 : stride
    var start = 0
    while start < count {
      let range = start..<min(count, start + round)
      if jobs > 1, range.count > stride {
        for part in parts(of: range, jobs: jobs, job: job) { try consume(part) }
      } else {
        try consume(job(range))
      }
      start = range.upperBound
    }
  }

  private static func parts(
    of range: Range<Int>, jobs: Int, job: @escaping @Sendable (Range<Int>) -> Part
  ) -> [Part] {
    let next = Atomic(range.lowerBound)
    let finished = Mutex<[(start: Int, part: Part)]>([])
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let start = next.wrappingAdd(stride, ordering: .relaxed).oldValue
        guard start < range.upperBound else { return }
        let part = job(start..<min(start + stride, range.upperBound))
        finished.withLock { $0.append((start, part)) }
      }
    }
    return finished.withLock { $0.sorted { $0.start < $1.start }.map(\.part) }
  }
}
