// Private data: items about a person, a place or a device.

extension EditResolution {
  /// Removes all private items of the file and its tracks, and requests the removal of private data
  /// outside items.
  mutating func clearPrivate() {
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    var orphaned: [EditDraft.Reference] = []
    for reference in draft.references {
      let item = draft[reference]
      if let kind = PrivateTable.kind(of: item) {
        if item.keySpace != .xmp {
          privacy.removed.append(PrivateData.Finding(kind, item.place, item.name))
        }
        changes[reference] = []
      } else if item.isXMPPacket, case .string(let text) = item.value {
        // The removed parts are listed when the bytes of the packet are inspected.
        let blanked = PrivateXML.blanked(text, inUTF16: item.packetEncoding != .utf8)
        guard blanked != text else { continue }
        var packet = item
        packet.value = .string(blanked)
        changes[reference] = [packet]
        orphaned += draft.blankedProperties(ofEntry: reference.entry, in: blanked)
      } else if let anonymous = item.withoutRater {
        privacy.removed.append(
          PrivateData.Finding(.account, item.place, "\(item.name): address"))
        changes[reference] = [anonymous]
      } else if let plain = withoutPrivatePicture(item) {
        changes[reference] = [plain]
      } else if let words = item.remark {
        privacy.left.append(PrivateData.Finding(nil, item.place, "\(item.name): \(words)"))
      }
    }
    for reference in orphaned { changes[reference] = [] }
    draft.replace(changes)
    noteDates()
    edit.clearsPrivate = true
    edit.erasesFreed = true
  }

  /// Returns the item with private data removed from its picture; nil if nothing changes.
  ///
  /// Pictures that are stored unchanged in the file, and pictures in Vorbis comments, are changed
  /// by the formats.
  private mutating func withoutPrivatePicture(_ item: MetadataItem) -> MetadataItem? {
    guard item.keySpace != .vorbis else { return nil }
    var pictures = PrivateImageData(place: "\(item.place) \(item.name)")
    pictures.isPicture = ArtworkConverter.picture(item) != nil
    var plain = item
    plain.value = pictures.plain(item.value, key: item.key.description)
    privacy = privacy + pictures.report
    return plain.value == item.value ? nil : plain
  }

  /// Reports the dates in the headers, which are kept.
  private mutating func noteDates() {
    let facts = document.container.facts
    guard facts.creationDate != nil || facts.modificationDate != nil else { return }
    guard document.container.kind != "asf" else {
      return privacy.left.append(
        PrivateData.Finding(nil, "Header/FileProperties", "creation date"))
    }
    privacy.left.append(
      PrivateData.Finding(nil, "moov/mvhd", "dates; use creationDate= to clear them"))
  }
}

extension EditDraft {
  /// Returns the XMP properties in an entry that are no longer in the text of the packet.
  fileprivate func blankedProperties(ofEntry entry: Int, in text: String) -> [Reference] {
    XMPPacket.blankedProperties(of: entries[entry].items, in: text)
      .map { Reference(entry: entry, item: $0) }
  }
}

extension PrivateData.Report {
  /// Creates a report of the private data in the selected items, except for items in samples.
  package init(
    withheldOf items: [MetadataItem], where isMeant: (MetadataItem) -> Bool = { _ in true }
  ) {
    self.init()
    for item in items where item.timeRange == nil && isMeant(item) {
      guard let kind = PrivateTable.kind(of: item) else { continue }
      let finding = PrivateData.Finding(kind, item.place, item.name)
      if !removed.contains(finding) { removed.append(finding) }
    }
  }
}

extension MetadataItem {
  /// The identifier of the item, followed by its owner or description in ID3.
  fileprivate var name: String {
    let qualifier = self[extra: .owner] ?? self[extra: .info]
    let named = qualifier?.stringValue.flatMap { $0.isEmpty ? nil : ":\($0)" } ?? ""
    return identifier.rawValue + (keySpace == .id3 ? named : "")
  }

  /// The container of the item, and its track.
  fileprivate var place: String {
    location.container.rawValue + (trackID.map { " of track \($0)" } ?? "")
  }

  /// The rating without the rater's address; nil for items that are not ratings with an address.
  fileprivate var withoutRater: MetadataItem? {
    guard let address = self[extra: .email]?.stringValue, PrivateTable.isPerson(rating: address)
    else { return nil }
    var item = self
    item.extraAttributes = extraAttributes.filter { $0.name != .email }
    return item
  }

  /// The reason why an item that is kept may contain unknown private data; nil for other items.
  fileprivate var remark: String? {
    if isEncrypted { return "encrypted" }
    if key == "com.apple.quicktime.content.identifier" {
      return "pairs the video with the image of a Live Photo"
    }
    let isUserData = keySpace == .quickTimeUserData || keySpace == .isoUserData
    if isUserData, case .data = value, Field.fields(of: self).isEmpty { return "not understood" }
    if keySpace == .id3, ["GEOB", "GEO"].contains(key.description) { return "not inspected" }
    return nil
  }
}
