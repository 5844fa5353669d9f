/// Saturating sums, differences and products: times and offsets beyond the range occur only in
/// damaged files.
extension Int64 {
  /// Returns the sum, limited to the range of `Int64`.
  func plus(_ other: Int64) -> Int64 {
    let sum = addingReportingOverflow(other)
    return sum.overflow ? (other < 0 ? .min : .max) : sum.partialValue
  }

  /// Returns the difference, limited to the range of `Int64`.
  func minus(_ other: Int64) -> Int64 {
    let difference = subtractingReportingOverflow(other)
    return difference.overflow ? (other < 0 ? .max : .min) : difference.partialValue
  }

  /// Returns the product, limited to the range of `Int64`.
  func times(_ other: Int64) -> Int64 {
    let product = multipliedReportingOverflow(by: other)
    return product.overflow ? ((self < 0) == (other < 0) ? .max : .min) : product.partialValue
  }
}
