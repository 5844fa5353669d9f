/// A geographical position as stored by cameras and phones: latitude and longitude in degrees,
/// altitude in metres.
///
/// Parses and writes ISO 6709 text.
///
///     ±DD.DDDD±DDD.DDDD[±AAA.AAA][CRSname]/    degrees; ±DDMM.M±DDDMM.M and ±DDMMSS.S±DDDMMSS.S in minutes and seconds
///
/// ISO 6709 Annex H; `©xyz`, `com.apple.quicktime.location.ISO6709`. The 3GPP box `loci` also has
/// ``name``, ``role``, ``body`` and ``notes``, which ISO 6709 text does not include; they are nil
/// in locations that MetaCore creates.
public struct Location: Sendable, Hashable {
  /// Degrees north, -90 to 90.
  public var latitude: Double
  /// Degrees east, -180 to 180.
  public var longitude: Double
  /// Metres above the reference, if given.
  public var altitude: Double?
  /// The coordinate reference system after `CRS`, if given.
  public var referenceSystem: String?
  /// The name of the place.
  public var name: String?
  /// The role of the place: 0 shooting, 1 real, 2 fictional location (3GPP TS 26.244 §8.10).
  public var role: Int?
  /// The astronomical body; Earth when not given.
  public var body: String?
  /// Additional notes.
  public var notes: String?

  /// Creates a place from its coordinates.
  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Parses an ISO 6709 string; nil when it has a different form or its coordinates are out of
  /// range.
  ///
  /// The final slash is optional, because some phones omit it.
  public init?(iso6709 text: String) {
    var scanner = Scanner(text)
    guard let north = scanner.angle(degreeDigits: 2), let east = scanner.angle(degreeDigits: 3),
      abs(north) <= 90, abs(east) <= 180
    else { return nil }
    self.init(latitude: north, longitude: east)
    if scanner.isAtSign {
      guard let height = scanner.number() else { return nil }
      altitude = height.value
    }
    referenceSystem = scanner.referenceSystem()
    guard scanner.isAtEnd else { return nil }
  }

  /// The place in degrees in ISO 6709 form, including the final slash.
  public var iso6709: String {
    var text = Location.signed(latitude, digits: 2) + Location.signed(longitude, digits: 3)
    if let altitude { text += Location.signed(altitude, digits: 1) }
    if let referenceSystem { text += "CRS" + referenceSystem }
    return text + "/"
  }

  /// Returns a signed number with at least `digits` digits before the decimal point, and as many
  /// after the point as needed.
  private static func signed(_ number: Double, digits: Int) -> String {
    let size = number.magnitude
    var text = size.description
    if text.contains("e") || !size.isFinite {
      // Extreme numbers are not written in plain decimal digits by default. Eight decimals of a
      // degree are about a millimetre. NaN and infinities become the largest number.
      let scaled = Int128(exactly: (size * 1e8).rounded()) ?? .max
      let decimals = String(scaled % 100_000_000)
      text =
        "\(scaled / 100_000_000)." + String(repeating: "0", count: 8 - decimals.count) + decimals
    }
    if text.hasSuffix(".0") { text.removeLast(2) }
    let integerDigits = text.prefix { $0 != "." }.count
    let sign = number < 0 ? "-" : "+"
    return sign + String(repeating: "0", count: max(0, digits - integerDigits)) + text
  }
}

extension Location {
  /// A cursor over the parts of an ISO 6709 string, used for parsing.
  private struct Scanner {
    private var rest: Substring.UTF8View

    /// Creates a scanner for a string, without surrounding white space and the final slash.
    init(_ text: String) {
      rest = Substring(text).utf8
      while let last = rest.last, last <= 0x20 { rest.removeLast() }
      while let first = rest.first, first <= 0x20 { rest.removeFirst() }
      if rest.last == 0x2F { rest.removeLast() }
    }

    var isAtEnd: Bool { rest.isEmpty }

    var isAtSign: Bool { rest.first == 0x2B || rest.first == 0x2D }

    /// Reads a sign, digits, and optionally a decimal point with more digits; also returns the
    /// number of digits before the point.
    mutating func number() -> (value: Double, integerDigits: Int)? {
      guard isAtSign else { return nil }
      let isNegative = rest.first == 0x2D
      let digits = rest.dropFirst()
      let end = digits.firstIndex { $0 != 0x2E && ($0 < 0x30 || $0 > 0x39) } ?? digits.endIndex
      let text = Substring(digits[..<end])
      guard text.utf8.count <= 32, let size = Double(text) else { return nil }
      rest = rest[end...]
      return (isNegative ? -size : size, text.prefix { $0 != "." }.utf8.count)
    }

    /// Reads degrees, degrees and minutes, or degrees, minutes and seconds, depending on the number
    /// of digits.
    mutating func angle(degreeDigits: Int) -> Double? {
      guard let (value, integerDigits) = number() else { return nil }
      if integerDigits <= degreeDigits { return value }
      let size = value.magnitude
      let isTwoParts = integerDigits == degreeDigits + 2
      guard isTwoParts || integerDigits == degreeDigits + 4 else { return nil }
      let degrees = (size / (isTwoParts ? 100 : 10_000)).rounded(.down)
      let rest = size - degrees * (isTwoParts ? 100 : 10_000)
      let minutes = isTwoParts ? rest : (rest / 100).rounded(.down)
      let seconds = isTwoParts ? 0 : rest - minutes * 100
      guard minutes < 60, seconds < 60 else { return nil }
      let angle = degrees + minutes / 60 + seconds / 3600
      return value.sign == .minus ? -angle : angle
    }

    /// Reads the name after `CRS`, the only text allowed after the numbers.
    mutating func referenceSystem() -> String? {
      guard rest.starts(with: "CRS".utf8) else { return nil }
      let name = rest.dropFirst(3)
      rest = rest[rest.endIndex...]
      return String(Substring(name))
    }
  }
}
