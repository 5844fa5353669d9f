/// Items of other metadata systems in atom files: Windows attributes, XMP, ID3, C2PA, and Nero
/// chapters.
extension ItemReader {
  /// Reads `chpl`; a damaged list is reported as a finding.
  mutating func readNeroChapters(_ atom: Atom, _ place: ItemContainer) throws(ParseError) {
    do {
      let payload = try atom.payload(in: window, limit: limits.table)
      chapters += try NeroChapterList.parse(payload, limits: limits, log: &log).chapters
    } catch {
      guard error.code != .io else { throw error }
      log.add(error.inside(place.path + [.chpl]))
    }
  }

  /// Reads `Xtra`: one item per value; an atom above the size limit stays undecoded.
  mutating func readWindowsAttributes(_ atom: Atom, _ place: ItemContainer) throws(ParseError) {
    guard atom.payloadSize <= limits.value else {
      try addRaw(.quickTimeUserData, atom, place.container)
      return
    }
    let payload = try atom.payload(in: window, limit: limits.value)
    let inside = ItemContainer(place.path + [.windowsAttributes])
    for attribute in WindowsAttributesAtom.parse(payload, log: &log).attributes {
      let name = TextEncoding.utf8.decode(attribute.name.withoutTrailingZeros)
      for value in attribute.values {
        var item = MetadataItem(
          keySpace: .asf, key: .text(name), value: value.value.apart, dataType: value.dataType,
          location: ItemLocation(
            container: inside.container, offset: attribute.offset, size: attribute.size))
        item.trackID = trackID
        items.append(item)
      }
    }
  }

  /// Reads an XMP packet: the packet itself and its simple properties; an atom above the size limit
  /// stays undecoded.
  mutating func readXMP(_ atom: Atom, _ place: ItemContainer) throws(ParseError) {
    let inside = ItemContainer(place.path + [atom.type])
    guard atom.payloadSize <= limits.value else {
      let value = TypedValue(try raw(atom), .xmp)
      add(.xmp, "packet", value, in: atom, inside.container)
      return
    }
    let payload = try atom.payload(in: window, limit: limits.value)
    let text = XMLText(payload)
    var packet = TypedValue(.string(TextEncoding.utf8.decode(text.utf8)), .xmp)
    packet.extras = text.packetExtras
    add(.xmp, "packet", packet, in: atom, inside.container)
    for property in XMPPacket.properties(of: text.utf8) {
      var value = TypedValue(property.value, .utf8)
      value.language = property.language.map { LanguageTag(rawValue: $0) }
      add(.xmp, .text(property.name), value, in: atom, inside.container)
    }
  }

  /// Reads a `uuid` atom of C2PA (C2PA 2.1 §A.5): version and flags, a zero-terminated purpose, 8
  /// bytes, and the manifest store; atoms with another purpose are ignored.
  mutating func readContentCredentials(
    _ atom: Atom, _ place: ItemContainer
  ) throws(ParseError) {
    let purpose = Array("manifest\0".utf8)
    let start = atom.payloadOffset + 4
    let store = start + Int64(purpose.count) + 8
    guard store < atom.end, try window.bytes(at: start, upTo: purpose.count).starts(with: purpose)
    else { return }
    let container = ItemContainer(place.path + [atom.type]).container
    let location = ItemLocation(container: container, offset: atom.offset, size: atom.size)
    do {
      let found = try ContentCredentials.read(store..<atom.end, in: window)
      for item in found?.items(at: location) ?? [] where !isFull(at: atom.offset) {
        items.append(item)
      }
    } catch {
      guard error.code != .io else { throw error }
      log.add(error.inside(place.path + [atom.type]))
    }
  }

  /// Reads `ID32`: version and flags, a packed language, and an ID3v2 tag; an atom without a tag
  /// becomes an undecoded item, with a finding.
  mutating func readID32(_ atom: Atom, _ place: ItemContainer) throws(ParseError) {
    let inside = ItemContainer(place.path + [.id32])
    let start = atom.payloadOffset + 6
    var options = ReadOptions()
    options.limits = limits
    tagCount += 1
    let tag =
      start < atom.end && tagCount <= ID3Tag.maxInFile
      ? try ID3Tag.parse(at: start, upTo: atom.end, in: window, options: options, log: &log) : nil
    guard let tag else {
      let finding =
        tagCount <= ID3Tag.maxInFile ? "no ID3 tag in `ID32`" : "too many ID3 tags"
      log.note(.malformed, place.structure(atom.type), at: atom.offset, finding)
      add(.id3, "ID32", TypedValue(try raw(atom), .raw), in: atom, inside.container)
      return
    }
    for var item in tag.items where !isFull(at: atom.offset) {
      item.location.container = inside.container
      item.trackID = trackID
      // The tag is in an inflated movie, whose offsets are not positions in the file.
      if isDetached, case .data(.file(let location)) = item.value {
        item.value = try binary(at: location.offset, count: location.count)
      }
      items.append(item)
    }
  }
}

extension MetadataValue {
  /// A copy of the value that does not keep the window alive.
  fileprivate var apart: MetadataValue {
    guard case .data(.bytes(let bytes)) = self else { return self }
    return .data(.bytes(ByteSlice(Array(bytes.bytes), origin: bytes.fileOffset)))
  }
}

extension DataType {
  /// An XMP packet as text.
  static let xmp = DataType(.xmp)
}

extension FourCC {
  static let xmp = FourCC("X", "M", "P", "_")
  static let id32 = FourCC("I", "D", "3", "2")
}
