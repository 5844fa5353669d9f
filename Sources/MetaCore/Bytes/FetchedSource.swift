internal import Synchronization

/// A source for bytes at a web address or another remote location, which are fetched in blocks of
/// 32 KiB and kept in a small cache.
package final class FetchedSource: ByteSource {
  /// The response to one fetch from the server: some of the bytes, and the total number of bytes.
  package struct FetchedBytes: Sendable {
    /// The bytes; fewer than requested only at the end.
    package let bytes: [UInt8]
    /// The total number of bytes.
    package let length: Int64

    /// Creates a response.
    package init(bytes: [UInt8], length: Int64) {
      self.bytes = bytes
      self.length = length
    }
  }

  /// Fetches a number of bytes at an offset.
  package typealias Fetch =
    @Sendable (_ offset: Int64, _ count: Int) throws(ParseError) -> FetchedBytes

  /// The most recently used blocks of the source, by number; the last block in the order is the
  /// most recently used.
  private struct BlockCache {
    private var blocks: [Int64: [UInt8]] = [:]
    private var order: [Int64] = []

    /// Returns a block and marks it as used.
    mutating func block(_ number: Int64) -> [UInt8]? {
      guard let block = blocks[number] else { return nil }
      order.removeAll { $0 == number }
      order.append(number)
      return block
    }

    /// Adds a block, and drops the least recently used one if there are too many.
    mutating func keep(_ block: [UInt8], _ number: Int64) {
      if blocks.updateValue(block, forKey: number) == nil { order.append(number) }
      if order.count > FetchedSource.maxBlocks { blocks[order.removeFirst()] = nil }
    }
  }

  /// The number of bytes.
  package let length: Int64
  /// A unique identity, because nothing else reads this URL.
  package let sourceIdentity = SourceIdentity()
  private let fetch: Fetch
  private let blocks = Mutex(BlockCache())

  /// The block size: a request takes as long as transferring tens of thousands of bytes, and
  /// metadata is stored close together.
  private static let blockSize = 32 << 10
  /// The number of blocks in the cache.
  private static let maxBlocks = 64
  /// The maximum number of bytes in one request.
  private static let maxRequestSize = 1 << 20

  /// Fetches the first bytes and, with them, the total size.
  ///
  /// - Throws: ``ParseError``, as `fetch` does.
  package init(_ fetch: @escaping Fetch) throws(ParseError) {
    self.fetch = fetch
    let first = try fetch(0, FetchedSource.blockSize)
    length = first.length
    blocks.withLock { $0.keep(first.bytes, 0) }
  }

  /// Reads `count` bytes at `offset`; fewer only at the end of the source.
  ///
  /// - Throws: ``ParseError`` when the bytes cannot be fetched.
  package func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let end = offset + min(Int64(count), length - offset)
    var bytes: [UInt8] = []
    var position = offset
    while position < end {
      let number = position / Int64(FetchedSource.blockSize)
      if let block = blocks.withLock({ $0.block(number) }) {
        let start = Int(position % Int64(FetchedSource.blockSize))
        let part = block.dropFirst(start).prefix(Int(end - position))
        guard !part.isEmpty else { break }
        bytes += part
        position += Int64(part.count)
      } else {
        try fetchBlocks(from: number, upTo: end)
      }
    }
    return bytes
  }

  /// Fetches the missing block `first` and the blocks after it up to the offset `end`, in one
  /// request of limited size.
  private func fetchBlocks(from first: Int64, upTo end: Int64) throws(ParseError) {
    let blockSize = Int64(FetchedSource.blockSize)
    let start = first * blockSize
    let requestSize =
      (min(end - start, Int64(FetchedSource.maxRequestSize)) + blockSize - 1) / blockSize
      * blockSize
    let bytes = try fetch(start, Int(min(requestSize, length - start))).bytes
    guard !bytes.isEmpty else { throw ParseError(.io, at: start, "no data was received") }
    blocks.withLock { blocks in
      for (index, offset) in stride(from: 0, to: bytes.count, by: FetchedSource.blockSize)
        .enumerated()
      {
        blocks.keep(
          Array(bytes[offset..<min(offset + FetchedSource.blockSize, bytes.count)]),
          first + Int64(index))
      }
    }
  }
}
