/// Converts field values to the forms in which they are written as text: numbers, people with
/// instruments, years, ReplayGain with its unit.
enum ValueForm {
  /// Returns the strings in a value, with numbers as text.
  static func texts(_ value: MetadataValue) -> [String] {
    switch value {
    case .list(let values): values.flatMap(texts)
    default: [text(value)]
    }
  }

  /// Returns a value as one string: the first string of a list, and an empty string for bytes and
  /// records.
  static func text(_ value: MetadataValue) -> String {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    case .real(let number): NumberText.text(number)
    case .boolean(let flag): flag ? "1" : "0"
    case .date(let date): date.description
    case .pair(let pair): pair.description
    case .list(let values): values.first.map(text) ?? ""
    case .data, .record: ""
    }
  }

  /// Returns a person with a role; "Name (instrument)" becomes a person with that instrument.
  static func person(_ text: String, role: String, _ form: Field.Form) -> MetadataValue {
    var (name, role) = (text, form == .performer ? "performer" : role)
    if form == .performer, text.hasSuffix(")"), let open = text.lastIndex(of: "("),
      text[..<open].hasSuffix(" ")
    {
      name = String(text[..<open].dropLast())
      role = String(text[text.index(after: open)...].dropLast())
    }
    return .record([.init("role", .string(role)), .init("name", .string(name))])
  }

  /// Returns the year with at least four digits.
  static func year(_ date: MetadataDate) -> String {
    let digits = String(date.year)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns a number below 100 as two digits.
  static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Returns the number of a field as text: ReplayGain gains and loudness have a unit, and all
  /// ReplayGain numbers at least the number of digits that the specification shows (ReplayGain 2.0,
  /// "Metadata format").
  static func text(_ number: Double, of field: Field) -> String {
    let name = field.name
    guard name.hasPrefix("replayGain") else { return NumberText.text(number) }
    if name.hasSuffix("Peak") { return text(number, digits: 6) }
    let unit = name.hasSuffix("Loudness") ? " LUFS" : " dB"
    return text(number, digits: 2) + unit
  }

  /// Returns a number with this many decimals, or with all of its decimals if it would otherwise be
  /// rounded.
  private static func text(_ number: Double, digits: Int) -> String {
    let short = NumberText.fixed(number, digits: digits)
    return Double(short) == number ? short : NumberText.text(number)
  }
}

extension ItemConverter {
  /// Returns the keys under which a value of a field is written: those of the highest priority or,
  /// in ID3, of the highest priority that the version supports.
  func keys(of field: Field) -> [FieldKey] {
    let keys = field.row.keys.filter { key in
      key.space == keySpace && !key.isAlias && key.part != .grouped && key.part != .counted
    }
    guard keySpace == .id3 else { return keys.filter { $0.rank == 0 } }
    var rank: UInt8?
    return keys.filter { key in
      guard exists(key), rank == nil || rank == key.rank else { return false }
      rank = key.rank
      return true
    }
  }

  /// Whether the frame for a key exists in the ID3 version that is written.
  private func exists(_ key: FieldKey) -> Bool {
    if SubKey(rawValue: key.ordinal) != nil { return true }
    return ID3FrameIDRules.isWritten(String(key.name), in: id3Version)
  }

  /// Returns the key for an item.
  func metadataKey(of key: FieldKey) -> MetadataKey {
    if keySpace.hasFourByteKeys, let code = FourCC(key.wholeKey) { return .code(code) }
    let isShort = id3Version == .v22
    switch SubKey(rawValue: key.ordinal) {
    case .userText: return .text(isShort ? "TXX" : "TXXX")
    case .uniqueFileIdentifier: return .text(isShort ? "UFI" : "UFID")
    case .comment: return .text(isShort ? "COM" : "COMM")
    case .role:
      let people = key.name == "performer" && id3Version == .v24 ? "TMCL" : "TIPL"
      return .text(isShort ? "IPL" : id3Version == .v23 ? "IPLS" : people)
    default: return .text(key.wholeKey)
    }
  }
}
