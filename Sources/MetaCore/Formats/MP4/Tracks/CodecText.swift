/// The spellings that codec strings are put together from (RFC 6381, ISO/IEC 14496-15 annex E).
enum CodecText {
  /// At least two decimal digits.
  static func decimal(_ number: some BinaryInteger) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Upper-case hexadecimal digits without leading zeros.
  static func hexadecimal(_ number: some BinaryInteger) -> String {
    String(number, radix: 16, uppercase: true)
  }

  /// A format with nothing more to say: its code, where bytes that are no letters, digits or marks are `%XX`
  /// (RFC 6381 §3.3).
  static func plain(_ format: FourCC) -> String {
    var text = ""
    for byte in format.bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "+"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + hexPair(byte)
      }
    }
    return text
  }
}
