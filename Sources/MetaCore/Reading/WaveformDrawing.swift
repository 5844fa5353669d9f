/// Draws ``WaveformData`` in the style of its properties: as coordinates, as SVG or PNG, or as
/// text.
///
/// In coordinates and images, the loudest bin of a channel reaches half of its height; peaks,
/// averages and RMS are drawn as a filled shape mirrored about the middle, minima and maxima as one
/// vertical line per bin. Text shows only one side, as columns of block characters.
public struct WaveformDrawing: Sendable, Hashable {
  /// The values of a bin that are drawn.
  @nonexhaustive
  public enum Statistic: String, Sendable, Hashable, CaseIterable {
    /// The range from the minimum to the maximum sample.
    case minmax
    /// The maximum absolute value.
    case peak
    /// The mean absolute value.
    case average
    /// The root mean square.
    case rms
    /// Minima and maxima, RMS and averages, overlaid at the same scale.
    case all
  }

  /// The value to draw.
  public var statistic = Statistic.minmax
  /// The width in points.
  public var width = 1800.0
  /// The total height of all channels, in points.
  public var height = 280.0
  /// The colour of the waveform.
  public var color = DrawingColor(red: 0x3A, green: 0x6E, blue: 0xA5)
  /// The background colour.
  public var background = DrawingColor.transparent
  /// The positions of vertical lines, such as chapter starts, as fractions of the width.
  public var marks: [Double] = []

  /// Creates a drawing of minima and maxima.
  public init() {}

  /// Returns the vertical extent of each bin, in points from the top of its channel, which is
  /// `height` high; for ``Statistic/all``, the extent of minima and maxima.
  public func lines(of bins: [WaveformData.Bin], height: Double) -> [ClosedRange<Double>] {
    lines(of: bins, statistic, height: height)
  }

  /// Returns the vertical extent of each bin for one statistic, at the scale of the drawing.
  func lines(
    of bins: [WaveformData.Bin], _ statistic: Statistic, height: Double
  ) -> [ClosedRange<Double>] {
    let loudest = bins.reduce(0) { largest, bin in
      let extent = WaveformDrawing.extent(of: bin, self.statistic)
      return max(largest, abs(extent.low), abs(extent.high))
    }
    let scale = loudest > 0 && loudest.isFinite ? height / 2 / loudest : 0
    return bins.map { bin in
      let extent = WaveformDrawing.extent(of: bin, statistic)
      let top = height / 2 - extent.high * scale
      let bottom = height / 2 - extent.low * scale
      return top.isFinite && bottom.isFinite && top <= bottom
        ? top...bottom : (height / 2)...(height / 2)
    }
  }

  /// Returns the lowest and highest value to draw for a bin.
  private static func extent(
    of bin: WaveformData.Bin, _ statistic: Statistic
  ) -> (low: Double, high: Double) {
    switch statistic {
    case .minmax, .all: (Double(bin.minimum), Double(bin.maximum))
    case .peak: (-Double(bin.peak), Double(bin.peak))
    case .average: (-Double(bin.average), Double(bin.average))
    case .rms: (-Double(bin.rms), Double(bin.rms))
    }
  }

  /// The overlaid statistics, from bottom to top, with their opacities.
  var layers: [(statistic: Statistic, opacity: Double)] {
    statistic == .all ? [(.minmax, 0.4), (.rms, 0.6), (.average, 1)] : [(statistic, 1)]
  }

  /// Returns the corners of a shape, as vertical extents at the middle of each bin; a single bin
  /// spans the whole width.
  func corners(
    of lines: [ClosedRange<Double>]
  ) -> [(x: Double, line: ClosedRange<Double>)] {
    if let only = lines.first, lines.count == 1 { return [(0, only), (width, only)] }
    let step = width / Double(max(1, lines.count))
    return lines.enumerated().map { index, line in ((Double(index) + 0.5) * step, line) }
  }

  // MARK: SVG

  /// Draws a waveform as an SVG document, with the channels one below another.
  public func svg(of waveform: WaveformData) -> String {
    let channels = max(1, waveform.channels.count)
    let each = height / Double(channels)
    var body = ""
    if background.alpha > 0 {
      body += "  <rect width=\"100%\" height=\"100%\" \(paint("fill", background, 1))/>\n"
    }
    for (index, bins) in waveform.channels.enumerated() {
      for (statistic, opacity) in layers {
        let lines = lines(of: bins, statistic, height: each)
        let path = path(of: lines, statistic, top: each * Double(index))
        let style =
          statistic == .minmax
          ? "fill=\"none\" \(paint("stroke", color, opacity))" : paint("fill", color, opacity)
        body += "  <path d=\"\(path)\" \(style)/>\n"
      }
    }
    for mark in marks where mark.isFinite {
      let x = text(mark * width)
      body += "  <line x1=\"\(x)\" y1=\"0\" x2=\"\(x)\" y2=\"\(text(height))\" stroke=\"#888\"/>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(text(width))" height="\(text(height))" \
      viewBox="0 0 \(text(width)) \(text(height))">
      \(body)</svg>

      """
  }

  /// Returns the path data of one channel: a line per bin, or a closed shape.
  private func path(
    of lines: [ClosedRange<Double>], _ statistic: Statistic, top: Double
  ) -> String {
    if statistic == .minmax {
      let step = width / Double(max(1, lines.count))
      return lines.enumerated().map { index, line in
        let x = text((Double(index) + 0.5) * step)
        return "M\(x) \(text(top + line.lowerBound))V\(text(top + line.upperBound))"
      }.joined()
    }
    let places = corners(of: lines)
    let upper = places.map { "\(text($0.x)) \(text(top + $0.line.lowerBound))" }
    let lower = places.reversed().map { "\(text($0.x)) \(text(top + $0.line.upperBound))" }
    return places.isEmpty ? "" : "M" + (upper + lower).joined(separator: "L") + "Z"
  }

  /// Returns the attributes for a colour, with its opacity as a separate attribute, because not
  /// every SVG reader supports colours with eight digits.
  private func paint(_ name: String, _ color: DrawingColor, _ opacity: Double) -> String {
    var opaque = color
    opaque.alpha = 255
    let alpha = Double(color.alpha) / 255 * opacity
    let rest = alpha < 1 ? " \(name)-opacity=\"\(text(alpha))\"" : ""
    return "\(name)=\"\(opaque.css)\"\(rest)"
  }

  /// Formats a number with up to two decimal places.
  private func text(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "0" }
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  // MARK: Text

  /// Draws a waveform with block elements, at most `columns` wide, with one bin or more per column,
  /// and `rows` high per channel; marks are on a line below.
  public func text(of waveform: WaveformData, columns: Int = 80, rows: Int = 8) -> String {
    let rows = max(1, rows)
    let blocks = Array(" ▁▂▃▄▅▆▇█")
    return waveform.channels.map { bins in
      let levels = levels(of: bins, columns: columns)
      return (0..<rows).map { row in
        let line = levels.map { level in
          let filled = level * Double(rows) - Double(rows - 1 - row)
          return blocks[Int(max(0, min(8, (filled * 8).rounded())))]
        }
        return String(line) + "\n"
      }.joined()
    }.joined(separator: "\n") + markLine(max(1, min(columns, waveform.length)))
  }

  /// Returns the line with the marks; empty if there are no marks.
  private func markLine(_ columns: Int) -> String {
    var line = [Character](repeating: " ", count: columns)
    for mark in marks where mark >= 0 && mark < 1 { line[Int(mark * Double(columns))] = "▲" }
    guard let last = line.lastIndex(of: "▲") else { return "" }
    return String(line[...last]) + "\n"
  }

  /// Returns the level of each column for the statistic drawn, relative to the loudest column.
  private func levels(of bins: [WaveformData.Bin], columns: Int) -> [Double] {
    let columns = max(1, min(columns, bins.count))
    guard !bins.isEmpty else { return [] }
    let peaks = (0..<columns).map { column -> Double in
      let start = column * bins.count / columns
      let end = max(start + 1, (column + 1) * bins.count / columns)
      return bins[start..<min(end, bins.count)].reduce(0) { largest, bin in
        let extent = WaveformDrawing.extent(of: bin, statistic)
        return max(largest, extent.high, -extent.low)
      }
    }
    let loudest = peaks.max() ?? 0
    return peaks.map { loudest > 0 && loudest.isFinite ? $0 / loudest : 0 }
  }
}
