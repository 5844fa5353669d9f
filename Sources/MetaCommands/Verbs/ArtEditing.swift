internal import ArgumentParser
internal import MetaCore

/// The verb `art set`, which replaces all pictures in files.
struct ArtSet: FileVerb, ArtworkVerb {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Replace all pictures in files.",
    discussion: """
      metatool art set song.mp3 --image cover.jpg
      metatool art set -r Album --image cover.jpg --transaction
      metatool art set *.flac --image scan.png --max 1000 --convert jpeg
      """)

  @OptionGroup var pictures: PictureOptions

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let edit = MetadataEdit.setArtwork(try pictures.read(in: environment))
    try end(job(write, in: environment).run(in: environment) { (_) throws(MetaError) in [edit] })
  }
}

/// The verb `art add`, which adds pictures to files and keeps their existing pictures.
struct ArtAdd: FileVerb, ArtworkVerb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add pictures to files.",
    discussion: """
      metatool art add song.flac --image back.png --kind backCover
      metatool art add song.mp3 --image booklet.jpg --kind leaflet --description Booklet
      """)

  @OptionGroup var pictures: PictureOptions

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let edit = MetadataEdit.addArtwork(try pictures.read(in: environment))
    try end(job(write, in: environment).run(in: environment) { (_) throws(MetaError) in [edit] })
  }
}

/// The verb `art remove`, which removes pictures from files.
struct ArtRemove: FileVerb {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove pictures from files.",
    discussion: """
      Removes all pictures without --index and --kind.

        metatool art remove song.mp3 --index 1
        metatool art remove -r Music --kind fileIcon
      """)

  @Option(
    help: ArgumentHelp("Remove only the pictures with these indexes, from 0.", valueName: "n"))
  var index: [Int] = []

  @Option(
    help: ArgumentHelp(
      "Remove only pictures of this kind (frontCover, backCover, ...).", valueName: "kind"),
    completion: .list(PictureOptions.kinds))
  var kind: String?

  @OptionGroup(title: "Choosing files") var selection: SelectionOptions
  @OptionGroup(title: "Work and messages") var work: WorkOptions
  @OptionGroup(title: "Web addresses") var web: WebOptions
  @OptionGroup(title: "Writing") var write: WriteOptions

  @Argument(help: .files, completion: .file()) var paths: [String] = []

  func run(in environment: Environment) throws {
    let kind = try self.kind.map { try PictureOptions.kind($0) }
    let indexes = index
    let job = try job(write, in: environment)
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

/// `art set` and `art add`: a verb that reads image files and stores them as artwork.
///
/// If `--max` or `--convert` is given, the helper (`metatool-foreign`, which has the codecs) runs
/// the whole command.
protocol ArtworkVerb: CodecVerb {
  var pictures: PictureOptions { get }
}

extension ArtworkVerb {
  var helperFiles: [InputPath] { [] }

  func helperNeeds(in environment: Environment) -> HelperNeeds? {
    pictures.conversion.map { _ in HelperNeeds(task: "this program cannot convert pictures") }
  }
}

/// The options for `art set` and `art add`: the image files to read, their kind and description,
/// and how they are scaled and converted first.
struct PictureOptions: ParsableArguments {
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("An image file; may be repeated.", valueName: "picture"),
    completion: .file())
  var image: [String] = []

  @Option(
    help: ArgumentHelp(
      "The kind of the pictures: frontCover, backCover, artist, ...", valueName: "kind"),
    completion: .list(PictureOptions.kinds))
  var kind = "frontCover"

  @Option(
    help: ArgumentHelp("The description of the pictures.", valueName: "text"),
    transform: PlainText.read)
  var description: String?

  @Option(
    help: ArgumentHelp(
      "Scale down pictures that are wider or higher; requires metatool-foreign.",
      valueName: "pixels"))
  var max: Int?

  @Option(
    help: ArgumentHelp(
      """
      Convert pictures of other types to jpeg or png; requires metatool-foreign. Converted pictures are rotated by their \
      Exif orientation, and lose Exif data and colour profile.
      """, valueName: "type"))
  var convert: ConvertedType?

  @Option(help: ArgumentHelp("The JPEG quality: 1 to 100.", valueName: "n"))
  var quality = 90

  /// The types to which pictures can be converted, as values of `--convert`.
  enum ConvertedType: String, OptionWord {
    case jpeg, png

    var format: ImageFormat { self == .png ? .png : .jpeg }
  }

  /// The conversion of pictures, or nil without `--max` and `--convert`.
  var conversion: PictureConversion? {
    guard max != nil || convert != nil else { return nil }
    return PictureConversion(
      longestSide: max, format: convert?.format, quality: Double(quality) / 100)
  }

  /// The names of the kinds, which shells complete.
  static let kinds = Artwork.Kind.id3Kinds.map(\.rawValue)

  func validate() throws {
    if image.isEmpty { throw ValidationError("Specify a picture: --image cover.jpg.") }
    if let max, !(1...PictureConversion.largest).contains(max) {
      throw ValidationError("--max must be a number from 1 to \(PictureConversion.largest).")
    }
    guard (1...100).contains(quality) else {
      throw ValidationError("--quality must be a number from 1 to 100.")
    }
  }

  /// Reads the image files, and converts them if requested.
  func read(in environment: Environment) throws -> [Artwork] {
    let kind = try PictureOptions.kind(kind)
    return try image.enumerated().map { index, name in
      let path = InputPath(text: name)
      return try environment.orEnd(path) {
        let bytes = try SourceOpener.readAll(path, in: environment)
        guard var picture = Artwork(bytes, kind: kind, description: description) else {
          throw Failure(.dataError, "unknownFormat", "is not an image of a known type")
        }
        if let conversion {
          picture = try orFailure { () throws(MetaError) in
            try conversion.converted(picture, bytes, codecs: environment.codecs)
          }
        }
        picture.index = index
        return picture
      }
    }
  }

  /// Returns the kind with the given name, ignoring case.
  static func kind(_ name: String) throws -> Artwork.Kind {
    let match = Artwork.Kind.id3Kinds.first { $0.rawValue.lowercased() == name.lowercased() }
    guard let match else {
      let names = Artwork.Kind.id3Kinds.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("“\(name)” is not a kind of picture; use one of \(names).")
    }
    return match
  }
}
