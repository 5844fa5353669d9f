/// Arithmetic on numbers that came out of a file: it throws where plain operators would trap.
extension FixedWidthInteger {
  func adding(_ other: Self, at offset: Int64) throws(ParseError) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard !overflow else { throw ParseError(.malformed, at: offset, "a sum is too large") }
    return sum
  }

  func multiplied(by other: Self, at offset: Int64) throws(ParseError) -> Self {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    guard !overflow else { throw ParseError(.malformed, at: offset, "a product is too large") }
    return product
  }
}
