internal import ArgumentParser
internal import MetaCore

struct Copy: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Copy the metadata of one file into others, of any format.",
    discussion: """
      Fields, pictures and chapters of the source take the place of those of the other files, under the \
      keys of each format; what a format cannot hold is refused, or lost with --allow-loss. \
      --source-encoding is about the text of the source.
      """)

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var write: WriteOptions

  @Option(
    help: ArgumentHelp(
      "Copy only these; artwork and chapters are fields, too.", valueName: "field,field"))
  var fields: String?

  @Flag(help: "Leave fields alone that a file has already.")
  var merge = false

  @Flag(help: "Remove everything else from the files.")
  var replace = false

  @Argument(help: ArgumentHelp("The file to copy from.", valueName: "source"))
  var source: String

  @Argument(help: ArgumentHelp("The files to copy into.", valueName: "path"))
  var paths: [String] = []

  func validate() throws {
    if merge, replace { throw ValidationError("--merge and --replace exclude each other.") }
  }

  func run() throws {
    let reading = try readOne(InputPath(text: source), encoding: write.source.encoding)
    let wanted = try fields.map { names in
      try orUsage { () throws(Failure) in try FieldList.fields(names) }
    }
    let carried = try CarriedMetadata(reading, fields: wanted)
    let mode: CarriedMetadata.Mode = merge ? .merge : replace ? .replace : .set
    var job = try selection.job(paths.map { InputPath(text: $0) }, write)
    // It is about the text of the source.
    job.write.sourceEncoding = nil
    try end(job.run { (input) throws(MetaError) in carried.edits(of: input.document, mode) })
  }
}

/// What is copied from a file.
struct CarriedMetadata: Sendable {
  /// What becomes of what a file has already.
  enum Mode: Sendable {
    /// The same fields are replaced.
    case set
    /// It stays.
    case merge
    /// All of it goes.
    case replace
  }

  private var values: [(field: Field, values: [MetadataValue])] = []
  private var pictures: [Artwork]?
  private var chapters: [Chapter]?

  /// Takes what is wanted of a file; everything where `fields` is nil.
  ///
  /// - Throws: a ``Failure`` when a picture cannot be read.
  init(_ reading: Reading, fields: [Field]?) throws {
    func isWanted(_ field: Field) -> Bool { fields?.contains(field) ?? true }
    for entry in MetadataView(reading.document).entries where isWanted(entry.field) {
      if case .list(let all) = entry.value, entry.field.isList {
        values.append((entry.field, all))
      } else {
        values.append((entry.field, [entry.value]))
      }
    }
    for field in Field.all where isWanted(field) {
      switch field.kind {
      case .artwork where !reading.document.artwork.isEmpty:
        pictures = try reading.document.artwork.map { artwork in
          var artwork = artwork
          artwork.data = .bytes(try artwork.data.load(from: reading.source))
          return artwork
        }
      case .chapters where !reading.document.chapters.isEmpty:
        chapters = reading.document.chapters
      default: break
      }
    }
  }

  /// The edits that bring it into a file.
  func edits(of document: Document, _ mode: Mode) -> [MetadataEdit] {
    var edits: [MetadataEdit] = mode == .replace ? [.clear(keeping: [])] : []
    let view = mode == .merge ? MetadataView(document) : nil
    for (field, values) in values where view?[field] == nil {
      edits.append(.set(.field(field), values))
    }
    if let pictures, mode != .merge || document.artwork.isEmpty {
      edits.append(.setArtwork(pictures))
    }
    if let chapters, mode != .merge || document.chapters.isEmpty {
      edits.append(.setChapters(chapters))
    }
    return edits
  }
}
