internal import Dispatch
internal import MetaCore
internal import Synchronization
package import SystemPackage

/// A helper program (`metatool-foreign` or `metatool-capture`) that runs as a child process:
/// several threads send it requests, and each receives the lines of its own answer.
///
/// The process uses the protocol of `serve`: a request is a line of JSON with an ID, and each line
/// of an answer begins with that ID.
package final class HelperProcess: Sendable {
  /// The reason why a request has no complete answer; the process has ended or is being killed.
  package enum LossReason: Error, Sendable {
    /// The process has ended, as the associated text describes.
    case ended(String)
    /// The process did not respond for too long and was killed.
    case silent
    /// The process sent more than the maximum size of an answer and was killed.
    case endless
  }

  /// The lines of the answer to one request: the thread that reads from the process adds them, and
  /// the thread that waits for the answer takes them.
  private final class Exchange: Sendable {
    private let lines = Mutex<[[UInt8]]>([])
    private let size = Mutex(Size())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Adds a line; a nil line means that there will be no more.
    func add(_ line: [UInt8]?) {
      if let line { lines.withLock { $0.append(line) } }
      arrivals.signal()
    }

    /// Counts a line and returns whether the answer is within its limits.
    func mayTake(_ line: [UInt8]) -> Bool {
      size.withLock { size in
        size.lines += 1
        size.bytes += line.count
        return size.lines <= HelperProcess.maxLines && size.bytes <= HelperProcess.maxBytes
      }
    }

    /// The amount of an answer that has arrived.
    private struct Size {
      var lines = 0
      var bytes = 0
    }

    /// Waits for the next line or the end; returns false on timeout.
    func wait(_ time: DispatchTimeInterval) -> Bool {
      arrivals.wait(timeout: .now() + time) == .success
    }

    /// Removes and returns the next line; nil if there is none, because the process has ended.
    func next() -> [UInt8]? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  }

  /// The open requests and the end of the process, protected by the lock.
  private struct State {
    var lastID = 0
    var open: [Int: Exchange] = [:]
    /// A description of how the process ended; nil while it runs.
    var end: String?
    /// The reason why the process was killed.
    var reason: LossReason?
  }

  private let child: ChildProcess
  private let state = Mutex(State())
  /// Prevents lines sent by different threads from being interleaved.
  private let writing = Mutex(())

  /// Starts a program that uses the protocol of `serve`.
  ///
  /// - Throws: `Errno` if it cannot be started.
  package init(_ program: FilePath, memory: UInt) throws(Errno) {
    child = try ChildProcess(program, ["serve", "--stop-at-end"], memory: memory)
    DispatchQueue(label: "helper").async { [child, weak self] in
      // A trap on this thread does not belong to a request.
      TrapWatch.begin(0)
      var input = LineInput(
        [child.socket], limit: HelperProcess.maxBytes, skipsTooLong: false)
      reading: while let next = try? input.next() {
        switch next {
        case .line(let line):
          if self?.receive(line) == false { break reading }
        case .tooLong:
          self?.fail(.endless)
          break reading
        case .end, .stopped: break reading
        }
      }
      child.end()
      let end = child.waitForEnd()
      self?.finish(end)
    }
  }

  /// The default memory limit, in bytes: 2 GiB.
  package static let usualMemory: UInt = 2 << 30

  /// The limits for an answer: a document includes the files attached to a movie, and progress is
  /// reported five times per second.
  private static let maxBytes = 256 << 20
  private static let maxLines = 1_000_000

  deinit { child.end() }

  /// Kills the process and waits for it to exit.
  package func end() {
    child.end()
    _ = child.waitForEnd()
  }

  /// Whether the process has ended.
  package var isOver: Bool { state.withLock { $0.end != nil } }

  // MARK: Requests

  /// A request that does not have an ID yet: creates the lines that send and cancel it, given the
  /// ID.
  package struct PendingRequest {
    /// The line of the request.
    package var request: (_ id: Int) -> [UInt8]
    /// The line that cancels the request.
    package var cancellation: (_ id: Int) -> [UInt8]

    /// Creates a request.
    package init(
      request: @escaping (_ id: Int) -> [UInt8], cancellation: @escaping (_ id: Int) -> [UInt8]
    ) {
      self.request = request
      self.cancellation = cancellation
    }
  }

  /// Sends a request and passes each line of the answer to `take` until it returns true; waits for
  /// each line for at most `patience`.
  ///
  /// - Throws: ``LossReason`` if there is no complete answer.
  package func ask(
    _ question: PendingRequest, patience: Duration, isCancelled: () -> Bool,
    _ take: ([UInt8]) -> Bool
  ) throws(LossReason) {
    let exchange = Exchange()
    let id = try open(exchange)
    defer { state.withLock { $0.open[id] = nil } }
    send(question.request(id))
    var hasCancelled = false
    while true {
      try wait(for: exchange, patience) {
        guard isCancelled(), !hasCancelled else { return }
        hasCancelled = true
        send(question.cancellation(id))
      }
      guard let line = exchange.next() else { throw loss }
      if take(line) { return }
    }
  }

  /// Registers a request, and returns its ID.
  private func open(_ exchange: Exchange) throws(LossReason) -> Int {
    let opened = state.withLock { state -> Int? in
      guard state.end == nil else { return nil }
      state.lastID += 1
      state.open[state.lastID] = exchange
      return state.lastID
    }
    guard let opened else { throw loss }
    return opened
  }

  /// The reason why the process gives no more answers.
  private var loss: LossReason {
    state.withLock { $0.reason ?? .ended($0.end ?? "no reason") }
  }

  /// The interval for checking whether a request was cancelled.
  private static let pause = DispatchTimeInterval.milliseconds(200)

  /// Waits for the next line of an answer; kills the process if the silence lasts too long.
  private func wait(
    for exchange: Exchange, _ patience: Duration, _ meanwhile: () -> Void
  ) throws(LossReason) {
    let start = ContinuousClock.now
    while !exchange.wait(HelperProcess.pause) {
      meanwhile()
      guard ContinuousClock.now - start > patience else { continue }
      fail(.silent)
      child.end()
      throw .silent
    }
  }

  /// Sends a line; errors are ignored, because waiting for the answer fails if the process has
  /// ended.
  private func send(_ line: [UInt8]) {
    writing.withLock { _ in try? child.write(line) }
  }

  // MARK: Answers

  /// Dispatches a line to its request, if that is still open; returns false if reading must stop.
  private func receive(_ line: [UInt8]) -> Bool {
    guard let id = HelperProcess.id(of: line), let exchange = state.withLock({ $0.open[id] })
    else { return true }
    guard exchange.mayTake(line) else {
      fail(.endless)
      return false
    }
    exchange.add(line)
    return true
  }

  /// Records the reason why the process is being killed.
  private func fail(_ reason: LossReason) {
    state.withLock { $0.reason = $0.reason ?? reason }
  }

  /// Records how the process ended, and wakes all threads that are waiting for answers.
  private func finish(_ end: String) {
    let open = state.withLock { state in
      state.end = end
      return Array(state.open.values)
    }
    for exchange in open { exchange.add(nil) }
  }

  /// The beginning of each line of an answer, before the ID.
  private static let start = Array(#"{"id":"#.utf8)

  /// Returns the ID at the beginning of a line.
  private static func id(of line: [UInt8]) -> Int? {
    guard line.starts(with: start) else { return nil }
    // Eighteen digits fit into an `Int`.
    let digits = line[start.count...].prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits.prefix(18), as: UTF8.self))
  }
}
