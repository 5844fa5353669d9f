internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements the verbs that edit metadata in files (`set`, `clear`, `copy`, `apply`, `edit`,
/// `gain`, `art set`, `chapters import` and others), and the repairs of `check`: plans and writes
/// the edits to each file and reports the results.
///
/// Each file is edited on its own, so that a failure does not stop the other edits, except in a
/// transaction. The verb supplies the edits as a function of the file. ``BatchPass`` runs the job
/// over its files, and `FileEditor` writes them.
struct EditJob: Sendable {
  var inputs: FileSelection
  var write: WriteSettings
  /// The number of files edited in parallel, or nil to edit one at a time.
  var jobs: Int?
  /// Whether only failures are reported.
  var isQuiet = false
  var showsProgress = false
  /// Receives the result of each edit; may be called from any thread.
  var observe: (@Sendable (EditReport) -> Void)?
  /// The rows and JSON members that a verb prints about each file in addition to the edit, such as
  /// the loudness for `gain`; if nil, only the edit is reported.
  var reporting: (any EditReporting)?

  /// The settings for writing and reporting edits: the options that all verbs that write have in
  /// common.
  struct WriteSettings: Sendable {
    /// The options for the editor: where the result is written, its layout, undo data, and
    /// permitted losses.
    var options: EditOptions
    /// Whether edits are only planned and reported.
    var isDryRun = false
    /// Whether the media is compared before and after the edit (`--verify`).
    var verifies = false
    /// Whether changed fields are compared with the values that TagLib and libavformat read from
    /// the edited file.
    var asksReaders = false
    /// The encoding of text that files declare as Latin-1.
    var sourceEncoding: SourceEncoding?
    var printsJSON = false
    /// Whether the edit is a transaction, in which either all files are edited or none.
    var isTransaction = false
  }

  /// A function that returns the edits to one file, based on its metadata before the edit.
  typealias Edits = @Sendable (EditInput) throws(MetaError) -> [MetadataEdit]

  /// Edits all files with the same edits; returns the exit status.
  func run(
    in environment: Environment, _ edits: @escaping Edits
  ) throws(Failure) -> ExitStatus {
    try run(in: environment, each: { _ in edits })
  }

  /// Edits each file with its own edits; returns the exit status.
  func run(
    in environment: Environment, each edits: @escaping @Sendable (InputPath) -> Edits
  ) throws(Failure) -> ExitStatus {
    let files = try inputs.files(in: environment)
    if write.options.output != .original, files.count != 1 {
      throw Failure(.usage, "usage", "--output requires exactly one file")
    }
    if takesOutput { try environment.checkStandardOutput() }
    if write.asksReaders, !environment.readsForeignFormats {
      throw HelperProgram.foreign.missing(because: ReaderRemark.reason)
    }
    if let reporting, !takesOutput, !write.printsJSON, !isQuiet {
      try environment.print(.text()) { (results) throws(Failure) in
        try results.framed(reporting.header)
      }
    }
    if write.isTransaction, !write.isDryRun {
      return try environment.deferringInterruptions { () throws(Failure) in
        try runTogether(files, edits, environment)
      }
    }
    let pass = BatchPass(self, files, edits, in: environment)
    let failures = try pass.run()
    pass.printTally(isQuiet: isQuiet && failures.isEmpty)
    return ExitStatus(of: failures, inputs: inputs, files: files)
  }

  /// Whether the edited bytes are written to standard output, so that results cannot be written
  /// there.
  var takesOutput: Bool {
    if case .stream = write.options.output { true } else { false }
  }

  /// Edits a file unless it is filtered out; returns whether it was selected.
  func edit(
    _ path: InputPath, _ edits: Edits, _ report: inout EditReport, _ helpers: Helpers
  ) throws(Failure) -> Bool {
    guard helpers.filter.mayTake(path) else { return false }
    let environment = helpers.environment
    let spooled = try path.isStandardInput ? spooledInput(environment) : nil
    let file = spooled?.path ?? path.path
    var editor = FileEditor(path: file, options: write.options)
    editor.spareJournal = helpers.spare
    editor.readForeign = { (path) throws(MetaError) in
      try EditJob.foreignDocument(of: path, environment)
    }
    do throws(MetaError) {
      if path.isKnownClean || spooled != nil {
        editor.isRecovered = true
      } else {
        InterruptedWork.report(try editor.recover(), of: path, helpers.notify)
      }
      let isWanted = try editor.again { (editor) throws(MetaError) in
        try edit(path, by: editor, edits, &report, helpers)
      }
      guard isWanted else { return false }
    } catch {
      throw Failure(error)
    }
    if let differences = report.differences, !differences.isEmpty {
      throw Failure(.ioError, "verify", "the media changed: " + differences.joined(separator: "; "))
    }
    if write.asksReaders, !write.isDryRun, let edited = editedFile(of: path) {
      let isOriginal = write.options.output == .original
      report.askReaders(
        about: isOriginal ? path : InputPath(text: edited.string), in: environment)
    }
    return true
  }

  /// Plans and performs the edits; returns whether the file was selected.
  ///
  /// The edit starts over if the file has changed since the plan was made (`FileEditor.again`).
  private func edit(
    _ path: InputPath, by editor: FileEditor, _ edits: Edits, _ report: inout EditReport,
    _ helpers: Helpers
  ) throws(MetaError) -> Bool {
    var isWanted = true
    let draft = try editor.draft { (input) throws(MetaError) in
      isWanted = helpers.filter.accepts(path, input.document)
      guard isWanted else { return [] }
      let rereading = write.sourceEncoding.map { [MetadataEdit.reread($0)] } ?? []
      return rereading + (try edits(input))
    }
    guard isWanted else { return false }
    report.draft = draft
    if write.isDryRun {
      report.bytesToWrite = try editor.bytesToWrite(draft)
      return true
    }
    try helpers.transaction?.begin(editor.path)
    let mediaBefore =
      write.verifies
      ? try media(of: helpers.environment.stoppable(draft.source), editor.path) : nil
    let result = try editor.execute(draft).result
    report.result = result
    if result.strategy != nil { try helpers.transaction?.change(path.path) }
    guard let mediaBefore, let edited = editedFile(of: path) else { return true }
    report.differences = try verify(edited, mediaBefore, helpers.environment)
    return true
  }

  /// Returns standard input as a file; it has no original that could be edited in place.
  private func spooledInput(_ environment: Environment) throws(Failure) -> SpooledInput {
    guard write.options.output != .original else {
      throw Failure(
        .usage, "usage",
        "standard input cannot be edited in place; use -o to specify the output (- for standard output)"
      )
    }
    return try SourceOpener.spooledInput(in: environment)
  }

  /// The objects that one thread of a ``BatchPass`` uses for all files that it edits.
  struct Helpers {
    let environment: Environment
    let filter: FileFilter
    let spare: ReusableJournal?
    let transaction: EditTransaction?
    let notify: (String) -> Void
  }

  /// Returns the location of the edited file, or nil if it was written to standard output.
  private func editedFile(of path: InputPath) -> FilePath? {
    switch write.options.output {
    case .original: path.path
    case .file(let output): output
    case .stream: nil
    }
  }

  /// Reads the metadata of a file in a format that MetaCore does not support; such a file cannot be
  /// edited, but the edit may turn out to change nothing.
  ///
  /// - Throws: ``MetaError``, with `backend` if no installed program reads the format.
  private static func foreignDocument(
    of path: FilePath, _ environment: Environment
  ) throws(MetaError) -> Document {
    do throws(Failure) {
      return try FileReader(in: environment).read(InputPath(path)).get().document
    } catch {
      let codes: [ExitStatus: MetaError.Code] = [.unavailable: .backend, .ioError: .io]
      throw MetaError(codes[error.status] ?? .malformed, file: path, reason: error.message)
    }
  }

  /// Returns the digest with which the media is compared after the edit; if it cannot be computed,
  /// nothing is edited.
  private func media(
    of source: CancellableSource, _ path: FilePath
  ) throws(MetaError) -> MediaDigest {
    do {
      return try MediaDigest(of: source)
    } catch {
      throw MetaError(
        .refused, file: path,
        reason: "its media cannot be read, so --verify cannot check that it is preserved: \(error)")
    }
  }

  /// Returns the differences between the media before and after the edit.
  private func verify(
    _ path: FilePath, _ before: MediaDigest, _ environment: Environment
  ) throws(MetaError) -> [String] {
    do {
      let source = environment.stoppable(try FileSource(path: path))
      return before.differences(from: try MediaDigest(of: source))
    } catch {
      throw MetaError(.io, file: path, reason: "the edited file cannot be read: \(error)")
    }
  }
}
