// The XMP packet of a container that holds its items: `XMP_` and `uuid` of movies, `_PMX` of WAV files.

extension XMPEditor {
  /// An XMP packet with the values of these items, which are all that the packet is to have; the rest of its text stays as it is.
  ///
  /// Without a `payload` the packet is new: that of the item `packet`. Where there is one, an item `packet` with another text replaces it
  /// whole, if nothing else changes. The packet keeps its length where its padding allows.
  ///
  /// - Throws: `unsupported` when a value cannot be put into the text with certainty.
  static func packet(
    _ payload: ByteSlice? = nil, items: [MetadataItem]
  ) throws(ParseError) -> [UInt8] {
    let whole = items.first(where: \.isXMPPacket)?.value.stringValue
    let payload = payload ?? ByteSlice(Array((whole ?? "").utf8))
    let properties = items.filter { $0.keySpace == .xmp && !$0.isXMPPacket }
    var values: [(name: String, value: MetadataValue)] = []
    for item in properties {
      guard case .text(let name) = item.key else { continue }
      values.append((name, item.value))
    }
    let text = XMLText(payload).utf8
    let old = TextEncoding.utf8.decode(text)
    if let whole, whole != old {
      guard properties.isEmpty || values.elementsEqual(current(text), by: ==) else {
        throw ParseError(
          .unsupported, at: payload.fileOffset, "either the packet changes or its properties"
        ).inside("XMP")
      }
      return Array(whole.utf8)
    }
    return try packet(payload, with: values)
  }

  private static func current(_ payload: ByteSlice) -> [(name: String, value: MetadataValue)] {
    XMPPacket.properties(of: payload).map { ($0.name, $0.value) }
  }
}
