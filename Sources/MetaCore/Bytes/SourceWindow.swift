/// A source seen through windows: small reads that lie close together cost one system call.
///
/// A read outside them opens another. Windows start at 4 KiB; one that follows on from the last doubles, up to 64 KiB, so that a long run of
/// small atoms or frames is read in large pieces, and a jump over media or artwork starts small again. The last few stay open: a structure
/// is walked first and read later, and what was seen on the way is not read from the file again.
package final class SourceWindow {
  /// Where the bytes come from.
  package let source: any ByteSource
  let length: Int64
  private var window = Window()
  private var earlier: [Window] = []
  private var oldest = 1
  private var reach = SourceWindow.smallest

  /// Bytes that were read, and where they stand.
  private struct Window {
    var bytes: [UInt8] = []
    var start: Int64 = 0

    func holds(_ offset: Int64, _ count: Int) -> Bool {
      offset >= start && offset + Int64(count) <= start + Int64(bytes.count)
    }

    func slice(_ offset: Int64, _ count: Int) -> ByteSlice {
      // A source may give less than it has by its length.
      let lower = min(Int(offset - start), bytes.count)
      return ByteSlice(
        storage: bytes, lower: lower, upper: min(lower + count, bytes.count), origin: start)
    }
  }

  private static let smallest = 4096
  private static let largest = 65536
  /// How many windows stay open beside the one in use.
  private static let mostEarlier = 4

  /// A window on a source whose length does not change, and that has no more bytes than were requested.
  init(steady source: any ByteSource) {
    self.source = source
    length = source.length
  }

  /// Nothing, for values that are in memory.
  static var empty: SourceWindow { SourceWindow(steady: DataSource([])) }

  /// The place of bytes in the source, for a value that is not read.
  package func location(at offset: Int64, count: Int64) -> FileLocation {
    FileLocation(offset: offset, count: count, in: source.sourceIdentity)
  }

  /// Exactly `count` bytes at `offset`.
  package func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice {
    let slice = try bytes(at: offset, upTo: count)
    guard slice.count == count else {
      throw ParseError(
        .truncated, at: offset, "needs \(count) bytes, the file has \(max(0, length - offset))")
    }
    return slice
  }

  /// The bytes at `offset`, `count` of them or as many as the source has.
  package func bytes(at offset: Int64, upTo count: Int) throws(ParseError) -> ByteSlice {
    guard offset >= 0, offset < length, count > 0 else { return .empty }
    let wanted = Int(min(Int64(count), length - offset))
    if window.holds(offset, wanted) { return window.slice(offset, wanted) }
    for other in earlier where other.holds(offset, wanted) { return other.slice(offset, wanted) }
    try move(to: offset, covering: wanted)
    return window.slice(offset, wanted)
  }

  /// Where the last byte of `range` that is not zero ends, or nil where all are zero.
  func contentEnd(in range: Range<Int64>) throws(ParseError) -> Int64? {
    var end = min(range.upperBound, length)
    while end > range.lowerBound {
      let start = max(range.lowerBound, end - Int64(SourceWindow.largest))
      let piece = try bytes(at: start, upTo: Int(end - start)).withoutTrailingZeros
      if !piece.isEmpty { return start + Int64(piece.count) }
      end = start
    }
    return nil
  }

  /// The largest free space that is looked into; what is larger is not taken for free.
  private static let largestFilling: Int64 = 64 << 20

  /// Whether `range`, which a format calls free space, holds nothing: all its bytes are the same.
  ///
  /// Cameras, encoders and recorders leave positions, names and keys in such places.
  func isFilling(_ range: Range<Int64>) throws(ParseError) -> Bool {
    guard Int64(range.count) <= SourceWindow.largestFilling else { return false }
    var position = range.lowerBound
    let first = try bytes(at: position, upTo: 1)[0]
    while position < range.upperBound {
      let count = min(Int64(SourceWindow.largest), range.upperBound - position)
      let piece = try bytes(at: position, upTo: Int(count))
      guard piece[0] == first, piece.isFilling, !piece.isEmpty else { return false }
      position += Int64(piece.count)
    }
    return true
  }

  /// At least `minimum` bytes at `offset` (or as many as the source has), and what else is at hand behind them.
  func bytes(at offset: Int64, atLeast minimum: Int) throws(ParseError) -> ByteSlice {
    let slice = try bytes(at: offset, upTo: minimum)
    return ByteSlice(
      storage: slice.storage, lower: slice.lower,
      upper: slice.isEmpty ? slice.upper : slice.storage.count, origin: slice.origin)
  }

  /// The eight bytes at `offset` as a big-endian number, without a slice of them; nil where the source ends before.
  func word(at offset: Int64) throws(ParseError) -> UInt64? {
    guard offset >= 0, length - offset >= 8 else { return nil }
    if let word = BigEndian.u64(window.bytes, at: Int(offset - window.start)) { return word }
    let bytes = try bytes(at: offset, upTo: 8)
    return BigEndian.u64(bytes.storage, at: bytes.lower)
  }

  /// Whether these bytes are at hand.
  func holds(_ offset: Int64, count: Int) -> Bool {
    window.holds(offset, count) || earlier.contains { $0.holds(offset, count) }
  }

  private func move(to offset: Int64, covering wanted: Int) throws(ParseError) {
    let end = window.start + Int64(window.bytes.count)
    let follows = offset >= window.start && offset <= end && !window.bytes.isEmpty
    reach = follows ? min(reach * 2, SourceWindow.largest) : SourceWindow.smallest
    // At the end of the file it is as large as elsewhere: what stands before is mostly wanted next.
    let start = follows ? offset : max(0, min(offset, length - Int64(reach)))
    // A long stretch is often asked for again a few bytes further on, where it is to move.
    let needed = Int(offset - start) + wanted
    let count = needed > reach ? (needed + 4095) / 4096 * 4096 : reach
    let bytes = try source.read(at: start, count: count)
    keepWindow()
    window = Window(bytes: bytes, start: start)
  }

  /// Lays the window in use beside, in the place of the oldest there; the first of all, the head of the file, stays for good.
  private func keepWindow() {
    guard !window.bytes.isEmpty, window.bytes.count <= SourceWindow.largest else { return }
    var windows = earlier
    earlier = []
    defer { earlier = windows }
    guard windows.count == SourceWindow.mostEarlier else {
      windows.append(window)
      return
    }
    windows[oldest] = window
    oldest = oldest % (SourceWindow.mostEarlier - 1) + 1
  }
}
