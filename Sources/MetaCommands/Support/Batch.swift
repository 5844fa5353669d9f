internal import Dispatch
internal import MetaCore
internal import Synchronization

/// Runs one job for each of many files, on several threads when asked, and hands the results out in order.
enum Batch {
  /// What one file came to: its part of the output, and why it failed if it did.
  struct Outcome: Sendable {
    var bytes: [UInt8]
    var failure: Failure?
  }

  /// How many files a thread takes at a time.
  private static let stride = 16

  /// Does `job` for every index below `count` and gives each outcome to `consume`, lowest index first.
  static func run(
    count: Int, jobs: Int, job: @escaping @Sendable (Int) -> Outcome,
    consume: (Int, Outcome) throws(Failure) -> Void
  ) throws(Failure) {
    guard jobs > 1, count > stride else {
      for index in 0..<count { try consume(index, job(index)) }
      return
    }
    // A round is as much as may wait for its turn in memory.
    let round = stride * jobs * 8
    var start = 0
    while start < count {
      let end = min(count, start + round)
      for (offset, outcome) in outcomes(of: start..<end, jobs: jobs, job: job).enumerated() {
        try consume(start + offset, outcome)
      }
      start = end
    }
  }

  private static func outcomes(
    of range: Range<Int>, jobs: Int, job: @escaping @Sendable (Int) -> Outcome
  ) -> [Outcome] {
    let next = Atomic(range.lowerBound)
    let finished = Mutex<[(start: Int, outcomes: [Outcome])]>([])
    DispatchQueue.concurrentPerform(iterations: jobs) { _ in
      while true {
        let start = next.wrappingAdd(stride, ordering: .relaxed).oldValue
        guard start < range.upperBound else { return }
        let part = (start..<min(start + stride, range.upperBound)).map(job)
        finished.withLock { $0.append((start, part)) }
      }
    }
    return finished.withLock { $0.sorted { $0.start < $1.start }.flatMap(\.outcomes) }
  }
}
