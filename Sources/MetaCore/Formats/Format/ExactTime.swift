/// A time in seconds, without any rounding: times of movies and of their tracks are counted in units that do not divide each other.
struct ExactTime: Sendable, Hashable, Comparable {
  private let numerator: Int128
  /// Above zero, with no divisor in common with the numerator.
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

  /// So many units; a time scale of zero counts as one.
  init(_ value: Int64, _ timescale: UInt32) {
    self.init(reducing: Int128(value), over: Int128(max(1, timescale)))
  }

  init(_ time: MediaTime) { self.init(time.value, time.timescale) }

  private static func divisor(_ one: Int128, _ other: Int128) -> Int128 {
    var (a, b) = (one.magnitude, other.magnitude)
    while b != 0 { (a, b) = (b, a % b) }
    return Int128(clamping: a)
  }

  /// The sum; nil when its numbers are beyond all files.
  func plus(_ other: ExactTime) -> ExactTime? {
    let left = numerator.multipliedReportingOverflow(by: other.denominator)
    let right = other.numerator.multipliedReportingOverflow(by: denominator)
    let sum = left.partialValue.addingReportingOverflow(right.partialValue)
    let below = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !left.overflow, !right.overflow, !sum.overflow, !below.overflow else { return nil }
    return ExactTime(reducing: sum.partialValue, over: below.partialValue)
  }

  /// The difference; nil when its numbers are beyond all files.
  func minus(_ other: ExactTime) -> ExactTime? {
    plus(ExactTime(reducing: -other.numerator, over: other.denominator))
  }

  static func < (left: ExactTime, right: ExactTime) -> Bool {
    // Files have numbers of 64 bits over 32: their products fit.
    let one = left.numerator.multipliedReportingOverflow(by: right.denominator)
    let other = right.numerator.multipliedReportingOverflow(by: left.denominator)
    guard !one.overflow, !other.overflow else { return left.seconds < right.seconds }
    return one.partialValue < other.partialValue
  }

  /// The time in seconds.
  var seconds: Double { Double(numerator) / Double(denominator) }

  /// How a time that is no whole number of units is rounded.
  enum Rounding: Sendable {
    case down, nearest, up
  }

  /// The time in units of a scale.
  func units(_ timescale: UInt32, _ rounding: Rounding) -> Int64 {
    let product = numerator.multipliedReportingOverflow(by: Int128(timescale))
    guard !product.overflow else { return numerator < 0 ? .min : .max }
    let (quotient, remainder) = product.partialValue.quotientAndRemainder(dividingBy: denominator)
    var units = quotient
    switch rounding {
    case .down where remainder < 0: units -= 1
    case .up where remainder > 0: units += 1
    case .nearest where remainder.magnitude * 2 >= denominator.magnitude:
      units += remainder < 0 ? -1 : 1
    default: break
    }
    return Int64(clamping: units)
  }

  /// The smallest multiple of a time scale that counts this time in whole units; nil when there is none of 32 bits.
  func timescale(multipleOf timescale: UInt32) -> UInt32? {
    let factor = denominator / max(1, ExactTime.divisor(denominator, Int128(timescale)))
    let product = factor.multipliedReportingOverflow(by: Int128(timescale))
    return product.overflow ? nil : UInt32(exactly: product.partialValue)
  }
}
