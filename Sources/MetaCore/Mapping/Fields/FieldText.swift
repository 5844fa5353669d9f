// Conversion of text to values of fields.

extension Field {
  /// Parses a string as a value of the field; nil if it is not valid for the field.
  ///
  ///     text         unchanged; for enumerated fields one of the words, ignoring case
  ///     number       128, -6.5, -6.5 dB
  ///     boolean      true, false, yes, no, 1, 0
  ///     pair         8, 8/10, /10, A1
  ///     date         ISO 8601, possibly partial: 1999, 1999-04, 2018-08-05T15:39:27+02:00
  ///     rating       0 to 100, a share (3/5, 7/10), stars (★★★, ★★★☆☆, ***, 3.5 stars)
  ///     location     ISO 6709, or degrees: +37.5-122.25/, 37.5,-122.25
  public func value(of text: String) -> MetadataValue? {
    let trimmed = String(TextConverter.trimmed(text[...]))
    switch form {
    case .mediaKind, .advisory: return word(trimmed)
    case .integer: return Int64(trimmed).map { .integer($0) }
    case .rating: return FieldText.rating(trimmed).map { .integer($0) }
    case .number, .boolean, .podcast:
      let input = FieldInput(value: .string(trimmed), keySpace: .common, part: .whole)
      return ScalarConverter.value(form, input)
    case .pair: return FieldText.pair(trimmed)
    case .date:
      return (MetadataDate(iso8601: trimmed) ?? MetadataDate(exif: trimmed)).map { .date($0) }
    case .location: return FieldText.location(trimmed)
    case .artwork, .chapters, .timedText: return nil
    case .text, .genre, .keyword, .performer, .uniqueID: return .string(text)
    }
  }

  /// Returns the canonical word for a word or a number.
  private func word(_ text: String) -> MetadataValue? {
    let number = EnumerationConverter.number(text, form) ?? Int64(text)
    return number.flatMap { EnumerationConverter.name($0, form) }.map { .string($0) }
  }

  /// A description of the required value, for messages.
  public var wantedValue: String {
    switch form {
    case .mediaKind, .advisory:
      "one of " + EnumerationConverter.words(form).joined(separator: ", ")
    case .rating: "a whole number from 0 to 100, a fraction (3/5) or stars (★★★, 3.5 stars)"
    case .pair: "a number, optionally with a count (8/10)"
    case .date: "a date (1999, 1999-04-01, 2018-08-05T15:39:27+02:00)"
    case .location: "a location (+37.5-122.25/ as in ISO 6709, or 37.5,-122.25)"
    case .boolean, .podcast: "true or false"
    case .integer: "a whole number"
    case .number: "a number"
    case .artwork: "pictures"
    case .chapters: "chapters"
    case .timedText: "text with times, not a single value"
    default: "text"
    }
  }
}

/// Parsers for field values that a user writes as text: ratings, pairs and locations.
///
/// They are stricter than the converters of stored values.
private enum FieldText {
  /// Parses a percentage, a fraction, or a number of stars out of five, and returns a percentage.
  static func rating(_ text: String) -> Int64? {
    if let percent = Int64(text) { return (0...100).contains(percent) ? percent : nil }
    if let stars = stars(text) { return share(stars, of: 5) }
    let halves = text.split(separator: "/", omittingEmptySubsequences: false).map {
      Double(TextConverter.trimmed($0))
    }
    guard halves.count == 2, let part = halves[0], let maximum = halves[1] else { return nil }
    return share(part, of: maximum)
  }

  /// Parses `★★★`, `★★★☆☆`, `★★½`, `***`, `3 stars`, `3.5 stars` as a number of stars.
  private static func stars(_ text: String) -> Double? {
    for word in ["stars", "star"] where text.lowercased().hasSuffix(word) {
      return Double(TextConverter.trimmed(text.dropLast(word.count)))
    }
    var rest = text[...]
    var number = 0.0
    while let first = rest.first, "★⭐*".contains(first) {
      number += 1
      rest = rest.dropFirst()
    }
    if rest.first == "½" {
      number += 0.5
      rest = rest.dropFirst()
    }
    return !text.isEmpty && rest.allSatisfy { $0 == "☆" } ? number : nil
  }

  /// Returns a fraction as a percentage; nil if it is not between 0 and 1.
  private static func share(_ part: Double, of maximum: Double) -> Int64? {
    guard maximum > 0, (0...maximum).contains(part) else { return nil }
    return Int64(exactly: (part / maximum * 100).rounded())
  }

  /// Parses `8`, `8/10`, `/10`, `A1`; nil for other text.
  static func pair(_ text: String) -> MetadataValue? {
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(TextConverter.trimmed($0)) }
    guard let first = halves.first else { return nil }
    var pair = NumberPair(number: nil)
    if let number = Int(first), number >= 0 {
      pair.number = number
    } else if !first.isEmpty {
      // Record sides are a letter, optionally followed by a number.
      guard first.first?.isLetter == true,
        first.dropFirst().allSatisfy({ ("0"..."9").contains($0) })
      else { return nil }
      pair.label = first
    }
    if halves.count > 1 {
      guard let count = Int(halves[1]), count >= 0 else { return nil }
      pair.count = count
    }
    return text.isEmpty ? nil : .pair(pair)
  }

  /// Parses ISO 6709 text, or latitude, longitude and altitude in degrees separated by commas;
  /// returns ISO 6709 text.
  static func location(_ text: String) -> MetadataValue? {
    if Location(iso6709: text) != nil { return .string(text) }
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double(TextConverter.trimmed($0))
    }
    guard (2...3).contains(numbers.count), let latitude = numbers[0], let longitude = numbers[1],
      abs(latitude) <= 90, abs(longitude) <= 180, !numbers.contains(nil)
    else { return nil }
    let altitude = numbers.count > 2 ? numbers[2] : nil
    guard altitude?.isFinite ?? true else { return nil }
    return .string(Location(latitude: latitude, longitude: longitude, altitude: altitude).iso6709)
  }
}
