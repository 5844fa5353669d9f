/// A time as an exact fraction of seconds, for sums, and for conversions between time scales that
/// round only once, at the end.
///
/// The time scales of movies and tracks need not be multiples of each other.
struct ExactTime: Sendable, Hashable, Comparable {
  private let numerator: Int128
  /// The denominator, which is greater than zero and has no divisor in common with the numerator.
  private let denominator: Int128

  static let zero = ExactTime(whole: 0)

  private init(whole: Int128) {
    numerator = whole
    denominator = 1
  }

  private init(reducing numerator: Int128, over denominator: Int128) {
    let divisor = max(1, ExactTime.divisor(numerator, denominator))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// Creates a time from a number of units; a time scale of zero is treated as one.
  init(_ value: Int64, _ timescale: UInt32) {
    self.init(reducing: Int128(value), over: Int128(max(1, timescale)))
  }

  /// Creates an exact time from a ``MediaTime``; a time that is not numeric becomes zero.
  init(_ time: MediaTime) { self.init(time.value, time.timescale) }

  /// Creates a time from the quotient of two numbers; nil if the divisor is zero or less, or the
  /// numerator is the smallest number.
  init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator > 0, numerator != .min else { return nil }
    self.init(reducing: numerator, over: denominator)
  }

  /// Returns the greatest common divisor.
  private static func divisor(_ one: Int128, _ other: Int128) -> Int128 {
    var (a, b) = (one.magnitude, other.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    return Int128(clamping: a)
  }

  /// Returns the sum; nil on overflow, which no valid file causes.
  func plus(_ other: ExactTime) -> ExactTime? {
    guard denominator != other.denominator else {
      let sum = numerator.addingReportingOverflow(other.numerator)
      return sum.overflow ? nil : ExactTime(reducing: sum.partialValue, over: denominator)
    }
    let left = numerator.multipliedReportingOverflow(by: other.denominator)
    let right = other.numerator.multipliedReportingOverflow(by: denominator)
    let sum = left.partialValue.addingReportingOverflow(right.partialValue)
    let below = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !left.overflow, !right.overflow, !sum.overflow, !below.overflow else { return nil }
    return ExactTime(reducing: sum.partialValue, over: below.partialValue)
  }

  /// Returns the difference; nil on overflow, which no valid file causes.
  func minus(_ other: ExactTime) -> ExactTime? {
    plus(ExactTime(reducing: -other.numerator, over: other.denominator))
  }

  static func < (left: ExactTime, right: ExactTime) -> Bool {
    // Files store 64-bit values and 32-bit scales, so the products fit.
    let leftProduct = left.numerator.multipliedReportingOverflow(by: right.denominator)
    let rightProduct = right.numerator.multipliedReportingOverflow(by: left.denominator)
    guard !leftProduct.overflow, !rightProduct.overflow else { return left.seconds < right.seconds }
    return leftProduct.partialValue < rightProduct.partialValue
  }

  /// Returns the time multiplied by one number and divided by another; nil if the divisor is zero
  /// or less, and on overflow, which no valid file causes.
  func times(_ multiplier: Int128, over divisor: Int128) -> ExactTime? {
    let factor = ExactTime(multiplier, over: divisor)
    guard let factor else { return nil }
    // Reduce crosswise first, so that the products are as small as possible.
    let first = ExactTime(reducing: numerator, over: factor.denominator)
    let second = ExactTime(reducing: factor.numerator, over: denominator)
    let above = first.numerator.multipliedReportingOverflow(by: second.numerator)
    let below = first.denominator.multipliedReportingOverflow(by: second.denominator)
    guard !above.overflow, !below.overflow, above.partialValue != .min else { return nil }
    return ExactTime(reducing: above.partialValue, over: below.partialValue)
  }

  /// The time in seconds.
  var seconds: Double { Double(numerator) / Double(denominator) }

  /// The rounding of a time that is between two units of a scale; `nearest` rounds halves away from
  /// zero.
  enum Rounding: Sendable {
    case down, nearest, up, towardZero, awayFromZero
  }

  /// Returns the time in units of a scale, clamped to 64 bits.
  func units(_ timescale: UInt32, _ rounding: Rounding) -> Int64 {
    exactUnits(timescale, rounding)?.value ?? (numerator < 0 ? .min : .max)
  }

  /// Returns the time in units of a scale, and whether it was rounded; nil when it does not fit in
  /// 64 bits.
  func exactUnits(_ timescale: UInt32, _ rounding: Rounding) -> (value: Int64, isRounded: Bool)? {
    let product = numerator.multipliedReportingOverflow(by: Int128(timescale))
    guard !product.overflow else { return nil }
    let (quotient, remainder) = product.partialValue.quotientAndRemainder(dividingBy: denominator)
    let isNegative = remainder < 0
    let isAway =
      switch rounding {
      case .down: isNegative
      case .up: remainder > 0
      case .nearest: remainder.magnitude * 2 >= denominator.magnitude
      case .towardZero: false
      case .awayFromZero: remainder != 0
      }
    let units = quotient + (isAway ? (isNegative ? -1 : 1) : 0)
    return Int64(exactly: units).map { ($0, remainder != 0) }
  }

  /// Returns the smallest multiple of a time scale in which this time is an integer; nil when no
  /// such multiple fits in 32 bits.
  func timescale(multipleOf timescale: UInt32) -> UInt32? {
    let factor = denominator / max(1, ExactTime.divisor(denominator, Int128(timescale)))
    let product = factor.multipliedReportingOverflow(by: Int128(timescale))
    return product.overflow ? nil : UInt32(exactly: product.partialValue)
  }
}
