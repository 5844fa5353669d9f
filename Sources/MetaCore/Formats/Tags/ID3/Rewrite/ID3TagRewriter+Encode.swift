// Encodes the entries of a tag as bytes.

extension ID3TagRewriter {
  /// Returns the new tag.
  ///
  /// - Throws: `notRepresentable` when a frame cannot hold its value, or the version has no such
  ///   frame; `wouldLose` when a conversion loses something that it must not; read errors.
  mutating func image() throws(ParseError) -> ID3TagBuilder {
    if version != oldVersion { try convertTag() }
    try convertNew()
    try copyMovedFrames()
    var image = ID3TagBuilder(version: version, revision: 0, flags: flags, window: window)
    if version == oldVersion, let tag {
      image.revision = tag.revision
      if tag.flags.contains(.extended), tag.extendedHeader == nil, version != .v22 {
        note("flag of a missing extended header removed")
      }
      image.extendedHeader = tag.extendedHeader
    } else if tag?.extendedHeader != nil {
      note("extended header removed")
    }
    for entry in entries { try append(entry, to: &image) }
    image.close()
    if let tag { image.rest = try keptRest(of: tag) }
    return image
  }

  /// The flags of the new tag.
  private var flags: ID3TagHeader.Flags {
    guard let tag else { return [] }
    if version == oldVersion {
      return tag.extendedHeader == nil
        ? tag.flags.subtracting(version == .v22 ? [] : .extended) : tag.flags
    }
    return version == .v22 ? [] : tag.flags.intersection(.experimental)
  }

  /// Appends an entry to the new tag.
  private mutating func append(_ entry: Entry, to image: inout ID3TagBuilder) throws(ParseError) {
    switch entry {
    case .gap(let range): image.append([.keep(range)], item: nil)
    case .stored(let bytes): image.append([.write(bytes)], item: nil)
    case .unchanged(let item):
      let start = item.location.offset
      image.append([.keep(start..<(start + item.location.size))], item: item)
    case .encoded(let bytes, let item): image.append(frame: bytes, item: item)
    case .new(let item, let old):
      var encoder = ID3FrameEncoder(version: version, separator: separator, window: window)
      encoder.isUnsynchronised = version == .v24 && flags.contains(.unsynchronised)
      do {
        let bytes = try encoder.encode(item, like: old)
        image.append(frame: bytes, item: item)
      } catch {
        throw error.inside(container.rawValue)
      }
    }
  }

  /// Returns the range after the frames, if it is not just padding.
  ///
  /// Unreadable frames from a different version are not kept in a new tag.
  private mutating func keptRest(of tag: ID3Tag) throws(ParseError) -> Range<Int64>? {
    guard let rest = try tag.rest(in: window), version != oldVersion else {
      return try tag.rest(in: window)
    }
    guard try window.bytes(at: rest.lowerBound, upTo: 1)[0] != 0 else { return rest }
    try reportLoss(rest)
    return nil
  }

  /// Reports an additional change.
  mutating func note(_ message: String, frame: String? = nil, at offset: Int64? = nil) {
    notes.note(
      .converted, StructurePath([container.rawValue] + (frame.map { [$0] } ?? [])), at: offset,
      message)
  }
}

/// Encodes items from an edit as new ID3v2 frames: loads large values, chooses the text encoding,
/// and adds language codes and flags; ``ID3Frame`` encodes the bytes.
///
/// The encoding is that of the replaced frame, or Latin-1; if it cannot represent the text, it is
/// UTF-8 in 2.4, and UTF-16 before.
struct ID3FrameEncoder {
  let version: ID3Version
  /// The separator between values in 2.2 and 2.3 frames; nil means a zero byte.
  let separator: String?
  let window: SourceWindow
  /// Whether every frame of the tag is unsynchronised (2.4).
  var isUnsynchronised = false

  init(version: ID3Version, separator: String?, window: SourceWindow) {
    self.version = version
    self.separator = separator
    self.window = window
  }

  /// Encodes the frame for an item; `old` is the item that it replaces, whose text encoding is kept
  /// if possible.
  ///
  /// - Throws: `notRepresentable` when the frame cannot hold the value.
  func encode(_ item: MetadataItem, like old: MetadataItem? = nil) throws(ParseError) -> [UInt8] {
    var item = try item.loaded(from: window.source)
    if isUnsynchronised { addUnsynchronisation(to: &item) }
    return try ID3Frame.encode(fitted(item, like: old), version: version)
  }

  /// Returns the item in the form for the version: with its text encodings chosen, including those
  /// of nested frames, its values joined by the separator, and the letters of its language.
  func fitted(_ item: MetadataItem, like old: MetadataItem? = nil) -> MetadataItem {
    guard case .text(let name) = item.key, let id = ID3FrameID(name) else { return item }
    let shape = ID3FrameTable.standard.shape(of: id)
    var item = item
    if item.dataType == .raw, shape.storage != .raw {
      if case .data = item.value, shape.storage != .image { return item }
      item.dataType = .latin1
    }
    if shape.tail == .frames { item.value = withFittedFrames(item.value) }
    if shape.isPlainText, version != .v24, let separator, case .list(let values) = item.value {
      item.value = .string(values.compactMap(\.stringValue).joined(separator: separator))
    }
    addLanguage(to: &item, shape)
    guard shape.hasEncoding else { return item }
    let encoding = encoding(for: item, id: id, like: old)
    item.extraAttributes.removeAll { $0.name == .encoding }
    item.extraAttributes.append(ExtraAttribute(.encoding, .string(encoding.name)))
    return item
  }

  /// Adds the three letters of the item's language, if the frame has a language field and the item
  /// has no stored letters.
  private func addLanguage(to item: inout MetadataItem, _ shape: FrameShape) {
    guard shape.hasLanguage, item[extra: .language] == nil, let code = item.language?.iso639
    else { return }
    item.extraAttributes.append(ExtraAttribute(.language, .string(code)))
  }

  /// Returns the value of a CHAP or CTOC frame with the encodings of its nested frames chosen.
  private func withFittedFrames(_ value: MetadataValue) -> MetadataValue {
    guard case .record(let parts) = value else { return value }
    return .record(
      parts.map { part in
        guard part.name == "frames", case .list(let frames) = part.value else { return part }
        let fittedFrames = frames.map { frame in
          ID3SubFrame.item(of: frame).map { ID3SubFrame.record(of: fitted($0)) } ?? frame
        }
        return MetadataValue.Part("frames", .list(fittedFrames))
      })
  }

  /// Returns the first encoding that supports all the strings: that of the old frame or Latin-1,
  /// then the Unicode encoding for the version.
  private func encoding(
    for item: MetadataItem, id: ID3FrameID, like old: MetadataItem?
  ) -> ID3TextEncoding {
    let widest: ID3TextEncoding = version == .v24 ? .utf8 : .utf16
    var candidates: [ID3TextEncoding] = [.latin1]
    if let old, old.key == item.key, let oldEncoding = ID3TextEncoding(of: old),
      version == .v24 || oldEncoding == .latin1 || oldEncoding == .utf16
    {
      candidates = [oldEncoding]
    }
    return candidates.first { item.fits($0) } ?? widest
  }

  /// Adds the flags for an unsynchronised frame.
  ///
  /// With these flags, its data length is also written (ID3v2.4 §4.1.2), unless the frame is
  /// encrypted, because the size of its plain content is then unknown.
  private func addUnsynchronisation(to item: inout MetadataItem) {
    var names: [MetadataValue] = []
    if case .list(let flags)? = item[extra: .flags] { names = flags }
    let added = item.isEncrypted ? ["unsynchronised"] : ["unsynchronised", "dataLength"]
    for name in added where !names.contains(.string(name)) {
      names.append(.string(name))
    }
    item.extraAttributes.removeAll { $0.name == .flags }
    item.extraAttributes.append(ExtraAttribute(.flags, .list(names)))
  }
}

extension ID3TextEncoding {
  /// Creates the encoding of a frame that was read; nil when its shape has no encoding.
  init?(of item: MetadataItem) {
    self.init(name: item[extra: .encoding]?.stringValue ?? item.dataType.name)
  }
}

extension MetadataItem {
  /// Whether the given encoding supports the strings of the item that a frame stores in its
  /// declared encoding: the value, the description and the file name.
  fileprivate func fits(_ encoding: ID3TextEncoding) -> Bool {
    guard encoding == .latin1 else { return true }
    return value.isLatin && (self[extra: .info]?.isLatin ?? true)
      && (self[extra: .fileName]?.isLatin ?? true)
  }
}

extension MetadataValue {
  /// Whether all the strings, except for those in nested frames, can be encoded in Latin-1.
  fileprivate var isLatin: Bool {
    switch self {
    case .string(let text): text.unicodeScalars.allSatisfy { $0.value < 0x100 }
    case .list(let values): values.allSatisfy(\.isLatin)
    case .record(let parts): parts.allSatisfy { $0.name == "frames" || $0.value.isLatin }
    default: true
    }
  }
}
