/// Draws a contact sheet, several images in a grid of cells of equal size (`frame --sheet`).
public struct ContactSheet: Sendable {
  /// The number of columns.
  public let columns: Int
  /// The number of rows.
  public let rows: Int
  /// The width of a cell in pixels.
  public let width: Int
  /// The height of a cell in pixels.
  public let height: Int
  /// The spacing between cells, and around them, in pixels.
  public let spacing: Int

  /// Creates a sheet.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` if a number is out of range, or if the sheet would
  ///   be larger than an image may be.
  public init(
    columns: Int, rows: Int, width: Int, height: Int, spacing: Int = 4
  ) throws(MetaError) {
    guard (1...1000).contains(columns), (1...1000).contains(rows), (1...16384).contains(width),
      (1...16384).contains(height), (0...1000).contains(spacing)
    else {
      throw MetaError(.invalidSize, reason: "invalid contact sheet of \(columns) × \(rows) images")
    }
    (self.columns, self.rows, self.width, self.height) = (columns, rows, width, height)
    self.spacing = spacing
    _ = try attributes.planes()
  }

  /// The maximum number of images.
  public var count: Int { columns * rows }

  private var attributes: PixelBufferAttributes {
    PixelBufferAttributes(
      format: .rgba, width: columns * (width + spacing) + spacing,
      height: rows * (height + spacing) + spacing)
  }

  /// Returns the sheet with images in row order, each centred in its cell on black; cells without
  /// an image stay empty.
  ///
  /// - Throws: ``MetaError`` if an image cannot be converted.
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
