/// Values as text: strings as they stand, numbers by name where they stand for one.
enum TextConverter {
  static func append(_ input: FieldInput, to field: Field, _ texts: inout [String]) {
    if field == .genre { return GenreConverter.append(input, &texts) }
    if let text = EnumerationConverter.text(field, input) {
      texts.append(text)
      return
    }
    append(input.value, input, field, &texts)
  }

  private static func append(
    _ value: MetadataValue, _ input: FieldInput, _ field: Field, _ texts: inout [String]
  ) {
    switch value {
    case .string(let text):
      if field == .keywords { return appendKeywords(text, &texts) }
      add(text, &texts)
    case .list(let values):
      for each in values { append(each, input, field, &texts) }
    case .integer(let number): texts.append(String(number))
    case .unsigned(let number): texts.append(String(number))
    case .real(let number): texts.append(NumberText.text(number))
    case .boolean(let flag): texts.append(flag ? "1" : "0")
    case .date(let date): texts.append(date.description)
    case .pair(let pair): add(PairConverter.text(pair), &texts)
    case .data(let data): add(identifier(data, field), &texts)
    case .record(let parts): add(record(parts, input, field), &texts)
    }
  }

  private static func add(_ text: String, _ texts: inout [String]) {
    if !text.isEmpty { texts.append(text) }
  }

  /// `UFID` holds its text as bytes.
  private static func identifier(_ data: DataValue, _ field: Field) -> String {
    guard field == .musicBrainzRecordingID, case .bytes(let bytes) = data else { return "" }
    return TextEncoding.latin1.decode(bytes.withoutTrailingZeros)
  }

  private static func appendKeywords(_ text: String, _ texts: inout [String]) {
    for word in text.split(separator: ",") {
      let word = trimmed(word)
      if !word.isEmpty { texts.append(String(word)) }
    }
  }

  /// A composite value as one text.
  private static func record(
    _ parts: [MetadataValue.Part], _ input: FieldInput, _ field: Field
  ) -> String {
    if field.kind == .location { return LocationConverter.text(parts) }
    let value = MetadataValue.record(parts)
    if let person = value[part: "name"]?.stringValue {
      // Instruments are shown behind the name, as in Vorbis comments; roles have fields of their own.
      let role = value[part: "role"]?.stringValue ?? ""
      let isInstrument = field == .performer && !role.isEmpty && role.lowercased() != "performer"
      return isInstrument ? "\(person) (\(role))" : person
    }
    for name in ["text", "title", "album", "value", "url"] {
      if let text = value[part: name]?.stringValue { return text }
    }
    return ""
  }

  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

/// Numbers that stand for words in single fields.
enum EnumerationConverter {
  static func text(_ field: Field, _ input: FieldInput) -> String? {
    guard let rows = rows(field), let number = input.value.integerValue else { return nil }
    return rows.first { $0.number == number }?.name
  }

  /// The number of a word, or nil.
  static func number(_ field: Field, _ text: String) -> Int64? {
    let wanted = text.lowercased()
    return rows(field)?.first { $0.name.lowercased() == wanted }?.number
  }

  private static func rows(_ field: Field) -> [(number: Int64, name: String)]? {
    switch field {
    case .mediaKind: mediaKinds
    case .advisory: advisories
    default: nil
    }
  }

  /// facts/itunes_enums.tsv, `stik`.
  private static let mediaKinds: [(number: Int64, name: String)] = [
    (0, "Home Video"), (1, "Music"), (2, "Audiobook"), (5, "Whacked Bookmark"), (6, "Music Video"),
    (9, "Movie"), (10, "TV Show"), (11, "Booklet"), (14, "Ringtone"), (21, "Podcast"),
    (23, "iTunes U"),
  ]

  /// facts/itunes_enums.tsv, `rtng`; 4 is what old files have for 1.
  private static let advisories: [(number: Int64, name: String)] = [
    (0, "None"), (1, "Explicit"), (2, "Clean"), (4, "Explicit"),
  ]
}
