/// Converts the text chunks of AIFF that contain one string (`NAME`, `AUTH`, `(c) ` and `ANNO`) to
/// metadata items and back.
///
/// ``AIFFComment`` converts the comments in `COMT`.
///
/// The numbers are sizes in bytes.
///
///     COMT    2  count, then for each:  4  time in seconds since 1904  2  marker  2  size of the text  …  text, padded to even
enum AIFFText {
  /// Returns the item for a chunk that contains one string.
  static func parse(_ id: FourCC, body: ByteSlice, at location: ItemLocation) -> MetadataItem {
    let (text, type) = StoredText.decode(body.withoutTrailingZeros, otherwise: .macRoman)
    return MetadataItem(
      keySpace: .aiff, key: .text(id.description), value: .string(text), dataType: type,
      location: location)
  }

  /// Encodes the chunk for such an item; nil when its key is not a chunk ID or its value is not
  /// text.
  static func encode(_ item: MetadataItem) -> [UInt8]? {
    guard let id = FourCC(item.key.description), let text = item.value.stringValue else {
      return nil
    }
    return Chunk.encode(
      id, body: StoredText.encode(text, as: item.dataType), form: .aiff)
  }
}

/// One comment of a `COMT` chunk: a string with a date and a marker, parsed or to be written.
struct AIFFComment: Sendable, Hashable {
  private static let timeName = ExtraAttribute.Name(rawValue: "timestamp")
  private static let markerName = ExtraAttribute.Name(rawValue: "marker")

  /// Seconds since 1904.
  var timestamp: UInt32
  /// The ID of the associated marker, or zero.
  var marker: UInt16
  var text: String
  var dataType = DataType.utf8

  /// Parses the comments of a `COMT` chunk, up to the declared count or the end of the chunk.
  static func parse(_ body: ByteSlice) -> [AIFFComment] {
    var reader = ByteReader(body)
    var comments: [AIFFComment] = []
    guard var remaining = try? reader.u16() else { return [] }
    while remaining > 0, let time = try? reader.u32(), let marker = try? reader.u16(),
      let size = try? reader.u16(), let bytes = try? reader.bytes(Int(size))
    {
      if size % 2 == 1 { try? reader.skip(1) }
      let (text, type) = StoredText.decode(bytes.withoutTrailingZeros, otherwise: .macRoman)
      comments.append(
        AIFFComment(timestamp: time, marker: marker, text: text, dataType: type))
      remaining -= 1
    }
    return comments
  }

  /// Encodes a `COMT` chunk.
  static func encode(_ comments: [AIFFComment]) -> [UInt8] {
    Chunk.encode(ChunkID.comt, body: body(comments), form: .aiff)
  }

  /// Encodes the body of a `COMT` chunk.
  static func body(_ comments: [AIFFComment]) -> [UInt8] {
    var writer = ByteWriter()
    writer.u16(UInt16(clamping: comments.count))
    for comment in comments {
      let text = StoredText.encode(comment.text, as: comment.dataType)
      writer.u32(comment.timestamp)
      writer.u16(comment.marker)
      writer.u16(UInt16(clamping: text.count))
      writer.append(text)
      if text.count % 2 == 1 { writer.u8(0) }
    }
    return writer.bytes
  }

  /// Returns the comment as an item, with its time and marker as extra attributes.
  func metadataItem(at location: ItemLocation) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .aiff, key: .text(ChunkID.comt.description), value: .string(text),
      dataType: dataType, location: location)
    if timestamp > 0 {
      item.extraAttributes.append(
        ExtraAttribute(AIFFComment.timeName, .integer(Int64(timestamp))))
    }
    if marker > 0 {
      item.extraAttributes.append(ExtraAttribute(AIFFComment.markerName, .integer(Int64(marker))))
    }
    return item
  }

  /// Creates the comment for a metadata item; nil when its value is not text of at most 65535
  /// bytes, or its time or marker is out of range.
  init?(_ item: MetadataItem) {
    guard let text = item.value.stringValue,
      StoredText.encode(text, as: item.dataType).count <= 0xFFFF,
      let time = UInt32(exactly: item[extra: AIFFComment.timeName]?.integerValue ?? 0),
      let marker = UInt16(exactly: item[extra: AIFFComment.markerName]?.integerValue ?? 0)
    else { return nil }
    self.init(timestamp: time, marker: marker, text: text, dataType: item.dataType)
  }

  init(timestamp: UInt32, marker: UInt16, text: String, dataType: DataType = .utf8) {
    self.timestamp = timestamp
    self.marker = marker
    self.text = text
    self.dataType = dataType
  }
}
