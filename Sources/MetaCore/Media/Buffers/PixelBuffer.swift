/// Where the bytes of a buffer are: memory of our own, or a frame of a decoder.
package protocol PlaneStorage: AnyObject, Sendable {
  /// Gives the bytes of a plane to `body`; they stay where they are until it returns.
  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

/// What pixels a buffer has: their layout and how many.
public struct PixelBufferAttributes: Sendable, Hashable {
  /// The layout of the pixels.
  public var format: PixelFormat
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes attributes.
  public init(format: PixelFormat, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// No picture has more pixels: 67 million, twice those of 8K.
  public static let mostPixels = 1 << 26

  /// Bytes of a row and rows of each plane, without padding.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat`.
  package func planes() throws(MetaError) -> [(bytesPerRow: Int, rows: Int)] {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20,
      width * height <= PixelBufferAttributes.mostPixels
    else { throw MetaError(.invalidSize, reason: "a picture of \(width) × \(height) pixels") }
    guard let row = format.row else {
      throw MetaError(.invalidPixelFormat, reason: "the pixel format \(format) is not known")
    }
    return row.planes.map { $0.size(width: width, height: height) }
  }
}

/// A picture: pixels in one or several planes; CoreVideo's `CVPixelBuffer`.
///
/// It never changes, so every thread may read it, and copies share its bytes.
/// ``MutablePixelBuffer`` makes new ones.
public struct PixelBuffer: Sendable {
  /// The layout of the pixels.
  public let format: PixelFormat
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The colours that the numbers mean.
  public var color: ColorProperties
  package let storage: any PlaneStorage
  private let planes: [(bytesPerRow: Int, rows: Int)]

  /// A picture whose bytes are in `storage`.
  package init(
    _ attributes: PixelBufferAttributes, storage: any PlaneStorage,
    planes: [(bytesPerRow: Int, rows: Int)], color: ColorProperties
  ) {
    format = attributes.format
    width = attributes.width
    height = attributes.height
    self.storage = storage
    self.planes = planes
    self.color = color
  }

  /// Layout and size.
  public var attributes: PixelBufferAttributes {
    PixelBufferAttributes(format: format, width: width, height: height)
  }

  /// How many planes there are.
  public var planeCount: Int { planes.count }

  /// From one row of a plane to the next, in bytes; 0 for a plane that is not there.
  public func bytesPerRow(ofPlane plane: Int) -> Int {
    planes.indices.contains(plane) ? planes[plane].bytesPerRow : 0
  }

  /// How many rows a plane has; 0 for one that is not there.
  public func rows(ofPlane plane: Int) -> Int {
    planes.indices.contains(plane) ? planes[plane].rows : 0
  }

  /// Gives the bytes of a plane to `body`, padding after each row included; none for a plane that
  /// is not there.
  public func withBytes<Result, Failure: Error>(
    ofPlane plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withPlane(plane, body)
  }

  /// The bytes of all planes, one after another, without padding after rows: what raw video files
  /// hold.
  public func packedBytes() -> [UInt8] {
    guard let sizes = try? attributes.planes() else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(sizes.reduce(0) { $0 + $1.bytesPerRow * $1.rows })
    for (plane, size) in sizes.enumerated() {
      let stride = bytesPerRow(ofPlane: plane)
      withBytes(ofPlane: plane) { span in
        for row in 0..<size.rows where row * stride + size.bytesPerRow <= span.byteCount {
          let start = row * stride
          bytes.append(copying: span.extracting(start..<(start + size.bytesPerRow)))
        }
      }
    }
    return bytes
  }
}

/// What the numbers of a picture mean, as ISO/IEC 23091-2 counts it; nil where nothing says so.
public struct ColorProperties: Sendable, Hashable, Codable {
  /// The colour primaries.
  public var primaries: Int?
  /// The transfer characteristics.
  public var transfer: Int?
  /// The matrix coefficients.
  public var matrix: Int?
  /// Whether the full range of values is used.
  public var isFullRange: Bool?
  /// The display on which the pictures were mastered.
  public var masteringDisplay: MasteringDisplay?
  /// How bright the pictures are.
  public var contentLightLevel: ContentLightLevel?

  /// Nothing is said.
  public init() {}
}
