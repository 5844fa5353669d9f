internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The standard output of `serve`, shared by the threads that answer, which writes whole lines, so
/// that answers are not interleaved.
final class LineOutput: Sendable {
  /// The descriptor of standard output, and the error after which nothing more is written.
  private struct State {
    let descriptor: FileDescriptor
    var error: Errno?

    mutating func write(_ lines: inout JSONWriter) {
      guard error == nil else { return }
      do throws(Errno) { try lines.flush(to: descriptor) } catch { self.error = error }
    }
  }

  private let state: Mutex<State>
  private let broken = Atomic(false)

  init(_ descriptor: FileDescriptor) { state = Mutex(State(descriptor: descriptor)) }

  /// Whether writing has failed; does not wait for writes in progress.
  var isBroken: Bool { broken.load(ordering: .relaxed) }

  /// The error that ended writing, if any.
  var error: Errno? { state.withLock { $0.error } }

  /// Writes whole lines and empties the writer; `note`, which records that they were sent, is
  /// called even if writing fails.
  func send(_ lines: inout JSONWriter, noting note: () -> Void = {}) throws(Failure) {
    let error = state.withLock { state in
      state.write(&lines)
      note()
      if state.error != nil { broken.store(true, ordering: .relaxed) }
      return state.error
    }
    if let error { throw Failure(.ioError, "io", "standard output: \(error)") }
  }

  /// Writes the lines that `body` creates from the state at that point, and rejects all later lines
  /// from other senders.
  func sendLast<Value>(_ lines: inout JSONWriter, _ body: (inout JSONWriter) -> Value) -> Value {
    state.withLock { state in
      let value = body(&lines)
      state.write(&lines)
      state.error = state.error ?? .canceled
      return value
    }
  }
}
