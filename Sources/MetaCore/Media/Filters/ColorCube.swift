/// A three-dimensional colour lookup table with interpolation between its points, as in a `.cube`
/// file.
///
/// Red, green and blue range from 0 to 1, as stored: no transfer function is applied. As a
/// ``VideoFilter``, the table maps the colours of 8-bit RGB frames.
public struct ColorCube: Sendable, Hashable {
  /// The title; empty if the table has no title.
  public var title = ""
  /// The number of points per axis: 2 to 256.
  public let size: Int
  /// The colours of the points, with red changing fastest; the fourth component is unused.
  let points: [SIMD4<Float>]

  /// The valid sizes (Adobe "Cube LUT Specification" 1.0, "LUT_3D_SIZE").
  static let sizes = 2...256

  /// Creates a table by calling a function for each point; returns nil for an invalid size.
  public init?(
    size: Int, title: String = "",
    _ color: (_ red: Double, _ green: Double, _ blue: Double) -> SIMD3<Double>
  ) {
    guard ColorCube.sizes.contains(size) else { return nil }
    self.init(title: title, validSize: size, color)
  }

  /// Creates a table whose size is known to be valid.
  init(title: String, validSize size: Int, _ color: (Double, Double, Double) -> SIMD3<Double>) {
    let values = (0..<size).map { Double($0) / Double(size - 1) }
    var points: [SIMD4<Float>] = []
    points.reserveCapacity(size * size * size)
    for blue in values {
      for green in values {
        for red in values { points.append(SIMD4(SIMD4(color(red, green, blue), 0))) }
      }
    }
    self.init(title: title, size: size, points: points)
  }

  init(title: String, size: Int, points: [SIMD4<Float>]) {
    self.title = title
    self.size = size
    self.points = points
  }
}

extension ColorCube: VideoFilter {
  /// 8-bit red, green and blue, with or without alpha.
  public var pixelFormats: [PixelFormat] { [.bgra, .rgba, .rgb24] }

  /// Returns the image with its colours mapped through the table; alpha is unchanged.
  ///
  /// Between points, colours are interpolated within their tetrahedron, as in FFmpeg's `lut3d`, and
  /// rounded to the nearest value.
  ///
  /// - Throws: ``MetaError`` with `invalidPixelFormat` for a format not in ``pixelFormats``.
  public func apply(
    to picture: PixelBuffer, at time: MediaTime = .zero
  ) throws(MetaError) -> PixelBuffer {
    let layout = try PixelBytes(of: picture.format)
    var new = try MutablePixelBuffer(picture.attributes)
    new.color = picture.color
    let lattice = CubeLattice(self)
    let (from, to) = (picture.bytesPerRow(ofPlane: 0), new.bytesPerRow(ofPlane: 0))
    let (width, height) = (picture.width, picture.height)
    picture.withBytes(ofPlane: 0) { source in
      new.withMutableBytes(ofPlane: 0) { target in
        for row in 0..<height {
          lattice.map(
            source, from: row * from, into: &target, to: row * to, count: width, layout)
        }
      }
    }
    return new.finished()
  }
}

/// The byte offsets of the components within a pixel of an 8-bit RGB format, and the size of a
/// pixel.
struct PixelBytes {
  let red: Int
  let green: Int
  let blue: Int
  let alpha: Int?
  let size: Int

  /// Creates the offsets for a pixel format.
  ///
  /// - Throws: ``MetaError`` with `invalidPixelFormat` for any other format.
  init(of format: PixelFormat) throws(MetaError) {
    switch format {
    case .bgra: (red, green, blue, alpha, size) = (2, 1, 0, 3, 4)
    case .rgba: (red, green, blue, alpha, size) = (0, 1, 2, 3, 4)
    case .rgb24: (red, green, blue, alpha, size) = (0, 1, 2, nil, 3)
    default:
      throw MetaError(
        .invalidPixelFormat, reason: "colour tables do not support pixel format \(format)")
    }
  }
}

/// A colour table prepared for 8-bit images: its points scaled to 255, and the position of each
/// 8-bit value between them.
private struct CubeLattice {
  private let points: [SIMD4<Float>]
  /// For each value, the index of the nearest lower point on an axis and the fractional distance
  /// from that point.
  private let places: [(below: Int, part: Float)]
  /// The distance to the next point along each axis.
  private let steps: (red: Int, green: Int, blue: Int)

  init(_ cube: ColorCube) {
    // Output values are truncated to 8 bits, so adding 0.5 rounds them.
    points = cube.points.map { $0 * 255 + 0.5 }
    let last = cube.size - 1
    places = (0..<256).map { value in
      let position = Float(value) * Float(last) / 255
      // The last point has no successor.
      let below = min(Int(position), last - 1)
      return (below, position - Float(below))
    }
    steps = (1, cube.size, cube.size * cube.size)
  }

  /// Maps a row of pixels through the table.
  func map(
    _ source: RawSpan, from start: Int, into target: inout MutableRawSpan, to end: Int, count: Int,
    _ layout: PixelBytes
  ) {
    let (points, places) = (points.span, places.span)
    for index in 0..<count {
      let (from, to) = (start + index * layout.size, end + index * layout.size)
      let red = places[Int(source.byte(at: from + layout.red))]
      let green = places[Int(source.byte(at: from + layout.green))]
      let blue = places[Int(source.byte(at: from + layout.blue))]
      let new = color(red, green, blue, in: points)
      target.store(new.x, at: to + layout.red)
      target.store(new.y, at: to + layout.green)
      target.store(new.z, at: to + layout.blue)
      if let alpha = layout.alpha {
        target.storeBytes(
          of: source.byte(at: from + alpha), toByteOffset: to + alpha, as: UInt8.self)
      }
    }
  }

  private typealias Place = (below: Int, part: Float)

  /// Returns the colour at a position, interpolated between the corners of its tetrahedron: the
  /// lowest, the highest, and the two between them, which depend on the order of the fractions.
  @inline(__always)
  private func color(
    _ red: Place, _ green: Place, _ blue: Place, in points: Span<SIMD4<Float>>
  ) -> SIMD4<Float> {
    let low = red.below * steps.red + green.below * steps.green + blue.below * steps.blue
    var (first, second, third) = (
      (red.part, steps.red), (green.part, steps.green), (blue.part, steps.blue)
    )
    if first.0 < second.0 { swap(&first, &second) }
    if second.0 < third.0 { swap(&second, &third) }
    if first.0 < second.0 { swap(&first, &second) }
    let near = points[low + first.1]
    let far = points[low + first.1 + second.1]
    let high = points[low + first.1 + second.1 + third.1]
    let lowest = points[low] * (1 - first.0)
    return lowest + near * (first.0 - second.0) + far * (second.0 - third.0) + high * third.0
  }
}

extension MutableRawSpan {
  /// Writes a value as a byte, clamped to its range.
  fileprivate mutating func store(_ value: Float, at offset: Int) {
    storeBytes(
      of: UInt8(truncatingIfNeeded: Int32(min(max(value, 0), 255))), toByteOffset: offset,
      as: UInt8.self)
  }
}
