internal import MetaCore

/// The file name extensions, in lower case, by which a search of folders recognises media files
/// without opening them.
struct FileExtensions: Sendable {
  /// The extensions of MetaCore's formats.
  static let native = FileExtensions(extensions: Set(Inspector.formats.flatMap(\.extensions)))
  /// The extensions of MetaCore's formats and of the formats that ``ForeignBackend`` reads.
  static let all = FileExtensions(
    extensions: native.extensions.union(UnsupportedFormats.extensions))

  private let extensions: Set<String>

  /// Returns whether a file with this name is a media file.
  func isMedia(_ name: String) -> Bool {
    // A leading dot hides a file; it does not begin an extension.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    return extensions.contains(name[dot...].dropFirst().lowercased())
  }
}
