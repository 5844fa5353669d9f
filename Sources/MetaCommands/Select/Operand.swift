internal import MetaCore

/// The meaning of a name in an expression or a template: a field, a part of one, items, or another
/// property of a file.
enum Operand: Sendable, Hashable {
  case fact(FileFact)
  case field(Field, FieldDetail)
  case items(ItemKeys)

  /// What its values are.
  enum Kind: Sendable, Hashable {
    case text, number, boolean, date, pair
    /// Seconds.
    case time
    /// A number of bytes.
    case bytes
    /// Pictures, chapters or tracks, by how many there are.
    case count
    /// Whatever items hold.
    case any
  }

  /// What a name stands for; nil when it stands for nothing.
  init?(_ name: String) {
    if let fact = FileFact.named(name) {
      self = .fact(fact)
    } else if let detail = Operand.detail(name) {
      self = detail
    } else {
      switch FieldWord(name) {
      case .field(let field)?: self = .field(field, .whole)
      case .keys(let keys)?: self = .items(keys)
      case nil: return nil
      }
    }
  }

  /// What a word of `get` names; fields come first.
  init?(word name: String) {
    if let field = Field.named(name) {
      self = .field(field, .whole)
    } else {
      self.init(name)
    }
  }

  /// Whether a word is that for the year of the date.
  static func isYear(_ name: String) -> Bool { name.lowercased() == "year" }

  /// `track.count`, `date.year`; `year` alone is that of `date`.
  private static func detail(_ name: String) -> Operand? {
    if isYear(name) { return Field.named("date").map { .field($0, .year) } }
    guard !name.contains("/"), let dot = name.lastIndex(of: "."),
      let field = Field.named(String(name[..<dot])),
      let detail = FieldDetail.named(name[name.index(after: dot)...], of: field)
    else { return nil }
    return .field(field, detail)
  }

  /// Whether its value depends on the other files of the command.
  var isNumbering: Bool { if case .fact(let fact) = self { fact.isNumbering } else { false } }

  var kind: Kind {
    switch self {
    case .fact(let fact): fact.kind
    case .items: .any
    case .field(let field, .whole): Operand.kind(of: field)
    case .field: .number
    }
  }

  private static func kind(of field: Field) -> Kind {
    switch field.kind {
    case .text, .location, .timedText: .text
    case .integer, .number: .number
    case .boolean: .boolean
    case .pair: .pair
    case .date: .date
    case .artwork, .chapters: .count
    }
  }

  /// What to say about a name that stands for nothing, with the closest that does.
  static func complaint(about name: String) -> String {
    let others = FileFact.allCases.map(\.rawValue) + ["year", "track.count", "disc.count"]
    return FieldWord.complaint(about: name, beside: others)
  }
}

/// A part of the value of a field.
enum FieldDetail: String, Sendable, Hashable {
  case whole = ""
  case number, count
  case year, month, day

  /// The part of this name; nil when the field has none.
  static func named(_ name: Substring, of field: Field) -> FieldDetail? {
    guard let detail = FieldDetail(rawValue: name.lowercased()) else { return nil }
    switch (detail, field.kind) {
    case (.number, .pair), (.count, .pair): return detail
    case (.year, .date), (.month, .date), (.day, .date): return detail
    case (.count, .artwork), (.count, .chapters): return .whole
    default: return nil
    }
  }

  /// The part of a value; nil when it has none.
  func value(of value: MetadataValue) -> MetadataValue? {
    switch (self, value) {
    case (.whole, _): value
    case (.number, .pair(let pair)): pair.number.map { .integer(Int64($0)) }
    case (.count, .pair(let pair)): pair.count.map { .integer(Int64($0)) }
    case (.year, .date(let date)): .integer(Int64(date.year))
    case (.month, .date(let date)): date.month.map { .integer(Int64($0)) }
    case (.day, .date(let date)): date.day.map { .integer(Int64($0)) }
    default: nil
    }
  }
}

/// Something that is known of a file and is no field.
enum FileFact: String, Sendable, Hashable, CaseIterable {
  case path, folder, fileName, stem, `extension`, modified
  case fileType, container, size, duration
  case codec, mediaType, sampleRate, channels, bitRate, width, height, frameRate
  case tracks
  /// The place of the file among those of the command, and how many these are; then the same in its
  /// folder.
  case fileNumber, fileCount, numberInFolder, countInFolder

  /// The fact of a name, without regard to case.
  static func named(_ name: String) -> FileFact? {
    let wanted = name.lowercased()
    return allCases.first { $0.rawValue.lowercased() == wanted }
  }

  var kind: Operand.Kind {
    switch self {
    case .path, .folder, .fileName, .stem, .extension, .fileType, .container, .codec, .mediaType:
      .text
    case .modified: .date
    case .size: .bytes
    case .duration: .time
    case .tracks: .count
    case .sampleRate, .channels, .bitRate, .width, .height, .frameRate: .number
    case .fileNumber, .fileCount, .numberInFolder, .countInFolder: .number
    }
  }

  /// Whether it is a part of the path.
  var isOfPath: Bool { [.path, .folder, .fileName, .stem, .extension].contains(self) }

  /// Whether it depends on the other files of the command.
  var isNumbering: Bool {
    [.fileNumber, .fileCount, .numberInFolder, .countInFolder].contains(self)
  }

  /// What is known of each file by itself, for help.
  static let list = allCases.reduce(into: "") { list, fact in
    if !fact.isNumbering { list += (list.isEmpty ? "" : ", ") + fact.rawValue }
  }
}
