internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// The answer to one request of `serve`: what the command that runs for it prints becomes lines of the protocol.
final class Answer: Sendable {
  /// The answer that is being worked on; nil when the command runs by itself.
  @TaskLocal static var current: Answer?

  /// Whether what runs here is to stop.
  static var isCancelled: Bool { current?.isCancelled ?? false }

  let request: Request
  /// The line that asks for it.
  let line: [UInt8]
  /// What it is called where traps are told of.
  let number: UInt64
  /// What is to be done, when it is a plain dump of few files.
  let dump: DumpJob?
  /// Whether it keeps others, which are answered with it, from nothing.
  let isQuick: Bool
  let output: LineOutput

  /// The file of certificates that it trusts, where it names one.
  private let trusted = Mutex<String?>(nil)
  private let stops = Atomic(false)
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let results: Mutex<(form: ResultForm, values: JSONValues)>

  private static let count = Atomic<UInt64>(0)

  init(to request: Request, line: [UInt8], on output: LineOutput) {
    self.request = request
    self.line = line
    self.output = output
    number = Answer.count.wrappingAdd(1, ordering: .relaxed).newValue
    dump = Answer.dump(of: request)
    isQuick = Answer.isQuick(dump)
    results = Mutex((.text, JSONValues()))
  }

  // MARK: Trust

  /// The file of certificates that servers are believed by; nil for that of the system.
  var caFile: String? { trusted.withLock { $0 } }

  func trust(_ caFile: String?) { trusted.withLock { $0 = caFile } }

  // MARK: Stopping

  /// The exit code of what was stopped.
  static let stopped: Int32 = 130

  var isCancelled: Bool { stops.load(ordering: .relaxed) }

  func cancel() {
    stops.store(true, ordering: .relaxed)
    task.withLock { $0 }?.cancel()
  }

  /// The task that works on it was made.
  func begin(_ task: Task<Void, Never>) {
    self.task.withLock { $0 = task }
    if isCancelled { task.cancel() }
  }

  // MARK: Lines

  /// What the command prints from here on.
  func expect(_ form: ResultForm) {
    results.withLock { $0 = (form, JSONValues(takesListsApart: form == .files)) }
  }

  /// Takes what the command prints on standard output.
  func print(_ bytes: [UInt8]) throws(Failure) {
    guard !bytes.isEmpty else { return }
    var json = JSONWriter(.compact, capacity: bytes.count + 64)
    results.withLock { results in
      if results.form == .text {
        json.response(request.id, "result") { $0.string(String(decoding: bytes, as: UTF8.self)) }
      } else {
        results.values.read(bytes) { value in
          json.response(request.id, "result") { $0.raw(value) }
        }
      }
    }
    try output.send(&json)
  }

  func warn(_ text: String) {
    send { $0.response(request.id, "warning") { $0.string(text) } }
  }

  func fail(_ failure: Failure, at path: InputPath? = nil) {
    send { $0.problem(request.id, Response.Problem(failure, at: path)) }
  }

  /// Where long work says how far it has come, when that is wanted.
  var screen: ProgressLine.Screen? {
    guard request.wantsProgress else { return nil }
    let start = ContinuousClock.now
    return ProgressLine.Screen(
      write: { _ in }, now: { ContinuousClock.now - start }, report: { self.report($0, of: $1) })
  }

  private func report(_ done: Int, of total: Int) {
    send { json in
      json.response(request.id, "progress") { json in
        json.beginObject()
        json.member("done", done)
        json.member("total", total)
        json.endObject()
      }
    }
  }

  private func send(_ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter(.compact, capacity: 256)
    body(&json)
    try? output.send(&json)
  }
}

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

  /// Writes the lines that `body` makes of what was sent until then, and nothing that anybody else sends afterwards.
  func sendLast<Value>(_ lines: inout JSONWriter, _ body: (inout JSONWriter) -> Value) -> Value {
    state.withLock { state in
      let value = body(&lines)
      state.write(&lines)
      state.error = state.error ?? .canceled
      return value
    }
  }
}
