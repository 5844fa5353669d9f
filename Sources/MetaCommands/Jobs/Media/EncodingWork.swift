internal import Dispatch
internal import MetaCore
internal import Synchronization

/// Runs the asynchronous work of a verb that encodes media, and waits for it.
///
/// The work runs as a task. Meanwhile, the thread of the command shows its progress, sends
/// heartbeats to the process that waits for this one, and cancels the task when the request is
/// cancelled.
struct EncodingWork {
  let environment: Environment
  /// Whether a progress line is shown.
  let showsProgress: Bool

  /// The polling interval of the thread.
  private static let pause = DispatchTimeInterval.milliseconds(100)
  /// The time without progress after which no more heartbeats are sent, so that the process that
  /// waits for this one stops it as hung.
  private static let patience = Duration.seconds(600)

  /// The information that the task reports to the waiting thread: its result once it has ended, its
  /// progress from 0 to 1, and the time of the last progress.
  private struct State<Value: Sendable> {
    var result: Result<Value, MetaError>?
    var fraction = 0.0
    var lastProgress = ContinuousClock.now
  }

  /// Runs `body`, which reports its progress from 0 to 1, and waits until it ends.
  ///
  /// - Throws: The ``MetaError`` of the work.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable (@escaping CopyProgress) async throws(MetaError) -> Value
  ) throws(MetaError) -> Value {
    let state = EncodingState<State<Value>>(State())
    let end = DispatchSemaphore(value: 0)
    let task = Task.detached {
      let result: Result<Value, MetaError>
      do throws(MetaError) {
        result = .success(
          try await body { fraction in
            state.value.withLock { state in
              (state.fraction, state.lastProgress) = (fraction, .now)
            }
          })
      } catch {
        result = .failure(error)
      }
      state.value.withLock { $0.result = result }
      end.signal()
    }
    wait(for: end, state, task)
    guard let result = state.value.withLock({ $0.result }) else {
      throw MetaError(.cancelled, reason: "the operation was cancelled")
    }
    return try result.get()
  }

  /// Waits until the task ends; meanwhile, shows its progress, sends heartbeats, and cancels it if
  /// the request is cancelled.
  private func wait<Value>(
    for end: DispatchSemaphore, _ state: EncodingState<State<Value>>, _ task: Task<Void, Never>
  ) {
    let line = ProgressLine(
      of: 100, on: environment.sink, isShown: showsProgress, unit: "%")
    defer { line.end() }
    var heartbeat = Heartbeat()
    while end.wait(timeout: .now() + EncodingWork.pause) == .timedOut {
      if environment.isCancelled { task.cancel() }
      let (fraction, last) = state.value.withLock { ($0.fraction, $0.lastProgress) }
      guard ContinuousClock.now - last < EncodingWork.patience else { continue }
      heartbeat.beat()
      line.move(toFraction: fraction)
    }
  }
}

/// A value under a lock, shared by the task that encodes and the thread that waits for it.
private final class EncodingState<Value: Sendable>: Sendable {
  let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }
}
