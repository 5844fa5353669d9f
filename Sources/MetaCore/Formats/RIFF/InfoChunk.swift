/// One text of a `LIST` chunk of type `INFO` (Microsoft "Multimedia Programming Interface and Data
/// Specifications" 1.0, chapter 2).
///
///     0  4  id: INAM, IART, ICMT, …
///     4  4  size
///     8  …  zero-terminated text
struct InfoChunk: ListedText, Hashable {
  static let prefix = Array("INFO".utf8)
  static let list = "LIST/INFO"

  var id: FourCC
  var text: String
  /// How the text is stored: UTF-8, or Windows' Latin code page.
  var dataType: DataType
  /// How many zeros end the text.
  var terminators = 1

  /// The chunk of this id with this body.
  static func parse(_ id: FourCC, body: ByteSlice) -> InfoChunk {
    let trimmed = body.withoutTrailingZeros
    let (text, type) = StoredText.decode(trimmed, otherwise: .windows1252)
    return InfoChunk(
      id: id, text: text, dataType: type, terminators: body.count - trimmed.count)
  }

  func stored(like old: InfoChunk) -> InfoChunk {
    var chunk = self
    chunk.dataType = old.dataType
    chunk.terminators = max(1, min(2, old.terminators))
    return chunk
  }

  /// Header, body and padding.
  func encode(_ form: ChunkForm = .riff) -> [UInt8] {
    let zeros = [UInt8](repeating: 0, count: terminators)
    return Chunk.encode(
      id, body: StoredText.encode(text, as: dataType) + zeros, form: form)
  }

  func metadataItem(at location: ItemLocation) -> MetadataItem {
    MetadataItem(
      keySpace: .riff, key: .text(id.description), value: .string(text), dataType: dataType,
      location: location)
  }

  /// The chunk of a metadata item, or nil when its key is no id or its value no text.
  init?(_ item: MetadataItem) {
    guard let id = FourCC(item.key.description), let text = item.value.stringValue else {
      return nil
    }
    self.init(id: id, text: text, dataType: item.dataType)
  }

  init(id: FourCC, text: String, dataType: DataType = .utf8, terminators: Int = 1) {
    self.id = id
    self.text = text
    self.dataType = dataType
    self.terminators = terminators
  }

  /// A `LIST` chunk with these texts.
  static func encode(_ chunks: [InfoChunk], _ form: ChunkForm = .riff) -> [UInt8] {
    var body = prefix
    for chunk in chunks { body += chunk.encode(form) }
    return Chunk.encode(FourCC("L", "I", "S", "T"), body: body, form: form)
  }
}
