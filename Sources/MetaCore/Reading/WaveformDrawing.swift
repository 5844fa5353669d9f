/// Draws a waveform: as numbers for a width and a height, as SVG, or with letters.
///
/// The loudest bin reaches half of the height. Peaks, averages and RMS are a filled shape that is mirrored at the middle; minima and maxima
/// are a vertical line for each bin.
public struct WaveformDrawing: Sendable, Hashable {
  /// What of each bin is drawn.
  public enum Statistic: String, Sendable, Hashable, CaseIterable {
    /// From the smallest sample to the largest.
    case minmax
    /// The largest distance from zero.
    case peak
    /// The average distance from zero.
    case average
    /// The root of the average square.
    case rms
  }

  /// What is drawn.
  public var statistic = Statistic.minmax
  /// The width in points.
  public var width = 1800.0
  /// The height in points, of all channels together.
  public var height = 280.0
  /// The colour of the shape, as SVG writes it.
  public var color = "#3a6ea5"
  /// Moments that get a vertical line, in parts of the width: chapters.
  public var marks: [Double] = []

  /// A drawing of minima and maxima.
  public init() {}

  /// From where to where each bin is drawn, in points from the top of its channel, which is `height` high.
  public func lines(of bins: [WaveformData.Bin], height: Double) -> [ClosedRange<Double>] {
    let values = bins.map { bin -> (low: Double, high: Double) in
      switch statistic {
      case .minmax: (Double(bin.minimum), Double(bin.maximum))
      case .peak: (-Double(bin.peak), Double(bin.peak))
      case .average: (-Double(bin.average), Double(bin.average))
      case .rms: (-Double(bin.rms), Double(bin.rms))
      }
    }
    let loudest = values.reduce(0) { max($0, abs($1.low), abs($1.high)) }
    let scale = loudest > 0 && loudest.isFinite ? height / 2 / loudest : 0
    return values.map { value in
      let top = height / 2 - value.high * scale
      let bottom = height / 2 - value.low * scale
      return top.isFinite && bottom.isFinite && top <= bottom
        ? top...bottom : (height / 2)...(height / 2)
    }
  }

  // MARK: SVG

  /// The drawing as an SVG document, the channels below each other.
  public func svg(of waveform: WaveformData) -> String {
    let channels = max(1, waveform.channels.count)
    let each = height / Double(channels)
    var body = ""
    for (index, bins) in waveform.channels.enumerated() {
      let path = path(of: lines(of: bins, height: each), top: each * Double(index))
      let style =
        statistic == .minmax
        ? "fill=\"none\" stroke=\"\(escapedColor)\"" : "fill=\"\(escapedColor)\""
      body += "  <path d=\"\(path)\" \(style)/>\n"
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

  private func path(of lines: [ClosedRange<Double>], top: Double) -> String {
    let step = width / Double(max(1, lines.count))
    if statistic == .minmax {
      return lines.enumerated().map { index, line in
        let x = text((Double(index) + 0.5) * step)
        return "M\(x) \(text(top + line.lowerBound))V\(text(top + line.upperBound))"
      }.joined()
    }
    let places = lines.enumerated().map { index, line in
      (x: text((Double(index) + 0.5) * step), line: line)
    }
    let upper = places.map { "\($0.x) \(text(top + $0.line.lowerBound))" }
    let lower = places.reversed().map { "\($0.x) \(text(top + $0.line.upperBound))" }
    return "M" + (upper + lower).joined(separator: "L") + "Z"
  }

  private var escapedColor: String {
    color.filter { $0.isLetter || $0.isNumber || "#(),.% ".contains($0) }
  }

  /// A number with two digits after the point.
  private func text(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "0" }
    let hundredths = Int((number * 100).rounded())
    let (whole, rest) = (hundredths.magnitude / 100, hundredths.magnitude % 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }

  // MARK: Letters

  /// The drawing with block elements, `columns` wide and `rows` high for each channel.
  public func text(of waveform: WaveformData, columns: Int = 80, rows: Int = 8) -> String {
    let rows = max(1, rows)
    let blocks = Array(" ▁▂▃▄▅▆▇█")
    return waveform.channels.map { bins in
      let levels = WaveformDrawing.levels(of: bins, columns: columns)
      return (0..<rows).map { row in
        let line = levels.map { level in
          let filled = level * Double(rows) - Double(rows - 1 - row)
          return blocks[Int(max(0, min(8, (filled * 8).rounded())))]
        }
        return String(line) + "\n"
      }.joined()
    }.joined(separator: "\n")
  }

  /// How loud each column is, the loudest 1.
  private static func levels(of bins: [WaveformData.Bin], columns: Int) -> [Double] {
    let columns = max(1, min(columns, bins.count))
    guard !bins.isEmpty else { return [] }
    let peaks = (0..<columns).map { column -> Double in
      let start = column * bins.count / columns
      let end = max(start + 1, (column + 1) * bins.count / columns)
      return bins[start..<min(end, bins.count)].reduce(0) { max($0, Double($1.peak)) }
    }
    let loudest = peaks.max() ?? 0
    return peaks.map { loudest > 0 && loudest.isFinite ? $0 / loudest : 0 }
  }
}
