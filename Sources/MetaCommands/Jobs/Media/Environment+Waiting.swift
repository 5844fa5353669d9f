internal import Dispatch
internal import MetaCore
internal import Synchronization

extension Environment {
  /// Waits for work of a task, which is cancelled when the request is; meanwhile the process that waits for this one is kept informed.
  func waiting<Value: Sendable>(
    for work: @escaping @Sendable () async throws(MetaError) -> Value
  ) throws(Failure) -> Value {
    let outcome = Outcome<Value>()
    let task = Task {
      let result: Result<Value, MetaError>
      do throws(MetaError) {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      outcome.value.withLock { $0 = result }
      outcome.isKnown.signal()
    }
    var heartbeat = Heartbeat()
    while outcome.isKnown.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      heartbeat.beat()
      if isCancelled { task.cancel() }
    }
    guard let result = outcome.value.withLock({ $0 }) else {
      throw Failure(.ioError, "io", "the work has no result")
    }
    return try orFailure { () throws(MetaError) in try result.get() }
  }
}

/// What the work of a task comes to.
private final class Outcome<Value: Sendable>: Sendable {
  let value = Mutex<Result<Value, MetaError>?>(nil)
  let isKnown = DispatchSemaphore(value: 0)
}
