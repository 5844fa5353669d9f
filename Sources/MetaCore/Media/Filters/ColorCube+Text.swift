/// Colour lookup tables as text (Adobe "Cube LUT Specification" 1.0).
extension ColorCube {
  /// Parses a `.cube` file.
  ///
  /// - Throws: ``MetaError``: `unsupported` for a one-dimensional table or a domain other than 0 to
  ///   1, `malformed` for invalid text, with the line number, and for an incomplete table.
  public init(text: String) throws(MetaError) {
    var parser = CubeParser()
    for (number, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      try parser.add(line, number: number + 1)
    }
    self = try parser.finished()
  }

  /// The text of a `.cube` file, with six decimal places.
  public var text: String {
    var lines: [String] = []
    if !title.isEmpty { lines.append("TITLE \"\(title)\"") }
    lines.append("LUT_3D_SIZE \(size)")
    for point in points {
      lines.append([point.x, point.y, point.z].map(ColorCube.text).joined(separator: " "))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Formats a number with six decimal places.
  private static func text(_ value: Float) -> String {
    let millionths = (Double(value) * 1e6).rounded()
    guard let number = Int64(exactly: millionths) else { return "0.000000" }
    let (whole, part) = number.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(part)
    return (number < 0 ? "-" : "") + "\(whole)."
      + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

/// Parses a `.cube` file, which contains a colour lookup table as text, into a ``ColorCube``;
/// keywords come first, followed by one colour per line.
private struct CubeParser {
  private var title = ""
  private var size: Int?
  private var minimum = SIMD3<Float>(repeating: 0)
  private var maximum = SIMD3<Float>(repeating: 1)
  private var points: [SIMD4<Float>] = []

  /// The maximum length of a line, in bytes.
  private static let longest = 4096

  /// Adds a line: a keyword with its value, a colour, a comment or nothing.
  mutating func add(_ line: Substring, number: Int) throws(MetaError) {
    guard line.utf8.count <= CubeParser.longest else {
      throw error("longer than \(CubeParser.longest) bytes", number)
    }
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let first = words.first, !first.hasPrefix("#") else { return }
    switch first {
    case "TITLE": title = String(line.split(separator: "\"").dropFirst().first ?? "")
    case "LUT_3D_SIZE":
      guard words.count == 2, let size = Int(words[1]), ColorCube.sizes.contains(size) else {
        throw error("LUT_3D_SIZE is not a number from 2 to 256", number)
      }
      self.size = size
    case "LUT_1D_SIZE":
      throw MetaError(
        .unsupported, reason: "line \(number): one-dimensional tables are not supported")
    case "DOMAIN_MIN": minimum = try vector(words.dropFirst(), number)
    case "DOMAIN_MAX": maximum = try vector(words.dropFirst(), number)
    default: try add(words[...], number)
    }
  }

  private mutating func add(_ words: ArraySlice<Substring>, _ number: Int) throws(MetaError) {
    guard let size else { throw error("a colour appears before LUT_3D_SIZE", number) }
    guard points.count < size * size * size else {
      throw error("there are more colours than LUT_3D_SIZE specifies", number)
    }
    points.append(SIMD4(try vector(words, number), 0))
  }

  private func vector(
    _ words: ArraySlice<Substring>, _ number: Int
  ) throws(MetaError) -> SIMD3<Float> {
    let values = words.compactMap { Float($0) }
    guard words.count == 3, values.count == 3, values.allSatisfy(\.isFinite) else {
      throw error("“\(words.joined(separator: " ").prefix(40))” is not three numbers", number)
    }
    return SIMD3(values[0], values[1], values[2])
  }

  /// Returns the table, after checking that it is complete.
  func finished() throws(MetaError) -> ColorCube {
    guard let size else {
      throw MetaError(.malformed, reason: "not a colour lookup table: LUT_3D_SIZE is missing")
    }
    let count = size * size * size
    guard points.count == count else {
      throw MetaError(.malformed, reason: "\(points.count) colours instead of \(count)")
    }
    guard minimum == SIMD3(repeating: 0), maximum == SIMD3(repeating: 1) else {
      throw MetaError(
        .unsupported, reason: "tables with a domain other than 0 to 1 are not supported")
    }
    return ColorCube(title: title, size: size, points: points)
  }

  private func error(_ what: String, _ number: Int) -> MetaError {
    MetaError(.malformed, reason: "line \(number): \(what)")
  }
}
