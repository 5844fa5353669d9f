/// Reads a range of a file from start to end in large pieces, with one piece in memory at a time,
/// for code that reads every byte, such as integrity checks.
struct ForwardReader {
  private let source: any ByteSource
  /// The end of the range, or of the file if the file ends earlier.
  let end: Int64
  /// The bytes in memory.
  private(set) var bytes: [UInt8] = []
  /// The file offset of the first byte in memory.
  private(set) var start: Int64

  /// The minimum size of a piece in bytes, except at the end of the range.
  static let piece = 1 << 18

  init(_ source: any ByteSource, _ range: Range<Int64>) {
    self.source = source
    end = min(source.length, range.upperBound)
    start = max(0, range.lowerBound)
  }

  /// Loads at least `count` bytes at `offset`, or as many bytes as remain, and returns the range in
  /// `bytes` from there to the last loaded byte.
  ///
  /// Bytes before `offset` are discarded when more must be read.
  ///
  /// - Throws: ``ParseError`` with `io`.
  mutating func load(_ count: Int, at offset: Int64) throws(ParseError) -> Range<Int> {
    guard offset >= 0, offset < end else { return bytes.count..<bytes.count }
    let byteCount = Int(min(Int64(count), end - offset))
    let reach = start + Int64(bytes.count)
    if offset < start || offset + Int64(byteCount) > reach {
      try read(byteCount, at: offset, reach)
    }
    let index = min(Int(offset - start), bytes.count)
    return index..<bytes.count
  }

  /// Replaces the bytes in memory with at least `byteCount` bytes at `offset`; bytes that are
  /// already in memory are not reread.
  private mutating func read(
    _ byteCount: Int, at offset: Int64, _ reach: Int64
  ) throws(ParseError) {
    if offset >= start, offset < reach {
      bytes.removeFirst(Int(offset - start))
    } else {
      bytes.removeAll(keepingCapacity: true)
    }
    start = offset
    while bytes.count < byteCount {
      let next = start + Int64(bytes.count)
      let count = Int(min(Int64(max(ForwardReader.piece, byteCount - bytes.count)), end - next))
      let piece = try source.read(at: next, count: count)
      guard !piece.isEmpty else { return }
      bytes += piece
    }
  }

  /// Returns part of the bytes in memory.
  func slice(_ range: Range<Int>) -> ByteSlice {
    let part = range.clamped(to: bytes.indices)
    return ByteSlice(storage: bytes, lower: part.lowerBound, upper: part.upperBound, origin: start)
  }

  /// Returns up to `count` bytes at `offset`.
  mutating func slice(_ count: Int, at offset: Int64) throws(ParseError) -> ByteSlice {
    let range = try load(count, at: offset)
    return slice(range.lowerBound..<(range.lowerBound + min(count, range.count)))
  }

  /// Returns the checksum of a range, read piece by piece; `sum` is the checksum of the bytes
  /// before it.
  mutating func sum(
    _ range: Range<Int64>, by checksum: CyclicChecksum, after sum: UInt32 = 0
  ) throws(ParseError) -> UInt32 {
    var sum = sum
    try forEach(range) { sum = checksum.of($0, after: sum) }
    return sum
  }

  /// Calls `body` with each piece of a range in order, up to the end of the file.
  mutating func forEach(
    _ range: Range<Int64>, _ body: (ArraySlice<UInt8>) -> Void
  ) throws(ParseError) {
    var position = range.lowerBound
    while position < range.upperBound {
      let loaded = try load(1, at: position)
      guard !loaded.isEmpty else { return }
      let count = Int(min(Int64(loaded.count), range.upperBound - position))
      body(bytes[loaded.lowerBound..<(loaded.lowerBound + count)])
      position += Int64(count)
    }
  }
}
