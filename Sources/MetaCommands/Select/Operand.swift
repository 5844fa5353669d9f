internal import MetaCore

/// The target of a name in a condition, a template or a table column: a field, part of a field,
/// items, or another property of a file (``FileFact``).
enum Operand: Sendable, Hashable {
  case fact(FileFact)
  case field(Field, FieldDetail)
  case items(ItemKeys)

  /// The type of an operand's values, which determines how they are compared.
  enum Kind: Sendable, Hashable {
    case text, number, boolean, date, pair
    /// A time in seconds.
    case time
    /// A number of bytes.
    case bytes
    /// The number of pictures, chapters or tracks.
    case count
    /// Item values of any type.
    case any
  }

  /// Creates the operand for a name; returns nil if the name is unknown.
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

  /// Creates the operand for an argument of `get`, in which fields take precedence; returns nil if
  /// it is unknown.
  init?(word name: String) {
    if let field = Field.named(name) {
      self = .field(field, .whole)
    } else {
      self.init(name)
    }
  }

  /// Returns whether a word denotes the year of the date.
  static func isYear(_ name: String) -> Bool { name.lowercased() == "year" }

  /// Parses a name such as `track.count` or `date.year`; `year` alone is the year of `date`.
  private static func detail(_ name: String) -> Operand? {
    if isYear(name) { return Field.named("date").map { .field($0, .year) } }
    guard !name.contains("/"), let dot = name.lastIndex(of: "."),
      let field = Field.named(String(name[..<dot])),
      let detail = FieldDetail.named(name[name.index(after: dot)...], of: field)
    else { return nil }
    return .field(field, detail)
  }

  /// Whether the operand's value depends on the other files of the command.
  var isNumbering: Bool { if case .fact(let fact) = self { fact.isNumbering } else { false } }

  var kind: Kind {
    switch self {
    case .fact(let fact): fact.kind
    case .items: .any
    case .field(let field, .whole): Operand.kind(of: field)
    case .field: .number
    }
  }

  /// Returns the type of a field.
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

  /// Returns the error message for an unknown name, with the closest known name.
  static func complaint(about name: String) -> String {
    let others = FileFact.allCases.map(\.rawValue) + ["year", "track.count", "disc.count"]
    return FieldWord.complaint(about: name, nextTo: others)
  }
}

/// The whole value of a field, or a part of it, as in `track.count` or `date.year`.
enum FieldDetail: String, Sendable, Hashable {
  case whole = ""
  case number, count
  case year, month, day

  /// Returns the part with this name, or nil if the field has no such part.
  static func named(_ name: Substring, of field: Field) -> FieldDetail? {
    guard let detail = FieldDetail(rawValue: name.lowercased()) else { return nil }
    switch (detail, field.kind) {
    case (.number, .pair), (.count, .pair): return detail
    case (.year, .date), (.month, .date), (.day, .date): return detail
    case (.count, .artwork), (.count, .chapters): return .whole
    default: return nil
    }
  }

  /// Returns the part of a value, or nil if it has no such part.
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

/// A property of a file that is not a metadata field: a property of its path, container or tracks,
/// or its position in the command; the raw values are the names in expressions.
enum FileFact: String, Sendable, Hashable, CaseIterable {
  case path, folder, fileName, stem, `extension`, modified
  case fileType, container, size, duration
  case codec, mediaType, sampleRate, channels, bitRate, width, height, frameRate
  case tracks
  /// The position of the file in the command, the number of files in the command, the position in
  /// the folder, and the number of files in the folder.
  case fileNumber, fileCount, numberInFolder, countInFolder

  /// Returns the fact with a name, ignoring case.
  static func named(_ name: String) -> FileFact? {
    let lowercased = name.lowercased()
    return allCases.first { $0.rawValue.lowercased() == lowercased }
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

  /// Whether the property is derived from the path.
  var isOfPath: Bool { [.path, .folder, .fileName, .stem, .extension].contains(self) }

  /// Whether the property depends on the other files of the command.
  var isNumbering: Bool {
    [.fileNumber, .fileCount, .numberInFolder, .countInFolder].contains(self)
  }

  /// The names of the facts that do not depend on other files, for the help text.
  static let list = allCases.reduce(into: "") { list, fact in
    if !fact.isNumbering { list += (list.isEmpty ? "" : ", ") + fact.rawValue }
  }
}
