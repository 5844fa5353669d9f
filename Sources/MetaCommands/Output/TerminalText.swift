internal import MetaCore

/// Makes text from files safe for a terminal: characters that could control it become escapes such
/// as `\u001b` or `\x9b`.
///
/// These are the ASCII control characters, the characters from U+0080 to U+009F (ECMA-48), the
/// embeddings, overrides and isolates of bidirectional text (Unicode, UAX #9), and bytes that are
/// not UTF-8. In a JSON string, `\u` escapes represent the same characters. ``printable(_:)`` only
/// replaces control characters, with `·`.
enum TerminalText {
  /// Returns the text with `·` in place of control characters.
  static func printable(_ text: String) -> String {
    if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control: result.unicodeScalars.append("·")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text as a single line, in which line breaks and tabs are also escaped.
  static func line(_ text: String) -> String {
    String(decoding: safe(Array(text.utf8), keeping: []), as: UTF8.self)
  }

  /// Returns the text with control characters escaped, except line breaks and tabs.
  static func lines(_ text: String) -> String {
    String(decoding: safe(Array(text.utf8)), as: UTF8.self)
  }

  /// Returns whether text may have to be escaped; false for printable ASCII.
  static func mayCommand(_ bytes: [UInt8]) -> Bool {
    bytes.contains { mayCommand($0) && $0 != 0x0A && $0 != 0x09 }
  }

  /// Returns the bytes with control characters escaped, except line breaks and tabs.
  static func safe(_ bytes: [UInt8]) -> [UInt8] { safe(bytes, keeping: [0x09, 0x0A]) }

  /// Returns the bytes with control characters escaped, except those in `kept`; text without them
  /// is returned unchanged.
  private static func safe(_ bytes: [UInt8], keeping kept: Set<UInt8>) -> [UInt8] {
    guard let first = bytes.firstIndex(where: { mayCommand($0) && !kept.contains($0) }) else {
      return bytes
    }
    var result = Array(bytes[..<first])
    result.reserveCapacity(bytes.count + 64)
    var place = first
    while place < bytes.count {
      let byte = bytes[place]
      if !mayCommand(byte) || kept.contains(byte) {
        result.append(byte)
        place += 1
        continue
      }
      let length = sequence(bytes[place...])
      append(bytes[place..<place + max(1, length)], isText: length > 0, to: &result)
      place += max(1, length)
    }
    return result
  }

  /// Returns whether a character with this first byte may have to be escaped.
  private static func mayCommand(_ byte: UInt8) -> Bool { byte < 0x20 || byte >= 0x7F }

  /// Returns the length, in bytes, of the first character, or 0 if it is not valid UTF-8.
  private static func sequence(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let first = bytes.first else { return 0 }
    let length = FileNameEncoding.sequenceLength(first)
    return String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars.count == 1
      ? length : 0
  }

  /// Appends a character, or its escapes if it could control the terminal.
  private static func append(
    _ character: ArraySlice<UInt8>, isText: Bool, to result: inout [UInt8]
  ) {
    guard isText, let scalar = String(decoding: character, as: UTF8.self).unicodeScalars.first
    else {
      for byte in character { result += "\\x".utf8 + hex(UInt32(byte), 2) }
      return
    }
    if commands(scalar) {
      result += "\\u".utf8 + hex(scalar.value, 4)
    } else {
      result += character
    }
  }

  /// Returns whether a character could control a terminal, or change the direction of text.
  private static func commands(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func hex(_ number: UInt32, _ width: Int) -> [UInt8] {
    Array(String(hexadecimal: number, width: width).utf8)
  }
}
