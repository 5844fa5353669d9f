internal import MetaCore

/// What the first bytes of an ID3v2 tag say, for rules about readers that take them otherwise than
/// ID3v2 means them.
struct RawID3Tag: Sendable {
  /// How many bytes the header of a tag has (ID3v2.4 §3.1).
  static let headerSize = Int64(ID3TagHeader.size)

  /// Where the tag begins, and where it ends, in the file.
  let start, end: Int64
  /// What the extended header gives as its size; nil without one.
  let extendedSize: Int64?
  private let header: ID3TagHeader

  var version: UInt8 { header.major }

  /// The first tag in bytes at this offset of a file.
  init?(firstOf bytes: [UInt8], at offset: Int64 = 0) {
    // A chunk may have the same letters for its name.
    let found = bytes.ranges(of: Array("ID3".utf8)).lazy.compactMap { range in
      let tag = ByteSlice(bytes).clamped(from: range.lowerBound)
      return ID3TagHeader(tag).map { (range.lowerBound, tag, $0) }
    }
    guard let (start, tag, header) = found.first(where: { $0.2.major < 5 }) else { return nil }
    self.header = header
    self.start = offset + Int64(start)
    end = self.start + RawID3Tag.headerSize + header.bodySize
    let extended = tag.clamped(from: ID3TagHeader.size, count: 4)
    let hasExtended = header.flags.contains(.extended) && header.major > 2 && extended.count == 4
    let size = SyncsafeInteger.decode(UInt32(clamping: RawID3Tag.number(extended.bytes)))
    extendedSize = hasExtended ? size.map { Int64($0) } : nil
  }

  /// The tag as it is for a reader that takes the sizes of frames for those of the stored,
  /// unsynchronised bytes.
  ///
  /// - Parameter file: The first bytes of the file.
  /// - Returns: Nil where the tag is not unsynchronised as a whole, which only those before ID3v2.4
  ///   are (ID3v2.3 §5).
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
