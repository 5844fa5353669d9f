internal import MetaCore

/// Checks a Matroska file for `verify`: verifies that elements lie inside their parents and that
/// stored checksums match (RFC 8794 §6, §11.3.1).
///
/// It reads the headers of the elements in the segment, of their children, and of the elements in
/// block groups, up to `Limits.structures`; deeper elements are not read.
struct MatroskaCheck {
  private let window: SourceWindow
  /// The number of elements that may still be read.
  private var budget: Int

  private static let segment: UInt32 = 0x1853_8067
  private static let checksum: UInt32 = 0xBF
  /// The master elements whose children are checked: Segment, Cluster, BlockGroup, SeekHead, Info,
  /// Tracks, Cues, Tags, Chapters, Attachments.
  private static let masters: Set<UInt32> = [
    segment, 0x1F43_B675, 0xA0, 0x114D_9B74, 0x1549_A966, 0x1654_AE6B, 0x1C53_BB6B, 0x1254_C367,
    0x1043_A770, 0x1941_A469,
  ]
  private static let path = StructurePath(["Segment"])

  init(_ window: SourceWindow, limits: Limits) {
    self.window = window
    budget = limits.structures
  }

  mutating func run(_ report: inout IntegrityReport) throws(ParseError) {
    try walk(0, upTo: window.source.length, depth: 0, &report)
  }

  /// Checks the elements in a range, including those inside master elements.
  private mutating func walk(
    _ start: Int64, upTo end: Int64, depth: Int, _ report: inout IntegrityReport
  ) throws(ParseError) {
    var position = start
    while position < end, budget > 0 {
      budget -= 1
      guard let element = try EBMLElement.read(at: position, upTo: end, in: window) else {
        return report.fail(
          .matroskaElements, MatroskaCheck.path, at: position,
          "\(end - position) bytes do not form an element")
      }
      guard element.isWhole else {
        report.fail(
          .matroskaElements, .truncated, MatroskaCheck.path, at: position,
          "the element extends past the end of its parent")
        return
      }
      report.count(.matroskaElements)
      if position == start, element.id == MatroskaCheck.checksum {
        try compare(element, upTo: end, &report)
      }
      // The end of an element of unknown size, such as a cluster, is not known: its children are
      // read as its siblings. The segment extends to the end of the file.
      if MatroskaCheck.masters.contains(element.id), depth < 8 {
        if !element.isSized, element.id != MatroskaCheck.segment {
          position = element.bodyOffset
          continue
        }
        try walk(element.bodyOffset, upTo: element.end, depth: depth + 1, &report)
      }
      position = element.end
    }
  }

  /// Verifies the CRC-32 of the siblings that follow a checksum element, stored little-endian.
  private func compare(
    _ element: EBMLElement, upTo end: Int64, _ report: inout IntegrityReport
  ) throws(ParseError) {
    let stored = Array(try element.bytes(in: window))
    guard stored.count == 4 else { return }
    var sum = Checksum()
    var position = element.end
    while position < end {
      let bytes = try window.source.read(at: position, count: Int(min(1 << 18, end - position)))
      guard !bytes.isEmpty else { break }
      sum.append(bytes[...])
      position += Int64(bytes.count)
    }
    let number = stored.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    report.addResult(
      .matroskaChecksums, MatroskaCheck.path, at: element.offset,
      number == sum.value ? nil : "the checksum does not match")
  }
}
