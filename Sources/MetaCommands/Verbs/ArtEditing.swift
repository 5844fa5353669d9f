internal import ArgumentParser
internal import MetaCore

struct ArtSet: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Give files these pictures instead of those that they have.")

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var pictures: PictureOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let edit = MetadataEdit.setArtwork(try pictures.read(in: environment))
    try end(job(write).run(in: environment) { (_) throws(MetaError) in [edit] })
  }
}

struct ArtAdd: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add pictures to files.")

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions
  @OptionGroup var write: WriteOptions
  @OptionGroup var pictures: PictureOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let edit = MetadataEdit.addArtwork(try pictures.read(in: environment))
    try end(job(write).run(in: environment) { (_) throws(MetaError) in [edit] })
  }
}

struct ArtRemove: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove pictures from files.",
    discussion: "Without --index and --kind, all of them.")

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var work: WorkOptions
  @OptionGroup var web: WebOptions
  @OptionGroup var write: WriteOptions

  @Option(help: ArgumentHelp("Only those of these numbers (from 0).", valueName: "n"))
  var index: [Int] = []

  @Option(
    help: ArgumentHelp("Only those of this kind (frontCover, backCover, ...).", valueName: "kind"),
    completion: .list(PictureOptions.kinds))
  var kind: String?

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let kind = try self.kind.map { try PictureOptions.kind($0) }
    let indexes = index
    let job = try job(write)
    try end(
      job.run(in: environment) { (input) throws(MetaError) in
        guard kind != nil || !indexes.isEmpty else { return [.setArtwork([])] }
        let chosen = input.document.artwork.filter { artwork in
          (kind == nil || artwork.kind == kind)
            && (indexes.isEmpty || indexes.contains(artwork.index))
        }
        return [.removeArtwork(chosen.map(\.index))]
      })
  }
}

/// The pictures that a verb takes from files.
struct PictureOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("A picture; several are taken in this order.", valueName: "picture"),
    completion: .file())
  var image: [String] = []

  @Option(
    help: ArgumentHelp("What they show: frontCover, backCover, artist, ...", valueName: "kind"),
    completion: .list(PictureOptions.kinds))
  var kind = "frontCover"

  @Option(
    help: ArgumentHelp("What is said about them.", valueName: "text"), transform: PlainText.read)
  var description: String?

  /// What a shell offers.
  static let kinds = Artwork.Kind.id3Kinds.map(\.rawValue)

  func validate() throws {
    if image.isEmpty { throw ValidationError("Name a picture: --image cover.jpg.") }
  }

  /// The pictures, read.
  func read(in environment: Environment) throws -> [Artwork] {
    let kind = try PictureOptions.kind(kind)
    return try image.enumerated().map { index, name in
      let path = InputPath(text: name)
      return try environment.orEnd(path) {
        let bytes = try SourceOpener.readAll(path, in: environment)
        guard var picture = Artwork(bytes, kind: kind, description: description) else {
          throw Failure(.dataError, "unknownFormat", "is no picture of a known kind")
        }
        picture.index = index
        return picture
      }
    }
  }

  /// The kind of a name.
  static func kind(_ name: String) throws -> Artwork.Kind {
    let known = Artwork.Kind.id3Kinds.first { $0.rawValue.lowercased() == name.lowercased() }
    guard let known else {
      let names = Artwork.Kind.id3Kinds.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(name)” is no kind of picture; there are \(names).")
    }
    return known
  }
}
