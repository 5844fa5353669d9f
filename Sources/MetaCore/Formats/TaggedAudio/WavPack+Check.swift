extension WavPack {
  /// Checks the sequence of blocks, the sizes of their metadata, and their checksums.
  static func check(
    _ window: SourceWindow, _ stream: Range<Int64>, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let path = StructurePath(["WavPack"])
    var reader = ForwardReader(window.source, stream)
    var position = stream.lowerBound
    var next: Int64?
    while position < stream.upperBound {
      let head = try reader.slice(Int(headerSize), at: position)
      guard let block = try? Block(head), block.size >= headerSize, block.size <= longestBlock
      else {
        return report.fail(.wavPackBlocks, path, at: position, "not a WavPack block")
      }
      guard block.size <= stream.upperBound - position else {
        return report.fail(
          .wavPackBlocks, .truncated, path, at: position,
          "the block is \(block.size) bytes long, but only \(stream.upperBound - position) remain")
      }
      let bytes = try reader.slice(Int(block.size), at: position)
      report.addResult(.wavPackBlocks, path, at: position, disorder(block, after: &next))
      checkMetadata(bytes, of: block, path, at: position, &report)
      position += block.size
    }
  }

  /// The maximum size of a block in bytes; a larger size is treated as damage.
  private static let longestBlock: Int64 = 1 << 24

  /// Returns the error in the position of a block among the other blocks; with several channels,
  /// several blocks cover the same samples.
  private static func disorder(_ block: Block, after next: inout Int64?) -> String? {
    guard block.samples > 0 else { return nil }
    let expected = next
    if block.isLast { next = block.index + block.samples }
    guard let expected, expected != block.index else { return nil }
    if next == nil || !block.isLast { next = nil }
    return "the block begins with sample \(block.index) instead of \(expected)"
  }

  /// Checks the metadata: an ID with flags (20 optional, 40 odd size, 80 large), the size in words,
  /// content.
  private static func checkMetadata(
    _ bytes: ByteSlice, of block: Block, _ path: StructurePath, at offset: Int64,
    _ report: inout IntegrityReport
  ) {
    var place = Int(headerSize)
    var isSummed = false
    while place < bytes.count {
      var reader = ByteReader(bytes.clamped(from: place))
      guard let id = try? reader.u8(),
        let words = id & 0x80 != 0 ? try? reader.littleU24() : (try? reader.u8()).map(UInt32.init)
      else { break }
      let content = place + (id & 0x80 != 0 ? 4 : 2)
      let end = content + Int(words) * 2
      guard end <= bytes.count else { break }
      if id & 0x3F == 0x2F {
        isSummed = true
        let isValid = isChecksum(
          bytes.clamped(from: content, count: end - content),
          of: bytes.clamped(from: 0, count: place))
        report.addResult(
          .wavPackChecksums, path, at: offset,
          isValid ? nil : "the checksum of the block does not match its bytes")
      }
      place = end
    }
    if place != bytes.count {
      report.fail(
        .wavPackBlocks, path, at: offset, "the metadata sizes do not add up to the block size")
    }
    if !isSummed { report.addGap(.wavPack) }
  }

  /// Whether `stored`, of four bytes or two, is the checksum of `bytes`: the sum of 16-bit words,
  /// multiplied by three before each word, and folded if it has two bytes.
  private static func isChecksum(_ stored: ByteSlice, of bytes: ByteSlice) -> Bool {
    var sum = UInt32.max
    var index = 0
    while index + 1 < bytes.count {
      let word = UInt32(bytes[index] ?? 0) | UInt32(bytes[index + 1] ?? 0) << 8
      sum = sum.multipliedReportingOverflow(by: 3).partialValue
      sum = sum.addingReportingOverflow(word).partialValue
      index += 2
    }
    if stored.count == 2 { sum = (sum ^ sum >> 16) & 0xFFFF }
    guard stored.count == 2 || stored.count == 4 else { return false }
    let number = stored.bytes.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return number == sum
  }
}
