internal import Dispatch
internal import Synchronization

/// The threads on which the `async` functions of `Asset` and `ExportSession` read, edit and export
/// files, so that blocking calls (slow disks and sources, locks held by other programs) do not
/// block Swift's tasks.
///
/// Swift's own pool has one thread per processor, and these must not block. Here, a thread is
/// started for each task that has none, up to a limit, and ends when there is no more work.
final class FileThreads: TaskExecutor {
  /// The threads of this process.
  static let shared = FileThreads(maxThreads: 64)

  /// The queue of jobs and the number of threads; protected by the lock.
  private struct State {
    /// All jobs since the queue was last empty; those before `next` have started.
    var jobs: [UnownedJob] = []
    /// The index of the first job that has not started.
    var next = 0
    var threadCount = 0
  }

  /// The maximum number of threads.
  private let maxThreads: Int
  private let state = Mutex(State())

  private init(maxThreads: Int) { self.maxThreads = maxThreads }

  /// Appends a part of a task to the queue, and starts a thread unless the limit is reached.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isThreadNeeded = state.withLock { state in
      state.jobs.append(job)
      guard state.threadCount < maxThreads else { return false }
      state.threadCount += 1
      return true
    }
    // A separate queue has its own thread.
    if isThreadNeeded { DispatchQueue(label: "MetaCore.files").async { self.work() } }
  }

  private func work() {
    while let job = nextJob() { unsafe job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Returns the next job; nil ends the calling thread, which is then no longer counted.
  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      guard state.next < state.jobs.count else {
        state.jobs.removeAll()
        state.next = 0
        state.threadCount -= 1
        return nil
      }
      defer { state.next += 1 }
      return state.jobs[state.next]
    }
  }
}

extension FileThreads {
  /// Runs work on one of the threads; the work checks `Task.isCancelled` and decides when to end.
  static func run<Success: Sendable, Failure: Error>(
    _ work: @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    try await withTaskExecutorPreference(shared) { () async throws(Failure) -> Success in
      try work()
    }
  }

  /// Runs work like `run`, and cancels it if the caller is cancelled; in that case, returns nil
  /// immediately, although the work may be blocked in its source.
  static func resultUnlessCancelled<Success: Sendable, Failure: Error>(
    of work: @escaping @Sendable () throws(Failure) -> Success
  ) async -> Result<Success, Failure>? {
    let task = Task(executorPreference: shared) { () -> Result<Success, Failure> in
      do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
    }
    guard let result = await task.resultUnlessCancelled() else {
      task.cancel()
      return nil
    }
    return result
  }
}

extension Task where Failure == Never {
  /// Returns the result, or nil as soon as the waiting task is cancelled, even if this task
  /// continues.
  func resultUnlessCancelled() async -> Success? {
    let waiting = PendingResult<Success>()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting.begin(continuation)
        Task<Void, Never> { waiting.end(await self.value) }
      }
    } onCancel: {
      waiting.end(nil)
    }
  }
}

/// Resumes a waiting task once, with the result or, after a cancellation, with nil; whichever
/// arrives second is ignored.
private final class PendingResult<Success: Sendable>: Sendable {
  /// A cancellation may arrive before the task waits.
  private enum State {
    case notBegun
    case waiting(CheckedContinuation<Success?, Never>)
    case ended
  }

  private let state = Mutex(State.notBegun)

  func begin(_ continuation: CheckedContinuation<Success?, Never>) {
    let hasEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .waiting(continuation)
      return false
    }
    if hasEnded { continuation.resume(returning: nil) }
  }

  func end(_ result: Success?) {
    let continuation: CheckedContinuation<Success?, Never>? = state.withLock { state in
      defer { state = .ended }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
    continuation?.resume(returning: result)
  }
}
