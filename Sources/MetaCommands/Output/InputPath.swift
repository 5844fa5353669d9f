internal import MetaCore
internal import SystemPackage

/// The path of a file as the user gave it, or as a search found it: any bytes, `-` for standard
/// input, or a web address.
///
/// Paths are compared byte by byte, because most file systems allow canonically equivalent names in
/// one folder; nothing is resolved.
struct InputPath: Sendable, Hashable {
  /// The path in the encoding that preserves any bytes (``FileNameEncoding``).
  let text: String
  /// Whether the file's folder is known to have no traces of interrupted edits.
  var isKnownClean = false
  /// The folder in which the search that found the file started, or nil for a named file.
  var foundIn: String?

  static func == (left: InputPath, right: InputPath) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  init(text: String) { self.text = text }

  init(_ path: FilePath) { text = FileNameEncoding.text(of: FileNameEncoding.bytes(of: path)) }

  /// The path for system calls.
  var path: FilePath { FileNameEncoding.path(of: text) }

  /// The text up to and including the last slash; empty for a bare name.
  var folder: Substring {
    let end = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    return end.map { text[...$0] } ?? ""
  }

  /// Whether the path denotes standard input.
  var isStandardInput: Bool { text == "-" }

  /// Whether the path is a web address.
  var isAddress: Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

  /// The path for messages and JSON, with U+FFFD for invalid UTF-8.
  var display: String {
    guard let bytes = bytesBeyondText else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes if they are not UTF-8; otherwise, nil.
  var bytesBeyondText: [UInt8]? {
    if FileNameEncoding.isPlain(text) { return nil }
    let bytes = FileNameEncoding.bytes(of: text)
    return String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
  }
}
