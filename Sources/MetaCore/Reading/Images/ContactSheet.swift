/// Many images in rows and columns, as one.
public struct ContactSheet: Sendable {
  /// How many images are next to each other.
  public let columns: Int
  /// How many rows of them there are.
  public let rows: Int
  /// The width of the place of one image, in pixels.
  public let width: Int
  /// The height of the place of one image, in pixels.
  public let height: Int
  /// The distance between images, and to the border, in pixels.
  public let spacing: Int

  /// A sheet without images.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` for no rows or columns, or a sheet that is larger
  ///   than pictures may be.
  public init(
    columns: Int, rows: Int, width: Int, height: Int, spacing: Int = 4
  ) throws(MetaError) {
    guard (1...1000).contains(columns), (1...1000).contains(rows), (1...16384).contains(width),
      (1...16384).contains(height), (0...1000).contains(spacing)
    else { throw MetaError(.invalidSize, reason: "a sheet of \(columns) × \(rows) images") }
    (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
    self.spacing = spacing
    _ = try attributes.planes()
  }

  /// How many images it has room for.
  public var count: Int { columns * rows }

  private var attributes: PixelBufferAttributes {
    PixelBufferAttributes(
      format: .rgba, width: columns * (width + spacing) + spacing,
      height: rows * (height + spacing) + spacing)
  }

  /// The sheet with images, row by row, each in the middle of its place on black; places without an
  /// image stay empty.
  ///
  /// - Throws: ``MetaError`` when an image cannot be converted.
  public func picture(
    of images: [PixelBuffer], codecs: MediaCodecs = .standard
  ) throws(MetaError) -> PixelBuffer {
    var canvas = try MutablePixelBuffer(attributes)
    canvas.fill(red: 0, green: 0, blue: 0, alpha: 255)
    for (index, image) in images.prefix(count).enumerated() {
      let size = ImageFit.contain.scaled(
        width: image.width, height: image.height, toFit: (width, height))
      let scaled = try image.converted(
        to: .rgba, width: size.width, height: size.height, codecs: codecs)
      let x = spacing + (index % columns) * (width + spacing)
      let y = spacing + (index / columns) * (height + spacing)
      canvas.draw(scaled, x: x + (width - size.width) / 2, y: y + (height - size.height) / 2)
    }
    return canvas.finished()
  }
}
