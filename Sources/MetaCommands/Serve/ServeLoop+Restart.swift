internal import MetaCore
internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The handling of a trap in a request, such as an integer overflow: the thread that trapped stops,
/// the other current requests are completed, and the program is restarted in the same process with
/// the requests that have not been started.
extension ServeLoop {
  /// The time limit for other requests, which may wait for something that the trapped thread holds.
  private static let drainTime = Duration.seconds(60)
  /// The time, in seconds, after the trap at which the process ends if even the restart hangs.
  static let restartPatience: UInt32 = 75
  /// The time, in seconds, that the restart may take once all answers are sent.
  private static let endPatience: UInt32 = 15

  /// The time limit for the reader if memory may be corrupted.
  private static let readerTime = Duration.seconds(2)

  /// Restarts the program after a trap; if that succeeds, it does not return.
  ///
  /// - Returns: The reason why it cannot be restarted.
  func restart(after trap: TrapWatch.Trap) -> Failure {
    state.withLock { $0.isStopping = true }
    stop.raise()
    // Created first: if this fails, the waiting requests are answered with an error instead.
    let handoverFile = Result { () throws(Errno) in try ProcessRestart.HandoverFile() }
    let traps = drain(after: trap)
    // A client may be reading slowly.
    TrapWatch.setPatience(nil)
    var lines = JSONWriter(.compact)
    let repeated = output.sendLast(&lines) { lines in
      let repeated = close(traps, &lines)
      if case .failure = handoverFile {
        for answer in repeated + notBegun { end(answer, nil, &lines) }
      }
      return repeated
    }
    TrapWatch.setPatience(ServeLoop.endPatience)
    environment.helper.end()
    do throws(Errno) {
      let handover = try handoverFile.get()
      for answer in repeated + notBegun { try hand(answer.line, to: handover) }
      let isReaderLost = traps.contains { $0.work == ServeLoop.reading }
      try handOverInput(to: handover, isReaderLost: isReaderLost)
      throw ProcessRestart.run(handover, input: streams.input, output: streams.output)
    } catch {
      return Failure(.ioError, "io", "metatool cannot be restarted: \(error)")
    }
  }

  private var notBegun: [RequestContext] {
    state.withLock { $0.waiting } + intake.withLock { $0.arrived }
  }

  /// Waits until all other threads are done or the time limit is reached, and returns the traps.
  private func drain(after first: TrapWatch.Trap) -> [TrapWatch.Trap] {
    let start = ContinuousClock.now
    var traps = [first]
    while !isDrained(traps) {
      let isDamaged = traps.contains(where: \.mayBeDamaged)
      let end = start + (isDamaged ? ServeLoop.readerTime : ServeLoop.drainTime)
      guard end > .now else { break }
      if case .trap(let trap) = watch.next(within: end - .now) { traps.append(trap) }
    }
    return traps
  }

  /// Returns whether all threads are done except the threads that trapped.
  private func isDrained(_ traps: [TrapWatch.Trap]) -> Bool {
    let (busy, isReading) = state.withLock { ($0.busy, $0.readingEnd == nil) }
    if isReading, !traps.contains(where: { $0.work == ServeLoop.reading }) { return false }
    // The program does not wait for other requests if memory may be corrupted.
    if traps.contains(where: \.mayBeDamaged) { return true }
    return busy.allSatisfy { worker in
      let answers = worker.currentGroup.answers
      return traps.contains { trap in answers.contains { $0.number == trap.work } }
    }
  }

  /// Answers the requests that are lost, and returns the requests to be repeated.
  private func close(_ traps: [TrapWatch.Trap], _ lines: inout JSONWriter) -> [RequestContext] {
    var repeated: [RequestContext] = []
    for worker in state.withLock({ $0.busy }) {
      let turn = worker.currentGroup
      let trapped = turn.answers.first { answer in traps.contains { $0.work == answer.number } }
      for answer in turn.repeatable(without: trapped) {
        if answer.isCancelled {
          lines.done(answer.request.id, RequestContext.stopped)
        } else {
          repeated.append(answer)
        }
      }
      for answer in turn.unanswerable(by: trapped) {
        end(answer, traps.first { $0.work == answer.number }?.signal, &lines)
      }
    }
    if let trap = traps.first(where: { $0.work == ServeLoop.reading }) {
      let id = intake.withLock { $0.id }
      lines.problem(id, ServeLoop.problem(trap.signal))
      if let id { lines.done(id, ExitStatus.dataError.rawValue) }
    }
    return repeated
  }

  /// Answers a lost request with an error; `signal` is nil if it did not trap itself.
  private func end(_ answer: RequestContext, _ signal: Int32?, _ lines: inout JSONWriter) {
    lines.problem(answer.request.id, ServeLoop.problem(signal))
    lines.done(answer.request.id, ExitStatus.dataError.rawValue)
  }

  private static func problem(_ signal: Int32?) -> Response.Problem {
    let reason =
      signal.map { "metatool crashed on this request (signal \($0))" }
      ?? "metatool crashed on another request, and this one could not be completed"
    return Response.Problem(
      code: "crashed",
      message: "\(reason); a file that was being changed has either its old or its new contents")
  }

  // MARK: Handing over

  /// Passes the line of a request to the restarted program.
  private func hand(_ line: [UInt8], to handover: ProcessRestart.HandoverFile) throws(Errno) {
    try handover.write(line + [0x0A])
  }

  /// Passes the bytes that were read from standard input but not processed to the restarted
  /// program.
  private func handOverInput(
    to handover: ProcessRestart.HandoverFile, isReaderLost: Bool
  ) throws(Errno) {
    try intake.withLock { intake throws(Errno) in
      if let line = intake.line, !isReaderLost { try hand(line, to: handover) }
      try handover.write(intake.input.unread)
    }
  }
}
