/// Base64 (RFC 4648 §4), handed out digit by digit.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Hands out the digits of `data`, padded to whole groups.
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

  /// The value of each digit, 64 for what is none.
  private static let values: [UInt8] = (0...255).map { (byte: UInt8) in
    digits.firstIndex(of: byte).map { UInt8($0) } ?? 64
  }

  /// The bytes that a text stands for; nil when it is none of base64, padded to whole groups.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = Array(text.utf8)[...]
    guard text.count % 4 == 0 else { return nil }
    for _ in 0..<2 where text.last == UInt8(ascii: "=") { text.removeLast() }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var (group, bits): (UInt32, UInt32) = (0, 0)
    for digit in text {
      let value = values[Int(digit)]
      guard value < 64 else { return nil }
      (group, bits) = (group << 6 & 0xFFFF | UInt32(value), bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: group >> bits))
    }
    return bits < 6 ? bytes : nil
  }
}
