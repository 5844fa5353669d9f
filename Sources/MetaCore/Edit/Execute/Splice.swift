/// Blocks that the file system inserts into a file or removes from it (`fallocate` with
/// `INSERT_RANGE` or `COLLAPSE_RANGE`), so that the bytes after them move without being copied.
struct Splice: Sendable, Hashable {
  /// The offset in the old and the new file, a multiple of the file system's block size.
  let offset: Int64
  /// The number of bytes; negative for a removal.
  let count: Int64
}

/// Maps the offsets in a file after its ``Splice``, and before any bytes are written, to those in
/// the old file; bytes without an old offset are zero.
struct ShiftedFile: Sendable, Hashable {
  let oldSize: Int64
  let splice: Splice?

  /// The size of the spliced file.
  var size: Int64 { oldSize + (splice?.count ?? 0) }

  /// A range of the spliced file whose bytes were contiguous in the old file, or are all zero.
  struct ShiftedRange: Sendable, Hashable {
    /// The old offset of its first byte; nil for zeros and unwritten bytes.
    let origin: Int64?
    /// The offset in the spliced file at which the range ends.
    let end: Int64
  }

  /// Returns the range that starts at an offset.
  func range(at offset: Int64) -> ShiftedRange {
    guard offset < size else { return ShiftedRange(origin: nil, end: .max) }
    guard let splice else { return ShiftedRange(origin: offset, end: oldSize) }
    if offset < splice.offset { return ShiftedRange(origin: offset, end: splice.offset) }
    if offset < splice.offset + splice.count {
      return ShiftedRange(origin: nil, end: splice.offset + splice.count)
    }
    return ShiftedRange(origin: offset - splice.count, end: size)
  }
}
