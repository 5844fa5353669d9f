internal import MetaCore
internal import SystemPackage

/// Determines the file to which `art extract` writes each picture: the file that `-o` names, a name
/// generated from a template, or a name such as `NAME.cover.1.jpg`, in the output folder or next to
/// the media file.
struct PictureTargets {
  /// The single output file, if the output has the name of a picture.
  let file: InputPath?
  private let folder: FilePath?
  private let name: Template?

  init(output: InputPath?, name: Template?) {
    let namesFile = name == nil && output.map(PictureTargets.isPicture) ?? false
    file = namesFile ? output : nil
    folder = namesFile ? nil : output?.path
    self.name = name
  }

  /// Returns whether a path has the extension of a picture and is not a folder.
  private static func isPicture(_ path: InputPath) -> Bool {
    let ending = path.path.extension?.lowercased() ?? ""
    return PictureTargets.types[ending] != nil && !path.text.hasSuffix("/")
      && !FolderWalk.isFolder(path.path)
  }

  /// Returns the file for a picture; `number` is its index among the pictures extracted from the
  /// same file.
  func path(
    of artwork: Artwork, _ number: Int, in path: InputPath, _ reading: InspectedFile
  ) throws(Failure) -> FilePath {
    let ending = artwork.mime.flatMap { PictureTargets.endings[$0] }
    if let file {
      let fileEnding = file.path.extension?.lowercased() ?? ""
      if let ending, PictureTargets.types[fileEnding] != artwork.mime {
        throw Failure(
          .refused, "otherType",
          "the picture is \(artwork.mime ?? ending); use a name that ends in .\(ending)")
      }
      return file.path
    }
    let input = path.isStandardInput ? FilePath("stdin") : path.path
    let folder = folder ?? input.removingLastComponent()
    guard let name else {
      let stem = input.lastComponent?.stem ?? "stdin"
      return folder.appending("\(stem).cover.\(artwork.index + 1).\(ending ?? "bin")")
    }
    let subject = ConditionInput(path, reading.document, needsFields: name.needsFields)
    let counter = number == 0 ? "" : ".\(number + 1)"
    return try name.path(
      of: subject, in: folder, ending: "\(counter).\(ending ?? "bin")", SafeName())
  }

  /// The extension for each MIME type.
  private static let endings = [
    "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif", "image/bmp": "bmp",
    "image/webp": "webp", "image/heic": "heic", "image/avif": "avif", "image/tiff": "tif",
  ]

  /// The types by extension, including alternative extensions.
  private static let types = Dictionary(
    endings.map { ($1, $0) } + [("jpeg", "image/jpeg"), ("tiff", "image/tiff")]
  ) { first, _ in first }
}
