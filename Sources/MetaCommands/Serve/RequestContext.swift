internal import MetaCore
internal import Synchronization

/// One `serve` request while it is answered: its arguments and whether it is cancelled; as a
/// ``ResultSink``, it converts the command's output to lines of the protocol.
///
/// It answers plain dumps of a few files itself, without the argument parser.
final class RequestContext: ServedRequest {
  let request: Request
  /// The line with the request, which is passed on if the program restarts before it is answered.
  let line: [UInt8]
  /// The request's number in trap reports.
  let number: UInt64
  /// The job, if the request is a plain dump of a few files.
  let dump: DumpJob?
  /// Whether the request is fast enough to be answered together with other requests.
  let isQuick: Bool
  let output: LineOutput

  /// Whether the client has cancelled the request.
  private let stops = Atomic(false)
  /// The task that answers the request, which cancellation ends.
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// The number of requests so far.
  private static let count = Atomic<UInt64>(0)

  init(to request: Request, line: [UInt8], on output: LineOutput) {
    self.request = request
    self.line = line
    self.output = output
    number = RequestContext.count.wrappingAdd(1, ordering: .relaxed).newValue
    dump = RequestContext.dump(of: request)
    isQuick = RequestContext.isQuick(dump)
  }

  // MARK: Stopping

  /// The exit code for cancelled requests.
  static let stopped: Int32 = 130

  var isCancelled: Bool { stops.load(ordering: .relaxed) }

  var isRelayed: Bool { request.verb == "run" }

  /// Cancels the request; its command stops at the next file or read.
  func cancel() {
    stops.store(true, ordering: .relaxed)
    task.withLock { $0 }?.cancel()
  }

  /// Registers the task that works on the request.
  func begin(_ task: Task<Void, Never>) {
    self.task.withLock { $0 = task }
    if isCancelled { task.cancel() }
  }
}

// MARK: - Output of the command

extension RequestContext: ResultSink {
  func framing(of form: ResultSequence) -> ResultFraming {
    if case .text = form { return ResultFraming(form) }
    var start = JSONWriter(.compact, capacity: 64)
    start.beginResponse(request.id, "result")
    return ResultFraming(eachBetween: String(decoding: start.bytes, as: UTF8.self), and: "}\n")
  }

  func write(_ results: inout JSONWriter, as form: ResultSequence) throws(Failure) {
    guard case .text = form else { return try output.send(&results) }
    let text = String(decoding: results.takeBytes(), as: UTF8.self)
    var line = JSONWriter(.compact, capacity: text.utf8.count + 64)
    line.response(request.id, "result") { $0.string(text) }
    try output.send(&line)
  }

  func warn(_ message: String) {
    send { $0.response(request.id, "warning") { $0.string(message) } }
  }

  func fail(_ failure: Failure, at path: InputPath?) {
    send { $0.problem(request.id, Response.Problem(failure, at: path)) }
  }

  func help(_ text: String) {
    send { $0.response(request.id, "result") { $0.string(text + "\n") } }
  }

  func usage(_ message: String, full: String) {
    send { $0.problem(request.id, Response.Problem(code: "usage", message: message)) }
  }

  /// The progress output, if the client requested progress.
  var progressScreen: ProgressLine.Screen? {
    guard request.wantsProgress else { return nil }
    let start = ContinuousClock.now
    return ProgressLine.Screen(
      write: { _ in }, now: { ContinuousClock.now - start }, report: { self.report($0, of: $1) })
  }

  /// Sends a line with progress.
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

  /// Sends a line immediately; output errors are detected by ``LineOutput/isBroken``.
  private func send(_ body: (inout JSONWriter) -> Void) {
    var json = JSONWriter(.compact, capacity: 256)
    body(&json)
    try? output.send(&json)
  }
}

/// The sink of a command that the helper runs for `metatool`: results are the text for a terminal,
/// sent as answers to the request, which `metatool` prints.
struct RelayedSink: ResultSink {
  let context: RequestContext

  func framing(of form: ResultSequence) -> ResultFraming { ResultFraming(form) }

  func write(_ results: inout JSONWriter, as form: ResultSequence) throws(Failure) {
    try context.write(&results, as: .text())
  }

  func warn(_ message: String) { context.warn(message) }
  func fail(_ failure: Failure, at path: InputPath?) { context.fail(failure, at: path) }
  func help(_ text: String) { context.help(text) }
  func usage(_ message: String, full: String) { context.usage(message, full: full) }
  var progressScreen: ProgressLine.Screen? { context.progressScreen }
}

extension Response.Problem {
  /// Creates the problem for a failure and its file.
  init(_ failure: Failure, at path: InputPath? = nil) {
    self.init(code: failure.code, message: failure.message, path: path?.display)
  }
}
