extension MovieCheck {
  /// Checks that the items of top-level `meta` atoms are within the file (ISO/IEC 14496-12
  /// §8.11.3).
  func checkItems(_ report: inout IntegrityReport) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    for meta in top where meta.type == .meta {
      var walker = AtomWalker(window, limits: limits)
      let children =
        meta.children.isEmpty ? try walker.children(of: meta, log: &log) : meta.children
      guard let iloc = children.first(FourCC("i", "l", "o", "c")) else { continue }
      let path = StructurePath(["meta", "iloc"])
      do throws(ParseError) {
        let extents = try ItemExtents(try iloc.payload(in: window), limit: limits.items)
        for (item, range) in extents.ranges {
          let isInside = range.lowerBound >= 0 && range.upperBound <= window.length
          report.addResult(
            .items, path, at: range.lowerBound,
            isInside ? nil : "item \(item) extends past the end of the file")
        }
      } catch {
        try report.fail(.items, path, error)
      }
    }
  }
}

/// The file locations of the items of a `meta` atom, such as the images in a HEIF file, from `iloc`
/// (ISO/IEC 14496-12 §8.11.3).
///
///     u8 version, u24 flags
///     4 bits each: sizes of offset, length, base offset, index
///     u16 count                       u32 from version 2
///     { u16 item                      u32 from version 2
///       u16 construction method       in versions 1 and 2
///       u16 data reference, base offset, u16 count, { index, offset, length } }
private struct ItemExtents {
  /// The extents of items in the file itself; extents in other files, in `idat` or in other items
  /// are omitted.
  private(set) var ranges: [(item: UInt32, range: Range<Int64>)] = []

  /// Reads the payload of `iloc`, and keeps at most `limit` extents.
  ///
  /// - Throws: `truncated`, or `malformed` when a field is wider than 8 bytes.
  init(_ payload: ByteSlice, limit: Int) throws(ParseError) {
    var reader = ByteReader(payload)
    let version = try FullAtomHeader(parsing: &reader).version
    let widths = try reader.u16()
    let (offsets, lengths) = (Int(widths >> 12), Int(widths >> 8 & 15))
    let (bases, indexes) = (Int(widths >> 4 & 15), version == 0 ? 0 : Int(widths & 15))
    let count = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
    for _ in 0..<count {
      let item = version < 2 ? UInt32(try reader.u16()) : try reader.u32()
      let construction = version == 0 ? 0 : try reader.u16() & 15
      let reference = try reader.u16()
      let base = try ItemExtents.number(&reader, bases)
      let extents = try reader.u16()
      // Extents without any fields are all equal, so one of them is sufficient.
      for _ in 0..<(indexes + offsets + lengths == 0 ? min(extents, 1) : extents) {
        try reader.skip(indexes)
        let offset = try ItemExtents.number(&reader, offsets)
        let length = try ItemExtents.number(&reader, lengths)
        guard construction == 0, reference == 0, ranges.count < limit else { continue }
        let start = base.addingReportingOverflow(offset)
        // A length of 0 means the whole file.
        ranges.append((item, MediaSample.range(start.overflow ? .max : start.partialValue, length)))
      }
    }
  }

  /// Reads a number of `width` bytes; returns 0 if `width` is zero.
  private static func number(
    _ reader: inout ByteReader, _ width: Int
  ) throws(ParseError) -> Int64 {
    guard width <= 8 else {
      throw ParseError(.malformed, at: reader.fileOffset, "numbers cannot be \(width) bytes wide")
    }
    return width == 0 ? 0 : Int64(clamping: try reader.unsigned(width: width))
  }
}
