internal import Dispatch
internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// One long-lived process: requests come as lines, and their results go as lines; `docs/serve.md` describes them.
final class ServeLoop: Sendable {
  private struct State {
    var idle: [Worker]
    /// Requests that were not answered, by their ids.
    var open: [RequestID: Answer] = [:]
    var short = Waiting()
    var long = Waiting()
    /// How many workers no long request may take, so that short ones never wait for those.
    let reserved: Int

    /// A request that can be worked on now, and who does it.
    mutating func next() -> (Answer, Worker)? {
      guard let worker = idle.last else { return nil }
      let answer = short.take() ?? (idle.count > reserved ? long.take() : nil)
      guard let answer else { return nil }
      idle.removeLast()
      return (answer, worker)
    }
  }

  private let state: Mutex<State>
  private let output: LineOutput
  /// One for each request that may be there; whoever asks for more has to wait.
  private let places = DispatchSemaphore(value: ServeLoop.most)
  private let open = DispatchGroup()

  private static let most = 1024
  /// So many requests that come at once are begun together.
  private static let several = 16
  /// The longest line, in bytes.
  static let longestLine = 16 << 20

  init(workers: Int, output: LineOutput) {
    let idle = (0..<max(1, workers)).map { Worker(TaskThread(name: "serve.\($0)")) }
    state = Mutex(State(idle: idle, reserved: workers > 1 ? 1 : 0))
    self.output = output
  }

  /// Answers what comes on standard input, until it ends.
  static func run(workers: Int?, stopsAtEnd: Bool = false) throws(Failure) {
    ProcessMemory.keepFreed()
    do {
      let streams = try StandardStreams.takeOver()
      let loop = ServeLoop(
        workers: workers ?? max(4, ProcessorCount.online), output: LineOutput(streams.output))
      var input = LineInput(streams.input, limit: longestLine)
      try loop.run(&input, stopsAtEnd)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.ioError, "io", "\(error)")
    }
  }

  private func run(_ input: inout LineInput, _ stopsAtEnd: Bool) throws {
    var unstarted = 0
    while output.error == nil {
      // Workers that are woken for each of many requests cost more than what they do.
      unstarted += 1
      if unstarted >= ServeLoop.several || !input.hasLine {
        startNext()
        unstarted = 0
      }
      switch try input.next() {
      case .line(let line): receive(line)
      case .tooLong: complain("a line is longer than \(ServeLoop.longestLine) bytes")
      case .end:
        if stopsAtEnd { stop() } else { startNext() }
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

  private func receive(_ line: [UInt8]) {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    do throws(TextError) {
      switch try Message(line: line) {
      case .cancel(let id): cancel(id)
      case .request(let request): accept(request)
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

  private func accept(_ request: Request) {
    if places.wait(timeout: .now()) == .timedOut {
      startNext()
      places.wait()
    }
    let answer = Answer(to: request, on: output)
    let isNew = state.withLock { state in
      guard state.open[request.id] == nil else { return false }
      state.open[request.id] = answer
      if answer.dump != nil { state.short.add(answer) } else { state.long.add(answer) }
      return true
    }
    guard isNew else {
      places.signal()
      return complain("the id of a request is that of another, which is not done")
    }
    open.enter()
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
    while let (answer, worker) = state.withLock({ $0.next() }) {
      let task = Task(executorPreference: worker.thread) { self.work(on: answer, worker) }
      // The task of a short one goes on with others, and is not stopped.
      if answer.dump == nil { answer.begin(task) }
    }
  }

  /// Works on a request; after a short one, on others that wait, which costs less than a task for each.
  private func work(on first: Answer, _ worker: Worker) {
    var lines = JSONWriter(.compact)
    var forms = worker.takeForms()
    var answer = first
    while true {
      let status = answer.isCancelled ? Answer.stopped : answer.run(&lines, &forms)
      end(answer, &lines, status)
      let next = state.withLock { state in
        let next = answer.dump == nil ? nil : state.short.take()
        if next == nil {
          worker.keep(forms)
          state.idle.append(worker)
        }
        return next
      }
      guard let next else { return startNext() }
      answer = next
    }
  }

  /// Ends the answer to a request that nobody works on.
  private func end(_ answer: Answer) {
    var lines = JSONWriter(.compact, capacity: 64)
    end(answer, &lines, Answer.stopped)
  }

  /// Sends the last lines; the id is free before anybody reads them.
  private func end(_ answer: Answer, _ lines: inout JSONWriter, _ status: Int32) {
    state.withLock { $0.open[answer.request.id] = nil }
    lines.done(answer.request.id, answer.isCancelled ? Answer.stopped : status)
    try? output.send(&lines)
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

  mutating func take() -> Answer? {
    guard first < answers.count else { return nil }
    defer {
      first += 1
      if first == answers.count {
        answers.removeAll(keepingCapacity: true)
        first = 0
      }
    }
    return answers[first]
  }

  /// Takes one out wherever it is; false when it is not here.
  mutating func remove(_ answer: Answer) -> Bool {
    guard let index = answers[first...].firstIndex(where: { $0 === answer }) else { return false }
    answers.remove(at: index)
    return true
  }
}
