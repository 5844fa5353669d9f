/// Bytes written in hexadecimal; white space is ignored: `bytes("66 74 79 70")`.
package func bytes(_ hex: String) -> [UInt8] {
  let digits = hex.filter { !$0.isWhitespace }.utf8.map {
    UInt8(String(UnicodeScalar($0)), radix: 16) ?? 0
  }
  return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
