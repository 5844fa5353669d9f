/// Arithmetic with the rules of CoreMedia's `CMTimeAdd` and related functions, with one exception:
/// a result that does not fit even in whole seconds is ``MediaTime/invalid``, where CoreMedia
/// returns infinity.
extension MediaTime {
  /// The rounding of a time that is not an integer in the new time scale; the counterpart of
  /// CoreMedia's `CMTimeRoundingMethod`.
  public enum RoundingMethod: Sendable, Hashable, CaseIterable {
    /// To the nearest unit, halves away from zero.
    case roundHalfAwayFromZero
    /// To the unit closer to zero.
    case roundTowardZero
    /// To the unit farther from zero.
    case roundAwayFromZero
    /// Toward zero when the new time scale is smaller, otherwise away from zero; a negative time
    /// never becomes zero.
    case quickTime
    /// To the later unit.
    case roundTowardPositiveInfinity
    /// To the earlier unit.
    case roundTowardNegativeInfinity

    /// The default.
    public static let `default` = RoundingMethod.roundHalfAwayFromZero
  }

  // MARK: Scales

  /// Returns the same time in units of a different scale; ``invalid`` when the scale is 0 or the
  /// result does not fit in 64 bits.
  ///
  /// A time that is not numeric is unchanged.
  public func converted(
    toTimescale newTimescale: UInt32, method: RoundingMethod = .default
  ) -> MediaTime {
    guard kind == .numeric else { return self }
    guard newTimescale > 0 else { return .invalid }
    guard newTimescale != timescale else { return self }
    let rounding: ExactTime.Rounding =
      switch method {
      case .roundHalfAwayFromZero: .nearest
      case .roundTowardZero: .towardZero
      case .roundAwayFromZero: .awayFromZero
      case .quickTime: newTimescale < timescale ? .towardZero : .awayFromZero
      case .roundTowardPositiveInfinity: .up
      case .roundTowardNegativeInfinity: .down
      }
    guard var (units, isRounded) = ExactTime(self).exactUnits(newTimescale, rounding) else {
      return .invalid
    }
    if method == .quickTime, units == 0, value < 0 { units = -1 }
    isRounded = isRounded || hasBeenRounded
    return MediaTime(numeric: units, newTimescale, isRounded: isRounded, epoch: epoch)
  }

  /// Creates a time from a number of seconds, in units of the given scale, rounded to the nearest
  /// unit; the counterpart of CoreMedia's `CMTimeMakeWithSeconds`.
  ///
  /// If the result does not fit in 64 bits, the time scale is halved until it does. The result is
  /// ``invalid`` for NaN, for a scale of 0, and for numbers that do not fit even in whole seconds.
  public init(seconds: Double, preferredTimescale: UInt32) {
    guard preferredTimescale > 0, !seconds.isNaN else {
      self = .invalid
      return
    }
    guard seconds.isFinite else {
      self = seconds < 0 ? .negativeInfinity : .positiveInfinity
      return
    }
    let oneSecond = MediaTime(numeric: 1, 1)
    self = oneSecond.scaled(by: seconds, timescale: preferredTimescale)
  }

  // MARK: Sums

  /// Returns the sum, in a common time scale if there is one.
  ///
  /// The sum of opposite infinities, or of times in two different epochs other than 0, is
  /// ``invalid``.
  public static func + (left: MediaTime, right: MediaTime) -> MediaTime {
    left.combined(with: right, epoch: left.epoch == 0 ? right.epoch : left.epoch) {
      ExactTime(left).plus(ExactTime(right))
    }
  }

  /// Returns the difference; for two times in the same epoch, it is a duration, with epoch 0.
  public static func - (left: MediaTime, right: MediaTime) -> MediaTime {
    left.combined(with: right.negated, epoch: left.epoch == right.epoch ? 0 : left.epoch) {
      ExactTime(left).minus(ExactTime(right))
    }
  }

  /// Adds another time to this time.
  public static func += (left: inout MediaTime, right: MediaTime) { left = left + right }

  /// Subtracts another time from this time.
  public static func -= (left: inout MediaTime, right: MediaTime) { left = left - right }

  /// The time with its sign reversed if it is infinite, for the kind of a difference; a numeric
  /// time is unchanged.
  private var negated: MediaTime {
    switch kind {
    case .positiveInfinity: .negativeInfinity
    case .negativeInfinity: .positiveInfinity
    default: self
    }
  }

  /// Returns the sum of two numeric times as computed by `sum`, or the result that CoreMedia
  /// defines for other kinds of time.
  private func combined(
    with other: MediaTime, epoch: Int64, _ sum: () -> ExactTime?
  ) -> MediaTime {
    guard kind == .numeric, other.kind == .numeric else {
      if kind == .invalid || other.kind == .invalid { return .invalid }
      if isInfinite, other.isInfinite { return kind == other.kind ? self : .invalid }
      if isInfinite || other.kind == .numeric { return self }
      return other
    }
    guard self.epoch == other.epoch || self.epoch == 0 || other.epoch == 0 else { return .invalid }
    let isRounded = hasBeenRounded || other.hasBeenRounded
    if timescale == other.timescale || other.value == 0 {
      // The common case; zero does not affect the time scale.
      return MediaTime(sum(), timescale, isRounded, epoch)
    }
    if value == 0 { return MediaTime(sum(), other.timescale, isRounded, epoch) }
    return MediaTime(sum(), commonTimescale(with: other), isRounded, epoch)
  }

  /// Returns the smallest time scale in which both times are integers, or the largest possible
  /// scale if that does not fit in 32 bits.
  private func commonTimescale(with other: MediaTime) -> UInt32 {
    var (a, b) = (timescale, other.timescale)
    while b != 0 { (a, b) = (b, a % b) }
    let least = UInt64(timescale / a) * UInt64(other.timescale)
    return UInt32(exactly: least) ?? max(timescale, other.timescale, MediaTime.maximumTimescale)
  }

  /// Creates a time from an exact time, in units of the given scale, which is halved until the
  /// result fits in 64 bits.
  private init(_ exact: ExactTime?, _ timescale: UInt32, _ isRounded: Bool, _ epoch: Int64) {
    var scale = timescale
    while let exact, scale > 0 {
      if let (value, isNewlyRounded) = exact.exactUnits(scale, .nearest) {
        self.init(
          numeric: value, scale, isRounded: isRounded || isNewlyRounded, epoch: epoch)
        return
      }
      scale /= 2
    }
    self = .invalid
  }

  // MARK: Products

  /// Returns the product; an infinity keeps its kind, with the sign of the product, but becomes
  /// ``invalid`` if the multiplier is 0.
  public static func * (time: MediaTime, multiplier: Int) -> MediaTime {
    time.multiplied(by: Int64(multiplier), over: 1)
  }

  /// Returns the product.
  public static func * (multiplier: Int, time: MediaTime) -> MediaTime { time * multiplier }

  /// Returns the product, rounded to the nearest unit.
  ///
  /// The time scale is raised up to ``maximumTimescale`` if that makes the product more exact.
  public static func * (time: MediaTime, multiplier: Double) -> MediaTime {
    guard time.kind == .numeric else {
      if multiplier.isNaN || time.isInfinite && multiplier == 0 { return .invalid }
      return multiplier < 0 ? time.negated : time
    }
    guard multiplier.isFinite else {
      guard !multiplier.isNaN, time.value != 0 else { return .invalid }
      return (multiplier < 0) == (time.value < 0) ? .positiveInfinity : .negativeInfinity
    }
    return time.scaled(by: multiplier, timescale: nil)
  }

  /// Returns the product.
  public static func * (multiplier: Double, time: MediaTime) -> MediaTime { time * multiplier }

  /// Returns this time multiplied by one number and divided by another; ``invalid`` for a divisor
  /// of 0, and for an infinity multiplied by 0.
  ///
  /// The counterpart of CoreMedia's `CMTimeMultiplyByRatio`.
  public func multiplied(by multiplier: Int64, over divisor: Int64) -> MediaTime {
    guard divisor != 0 else { return .invalid }
    let isNegative = (multiplier < 0) != (divisor < 0)
    guard kind == .numeric else {
      if isInfinite, multiplier == 0 { return .invalid }
      return isNegative ? negated : self
    }
    let above = divisor < 0 ? -Int128(multiplier) : Int128(multiplier)
    let exact = ExactTime(self).times(above, over: Int128(divisor.magnitude))
    return MediaTime(exact, timescale, hasBeenRounded, epoch)
  }

  /// Returns a numeric time multiplied by the ratio of two durations, of which the second is longer
  /// than zero.
  ///
  /// The time scale is raised, because a product that is rounded to the unit can be far from the
  /// exact time, or zero.
  func multiplied(by duration: MediaTime, over other: MediaTime) -> MediaTime {
    let exact = ExactTime(self).times(
      Int128(duration.value) * Int128(other.timescale),
      over: Int128(other.value) * Int128(duration.timescale))
    let isRounded = hasBeenRounded || duration.hasBeenRounded || other.hasBeenRounded
    return MediaTime(exact, exactTimescale(of: exact), isRounded, epoch)
  }

  /// Returns the product with a number; every finite `Double` is an integer times a power of two.
  private func scaled(by number: Double, timescale requestedScale: UInt32?) -> MediaTime {
    guard number != 0 else {
      return MediaTime(numeric: 0, requestedScale ?? timescale, epoch: epoch)
    }
    var mantissa = Int128(number.significand * 0x1p52) * (number < 0 ? -1 : 1)
    var exponent = Int(number.exponent) - 52
    while mantissa % 2 == 0 {
      mantissa /= 2
      exponent += 1
    }
    var isRounded = hasBeenRounded
    // Bits of the number below 2^-62 are dropped, so that the products fit in 128 bits.
    while exponent < -62 {
      isRounded = isRounded || mantissa % 2 != 0
      mantissa /= 2
      exponent += 1
    }
    guard exponent <= 64 else { return .invalid }
    let factor: (Int128, Int128) =
      exponent < 0 ? (mantissa, Int128(1) << Int128(-exponent)) : (mantissa, 1)
    var exact = ExactTime(self).times(factor.0, over: factor.1)
    if exponent > 0 { exact = exact?.times(Int128(1) << Int128(exponent), over: 1) }
    let scale = requestedScale ?? exactTimescale(of: exact)
    return MediaTime(exact, scale, isRounded, epoch)
  }

  /// Returns the smallest multiple of the time scale in which the given time is an integer, or the
  /// largest allowed multiple.
  private func exactTimescale(of exact: ExactTime?) -> UInt32 {
    if let scale = exact?.timescale(multipleOf: timescale), scale <= MediaTime.maximumTimescale {
      return scale
    }
    return timescale * max(1, MediaTime.maximumTimescale / timescale)
  }

  /// The absolute value of the time.
  public var absoluteValue: MediaTime {
    if kind == .negativeInfinity { return .positiveInfinity }
    guard kind == .numeric, value < 0 else { return self }
    return multiplied(by: -1, over: 1)
  }
}
