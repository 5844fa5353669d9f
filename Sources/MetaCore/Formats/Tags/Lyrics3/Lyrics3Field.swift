/// A field in a Lyrics3 v2 tag, as stored (id3.org "Lyrics3 v2.00"); the columns are offset and
/// size in bytes.
///
/// The text of a version 1 tag is represented by a field `LYR`.
///
///     0  3  id: IND, LYR, INF, AUT, EAL, EAR, ETT, IMG, CRC, …
///     3  5  size of the value in decimal digits
///     8  …  value: ISO 8859-1, lines ended by CR LF
struct Lyrics3Field: Sendable, Hashable {
  static let headerSize = 8

  var id: String
  var value: DataValue

  /// Parses the field at `offset` and returns it with its size.
  static func parse(
    at offset: Int64, before end: Int64, in window: SourceWindow
  ) throws(ParseError) -> (field: Lyrics3Field, size: Int64) {
    let head = try window.bytes(at: offset, count: headerSize)
    guard let count = Lyrics3Tag.number(head.clamped(from: 3)) else {
      throw ParseError(.malformed, at: offset + 3, "the size of a field is not a number")
    }
    let start = offset + Int64(headerSize)
    guard Int64(count) <= end - start else {
      throw ParseError(
        .truncated, at: offset,
        "the field is \(count) bytes long, but only \(end - start) remain in the tag")
    }
    let field = Lyrics3Field(
      id: TextEncoding.latin1.decode(head.clamped(from: 0, count: 3)),
      value: .bytes(try window.bytes(at: start, count: count)))
    return (field, Int64(headerSize + count))
  }

  /// Appends the field; a value in a file must have been loaded, otherwise nothing is appended.
  func encode(into writer: inout ByteWriter) {
    guard case .bytes(let bytes) = value else { return }
    writer.append(TextEncoding.latin1.encode(id) ?? Array(id.utf8))
    writer.append(Lyrics3Tag.digits(bytes.count, width: 5))
    writer.append(bytes)
  }

  /// Returns the field as a metadata item in the key space `lyrics3`.
  func metadataItem(at location: ItemLocation) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .lyrics3, key: .text(id), value: .data(value), dataType: .raw, location: location)
    if case .bytes(let bytes) = value {
      let (text, type) = StoredText.decode(bytes, otherwise: .windows1252)
      item.value = .string(text)
      item.dataType = type
    }
    return item
  }

  /// Creates the field for a metadata item; nil when its ID does not have three letters or its
  /// value is not text.
  init?(_ item: MetadataItem) {
    guard case .string(let text) = item.value else { return nil }
    id = item.key.description
    guard id.utf8.count == 3 else { return nil }
    value = .bytes(ByteSlice(StoredText.encode(text, as: item.dataType)))
  }

  init(id: String, value: DataValue) {
    self.id = id
    self.value = value
  }
}
