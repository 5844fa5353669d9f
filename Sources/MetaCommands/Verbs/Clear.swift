internal import ArgumentParser
internal import MetaCore

/// The verb `clear`, which removes fields, all metadata, or private data such as locations and
/// serial numbers from files.
struct Clear: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Remove metadata from files.",
    discussion: """
      --all removes every item and all pictures. Chapters, header dates and what players need for gapless playback \
      are kept. undo restores what was removed.

      --private removes data that shows where, with which device and by whom a file was recorded, bought or owned, \
      from items and from vendor data of cameras and shops. It lists what was removed, and what remains in samples \
      and unrecognised data. Freed bytes become zeros, older undo data of the file is deleted, and none is kept \
      unless --undo is given. Dates are kept: set creationDate= also clears those of headers. The name of the \
      encoding program is kept (TSSE), that of the encoding person is removed (TENC).

        metatool clear song.mp3 --keep title,artist,album
        metatool clear holiday.mov --private
        metatool clear -r Music --all --dry-run
      """)

  @Option(
    help: ArgumentHelp("Remove these fields.", valueName: "field,field"),
    completion: .list(FieldWords.names), transform: PlainText.read)
  var fields: String?

  @Flag(help: "Remove everything.")
  var all = false

  @Option(
    help: ArgumentHelp("Remove everything but these fields.", valueName: "field,field"),
    completion: .list(FieldWords.names), transform: PlainText.read)
  var keep: String?

  @Flag(
    name: .customLong("private"),
    help: "Permanently remove location, device, serial numbers, account and purchase data.")
  var clearsPrivate = false

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func validate() throws {
    let choices = [fields != nil, all, keep != nil].count(where: \.self)
    guard choices == 1 || choices == 0 && clearsPrivate else {
      throw ValidationError(
        "Specify --fields title,comment, --all, --keep title,artist or --private.")
    }
    guard !write.transaction || !clearsPrivate else {
      throw ValidationError(
        "--private cannot be undone, so --transaction cannot be combined with it.")
    }
  }

  func run(in environment: Environment) throws {
    let edits = try environment.orEnd { () throws(Failure) in try self.edits() }
    var job = try job(write, in: environment)
    // Undo data would contain the data to be removed.
    if clearsPrivate { job.write.options.keepsUndo = write.undo ?? false }
    try end(job.run(in: environment) { (_) throws(MetaError) in edits })
  }

  /// Returns the edits for the options; they are the same for every file.
  private func edits() throws(Failure) -> [MetadataEdit] {
    var edits: [MetadataEdit] = []
    if let fields {
      edits += try FieldList.targets(fields).map { FieldList.removal(of: $0) }
    } else if all || keep != nil {
      edits.append(.clear(keeping: try FieldList.fields(keep ?? "")))
    }
    return clearsPrivate ? [.clearPrivate] + edits : edits
  }
}

/// Parses comma-separated lists of fields, the values of options such as `--fields` and `--keep`.
enum FieldList {
  /// Returns the targets that a list names: fields, and items by their keys.
  static func targets(_ text: String) throws(Failure) -> [EditTarget] {
    var targets: [EditTarget] = []
    for name in names(text) {
      switch FieldWord(name) {
      case .field(let field)?: targets.append(.field(field))
      case .keys(let keys)?: targets += keys.targets
      case nil: throw Failure(.usage, "usage", FieldWord.complaint(about: name))
      }
    }
    return targets
  }

  /// Returns the fields that a list names; keys are not allowed.
  static func fields(_ text: String) throws(Failure) -> [Field] {
    var fields: [Field] = []
    for name in names(text) {
      guard let field = Field.named(name) else {
        throw Failure(.usage, "usage", FieldWord.complaint(about: name))
      }
      fields.append(field)
    }
    return fields
  }

  /// Returns the edit that removes a target.
  static func removal(of target: EditTarget) -> MetadataEdit {
    switch target {
    case .field(let field) where field.kind == .artwork: .setArtwork([])
    case .field(let field) where field.kind == .chapters: .setChapters([])
    default: .set(target, [])
    }
  }

  /// Splits a list at its commas.
  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmed }
  }
}

extension Substring {
  /// The text without leading and trailing spaces.
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
