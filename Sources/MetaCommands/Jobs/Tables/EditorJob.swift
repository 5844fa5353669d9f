internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `edit`: writes the fields of files to a temporary YAML file, opens it in the user's
/// editor, and writes the changes; without `--yes`, it shows them first and requires confirmation.
struct EditorJob {
  var inputs: FileSelection
  var write: EditJob.WriteSettings
  var jobs: Int?
  var isQuiet = false
  var showsProgress = false
  /// Whether to ask before anything is written.
  var asks = true

  func run(in environment: Environment) throws(Failure) -> ExitStatus {
    var text = EditableText()
    let runner = FileRunner(inputs: inputs, environment: environment)
    let status = try runner.read { (path, file) throws(Failure) in
      guard !path.isStandardInput, !path.isAddress else {
        throw Failure(.usage, "usage", "only files can be edited")
      }
      try text.add(path, file.document)
    }
    guard !text.entries.isEmpty else { return status }
    let session = try EditorSession(text.bytes())
    guard let changes = try edited(text, session, environment) else { return .refused }
    guard !changes.paths.isEmpty else {
      session.remove()
      if !isQuiet { environment.warn("nothing was changed") }
      return status
    }
    let result = try apply(changes, environment)
    // A failed edit must not lose the user's text.
    guard result == .done || write.isDryRun else {
      environment.warn("the edited text is kept in \(InputPath(session.path).display)")
      return result
    }
    session.remove()
    return result == .done ? status : result
  }

  /// Returns the user's changes, or nil if the user gives up on invalid text.
  private func edited(
    _ text: EditableText, _ session: EditorSession, _ environment: Environment
  ) throws(Failure) -> TableChanges? {
    while true {
      let bytes = try session.edited(in: environment)
      do throws(TextError) {
        return try text.changes(in: bytes)
      } catch {
        let problem = "\(error); the edited text is in \(InputPath(session.path).display)"
        guard asks else { throw Failure(.dataError, "malformed", problem) }
        environment.warn(problem)
        guard EditorJob.confirms("Edit it again?", otherwise: true) else { return nil }
      }
    }
  }

  /// Writes the changes; if `asks` is true, shows them first and asks for confirmation.
  private func apply(
    _ changes: TableChanges, _ environment: Environment
  ) throws(Failure) -> ExitStatus {
    var job = EditJob(
      inputs: FileSelection(paths: changes.paths, arePathsLiteral: true), write: write, jobs: jobs,
      isQuiet: isQuiet,
      showsProgress: showsProgress)
    let edits: @Sendable (InputPath) -> EditJob.Edits = { path in
      { (input) throws(MetaError) in try changes.edits(for: path, input) }
    }
    if asks, !write.isDryRun {
      job.write.isDryRun = true
      let status = try job.run(in: environment, each: edits)
      guard status == .done else { return status }
      guard EditorJob.confirms("Write these changes?", otherwise: false) else {
        environment.warn("nothing was written")
        return .refused
      }
      job.write.isDryRun = false
    }
    return try job.run(in: environment, each: edits)
  }

  /// Asks on the terminal; an empty line selects the default answer, and the end of input means no.
  private static func confirms(_ question: String, otherwise usual: Bool) -> Bool {
    try? FileDescriptor.standardError.writeWhole(
      Array("\(question) \(usual ? "[Y/n]" : "[y/N]") ".utf8))
    guard let line = readLine()?.lowercased() else { return false }
    return line.isEmpty ? usual : line == "y" || line == "yes"
  }
}

/// The temporary file with the text, and the user's editor (`$VISUAL`, `$EDITOR` or vi).
///
/// The file is kept when the changes are invalid, not confirmed, or cannot be written, so that they
/// are not lost.
struct EditorSession {
  let path: FilePath
  private let editor: String

  /// Writes the text to a new file that only this user can read.
  init(_ text: [UInt8]) throws(Failure) {
    editor =
      ["VISUAL", "EDITOR"].lazy.compactMap { ProcessFacts.variable($0)?.string }
      .first { !$0.isEmpty } ?? "vi"
    let folder = ProcessFacts.variable("TMPDIR") ?? "/tmp"
    path = folder.appending("metatool-\(EditOptions.newBatch).yaml")
    do {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      try file.closeAfter { try file.writeWhole(text) }
    } catch {
      throw Failure(.ioError, "io", "\(InputPath(path).display): \(error)")
    }
  }

  /// Runs the editor and returns the edited text.
  func edited(in environment: Environment) throws(Failure) -> [UInt8] {
    let code: Int32
    do throws(Errno) {
      code = try ForegroundProcess.run(shellCommand: editor, path)
    } catch {
      throw Failure(.ioError, "io", "\(editor) cannot be started: \(error.sentence)")
    }
    guard code == 0 else {
      throw Failure(
        .refused, "editor",
        "\(editor) exited with code \(code); nothing was written, and the text is in \(path)")
    }
    return try SourceOpener.readAll(InputPath(path), in: environment)
  }

  /// Removes the temporary file.
  func remove() { try? FileNames.remove(path) }
}
