extension FixedWidthInteger {
  /// Parses a number that consists of digits only; the initializers of the standard library also
  /// accept a sign.
  package init?(digits: some StringProtocol, radix: Int = 10) {
    guard let first = digits.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-")
    else { return nil }
    self.init(digits, radix: radix)
  }
}
