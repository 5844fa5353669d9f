/// The storage of the bytes of an ``AudioBuffer`` or ``PixelBuffer``, by plane: allocated memory,
/// or a decoder's frame, whose bytes need not be copied.
package protocol PlaneStorage: AnyObject, Sendable {
  /// Calls `body` with the bytes of a plane, which do not move until it returns.
  func withPlane<Result, Failure: Error>(
    _ plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result
}

/// The pixel format and size of an image in memory, which determine its planes.
public struct PixelBufferAttributes: Sendable, Hashable {
  /// The pixel format.
  public var format: PixelFormat
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Creates attributes.
  public init(format: PixelFormat, width: Int, height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// The maximum number of pixels in an image: 67 million, twice that of 8K.
  public static let maxPixels = 1 << 26

  /// Returns the bytes per row and the number of rows of each plane, without padding.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat`.
  package func planes() throws(MetaError) -> [(bytesPerRow: Int, rows: Int)] {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20,
      width * height <= PixelBufferAttributes.maxPixels
    else {
      throw MetaError(.invalidSize, reason: "\(width) × \(height) pixels is not a valid image size")
    }
    guard let row = format.row else {
      throw MetaError(.invalidPixelFormat, reason: "unknown pixel format \(format)")
    }
    return row.planes.map { $0.size(width: width, height: height) }
  }
}

/// An image in one or more planes; the counterpart of Core Video's `CVPixelBuffer`.
///
/// The pixels are immutable: any thread may read them, and copies of the buffer share them.
/// ``MutablePixelBuffer`` creates new ones.
public struct PixelBuffer: Sendable {
  /// The pixel format.
  public let format: PixelFormat
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The colour properties.
  public var color: ColorProperties
  package let storage: any PlaneStorage
  private let planes: [(bytesPerRow: Int, rows: Int)]

  /// Creates an image over the bytes of `storage`.
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

  /// The pixel format and size.
  public var attributes: PixelBufferAttributes {
    PixelBufferAttributes(format: format, width: width, height: height)
  }

  /// The number of planes.
  public var planeCount: Int { planes.count }

  /// Returns the distance between the rows of a plane in bytes; 0 if the plane does not exist.
  public func bytesPerRow(ofPlane plane: Int) -> Int {
    planes.indices.contains(plane) ? planes[plane].bytesPerRow : 0
  }

  /// Returns the number of rows in a plane; 0 if the plane does not exist.
  public func rows(ofPlane plane: Int) -> Int {
    planes.indices.contains(plane) ? planes[plane].rows : 0
  }

  /// Calls `body` with the bytes of a plane, including row padding, or with an empty span if the
  /// plane does not exist.
  public func withBytes<Result, Failure: Error>(
    ofPlane plane: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withPlane(plane, body)
  }

  /// Returns the bytes of all planes, one after another and without row padding, as in raw video
  /// files.
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

/// The colour properties of an image or a video: code points from ISO/IEC 23091-2, and metadata for
/// high dynamic range; nil means unspecified.
public struct ColorProperties: Sendable, Hashable, Codable {
  /// The colour primaries.
  public var primaries: Int?
  /// The transfer characteristics.
  public var transfer: Int?
  /// The matrix coefficients.
  public var matrix: Int?
  /// Whether values use the full range.
  public var isFullRange: Bool?
  /// The display on which the video was mastered.
  public var masteringDisplay: MasteringDisplay?
  /// The brightness of the video.
  public var contentLightLevel: ContentLightLevel?

  /// Creates properties that are all unspecified.
  public init() {}
}
