internal import MetaCore

/// The header of an ID3v2 tag as stored in a file: location, version and extended header, for rules
/// that predict what TagLib and libavformat read where they deviate from the specification.
struct RawID3Tag: Sendable {
  /// The size of a tag header (ID3v2.4 §3.1).
  static let headerSize = Int64(ID3TagHeader.size)

  /// The start and end of the tag in the file.
  let start, end: Int64
  /// The size declared by the extended header, if any.
  let extendedSize: Int64?
  private let header: ID3TagHeader

  var version: UInt8 { header.major }

  /// Finds the first tag in bytes that begin at the given offset in a file.
  init?(firstOf bytes: [UInt8], at offset: Int64 = 0) {
    // A chunk may have the same name.
    let candidates = bytes.ranges(of: Array("ID3".utf8)).lazy.compactMap { range in
      let tag = ByteSlice(bytes).clamped(from: range.lowerBound)
      return ID3TagHeader(tag).map { (range.lowerBound, tag, $0) }
    }
    guard let (start, tag, header) = candidates.first(where: { $0.2.major < 5 }) else { return nil }
    self.header = header
    self.start = offset + Int64(start)
    end = self.start + RawID3Tag.headerSize + header.bodySize
    let extended = tag.clamped(from: ID3TagHeader.size, count: 4)
    let hasExtended = header.flags.contains(.extended) && header.major > 2 && extended.count == 4
    let size = SyncsafeInteger.decode(UInt32(clamping: RawID3Tag.number(extended.bytes)))
    extendedSize = hasExtended ? size.map { Int64($0) } : nil
  }

  /// Returns the tag as seen by a reader that interprets frame sizes as sizes of the stored,
  /// unsynchronised bytes.
  ///
  /// - Parameter file: The first bytes of the file.
  /// - Returns: Nil if the tag is not unsynchronised as a whole, which is only possible before
  ///   ID3v2.4 (ID3v2.3 §5), or if it has an extended header.
  func misreadFrames(of file: [UInt8]) -> [UInt8]? {
    guard header.flags.intersection([.unsynchronised, .extended]) == .unsynchronised,
      let version = header.version, version != .v24
    else { return nil }
    let (header, id) = version == .v22 ? (6, 3) : (10, 4)
    let bytes = file.prefix(Int(clamping: end))
    var frames: [UInt8] = []
    var at = Int(clamping: start + RawID3Tag.headerSize)
    while at + header <= bytes.endIndex, bytes[at] != 0 {
      let size = RawID3Tag.number(bytes[(at + id)..<(at + 2 * id)])
      guard size > 0, size <= bytes.endIndex - at - header else { break }
      let stored = ByteSlice(Array(bytes[(at + header)..<(at + header + size)]))
      let content = Unsynchronisation.decode(stored, allowsSync: true)?.bytes ?? []
      frames += bytes[at..<(at + id)]
      frames += (0..<id).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
      frames += bytes[(at + 2 * id)..<(at + header)] + content
      at += header + size
    }
    let size = SyncsafeInteger.encode(UInt32(clamping: frames.count)) ?? SyncsafeInteger.largest
    return ID3TagHeader(version: version, storedSize: size).encode() + frames
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
