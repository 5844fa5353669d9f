extension WaveformDrawing {
  /// Draws a waveform as a PNG image with one pixel per point, with the channels one below another.
  ///
  /// Edges are anti-aliased. Silence is drawn as a line one pixel high.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` for an invalid width or height.
  public func png(of waveform: WaveformData) throws(MetaError) -> [UInt8] {
    guard width.isFinite, height.isFinite, (1...1e6).contains(width), (1...1e6).contains(height),
      width * height <= Double(PixelBufferAttributes.maxPixels)
    else {
      throw MetaError(.invalidSize, reason: "\(width) × \(height) pixels is not a valid image size")
    }
    var canvas = Canvas(width: Int(width.rounded()), height: Int(height.rounded()), background)
    let each = height / Double(max(1, waveform.channels.count))
    for (index, bins) in waveform.channels.enumerated() {
      for (statistic, opacity) in layers {
        let lines = lines(of: bins, statistic, height: each)
        let top = each * Double(index)
        if statistic == .minmax {
          draw(lines, top, opacity, on: &canvas)
        } else {
          fill(corners(of: lines), top, opacity, on: &canvas)
        }
      }
    }
    let gray = DrawingColor(red: 0x88, green: 0x88, blue: 0x88)
    for mark in marks where mark >= 0 && mark <= 1 {
      for column in canvas.columns(around: mark * width) {
        canvas.paint(column.x, canvas.coverage([0...height], share: column.share), gray)
      }
    }
    let pixels: PNGWriter.Pixels = background.alpha == 255 ? .rgb : .rgba
    return try PNGWriter.image(
      width: canvas.width, height: canvas.height, pixels, rows: canvas.bytes(pixels))
  }

  /// Draws a vertical line per bin, one pixel wide; the coverages of lines that share a pixel are
  /// added.
  private func draw(
    _ lines: [ClosedRange<Double>], _ top: Double, _ opacity: Double, on canvas: inout Canvas
  ) {
    let step = width / Double(max(1, lines.count))
    var open: [Int: [Double]] = [:]
    for (index, line) in lines.enumerated() {
      let columns = canvas.columns(around: (Double(index) + 0.5) * step)
      for column in columns {
        let new = canvas.coverage([visible(line, top)], share: column.share)
        if let old = open[column.x] {
          open[column.x] = zip(old, new).map { min(1, $0 + $1) }
        } else {
          open[column.x] = new
        }
      }
      // Later lines do not reach the columns to their left.
      for x in open.keys where x < (columns.first?.x ?? 0) {
        if let coverage = open.removeValue(forKey: x) { canvas.paint(x, coverage, color, opacity) }
      }
    }
    for (x, coverage) in open { canvas.paint(x, coverage, color, opacity) }
  }

  /// The number of horizontal sampling positions per pixel when filling a shape.
  private static let samples = 8

  /// Fills the shape between the upper and lower ends of the lines at the corners.
  private func fill(
    _ corners: [(x: Double, line: ClosedRange<Double>)], _ top: Double, _ opacity: Double,
    on canvas: inout Canvas
  ) {
    guard corners.count > 1 else { return }
    var corner = 0
    for x in 0..<canvas.width {
      var rows: [ClosedRange<Double>] = []
      for sample in 0..<WaveformDrawing.samples {
        let position = Double(x) + (Double(sample) + 0.5) / Double(WaveformDrawing.samples)
        while corner + 2 < corners.count, corners[corner + 1].x <= position { corner += 1 }
        let (one, other) = (corners[corner], corners[corner + 1])
        guard position >= one.x, position <= other.x, other.x > one.x else { continue }
        let part = (position - one.x) / (other.x - one.x)
        let upper = one.line.lowerBound + (other.line.lowerBound - one.line.lowerBound) * part
        let lower = one.line.upperBound + (other.line.upperBound - one.line.upperBound) * part
        rows.append(visible(min(upper, lower)...max(upper, lower), top))
      }
      let share = 1 / Double(WaveformDrawing.samples)
      canvas.paint(x, canvas.coverage(rows, share: share), color, opacity)
    }
  }

  /// Returns the range of rows that a line covers, at least one pixel high.
  private func visible(_ line: ClosedRange<Double>, _ top: Double) -> ClosedRange<Double> {
    let missing = max(0, 1 - (line.upperBound - line.lowerBound)) / 2
    return (top + line.lowerBound - missing)...(top + line.upperBound + missing)
  }
}

/// An image in memory that is painted column by column, with anti-aliasing.
private struct Canvas {
  /// A column of pixels with the fraction of its width that a vertical line covers.
  struct Column {
    let x: Int
    /// The covered fraction of the column's width.
    let share: Double
  }

  let width: Int
  let height: Int
  private var pixels: [DrawingColor]

  init(width: Int, height: Int, _ color: DrawingColor) {
    self.width = width
    self.height = height
    pixels = [DrawingColor](repeating: color, count: width * height)
  }

  /// Returns the columns covered by a vertical line one pixel wide.
  func columns(around x: Double) -> [Column] {
    let left = x - 0.5
    let first = Int(left.rounded(.down))
    let share = left - Double(first)
    return [Column(x: first, share: 1 - share), Column(x: first + 1, share: share)]
      .filter { (0..<width).contains($0.x) && $0.share > 0 }
  }

  /// Returns the coverage of each pixel in a column by ranges of rows, each of which covers the
  /// fraction `share` of the column's width.
  func coverage(_ ranges: [ClosedRange<Double>], share: Double) -> [Double] {
    var coverage = [Double](repeating: 0, count: height)
    for range in ranges {
      let (top, bottom) = (max(0, range.lowerBound), min(Double(height), range.upperBound))
      guard top < bottom else { continue }
      for row in Int(top)..<min(height, Int(bottom.rounded(.up))) {
        let part = min(bottom, Double(row + 1)) - max(top, Double(row))
        coverage[row] += max(0, part) * share
      }
    }
    return coverage
  }

  /// Paints a column with a colour according to its coverage.
  mutating func paint(
    _ x: Int, _ coverage: [Double], _ color: DrawingColor, _ opacity: Double = 1
  ) {
    guard (0..<width).contains(x) else { return }
    for (row, part) in coverage.enumerated() where part > 0 && row < height {
      let index = row * width + x
      pixels[index] = color.over(pixels[index], coverage: min(1, part) * opacity)
    }
  }

  /// Returns the pixels in row order, with the components of a PNG image.
  func bytes(_ form: PNGWriter.Pixels) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.count * form.bytesPerPixel)
    for pixel in pixels {
      bytes.append(pixel.red)
      bytes.append(pixel.green)
      bytes.append(pixel.blue)
      if form == .rgba { bytes.append(pixel.alpha) }
    }
    return bytes
  }
}
