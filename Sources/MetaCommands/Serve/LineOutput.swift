internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// Where all answers go, a whole line or several at a time.
final class LineOutput: Sendable {
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

  /// Whether nothing can be written any more; does not wait for what is being written.
  var isBroken: Bool { broken.load(ordering: .relaxed) }

  /// Why nothing can be written any more.
  var error: Errno? { state.withLock { $0.error } }

  /// Writes whole lines, and leaves the writer empty; `note` takes down that they were sent.
  func send(_ lines: inout JSONWriter, noting note: () -> Void = {}) throws(Failure) {
    let error = state.withLock { state in
      state.write(&lines)
      note()
      if state.error != nil { broken.store(true, ordering: .relaxed) }
      return state.error
    }
    if let error { throw Failure(.ioError, "io", "standard output: \(error)") }
  }

  /// Writes the lines that `body` makes of what was sent until then, and nothing that anybody else
  /// sends afterwards.
  func sendLast<Value>(_ lines: inout JSONWriter, _ body: (inout JSONWriter) -> Value) -> Value {
    state.withLock { state in
      let value = body(&lines)
      state.write(&lines)
      state.error = state.error ?? .canceled
      return value
    }
  }
}
