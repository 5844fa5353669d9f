/// One string in the `DIIN` chunk of a DSDIFF file, parsed or to be written: `DITI` is the title,
/// `DIAR` the artist (Philips "DSDIFF" 1.5, "Edited Master Information Chunk").
///
/// Offset and size of each field in bytes:
///
///     0  4  id     4  8  size     12  4  size of the text     16  …  text
struct DSDIFFText: ListedText, Hashable {
  static let prefix: [UInt8] = []
  /// The ID of the list, which is also the container of its items.
  static let list = "DIIN"

  static let title = FourCC("D", "I", "T", "I")
  static let artist = FourCC("D", "I", "A", "R")
  static let ids: Set<FourCC> = [title, artist]

  var id: FourCC
  var text: String
  var dataType: DataType

  static func parse(_ id: FourCC, body: ByteSlice) -> DSDIFFText {
    var reader = ByteReader(body)
    let size = (try? reader.u32()) ?? 0
    let bytes = reader.takeRest().clamped(from: 0, count: Int(size)).withoutTrailingZeros
    let (text, type) = StoredText.decode(bytes, otherwise: .latin1)
    return DSDIFFText(id: id, text: text, dataType: type)
  }

  init(id: FourCC, text: String, dataType: DataType = .utf8) {
    self.id = id
    self.text = text
    self.dataType = dataType
  }

  init?(_ item: MetadataItem) {
    guard let id = FourCC(item.key.description), DSDIFFText.ids.contains(id),
      let text = item.value.stringValue
    else { return nil }
    self.init(id: id, text: text, dataType: item.dataType)
  }

  func stored(like old: DSDIFFText) -> DSDIFFText {
    DSDIFFText(id: id, text: text, dataType: old.dataType)
  }

  func encode(_ form: ChunkForm) -> [UInt8] {
    let text = StoredText.encode(text, as: dataType)
    var body = ByteWriter()
    body.u32(UInt32(clamping: text.count))
    body.append(text)
    return Chunk.encode(id, body: body.bytes, form: form)
  }

  func metadataItem(at location: ItemLocation) -> MetadataItem {
    MetadataItem(
      keySpace: .dsdiff, key: .text(id.description), value: .string(text), dataType: dataType,
      location: location)
  }
}
