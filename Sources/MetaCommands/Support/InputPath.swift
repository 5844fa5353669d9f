internal import MetaCore
internal import SystemPackage

/// A path that a user named: its bytes, and how it is shown.
struct InputPath: Sendable, Hashable {
  /// The path in the spelling that carries any bytes (``RawArguments``).
  let text: String

  init(text: String) { self.text = text }

  init(_ path: FilePath) {
    text = RawArguments.text(of: RawArguments.bytes(of: path))
  }

  /// The path as the system takes it.
  var path: FilePath { RawArguments.path(of: text) }

  /// Its bytes.
  var bytes: [UInt8] { RawArguments.bytes(of: text) }

  /// Whether the user means standard input.
  var isStandardInput: Bool { text == "-" }

  /// The path as text for people and JSON, with U+FFFD for what is not UTF-8.
  var display: String {
    bytesBeyondText == nil ? text : String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes, when they are not UTF-8.
  var bytesBeyondText: [UInt8]? {
    // The spelling differs from plain UTF-8 only by private characters of plane 16.
    guard text.utf8.contains(0xF4) else { return nil }
    let bytes = bytes
    return String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
  }
}
