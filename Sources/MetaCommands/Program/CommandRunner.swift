internal import ArgumentParser
internal import MetaCore
internal import MetaSystem

/// Runs one command line, from the program or from a `serve` request: recovers interrupted work,
/// takes a shortcut or parses the words, chooses the process, and reports failures.
struct CommandRunner {
  let environment: Environment

  /// Runs the command and reports failures; `check` may refuse the parsed command.
  ///
  /// - Returns: The exit code.
  func run(checking check: ((any Verb) throws -> Void)? = nil) -> Int32 {
    let recovery = InterruptedWork.endBatches(in: environment)
    do {
      // A shortcut has no parsed verb that `check` could examine.
      let isDone = check == nil ? try runShortcut() : false
      if !isDone { try runParsed(recovery, check) }
      return ExitStatus.done.rawValue
    } catch let failure as Failure {
      environment.fail(failure)
      return failure.status.rawValue
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      return report(error)
    }
  }

  /// Runs common forms of the fast verbs without the argument parser; returns false for everything
  /// else.
  private func runShortcut() throws -> Bool {
    if let job = DumpShortcut.match(environment.words, settings: environment.settingsOrWarning) {
      try end(job.run(in: environment))
    } else if let match = SetShortcut.match(environment) {
      try end(match.run(in: environment))
    } else if let job = ExportShortcut.match(environment) {
      try Export.run(job, in: environment)
    } else if environment.request == nil, let options = ServeShortcut.match(environment.words) {
      try ServeLoop.run(options, in: environment, RequestRunner.run)
    } else {
      return false
    }
    return true
  }

  /// Parses the words and runs the verb in this process, or the whole command in the helper.
  private func runParsed(_ recovery: ExitStatus, _ check: ((any Verb) throws -> Void)?) throws {
    if let topic = HelpTopic(environment.words) { return environment.sink.help(topic.text) }
    try MistypedVerb.check(environment.words)
    var command = try Root.parseAsRoot(environment.words)
    guard let verb = command as? any Verb else { return try command.run() }
    try check?(verb)
    if environment.backend == nil, let verb = verb as? any CodecVerb,
      let needs = verb.helperNeeds(in: environment)
    {
      guard verb.endsInOrder else { return try runInHelper(verb.helperFiles, needs) }
      return try Interruptions.handling { try runInHelper(verb.helperFiles, needs) }
    }
    try verb.run(in: environment.trusting(verb.caFile))
    // Interrupted transactions have already been rolled back; for `recover`, this is part of the
    // result.
    if verb is Recover { try end(recovery) }
  }

  /// Runs the whole command in the helper with the standard streams of this process, or, for a
  /// request, relays its results.
  ///
  /// If there are several files, a file that crashes the helper fails, and another helper continues
  /// with the next file.
  private func runInHelper(_ files: [InputPath], _ needs: HelperNeeds) throws {
    guard environment.request == nil else {
      let progress = ProgressLine(of: 100, on: environment.sink, unit: "%")
      let status = try environment.helper.run(
        environment.words, in: needs.program, because: needs.reason, for: environment, progress)
      if status != ExitStatus.done.rawValue { throw ExitCode(status) }
      return
    }
    var (done, isLost) = (0, false)
    repeat {
      let run = try environment.helper.runAttached(
        environment.words, in: needs.program, skipped: done, memory: needs.memory,
        because: needs.reason)
      switch run.result {
      case .success(let status) where status == ExitStatus.done.rawValue: done = files.count
      case .success(let status): throw ExitCode(isLost ? ExitStatus.partly.rawValue : status)
      case .failure(let failure):
        done += run.files
        guard files.count > 1, files.indices.contains(done) else { throw failure }
        environment.fail(failure, at: files[done])
        done += 1
        isLost = true
      }
    } while done < files.count
    try end(isLost ? .partly : .done)
  }

  /// Reports what the parser has thrown: help, the version, a completion script, or an invalid
  /// command line.
  private func report(_ error: any Error) -> Int32 {
    let code = Root.exitCode(for: error)
    let text = Root.fullMessage(for: error)
    if !code.isSuccess {
      let message = Root.message(for: error)
      let clearer = ForeignOption.message(message)
      environment.sink.usage(
        clearer ?? message, full: clearer.map { text.replacing(message, with: $0) } ?? text)
    } else if environment.words.contains(where: { $0.hasPrefix("--generate-completion-script") }) {
      environment.sink.help(CompletionScript.withFiles(text))
    } else {
      environment.sink.help(text)
    }
    return code.rawValue
  }
}

/// Runs the commands of `serve` requests other than plain dumps: verbs of the command line and, in
/// the helper, ``HelperRequests``.
enum RequestRunner {
  /// Runs the command in a request.
  ///
  /// - Returns: The exit code.
  @Sendable static func run(_ context: RequestContext, in environment: Environment) -> Int32 {
    do {
      if let backend = environment.backend,
        let status = try HelperRequests(
          context: context, environment: environment, backend: backend
        ).run()
      {
        return status
      }
      try check(context.request.verb)
    } catch {
      let failure = error as? Failure ?? Failure(.ioError, "io", "\(error)")
      environment.fail(failure)
      return failure.status.rawValue
    }
    return CommandRunner(environment: environment).run()
  }

  /// The verbs that can be requested: all but `serve`, and `edit`, which requires a terminal.
  static let verbs = Set(Root.configuration.subcommands.map { $0._commandName } + ["help"])
    .subtracting([Serve._commandName, EditFields._commandName])

  /// Throws if a verb cannot be requested.
  private static func check(_ verb: String) throws(Failure) {
    guard !verbs.contains(verb) else { return }
    let meant = MistypedVerb.suggestion(for: verb).flatMap { $0 == verb ? nil : $0 }
    let hint = meant.map { "; did you mean \($0)?" } ?? ""
    throw Failure(.usage, "usage", "“\(verb)” is not a verb that can be requested\(hint)")
  }
}
