extension String {
  /// A number in hexadecimal digits, with zeros before it up to `width` digits.
  package init(hexadecimal number: some BinaryInteger, width: Int, uppercase: Bool = false) {
    let digits = String(number, radix: 16, uppercase: uppercase)
    self = String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
  }
}
