/// A pixel format, identified by Core Video's four-character code; if Core Video has no code for
/// it, FFmpeg's code or our own is used.
public struct PixelFormat: RawRepresentable, Sendable, Hashable {
  /// The four-character code.
  public let rawValue: UInt32

  /// Creates a pixel format from a code, known or unknown.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// 8-bit blue, green, red, alpha.
  public static let bgra = PixelFormat(rawValue: 0x4247_5241)
  /// 8-bit red, green, blue, alpha.
  public static let rgba = PixelFormat(rawValue: 0x5247_4241)
  /// 8-bit alpha, red, green, blue.
  public static let argb = PixelFormat(rawValue: 0x20)
  /// 8-bit red, green, blue.
  public static let rgb24 = PixelFormat(rawValue: 0x18)
  /// 8-bit grey.
  public static let oneComponent8 = PixelFormat(rawValue: 0x4C30_3038)
  /// Bi-planar 8-bit Y′CbCr 4:2:0, video range (`420v`).
  public static let yCbCr420VideoRange = PixelFormat(rawValue: 0x3432_3076)
  /// Bi-planar 8-bit Y′CbCr 4:2:0, full range (`420f`).
  public static let yCbCr420FullRange = PixelFormat(rawValue: 0x3432_3066)
  /// Planar 8-bit Y′CbCr 4:2:0, video range (`y420`).
  public static let yCbCr420Planar = PixelFormat(rawValue: 0x7934_3230)
  /// Bi-planar 8-bit Y′CbCr 4:2:2, video range (`422v`).
  public static let yCbCr422VideoRange = PixelFormat(rawValue: 0x3432_3276)
  /// Bi-planar 10-bit Y′CbCr 4:2:0, in the upper bits of 16, video range (`x420`).
  public static let yCbCr420VideoRange10 = PixelFormat(rawValue: 0x7834_3230)
  /// 16-bit little-endian red, green, blue, alpha (`l64r`).
  public static let rgba64 = PixelFormat(rawValue: 0x6C36_3472)

  /// All known pixel formats, Core Video's first.
  public static let all: [PixelFormat] = table.order

  // MARK: Properties

  /// The layout of one plane of a pixel format, which consists of blocks of one or more pixels.
  struct Plane: Sendable, Hashable {
    /// The number of pixels across one block; 0 for a palette.
    let blockWidth: Int
    /// The number of pixel rows per row of the plane.
    let rowsOfPixels: Int
    /// The number of bits per block; for a palette, its total size.
    let bits: Int

    /// Returns the bytes per row and the number of rows for an image of the given size.
    func size(width: Int, height: Int) -> (bytesPerRow: Int, rows: Int) {
      guard blockWidth > 0 else { return (bits / 8, 1) }
      let blocks = (width + blockWidth - 1) / blockWidth
      return ((blocks * bits + 7) / 8, (height + rowsOfPixels - 1) / rowsOfPixels)
    }
  }

  /// The properties of one pixel format, a line of ``rows``.
  struct Row: Sendable {
    let name: String?
    let planes: [Plane]
    let bitsPerComponent: Int
    let libavName: String?
    let isFullRange: Bool
  }

  /// The pixel formats in ``rows``, in order, with their properties, and the formats by libavutil's
  /// name: the first one with that name, and the one with full range.
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

  /// Core Video's name without `kCVPixelFormatType_`, such as `32BGRA`; nil if it has no name for
  /// it.
  public var name: String? { row?.name }

  /// The number of planes; 0 for an unknown format.
  public var planeCount: Int { row?.planes.count ?? 0 }

  /// The number of bits per component; nil for an unknown format.
  public var bitsPerComponent: Int? { row?.bitsPerComponent }

  /// Whether luma and chroma use the full range.
  public var isFullRange: Bool { row?.isFullRange ?? false }

  /// Whether pixels have an alpha component; false for formats that libavutil does not have.
  package var hasAlpha: Bool {
    guard let name = libavName else { return false }
    return ["rgba", "bgra", "argb", "abgr"].contains { name.hasPrefix($0) } || name == "pal8"
      || ["yuva", "gbrap", "ya8", "ya16", "ayuv", "vuya"].contains { name.hasPrefix($0) }
  }

  /// libavutil's name, such as `nv12`; nil if libavutil does not have the format.
  public var libavName: String? { row?.libavName }

  /// Creates the pixel format with the given libavutil name; if there are two, the video-range one.
  public init?(libavName: String) {
    guard let format = PixelFormat.table.libav[libavName] else { return nil }
    self = format
  }

  /// Creates the pixel format with the given libavutil name and, if it exists, the given range.
  package init?(libavName: String, isFullRange: Bool) {
    if isFullRange, let format = PixelFormat.table.fullRange[libavName] {
      self = format
    } else {
      self.init(libavName: libavName)
    }
  }

  /// Creates a pixel format from libavutil's name, Core Video's name or its four characters; nil
  /// for an unknown name.
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
  /// The four characters of the code, such as `420v`, if all are printable; otherwise the code in
  /// hexadecimal.
  public var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> UInt32($0)) }
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else {
      return "0x" + String(rawValue, radix: 16)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
