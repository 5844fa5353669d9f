internal import MetaCore
internal import MetaSystem

extension RequestContext {
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

  /// Whether it is done as soon as it is begun: a dump of few files that are here, and that no
  /// other process has to read.
  static func isQuick(_ dump: DumpJob?) -> Bool {
    guard let dump else { return false }
    return dump.inputs.paths.allSatisfy { path in
      guard !path.isAddress else { return false }
      guard let dot = path.text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
      return !ForeignKinds.extensions.contains(path.text[dot...].dropFirst().lowercased())
    }
  }

  /// Runs a dump.
  ///
  /// `lines` takes the end of the answer, and `sendPart` sends what is too much to keep; `forms`
  /// keeps what is the same from one request to the next.
  ///
  /// - Returns: The exit code that the command line would have.
  func run(
    _ dump: DumpJob, in environment: Environment, _ lines: inout JSONWriter,
    _ forms: inout DocumentJSON, sendPart: (inout JSONWriter) -> Void
  ) -> Int32 {
    if dump.binary == forms.binary { return write(dump, environment, &lines, &forms, sendPart) }
    var own = DocumentJSON(binary: dump.binary)
    return write(dump, environment, &lines, &own, sendPart)
  }

  private func write(
    _ dump: DumpJob, _ environment: Environment, _ lines: inout JSONWriter,
    _ document: inout DocumentJSON, _ sendPart: (inout JSONWriter) -> Void
  ) -> Int32 {
    let reader = FileReader(in: environment, options: dump.options)
    var failures: [Failure] = []
    for path in dump.inputs.paths where !isCancelled {
      let result = reader.read(path)
      lines.response(request.id, "result") { document.write(result, at: path, to: &$0) }
      if case .failure(let failure) = result {
        failures.append(failure)
        lines.problem(request.id, Response.Problem(failure, at: path))
      }
      if lines.count >= RequestContext.piece { sendPart(&lines) }
    }
    let files = FileList(dump.inputs.paths)
    return ExitStatus(of: failures, inputs: dump.inputs, files: files).rawValue
  }

  private static let piece = 1 << 16

  #if DEBUG
    private static let unwanted = ProcessFacts.text("METATOOL_TEST_TRAP")

    /// Traps over requests with the argument that a test has named, and aborts over those that
    /// double it.
    func trapWhereWanted() {
      guard let unwanted = RequestContext.unwanted else { return }
      precondition(!request.arguments.contains(unwanted), "as the test wants it")
      if request.arguments.contains(unwanted + unwanted) { ProcessEnd.abort() }
    }
  #endif
}

extension Environment {
  /// The environment of the command that answers a request.
  func answering(
    _ context: RequestContext, sink: (any ResultSink)? = nil, words: [String]? = nil
  ) -> Environment {
    Environment(
      sink: sink ?? context, words: words ?? context.request.words, backend: backend,
      helper: helper, request: context, caFile: caFile)
  }
}
