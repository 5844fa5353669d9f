/// Encodes images as the bytes of PNG files (ISO/IEC 15948), with 8 bits per sample.
///
///     89 "PNG" 0D 0A 1A 0A
///     IHDR  u32 width, u32 height, u8 bits per sample (8), u8 colour type, u8 0, u8 0, u8 0
///     IDAT  zlib stream of { u8 filter, bytes of a row } …                                     IEND
public enum PNGWriter {
  /// The components of each pixel; the raw value is the colour type in `IHDR`.
  public enum Pixels: UInt8, Sendable, Hashable, CaseIterable {
    /// One byte: grey.
    case grey = 0
    /// Three bytes: red, green, blue.
    case rgb = 2
    /// Four bytes: red, green, blue, and alpha (not premultiplied).
    case rgba = 6

    /// The number of bytes per pixel.
    public var bytesPerPixel: Int {
      switch self {
      case .grey: 1
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  /// Encodes an image from its rows, which follow each other without padding; `level` is the
  /// compression level, from 0 to 9.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` for an invalid size, `invalidAttributes` if the
  ///   number of bytes does not match the size.
  public static func image(
    width: Int, height: Int, _ pixels: Pixels, rows: [UInt8], level: Int = 6
  ) throws(MetaError) -> [UInt8] {
    guard width > 0, height > 0, width <= 1 << 20, height <= 1 << 20,
      width * height <= PixelBufferAttributes.maxPixels
    else {
      throw MetaError(.invalidSize, reason: "\(width) × \(height) pixels is not a valid image size")
    }
    let size = width * pixels.bytesPerPixel
    guard rows.count == size * height else {
      throw MetaError(
        .invalidAttributes,
        reason: "\(rows.count) bytes are not \(height) rows of \(size) bytes")
    }
    var header: [UInt8] = []
    BigEndian.append(UInt32(width), to: &header)
    BigEndian.append(UInt32(height), to: &header)
    header += [8, pixels.rawValue, 0, 0, 0]
    let filtered = filtered(rows, size, pixels.bytesPerPixel)
    let data: [UInt8]
    do { data = try Deflate.deflate(filtered, level: level) } catch { throw MetaError(error) }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header)
      + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// Returns a chunk: length of the content, type, content, CRC-32 of type and content.
  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    var bytes: [UInt8] = []
    bytes.reserveCapacity(body.count + 8)
    BigEndian.append(UInt32(clamping: content.count), to: &bytes)
    bytes += body
    BigEndian.append(Checksum.of(body[...]), to: &bytes)
    return bytes
  }

  /// Filters each row with None, Sub or Up, whichever minimises the sum of absolute differences
  /// (ISO/IEC 15948 §12.8).
  private static func filtered(_ rows: [UInt8], _ size: Int, _ step: Int) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(rows.count + rows.count / size)
    var above = [UInt8](repeating: 0, count: size)
    for start in stride(from: 0, to: rows.count, by: size) {
      let row = Array(rows[start..<(start + size)])
      // If a row equals the one above, its third candidate is all zeros.
      let candidates: [(filter: UInt8, bytes: [UInt8])] = [
        (0, row), (1, leftFiltered(row, step)), (2, zip(row, above).map { difference($0, $1) }),
      ]
      let best = candidates.min { distance($0.bytes) < distance($1.bytes) }
      output.append(best?.filter ?? 0)
      output += best?.bytes ?? row
      above = row
    }
    return output
  }

  private static func leftFiltered(_ row: [UInt8], _ step: Int) -> [UInt8] {
    row.indices.map { $0 < step ? row[$0] : difference(row[$0], row[$0 - step]) }
  }

  private static func difference(_ one: UInt8, _ other: UInt8) -> UInt8 {
    one.subtractingReportingOverflow(other).partialValue
  }

  /// Returns the sum of the magnitudes of filtered bytes, taken as signed numbers.
  private static func distance(_ bytes: [UInt8]) -> Int {
    bytes.reduce(0) { $0 + Int(Int8(bitPattern: $1).magnitude) }
  }
}
