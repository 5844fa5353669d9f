/// The new chunk offsets for one page of an `stco` or `co64` table, after the media has moved.
///
/// ``OffsetPatcher`` creates one instance per page and writes its offsets to the new table.
/// Usually, all offsets in a page move by the same distance and are not converted individually.
struct MovedOffsets {
  /// The new offsets, in a compact form if all have moved by the same distance.
  private enum Content {
    /// All offsets have moved by the same distance; `largest` is the largest new offset.
    case together(NumberPages.Page, shift: Int64, largest: Int64)
    /// The offsets have moved by different distances; the old and new offsets are in table order.
    case apart(old: [UInt64], new: [UInt64])
  }

  private let content: Content

  /// Creates offsets that have all moved by `shift`; `largest` is the largest new offset.
  init(_ page: NumberPages.Page, movedBy shift: Int64, largest: Int64) {
    content = .together(page, shift: shift, largest: largest)
  }

  /// Creates offsets that may have moved by different distances.
  init(_ old: [UInt64], movedTo new: [UInt64]) { content = .apart(old: old, new: new) }

  /// Whether any offset has changed.
  var hasChanged: Bool {
    switch content {
    case .together(_, let shift, _): shift != 0
    case .apart(let old, let new): old != new
    }
  }

  /// Whether any offset does not fit in 32 bits.
  var needsWide: Bool {
    switch content {
    case .together(_, _, let largest): largest > Int64(UInt32.max)
    case .apart(_, let new): new.contains { $0 > UInt64(UInt32.max) }
    }
  }

  /// Returns the offsets in stored form, `width` bytes each.
  func stored(width: Int) -> [UInt8] {
    switch content {
    case .together(let page, let shift, _): page.stored(movedBy: shift, width: width)
    case .apart(_, let new): BigEndian.bytes(of: new, width: width)
    }
  }
}
