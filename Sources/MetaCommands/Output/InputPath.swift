internal import MetaCore
internal import SystemPackage

/// A path that a user named: its bytes, and how it is shown.
struct InputPath: Sendable, Hashable {
  /// The path in the spelling that carries any bytes (``RawArguments``).
  let text: String
  /// Whether its folder was searched for traces of interrupted edits, and has none.
  var isKnownClean = false
  /// The folder that was looked through when it was found; nil for a file that is named.
  var foundIn: String?

  static func == (left: InputPath, right: InputPath) -> Bool { left.text == right.text }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }

  init(text: String) { self.text = text }

  init(_ path: FilePath) { text = RawArguments.text(of: RawArguments.bytes(of: path)) }

  /// The path as the system takes it.
  var path: FilePath { RawArguments.path(of: text) }

  /// The text up to the last slash, and with it; empty for a bare name.
  var folder: Substring {
    let end = text.utf8.lastIndex(of: UInt8(ascii: "/"))
    return end.map { text[...$0] } ?? ""
  }

  /// Whether the user means standard input.
  var isStandardInput: Bool { text == "-" }

  /// Whether it is a URL.
  var isAddress: Bool { text.hasPrefix("http://") || text.hasPrefix("https://") }

  /// The path as text for people and JSON, with U+FFFD for what is not UTF-8.
  var display: String {
    guard let bytes = bytesBeyondText else { return text }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes, when they are not UTF-8.
  var bytesBeyondText: [UInt8]? {
    if RawArguments.isPlain(text) { return nil }
    let bytes = RawArguments.bytes(of: text)
    return String(validating: bytes, as: UTF8.self) == nil ? bytes : nil
  }
}
