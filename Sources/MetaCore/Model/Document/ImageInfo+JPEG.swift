/// Support for JPEG, in which the size follows other segments, and for TIFF, in which the size is
/// in a directory at any offset.
extension ImageInfo {
  /// Inspects JPEG: segments of FF, marker, length (2, itself included), body; a frame header is
  /// precision (1), height (2), width (2).
  ///
  /// ITU-T T.81 §B.2.2. Data after the start of the scan, or after 512 segments, is not read.
  static func jpeg(_ image: inout ImageBytes) -> ImageInfo {
    let info = ImageInfo(mime: "image/jpeg")
    var offset: Int64 = 2
    for _ in 0..<512 {
      let segment = image.read(at: offset, upTo: 9)
      guard segment[0] == 0xFF, let marker = segment[1] else { return info }
      switch marker {
      case 0xFF: offset += 1
      case 0x01, 0xD0...0xD8: offset += 2
      case 0xD9, 0xDA: return info
      default:
        if isFrameHeader(marker) {
          return info.sized(
            segment.bigEndian(at: 7, width: 2), segment.bigEndian(at: 5, width: 2),
            bitDepth: segment[4].map { Int($0) })
        }
        guard let length = segment.bigEndian(at: 2, width: 2), length >= 2 else { return info }
        offset += 2 + Int64(length)
      }
    }
    return info
  }

  /// Whether a marker is one of SOF0 to SOF15, except DHT, JPG and DAC, whose codes are in the same
  /// range.
  private static func isFrameHeader(_ marker: UInt8) -> Bool {
    marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  /// Inspects TIFF: byte order (2), 42 (2), offset of the directory (4); there, a count (2) and
  /// entries of 12 bytes.
  ///
  /// An entry is tag (2), type (2), count (4), value (4). TIFF 6.0 §2; 256 is the width, 257 the
  /// height, 258 the bits. Only the first 300 entries of the first directory are read.
  static func tiff(_ image: inout ImageBytes, isLittle: Bool) -> ImageInfo {
    func number(_ bytes: ByteSlice, _ index: Int, _ width: Int) -> UInt32? {
      isLittle
        ? bytes.littleEndian(at: index, width: width) : bytes.bigEndian(at: index, width: width)
    }
    let info = ImageInfo(mime: "image/tiff")
    guard let directory = number(image.read(at: 4, upTo: 4), 0, 4),
      let count = number(image.read(at: Int64(directory), upTo: 2), 0, 2)
    else { return info }
    let entries = image.read(at: Int64(directory) + 2, upTo: min(Int(count), 300) * 12)
    var values: [UInt32: UInt32] = [:]
    for index in 0..<(entries.count / 12) {
      let entry = entries.clamped(from: index * 12, count: 12)
      guard let tag = number(entry, 0, 2), tag >= 256, tag <= 258 else { continue }
      // Type 3 is a two-byte number. If there are several values (such as the bits of three
      // colours), the entry usually contains an offset, and is ignored.
      let isShort = number(entry, 2, 2) == 3
      guard number(entry, 4, 4) == 1 else { continue }
      values[tag] = number(entry, 8, isShort ? 2 : 4)
    }
    return info.sized(values[256], values[257], bitDepth: values[258].map { Int($0) })
  }
}
