/// A source seen through a window: small reads that lie close together cost one system call.
///
/// A read outside the window moves it there. Windows start at 4 KiB; one that follows on from the last doubles, up to 64 KiB, so that a
/// long run of small atoms or frames is read in large pieces, and a jump over media or artwork starts small again. The head of the
/// source stays at hand after the window has moved on: formats look at the end of a file and come back.
final class SourceWindow {
  let source: any ByteSource
  let length: Int64
  private var window: [UInt8] = []
  private var start: Int64 = 0
  private var head: [UInt8] = []
  private var reach = SourceWindow.smallest

  private static let smallest = 4096
  private static let largest = 65536

  init(_ source: any ByteSource) {
    self.source = source
    length = source.length
  }

  /// Exactly `count` bytes at `offset`.
  func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice {
    let slice = try bytes(at: offset, upTo: count)
    guard slice.count == count else {
      throw ParseError(
        .truncated, at: offset, "needs \(count) bytes, the file has \(max(0, length - offset))")
    }
    return slice
  }

  /// The bytes at `offset`, `count` of them or as many as the source has.
  func bytes(at offset: Int64, upTo count: Int) throws(ParseError) -> ByteSlice {
    guard offset >= 0, offset < length, count > 0 else { return .empty }
    let wanted = Int(min(Int64(count), length - offset))
    if offset < start || offset + Int64(wanted) > start + Int64(window.count) {
      if offset + Int64(wanted) <= Int64(head.count) {
        return ByteSlice(
          storage: head, lower: Int(offset), upper: Int(offset) + wanted, origin: 0)
      }
      try move(to: offset, covering: wanted)
    }
    let lower = Int(offset - start)
    return ByteSlice(
      storage: window, lower: lower, upper: min(lower + wanted, window.count), origin: start)
  }

  /// At least `minimum` bytes at `offset` (or as many as the source has), and what else is at hand behind them.
  func bytes(at offset: Int64, atLeast minimum: Int) throws(ParseError) -> ByteSlice {
    let slice = try bytes(at: offset, upTo: minimum)
    return ByteSlice(
      storage: slice.storage, lower: slice.lower,
      upper: slice.isEmpty ? slice.upper : slice.storage.count, origin: slice.origin)
  }

  /// Whether these bytes are at hand.
  func holds(_ offset: Int64, count: Int) -> Bool {
    let end = offset + Int64(count)
    return end <= Int64(head.count) || (offset >= start && end <= start + Int64(window.count))
  }

  private func move(to offset: Int64, covering wanted: Int) throws(ParseError) {
    let end = start + Int64(window.count)
    let follows = offset >= start && offset <= end && !window.isEmpty
    reach = follows ? min(reach * 2, SourceWindow.largest) : SourceWindow.smallest
    if start == 0, window.count <= SourceWindow.largest { head = window }
    window = try source.read(at: offset, count: max(wanted, reach))
    start = offset
  }
}
