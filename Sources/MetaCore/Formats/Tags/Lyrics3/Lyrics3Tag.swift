/// The location of a Lyrics3 tag, version 1 or 2, among the tags at the end of an MP3 or similar
/// file, usually before an ID3v1 tag.
///
///     version 1   "LYRICSBEGIN"  the words, up to 5100 bytes  "LYRICSEND"
///     version 2   "LYRICSBEGIN"  fields  size in 6 digits (of everything before)  "LYRICS200"
struct Lyrics3Tag: Sendable {
  /// The start of the tag.
  var offset: Int64
  /// The total size of the tag.
  var size: Int64
  /// The version, 1 or 2.
  var version: Int

  static let begin = Array("LYRICSBEGIN".utf8)
  static let end1 = Array("LYRICSEND".utf8)
  static let end2 = Array("LYRICS200".utf8)
  /// The maximum size of a version 1 tag: 5100 bytes of text and both markers.
  private static let longestVersion1 = 5100 + begin.count + end1.count

  /// The display name.
  var name: String { version == 2 ? "Lyrics3v2" : "Lyrics3v1" }

  var contentOffset: Int64 { offset + Int64(Lyrics3Tag.begin.count) }

  var contentEnd: Int64 {
    offset + size - Int64(Lyrics3Tag.end1.count) - (version == 2 ? 6 : 0)
  }

  /// Returns the tag that ends at `end`, or nil; the tag must not begin before `floor`.
  static func find(
    endingAt end: Int64, above floor: Int64, in window: SourceWindow
  ) throws(ParseError) -> Lyrics3Tag? {
    let markSize = Int64(end1.count)
    guard end - markSize - Int64(begin.count) >= floor else { return nil }
    let mark = try window.bytes(at: end - markSize, count: end1.count)
    if mark.starts(with: end2) { return try findVersion2(endingAt: end, above: floor, in: window) }
    guard mark.starts(with: end1) else { return nil }
    return try findVersion1(endingAt: end, above: floor, in: window)
  }

  /// Finds a version 2 tag by the size before its end marker.
  private static func findVersion2(
    endingAt end: Int64, above floor: Int64, in window: SourceWindow
  ) throws(ParseError) -> Lyrics3Tag? {
    let sizeOffset = end - Int64(end2.count) - 6
    guard sizeOffset >= floor, let count = number(try window.bytes(at: sizeOffset, count: 6)),
      count >= begin.count, sizeOffset - Int64(count) >= floor
    else { return nil }
    let offset = sizeOffset - Int64(count)
    guard try window.bytes(at: offset, count: begin.count).starts(with: begin) else { return nil }
    return Lyrics3Tag(offset: offset, size: end - offset, version: 2)
  }

  /// Finds a version 1 tag, which has no size, by searching backwards for its start marker.
  private static func findVersion1(
    endingAt end: Int64, above floor: Int64, in window: SourceWindow
  ) throws(ParseError) -> Lyrics3Tag? {
    let start = max(floor, end - Int64(longestVersion1))
    let slice = try window.bytes(at: start, count: Int(end - start))
    var index = slice.count - end1.count - begin.count
    while index >= 0 {
      if slice[index] == begin[0], slice.clamped(from: index).starts(with: begin) {
        let offset = start + Int64(index)
        return Lyrics3Tag(offset: offset, size: end - offset, version: 1)
      }
      index -= 1
    }
    return nil
  }

  /// Calls `body` with the fields in sequence; version 1 has a single field, named LYR as in
  /// version 2.
  ///
  /// An error other than a read error is logged and ends the iteration.
  func forEachField(
    in window: SourceWindow, log: inout DiagnosticLog, _ body: (Lyrics3Field, ItemLocation) -> Void
  ) throws(ParseError) {
    let container = MetadataContainer(rawValue: name)
    guard version == 2 else {
      guard contentEnd > contentOffset else { return }
      let words = try window.bytes(at: contentOffset, count: Int(contentEnd - contentOffset))
      body(
        Lyrics3Field(id: "LYR", value: .bytes(words)),
        ItemLocation(container: container, offset: offset, size: size))
      return
    }
    var position = contentOffset
    while position < contentEnd {
      do {
        let (field, size) = try Lyrics3Field.parse(at: position, before: contentEnd, in: window)
        body(field, ItemLocation(container: container, offset: position, size: size))
        position += size
      } catch {
        if error.code == .io { throw error }
        log.add(error.inside(name))
        return
      }
    }
  }

  /// Encodes a version 2 tag.
  static func encode(_ fields: [Lyrics3Field]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(begin)
    for field in fields { field.encode(into: &writer) }
    writer.append(digits(writer.count, width: 6))
    writer.append(end2)
    return writer.bytes
  }

  /// Encodes a version 1 tag.
  static func encode(words: ByteSlice) -> [UInt8] {
    begin + words.bytes + end1
  }

  /// Returns the structure node for the tag and its fields.
  func structure(
    in window: SourceWindow, log: inout DiagnosticLog
  ) throws(ParseError) -> StructureNode {
    var node = StructureNode(
      name: name, offset: offset, size: size, headerSize: Lyrics3Tag.begin.count)
    var children: [StructureNode] = []
    try forEachField(in: window, log: &log) { field, location in
      guard version == 2 else { return }
      children.append(
        StructureNode(
          name: field.id, offset: location.offset, size: location.size,
          headerSize: Lyrics3Field.headerSize,
          summary: field.metadataItem(at: location).value.stringValue))
    }
    node.children = children
    return node
  }

  /// Parses a number in decimal digits; returns nil when there are other characters or too many
  /// digits.
  static func number(_ slice: ByteSlice) -> Int? {
    var value = 0
    for byte in slice.bytes {
      guard byte >= 0x30, byte <= 0x39, value < 1_000_000 else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  /// Encodes a number in decimal digits, padded with zeros.
  static func digits(_ value: Int, width: Int) -> [UInt8] {
    let digits = Array(String(value).utf8)
    return [UInt8](repeating: 0x30, count: max(0, width - digits.count)) + digits
  }
}
