/// An encoder and decoder for base64 (RFC 4648 §4) that works on bytes in memory, without
/// intermediate strings.
///
/// The decoder requires padding and does not accept white space.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Calls `output` with the digits of `data`, padded to whole groups.
  package static func encode(_ data: ArraySlice<UInt8>, to output: (UInt8) -> Void) {
    var index = data.startIndex
    while index < data.endIndex {
      let count = min(3, data.endIndex - index)
      var group: UInt32 = 0
      for position in 0..<3 {
        group = group << 8 | (position < count ? UInt32(data[index + position]) : 0)
      }
      for position in 0..<4 {
        let digit = Int(group >> UInt32(18 - position * 6) & 63)
        output(position <= count ? digits[digit] : UInt8(ascii: "="))
      }
      index += count
    }
  }

  /// The value of each digit; 64 for other bytes.
  private static let values: [UInt8] = (0...255).map { (byte: UInt8) in
    digits.firstIndex(of: byte).map { UInt8($0) } ?? 64
  }

  /// Decodes a string; returns nil unless it is base64, padded to whole groups.
  package static func decode(_ text: String) -> [UInt8]? { decode(text.utf8.span) }

  /// Decodes text in memory; returns nil unless it is base64, padded to whole groups.
  static func decode(_ text: ByteSlice) -> [UInt8]? {
    decode(text.storage.span.extracting(text.lower..<text.upper))
  }

  /// Returns the decoded size of text with valid digits; nil when it is not padded to whole groups.
  static func count(_ text: ByteSlice) -> Int? {
    let digits = digitCount(text.storage.span.extracting(text.lower..<text.upper))
    return digits.map { $0 / 4 * 3 + max(0, $0 % 4 - 1) }
  }

  /// Returns the number of digits without the padding; nil when the text is not padded to whole
  /// groups.
  private static func digitCount(_ text: Span<UInt8>) -> Int? {
    guard text.count % 4 == 0 else { return nil }
    var count = text.count
    for _ in 0..<2 where count > 0 && text[count - 1] == UInt8(ascii: "=") { count -= 1 }
    return count % 4 == 1 ? nil : count
  }

  /// Decodes digits with their padding; nil when the text is not base64.
  private static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    guard let count = digitCount(text) else { return nil }
    var bytes = [UInt8](repeating: 0, count: count / 4 * 3 + max(0, count % 4 - 1))
    let seen = decode(text, count, into: &bytes)
    return seen & 64 == 0 ? bytes : nil
  }

  /// Decodes `count` digits and returns the OR of their values, which shows whether any byte is not
  /// a digit.
  private static func decode(
    _ text: Span<UInt8>, _ count: Int, into array: inout [UInt8]
  ) -> UInt8 {
    let (values, tail) = (values.span, count % 4)
    var bytes = array.mutableSpan
    var (source, target) = (0, 0)
    var seen: UInt8 = 0
    while source + 4 <= count {
      let (one, two) = (values[Int(text[source])], values[Int(text[source + 1])])
      let (three, four) = (values[Int(text[source + 2])], values[Int(text[source + 3])])
      seen |= one | two | three | four
      bytes[target] = one << 2 | two >> 4
      bytes[target + 1] = two << 4 | three >> 2
      bytes[target + 2] = three << 6 | four
      source += 4
      target += 3
    }
    if tail > 1 {
      let (one, two) = (values[Int(text[source])], values[Int(text[source + 1])])
      let three = tail > 2 ? values[Int(text[source + 2])] : 0
      seen |= one | two | three
      bytes[target] = one << 2 | two >> 4
      if tail > 2 { bytes[target + 1] = two << 4 | three >> 2 }
    }
    return seen
  }
}
