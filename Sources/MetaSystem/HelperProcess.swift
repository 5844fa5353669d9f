internal import Dispatch
internal import MetaCore
internal import Synchronization
package import SystemPackage

/// One running helper program, asked for several things at a time by as many threads.
///
/// It answers as `serve` does: a request is a line of JSON with a number, and each line of an
/// answer begins with that number.
package final class HelperProcess: Sendable {
  /// Why no answer came.
  package enum Loss: Error, Sendable {
    /// It has ended, how is said in words.
    case ended(String)
    /// It has said nothing for too long, and was killed.
    case silent
    /// It has said more than any answer is long, and was killed.
    case endless
  }

  /// The lines of one answer, as they come.
  private final class Exchange: Sendable {
    private let lines = Mutex<[[UInt8]]>([])
    private let size = Mutex(Size())
    private let arrivals = DispatchSemaphore(value: 0)

    /// Adds a line; nil where no more will come.
    func add(_ line: [UInt8]?) {
      if let line { lines.withLock { $0.append(line) } }
      arrivals.signal()
    }

    /// Counts a line; whether the answer may be so long.
    func mayTake(_ line: [UInt8]) -> Bool {
      size.withLock { size in
        size.lines += 1
        size.bytes += line.count
        return size.lines <= HelperProcess.mostLines && size.bytes <= HelperProcess.mostBytes
      }
    }

    private struct Size {
      var lines = 0
      var bytes = 0
    }

    /// Waits for what comes next.
    func wait(_ time: DispatchTimeInterval) -> Bool {
      arrivals.wait(timeout: .now() + time) == .success
    }

    /// The first line that was not taken; nil when the process has ended.
    func next() -> [UInt8]? { lines.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  }

  private struct State {
    var lastID = 0
    var open: [Int: Exchange] = [:]
    /// How it ended, once it has.
    var end: String?
    /// Why it was killed.
    var reason: Loss?
  }

  private let child: ChildProcess
  private let state = Mutex(State())
  private let writing = Mutex(())

  /// Starts a program that answers as `serve` does.
  ///
  /// - Throws: `Errno` when it cannot be started.
  package init(_ program: FilePath, memory: UInt) throws(Errno) {
    child = try ChildProcess(program, ["serve", "--stop-at-end"], memory: memory)
    DispatchQueue(label: "helper").async { [child, weak self] in
      // A trap here belongs to no request.
      TrapWatch.begin(0)
      var input = LineInput(
        [child.socket], limit: HelperProcess.mostBytes, skipsTooLong: false)
      reading: while let next = try? input.next() {
        switch next {
        case .line(let line):
          if self?.take(line) == false { break reading }
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

  /// How many bytes it may have, where nothing else is known.
  package static let usualMemory: UInt = 2 << 30

  /// How long an answer may be: a document carries the files that are attached to a movie, and
  /// progress is reported five times a second.
  private static let mostBytes = 256 << 20
  private static let mostLines = 1_000_000

  deinit { child.end() }

  /// Ends it, and waits for that.
  package func end() {
    child.end()
    _ = child.waitForEnd()
  }

  /// Whether it answers no more.
  package var isOver: Bool { state.withLock { $0.end != nil } }

  // MARK: Asking

  /// What is sent for one request, whose number it is given.
  package struct Question {
    /// The line of the request.
    package var request: (_ id: Int) -> [UInt8]
    /// The line that cancels it.
    package var cancellation: (_ id: Int) -> [UInt8]

    /// Makes a question of its lines.
    package init(
      request: @escaping (_ id: Int) -> [UInt8], cancellation: @escaping (_ id: Int) -> [UInt8]
    ) {
      self.request = request
      self.cancellation = cancellation
    }
  }

  /// Asks for something, and gives each line of the answer to `take` until that returns true;
  /// between lines it is waited no longer than `patience`.
  ///
  /// - Throws: ``Loss`` when the answer does not come.
  package func ask(
    _ question: Question, patience: Duration, isCancelled: () -> Bool, _ take: ([UInt8]) -> Bool
  ) throws(Loss) {
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

  private func open(_ exchange: Exchange) throws(Loss) -> Int {
    let opened = state.withLock { state -> Int? in
      guard state.end == nil else { return nil }
      state.lastID += 1
      state.open[state.lastID] = exchange
      return state.lastID
    }
    guard let opened else { throw loss }
    return opened
  }

  private var loss: Loss {
    state.withLock { $0.reason ?? .ended($0.end ?? "no reason") }
  }

  private static let pause = DispatchTimeInterval.milliseconds(200)

  private func wait(
    for exchange: Exchange, _ patience: Duration, _ meanwhile: () -> Void
  ) throws(Loss) {
    let start = ContinuousClock.now
    while !exchange.wait(HelperProcess.pause) {
      meanwhile()
      guard ContinuousClock.now - start > patience else { continue }
      fail(.silent)
      child.end()
      throw .silent
    }
  }

  /// Sends a line; that the process has ended is seen by who waits for the answer.
  private func send(_ line: [UInt8]) {
    writing.withLock { _ in try? child.write(line) }
  }

  // MARK: Answers

  /// Takes a line; false when no further one is read.
  private func take(_ line: [UInt8]) -> Bool {
    guard let id = HelperProcess.id(of: line), let exchange = state.withLock({ $0.open[id] })
    else { return true }
    guard exchange.mayTake(line) else {
      fail(.endless)
      return false
    }
    exchange.add(line)
    return true
  }

  /// Says why it is killed.
  private func fail(_ reason: Loss) {
    state.withLock { $0.reason = $0.reason ?? reason }
  }

  private func finish(_ end: String) {
    let open = state.withLock { state in
      state.end = end
      return Array(state.open.values)
    }
    for exchange in open { exchange.add(nil) }
  }

  private static let start = Array(#"{"id":"#.utf8)

  /// The number that every line begins with.
  private static func id(of line: [UInt8]) -> Int? {
    guard line.starts(with: start) else { return nil }
    let digits = line[start.count...].prefix { (0x30...0x39).contains($0) }
    return Int(String(decoding: digits.prefix(18), as: UTF8.self))
  }
}
