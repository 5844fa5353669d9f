internal import ArgumentParser
internal import MetaCore

struct ArtSet: Verb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Give files these pictures instead of those that they have.")

  @OptionGroup var pictures: PictureOptions

  var caFile: String? { pictures.selection.work.web.caFile }

  func run(in environment: Environment) throws {
    try pictures.run(in: environment, MetadataEdit.setArtwork)
  }
}

struct ArtAdd: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add pictures to files.")

  @OptionGroup var pictures: PictureOptions

  var caFile: String? { pictures.selection.work.web.caFile }

  func run(in environment: Environment) throws {
    try pictures.run(in: environment, MetadataEdit.addArtwork)
  }
}

struct ArtRemove: SelectingVerb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove pictures from files.",
    discussion: "Without --index and --kind, all of them.")

  @OptionGroup var selection: SelectionOptions
  @OptionGroup var write: WriteOptions

  @Option(help: ArgumentHelp("Only those of these numbers (from 0).", valueName: "n"))
  var index: [Int] = []

  @Option(
    help: ArgumentHelp("Only those of this kind (frontCover, backCover, ...).", valueName: "kind"),
    completion: .list(PictureOptions.kinds))
  var kind: String?

  @Argument(help: ArgumentHelp("The files.", valueName: "path"), completion: .file())
  var paths: [String] = []

  func run(in environment: Environment) throws {
    let kind = try self.kind.map { try PictureOptions.kind($0) }
    let indexes = index
    let job = try selection.job(paths.map { InputPath(text: $0) }, write)
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

/// The pictures that a verb takes from files, and the files that they go into.
struct PictureOptions: ParsableArguments {
  @OptionGroup var selection: SelectionOptions
  @OptionGroup var write: WriteOptions

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

  @Argument(help: ArgumentHelp("The files.", valueName: "path"), completion: .file())
  var paths: [String] = []

  /// What a shell offers.
  static let kinds = Artwork.Kind.id3Kinds.map(\.rawValue)

  func validate() throws {
    if image.isEmpty { throw ValidationError("Name a picture: --image cover.jpg.") }
  }

  /// Edits the files with the pictures.
  func run(in environment: Environment, _ edit: ([Artwork]) -> MetadataEdit) throws {
    let edit = edit(try read(in: environment))
    let job = try selection.job(paths.map { InputPath(text: $0) }, write)
    try end(job.run(in: environment) { (_) throws(MetaError) in [edit] })
  }

  private func read(in environment: Environment) throws -> [Artwork] {
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
