internal import MetaCore
internal import SystemPackage

/// A path that a user named: its bytes, and how it is shown.
struct InputPath: Sendable, Hashable {
  /// The path as the system takes it.
  let path: FilePath
  /// The path in the spelling that carries any bytes (``RawArguments``).
  let text: String

  init(text: String) {
    self.text = text
    path = RawArguments.path(of: text)
  }

  init(_ path: FilePath) {
    self.path = path
    text = RawArguments.text(of: RawArguments.bytes(of: path))
  }

  /// Whether the user means standard input.
  var isStandardInput: Bool { text == "-" }

  /// The path as text for people and JSON, with U+FFFD for what is not UTF-8.
  var display: String {
    bytesBeyondText == nil ? text : String(decoding: RawArguments.bytes(of: path), as: UTF8.self)
  }

  /// The bytes, when they are not UTF-8.
  var bytesBeyondText: [UInt8]? {
    // The spelling differs from plain UTF-8 only by private characters of plane 16.
    guard text.utf8.contains(0xF4) else { return nil }
    let bytes = RawArguments.bytes(of: path)
    return String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
  }
}
