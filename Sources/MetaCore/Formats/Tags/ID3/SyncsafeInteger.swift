/// Encodes and decodes syncsafe integers, with only seven bits per byte, in which ID3v2 stores tag
/// sizes and, in 2.4, frame sizes, so that no byte looks like MPEG sync (ID3v2.4 §6.2).
package enum SyncsafeInteger {
  /// The largest number that fits in four bytes.
  package static let largest: UInt32 = 0x0FFF_FFFF

  /// Decodes four stored bytes; nil when one of them has its high bit set.
  package static func decode(_ stored: UInt32) -> UInt32? {
    guard stored & 0x8080_8080 == 0 else { return nil }
    return (stored & 0x7F00_0000) >> 3 | (stored & 0x7F_0000) >> 2 | (stored & 0x7F00) >> 1
      | stored & 0x7F
  }

  /// Encodes `number` in four bytes; nil when it needs more than 28 bits.
  package static func encode(_ number: UInt32) -> UInt32? {
    guard number <= largest else { return nil }
    return (number << 3) & 0x7F00_0000 | (number << 2) & 0x7F_0000 | (number << 1) & 0x7F00
      | number & 0x7F
  }
}
