extension StringProtocol {
  /// Whether both strings have the same UTF-8 bytes.
  ///
  /// `==` is not enough where a difference must be noticed: it also accepts canonically equivalent
  /// strings, such as a composed and a decomposed é.
  package func hasSameBytes(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }

  /// Whether the string consists of one or more ASCII digits, without a sign.
  package var isDecimalDigits: Bool {
    !isEmpty && utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension String? {
  /// Whether both are nil, or both strings have the same UTF-8 bytes.
  package func hasSameBytes(as other: String?) -> Bool {
    switch (self, other) {
    case (nil, nil): true
    case (let one?, let two?): one.hasSameBytes(as: two)
    default: false
    }
  }
}

extension Array where Element: StringProtocol {
  /// Whether both lists have the same number of strings, with the same UTF-8 bytes.
  package func hasSameBytes(as other: [Element]) -> Bool {
    elementsEqual(other) { $0.hasSameBytes(as: $1) }
  }
}
