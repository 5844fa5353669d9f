/// Plans edits to the attributes and markers of an ASF file; padding at the end of the header
/// absorbs changes in size.
///
/// Padding in the header extension, where Windows puts it, moves there too. The data and the
/// indexes after it move as a whole, because index offsets are relative to the data.
struct ASFRewriter {
  /// One attribute list of the header with its changes: the attributes that the new list will have.
  private struct AttributeListEdit {
    let list: ASFList
    /// The object in the file; nil for a new list.
    var object: ASFObject?
    var attributes: [Attribute] = []
    /// The data after the attributes in the object.
    var rest: Range<Int64>?
    var isChanged = false

    /// Keeps the data after the attributes, once all attributes have been read.
    mutating func keepRest() {
      guard let object else { return }
      let headSize = list == .contentDescription ? ASFList.descriptionKeys.count * 2 : 2
      var end = object.contentOffset + Int64(headSize)
      if case .keep(let range)? = attributes.last?.piece { end = range.upperBound }
      if end < object.end { rest = end..<object.end }
    }
  }

  /// One attribute of a list, or one of the five strings of a content description, as bytes that
  /// are kept from the file or written.
  private struct Attribute {
    var name: String
    /// The type number of an existing attribute.
    var type: UInt16?
    var piece: FileLayout.Piece

    /// The offset in the file.
    var offset: Int64? {
      if case .keep(let range) = piece { range.lowerBound } else { nil }
    }
  }

  private let window: SourceWindow
  private let shape: LayoutConstraints
  private let layout: ASFLayout
  private var parts: [AttributeListEdit] = []
  /// The new marker object, empty to remove it; nil when the old one stays.
  private var markers: [UInt8]?

  /// Reads the locations of the attributes.
  ///
  /// - Throws: `unsupported` when the header is damaged, and read errors.
  init(_ window: SourceWindow, shape: LayoutConstraints) throws(ParseError) {
    self.window = window
    self.shape = shape
    var log = DiagnosticLog()
    layout = try ASFLayout(window, limits: .standard, log: &log)
    try check(log)
    for (list, object) in layout.lists {
      var part = AttributeListEdit(list: list, object: object)
      if list == .contentDescription {
        part.attributes = try ASFLayout.texts(of: object, in: window).map {
          Attribute(name: $0.key, type: 0, piece: .keep($0.range))
        }
      } else {
        try ASFLayout.forEachAttribute(of: list, in: object, window, .standard, log: &log) {
          (attribute, location) in
          let range = location.offset..<(location.offset + location.size)
          part.attributes.append(
            Attribute(name: attribute.name, type: attribute.type, piece: .keep(range)))
        }
      }
      part.keepRest()
      parts.append(part)
    }
    try log.refuseDamage(at: 0, before: layout.header.end)
  }

  /// Rejects a header whose objects cannot be rewritten without loss.
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
    return try layOut()
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
        parts[part].attributes[index] = Attribute(
          name: attribute.name, type: attribute.type, piece: .write(bytes))
      } else {
        // The list of the old attribute cannot hold the new one.
        removeAttribute(part, index)
        try add(item)
      }
    }
  }

  /// Encodes an attribute for a list; nil when the list cannot hold it.
  private func bytes(
    of attribute: ASFAttribute, in list: ASFList, like old: Attribute
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
  /// content description, or in the metadata library when the name is already in use or the value
  /// does not fit.
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

  /// Stores an attribute as one of the five strings if it has that name and the string is empty.
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
      Attribute(name: attribute.name, type: attribute.type, piece: .write(bytes)))
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
      parts[part].attributes.append(Attribute(name: name, piece: piece))
    }
  }

  /// Returns the index of the first list of the given kind, which is created if it is missing.
  private mutating func index(of list: ASFList) -> Int {
    if let index = parts.firstIndex(where: { $0.list == list }) { return index }
    var part = AttributeListEdit(list: list)
    if list == .contentDescription {
      part.attributes = ASFList.descriptionKeys.map {
        Attribute(name: $0, type: 0, piece: .write([]))
      }
    }
    parts.append(part)
    return parts.count - 1
  }

  // MARK: Layout

  /// Plans the new header: kept objects, changed and new lists, markers, and padding at its end.
  private func layOut() throws(ParseError) -> EditPlan? {
    var body = FileLayout()
    var count = 0
    for child in layout.children where try !isEmptyPadding(child) {
      guard markers == nil || child.id != .marker else { continue }
      body.append(try pieces(of: child))
      count += 1
    }
    if let markers, !markers.isEmpty {
      body.append(.write(markers))
      count += 1
    }
    for part in parts where part.object == nil && part.isChanged && !part.list.isInExtension {
      body.append(try ASFRewriter.pieces(of: part))
      count += 1
    }
    if !layout.children.contains(where: { $0.id == .headerExtension }),
      let pieces = try newExtension()
    {
      body.append(pieces)
      count += 1
    }
    let least = ASFLayout.headSize + body.size
    guard let padding = padding(least: least) else { return nil }
    if padding > 0 {
      let content = padding - Int64(ASFObject.headerSize)
      body.append(.write(ASFObject.header(.padding, contentSize: content)))
      body.append(.fill(content))
      count += 1
    }
    return try plan(body, count: count)
  }

  /// Whether an object is empty padding.
  private func isEmptyPadding(_ object: ASFObject) throws(ParseError) -> Bool {
    guard object.id == .padding else { return false }
    return try window.isFilling(object.content)
  }

  /// Returns the size of the padding, including its header; nil when the data would have to move
  /// farther than the constraints allow.
  private func padding(least: Int64) -> Int64? {
    PaddingPolicy(shape: shape, isOpen: false).padding(
      least: least, old: layout.header.size, smallest: Int64(ASFObject.headerSize))
  }

  /// Plans the whole file: the header object with `count` objects, then everything after it.
  private func plan(_ body: FileLayout, count: Int) throws(ParseError) -> EditPlan? {
    let size = ASFLayout.headSize + body.size
    guard let count = UInt32(exactly: count) else {
      throw ParseError(.unsupported, at: 24, "too many objects in the header")
    }
    var file = FileLayout()
    file.append(.write(ASFObject.header(.header, contentSize: size - Int64(ASFObject.headerSize))))
    var number = ByteWriter()
    number.littleU32(count)
    file.append(.write(number.bytes))
    file.append(.keep(28..<ASFLayout.headSize))
    file.append(try withFileSize(body, grownBy: size - layout.header.size))
    file.append(.media(layout.header.end..<max(layout.header.end, window.length)))
    let plan = try file.editPlan(in: window, shape: shape, proofs: [], notes: [])
    if let plan { try prove(plan.rewrite, size: size, count: Int(count)) }
    return plan
  }

  /// Returns the pieces of the header, with the file size in the file properties corrected.
  private func withFileSize(
    _ body: FileLayout, grownBy growth: Int64
  ) throws(ParseError) -> [FileLayout.Piece] {
    guard growth != 0,
      let properties = layout.children.first(where: { $0.id == .fileProperties })
    else { return body.pieces }
    let place = properties.contentOffset + 16
    var reader = ByteReader(try window.bytes(at: place, count: 8))
    let old = Int64(clamping: try reader.littleU64())
    // The size is zero when the writer never set it.
    guard old > 0, old <= Int64.max / 2 else { return body.pieces }
    var writer = ByteWriter()
    writer.littleU64(UInt64(clamping: old + growth))
    let range = place..<(place + 8)
    return body.pieces.flatMap { piece -> [FileLayout.Piece] in
      guard case .keep(let kept) = piece, kept.contains(place), kept.upperBound >= range.upperBound
      else { return [piece] }
      return [
        .keep(kept.lowerBound..<place), .write(writer.bytes),
        .keep(range.upperBound..<kept.upperBound),
      ]
    }
  }

  /// Returns the pieces of an object in the header.
  private func pieces(of object: ASFObject) throws(ParseError) -> [FileLayout.Piece] {
    if object.id == .headerExtension { return try extensionPieces(object) }
    if let part = parts.first(where: { $0.object == object }), part.isChanged {
      return try ASFRewriter.pieces(of: part)
    }
    return [.keep(object.range)]
  }

  /// Returns the pieces of an attribute list with its changes.
  private static func pieces(of part: AttributeListEdit) throws(ParseError) -> [FileLayout.Piece] {
    var head = ByteWriter()
    if part.list == .contentDescription {
      for text in part.attributes { head.littleU16(UInt16(clamping: text.piece.count)) }
    } else {
      guard let count = UInt16(exactly: part.attributes.count) else {
        throw ParseError(
          .notRepresentable, at: part.object?.offset ?? 0, "a list is limited to 65535 attributes",
          path: StructurePath([part.list.rawValue]))
      }
      head.littleU16(count)
    }
    var pieces = part.attributes.map(\.piece)
    if let rest = part.rest { pieces.append(.keep(rest)) }
    let size = pieces.reduce(Int64(head.count)) { $0 + $1.count }
    return [.write(ASFObject.header(part.list.id, contentSize: size) + head.bytes)] + pieces
  }

  /// Returns the pieces of a header extension, with changed lists and without padding.
  private func extensionPieces(_ place: ASFObject) throws(ParseError) -> [FileLayout.Piece] {
    let inside = parts.filter { part in
      part.list.isInExtension && part.isChanged
        && (part.object.map { place.range.contains($0.offset) } ?? true)
    }
    let isFirst = layout.children.first { $0.id == .headerExtension } == place
    let end = layout.inExtension.last?.end ?? place.offset + ASFLayout.extensionHeadSize
    var hasPadding = false
    for object in layout.inExtension where end == place.end {
      if try isEmptyPadding(object) { hasPadding = true }
    }
    guard isFirst, hasPadding || !inside.isEmpty else { return [.keep(place.range)] }
    var content = FileLayout()
    for object in layout.inExtension where try !isEmptyPadding(object) {
      if let part = inside.first(where: { $0.object == object }) {
        content.append(try ASFRewriter.pieces(of: part))
      } else {
        content.append(.keep(object.range))
      }
    }
    for part in inside where part.object == nil {
      content.append(try ASFRewriter.pieces(of: part))
    }
    guard end == place.end else {
      throw ParseError(
        .unsupported, at: end, "\(place.end - end) bytes of unrecognised data",
        path: StructurePath([place.id.name]))
    }
    let fixed = place.contentOffset..<(place.contentOffset + 18)
    return try ASFRewriter.extensionHead(content.size, [.keep(fixed)]) + content.pieces
  }

  /// Returns a header extension for a header that lacks it; nil when none is needed.
  private func newExtension() throws(ParseError) -> [FileLayout.Piece]? {
    var content = FileLayout()
    for part in parts where part.list.isInExtension && part.isChanged {
      content.append(try ASFRewriter.pieces(of: part))
    }
    guard content.size > 0 else { return nil }
    var fixed = ByteWriter()
    ASFIdentifier(0x11D2_D3AB_BAA9_CF11, 0x8EE6_00C0_0C20_5365).encode(into: &fixed)
    fixed.littleU16(6)
    return try ASFRewriter.extensionHead(content.size, [.write(fixed.bytes)]) + content.pieces
  }

  /// Returns the head of a header extension; 18 of its bytes are fixed.
  private static func extensionHead(
    _ size: Int64, _ fixed: [FileLayout.Piece]
  ) throws(ParseError) -> [FileLayout.Piece] {
    guard let number = UInt32(exactly: size) else {
      throw ParseError(
        .notRepresentable, at: 0, "\(size) bytes exceed the maximum size of the header extension")
    }
    var writer = ByteWriter()
    writer.littleU32(number)
    let content = size + ASFLayout.extensionHeadSize - Int64(ASFObject.headerSize)
    return [.write(ASFObject.header(.headerExtension, contentSize: content))] + fixed
      + [.write(writer.bytes)]
  }

  // MARK: Proof

  /// Verifies that the new file parses as planned.
  private func prove(_ plan: RewritePlan, size: Int64, count: Int) throws(ParseError) {
    var log = DiagnosticLog()
    let new = try ASFLayout(
      SourceWindow(PlannedSource(plan, of: window.source)), limits: .standard, log: &log)
    let grown = plan.newSize - window.length
    guard new.header.size == size, new.children.count == count,
      new.others.first?.id == layout.others.first?.id,
      new.media.lowerBound == layout.media.lowerBound + grown
    else {
      throw ParseError(.unsupported, at: 0, "the new header could not be read back")
    }
  }
}
