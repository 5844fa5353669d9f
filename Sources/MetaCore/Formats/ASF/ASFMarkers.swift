/// Converts the markers of an ASF file (§3.7) to chapters and back.
///
/// Offset and size of each field in bytes:
///
///     24 16  a GUID   40  4  number of markers   44  2  zero   46  2  size of a name   48  …  name, then for each:
///      0  8  offset of its packet, relative to the start of the data     8  8  time in 100 ns, including the preroll
///     16  2  remaining size   18  4  send time of the packet, in ms   22  4  zero   26  4  characters   30  …  text, UTF-16
struct ASFMarkers {
  /// The source of chapters that come from markers.
  static let source = "Marker"
  private static let guid = ASFIdentifier(0x20DB_FE4C_F675_CF11, 0x9C0F_00A0_C903_49CB)

  let properties: ASFProperties
  let window: SourceWindow
  /// The content of the data object (``ASFLayout/media``).
  let media: Range<Int64>

  /// Appends the readable chapters of a marker object.
  func read(
    _ object: ASFObject, limits: Limits, into chapters: inout [Chapter]
  ) throws(ParseError) {
    let size = Int(min(Int64(object.content.count), Int64(limits.value)))
    var reader = ByteReader(try window.bytes(at: object.contentOffset, upTo: size))
    try reader.skip(16)
    let count = Int(clamping: try reader.littleU32())
    try reader.skip(2)
    try reader.skip(Int(try reader.littleU16()))
    while chapters.count < min(count, limits.chapters), reader.remaining > 0 {
      if let chapter = try chapter(&reader) { chapters.append(chapter) }
    }
  }

  /// Reads one marker; nil if its time is out of range.
  private func chapter(_ reader: inout ByteReader) throws(ParseError) -> Chapter? {
    try reader.skip(8)
    let time = Int64(clamping: try reader.littleU64())
    try reader.skip(10)
    let letters = min(Int(clamping: try reader.littleU32()), reader.remaining)
    let title = ASFAttribute.text(try reader.bytes(letters * 2))
    let (start, overflow) = time.subtractingReportingOverflow(properties.preroll)
    let value = overflow ? time : max(0, start)
    return MediaTime(value: value, timescale: ASFProperties.clock).map {
      Chapter(start: $0, title: title, source: ASFMarkers.source)
    }
  }

  /// Encodes a marker object with these chapters.
  ///
  /// - Throws: `notRepresentable` if a title is too long or a time is out of range; also read
  ///   errors.
  func encode(_ chapters: [Chapter]) throws(ParseError) -> [UInt8] {
    var content = ByteWriter()
    ASFMarkers.guid.encode(into: &content)
    content.littleU32(UInt32(clamping: chapters.count))
    content.littleU32(0)
    for chapter in chapters {
      let text = ASFAttribute.encode(chapter.title ?? "")
      let start = ExactTime(chapter.start)
      let packet = try self.packet(at: start.units(1000, .down))
      guard let rest = UInt16(exactly: text.count + 12) else {
        throw ParseError(
          .notRepresentable, at: 0, "a chapter title is too long",
          path: StructurePath([ASFMarkers.source]))
      }
      let (time, isTooLarge) = start.units(ASFProperties.clock, .nearest)
        .addingReportingOverflow(properties.preroll)
      guard !isTooLarge, let time = UInt64(exactly: time) else {
        throw ParseError(
          .notRepresentable, at: 0, "a chapter time is out of range",
          path: StructurePath([ASFMarkers.source]))
      }
      content.littleU64(UInt64(clamping: packet.offset))
      content.littleU64(time)
      content.littleU16(rest)
      content.littleU32(UInt32(clamping: packet.sendTime))
      content.littleU32(0)
      content.littleU32(UInt32(clamping: text.count / 2))
      content.append(text)
    }
    return ASFObject.header(.marker, contentSize: Int64(content.count)) + content.bytes
  }

  // MARK: Packets

  /// The size, in bytes, of the fields between the header of the data object and its packets.
  private static let dataHeaderSize: Int64 = 26

  /// Returns the last packet sent at or before the given time: its offset relative to the start of
  /// the data object, and its send time in milliseconds.
  ///
  /// If packets have different sizes, the first packet is returned, with send time 0.
  private func packet(at milliseconds: Int64) throws(ParseError) -> (offset: Int64, sendTime: Int64)
  {
    let first = media.lowerBound + ASFMarkers.dataHeaderSize
    let start = Int64(ASFObject.headerSize) + ASFMarkers.dataHeaderSize
    guard let size = properties.packetSize, media.upperBound - first >= size else {
      return (start, 0)
    }
    var (low, high) = (Int64(0), (media.upperBound - first) / size)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      guard let time = try sendTime(at: first + middle * size) else { break }
      if time <= milliseconds { low = middle } else { high = middle }
    }
    return (start + low * size, try sendTime(at: first + low * size) ?? 0)
  }

  /// Returns the send time of a packet (§5.2.2) in milliseconds; nil when it cannot be parsed.
  private func sendTime(at offset: Int64) throws(ParseError) -> Int64? {
    var reader = ByteReader(try window.bytes(at: offset, upTo: 48))
    guard var flags = try? reader.u8() else { return nil }
    if flags & 0x80 != 0 {
      guard flags & 0x60 == 0, (try? reader.skip(Int(flags & 15))) != nil,
        let next = try? reader.u8()
      else { return nil }
      flags = next
    }
    // After the property flags: packet length, sequence and padding, each of 0, 1, 2 or 4 bytes.
    let widths = [0, 1, 2, 4]
    let skipped = [flags >> 5, flags >> 1, flags >> 3].reduce(1) { $0 + widths[Int($1 & 3)] }
    guard (try? reader.skip(skipped)) != nil, let time = try? reader.littleU32() else { return nil }
    return Int64(time)
  }
}
