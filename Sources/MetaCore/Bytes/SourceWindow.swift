/// A buffer over a source, through which formats read headers and tags: small reads close to each
/// other cost one system call.
///
/// A read outside the buffered windows opens a new one. The first window is 4 KiB; a window that
/// directly follows the previous one is twice its size, up to 64 KiB. A long run of small atoms or
/// frames is thus read in large pieces, and after a jump over media or artwork, windows are small
/// at first. The last few windows are kept, because a structure is first traversed and then read.
package final class SourceWindow {
  /// The source of the bytes.
  package let source: any ByteSource
  let length: Int64
  private var window = Window()
  private var earlier: [Window] = []
  private var oldest = 1
  private var reach = SourceWindow.smallest

  /// A buffered range of the source: its bytes and the offset of the first byte.
  private struct Window {
    var bytes: [UInt8] = []
    var start: Int64 = 0

    /// Whether the window contains all of the given bytes.
    func contains(_ offset: Int64, _ count: Int) -> Bool {
      offset >= start && offset + Int64(count) <= start + Int64(bytes.count)
    }

    func slice(_ offset: Int64, _ count: Int) -> ByteSlice {
      // A source may return fewer bytes than its length promises.
      let lower = min(Int(offset - start), bytes.count)
      return ByteSlice(
        storage: bytes, lower: lower, upper: min(lower + count, bytes.count), origin: start)
    }
  }

  private static let smallest = 4096
  private static let largest = 65536
  /// The number of windows to keep in addition to the current one.
  private static let maxEarlier = 4

  /// Creates a window on a source of fixed length; the window is empty until bytes are requested.
  init(steady source: any ByteSource) {
    self.source = source
    length = source.length
  }

  /// An empty window, for values in memory.
  static var empty: SourceWindow { SourceWindow(steady: DataSource([])) }

  /// Returns the location of bytes in the source, for a value that is not read.
  package func location(at offset: Int64, count: Int64) -> FileLocation {
    FileLocation(offset: offset, count: count, in: source.sourceIdentity)
  }

  /// Returns exactly `count` bytes at `offset`.
  package func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice {
    let slice = try bytes(at: offset, upTo: count)
    guard slice.count == count else {
      throw ParseError(
        .truncated, at: offset, "needs \(count) bytes, but only \(max(0, length - offset)) remain")
    }
    return slice
  }

  /// Returns up to `count` bytes at `offset`; fewer only at the end of the source.
  package func bytes(at offset: Int64, upTo count: Int) throws(ParseError) -> ByteSlice {
    guard offset >= 0, offset < length, count > 0 else { return .empty }
    let available = Int(min(Int64(count), length - offset))
    if window.contains(offset, available) { return window.slice(offset, available) }
    for other in earlier where other.contains(offset, available) {
      return other.slice(offset, available)
    }
    try move(to: offset, covering: available)
    return window.slice(offset, available)
  }

  /// Returns the end of the last non-zero byte in `range`, or nil when all bytes are zero; bytes
  /// past the end of the source are ignored.
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

  /// The maximum size of free space that is examined; larger ranges are not treated as free.
  private static let largestFilling: Int64 = 64 << 20

  /// Whether `range`, which the format declares as free space, is empty, that is, whether all its
  /// bytes are equal; false when it is too large to be examined or extends past the end.
  ///
  /// Cameras, encoders and recorders leave positions, names and keys in free space.
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

  /// Returns at least `minimum` bytes at `offset` (or as many as the source has), with all buffered
  /// bytes that follow.
  func bytes(at offset: Int64, atLeast minimum: Int) throws(ParseError) -> ByteSlice {
    let slice = try bytes(at: offset, upTo: minimum)
    return ByteSlice(
      storage: slice.storage, lower: slice.lower,
      upper: slice.isEmpty ? slice.upper : slice.storage.count, origin: slice.origin)
  }

  /// Returns the eight bytes at `offset` as a big-endian number, without creating a slice; nil when
  /// the source has fewer than eight bytes there.
  func word(at offset: Int64) throws(ParseError) -> UInt64? {
    guard offset >= 0, length - offset >= 8 else { return nil }
    if let word = BigEndian.u64(window.bytes, at: Int(offset - window.start)) { return word }
    let bytes = try bytes(at: offset, upTo: 8)
    return BigEndian.u64(bytes.storage, at: bytes.lower)
  }

  /// Whether the given bytes are buffered.
  func contains(_ offset: Int64, count: Int) -> Bool {
    window.contains(offset, count) || earlier.contains { $0.contains(offset, count) }
  }

  /// Reads a new window at `offset`, with at least the bytes requested.
  private func move(to offset: Int64, covering size: Int) throws(ParseError) {
    let end = window.start + Int64(window.bytes.count)
    let follows = offset >= window.start && offset <= end && !window.bytes.isEmpty
    reach = follows ? min(reach * 2, SourceWindow.largest) : SourceWindow.smallest
    // At the end of the file, the window keeps its normal size and starts earlier, because the
    // preceding bytes are often needed next.
    let start = follows ? offset : max(0, min(offset, length - Int64(reach)))
    // A long range that will be moved is often requested again a few bytes later.
    let needed = Int(offset - start) + size
    let count = needed > reach ? (needed + 4095) / 4096 * 4096 : reach
    let bytes = try source.read(at: start, count: count)
    keepWindow()
    window = Window(bytes: bytes, start: start)
  }

  /// Keeps the current window, unless it is larger than 64 KiB, instead of the oldest kept one.
  ///
  /// The first window, which usually contains the start of the file, is never replaced.
  private func keepWindow() {
    guard !window.bytes.isEmpty, window.bytes.count <= SourceWindow.largest else { return }
    var windows = earlier
    earlier = []
    defer { earlier = windows }
    guard windows.count == SourceWindow.maxEarlier else {
      windows.append(window)
      return
    }
    windows[oldest] = window
    oldest = oldest % (SourceWindow.maxEarlier - 1) + 1
  }
}
