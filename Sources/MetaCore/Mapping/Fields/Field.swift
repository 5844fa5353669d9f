/// One field of the converted view (``MetadataView``), such as `title` or `track`: a name, a fixed
/// type of values, and its keys in the key spaces that have it (`©nam` in iTunes, `TIT2` in ID3).
///
/// ``named(_:)`` and the static members return fields. The Swift value itself is only the number of
/// a row in the field table.
public struct Field: Sendable, Hashable {
  /// The type of a field's values, such as text, integer, date or pair.
  @nonexhaustive
  public enum Kind: Sendable, Hashable {
    /// Text.
    case text
    /// An integer.
    case integer
    /// A number.
    case number
    /// A Boolean value.
    case boolean
    /// A number and a total.
    case pair
    /// A partial or complete date in ISO 8601 form.
    case date
    /// A location in ISO 6709 form.
    case location
    /// Pictures, which are listed separately from the converted view.
    case artwork
    /// Chapters, which are listed separately too.
    case chapters
    /// Text with times, which is only shown among the items.
    case timedText
  }

  /// The index of the field in the table.
  let number: Int

  init(number: Int) { self.number = number }

  /// Every field, in the order in which `dump` shows them.
  public static var all: [Field] { FieldTable.fields }

  /// Returns the field with the given name or alias, ignoring case; nil if no field has it.
  public static func named(_ text: String) -> Field? {
    let lowercased = text.lowercased()
    return all.first { $0.name.lowercased() == lowercased }
      ?? all.first { $0.aliases.contains { $0.lowercased() == lowercased } }
  }

  /// The name, such as `title`, `albumArtist` or `musicBrainzReleaseID`.
  public var name: String { FieldTable.names[number] }

  /// The type of its values.
  public var kind: Kind { form.kind }

  /// Whether the field's value is always a list, even with one element.
  public var isList: Bool { FieldTable.forms[number] & Field.listMark != 0 }

  /// How the field's values are converted.
  var form: Form { Form(rawValue: FieldTable.forms[number] & ~Field.listMark) ?? .text }

  /// The bit that marks lists in the forms of the table.
  static let listMark: UInt8 = 0x80

  /// The type of its value in JSON, such as `string`, or an array of that type.
  public var jsonType: String {
    let type =
      switch kind {
      case .text, .date, .location, .timedText: "string"
      case .integer: "integer"
      case .number: "number"
      case .boolean: "boolean"
      case .pair, .artwork, .chapters: "object"
      }
    return isList || kind == .artwork || kind == .chapters ? "array of \(type)" : type
  }

  /// Alternative names.
  public var aliases: [String] { row.aliases }

  /// A description of the field.
  public var summary: String { row.summary }

  /// The common key of the field, or nil.
  public var commonKey: CommonKey? {
    row.commonKey.isEmpty ? nil : CommonKey(rawValue: row.commonKey)
  }

  /// The keys of the field, grouped by key space, in the order of the table; the first key in each
  /// key space is the one that is written.
  ///
  /// Keys are in readable form, such as `©nam`, `TXXX:BARCODE` or `com.apple.iTunes.LABEL`.
  public var keys: [(space: KeySpace, keys: [String])] {
    var result: [(space: KeySpace, keys: [String])] = []
    for key in row.keys where !key.isAlias {
      if let index = result.firstIndex(where: { $0.space == key.space }) {
        result[index].keys.append(key.wholeKey)
      } else {
        result.append((key.space, [key.wholeKey]))
      }
    }
    return result
  }

  /// The row of the field in the table.
  var row: FieldTable.Row { FieldTable.row(number) ?? FieldTable.rows[number] }
}

extension Field {
  /// The way in which values of a field are converted to and from the forms in files; more detailed
  /// than ``Field/Kind``.
  ///
  /// It is the second column of the field table.
  enum Form: UInt8, Sendable, CaseIterable {
    case text
    /// Text that ID3 and iTunes may store as a number.
    case genre
    /// Words separated by commas.
    case keyword
    /// A person; an instrument follows the name.
    case performer
    /// An enumerated iTunes number for the media kind.
    case mediaKind
    /// An enumerated iTunes number for the content advisory.
    case advisory
    /// Text that ID3 stores as the bytes of an identifier.
    case uniqueID
    case integer
    /// A percentage, converted from the scale of the key space.
    case rating
    case number
    case boolean
    /// A flag; in ID3, the presence of the frame means true.
    case podcast
    case pair
    case date
    case location
    case artwork
    case chapters
    case timedText

    /// Returns the form with this name in the table, or nil.
    static func named(_ text: Substring) -> Form? {
      names.firstIndex { $0 == text }.map { allCases[$0] }
    }

    /// The names of the cases, listed explicitly because runtime reflection takes longer than an
    /// edit.
    static let names = [
      "text", "genre", "keyword", "performer", "mediaKind", "advisory", "uniqueID", "integer",
      "rating", "number", "boolean", "podcast", "pair", "date", "location", "artwork", "chapters",
      "timedText",
    ]

    /// The type of the values of this form.
    var kind: Kind {
      switch self {
      case .text, .genre, .keyword, .performer, .mediaKind, .advisory, .uniqueID: .text
      case .integer, .rating: .integer
      case .number: .number
      case .boolean, .podcast: .boolean
      case .pair: .pair
      case .date: .date
      case .location: .location
      case .artwork: .artwork
      case .chapters: .chapters
      case .timedText: .timedText
      }
    }
  }
}
