/// Converts floating-point numbers to 16.16 fixed point, which MP4 and QuickTime headers use for
/// sizes and matrices.
enum FixedPoint {
  /// Converts a length, clamped to the range of a header field; negative numbers, infinity and NaN
  /// become 0.
  static func number(_ value: Double) -> UInt32 {
    UInt32(clamping: Int64(min(max(0, value.isFinite ? value : 0) * 65536, 0x1p40).rounded()))
  }

  /// Converts a signed number, clamped to the range of a header field; infinity and NaN become 0.
  static func signed(_ value: Double) -> Int32 {
    let bounded = min(max(value.isFinite ? value * 65536 : 0, -0x1p40), 0x1p40)
    return Int32(clamping: Int64(bounded.rounded()))
  }
}
