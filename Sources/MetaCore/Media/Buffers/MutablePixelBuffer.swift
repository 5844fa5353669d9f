internal import Synchronization

/// An image under construction, with a single owner; ``finished()`` converts it to an immutable,
/// shareable ``PixelBuffer``.
public struct MutablePixelBuffer: ~Copyable, Sendable {
  /// The pixel format and size.
  public let attributes: PixelBufferAttributes
  /// The colour properties.
  public var color = ColorProperties()
  private let sizes: [(bytesPerRow: Int, rows: Int)]
  private let starts: [Int]
  private var bytes: [UInt8]
  private let lease: PoolLease?

  /// Creates an image filled with zero bytes.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat`.
  public init(_ attributes: PixelBufferAttributes) throws(MetaError) {
    try self.init(attributes, reusing: nil, lease: nil)
  }

  /// Creates an image that reuses the bytes of an earlier image from a pool or, if there is none,
  /// is filled with zeros.
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
      // The alignment suits values of every width.
      size += (plane.bytesPerRow * plane.rows + 63) & ~63
    }
    self.starts = starts
    if let old, old.count == size {
      bytes = old
    } else {
      bytes = [UInt8](repeating: 0, count: size)
    }
  }

  /// The number of planes.
  public var planeCount: Int { sizes.count }

  /// Returns the distance between the rows of a plane in bytes; 0 if the plane does not exist.
  public func bytesPerRow(ofPlane plane: Int) -> Int {
    sizes.indices.contains(plane) ? sizes[plane].bytesPerRow : 0
  }

  /// Returns the number of rows in a plane; 0 if the plane does not exist.
  public func rows(ofPlane plane: Int) -> Int {
    sizes.indices.contains(plane) ? sizes[plane].rows : 0
  }

  /// Calls `body` with the mutable bytes of a plane, or with an empty span if the plane does not
  /// exist.
  public mutating func withMutableBytes<Result, Failure: Error>(
    ofPlane plane: Int, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard sizes.indices.contains(plane) else { return try bytes.withMutableBytes(0..<0, body) }
    let start = starts[plane]
    let end = start + sizes[plane].bytesPerRow * sizes[plane].rows
    return try bytes.withMutableBytes(start..<end, body)
  }

  /// Returns the finished image, without copying.
  public consuming func finished() -> PixelBuffer {
    let (attributes, color, sizes) = (attributes, color, sizes)
    let memory = PixelMemory(bytes, starts: starts, sizes: sizes, lease: lease)
    return PixelBuffer(attributes, storage: memory, planes: sizes, color: color)
  }
}

/// The bytes of a finished image; those from a pool return to it when the image's last copy is
/// released.
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

/// A pool of at most `limit` buffers of one pixel format and size, each reused after the last copy
/// of its image is released.
public final class PixelBufferPool: Sendable {
  /// The pixel format and size of the buffers.
  public let attributes: PixelBufferAttributes
  /// The maximum number of buffers in use.
  public let limit: Int

  /// The bytes of released images, for reuse, and the number of buffers in use.
  private struct State {
    var free: [[UInt8]] = []
    var used = 0
  }

  private let state = Mutex(State())

  /// Creates a pool, without allocating buffers.
  ///
  /// - Throws: ``MetaError`` with `invalidSize`, `invalidPixelFormat`, or `invalidAttributes` for a
  ///   limit below one.
  public init(_ attributes: PixelBufferAttributes, limit: Int) throws(MetaError) {
    _ = try attributes.planes()
    guard limit > 0 else {
      throw MetaError(.invalidAttributes, reason: "\(limit) is not a valid pool limit")
    }
    self.attributes = attributes
    self.limit = limit
  }

  /// Returns a buffer whose bytes are those of an earlier image, or zero.
  ///
  /// - Throws: ``MetaError`` with `poolExhausted` while `limit` buffers are in use.
  public func makeBuffer() throws(MetaError) -> MutablePixelBuffer {
    let (isAllowed, old) = state.withLock { state -> (Bool, [UInt8]?) in
      guard state.used < limit else { return (false, nil) }
      state.used += 1
      return (true, state.free.popLast())
    }
    guard isAllowed else {
      throw MetaError(.poolExhausted, reason: "all \(limit) buffers of the pool are in use")
    }
    return try MutablePixelBuffer(attributes, reusing: old, lease: PoolLease(self))
  }

  /// Frees unused buffers.
  public func flush() { state.withLock { $0.free = [] } }

  /// Keeps the memory of a released image for reuse.
  fileprivate func keep(_ bytes: [UInt8]) { state.withLock { $0.free.append(bytes) } }

  fileprivate func endLease() { state.withLock { $0.used -= 1 } }
}

/// One image's share of its pool's limit, held until the last copy is released.
private final class PoolLease: Sendable {
  let pool: PixelBufferPool

  init(_ pool: PixelBufferPool) { self.pool = pool }

  deinit { pool.endLease() }
}
