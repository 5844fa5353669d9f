/// Plans an ASF file with a new header for ``ASFRewriter``: kept objects, changed and new attribute
/// lists, markers, and padding at the end, then the data and the indexes as they are.
struct ASFHeaderPlanner {
  let window: SourceWindow
  let shape: LayoutConstraints
  /// The locations of the objects in the old file.
  let layout: ASFLayout
  /// The attribute lists with their changes.
  let lists: [ASFAttributeListEdit]
  /// The new marker object, empty to remove it; nil when the old one stays.
  let markers: [UInt8]?

  /// Plans the file; returns nil when the layout constraints do not allow it.
  ///
  /// - Throws: `notRepresentable` when a list or the header extension becomes too large,
  ///   `unsupported`, and read errors.
  func plan() throws(ParseError) -> EditPlan? {
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
    for part in lists where part.object == nil && part.isChanged && !part.list.isInExtension {
      body.append(try part.pieces())
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

  /// Whether an object is padding whose bytes are all equal.
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
    if let part = lists.first(where: { $0.object == object }), part.isChanged {
      return try part.pieces()
    }
    return [.keep(object.range)]
  }

  /// Returns the pieces of a header extension: of the first one with changed and new lists, and
  /// without empty padding; of any other one unchanged.
  private func extensionPieces(_ place: ASFObject) throws(ParseError) -> [FileLayout.Piece] {
    let inside = lists.filter { part in
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
        content.append(try part.pieces())
      } else {
        content.append(.keep(object.range))
      }
    }
    for part in inside where part.object == nil {
      content.append(try part.pieces())
    }
    guard end == place.end else {
      throw ParseError(
        .unsupported, at: end, "\(place.end - end) bytes of unrecognised data",
        path: StructurePath([place.id.name]))
    }
    let fixed = place.contentOffset..<(place.contentOffset + 18)
    return try ASFHeaderPlanner.extensionHead(content.size, [.keep(fixed)]) + content.pieces
  }

  /// Returns a header extension for a header that lacks it; nil when none is needed.
  private func newExtension() throws(ParseError) -> [FileLayout.Piece]? {
    var content = FileLayout()
    for part in lists where part.list.isInExtension && part.isChanged {
      content.append(try part.pieces())
    }
    guard content.size > 0 else { return nil }
    var fixed = ByteWriter()
    ASFIdentifier(0x11D2_D3AB_BAA9_CF11, 0x8EE6_00C0_0C20_5365).encode(into: &fixed)
    fixed.littleU16(6)
    return try ASFHeaderPlanner.extensionHead(content.size, [.write(fixed.bytes)]) + content.pieces
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
