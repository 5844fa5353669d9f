/// A layout of pixels, by CoreVideo's four-byte code; layouts that CoreVideo has no code for have
/// one of FFmpeg's or our own.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
  /// The code.
  public let rawValue: UInt32

  /// Makes a layout of its code, known or not.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Blue, green, red, alpha: 8 bits each.
  public static let bgra = PixelFormat(rawValue: 0x4247_5241)
  /// Red, green, blue, alpha: 8 bits each.
  public static let rgba = PixelFormat(rawValue: 0x5247_4241)
  /// Alpha, red, green, blue: 8 bits each.
  public static let argb = PixelFormat(rawValue: 0x20)
  /// Red, green, blue: 8 bits each.
  public static let rgb24 = PixelFormat(rawValue: 0x18)
  /// Grey of 8 bits.
  public static let oneComponent8 = PixelFormat(rawValue: 0x4C30_3038)
  /// Luma, and chroma of a quarter as many pairs, in video range (`420v`).
  public static let yCbCr420VideoRange = PixelFormat(rawValue: 0x3432_3076)
  /// Luma, and chroma of a quarter as many pairs, in full range (`420f`).
  public static let yCbCr420FullRange = PixelFormat(rawValue: 0x3432_3066)
  /// Three planes, chroma of a quarter as many values, in video range (`y420`).
  public static let yCbCr420Planar = PixelFormat(rawValue: 0x7934_3230)
  /// Luma, and chroma of half as many pairs, in video range (`422v`).
  public static let yCbCr422VideoRange = PixelFormat(rawValue: 0x3432_3276)
  /// As `420v`, with 10 bits in the upper part of 16 (`x420`).
  public static let yCbCr420VideoRange10 = PixelFormat(rawValue: 0x7834_3230)
  /// Red, green, blue, alpha: 16 bits each, the low byte first (`l64r`).
  public static let rgba64 = PixelFormat(rawValue: 0x6C36_3472)

  /// Every layout that is known, those of CoreVideo first.
  public static let all: [PixelFormat] = table.order

  // MARK: Facts

  /// One plane of a layout.
  struct Plane: Sendable, Hashable {
    /// How many pixels one block has from left to right; 0 of a palette.
    let blockWidth: Int
    /// How many rows of pixels one row of the plane stands for.
    let rowsOfPixels: Int
    /// How many bits one block has; of a palette, all of it.
    let bits: Int

    /// How many bytes a row has, and how many rows there are, of a picture so large.
    func size(width: Int, height: Int) -> (bytesPerRow: Int, rows: Int) {
      guard blockWidth > 0 else { return (bits / 8, 1) }
      let blocks = (width + blockWidth - 1) / blockWidth
      return ((blocks * bits + 7) / 8, (height + rowsOfPixels - 1) / rowsOfPixels)
    }
  }

  struct Row: Sendable {
    let name: String?
    let planes: [Plane]
    let bitsPerComponent: Int
    let libavName: String?
    let isFullRange: Bool
  }

  private struct Table: Sendable {
    var order: [PixelFormat] = []
    var rows: [PixelFormat: Row] = [:]
    var libav: [String: PixelFormat] = [:]
    var fullRange: [String: PixelFormat] = [:]
  }

  private static let table: Table = {
    var table = Table()
    for line in rows.split(separator: "\n") {
      let columns = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      guard columns.count == 6, let code = UInt32(columns[0], radix: 16) else { continue }
      let planes = columns[2].split(separator: ",").compactMap { plane -> Plane? in
        let numbers = plane.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        return Plane(blockWidth: numbers[0], rowsOfPixels: numbers[1], bits: numbers[2])
      }
      let format = PixelFormat(rawValue: code)
      let libav = columns[4].isEmpty ? nil : columns[4]
      table.order.append(format)
      table.rows[format] = Row(
        name: columns[1].isEmpty ? nil : columns[1], planes: planes,
        bitsPerComponent: Int(columns[3]) ?? 0, libavName: libav, isFullRange: columns[5] == "full")
      if let libav, table.libav[libav] == nil { table.libav[libav] = format }
      if let libav, columns[5] == "full" { table.fullRange[libav] = format }
    }
    return table
  }()

  var row: Row? { PixelFormat.table.rows[self] }

  /// CoreVideo's name without `kCVPixelFormatType_`: `32BGRA`; nil where it has none.
  public var name: String? { row?.name }

  /// How many planes it has; 0 of a layout that is not known.
  public var planeCount: Int { row?.planes.count ?? 0 }

  /// How many bits one component has; nil of a layout that is not known.
  public var bitsPerComponent: Int? { row?.bitsPerComponent }

  /// Whether luma and chroma use the full range of values.
  public var isFullRange: Bool { row?.isFullRange ?? false }

  /// Whether pixels have alpha.
  package var hasAlpha: Bool {
    guard let name = libavName else { return false }
    return ["rgba", "bgra", "argb", "abgr"].contains { name.hasPrefix($0) } || name == "pal8"
      || ["yuva", "gbrap", "ya8", "ya16", "ayuv", "vuya"].contains { name.hasPrefix($0) }
  }

  /// libavutil's name: `nv12`; nil where that has no such layout.
  public var libavName: String? { row?.libavName }

  /// The layout that libavutil calls by this name; the one of video range where there are two.
  public init?(libavName: String) {
    guard let format = PixelFormat.table.libav[libavName] else { return nil }
    self = format
  }

  /// The layout that libavutil calls by this name, of the range of values that is used.
  package init?(libavName: String, isFullRange: Bool) {
    if isFullRange, let format = PixelFormat.table.fullRange[libavName] {
      self = format
    } else {
      self.init(libavName: libavName)
    }
  }

  /// The layout by its four characters, CoreVideo's name or libavutil's name.
  public init?(named text: String) {
    if let format = PixelFormat(libavName: text) {
      self = format
      return
    }
    let named = PixelFormat.all.first { $0.name == text || $0.description == text }
    guard let named else { return nil }
    self = named
  }
}

extension PixelFormat: CustomStringConvertible {
  /// The four characters of the code where all can be printed: `420v`; else the code in hexadecimal
  /// digits.
  public var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return "0x" + String(rawValue, radix: 16)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
