// Converts the content of a frame to an item: determines which bytes to read, and handles errors.

extension ID3TagReader {
  /// Reads a frame and adds its item, as well as its node if nodes are requested; the value of a
  /// damaged frame is its content as bytes, with a finding.
  ///
  /// - Throws: `io`.
  mutating func read(_ body: FrameBody, into run: inout Run, depth: Int) throws(ParseError) {
    let definition = table.definition(of: body.header.id)
    let name = definition?.name ?? body.header.id.text
    let shape = definition.map { table.shape(of: $0) } ?? table.shape(of: body.header.id)
    let offset = body.source.fileOffset(of: body.position)
    var item = MetadataItem(
      keySpace: .id3, key: .text(name), value: .string(""), dataType: .raw,
      location: ItemLocation(
        container: container, offset: offset,
        size: body.source.fileOffset(of: body.end) - offset))
    var children: [StructureNode] = []
    do {
      if isUnsynchronised || !body.header.flags.isEmpty {
        var unpacked = body
        if try unpack(&unpacked, depth: depth) {
          if !body.header.flags.isEmpty { item.extraAttributes = unpacked.extras }
          children = try decode(unpacked, shape, into: &item, depth: depth)
        } else {
          item.extraAttributes = unpacked.extras
          item.value = .data(try unpacked.source.data(at: unpacked.start, count: unpacked.count))
        }
      } else {
        children = try decode(body, shape, into: &item, depth: depth)
      }
    } catch {
      guard error.code != .io else { throw error }
      log.add(error.inside(name).inside(container.rawValue))
      item.value = .data(try body.source.data(at: body.start, count: body.count))
      item.dataType = .raw
    }
    if makesNodes { run.nodes.append(node(item, children)) }
    run.items.append(item)
  }

  /// Decodes the content into the item and returns the nodes for nested frames.
  private mutating func decode(
    _ body: FrameBody, _ shape: FrameShape, into item: inout MetadataItem, depth: Int
  ) throws(ParseError) -> [StructureNode] {
    guard body.count > 0 else {
      let isText = shape.storage == .text || shape.storage == .latin1
      item.value = isText ? .string("") : .data(.bytes(.empty))
      item.dataType = isText ? .latin1 : .raw
      return []
    }
    if shape.name == "picture22", version != .v22 {
      return try decodeFields(body, pictureShape(shape, of: body), into: &item, depth: depth)
    }
    return try decodeFields(body, shape, into: &item, depth: depth)
  }

  /// Reads all fields of a shape, and the content after them, into the item.
  private mutating func decodeFields(
    _ body: FrameBody, _ shape: FrameShape, into item: inout MetadataItem, depth: Int
  ) throws(ParseError) -> [StructureNode] {
    let reader = try fields(of: body, shape)
    if let finding = reader.finding {
      log.note(.malformed, path(item.key.description), at: item.location.offset, finding)
    }
    var content = reader.content
    let children = try readTail(shape.tail, of: body, from: reader, into: &content, depth: depth)
    finish(&item, content, shape, width: body.count)
    if depth == 0 { collect(item) }
    return children
  }

  /// Returns the shape of `PIC` in a 2.3 or 2.4 tag, which may have an image format or, as revealed
  /// by a slash, a MIME type.
  private func pictureShape(_ shape: FrameShape, of body: FrameBody) -> FrameShape {
    let mime = body.head.clamped(from: 1, count: 10)
    guard mime.firstIndex(of: UInt8(ascii: "/")) != nil else { return shape }
    return table.shape(named: "picture") ?? shape
  }

  /// Reads the fields, loading only as much of the content as they need.
  private func fields(
    of body: FrameBody, _ shape: FrameShape
  ) throws(ParseError) -> FrameReader {
    let few = min(body.count, max(64, Int64(body.head.count)))
    var byteCount = shape.tail == .none ? body.count : few
    while true {
      let limit = Int64(options.limits.value)
      guard byteCount <= limit else {
        throw ParseError(
          .limitExceeded, at: body.start, "\(body.count) bytes exceed the limit of \(limit)")
      }
      let slice =
        byteCount <= body.head.count
        ? body.head.clamped(from: 0, count: Int(clamping: byteCount))
        : try body.source.bytes(at: body.start, upTo: byteCount)
      var reader = FrameReader(slice, isWhole: slice.count >= body.count || slice.count < byteCount)
      do {
        try reader.read(shape)
        return reader
      } catch {
        // A long description, for example, needs more bytes, which are read in few steps.
        guard error.code == .truncated, !reader.isWhole else { throw error }
        byteCount = min(body.count, byteCount.multipliedReportingOverflow(by: 8).partialValue)
      }
    }
  }

  /// Reads the content after the fields.
  private mutating func readTail(
    _ tail: FrameTail, of body: FrameBody, from reader: FrameReader,
    into content: inout FrameContent,
    depth: Int
  ) throws(ParseError) -> [StructureNode] {
    let start = reader.reader.fileOffset
    switch tail {
    case .none: return []
    case .binary(let place):
      let isLink = content.value(at: .extra(.mime)) == .string(AttachedPictureFormat.link)
      guard isLink, place == .value else {
        content.store(.data(try body.source.data(at: start, count: body.end - start)), at: place)
        return []
      }
      var link = FrameReader(try body.source.bytes(at: start, upTo: min(65536, body.end - start)))
      content.store(link.readURL(), at: place)
      return []
    case .frames:
      guard depth < options.limits.depth else {
        throw ParseError(.limitExceeded, at: start, "nested frames, \(depth) levels deep")
      }
      let run = try readFrames(body.source, from: start, to: body.end, depth: depth + 1)
      content.store(.list(run.items.map { ID3SubFrame.record(of: $0) }), at: .part("frames"))
      if depth == 0 { chapters.subFrames = run.items }
      return run.nodes
    }
  }

  /// Moves the content into the item.
  private func finish(
    _ item: inout MetadataItem, _ content: FrameContent, _ shape: FrameShape, width: Int64
  ) {
    item.value = content.wholeValue
    let others = item.extraAttributes
    var extras = others.isEmpty ? content.extras : content.extras + others
    if shape.hasEncoding, shape.storage != .text, content.encoding != .latin1 {
      extras.append(ExtraAttribute(.encoding, .string(content.encoding.name)))
    }
    let letters = shape.hasLanguage ? extras.first { $0.name == .language }?.value.stringValue : nil
    if letters != nil || !extras.isEmpty {
      item.annotate(
        language: letters.flatMap { ID3Language.tag(of: $0) }, extraAttributes: extras)
    }
    switch shape.storage {
    case .text: item.dataType = content.encoding.dataType
    case .latin1: item.dataType = .latin1
    case .raw: item.dataType = .raw
    case .image:
      item.dataType = AttachedPictureFormat.dataType(mime: item[extra: .mime]?.stringValue)
    case .uint: item.dataType = DataType(name: "uint\(width * 8)")
    case .record: item.dataType = DataType(.record)
    }
  }

  /// Keeps data that concerns the whole tag.
  private mutating func collect(_ item: MetadataItem) {
    switch item.key {
    case "CHAP": chapters.addChapter(item.value)
    case "CTOC": chapters.addContents(item.value)
    case "SEEK": seekOffset = item.value.integerValue
    default: break
    }
  }
}

/// Converts the three letters in the language field of ID3v2 frames, such as COMM and USLT, to a
/// language tag.
enum ID3Language {
  /// Returns the language tag for three stored letters; nil for "XXX", zeros or spaces.
  static func tag(of letters: String) -> LanguageTag? {
    letters == "XXX" || letters == "xxx" ? nil : LanguageTag(iso639: letters)
  }
}
