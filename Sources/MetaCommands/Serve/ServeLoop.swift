internal import Dispatch
internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// One long-lived process: requests come as lines, and their results go as lines; `docs/serve.md` describes them.
final class ServeLoop: Sendable {
  /// What is asked of it on the command line.
  struct Options: Equatable {
    /// How many requests are worked on at a time; nil for four, or as many as there are processors.
    var workers: Int?
    /// Whether the end of standard input stops what is being done.
    var stopsAtEnd = false

    /// How many requests may be worked on at a time: each takes a thread of its own.
    static let workerCounts = 1...1024
  }

  private struct State {
    var idle: [Worker]
    /// Requests that were not answered, by their ids.
    var open: [RequestID: Answer] = [:]
    var short = Waiting()
    var long = Waiting()
    let workers: Int
    /// How many workers are at quick requests.
    var quickWorkers = 0
    /// How many that is at most: more than there are processors only push each other aside, and two go on where one is held up.
    let usefulWorkers = max(2, ProcessorCount.online)

    /// Requests that can be worked on now, one after the other, and who does it.
    ///
    /// A worker stays free of long ones, so that short ones never wait for those.
    mutating func next() -> ([Answer], Worker)? {
      guard let worker = idle.last else { return nil }
      var answers = nextShort()
      if answers.isEmpty, idle.count > min(1, workers - 1) { answers = long.take(1) }
      guard !answers.isEmpty else { return nil }
      idle.removeLast()
      return (answers, worker)
    }

    /// The short requests that one worker takes at once: its share of those that wait, as far as none can keep the others waiting.
    mutating func nextShort() -> [Answer] {
      guard short.isQuick else { return short.take(1) }
      guard quickWorkers < usefulWorkers else { return [] }
      quickWorkers += 1
      return short.take(min(ServeLoop.several, max(1, short.count / workers)))
    }

    /// What the worker of short requests that are answered goes on with.
    mutating func nextShort(after answers: [Answer]) -> [Answer] {
      if answers.first?.isQuick == true { quickWorkers -= 1 }
      return nextShort()
    }
  }

  private let state: Mutex<State>
  private let output: LineOutput
  /// One for each request that may be there; whoever asks for more has to wait.
  private let places = DispatchSemaphore(value: ServeLoop.most)
  private let open = DispatchGroup()

  private static let most = 1024
  /// So many requests that come at once are begun together, and so many at most are answered together: what each would do by itself, locks,
  /// threads that wake up and calls of the system, takes as long as a short one.
  private static let several = 16
  /// The longest line, in bytes.
  static let longestLine = 16 << 20

  init(workers: Int, output: LineOutput) {
    let idle = (0..<max(1, workers)).map { Worker(TaskThread(name: "serve.\($0)")) }
    state = Mutex(State(idle: idle, workers: idle.count))
    self.output = output
  }

  /// Answers what comes on standard input, until it ends.
  static func run(_ options: Options) throws(Failure) {
    ProcessMemory.keepFreed()
    do {
      let streams = try StandardStreams.takeOver()
      let loop = ServeLoop(
        workers: options.workers ?? max(4, ProcessorCount.online),
        output: LineOutput(streams.output))
      var input = LineInput(streams.input, limit: longestLine)
      try loop.run(&input, options.stopsAtEnd)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.ioError, "io", "\(error)")
    }
  }

  private func run(_ input: inout LineInput, _ stopsAtEnd: Bool) throws {
    var arrived: [Answer] = []
    // Those that nobody has begun give their places back.
    defer { for _ in arrived { places.signal() } }
    while output.error == nil {
      if arrived.count >= ServeLoop.several || !input.hasLine { begin(&arrived) }
      switch try input.next() {
      case .line(let line): receive(line, &arrived)
      case .tooLong: complain("a line is longer than \(ServeLoop.longestLine) bytes")
      case .end:
        begin(&arrived)
        if stopsAtEnd { stop() }
        open.wait()
        return try endOfOutput()
      }
    }
    cancelAll()
    open.wait()
    try endOfOutput()
  }

  /// Stops everything; what does not stop soon is left, and ends with the process.
  private func stop() {
    cancelAll()
    if open.wait(timeout: .now() + .seconds(5)) == .timedOut {
      ProcessEnd.exit(ExitStatus.ioError.rawValue)
    }
  }

  /// Nobody reads any more: that ends it quietly, where the signal of a closed pipe does not.
  private func endOfOutput() throws(Failure) {
    if let error = output.error, error != .brokenPipe {
      throw Failure(.ioError, "io", "standard output: \(error)")
    }
  }

  // MARK: What comes in

  private func receive(_ line: [UInt8], _ arrived: inout [Answer]) {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    do throws(TextError) {
      switch try Message(line: line) {
      case .cancel(let id):
        begin(&arrived)
        cancel(id)
      case .request(let request):
        if places.wait(timeout: .now()) == .timedOut {
          begin(&arrived)
          places.wait()
        }
        arrived.append(Answer(to: request, on: output))
      }
    } catch {
      complain(error.reason)
    }
  }

  /// Says that a line could not be understood.
  private func complain(_ reason: String) {
    var json = JSONWriter(.compact, capacity: 256)
    json.problem(nil, Response.Problem(code: "malformed", message: reason))
    try? output.send(&json)
  }

  /// Lets work begin on what has arrived.
  private func begin(_ arrived: inout [Answer]) {
    guard !arrived.isEmpty else { return }
    for _ in arrived { open.enter() }
    let doubles = state.withLock { state in
      arrived.filter { answer in
        guard state.open[answer.request.id] == nil else { return true }
        state.open[answer.request.id] = answer
        if answer.dump != nil { state.short.add(answer) } else { state.long.add(answer) }
        return false
      }
    }
    arrived.removeAll(keepingCapacity: true)
    for _ in doubles {
      leave()
      complain("the id of a request is that of another, which is not done")
    }
    startNext()
  }

  private func cancel(_ id: RequestID) {
    // One that is done already needs nothing.
    guard let answer = state.withLock({ $0.open[id] }) else { return }
    answer.cancel()
    let waited = state.withLock { state in
      state.short.remove(answer) || state.long.remove(answer)
    }
    if waited { end(answer) }
  }

  private func cancelAll() {
    for id in state.withLock({ Array($0.open.keys) }) { cancel(id) }
  }

  // MARK: Work

  private func startNext() {
    while let (answers, worker) = state.withLock({ $0.next() }) {
      let task = Task(executorPreference: worker.thread) { self.work(on: answers, worker) }
      // The task of short ones goes on with others, and is not stopped.
      if let answer = answers.first, answer.dump == nil { answer.begin(task) }
    }
  }

  /// Works on requests; after short ones, on others that wait, which costs less than a task for each.
  private func work(on first: [Answer], _ worker: Worker) {
    var lines = JSONWriter(.compact)
    var forms = worker.takeForms()
    var answers = first
    while true {
      for answer in answers {
        let status = answer.isCancelled ? Answer.stopped : answer.run(&lines, &forms)
        free(answer)
        lines.done(answer.request.id, answer.isCancelled ? Answer.stopped : status)
      }
      let isShort = answers.first?.dump != nil
      let next = state.withLock { state in
        let next = isShort ? state.nextShort(after: answers) : []
        if next.isEmpty {
          worker.keep(forms)
          state.idle.append(worker)
        }
        return next
      }
      try? output.send(&lines)
      for _ in answers { leave() }
      guard !next.isEmpty else { return startNext() }
      answers = next
    }
  }

  /// Ends the answer to a request that nobody works on.
  private func end(_ answer: Answer) {
    var lines = JSONWriter(.compact, capacity: 64)
    free(answer)
    lines.done(answer.request.id, Answer.stopped)
    try? output.send(&lines)
    leave()
  }

  /// Frees the id of a request, before anybody reads that it is done.
  private func free(_ answer: Answer) { state.withLock { $0.open[answer.request.id] = nil } }

  private func leave() {
    places.signal()
    open.leave()
  }
}

/// Who works on requests, one after the other.
private final class Worker: Sendable {
  let thread: TaskThread
  private let forms = Mutex<DocumentJSON?>(nil)

  init(_ thread: TaskThread) { self.thread = thread }

  /// How documents were written so far; the same beginnings of items come again and again.
  func takeForms() -> DocumentJSON {
    forms.withLock { forms in
      defer { forms = nil }
      return forms ?? DocumentJSON()
    }
  }

  func keep(_ new: DocumentJSON) { forms.withLock { $0 = new } }
}

/// Requests that wait, the first of them first.
private struct Waiting {
  private var answers: [Answer] = []
  /// Where the first one is.
  private var first = 0

  mutating func add(_ answer: Answer) { answers.append(answer) }

  var count: Int { answers.count - first }

  /// Whether the first one is done as soon as it is begun.
  var isQuick: Bool { first < answers.count && answers[first].isQuick }

  /// The first ones; one that others would have to wait for comes alone.
  mutating func take(_ most: Int) -> [Answer] {
    let limit = min(answers.count, first + most)
    let quick = answers[first..<limit].prefix { $0.isQuick }
    let end = quick.isEmpty ? min(limit, first + 1) : quick.endIndex
    defer {
      first = end
      if first == answers.count {
        answers.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return Array(answers[first..<end])
  }

  /// Takes one out wherever it is; false when it is not here.
  mutating func remove(_ answer: Answer) -> Bool {
    guard let index = answers[first...].firstIndex(where: { $0 === answer }) else { return false }
    answers.remove(at: index)
    return true
  }
}
