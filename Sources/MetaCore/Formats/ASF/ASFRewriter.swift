/// Plans edits to the attributes and markers of an ASF file; padding at the end of the header
/// absorbs changes in size.
///
/// Padding in the header extension, where Windows puts it, moves there too. The data and the
/// indexes after it move as a whole, because index offsets are relative to the data.
struct ASFRewriter {
  private let window: SourceWindow
  private let shape: LayoutConstraints
  private let layout: ASFLayout
  private var parts: [ASFAttributeListEdit] = []
  /// The new marker object, empty to remove it; nil when the old one stays.
  private var markers: [UInt8]?

  /// Reads the locations of the attributes.
  ///
  /// - Throws: `unsupported` when the header is damaged or signed, and read errors.
  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    var log = DiagnosticLog()
    layout = try ASFLayout(window, limits: .standard, log: &log)
    try check(log)
    for (list, object) in layout.lists {
      var part = ASFAttributeListEdit(list: list, object: object)
      if list == .contentDescription {
        part.attributes = try ASFLayout.texts(of: object, in: window).map {
          ASFAttributeListEdit.Attribute(name: $0.key, type: 0, piece: .keep($0.range))
        }
      } else {
        try ASFLayout.forEachAttribute(of: list, in: object, window, .standard, log: &log) {
          (attribute, location) in
          let range = location.offset..<(location.offset + location.size)
          part.attributes.append(
            ASFAttributeListEdit.Attribute(
              name: attribute.name, type: attribute.type, piece: .keep(range)))
        }
      }
      part.keepRest()
      parts.append(part)
    }
    try log.refuseDamage(at: 0, before: layout.header.end)
  }

  /// Rejects a header that is damaged or signed, and a file without a data object after the header.
  private func check(_ log: DiagnosticLog) throws(ParseError) {
    if let cut = layout.children.first(where: { !$0.isWhole }) {
      throw ParseError(
        .unsupported, at: cut.offset, "the header is truncated", path: StructurePath([cut.id.name]))
    }
    guard layout.header.isWhole, layout.others.first.map({ $0.id == .data }) ?? true else {
      throw ParseError(.unsupported, at: layout.header.end, "no data object follows the header")
    }
    if let signature = layout.children.first(where: { $0.id == .digitalSignature }) {
      throw ParseError(
        .unsupported, at: signature.offset,
        "the header is signed; an edit would invalidate the signature",
        path: StructurePath([signature.id.name]))
    }
    let end = layout.children.last?.end ?? ASFLayout.headSize
    guard end == layout.header.end else {
      throw ParseError(
        .unsupported, at: end,
        "the header contains \(layout.header.end - end) bytes of unrecognised data")
    }
  }

  /// Plans an edit; returns nil when the layout constraints do not allow it.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  mutating func plan(_ edit: DocumentEdit) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("ASF files")
    for change in edit.changes { try apply(change) }
    if let chapters = edit.chapters { try set(chapters) }
    guard markers != nil || parts.contains(where: \.isChanged) else {
      return EditPlan(.unchanged(window.length))
    }
    return try ASFHeaderPlanner(
      window: window, shape: shape, layout: layout, lists: parts, markers: markers
    ).plan()
  }

  // MARK: Changes

  /// Applies a change to an attribute; the bytes of a restored attribute are used unchanged.
  private mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    switch change {
    case .add(_, let entry):
      if let bytes = entry.bytes { return restore(entry, bytes) }
      for item in entry.items { try add(try item.loaded(from: window.source)) }
    case .remove(let location):
      let (part, index) = try position(of: location, change)
      removeAttribute(part, index)
    case .replace(let location, let entry):
      let (part, index) = try position(of: location, change)
      try replace(part, index, with: entry)
    }
  }

  /// Replaces the marker object with one that contains these chapters, or removes it.
  private mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    guard !chapters.isEmpty else {
      markers = layout.children.contains { $0.id == .marker } ? [] : nil
      return
    }
    var log = DiagnosticLog(limit: 0)
    let properties = try ASFProperties(layout, in: window, log: &log)
    markers = try ASFMarkers(
      properties: properties, window: window, media: layout.media
    ).encode(chapters)
  }

  /// Returns the indexes of the list and the attribute at the location of a change.
  private func position(
    of location: ItemLocation, _ change: DocumentEdit.Change
  ) throws(ParseError) -> (part: Int, index: Int) {
    for (number, part) in parts.enumerated() {
      let index = part.attributes.firstIndex { attribute in
        // An empty string has the same offset as the next one.
        attribute.offset == location.offset && attribute.piece.count > 0
      }
      if let index { return (number, index) }
    }
    throw change.isNowhere
  }

  /// Removes an attribute; a string in a content description becomes empty instead.
  private mutating func removeAttribute(_ part: Int, _ index: Int) {
    parts[part].isChanged = true
    if parts[part].list == .contentDescription {
      parts[part].attributes[index].piece = .write([])
    } else {
      parts[part].attributes.remove(at: index)
    }
  }

  /// Replaces an attribute with the first item of an entry; any other items are added.
  private mutating func replace(
    _ part: Int, _ index: Int, with entry: DocumentEdit.Entry
  ) throws(ParseError) {
    let list = parts[part].list
    let old = parts[part].attributes[index]
    parts[part].isChanged = true
    if let bytes = entry.bytes {
      parts[part].attributes[index].piece = .write(Array(bytes.bytes))
      return
    }
    for (step, item) in entry.items.enumerated() {
      let item = try item.loaded(from: window.source)
      guard step == 0 else {
        try add(item)
        continue
      }
      let attribute = try attribute(item, like: old.type)
      if let bytes = bytes(of: attribute, in: list, like: old) {
        parts[part].attributes[index] = ASFAttributeListEdit.Attribute(
          name: attribute.name, type: attribute.type, piece: .write(bytes))
      } else {
        // The list of the old attribute cannot hold the new one.
        removeAttribute(part, index)
        try add(item)
      }
    }
  }

  /// Encodes an attribute that replaces `old`, with the same language and stream, for a list; nil
  /// when the list cannot hold it.
  private func bytes(
    of attribute: ASFAttribute, in list: ASFList, like old: ASFAttributeListEdit.Attribute
  ) -> [UInt8]? {
    if list == .contentDescription {
      guard attribute.kind == .text, attribute.name == old.name, attribute.stream == 0 else {
        return nil
      }
      return description(attribute)
    }
    var attribute = attribute
    if list.hasStreams, case .keep(let range) = old.piece,
      let stored = try? ASFAttribute.parse(
        at: range.lowerBound, before: range.upperBound, of: list, in: window)
    {
      attribute.language = stored.attribute.language
      attribute.stream = stored.attribute.stream
    }
    return attribute.encode(for: list)
  }

  /// Encodes a string in a content description; nil when its size does not fit in two bytes.
  private func description(_ attribute: ASFAttribute) -> [UInt8]? {
    guard case .bytes(let bytes) = attribute.value, bytes.count <= UInt16.max else { return nil }
    return Array(bytes.bytes)
  }

  private func attribute(
    _ item: MetadataItem, like old: UInt16?
  ) throws(ParseError) -> ASFAttribute {
    guard let attribute = ASFAttribute(item, like: old) else {
      throw ParseError(
        .notRepresentable, at: 0, "an ASF attribute can hold only text, a number or bytes",
        path: StructurePath([ASFIdentifier.header.name, item.key.description]))
    }
    return attribute
  }

  /// Adds an attribute where players look for it: as one of the five strings, in the extended
  /// content description, or in the metadata library when the name is already in use, the value
  /// does not fit, or the attribute belongs to a stream.
  private mutating func add(_ item: MetadataItem) throws(ParseError) {
    let attribute = try attribute(item, like: nil)
    if attribute.stream == 0, describe(attribute) { return }
    // Two bytes contain only the terminating zero of an empty string.
    let isThere = parts.contains { part in
      part.attributes.contains { $0.name == attribute.name && $0.piece.count > 2 }
    }
    if !isThere, let bytes = attribute.encode(for: .extendedContentDescription) {
      return append(attribute, bytes, to: index(of: .extendedContentDescription))
    }
    guard let bytes = attribute.encode(for: .metadataLibrary) else {
      throw ParseError(
        .notRepresentable, at: 0, "the name or value is too long",
        path: StructurePath([ASFList.metadataLibrary.rawValue, attribute.name]))
    }
    append(attribute, bytes, to: index(of: .metadataLibrary))
  }

  /// Stores an attribute as one of the five strings if it has that name and the string is empty;
  /// returns whether it was stored.
  private mutating func describe(_ attribute: ASFAttribute) -> Bool {
    guard let slot = ASFList.descriptionKeys.firstIndex(of: attribute.name),
      attribute.kind == .text, let bytes = description(attribute)
    else { return false }
    let part = index(of: .contentDescription)
    guard parts[part].attributes[slot].piece.count <= 2 else { return false }
    parts[part].attributes[slot].piece = .write(bytes)
    parts[part].isChanged = true
    return true
  }

  private mutating func append(_ attribute: ASFAttribute, _ bytes: [UInt8], to part: Int) {
    parts[part].isChanged = true
    parts[part].attributes.append(
      ASFAttributeListEdit.Attribute(
        name: attribute.name, type: attribute.type, piece: .write(bytes)))
  }

  /// Restores an attribute to a list of the same kind.
  private mutating func restore(_ entry: DocumentEdit.Entry, _ bytes: ByteSlice) {
    let list = entry.items.first.map(ASFAttribute.list) ?? .extendedContentDescription
    let part = index(of: list)
    parts[part].isChanged = true
    let name = entry.items.first?.key.description ?? ""
    let piece = FileLayout.Piece.write(Array(bytes.bytes))
    if list == .contentDescription {
      let slot = parts[part].attributes.firstIndex { $0.name == name }
      if let slot { parts[part].attributes[slot].piece = piece }
    } else {
      parts[part].attributes.append(ASFAttributeListEdit.Attribute(name: name, piece: piece))
    }
  }

  /// Returns the index of the first list of the given kind, which is created if it is missing.
  private mutating func index(of list: ASFList) -> Int {
    if let index = parts.firstIndex(where: { $0.list == list }) { return index }
    var part = ASFAttributeListEdit(list: list)
    if list == .contentDescription {
      part.attributes = ASFList.descriptionKeys.map {
        ASFAttributeListEdit.Attribute(name: $0, type: 0, piece: .write([]))
      }
    }
    parts.append(part)
    return parts.count - 1
  }
}
