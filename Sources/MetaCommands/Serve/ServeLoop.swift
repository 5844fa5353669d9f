internal import Dispatch
internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The implementation of `metatool serve`, which answers requests, one JSON line each, until
/// standard input ends; `docs/serve.md` describes the protocol.
///
/// One thread reads requests, the workers (``ServeWorker``) answer them, and the first thread
/// supervises. `metatool-foreign` runs the same loop as a helper.
final class ServeLoop: Sendable {
  /// The command-line options for `serve`.
  struct Options: Equatable {
    /// The number of requests processed in parallel; if nil, four or the number of processors,
    /// whichever is larger.
    var workers: Int?
    /// Whether the end of standard input stops requests in progress.
    var stopsAtEnd = false

    /// The allowed numbers of workers; each has its own thread.
    static let workerCounts = 1...1024
  }

  /// The input that has not been passed to workers: unread bytes, the line in progress, and
  /// requests that wait to be started together.
  struct RequestIntake: ~Copyable, Sendable {
    var input: LineInput
    /// The line that is being read.
    var line: [UInt8]?
    /// The id in the line, once known.
    var id: RequestID?
    var arrived: [RequestContext] = []

    /// Clears the line after it was processed.
    mutating func endLine() { (line, id) = (nil, nil) }
  }

  /// The reason why the thread that reads requests has ended.
  enum ReadingEnd: Sendable {
    /// Standard input or standard output was closed.
    case ended
    case failed(Errno)
    /// Reading was stopped because of a trap.
    case stopped
  }

  let state: Mutex<ServeState>
  let intake: Mutex<RequestIntake>
  let streams: (input: FileDescriptor, output: FileDescriptor)
  let output: LineOutput
  /// The environment of the program.
  let environment: Environment
  /// Runs the command in a request that is not a plain dump, and returns its exit code.
  private let command: Command
  let watch: TrapWatch
  let stop: StopFlag
  /// Limits the number of pending requests; the reader waits for a free slot.
  private let places = DispatchSemaphore(value: ServeLoop.most)

  /// The maximum number of requests that are waiting or in progress; other requests remain in the
  /// client's pipe.
  private static let most = 1024
  /// The maximum number of requests that are started and answered together, because locks, thread
  /// wake-ups and system calls take as long as a short request.
  static let several = 16
  /// The maximum length of a line in bytes; a longer line is skipped and reported.
  static let longestLine = 16 << 20

  /// Runs the command in a request and returns its exit code; `Program` supplies this function,
  /// because verbs are in a higher layer.
  typealias Command = @Sendable (RequestContext, Environment) -> Int32

  private init(
    workers: Int, _ environment: Environment, _ command: @escaping Command
  ) throws(Errno) {
    self.environment = environment
    self.command = command
    streams = try StandardStreams.takeOver()
    output = LineOutput(streams.output)
    stop = try StopFlag()
    // C libraries in the helper must not continue after a trap.
    let isWatched = environment.backend == nil && TrapWatch.isPossible
    watch = try TrapWatch(patience: isWatched ? ServeLoop.restartPatience : nil)
    let handedOver = [ProcessRestart.takeOver()].compactMap(\.self)
    let input = LineInput(handedOver + [streams.input], limit: ServeLoop.longestLine, stop: stop)
    intake = Mutex(RequestIntake(input: input))
    state = Mutex(ServeState(workers: max(1, workers)))
  }

  /// Answers requests on standard input until it ends; `command` runs requests that are not plain
  /// dumps.
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

  /// Waits until all requests are answered, and restarts the program after a trap.
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
      // Requests that do not stop in time end with the process.
      if let deadline, deadline <= .now { ProcessEnd.exit(ExitStatus.ioError.rawValue) }
    }
  }

  /// Ends quietly if standard output was closed, in case SIGPIPE does not end the process.
  private func endOfOutput() throws(Failure) {
    if let error = output.error, error != .brokenPipe {
      throw Failure(.ioError, "io", "standard output: \(error)")
    }
  }

  // MARK: Input

  /// The number that denotes the reader in ``TrapWatch``; requests are numbered from 1.
  static let reading = UInt64.max - 1

  /// The loop of the thread that reads requests.
  private func read() {
    TrapWatch.begin(ServeLoop.reading)
    let end = readLines()
    // Requests that have not been started release their slots.
    for _ in 0..<intake.withLock({ $0.arrived.count }) { places.signal() }
    state.withLock { $0.readingEnd = end }
    watch.wake()
  }

  /// Reads lines until the end, and starts the requests in groups: when enough have arrived, or
  /// when no other line has arrived yet.
  private func readLines() -> ReadingEnd {
    while !output.isBroken {
      if intake.withLock({ $0.arrived.count >= ServeLoop.several || !$0.input.hasLine }) {
        begin()
      }
      let next: LineInput.LineResult
      do throws(Errno) { next = try nextLine() } catch { return .failed(error) }
      switch next {
      case .line(let line): if !receive(line) { return .stopped }
      case .tooLong: complain("a line exceeds \(ServeLoop.longestLine) bytes")
      case .stopped: return .stopped
      case .end:
        begin()
        return .ended
      }
    }
    return .ended
  }

  /// Returns the next line, and keeps it for a restart until it has been processed.
  private func nextLine() throws(Errno) -> LineInput.LineResult {
    try intake.withLock { intake throws(Errno) in
      let next = try intake.input.next()
      if case .line(let line) = next { intake.line = line }
      return next
    }
  }

  /// Processes a line; returns false, and keeps the line, if reading must stop first.
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

  /// Adds a request to the requests that are started next.
  private func add(_ request: Request, _ line: [UInt8]) {
    intake.withLock { $0.id = request.id }
    let answer = RequestContext(to: request, line: line, on: output)
    intake.withLock { intake in
      intake.arrived.append(answer)
      intake.endLine()
    }
  }

  /// Waits for a free slot; returns false if reading must stop.
  private func takePlace() -> Bool {
    if places.wait(timeout: .now()) == .success { return true }
    begin()
    while places.wait(timeout: .now() + .milliseconds(100)) == .timedOut {
      if state.withLock({ $0.isStopping }) { return false }
    }
    return true
  }

  /// Reports an invalid line or a duplicate id, without the id of a request.
  func complain(_ reason: String) {
    var json = JSONWriter(.compact, capacity: 256)
    json.problem(nil, Response.Problem(code: "malformed", message: reason))
    try? output.send(&json)
  }

  /// Starts the requests that have arrived.
  private func begin() {
    let arrived = intake.withLock { intake in
      defer { intake.arrived.removeAll(keepingCapacity: true) }
      return intake.arrived
    }
    guard !arrived.isEmpty else { return }
    let doubles = state.withLock { state in arrived.filter { !state.add($0) } }
    for _ in doubles {
      places.signal()
      complain("another unfinished request has the same id")
    }
    startNext()
  }

  // MARK: Stopping

  /// Cancels a request; a request that has not been started ends immediately.
  private func cancel(_ id: RequestID) {
    // Completed requests need no cancellation.
    guard let answer = state.withLock({ $0.open[id] }) else { return }
    answer.cancel()
    if state.withLock({ $0.removeWaiting(answer) }) { end(answer) }
  }

  private func cancelAll() {
    for id in state.withLock({ Array($0.open.keys) }) { cancel(id) }
  }

  /// Completes the answer of a request that is not being processed.
  private func end(_ answer: RequestContext) {
    var lines = JSONWriter(.compact, capacity: 64)
    free(answer)
    lines.done(answer.request.id, RequestContext.stopped)
    try? output.send(&lines)
    places.signal()
  }

  // MARK: Work

  /// Gives waiting requests to idle workers, each as a task on the thread of the worker.
  private func startNext() {
    while let (answers, worker) = state.withLock({ $0.next() }) {
      let task = Task(executorPreference: worker.thread) { self.work(on: answers, worker) }
      // The task for short requests continues with other requests, so it is not cancelled.
      if let answer = answers.first, answer.dump == nil { answer.begin(task) }
    }
  }

  /// Processes requests; after short requests, it continues with waiting requests, which costs less
  /// than a separate task for each.
  private func work(on first: [RequestContext], _ worker: ServeWorker) {
    var lines = JSONWriter(.compact)
    var forms = worker.takeFormatter()
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
          worker.storeFormatter(forms)
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

  /// Answers one request, and appends the last line of the answer.
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

  /// Runs the command in a request and returns its exit code; plain dumps need no argument parser.
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

  /// Releases the id of a request before the client sees that it is done.
  private func free(_ answer: RequestContext) {
    state.withLock { $0.open[answer.request.id] = nil }
  }
}
