/// Base64 (RFC 4648 §4), handed out digit by digit.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ data: ArraySlice<UInt8>, to output: (UInt8) -> Void) {
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
}
