/// Converts stored values to the integers, numbers and flags of fields, whatever form they have in
/// a file.
enum ScalarConverter {
  /// Returns the value for a field of this form; nil if the stored value is of a different kind.
  static func value(_ form: Field.Form, _ input: FieldInput) -> MetadataValue? {
    switch form {
    // The `PCST` frame consists of four zero bytes, and its presence is its value.
    case .podcast where input.keySpace == .id3: .boolean(true)
    case .boolean, .podcast: flag(input.value).map { .boolean($0) }
    case .number: number(input.value).map(shortest)
    case .rating: RatingConverter.rating(input).map { .integer($0) }
    default: integer(input).map { .integer($0) }
    }
  }

  /// Returns a number as an integer if it has no fraction.
  private static func shortest(_ number: Double) -> MetadataValue {
    Int64(exactly: number).map { .integer($0) } ?? .real(number)
  }

  /// Returns a value as a flag; text must be a common word for true or false.
  private static func flag(_ value: MetadataValue) -> Bool? {
    switch value {
    case .boolean(let flag): return flag
    case .string(let text):
      switch text.lowercased() {
      case "1", "true", "yes": return true
      case "0", "false", "no": return false
      default: return nil
      }
    case .list(let values): return values.first.flatMap(flag)
    default: return value.integerValue.map { $0 != 0 }
    }
  }

  /// Returns the integer in the part of a value that the field uses.
  private static func integer(_ input: FieldInput) -> Int64? {
    switch input.part {
    case .number: PairConverter.pair(input.value)?.number.map(Int64.init)
    case .count: PairConverter.pair(input.value)?.count.map(Int64.init)
    case .plays: input.value[part: "count"]?.integerValue.flatMap { $0 > 0 ? $0 : nil }
    default:
      // An integer keeps all of its digits; a floating-point number has only 53 bits.
      input.value.integerValue
        ?? number(input.value).flatMap { Int64(exactly: $0.rounded()) }
    }
  }

  /// Returns a value as a number; in text, the number may be followed by a unit ("-6.50 dB", "128
  /// BPM").
  static func number(_ value: MetadataValue) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .unsigned(let number): Double(number)
    case .real(let number): number.isFinite ? number : nil
    case .boolean(let flag): flag ? 1 : 0
    case .string(let text): NumberText.parse(text)
    case .list(let values): values.first.flatMap(number)
    default: nil
    }
  }
}

/// Parses numbers in the text of tags ("-6.50 dB", "0,5"), and writes numbers as text.
package enum NumberText {
  /// Returns the number at the beginning of a string, before a space and a unit or before "dB"; a
  /// comma is read as a decimal point.
  static func parse(_ text: String) -> Double? {
    if let number = digits(text.utf8.span) { return number }
    var digits = ""
    for character in TextConverter.trimmed(text[...]) {
      if character.isWhitespace { break }
      digits.append(character == "," ? "." : character)
    }
    if digits.lowercased().hasSuffix("db") { digits.removeLast(2) }
    guard let first = digits.utf8.first, first < 0x3A,
      let number = Double(digits), number.isFinite
    else { return nil }
    return number
  }

  /// Returns the number in a string of only a few digits, the most frequent form; nil for other
  /// text.
  private static func digits(_ text: Span<UInt8>) -> Double? {
    // A `Double` represents every integer of fewer than 16 digits.
    guard !text.isEmpty, text.count < 16 else { return nil }
    var number = 0
    for index in text.indices {
      guard text[index] >= 0x30, text[index] <= 0x39 else { return nil }
      number = number * 10 + Int(text[index] - 0x30)
    }
    return Double(number)
  }

  /// Returns a number as text; integers have no decimal point.
  static func text(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }

  /// Returns a number with this many digits after the decimal point; a number that is too large for
  /// that is written without rounding.
  package static func fixed(_ number: Double, digits: Int) -> String {
    var unit: Int64 = 1
    for _ in 0..<digits { unit *= 10 }
    guard let units = Int64(exactly: (abs(number) * Double(unit)).rounded()) else {
      return text(number)
    }
    let sign = number < 0 && units > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(units)" }
    let part = String(units % unit)
    return "\(sign)\(units / unit)." + String(repeating: "0", count: digits - part.count) + part
  }
}

/// Converts ratings between the scales of the formats (stars, POPM bytes, Windows Media) and
/// percent, the scale of the `rating` field.
enum RatingConverter {
  /// Returns a stored rating in percent, at most 100; nil if it is not a number or is negative.
  static func rating(_ input: FieldInput) -> Int64? {
    let value = input.value[part: "rating"] ?? input.value
    guard let number = ScalarConverter.number(value), number >= 0 else { return nil }
    let rating = percent(number, in: input.keySpace)
    // Zero means "not rated" if the rating shares its item with a counter.
    if input.part == .rating, rating == 0 { return nil }
    return Int64(exactly: min(100, rating).rounded())
  }

  /// Converts a rating from the scale of a key space to percent.
  private static func percent(_ number: Double, in keySpace: KeySpace) -> Double {
    switch keySpace {
    case .id3: number == halfStar ? 10 : interpolate(number, popularimeter)
    case .asf: interpolate(number, windowsMedia)
    case .iTunes: number
    // Stars from 0 to 5, with fractions; larger numbers are percentages.
    default: number <= 5 ? number * 20 : number
    }
  }

  /// The POPM bytes that players write for no stars and for one to five full stars.
  static let popularimeter: [(stored: Double, percent: Double)] = [
    (0, 0), (1, 20), (64, 40), (128, 60), (196, 80), (255, 100),
  ]

  /// The POPM byte that MusicBee and other players write for half a star; it is larger than the
  /// byte for a full star.
  static let halfStar = 13.0

  /// The `WM/SharedUserRating` numbers for stars.
  static let windowsMedia: [(stored: Double, percent: Double)] = [
    (0, 0), (1, 20), (25, 40), (50, 60), (75, 80), (99, 100),
  ]

  /// Converts a percentage to the scale of a key space; also returns whether it is read back as the
  /// same percentage.
  static func stored(_ percent: Int64, in keySpace: KeySpace) -> (number: Double, isExact: Bool) {
    if keySpace == .id3, percent == 10 { return (halfStar, true) }
    let anchors =
      switch keySpace {
      case .id3: popularimeter
      case .asf: windowsMedia
      default: [(stored: 0.0, percent: 0.0), (stored: 5.0, percent: 100.0)]
      }
    let swapped = anchors.map { (stored: $0.percent, percent: $0.stored) }
    let number = interpolate(Double(percent), swapped)
    let isWhole = keySpace == .id3 || keySpace == .asf || keySpace == .isoUserData
    let stored = isWhole ? number.rounded() : number
    let roundTrip = interpolate(stored, anchors).rounded()
    return (stored, keySpace == .iTunes || roundTrip == Double(percent))
  }

  /// Converts a number by linear interpolation between the two anchors that surround it; a number
  /// above the last anchor gives the value of that anchor.
  private static func interpolate(
    _ number: Double, _ anchors: [(stored: Double, percent: Double)]
  ) -> Double {
    for (low, high) in zip(anchors, anchors.dropFirst()) where number <= high.stored {
      let share = (number - low.stored) / (high.stored - low.stored)
      return low.percent + share * (high.percent - low.percent)
    }
    return anchors.last?.percent ?? 0
  }
}
