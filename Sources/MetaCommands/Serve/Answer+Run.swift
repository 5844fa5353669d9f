internal import ArgumentParser
internal import MetaCore

extension Answer {
  /// So many files are dumped without a batch, and nothing long goes before them.
  private static let few = 16

  /// The short way: a dump of few files, which needs no parser of arguments and hardly any time.
  static func dump(of request: Request) -> DumpJob? {
    guard request.verb == "dump", request.arguments.count <= 2 * few,
      let dump = PlainDump.match(request.words), dump.inputs.paths.count <= few,
      dump.format == .json || dump.format == .ndjson,
      !dump.inputs.isRecursive, dump.inputs.listFile == nil,
      !dump.inputs.paths.contains(where: { $0.isStandardInput || $0.isPattern })
    else { return nil }
    return dump
  }

  /// Whether it is done as soon as it is begun: a dump of few files that are here, and that no other process has to read.
  static func isQuick(_ dump: DumpJob?) -> Bool {
    guard let dump else { return false }
    return dump.inputs.paths.allSatisfy { path in
      guard !path.isAddress else { return false }
      let name = path.text.split(separator: ".").last.map { $0.lowercased() } ?? ""
      return !ForeignKinds.extensions.contains(name)
    }
  }

  /// Does what was asked for.
  ///
  /// `lines` takes what stands at the end of the answer and was not sent, and `sendPart` sends what is too much to keep; `forms` keeps from one
  /// request to the next what is the same in them.
  ///
  /// - Returns: The exit code that the command line would have had.
  func run(
    _ lines: inout JSONWriter, _ forms: inout DocumentJSON,
    sendPart: (inout JSONWriter) -> Void
  ) -> Int32 {
    #if DEBUG
      trapWhereWanted()
    #endif
    if let dump {
      if dump.binary == forms.binary { return run(dump, &lines, &forms, sendPart) }
      var own = DocumentJSON(binary: dump.binary)
      return run(dump, &lines, &own, sendPart)
    }
    return Answer.$current.withValue(self) { runCommand(&lines) }
  }

  private func run(
    _ dump: DumpJob, _ lines: inout JSONWriter, _ document: inout DocumentJSON,
    _ sendPart: (inout JSONWriter) -> Void
  ) -> Int32 {
    let reader = FileReader(options: dump.options) { self.warn($0) }
    var failures: [Failure] = []
    for path in dump.inputs.paths where !isCancelled {
      let result = reader.read(path)
      lines.response(request.id, "result") { document.write(result, at: path, to: &$0) }
      if case .failure(let failure) = result {
        failures.append(failure)
        lines.problem(request.id, Response.Problem(failure, at: path))
      }
      if lines.count >= Answer.piece { sendPart(&lines) }
    }
    let files = FileList(dump.inputs.paths)
    return ExitStatus(of: failures, inputs: dump.inputs, files: files).rawValue
  }

  private static let piece = 1 << 16

  private func runCommand(_ lines: inout JSONWriter) -> Int32 {
    let recovery = CutOffEdit.endBatches()
    do {
      try runVerb(recovery)
      return ExitStatus.done.rawValue
    } catch let failure as Failure {
      lines.problem(request.id, Response.Problem(failure))
      return failure.status.rawValue
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      let code = Root.exitCode(for: error).rawValue
      if code == ExitStatus.done.rawValue {
        // Help, for example.
        lines.response(request.id, "result") { $0.string(Root.fullMessage(for: error) + "\n") }
      } else {
        let problem = Response.Problem(code: "usage", message: Root.message(for: error))
        lines.problem(request.id, problem)
      }
      return code
    }
  }

  private func runVerb(_ recovery: ExitStatus) throws {
    if let backend = Backend.installed, try runForeign(backend) { return }
    let words = request.words
    if let match = PlainSet.match(words) {
      expect(match.job.write.printsJSON ? .files : .text)
      return try end(match.run())
    }
    guard Answer.verbs.contains(request.verb) else {
      let hint = MistypedVerb.suggestion(for: request.verb).map { "; did you mean \($0)?" } ?? ""
      throw Failure(
        .usage, "usage", "“\(request.verb)” is no verb that can be asked for\(hint)")
    }
    try MistypedVerb.check(words)
    var command = try Root.parseAsRoot(words)
    expect(ResultForm(of: command))
    try command.run()
    if command is Recover { try end(recovery) }
  }

  #if DEBUG
    private static let unwanted = ProcessFacts.text("METATOOL_TEST_TRAP")

    /// Traps over requests with the argument that a test has named, and aborts over those that double it.
    private func trapWhereWanted() {
      guard let unwanted = Answer.unwanted else { return }
      precondition(!request.arguments.contains(unwanted), "as the test wants it")
      if request.arguments.contains(unwanted + unwanted) { ProcessEnd.abort() }
    }
  #endif

  /// What can be asked for: all but `serve`.
  static let verbs = Set(Root.configuration.subcommands.map { $0._commandName } + ["help"])
    .subtracting([Serve._commandName])
}

extension Response.Problem {
  /// A failure, and the file that it is about.
  init(_ failure: Failure, at path: InputPath? = nil) {
    self.init(code: failure.code, message: failure.message, path: path?.display)
  }
}
