/// The four kinds of attribute lists in the header of an ASF file, in the order in which players
/// read them; the raw value is the name of the object that contains the list.
enum ASFList: String, Sendable, CaseIterable {
  /// Five strings with fixed meanings (§3.10).
  case contentDescription = "ContentDescription"
  /// Attributes of the whole file, with values of up to 64 KiB (§3.11).
  case extendedContentDescription = "ExtendedContentDescription"
  /// Attributes of individual streams (§4.7).
  case metadata = "Metadata"
  /// Attributes of any size, with stream and language (§4.8).
  case metadataLibrary = "MetadataLibrary"

  var id: ASFIdentifier {
    switch self {
    case .contentDescription: .contentDescription
    case .extendedContentDescription: .extendedContentDescription
    case .metadata: .metadata
    case .metadataLibrary: .metadataLibrary
    }
  }

  /// The container of the attributes of all lists, which players treat as one list.
  static let container = MetadataContainer(rawValue: "Header")
  /// Whether the list is in the header extension.
  var isInExtension: Bool { self == .metadata || self == .metadataLibrary }
  /// Whether attributes in the list have stream numbers and languages.
  var hasStreams: Bool { isInExtension }

  init?(_ id: ASFIdentifier) {
    guard let list = ASFList.allCases.first(where: { $0.id == id }) else { return nil }
    self = list
  }

  /// The keys of the strings in a content description, in order.
  static let descriptionKeys = ["Title", "Author", "Copyright", "Description", "Rating"]
}

/// One attribute of a list in an ASF header: its name, its typed value and, in the metadata lists,
/// its language and stream.
///
/// It is parsed from the file or encoded for it.
///
/// The numbers are sizes in bytes; all numbers are little-endian.
///
///     ExtendedContentDescription   2  size of the name   …  name, UTF-16   2  type   2  size of the value   …  value
///     Metadata, MetadataLibrary    2  language  2  stream  2  size of the name  2  type  4  size of the value  …  name  …  value
///
/// Types: 0 text, 1 bytes, 2 Boolean, 3 four-byte number, 4 eight-byte number, 5 two-byte number, 6
/// GUID.
struct ASFAttribute: Sendable, Hashable {
  /// The known types of values; the raw value is the type number.
  enum Kind: UInt16, Sendable {
    case text, bytes, truth, doubleWord, quadWord, word, guid
  }

  var name: String
  /// The type number of its value; unknown types are preserved.
  var type: UInt16
  var value: DataValue
  var language: UInt16 = 0
  var stream: UInt16 = 0

  var kind: Kind? { Kind(rawValue: type) }

  /// The maximum size, in bytes, of text that is read; longer text stays in the file as bytes.
  private static let longestText: Int64 = 16 << 20

  /// Parses the attribute at `offset` in a list that ends at `end`; also returns the end of the
  /// attribute.
  static func parse(
    at offset: Int64, before end: Int64, of list: ASFList, in window: SourceWindow
  ) throws(ParseError) -> (attribute: ASFAttribute, end: Int64) {
    list.hasStreams
      ? try parseLong(at: offset, before: end, in: window)
      : try parseShort(at: offset, before: end, in: window)
  }

  /// Parses an attribute of the extended content description.
  private static func parseShort(
    at offset: Int64, before end: Int64, in window: SourceWindow
  ) throws(ParseError) -> (attribute: ASFAttribute, end: Int64) {
    var reader = ByteReader(try window.bytes(at: offset, upTo: Int(min(2, end - offset))))
    let nameSize = Int64(try reader.littleU16())
    let head = try window.bytes(
      at: offset + 2, upTo: Int(max(0, min(nameSize + 4, end - offset - 2))))
    reader = ByteReader(head)
    let name = text(try reader.bytes(Int(nameSize)))
    let type = try reader.littleU16()
    let size = Int64(try reader.littleU16())
    return try attribute(name, type, size, at: offset + 6 + nameSize, before: end, in: window)
  }

  /// Parses an attribute of the metadata object or the metadata library.
  private static func parseLong(
    at offset: Int64, before end: Int64, in window: SourceWindow
  ) throws(ParseError) -> (attribute: ASFAttribute, end: Int64) {
    var reader = ByteReader(try window.bytes(at: offset, upTo: Int(min(12, end - offset))))
    let language = try reader.littleU16()
    let stream = try reader.littleU16()
    let nameSize = Int64(try reader.littleU16())
    let type = try reader.littleU16()
    let size = Int64(try reader.littleU32())
    guard nameSize <= end - offset - 12 else {
      throw ParseError(
        .truncated, at: offset,
        "the name is \(nameSize) bytes long and extends past the end of its object")
    }
    let name = text(try window.bytes(at: offset + 12, count: Int(nameSize)))
    var result = try attribute(
      name, type, size, at: offset + 12 + nameSize, before: end, in: window)
    result.attribute.language = language
    result.attribute.stream = stream
    return result
  }

  /// Returns the attribute whose value begins at `offset`; long values stay in the file.
  private static func attribute(
    _ name: String, _ type: UInt16, _ size: Int64, at offset: Int64, before end: Int64,
    in window: SourceWindow
  ) throws(ParseError) -> (attribute: ASFAttribute, end: Int64) {
    guard size <= end - offset else {
      throw ParseError(
        .truncated, at: offset, "the value is \(size) bytes long, but only \(end - offset) remain",
        path: StructurePath([name]))
    }
    // Text is displayed, so it is read; long binary values stay in the file until they are loaded.
    let isRead = type == Kind.text.rawValue && size <= longestText || size <= 256
    let value: DataValue =
      isRead
      ? .bytes(try window.bytes(at: offset, count: Int(size)))
      : .file(window.location(at: offset, count: size))
    return (ASFAttribute(name: name, type: type, value: value), offset + size)
  }

  /// Decodes UTF-16 without its terminating zeros.
  static func text(_ bytes: ByteSlice) -> String {
    var text = UnicodeText.decodeUTF16(bytes, bigEndian: false)
    while text.unicodeScalars.last == "\0" { text.unicodeScalars.removeLast() }
    return text
  }

  /// Encodes a string as zero-terminated UTF-16.
  static func encode(_ text: String) -> [UInt8] {
    UnicodeText.encodeUTF16(text, bigEndian: false) + [0, 0]
  }

  /// Encodes the attribute for a list; nil when the list cannot hold it or its value is not in
  /// memory.
  func encode(for list: ASFList) -> [UInt8]? {
    guard case .bytes(var value) = value else { return nil }
    // A Boolean has two bytes in the metadata lists and four in the other lists.
    if kind == .truth, list.hasStreams { value = value.clamped(from: 0, count: 2) }
    let name = ASFAttribute.encode(name)
    guard let nameSize = UInt16(exactly: name.count) else { return nil }
    var writer = ByteWriter()
    if list.hasStreams {
      guard let size = UInt32(exactly: value.count) else { return nil }
      for number in [language, stream, nameSize, type] { writer.littleU16(number) }
      writer.littleU32(size)
      writer.append(name)
    } else {
      guard let size = UInt16(exactly: value.count), stream == 0, language == 0 else { return nil }
      writer.littleU16(nameSize)
      writer.append(name)
      writer.littleU16(type)
      writer.littleU16(size)
    }
    writer.append(value)
    return writer.bytes
  }
}
