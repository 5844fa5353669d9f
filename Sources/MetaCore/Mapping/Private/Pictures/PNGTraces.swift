/// PNG (ISO/IEC 15948): chunks.
///
///     89 "PNG" 0D 0A 1A 0A    { u32 size of the content, type, content, u32 CRC-32 of type and content } …
///
/// Chunks that are needed for display are kept. The others become zero-filled chunks of an unused
/// type if decoders may ignore them.
extension PictureTraces {
  /// Inspects all chunks of a PNG file.
  mutating func scanPNG() {
    var position = 8
    while position + 12 <= bytes.count {
      guard let size = bytes.bigEndian(at: position), Int(size) <= bytes.count - position - 12
      else { break }
      let type = PNGChunk.name(of: bytes.clamped(from: position + 4, count: 4))
      let content = (position + 8)..<(position + 8 + Int(size))
      inspect(type, content)
      position = content.upperBound + 4
      if type == "IEND" { return removeRest(from: position) }
    }
    if position < bytes.count { leaveRest(from: position) }
  }

  /// Removes a chunk with private data, or reduces Exif to the orientation.
  private mutating func inspect(_ type: String, _ content: Range<Int>) {
    if PNGChunk.keptChunks.contains(type) { return }
    if type == PNGChunk.free, isBlank(content) { return }
    if type == "eXIf", let new = ExifTurn.only(of: slice(content)) {
      guard !slice(content).bytes.elementsEqual(new) else { return }
      replace(new, at: content.lowerBound)
      replace(PNGChunk.checksum(type, new), at: content.upperBound)
      return report(.device, "Exif")
    }
    // Decoders may ignore chunks whose type begins with a lower-case letter.
    guard type.utf8.first.map({ $0 & 0x20 != 0 }) ?? false else {
      return leave("unknown \(type) chunk of \(content.count) bytes")
    }
    replace(Array(PNGChunk.free.utf8), at: content.lowerBound - 4)
    blank(content)
    replace(PNGChunk.checksumOfFree(content.count), at: content.upperBound)
    let (kind, name) = PNGChunk.finding(type, slice(content))
    report(kind, name)
  }

  private func slice(_ range: Range<Int>) -> ByteSlice {
    bytes.clamped(from: range.lowerBound, count: range.count)
  }
}

/// The chunks of PNG files: those that are kept, the names of those that are removed, and the
/// checksums of the chunks that replace them.
private enum PNGChunk {
  /// The type that removed chunks get: ancillary, private, not reserved, safe to copy.
  static let free = "fiLl"

  static let keptChunks: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI",
    "mDCv", "cLLi", "sBIT", "bKGD", "hIST", "pHYs", "acTL", "fcTL", "fdAT", "oFFs", "sTER", "CgBI",
    "iDOT",
  ]

  static func name(of type: ByteSlice) -> String { TextEncoding.latin1.decode(type) }

  /// Returns the kind of private data in a chunk, and its name in the report.
  static func finding(_ type: String, _ content: ByteSlice) -> (PrivateData.Kind, String) {
    switch type {
    case "tEXt", "zTXt", "iTXt":
      let keyword = content.clamped(from: 0, count: content.firstIndex(of: 0) ?? 0)
      return (
        .account, "\(type) \(TextEncoding.latin1.decode(keyword.clamped(from: 0, count: 79)))"
      )
    case "eXIf": return (.device, "Exif")
    case "caBX": return (.account, "C2PA")
    case "tIME": return (.account, "modification date")
    default: return (.program, "\(type) chunk")
    }
  }

  /// Returns the CRC-32 of a chunk as stored bytes.
  static func checksum(_ type: String, _ content: [UInt8]) -> [UInt8] {
    stored(Checksum.of((Array(type.utf8) + content)[...]))
  }

  /// Returns the CRC-32 of a zero-filled chunk that replaces another chunk.
  static func checksumOfFree(_ count: Int) -> [UInt8] {
    var sum = Checksum()
    sum.append(Array(free.utf8)[...])
    sum.appendZeros(Int64(count))
    return stored(sum.value)
  }

  private static func stored(_ sum: UInt32) -> [UInt8] {
    var writer = ByteWriter()
    writer.u32(sum)
    return writer.bytes
  }
}
