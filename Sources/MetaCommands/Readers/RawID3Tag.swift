/// What the first bytes of an ID3v2 tag say, for rules about readers that take them otherwise than ID3v2 means them.
struct RawID3Tag: Sendable {
  /// How many bytes the header of a tag has (ID3v2.4 §3.1).
  static let headerSize: Int64 = 10

  /// Where the tag begins, and where it ends, in the file.
  let start, end: Int64
  let version: UInt8
  /// What the extended header gives as its size; nil without one.
  let extendedSize: Int64?
  private let flags: UInt8

  /// The first tag in bytes at this offset of a file.
  init?(firstOf bytes: [UInt8], at offset: Int64 = 0) {
    let header = Int(RawID3Tag.headerSize)
    // A chunk may have the same letters for its name.
    let starts = bytes.ranges(of: Array("ID3".utf8)).map(\.lowerBound)
    guard let start = starts.first(where: { bytes.count - $0 > header && bytes[$0 + 3] < 5 })
    else { return nil }
    self.start = offset + Int64(start)
    version = bytes[start + 3]
    flags = bytes[start + 5]
    let size = RawID3Tag.number(bytes[(start + 6)..<(start + header)], bits: 7)
    end = self.start + Int64(header + size)
    let extended = bytes[(start + header)...].prefix(4)
    let hasExtended = flags & 0x40 != 0 && version > 2 && extended.count == 4
    extendedSize =
      hasExtended && extended.allSatisfy { $0 < 0x80 }
      ? Int64(RawID3Tag.number(extended, bits: 7)) : nil
  }

  /// The tag as it is for a reader that takes the sizes of frames for those of the stored, unsynchronised bytes.
  ///
  /// - Parameter file: The first bytes of the file.
  /// - Returns: Nil where the tag is not unsynchronised as a whole, which only those before ID3v2.4 are (ID3v2.3 §5).
  func misreadFrames(of file: [UInt8]) -> [UInt8]? {
    guard flags & 0xC0 == 0x80, version == 2 || version == 3 else { return nil }
    let (header, id) = version == 2 ? (6, 3) : (10, 4)
    let bytes = file.prefix(Int(clamping: end))
    var frames: [UInt8] = []
    var at = Int(clamping: start + RawID3Tag.headerSize)
    while at + header <= bytes.endIndex, bytes[at] != 0 {
      let size = RawID3Tag.number(bytes[(at + id)..<(at + 2 * id)], bits: 8)
      guard size > 0, size <= bytes.endIndex - at - header else { break }
      let content = RawID3Tag.synchronised(bytes[(at + header)..<(at + header + size)])
      frames += bytes[at..<(at + id)]
      frames += (0..<id).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) }
      frames += bytes[(at + 2 * id)..<(at + header)] + content
      at += header + size
    }
    let size = (0..<4).reversed().map { UInt8(frames.count >> (7 * $0) & 0x7F) }
    return Array("ID3".utf8) + [version, 0, 0] + size + frames
  }

  private static func number(_ bytes: ArraySlice<UInt8>, bits: Int) -> Int {
    bytes.reduce(0) { $0 << bits | Int($1) }
  }

  /// The bytes before they were unsynchronised: without the zero after each 0xFF.
  private static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var previous: UInt8 = 0
    for byte in bytes {
      if byte != 0 || previous != 0xFF { result.append(byte) }
      previous = byte
    }
    return result
  }
}
