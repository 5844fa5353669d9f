internal import MetaCore
internal import Synchronization
internal import SystemPackage

/// What happens when a thread traps over a request: it stands still, the requests that are being worked on are answered to their end, and the
/// program is started anew with those that nobody has begun.
extension ServeLoop {
  /// How long the others may take, because what the thread holds may be what they wait for.
  private static let drainTime = Duration.seconds(60)
  /// When the process ends because even the restart hangs, in seconds after the trap.
  static let restartPatience: UInt32 = 75

  /// Starts the program anew.
  ///
  /// - Returns: Why it cannot be started.
  /// - Throws: `Errno` when there is no memory for what it is to be told.
  func restart(after trap: TrapWatch.Trap) throws(Errno) -> Errno {
    state.withLock { $0.isStopping = true }
    stop.raise()
    let traps = drain(after: trap)
    let handover = try ProcessRestart.Handover()
    var lines = JSONWriter(.compact)
    let repeated = output.sendLast(&lines) { lines in close(traps, &lines) }
    ForeignHelper.shared.end()
    for answer in repeated + state.withLock({ $0.waiting }) { try hand(answer.line, to: handover) }
    try handOverIntake(to: handover, isReaderLost: traps.contains { $0.work == ServeLoop.reading })
    return ProcessRestart.run(handover, input: streams.input, output: streams.output)
  }

  /// Waits until everybody else is done, and says who trapped.
  private func drain(after first: TrapWatch.Trap) -> [TrapWatch.Trap] {
    let deadline = ContinuousClock.now + ServeLoop.drainTime
    var traps = [first]
    while !traps.contains(where: \.mayBeDamaged), !isDrained(traps), .now < deadline {
      if case .trap(let trap) = watch.next(within: deadline - .now) { traps.append(trap) }
    }
    return traps
  }

  private func isDrained(_ traps: [TrapWatch.Trap]) -> Bool {
    let (busy, isReading) = state.withLock { ($0.busy, $0.readingEnd == nil) }
    if isReading, !traps.contains(where: { $0.work == ServeLoop.reading }) { return false }
    return busy.allSatisfy { worker in
      let answers = worker.turn.answers
      return traps.contains { trap in answers.contains { $0.number == trap.work } }
    }
  }

  /// Answers what is lost, and says what is to be answered once more.
  private func close(_ traps: [TrapWatch.Trap], _ lines: inout JSONWriter) -> [Answer] {
    var repeated: [Answer] = []
    for worker in state.withLock({ $0.busy }) {
      let turn = worker.turn
      let lost = turn.answers.first { answer in traps.contains { $0.work == answer.number } }
      repeated += turn.repeatable(without: lost)
      for answer in turn.spoiled(by: lost) {
        let signal = traps.first { $0.work == answer.number }?.signal
        lines.problem(answer.request.id, ServeLoop.problem(signal))
        lines.done(answer.request.id, ExitStatus.dataError.rawValue)
      }
    }
    if let trap = traps.first(where: { $0.work == ServeLoop.reading }) {
      lines.problem(nil, ServeLoop.problem(trap.signal))
    }
    return repeated
  }

  private static func problem(_ signal: Int32?) -> Response.Problem {
    let reason =
      signal.map { "metatool failed on this request (signal \($0))" }
      ?? "metatool failed on another request, and this one did not end in time"
    return Response.Problem(
      code: "crashed", message: "\(reason); a file that it was changing is the old or the new one")
  }

  // MARK: Handing over

  private func hand(_ line: [UInt8], to handover: ProcessRestart.Handover) throws(Errno) {
    try handover.write(line + [0x0A])
  }

  private func handOverIntake(
    to handover: ProcessRestart.Handover, isReaderLost: Bool
  ) throws(Errno) {
    try intake.withLock { intake throws(Errno) in
      for answer in intake.arrived { try hand(answer.line, to: handover) }
      if let line = intake.line, !isReaderLost { try hand(line, to: handover) }
      try handover.write(intake.input.unread)
    }
  }
}
