// Editing of the XMP packet in a container: `XMP_` and `uuid` in movies, `_PMX` in WAV files.

extension XMPEditor {
  /// Returns an XMP packet with the values of these items and no others; the rest of its text is
  /// unchanged.
  ///
  /// Without a `payload`, the original packet is the `packet` item. With a `payload`, a `packet`
  /// item whose text differs replaces the packet completely, provided that nothing else changes.
  /// The packet keeps its encoding, and keeps its length if its padding allows that.
  ///
  /// - Throws: `unsupported` if it is not certain where a value belongs in the text.
  static func packet(
    _ payload: ByteSlice? = nil, items: [MetadataItem]
  ) throws(ParseError) -> [UInt8] {
    let item = items.first(where: \.isXMPPacket)
    let newText = item?.value.stringValue
    let payload = payload ?? ByteSlice(newPayload(newText ?? "", item?.packetEncoding ?? .utf8))
    let properties = items.filter { $0.keySpace == .xmp && !$0.isXMPPacket }
    var values: [(name: String, value: MetadataValue)] = []
    for item in properties {
      guard case .text(let name) = item.key else { continue }
      values.append((name, item.value))
    }
    let text = XMLText(payload)
    let old = TextEncoding.utf8.decode(text.utf8)
    if let newText, !newText.hasSameBytes(as: old) {
      guard properties.isEmpty || values.elementsEqual(current(text.utf8), by: ==),
        let bytes = text.document(newText)
      else {
        throw ParseError(
          .unsupported, at: payload.fileOffset,
          "the packet and its properties cannot both be changed"
        ).inside("XMP")
      }
      return bytes
    }
    return try packet(payload, with: values)
  }

  /// Returns the first packet for a container; in UTF-16, XML 1.0 (§4.3.3) requires a byte order
  /// mark.
  private static func newPayload(_ text: String, _ encoding: TextEncoding) -> [UInt8] {
    if encoding == .utf8 { return Array(text.utf8) }
    return encoding.encode("\u{FEFF}" + text) ?? Array(text.utf8)
  }

  /// Returns the current properties of a packet.
  private static func current(_ payload: ByteSlice) -> [(name: String, value: MetadataValue)] {
    XMPPacket.properties(of: payload).map { ($0.name, $0.value) }
  }
}

extension XMPPacket {
  /// Returns the items in a packet whose properties are missing from its text after private parts
  /// were blanked.
  ///
  /// If start and end tags do not match, these items may differ from the private ones.
  static func blankedProperties(of items: [MetadataItem], in text: String) -> [Int] {
    var left = Dictionary(
      grouping: properties(of: ByteSlice(Array(text.utf8))), by: \.name)
    let present = Dictionary(grouping: items, by: \.key.description)
    return items.indices.filter { index in
      let item = items[index]
      let name = item.key.description
      guard item.keySpace == .xmp, !item.isXMPPacket,
        (left[name]?.count ?? 0) < (present[name]?.count ?? 0)
      else { return false }
      // If several items have the same name, those whose values are still present are not returned.
      guard let match = left[name]?.firstIndex(where: { $0.value == item.value }) else {
        return true
      }
      left[name]?.remove(at: match)
      return false
    }
  }
}
