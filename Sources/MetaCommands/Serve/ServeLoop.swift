internal import Dispatch
internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// One long-lived process: requests come as lines, and their results go as lines; `docs/serve.md`
/// describes them.
///
/// One thread reads requests, as many as there are workers answer them, and the first one watches
/// over all of them.
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

  /// What has come in and was not begun.
  struct Intake: ~Copyable, Sendable {
    var input: LineInput
    /// The line that is being read.
    var line: [UInt8]?
    /// The id in it, once that is known.
    var id: RequestID?
    var arrived: [RequestContext] = []

    /// The line is done with.
    mutating func endLine() { (line, id) = (nil, nil) }
  }

  /// Why nothing is read any more.
  enum ReadingEnd: Sendable {
    /// Standard input or standard output was closed.
    case ended
    case failed(Errno)
    /// It is to stop because of a trap.
    case stopped
  }

  let state: Mutex<ServeState>
  let intake: Mutex<Intake>
  let streams: (input: FileDescriptor, output: FileDescriptor)
  let output: LineOutput
  /// What the program itself works with.
  let environment: Environment
  /// Runs the command of a request that is not a plain dump, and returns its exit code.
  private let command: Command
  let watch: TrapWatch
  let stop: StopSignal
  /// One for each request that may be there; whoever asks for more has to wait.
  private let places = DispatchSemaphore(value: ServeLoop.most)

  private static let most = 1024
  /// So many requests that come at once are begun together, and so many at most are answered
  /// together: what each would do by itself, locks, threads that wake up and calls of the system,
  /// takes as long as a short one.
  static let several = 16
  /// The longest line, in bytes.
  static let longestLine = 16 << 20

  typealias Command = @Sendable (RequestContext, Environment) -> Int32

  private init(
    workers: Int, _ environment: Environment, _ command: @escaping Command
  ) throws(Errno) {
    self.environment = environment
    self.command = command
    streams = try StandardStreams.takeOver()
    output = LineOutput(streams.output)
    stop = try StopSignal()
    // What C libraries do in the helper is not to go on after a trap.
    let isWatched = environment.backend == nil && TrapWatch.isPossible
    watch = try TrapWatch(patience: isWatched ? ServeLoop.restartPatience : nil)
    let handedOver = [ProcessRestart.takeOver()].compactMap(\.self)
    let input = LineInput(handedOver + [streams.input], limit: ServeLoop.longestLine, stop: stop)
    intake = Mutex(Intake(input: input))
    state = Mutex(ServeState(workers: max(1, workers)))
  }

  /// Answers what comes on standard input, until it ends; `command` runs what is not a plain dump.
  static func run(
    _ options: Options, in environment: Environment, _ command: @escaping Command
  ) throws(Failure) {
    ProcessMemory.keepFreed()
    let loop: ServeLoop
    do throws(Errno) {
      loop = try ServeLoop(
        workers: options.workers ?? max(4, ProcessorCount.online), environment, command)
    } catch {
      throw Failure(.ioError, "io", "standard input and output: \(error)")
    }
    DispatchQueue(label: "serve.input").async { loop.read() }
    try loop.watchOver(options)
  }

  // MARK: The end

  /// Waits until everything is answered, and starts the program anew after a trap.
  private func watchOver(_ options: Options) throws(Failure) {
    var deadline: ContinuousClock.Instant?
    while true {
      if case .trap(let trap) = watch.next(within: deadline.map { $0 - .now }) {
        throw restart(after: trap)
      }
      guard let end = state.withLock({ $0.readingEnd }) else { continue }
      if case .failed(let error) = end { throw Failure(.ioError, "io", "standard input: \(error)") }
      if deadline == nil {
        if options.stopsAtEnd || output.isBroken { cancelAll() }
        if options.stopsAtEnd { deadline = .now + .seconds(5) }
      }
      if state.withLock({ $0.isDone }) { return try endOfOutput() }
      // What does not stop soon is left, and ends with the process.
      if let deadline, deadline <= .now { ProcessEnd.exit(ExitStatus.ioError.rawValue) }
    }
  }

  /// Standard output was closed: ends quietly, in case no signal for the closed pipe does.
  private func endOfOutput() throws(Failure) {
    if let error = output.error, error != .brokenPipe {
      throw Failure(.ioError, "io", "standard output: \(error)")
    }
  }

  // MARK: What comes in

  /// Stands for reading in what ``TrapWatch`` tells of; answers have numbers from 1 on.
  static let reading = UInt64.max - 1

  private func read() {
    TrapWatch.begin(ServeLoop.reading)
    let end = readLines()
    // Requests that have not been started release their slots.
    for _ in 0..<intake.withLock({ $0.arrived.count }) { places.signal() }
    state.withLock { $0.readingEnd = end }
    watch.wake()
  }

  private func readLines() -> ReadingEnd {
    while !output.isBroken {
      if intake.withLock({ $0.arrived.count >= ServeLoop.several || !$0.input.hasLine }) {
        begin()
      }
      let next: LineInput.Next
      do throws(Errno) { next = try nextLine() } catch { return .failed(error) }
      switch next {
      case .line(let line): if !receive(line) { return .stopped }
      case .tooLong: complain("a line is longer than \(ServeLoop.longestLine) bytes")
      case .stopped: return .stopped
      case .end:
        begin()
        return .ended
      }
    }
    return .ended
  }

  private func nextLine() throws(Errno) -> LineInput.Next {
    try intake.withLock { intake throws(Errno) in
      let next = try intake.input.next()
      if case .line(let line) = next { intake.line = line }
      return next
    }
  }

  /// Takes a line; false when it is to stop before, and the line stays.
  private func receive(_ line: [UInt8]) -> Bool {
    do throws(TextError) {
      if line.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) {
        switch try Message(line: line) {
        case .cancel(let id):
          begin()
          cancel(id)
        case .request(let request):
          guard takePlace() else { return false }
          add(request, line)
          return true
        }
      }
    } catch {
      complain(error.reason)
    }
    intake.withLock { $0.endLine() }
    return true
  }

  private func add(_ request: Request, _ line: [UInt8]) {
    intake.withLock { $0.id = request.id }
    let answer = RequestContext(to: request, line: line, on: output)
    intake.withLock { intake in
      intake.arrived.append(answer)
      intake.endLine()
    }
  }

  /// Waits until there is a place for one more request; false when it is to stop.
  private func takePlace() -> Bool {
    if places.wait(timeout: .now()) == .success { return true }
    begin()
    while places.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if state.withLock({ $0.isStopping }) { return false }
    }
    return true
  }

  /// Says that a line could not be understood.
  func complain(_ reason: String) {
    var json = JSONWriter(.compact, capacity: 256)
    json.problem(nil, Response.Problem(code: "malformed", message: reason))
    try? output.send(&json)
  }

  /// Lets work begin on what has arrived.
  private func begin() {
    let arrived = intake.withLock { intake in
      defer { intake.arrived.removeAll(keepingCapacity: true) }
      return intake.arrived
    }
    guard !arrived.isEmpty else { return }
    let doubles = state.withLock { state in arrived.filter { !state.add($0) } }
    for _ in doubles {
      places.signal()
      complain("the id of a request is that of another, which is not done")
    }
    startNext()
  }

  // MARK: Stopping

  private func cancel(_ id: RequestID) {
    // One that is done already needs nothing.
    guard let answer = state.withLock({ $0.open[id] }) else { return }
    answer.cancel()
    if state.withLock({ $0.removeWaiting(answer) }) { end(answer) }
  }

  private func cancelAll() {
    for id in state.withLock({ Array($0.open.keys) }) { cancel(id) }
  }

  /// Ends the answer to a request that is not being processed.
  private func end(_ answer: RequestContext) {
    var lines = JSONWriter(.compact, capacity: 64)
    free(answer)
    lines.done(answer.request.id, RequestContext.stopped)
    try? output.send(&lines)
    places.signal()
  }

  // MARK: Work

  private func startNext() {
    while let (answers, worker) = state.withLock({ $0.next() }) {
      let task = Task(executorPreference: worker.thread) { self.work(on: answers, worker) }
      // The task of short ones goes on with others, and is not stopped.
      if let answer = answers.first, answer.dump == nil { answer.begin(task) }
    }
  }

  /// Works on requests; after short ones, on others that wait, which costs less than a task for
  /// each.
  private func work(on first: [RequestContext], _ worker: ServeWorker) {
    var lines = JSONWriter(.compact)
    var forms = worker.takeForms()
    var answers = first
    while true {
      for (index, answer) in answers.enumerated() {
        run(answer, &lines, &forms) { lines in
          try? output.send(&lines) { worker.sentPart(of: index) }
        }
      }
      try? output.send(&lines) { worker.end() }
      for _ in answers { places.signal() }
      let next = state.withLock { state in
        let next = state.nextShort(after: answers)
        if next.isEmpty {
          worker.keep(forms)
          state.idle.append(worker)
        } else {
          worker.begin(next)
        }
        return next
      }
      guard !next.isEmpty else { break }
      answers = next
    }
    if state.withLock({ $0.isEnding }) { watch.wake() }
    startNext()
  }

  private func run(
    _ answer: RequestContext, _ lines: inout JSONWriter, _ forms: inout DocumentJSON,
    sendPart: (inout JSONWriter) -> Void
  ) {
    TrapWatch.begin(answer.number)
    let status =
      answer.isCancelled
      ? RequestContext.stopped : status(of: answer, &lines, &forms, sendPart: sendPart)
    free(answer)
    lines.done(answer.request.id, answer.isCancelled ? RequestContext.stopped : status)
  }

  private func status(
    of request: RequestContext, _ lines: inout JSONWriter, _ forms: inout DocumentJSON,
    sendPart: (inout JSONWriter) -> Void
  ) -> Int32 {
    #if DEBUG
      request.trapWhereWanted()
    #endif
    let environment = environment.answering(request)
    guard let dump = request.dump else { return command(request, environment) }
    return request.run(dump, in: environment, &lines, &forms, sendPart: sendPart)
  }

  /// Frees the id of a request, before anybody reads that it is done.
  private func free(_ answer: RequestContext) {
    state.withLock { $0.open[answer.request.id] = nil }
  }
}
