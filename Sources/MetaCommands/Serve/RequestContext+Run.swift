internal import MetaCore
internal import MetaSystem

extension RequestContext {
  /// The maximum number of files that are dumped without a batch.
  private static let few = 16

  /// Returns the job for a simple dump of a few files, which requires no argument parser and little
  /// time, or nil for any other request.
  static func dump(of request: Request) -> DumpJob? {
    guard request.verb == "dump", request.arguments.count <= 2 * few,
      let dump = DumpShortcut.match(request.words), dump.inputs.paths.count <= few,
      dump.format == .json || dump.format == .ndjson,
      !dump.inputs.isRecursive, dump.inputs.listFile == nil,
      !dump.inputs.paths.contains(where: { $0.isStandardInput || $0.isPattern })
    else { return nil }
    return dump
  }

  /// Returns whether a dump completes almost immediately: a few local files that no other process
  /// has to read.
  static func isQuick(_ dump: DumpJob?) -> Bool {
    guard let dump else { return false }
    return dump.inputs.paths.allSatisfy { path in
      guard !path.isAddress else { return false }
      guard let dot = path.text.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
      return !UnsupportedFormats.extensions.contains(path.text[dot...].dropFirst().lowercased())
    }
  }

  /// Runs a dump.
  ///
  /// `lines` receives the end of the answer, `sendPart` sends buffered parts that become too large,
  /// and `forms` keeps formatted prefixes from one request to the next.
  ///
  /// - Returns: The exit code of the command line.
  func run(
    _ dump: DumpJob, in environment: Environment, _ lines: inout JSONWriter,
    _ forms: inout DocumentJSON, sendPart: (inout JSONWriter) -> Void
  ) -> Int32 {
    if dump.binary == forms.binary { return write(dump, environment, &lines, &forms, sendPart) }
    var document = DocumentJSON(binary: dump.binary)
    return write(dump, environment, &lines, &document, sendPart)
  }

  /// Dumps the files, each as one line of the answer; a line with the error follows if the file
  /// failed.
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

  /// The size, in bytes, at which the buffered lines of an answer are sent before it is complete.
  private static let piece = 1 << 16

  #if DEBUG
    private static let unwanted = ProcessFacts.text("METATOOL_TEST_TRAP")

    /// Traps on requests with the argument set by a test, and aborts on requests with the argument
    /// doubled.
    func trapWhereWanted() {
      guard let unwanted = RequestContext.unwanted else { return }
      precondition(!request.arguments.contains(unwanted), "as the test wants it")
      if request.arguments.contains(unwanted + unwanted) { ProcessEnd.abort() }
    }
  #endif
}

extension Environment {
  /// Returns the environment for the command of a request.
  func answering(
    _ context: RequestContext, sink: (any ResultSink)? = nil, words: [String]? = nil
  ) -> Environment {
    Environment(
      sink: sink ?? context, words: words ?? context.request.words, backend: backend,
      helper: helper, request: context, caFile: caFile)
  }
}
