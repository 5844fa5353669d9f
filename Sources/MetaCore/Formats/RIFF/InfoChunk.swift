/// One string in a `LIST` chunk of type `INFO` of a WAV file, parsed or to be written (Microsoft
/// "Multimedia Programming Interface and Data Specifications" 1.0, chapter 2).
///
/// Offset and size of each field in bytes:
///
///     0  4  id: INAM, IART, ICMT, …
///     4  4  size, big-endian in RIFX
///     8  …  zero-terminated text
///
/// The text is UTF-8 or Windows-1252; a pad byte follows an odd size, which does not count it.
struct InfoChunk: ListedText, Hashable {
  static let prefix = Array("INFO".utf8)
  /// The name of the list, which is also the container of its items.
  static let list = "LIST/INFO"

  var id: FourCC
  var text: String
  /// The encoding of the text: UTF-8, or Windows-1252.
  var dataType: DataType
  /// The number of terminating zeros.
  var terminators = 1

  /// Returns the text of the chunk with this ID and body.
  static func parse(_ id: FourCC, body: ByteSlice) -> InfoChunk {
    let trimmed = body.withoutTrailingZeros
    let (text, type) = StoredText.decode(trimmed, otherwise: .windows1252)
    return InfoChunk(
      id: id, text: text, dataType: type, terminators: body.count - trimmed.count)
  }

  /// Returns the text in the encoding of `old`, with one or two terminating zeros, as in `old`.
  func stored(like old: InfoChunk) -> InfoChunk {
    var chunk = self
    chunk.dataType = old.dataType
    chunk.terminators = max(1, min(2, old.terminators))
    return chunk
  }

  /// Encodes the chunk: header, body and padding.
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

  /// Creates the text of a metadata item; nil when its key is not a chunk ID or its value is not
  /// text.
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

  /// Encodes a `LIST` chunk with these strings.
  static func encode(_ chunks: [InfoChunk], _ form: ChunkForm = .riff) -> [UInt8] {
    var body = prefix
    for chunk in chunks { body += chunk.encode(form) }
    return Chunk.encode(FourCC("L", "I", "S", "T"), body: body, form: form)
  }
}
