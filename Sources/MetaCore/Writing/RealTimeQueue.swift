internal import Synchronization

/// A queue of work for samples that come in real time, such as encoding or filtering; a task
/// performs the work in order, without blocking the caller that adds samples.
///
/// If samples come faster than they are processed, they are queued up to a ``Limit``; additional
/// samples are dropped and counted.
final class RealTimeQueue: Sendable {
  /// The capacity of the queue, in frames of video or seconds of audio.
  struct Limit: Sendable {
    /// The level below which the queue is ready for more samples.
    let ready: Double
    /// The level at or above which samples are dropped.
    let maximum: Double

    /// Three frames.
    static let video = Limit(ready: 3, maximum: 3)
    /// Half a second and ten seconds, because a gap in audio is worse than memory use.
    static let audio = Limit(ready: 0.5, maximum: 10)
  }

  /// The waiting work with its total weight, and the callers that wait until all of it is done.
  private struct State {
    var waiting: [(weight: Double, work: @Sendable () -> Void)] = []
    var weight = 0.0
    var isWorking = false
    var isClosed = false
    var droppedCount = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let limit: Limit
  private let state = Mutex(State())

  init(_ limit: Limit) { self.limit = limit }

  /// Whether the queue is open, and below the level at which it is ready for more samples.
  var isReady: Bool { state.withLock { !$0.isClosed && $0.weight < limit.ready } }

  /// Whether the queue is closed.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// The number of dropped samples.
  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Enqueues the processing of `count` samples, with a weight of one per video frame, or the
  /// duration in seconds for audio; returns false if they were dropped.
  func add(_ weight: Double, count: Int, _ work: @escaping @Sendable () -> Void) -> Bool {
    let (isAdded, begins) = state.withLock { state in
      guard !state.isClosed, state.weight < limit.maximum else {
        state.droppedCount += count
        return (false, false)
      }
      return (true, Self.add(weight, work, to: &state))
    }
    if begins { begin() }
    return isAdded
  }

  /// Enqueues the final work and closes the queue, unless it is already closed; later samples are
  /// dropped.
  func close(_ work: @escaping @Sendable () -> Void) {
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      state.isClosed = true
      return Self.add(0, work, to: &state)
    }
    if begins { begin() }
  }

  /// Waits until the queue is empty.
  func waitUntilEmpty() async {
    await withCheckedContinuation { continuation in
      let isSettled = state.withLock { state in
        if state.isWorking { state.waiters.append(continuation) }
        return !state.isWorking
      }
      if isSettled { continuation.resume() }
    }
  }

  /// Enqueues work; returns whether a task must be started.
  private static func add(
    _ weight: Double, _ work: @escaping @Sendable () -> Void, to state: inout State
  ) -> Bool {
    state.waiting.append((weight, work))
    state.weight += weight
    defer { state.isWorking = true }
    return !state.isWorking
  }

  /// Starts the task, which ends when the queue is empty.
  private func begin() {
    Task.detached(priority: .high) {
      while let work = self.next() {
        work()
        await Task.yield()
      }
    }
  }

  /// Returns the next piece of work; nil if the queue is empty, in which case callers waiting for
  /// that are resumed.
  private func next() -> (@Sendable () -> Void)? {
    let (work, waiters) = state.withLock { state in
      guard !state.waiting.isEmpty else {
        let waiters = state.waiters
        (state.weight, state.isWorking, state.waiters) = (0, false, [])
        return (nil as (@Sendable () -> Void)?, waiters)
      }
      let (weight, work) = state.waiting.removeFirst()
      state.weight -= weight
      return (work, [])
    }
    for waiter in waiters { waiter.resume() }
    return work
  }
}
