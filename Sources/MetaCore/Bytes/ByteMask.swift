/// Replacements for byte ranges in a file, which preserve its size, such as zeros over private
/// data.
///
/// ``MaskedSource`` applies them to bytes that are read, and ``RewritePlan/masked(by:of:)`` to the
/// ranges that an edit keeps.
struct ByteMask: Sendable, Hashable {
  /// The new content of a masked range: one repeated byte, or as many bytes as the range has.
  enum Content: Sendable, Hashable {
    /// The same byte, repeated.
    case byte(UInt8)
    /// These bytes, as many as the range has.
    case bytes([UInt8])
  }

  /// A range of the masked file, with the bytes that are read in its place.
  struct Replacement: Sendable, Hashable {
    let range: Range<Int64>
    let content: Content

    /// Returns the replacement bytes for a part of the range.
    func bytes(_ part: Range<Int64>) -> [UInt8] {
      switch content {
      case .byte(let byte): return [UInt8](repeating: byte, count: Int(clamping: part.count))
      case .bytes(let bytes):
        let start = Int(part.lowerBound - range.lowerBound)
        return Array(bytes[start..<(start + part.count)])
      }
    }
  }

  /// The ranges, sorted and without overlaps.
  private(set) var stretches: [Replacement] = []

  /// Fills a range with one byte, except where it is already replaced.
  mutating func cover(_ range: Range<Int64>, with byte: UInt8 = 0) {
    var start = range.lowerBound
    while start < range.upperBound {
      let index = index(of: start)
      if index < stretches.count, stretches[index].range.lowerBound <= start {
        start = stretches[index].range.upperBound
        continue
      }
      let next = index < stretches.count ? stretches[index].range.lowerBound : range.upperBound
      let end = min(range.upperBound, next)
      stretches.insert(Replacement(range: start..<end, content: .byte(byte)), at: index)
      start = end
    }
  }

  /// Replaces the bytes at `offset`; does nothing if any of them is already replaced.
  mutating func replace(_ bytes: [UInt8], at offset: Int64) {
    let range = offset..<(offset + Int64(bytes.count))
    let index = index(of: offset)
    guard !bytes.isEmpty,
      index == stretches.count || stretches[index].range.lowerBound >= range.upperBound
    else { return }
    stretches.insert(Replacement(range: range, content: .bytes(bytes)), at: index)
  }

  /// Adds the ranges of another mask, moved by `origin` bytes.
  mutating func add(_ other: ByteMask, movedBy origin: Int64 = 0) {
    for stretch in other.stretches {
      switch stretch.content {
      case .byte(let byte):
        let start = stretch.range.lowerBound + origin
        cover(start..<(start + Int64(stretch.range.count)), with: byte)
      case .bytes(let bytes): replace(bytes, at: stretch.range.lowerBound + origin)
      }
    }
  }

  /// Removes the replacements that overlap the given range, including their parts outside it.
  mutating func uncover(_ range: Range<Int64>) {
    stretches.removeAll { $0.range.overlaps(range) }
  }

  /// Returns the replacements that overlap the given range, in order.
  func replacements(in range: Range<Int64>) -> ArraySlice<Replacement> {
    stretches[index(of: range.lowerBound)...].prefix { $0.range.lowerBound < range.upperBound }
  }

  /// Returns the index of the first range that ends after the given offset.
  private func index(of offset: Int64) -> Int {
    stretches.partitioningIndex { $0.range.upperBound > offset }
  }
}

/// A source that returns the bytes of another source with the replacements in a mask applied.
struct MaskedSource: WrappingSource {
  let source: any ByteSource
  let mask: ByteMask

  /// Reads bytes and applies the replacements that overlap them.
  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    var bytes = try source.read(at: offset, count: count)
    let range = offset..<(offset + Int64(bytes.count))
    for stretch in mask.replacements(in: range) {
      let part = stretch.range.clamped(to: range)
      guard !part.isEmpty else { continue }
      let start = Int(part.lowerBound - offset)
      bytes.replaceSubrange(start..<(start + part.count), with: stretch.bytes(part))
    }
    return bytes
  }
}
