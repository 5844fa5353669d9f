/// A picture with its description (RFC 9639 §8.8), decoded or to be encoded: the PICTURE block of
/// FLAC and, in base64, the METADATA_BLOCK_PICTURE field of Vorbis comments.
///
/// The numbers are offset and size in bytes, or only the size; all fields are big-endian.
///
///     0  4  type, as in ID3    4  4  size of the media type    8  …  media type, ASCII
///        4  size of the description       …  description, UTF-8
///        4  width    4  height    4  bits per pixel    4  colours, 0 for pictures without a palette
///        4  size of the picture           …  picture
struct PictureBlock: Sendable, Hashable {
  var type: UInt32
  var mime: ByteSlice
  var description: ByteSlice
  var width: UInt32 = 0
  var height: UInt32 = 0
  var depth: UInt32 = 0
  var colors: UInt32 = 0
  var data: DataValue

  /// The key of the items for both blocks and fields.
  static let key = "METADATA_BLOCK_PICTURE"

  /// The number of bytes that are read at first for the fields before a picture.
  private static let usualHead = 256

  /// Parses a block without loading the picture data.
  static func parse(
    _ block: DataValue, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> PictureBlock {
    let head = try block.head(usualHead, in: window)
    if let picture = try? parse(head, of: block) { return picture }
    // Only a long media type or description needs more bytes.
    return try parse(try block.head(limits.value, in: window), of: block)
  }

  /// Parses a block from its first bytes.
  private static func parse(
    _ head: ByteSlice, of block: DataValue
  ) throws(ParseError) -> PictureBlock {
    var reader = ByteReader(head)
    var picture = PictureBlock(
      type: try reader.u32(), mime: try reader.bytes(Int(try reader.u32())),
      description: try reader.bytes(Int(try reader.u32())), data: block)
    picture.width = try reader.u32()
    picture.height = try reader.u32()
    picture.depth = try reader.u32()
    picture.colors = try reader.u32()
    let count = Int64(try reader.u32())
    let start = Int64(head.count - reader.remaining)
    guard count <= block.count - start else {
      throw ParseError(
        .truncated, at: reader.fileOffset - 4,
        "the picture is \(count) bytes long, but only \(block.count - start) remain")
    }
    picture.data = block.part(from: start, count: count)
    return picture
  }

  /// The encoded block; a picture in a file must have been loaded, otherwise it is empty.
  var encoded: [UInt8] {
    guard case .bytes(let bytes) = data else { return [] }
    var writer = ByteWriter()
    writer.u32(type)
    for text in [mime, description] {
      writer.u32(UInt32(clamping: text.count))
      writer.append(text)
    }
    for number in [width, height, depth, colors] { writer.u32(number) }
    writer.u32(UInt32(clamping: bytes.count))
    writer.append(bytes)
    return writer.bytes
  }

  /// Encodes the block for an item.
  ///
  /// - Throws: `notRepresentable` when the item is not a picture; read errors.
  static func encoded(
    _ item: MetadataItem, from source: any ByteSource
  ) throws(ParseError) -> [UInt8] {
    guard let block = PictureBlock(try item.loaded(from: source)) else {
      throw ParseError(
        .notRepresentable, at: 0, "a PICTURE block requires a picture",
        path: StructurePath(["fLaC", "PICTURE"]))
    }
    return block.encoded
  }
}

extension PictureBlock {
  /// Returns the picture as an item.
  func metadataItem(_ key: String, at location: ItemLocation) -> MetadataItem {
    var extras = [ExtraAttribute(.pictureType, .integer(Int64(type)))]
    extras.append(ExtraAttribute(.mime, .string(TextEncoding.utf8.decode(mime))))
    extras.append(ExtraAttribute(.info, .string(TextEncoding.utf8.decode(description))))
    return MetadataItem(
      keySpace: .vorbis, key: .text(key), value: .data(data), dataType: .raw,
      extraAttributes: extras, location: location)
  }

  /// Creates the block for an item whose bytes are in memory; nil when it is not a picture.
  init?(_ item: MetadataItem) {
    guard item.key.description.uppercased() == PictureBlock.key, case .data(let data) = item.value,
      case .bytes(let bytes) = data,
      let type = UInt32(exactly: item[extra: .pictureType]?.integerValue ?? 3)
    else { return nil }
    // Width and height are required (RFC 9639 §8.8); they are read from the picture itself.
    let info = ImageInfo.probe(data, in: .empty)
    self.type = type
    mime = ByteSlice(Array((item[extra: .mime]?.stringValue ?? info?.mime ?? "").utf8))
    description = ByteSlice(Array((item[extra: .info]?.stringValue ?? "").utf8))
    width = UInt32(clamping: info?.width ?? 0)
    height = UInt32(clamping: info?.height ?? 0)
    self.data = .bytes(bytes)
  }
}
