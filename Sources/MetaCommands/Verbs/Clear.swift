internal import ArgumentParser
internal import MetaCore

struct Clear: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "clear",
    abstract: "Remove metadata from files.",
    discussion: """
      --all removes every item and all pictures; chapters, header dates and what players need to play \
      without gaps stay. What is removed can be brought back by undo.

      --private removes what tells where, with which device and by whom a file was recorded, bought or \
      owned, in items and in what makers of cameras and shops put beside them, and lists what went and \
      what stays in samples and in data that nobody understands. What it frees becomes zeros, older undo \
      data of the file goes, and none is kept unless --undo is given. Dates stay: set creationDate= \
      clears those of headers, too. The name of the program that encoded stays (TSSE), the name of who \
      encoded goes (TENC).

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
    help: "Remove location, device, serial numbers, account and purchase data, for good.")
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
        "Say what to remove: --fields title,comment, --all, --keep title,artist or --private.")
    }
    guard !write.transaction || !clearsPrivate else {
      throw ValidationError("What --private removes is gone for good, so --transaction cannot be.")
    }
  }

  func run(in environment: Environment) throws {
    let edits = try environment.orEnd { () throws(Failure) in try self.edits() }
    var job = try job(write, in: environment)
    if clearsPrivate { job.write.options.keepsUndo = write.undo ?? false }
    try end(job.run(in: environment) { (_) throws(MetaError) in edits })
  }

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

/// Fields that are named with commas between them.
enum FieldList {
  /// Fields or identifiers.
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

  /// Fields only.
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

  /// The edit that removes what is meant.
  static func removal(of target: EditTarget) -> MetadataEdit {
    switch target {
    case .field(let field) where field.kind == .artwork: .setArtwork([])
    case .field(let field) where field.kind == .chapters: .setChapters([])
    default: .set(target, [])
    }
  }

  private static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmed }
  }
}

extension Substring {
  /// Without blanks around it.
  fileprivate var trimmed: String {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
