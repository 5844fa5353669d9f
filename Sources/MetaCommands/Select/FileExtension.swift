internal import MetaCore

/// The extension of a file's name in lower case, as one number: a folder may hold very many names.
enum FileExtension {
  private static let known = Set(
    (Inspector.formats.flatMap(\.extensions) + (Backend.isThere ? ForeignKinds.extensions : []))
      .compactMap(packed))

  /// Whether a file of this name is one of those that are read.
  static func isMedia(_ name: String) -> Bool {
    // A dot at the beginning hides a file, and begins no extension.
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex,
      let wanted = packed(name.utf8[dot...].dropFirst())
    else { return false }
    return known.contains(wanted)
  }

  /// At most eight characters of ASCII.
  private static func packed(_ text: Substring.UTF8View) -> UInt64? {
    var packed: UInt64 = 0
    for byte in text {
      guard packed < 1 << 56, byte < 0x80 else { return nil }
      let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
      packed = packed << 8 | UInt64(isUpper ? byte | 0x20 : byte)
    }
    return packed
  }

  private static func packed(_ text: String) -> UInt64? { packed(text[...].utf8) }
}
