internal import MetaCore
internal import SystemPackage

/// The output of `undo --list`: the commands that can be undone, newest first, with their files and
/// the size of the undo data.
struct UndoListing {
  /// The folder with the user's undo data.
  let store: UndoStore
  let printsJSON: Bool

  /// The edits or renames of one command line; `undo --last` undoes those of the last one together.
  fileprivate struct Command {
    /// The time of the newest edit or rename, in nanoseconds since 1970.
    let time: UInt64
    var isRenaming = false
    var bytes: Int64 = 0
    var files: [File] = []
    var paths: Set<InputPath> = []
  }

  /// A file that the command edited or renamed, and whether this can still be undone.
  fileprivate struct File {
    let path: InputPath
    /// The name before a rename, or nil for an edit.
    var oldName: InputPath?
    let canBeUndone: Bool
  }

  /// Lists all commands.
  func run(_ environment: Environment) throws(Failure) -> ExitStatus {
    let edits = try orFailure { () throws(MetaError) in try store.undoableEdits() }
    let commands =
      commands(of: edits) + FileRenaming.undoable().map { command(of: $0, $0.wishes) }
    try show(commands.sorted { $0.time > $1.time }, environment)
    return .done
  }

  /// Lists the edits and renames of the given files.
  func run(_ inputs: FileSelection, _ environment: Environment) throws(Failure) -> ExitStatus {
    var edits: Set<UndoableEdit> = []
    var names: Set<FilePath> = []
    let runner = FileRunner(inputs: inputs, environment: environment)
    let status = try runner.visit(try inputs.files(in: environment)) { (path) throws(Failure) in
      edits.formUnion(
        try orFailure { () throws(MetaError) in try store.undoableEdits(of: path.path) })
      names.insert(FileNames.wholePath(naming: path.path))
    }
    let commands =
      commands(of: edits.sorted { $0.nanoseconds > $1.nanoseconds }) + renames(to: names)
    try show(commands.sorted { $0.time > $1.time }, environment)
    return status
  }

  // MARK: Commands

  /// Groups edits, sorted newest first, by command.
  private func commands(of edits: [UndoableEdit]) -> [Command] {
    var commands: [Command] = []
    var places: [UInt64: Int] = [:]
    for edit in edits {
      let place = places[edit.batch] ?? commands.count
      if place == commands.count { commands.append(Command(time: edit.nanoseconds)) }
      if edit.batch != 0 { places[edit.batch] = place }
      commands[place].add(edit)
    }
    return commands
  }

  /// Returns the commands that gave files these names, or the names that they had before; each has
  /// only these files.
  private func renames(to names: Set<FilePath>) -> [Command] {
    var names = names
    var commands: [Command] = []
    // The newest is first.
    for renaming in FileRenaming.undoable() {
      let wishes = renaming.wishes.filter { names.contains($0.old) }
      guard !wishes.isEmpty else { continue }
      names.formUnion(wishes.map(\.new))
      commands.append(command(of: renaming, wishes))
    }
    return commands
  }

  /// Returns the command that renamed these files.
  private func command(
    of renaming: FileRenaming, _ wishes: [FileRenaming.RenameRequest]
  ) -> Command {
    // Computed once, because it accesses the files.
    let canBeUndone = renaming.canBeUndone
    let files = wishes.map {
      File(path: InputPath($0.old), oldName: InputPath($0.new), canBeUndone: canBeUndone)
    }
    return Command(time: renaming.time, isRenaming: true, files: files)
  }

  // MARK: Output

  /// Prints the commands, and the space that undo data takes.
  private func show(_ commands: [Command], _ environment: Environment) throws(Failure) {
    let form: ReportFormat = printsJSON ? .json : .text
    try environment.print(form.form(.values(depth: 3))) { (results) throws(Failure) in
      if printsJSON {
        try results.value { write(commands, to: &$0) }
      } else {
        for command in commands { try results.text(UndoListing.text(of: command)) }
        try results.text(spaceText(commands.isEmpty))
      }
    }
  }

  /// Returns the line about the space that undo data takes, its limit, and its retention time.
  private func spaceText(_ isEmpty: Bool) -> String {
    let (used, limit) = store.diskUsage
    let place = "in \(InputPath(store.folder).display), each for \(store.days) days"
    let nothing = isEmpty ? "nothing to undo; " : ""
    return TerminalText.printable("\(nothing)\(used) of at most \(limit) bytes are kept \(place)")
      + "\n"
  }

  /// Returns the command as text: a line with its time, and a line for each file.
  private static func text(of command: Command) -> String {
    let count = command.files.count.files
    let head =
      command.isRenaming
      ? "\(command.date)  renamed \(count)"
      : "\(command.date)  edited \(count), \(command.bytes) bytes kept"
    let lines = command.files.map { file in
      let name = file.oldName.map { " (was \($0.display))" } ?? ""
      return "  " + file.path.display + name
        + (file.canBeUndone ? "" : " (has changed since)")
    }
    return ([head] + lines).map { TerminalText.printable($0) + "\n" }.joined()
  }

  /// Writes the commands as an object, with the folder, size and limits of the undo data.
  private func write(_ commands: [Command], to json: inout JSONWriter) {
    let (used, limit) = store.diskUsage
    json.beginObject()
    json.member("folder", InputPath(store.folder).display)
    json.member("bytes", used)
    json.member("limit", limit)
    json.member("days", store.days)
    json.array("commands", commands) { json, command in
      json.beginObject()
      json.member("time", command.date)
      json.member("kind", command.isRenaming ? "rename" : "edit")
      if !command.isRenaming { json.member("bytes", command.bytes) }
      json.array("files", command.files) { $1.write(to: &$0) }
      json.endObject()
    }
    json.endObject()
  }
}

extension UndoListing.Command {
  fileprivate var date: String { UndoListing.date(time) }

  /// Adds an edit; the newest of several edits to a file determines whether it can be undone.
  fileprivate mutating func add(_ edit: UndoableEdit) {
    bytes += edit.size
    let path = InputPath(edit.path)
    guard paths.insert(path).inserted else { return }
    files.append(UndoListing.File(path: path, canBeUndone: edit.canBeUndone))
  }
}

extension UndoListing.File {
  fileprivate func write(to json: inout JSONWriter) {
    json.beginObject()
    json.path(path)
    json.member("oldPath", oldName?.display)
    json.member("undoable", canBeUndone)
    json.endObject()
  }
}

extension UndoListing {
  /// Formats a time, given in nanoseconds since 1970, in ISO 8601 with whole seconds.
  static func date(_ nanoseconds: UInt64) -> String {
    MetadataDate(unixEpoch: Int64(nanoseconds / 1_000_000_000))?.description ?? "-"
  }
}

extension UndoableEdit {
  /// The time of the edit in ISO 8601 format.
  var date: String { UndoListing.date(nanoseconds) }
}
