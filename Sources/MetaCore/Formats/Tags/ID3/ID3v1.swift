/// The layout of ID3v1, the last 128 bytes in a file, and of the optional enhanced tag in the 227
/// bytes before it; reads the fields as items and encodes items.
///
/// Numbers in parentheses are sizes in bytes.
///
///     TAG   title (30) | artist (30) | album (30) | year (4) | comment (30) | genre (1)
///           1.1: the last two bytes of the comment are a zero and the track number
///     TAG+  title (60) | artist (60) | album (60) | speed (1) | genre (30) | start (6) | end (6)
///
/// The strings in `TAG+` continue those in `TAG`.
enum ID3v1 {
  /// The size of the tag.
  static let size = 128
  /// The size of the enhanced tag.
  static let enhancedSize = 227

  /// The size of the comment in a tag with a track number.
  static let shortCommentSize = 28

  static let container = MetadataContainer(rawValue: "ID3v1")
  static let enhancedContainer = MetadataContainer(rawValue: "TAG+")

  /// A field in `TAG` or `TAG+`: the key of its item, its offset and size in bytes, and its form.
  struct Field {
    let key: MetadataKey
    let offset: Int
    let size: Int
    let form: Form

    /// The form in which a field in `TAG` or `TAG+` stores its value.
    enum Form {
      /// Latin-1 text padded with zeros or spaces.
      case text
      /// Text that continues the field with the same key in `TAG`.
      case continuation
      /// A one-byte number; the number `none` means that there is no value.
      case number(none: UInt8)
    }
  }

  static let fields = [
    Field(key: "title", offset: 3, size: 30, form: .text),
    Field(key: "artist", offset: 33, size: 30, form: .text),
    Field(key: "album", offset: 63, size: 30, form: .text),
    Field(key: "year", offset: 93, size: 4, form: .text),
    Field(key: "comment", offset: 97, size: 30, form: .text),
    Field(key: "track", offset: 126, size: 1, form: .number(none: 0)),
    Field(key: "genre", offset: 127, size: 1, form: .number(none: 255)),
  ]

  static let enhancedFields = [
    Field(key: "title", offset: 4, size: 60, form: .continuation),
    Field(key: "artist", offset: 64, size: 60, form: .continuation),
    Field(key: "album", offset: 124, size: 60, form: .continuation),
    Field(key: "speed", offset: 184, size: 1, form: .number(none: 0)),
    Field(key: "genre", offset: 185, size: 30, form: .text),
    Field(key: "startTime", offset: 215, size: 6, form: .text),
    Field(key: "endTime", offset: 221, size: 6, form: .text),
  ]

  /// Returns the items in the last 128 bytes of a file, omitting empty fields; nil when the bytes
  /// are not a tag.
  ///
  /// `enhanced`, the preceding 227 bytes, is used if it begins with `TAG+`; its items come first,
  /// as in the file.
  static func parse(_ tag: ByteSlice, enhanced: ByteSlice = .empty) -> [MetadataItem]? {
    guard tag.count == size, tag.starts(with: "TAG".utf8) else { return nil }
    var items: [MetadataItem] = []
    if isEnhanced(enhanced) {
      items += enhancedFields.compactMap { item($0, enhanced, before: tag) }
    }
    // ID3v1.1 is recognised only by the zero before the track number.
    let hasTrack = tag[125] == 0 && tag[126] != 0
    for field in fields {
      if field.key == "track", !hasTrack { continue }
      var used = field
      if field.key == "comment", hasTrack {
        used = Field(key: field.key, offset: field.offset, size: shortCommentSize, form: .text)
      }
      if let item = item(used, tag, before: nil) { items.append(item) }
    }
    return items
  }

  /// Whether `TAG+` has a field that continues this field in `TAG`.
  static func isContinued(_ field: Field) -> Bool {
    enhancedFields.contains {
      if $0.key == field.key, case .continuation = $0.form { true } else { false }
    }
  }

  /// Whether these bytes are an enhanced tag.
  static func isEnhanced(_ slice: ByteSlice) -> Bool {
    slice.count == enhancedSize && slice.starts(with: "TAG+".utf8)
  }

  /// Returns the item for a field; nil when the field is empty.
  ///
  /// `tag` is the ID3v1 tag after an enhanced tag; it is nil when the field is in the ID3v1 tag
  /// itself.
  private static func item(
    _ field: Field, _ slice: ByteSlice, before tag: ByteSlice?
  ) -> MetadataItem? {
    let stored = slice.clamped(from: field.offset, count: field.size)
    let value: MetadataValue
    switch field.form {
    case .number(let none):
      guard let number = stored[0], number != none else { return nil }
      value = .integer(Int64(number))
    case .text, .continuation:
      var text = text(stored)
      guard !text.isEmpty else { return nil }
      if case .continuation = field.form { text = joined(text, field.key, tag) }
      value = .string(text)
    }
    let isNumber = if case .integer = value { true } else { false }
    return MetadataItem(
      keySpace: .id3v1, key: field.key, value: value,
      dataType: isNumber ? DataType(.uint8) : .latin1,
      location: ItemLocation(
        container: tag == nil ? container : enhancedContainer, offset: stored.fileOffset,
        size: Int64(field.size)))
  }

  /// Returns the complete text, of which `TAG` has the beginning; some writers store all of it in
  /// `TAG+`.
  private static func joined(_ rest: String, _ key: MetadataKey, _ tag: ByteSlice?) -> String {
    guard let tag, let field = fields.first(where: { $0.key == key }) else { return rest }
    let stored = tag.clamped(from: field.offset, count: field.size)
    let start = TextEncoding.latin1.decode(untilZero(stored))
    return rest.hasPrefix(text(stored)) ? rest : start + rest
  }

  /// Returns the bytes before the first zero.
  private static func untilZero(_ slice: ByteSlice) -> ByteSlice {
    slice.clamped(from: 0, count: slice.firstIndex(of: 0) ?? .max)
  }

  /// Decodes the text up to a zero, without padding spaces.
  private static func text(_ slice: ByteSlice) -> String {
    let stored = untilZero(slice)
    let length = stored.bytes.reversed().drop { $0 == 0x20 }.count
    return TextEncoding.latin1.decode(stored.clamped(from: 0, count: length))
  }
}

extension ID3v1 {
  /// Encodes items in 128 bytes; strings are truncated where necessary.
  ///
  /// - Throws: `notRepresentable` when Latin-1 lacks a character in a string, or a number does not
  ///   fit in one byte.
  static func encode(_ items: [MetadataItem]) throws(ParseError) -> [UInt8] {
    var bytes = Array("TAG".utf8)
    let hasTrack = items.contains { $0.key == "track" }
    for field in fields {
      let value = items.first { $0.key == field.key }?.value
      if field.key == "track" {
        guard hasTrack else { continue }
        bytes.removeLast(2)
        bytes.append(0)
      }
      bytes += try encode(value, field)
    }
    return bytes
  }

  /// Encodes one field in its fixed size.
  private static func encode(
    _ value: MetadataValue?, _ field: Field
  ) throws(ParseError) -> [UInt8] {
    if case .number(let none) = field.form {
      guard let value else { return [none] }
      guard let number = value.integerValue, let byte = UInt8(exactly: number) else {
        throw FrameWriter.refusal("\(field.key) must be a number below 256")
      }
      return [byte]
    }
    guard let text = ID3TextEncoding.latin1.encode(value?.stringValue ?? "") else {
      throw FrameWriter.refusal("Latin-1 cannot represent the \(field.key)")
    }
    return text.prefix(field.size) + [UInt8](repeating: 0, count: max(0, field.size - text.count))
  }
}
