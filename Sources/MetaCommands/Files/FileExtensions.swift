internal import MetaCore

/// The extensions of files that are read, in lower case.
struct FileExtensions: Sendable {
  /// Those of MetaCore's formats.
  static let native = FileExtensions(known: Set(Inspector.formats.flatMap(\.extensions)))
  /// These, and those of the formats that ``ForeignBackend`` reads.
  static let all = FileExtensions(known: native.known.union(ForeignKinds.extensions))

  private let known: Set<String>

  /// Whether a file of this name is one of those that are read.
  func isMedia(_ name: String) -> Bool {
    // A dot at the start hides a file, and does not begin an extension.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else {
      return false
    }
    return known.contains(name[dot...].dropFirst().lowercased())
  }
}
