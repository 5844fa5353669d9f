/// The ID of an ID3v2 frame, three letters (2.2) or four (`TT2`, `TIT2`), packed into an integer
/// for fast comparison.
///
/// A three-letter ID is followed by a zero byte. iTunes also writes three-letter IDs in 2.3 and 2.4
/// tags, with a zero or (version 8.1) with a space.
struct ID3FrameID: Sendable, Hashable, RawRepresentable {
  /// The letters as one big-endian number.
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Creates the ID from four bytes in a 2.3 or 2.4 tag: a space after three letters is equivalent
  /// to a zero.
  init(stored: UInt32) {
    let short = ID3FrameID(rawValue: stored & 0xFFFF_FF00)
    self = stored & 0xFF == 0x20 && short.isLegal ? short : ID3FrameID(rawValue: stored)
  }

  /// Creates the ID from a string of three or four characters that are valid in an ID; nil for any
  /// other string.
  init?(_ text: some StringProtocol) {
    var value: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      guard byte < 0x80, count < 4 else { return nil }
      value = value << 8 | UInt32(byte)
      count += 1
    }
    guard count >= 3 else { return nil }
    self.init(rawValue: count == 3 ? value << 8 : value)
    guard isLegal else { return nil }
  }

  /// Whether the ID has three letters.
  var isShort: Bool { rawValue & 0xFF == 0 }

  /// The first letter.
  var first: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 24) }

  /// Whether every character is valid in an ID: A to Z, 0 to 9.
  var isLegal: Bool {
    let last = UInt8(truncatingIfNeeded: rawValue)
    return ID3FrameID.isLegal(first)
      && ID3FrameID.isLegal(UInt8(truncatingIfNeeded: rawValue >> 16))
      && ID3FrameID.isLegal(UInt8(truncatingIfNeeded: rawValue >> 8))
      && (last == 0 || ID3FrameID.isLegal(last))
  }

  private static func isLegal(_ byte: UInt8) -> Bool {
    byte >= 0x41 && byte <= 0x5A || byte >= 0x30 && byte <= 0x39
  }

  /// The letters in file order, three or four.
  var bytes: [UInt8] {
    let all = FourCC(rawValue: rawValue).bytes
    return isShort ? Array(all.prefix(3)) : all
  }

  /// The letters as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
