/// A time or a duration as a number of units, with `timescale` units per second; the counterpart of
/// CoreMedia's `CMTime`.
///
/// Besides numeric times there are ``invalid``, ``indefinite`` and two infinities. Arithmetic never
/// traps: a result that cannot be represented is ``invalid``. Times are equal when they denote the
/// same time: one half equals two quarters.
public struct MediaTime: Sendable {
  /// The number of units; 0 for a time that is not numeric.
  public var value: Int64
  /// The number of units per second; 0 for a time that is not numeric.
  public let timescale: UInt32
  /// The kind of time.
  let kind: Kind
  /// Whether a calculation that produced the time rounded the result.
  public private(set) var hasBeenRounded = false
  /// The loop of a repeated timeline to which the time belongs; 0 for durations.
  public private(set) var epoch: Int64 = 0

  /// The kind of a time: numeric, or one of the special times; the cases are in sort order.
  enum Kind: UInt8, Sendable {
    case negativeInfinity, numeric, indefinite, positiveInfinity, invalid
  }

  /// The largest time scale of a rounded result (CoreMedia, `kCMTimeMaxTimescale`).
  public static let maximumTimescale: UInt32 = 0x7FFF_FFFF

  /// Creates a time, or nil when the time scale is zero.
  public init?(value: Int64, timescale: UInt32) {
    guard timescale > 0 else { return nil }
    self.init(numeric: value, timescale)
  }

  /// Creates a time in a loop of a repeated timeline, or nil when the time scale is zero.
  public init?(value: Int64, timescale: UInt32, epoch: Int64) {
    guard timescale > 0 else { return nil }
    self.init(numeric: value, timescale)
    self.epoch = epoch
  }

  /// Creates a numeric time; `timescale` must be greater than zero.
  init(numeric value: Int64, _ timescale: UInt32, isRounded: Bool = false, epoch: Int64 = 0) {
    self.value = value
    self.timescale = timescale
    self.epoch = epoch
    hasBeenRounded = isRounded
    kind = .numeric
  }

  private init(_ kind: Kind) {
    value = 0
    timescale = kind == .numeric ? 1 : 0
    self.kind = kind
  }

  // MARK: Constants

  /// Zero.
  public static let zero = MediaTime(.numeric)
  /// An invalid time, such as the result of an impossible calculation.
  public static let invalid = MediaTime(.invalid)
  /// A time that is not yet known, such as the duration of a live stream.
  public static let indefinite = MediaTime(.indefinite)
  /// A time later than every other time.
  public static let positiveInfinity = MediaTime(.positiveInfinity)
  /// A time earlier than every other time.
  public static let negativeInfinity = MediaTime(.negativeInfinity)

  // MARK: Kind

  /// Whether the time is numeric, infinite or indefinite.
  public var isValid: Bool { kind != .invalid }
  /// Whether the time is numeric.
  public var isNumeric: Bool { kind == .numeric }
  /// Whether the time is not yet known.
  public var isIndefinite: Bool { kind == .indefinite }
  /// Whether the time is later than every numeric time.
  public var isPositiveInfinity: Bool { kind == .positiveInfinity }
  /// Whether the time is earlier than every numeric time.
  public var isNegativeInfinity: Bool { kind == .negativeInfinity }
  /// Whether the time is one of the two infinities.
  var isInfinite: Bool { isPositiveInfinity || isNegativeInfinity }

  /// Rejects a time that is not numeric; `name` is used in the message.
  ///
  /// - Throws: `notRepresentable`.
  func checkNumeric(_ name: String) throws(ParseError) {
    guard !isNumeric else { return }
    throw ParseError(.notRepresentable, at: 0, "\(name) is not a number (\(kind))")
  }

  /// The time in seconds; an infinity or NaN when the time is not numeric.
  public var seconds: Double {
    switch kind {
    case .numeric: Double(value) / Double(timescale)
    case .positiveInfinity: .infinity
    case .negativeInfinity: -.infinity
    case .indefinite, .invalid: .nan
    }
  }
}

extension MediaTime {
  /// The time in seconds, rounded to three decimals, for messages.
  package var roundedSeconds: Double { (seconds * 1000).rounded() / 1000 }
}

// MARK: - Comparing

extension MediaTime: Hashable, Comparable {
  /// Whether both values denote the same time in the same epoch.
  public static func == (left: MediaTime, right: MediaTime) -> Bool {
    guard left.kind == .numeric, right.kind == .numeric else { return left.kind == right.kind }
    guard left.epoch == right.epoch else { return false }
    return left.timescale == right.timescale
      ? left.value == right.value : ExactTime(left) == ExactTime(right)
  }

  /// Whether one time sorts before another: negative infinity, numeric times by epoch and value,
  /// indefinite, positive infinity, invalid.
  public static func < (left: MediaTime, right: MediaTime) -> Bool {
    guard left.kind == .numeric, right.kind == .numeric else {
      return left.kind.rawValue < right.kind.rawValue
    }
    guard left.epoch == right.epoch else { return left.epoch < right.epoch }
    return left.timescale == right.timescale
      ? left.value < right.value : ExactTime(left) < ExactTime(right)
  }

  /// Hashes the time; equal times have the same hash, regardless of their time scales.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(kind)
    guard kind == .numeric else { return }
    hasher.combine(epoch)
    hasher.combine(ExactTime(self))
  }
}

// MARK: - Text

extension MediaTime {
  /// Parses a time in clock notation, such as `90`, `1:30` or `00:01:30.5`; nil for other text.
  ///
  /// Decimals after the ninth are ignored, and minutes and seconds may exceed 59.
  public init?(clock text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last else { return nil }
    let pieces = last.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard (parts.dropLast() + pieces).allSatisfy(\.isDecimalDigits) else { return nil }
    var seconds: Int64 = 0
    for part in parts.dropLast() + [pieces[0]] {
      guard let number = UInt32(part) else { return nil }
      seconds = seconds * 60 + Int64(number)
    }
    let decimals = pieces.count > 1 ? pieces[1].prefix(9) : ""
    var scale: Int64 = 1
    for _ in decimals { scale *= 10 }
    guard let fraction = decimals.isEmpty ? 0 : UInt32(decimals), seconds < 1 << 32 else {
      return nil
    }
    self.init(value: seconds * scale + Int64(fraction), timescale: UInt32(scale))
  }
}

// MARK: - Coding

extension MediaTime: Codable {
  private enum CodingKeys: CodingKey { case value, timescale, flags, epoch }

  /// The bits of `flags` in the coded form of a time, with the values of `CMTimeCopyAsDictionary`.
  private enum Flag {
    static let valid: Int64 = 1
    static let hasBeenRounded: Int64 = 2
    static let positiveInfinity: Int64 = 4
    static let negativeInfinity: Int64 = 8
    static let indefinite: Int64 = 16
  }

  private var flags: Int64 {
    let kindFlags: Int64 =
      switch kind {
      case .invalid: 0
      case .numeric: Flag.valid
      case .indefinite: Flag.valid | Flag.indefinite
      case .positiveInfinity: Flag.valid | Flag.positiveInfinity
      case .negativeInfinity: Flag.valid | Flag.negativeInfinity
      }
    return kindFlags | (hasBeenRounded ? Flag.hasBeenRounded : 0)
  }

  /// The time as a dictionary: `value`, `timescale`, `epoch` and `flags` with the keys and values
  /// of `CMTimeCopyAsDictionary`.
  public var dictionary: [String: Int64] {
    ["value": value, "timescale": Int64(timescale), "epoch": epoch, "flags": flags]
  }

  /// Creates a time from its dictionary; ``invalid`` when a member other than the epoch is missing,
  /// or a number has no time scale, as with `CMTimeMakeFromDictionary`.
  public init(dictionary: [String: Int64]) {
    guard let value = dictionary["value"], let scale = dictionary["timescale"],
      let flags = dictionary["flags"],
      let time = MediaTime(value, UInt32(exactly: scale), flags, dictionary["epoch"] ?? 0)
    else {
      self = .invalid
      return
    }
    self = time
  }

  /// Creates a time from its coded parts; nil for a number without a time scale.
  private init?(_ value: Int64, _ timescale: UInt32?, _ flags: Int64, _ epoch: Int64) {
    if flags & Flag.valid == 0 {
      self = .invalid
    } else if flags & Flag.indefinite != 0 {
      self = .indefinite
    } else if flags & Flag.positiveInfinity != 0 {
      self = .positiveInfinity
    } else if flags & Flag.negativeInfinity != 0 {
      self = .negativeInfinity
    } else {
      guard let timescale, timescale > 0 else { return nil }
      self.init(
        numeric: value, timescale, isRounded: flags & Flag.hasBeenRounded != 0, epoch: epoch)
    }
  }

  /// Reads the value and the time scale; flags and epoch are optional.
  ///
  /// - Throws: `DecodingError` when the value or the time scale is missing, or when a numeric time
  ///   has a time scale of zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let value = try container.decode(Int64.self, forKey: .value)
    let timescale = try container.decode(UInt32.self, forKey: .timescale)
    let flags = try container.decodeIfPresent(Int64.self, forKey: .flags) ?? Flag.valid
    let epoch = try container.decodeIfPresent(Int64.self, forKey: .epoch) ?? 0
    guard let time = MediaTime(value, timescale, flags, epoch) else {
      throw DecodingError.dataCorruptedError(
        forKey: .timescale, in: container, debugDescription: "the time scale is zero")
    }
    self = time
  }

  /// Writes the value and the time scale, the flags unless they only state that the time is valid,
  /// and the epoch unless it is 0.
  ///
  /// - Throws: Errors from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(value, forKey: .value)
    try container.encode(timescale, forKey: .timescale)
    if flags != Flag.valid { try container.encode(flags, forKey: .flags) }
    if epoch != 0 { try container.encode(epoch, forKey: .epoch) }
  }
}
