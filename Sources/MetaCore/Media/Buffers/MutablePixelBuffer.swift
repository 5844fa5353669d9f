internal import Synchronization

/// A picture that is being made, by one owner; ``finished()`` makes it a ``PixelBuffer``, whose
/// bytes everybody may read.
public struct MutablePixelBuffer: ~Copyable, Sendable {
  /// Layout and size.
  public let attributes: PixelBufferAttributes
  /// The colours that the numbers mean.
  public var color = ColorProperties()
  private let sizes: [(bytesPerRow: Int, rows: Int)]
  private let starts: [Int]
  private var bytes: [UInt8]
  private let lease: PoolLease?

  /// A picture whose bytes are all zero.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat`.
  public init(_ attributes: PixelBufferAttributes) throws(MetaError) {
    try self.init(attributes, reusing: nil, lease: nil)
  }

  fileprivate init(
    _ attributes: PixelBufferAttributes, reusing old: consuming [UInt8]?, lease: PoolLease?
  ) throws(MetaError) {
    self.attributes = attributes
    self.lease = lease
    sizes = try attributes.planes()
    var starts: [Int] = []
    var size = 0
    for plane in sizes {
      starts.append(size)
      // So that values of every width are aligned.
      size += (plane.bytesPerRow * plane.rows + 63) & ~63
    }
    self.starts = starts
    if let old, old.count == size {
      bytes = old
    } else {
      bytes = [UInt8](repeating: 0, count: size)
    }
  }

  /// How many planes there are.
  public var planeCount: Int { sizes.count }

  /// From one row of a plane to the next, in bytes; 0 for a plane that is not there.
  public func bytesPerRow(ofPlane plane: Int) -> Int {
    sizes.indices.contains(plane) ? sizes[plane].bytesPerRow : 0
  }

  /// How many rows a plane has; 0 for one that is not there.
  public func rows(ofPlane plane: Int) -> Int {
    sizes.indices.contains(plane) ? sizes[plane].rows : 0
  }

  /// Gives the bytes of a plane to `body`, to read and to write; none for a plane that is not
  /// there.
  public mutating func withMutableBytes<Result, Failure: Error>(
    ofPlane plane: Int, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard sizes.indices.contains(plane) else { return try bytes.withMutableBytes(0..<0, body) }
    let start = starts[plane]
    let end = start + sizes[plane].bytesPerRow * sizes[plane].rows
    return try bytes.withMutableBytes(start..<end, body)
  }

  /// The finished picture; no byte is copied.
  public consuming func finished() -> PixelBuffer {
    let (attributes, color, sizes) = (attributes, color, sizes)
    let memory = PixelMemory(bytes, starts: starts, sizes: sizes, lease: lease)
    return PixelBuffer(attributes, storage: memory, planes: sizes, color: color)
  }
}

/// The bytes of a finished picture, which go back to their pool with the last copy of it.
private final class PixelMemory: PlaneStorage {
  private let bytes: [UInt8]
  private let starts: [Int]
  private let sizes: [(bytesPerRow: Int, rows: Int)]
  private let lease: PoolLease?

  init(
    _ bytes: [UInt8], starts: [Int], sizes: [(bytesPerRow: Int, rows: Int)], lease: PoolLease?
  ) {
    self.bytes = bytes
    self.starts = starts
    self.sizes = sizes
    self.lease = lease
  }

  deinit { lease?.pool.keep(bytes) }

  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard sizes.indices.contains(plane) else { return try body(RawSpan()) }
    let start = starts[plane]
    let end = start + sizes[plane].bytesPerRow * sizes[plane].rows
    return try bytes.withBytes(start..<end, body)
  }
}

/// Memory for pictures of one layout and size, which is used again once the last copy of a picture
/// is gone; never more of it than `limit` pictures.
public final class PixelBufferPool: Sendable {
  /// Layout and size of its pictures.
  public let attributes: PixelBufferAttributes
  /// How many of its pictures there may be at a time.
  public let limit: Int

  private struct State {
    var free: [[UInt8]] = []
    var used = 0
  }

  private let state = Mutex(State())

  /// A pool without memory so far.
  ///
  /// - Throws: ``MetaError`` with `invalidSize`, `invalidPixelFormat`, or `invalidAttributes` for a
  ///   limit below one.
  public init(_ attributes: PixelBufferAttributes, limit: Int) throws(MetaError) {
    _ = try attributes.planes()
    guard limit > 0 else {
      throw MetaError(.invalidAttributes, reason: "a pool of \(limit) pictures")
    }
    self.attributes = attributes
    self.limit = limit
  }

  /// A picture whose bytes are those of an earlier one, or zero.
  ///
  /// - Throws: ``MetaError`` with `poolExhausted` while there are as many pictures as the limit
  ///   says.
  public func makeBuffer() throws(MetaError) -> MutablePixelBuffer {
    let (isAllowed, old) = state.withLock { state -> (Bool, [UInt8]?) in
      guard state.used < limit else { return (false, nil) }
      state.used += 1
      return (true, state.free.popLast())
    }
    guard isAllowed else {
      throw MetaError(.poolExhausted, reason: "all \(limit) pictures of the pool are in use")
    }
    return try MutablePixelBuffer(attributes, reusing: old, lease: PoolLease(self))
  }

  /// Frees the memory that no picture uses.
  public func flush() { state.withLock { $0.free = [] } }

  /// Keeps the memory of a picture for the next one.
  fileprivate func keep(_ bytes: [UInt8]) { state.withLock { $0.free.append(bytes) } }

  fileprivate func endLease() { state.withLock { $0.used -= 1 } }
}

/// The place of one picture in the count of its pool, from its making to its last copy.
private final class PoolLease: Sendable {
  let pool: PixelBufferPool

  init(_ pool: PixelBufferPool) { self.pool = pool }

  deinit { pool.endLease() }
}
