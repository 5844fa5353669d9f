/// The locations of the objects at the top level, in the header and in the first header extension
/// of one ASF file, read from their headers.
///
/// The numbers are sizes in bytes.
///
///     Header          30 bytes: its own header, 4 number of objects, 1 always 1, 1 always 2
///       FileProperties, StreamProperties …, ContentDescription, ExtendedContentDescription, Padding …
///       HeaderExtension   46 bytes: its own header, 16 a GUID, 2 always 6, 4 remaining size
///         LanguageList, ExtendedStreamProperties, Metadata, MetadataLibrary …
///     Data
///     indexes, whose offsets are relative to the data
struct ASFLayout: Sendable {
  /// The number of bytes in the header object before its children.
  static let headSize: Int64 = 30
  /// The number of bytes in the header extension before its children.
  static let extensionHeadSize: Int64 = 46

  var header: ASFObject
  /// The objects in the header.
  var children: [ASFObject] = []
  /// The objects in the first header extension.
  var inExtension: [ASFObject] = []
  /// The data object and the objects after it.
  var others: [ASFObject] = []

  /// Finds the objects in a file.
  ///
  /// - Throws: `malformed` when the file has no header object, and read errors.
  init(
    _ window: SourceWindow, limits: Limits, log: inout DiagnosticLog
  ) throws(ParseError) {
    var top = ASFWalker(window, in: 0..<window.length, limits: limits)
    guard let first = try top.next(log: &log), first.id == .header,
      first.size >= ASFLayout.headSize
    else { throw ParseError(.malformed, at: 0, "missing ASF header object") }
    header = first
    children = try ASFLayout.objects(
      in: ASFLayout.headSize..<max(ASFLayout.headSize, header.end), window, limits, &log)
    if let place = children.first(where: { $0.id == .headerExtension }) {
      let start = min(place.end, place.offset + ASFLayout.extensionHeadSize)
      inExtension = try ASFLayout.objects(in: start..<place.end, window, limits, &log)
    }
    while let object = try top.next(log: &log) { others.append(object) }
  }

  private static func objects(
    in range: Range<Int64>, _ window: SourceWindow, _ limits: Limits, _ log: inout DiagnosticLog
  ) throws(ParseError) -> [ASFObject] {
    var walker = ASFWalker(window, in: range, limits: limits)
    var objects: [ASFObject] = []
    while let object = try walker.next(log: &log) { objects.append(object) }
    return objects
  }

  /// The content of the data object: 26 bytes of fields, then the packets; empty when there is no
  /// data object.
  var media: Range<Int64> {
    others.first { $0.id == .data }?.content ?? header.end..<header.end
  }

  /// The attribute lists in the order in which players read them, regardless of their order in the
  /// file, so that if there are several values, the first one comes from the first list.
  var lists: [(list: ASFList, object: ASFObject)] {
    ASFList.allCases.flatMap { list in
      (list.isInExtension ? inExtension : children).filter { $0.id == list.id }.map { (list, $0) }
    }
  }

  /// Calls `body` with each attribute of a list and its location, except for empty strings of a
  /// content description; an error is logged and ends the iteration, except a read error, which is
  /// thrown.
  static func forEachAttribute(
    of list: ASFList, in object: ASFObject, _ window: SourceWindow, _ limits: Limits,
    log: inout DiagnosticLog,
    _ body: (ASFAttribute, ItemLocation) throws(ParseError) -> Void
  ) throws(ParseError) {
    do throws(ParseError) {
      if list == .contentDescription {
        for (key, range) in try texts(of: object, in: window) where !range.isEmpty {
          let bytes = try window.bytes(at: range.lowerBound, count: range.count)
          let text = ASFAttribute(name: key, type: 0, value: .bytes(bytes))
          guard !ASFAttribute.text(bytes).isEmpty else { continue }
          try body(text, ASFLayout.location(range))
        }
        return
      }
      var reader = ByteReader(try window.bytes(at: object.contentOffset, count: 2))
      var position = object.contentOffset + 2
      let count = try reader.littleU16()
      for number in 0..<Int(count) {
        guard number < limits.items else {
          throw ParseError(.limitExceeded, at: position, "more than \(limits.items) attributes")
        }
        let (attribute, end) = try ASFAttribute.parse(
          at: position, before: object.end, of: list, in: window)
        try body(attribute, ASFLayout.location(position..<end))
        position = end
      }
    } catch {
      if error.code == .io { throw error }
      log.add(error.inside(list.rawValue))
    }
  }

  private static func location(_ range: Range<Int64>) -> ItemLocation {
    ItemLocation(
      container: ASFList.container, offset: range.lowerBound, size: Int64(range.count))
  }

  /// Returns the locations of the strings in a content description, including empty ones.
  ///
  /// - Throws: `truncated` when a string extends past the end of the object, and read errors.
  static func texts(
    of object: ASFObject, in window: SourceWindow
  ) throws(ParseError) -> [(key: String, range: Range<Int64>)] {
    let keys = ASFList.descriptionKeys
    var reader = ByteReader(
      try window.bytes(at: object.contentOffset, upTo: Int(min(10, object.content.count))))
    var position = object.contentOffset + Int64(keys.count * 2)
    var texts: [(key: String, range: Range<Int64>)] = []
    for key in keys {
      let end = position + Int64(try reader.littleU16())
      guard end <= object.end else {
        throw ParseError(
          .truncated, at: position, "the text extends past the end of its object",
          path: StructurePath([key]))
      }
      texts.append((key, position..<end))
      position = end
    }
    return texts
  }
}
