/// Converts stored values to the strings of fields: text unchanged, keywords as separate strings,
/// genres and enumerated numbers by name, composite values as one string.
enum TextConverter {
  /// Appends the strings in one input; a value without text appends nothing.
  static func append(_ input: FieldInput, _ form: Field.Form, _ texts: inout [MetadataValue]) {
    switch form {
    case .genre: GenreConverter.append(input.value, in: input.keySpace, &texts)
    case .mediaKind, .advisory:
      let name = input.value.integerValue.flatMap { EnumerationConverter.name($0, form) }
      if let name { texts.append(.string(name)) } else { append(input.value, form, &texts) }
    default: append(input.value, form, &texts)
    }
  }

  /// Appends the strings in a value, with keywords as separate strings.
  private static func append(
    _ value: MetadataValue, _ form: Field.Form, _ texts: inout [MetadataValue]
  ) {
    switch value {
    case .string(let text):
      if form == .keyword { return appendKeywords(text, &texts) }
      if !text.isEmpty { texts.append(value) }
    case .list(let values):
      for each in values { append(each, form, &texts) }
    default:
      let text = text(value, form)
      if !text.isEmpty { texts.append(.string(text)) }
    }
  }

  /// Returns a value as one string; empty if it has none.
  private static func text(_ value: MetadataValue, _ form: Field.Form) -> String {
    switch value {
    case .data(let data): form == .uniqueID ? identifier(data) : ""
    case .record: form == .location ? LocationConverter.text(value) : record(value, form)
    case .list: ""
    default: ValueForm.text(value)
    }
  }

  /// Returns the text of an identifier, which `UFID` stores as bytes, without trailing zeros; empty
  /// if the bytes are not in memory.
  private static func identifier(_ data: DataValue) -> String {
    guard case .bytes(let bytes) = data else { return "" }
    return TextEncoding.latin1.decode(bytes.withoutTrailingZeros)
  }

  /// Appends the words of a string, which are separated by commas.
  private static func appendKeywords(_ text: String, _ texts: inout [MetadataValue]) {
    for word in text.split(separator: ",") {
      let word = trimmed(word)
      if !word.isEmpty { texts.append(.string(String(word))) }
    }
  }

  /// Returns a composite value as one string.
  private static func record(_ value: MetadataValue, _ form: Field.Form) -> String {
    if let person = value[part: "name"]?.stringValue {
      // The instrument follows the name, as in Vorbis comments; roles have separate fields.
      let role = value[part: "role"]?.stringValue ?? ""
      let isInstrument = form == .performer && !role.isEmpty && role.lowercased() != "performer"
      return isInstrument ? "\(person) (\(role))" : person
    }
    for name in ["text", "title", "album", "value", "url"] {
      if let text = value[part: name]?.stringValue { return text }
    }
    return ""
  }

  /// Whether a byte is ASCII white space.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (byte >= 0x09 && byte <= 0x0D)
  }

  /// Returns the text without white space at either end.
  static func trimmed(_ text: Substring) -> Substring {
    var text = text
    // Most strings begin and end with ASCII characters; checking their bytes is much faster.
    while let first = text.utf8.first,
      first >= 0x80 ? text.first?.isWhitespace == true : isBlank(first)
    {
      text.removeFirst()
    }
    while let last = text.utf8.last, last >= 0x80 ? text.last?.isWhitespace == true : isBlank(last)
    {
      text.removeLast()
    }
    return text
  }
}

/// Maps the enumerated numbers of iTunes to names and back: media kinds (`stik`) and advisories
/// (`rtng`).
enum EnumerationConverter {
  /// Returns the word for a number, or nil.
  static func name(_ number: Int64, _ form: Field.Form) -> String? {
    rows(form).first { $0.number == number }?.name
  }

  /// Returns the number for a word, ignoring case, or nil.
  static func number(_ text: String, _ form: Field.Form) -> Int64? {
    let lowercased = text.lowercased()
    return rows(form).first { $0.name.lowercased() == lowercased }?.number
  }

  /// Returns the words for a field, without duplicates.
  static func words(_ form: Field.Form) -> [String] {
    var words: [String] = []
    for row in rows(form) where !words.contains(row.name) { words.append(row.name) }
    return words
  }

  /// Returns the numbers and words for a field.
  private static func rows(_ form: Field.Form) -> [(number: Int64, name: String)] {
    switch form {
    case .mediaKind: mediaKinds
    case .advisory: advisories
    default: []
    }
  }

  /// The media kinds in facts/itunes_enums.tsv, `stik`.
  private static let mediaKinds: [(number: Int64, name: String)] = [
    (0, "Home Video"), (1, "Music"), (2, "Audiobook"), (5, "Whacked Bookmark"), (6, "Music Video"),
    (9, "Movie"), (10, "TV Show"), (11, "Booklet"), (14, "Ringtone"), (21, "Podcast"),
    (23, "iTunes U"),
  ]

  /// The advisories in facts/itunes_enums.tsv, `rtng`; old files have 4 instead of 1.
  private static let advisories: [(number: Int64, name: String)] = [
    (0, "None"), (1, "Explicit"), (2, "Clean"), (4, "Explicit"),
  ]
}
