/// Reads the orientation (tag 274) from Exif data, and creates Exif data that contains only the
/// orientation, so that a picture is still displayed upright after its private data is removed.
enum ExifTurn {
  private static let orientation: UInt16 = 0x112
  private static let maxEntries = 512

  /// Returns a TIFF file of the same length that contains only the orientation of this one (1 if it
  /// is missing or invalid), padded with zeros; nil if it is too short.
  static func only(of tiff: ByteSlice) -> [UInt8]? {
    let turn = turn(tiff).flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    var writer = ByteWriter(reserving: tiff.count)
    writer.append("MM".utf8)
    writer.u16(42)
    writer.u32(8)
    writer.u16(1)
    writer.u16(orientation)
    writer.u16(3)
    writer.u32(1)
    writer.u16(turn)
    writer.u16(0)
    writer.u32(0)
    guard writer.count <= tiff.count else { return nil }
    return writer.bytes + [UInt8](repeating: 0, count: tiff.count - writer.count)
  }

  /// Returns the orientation in the first directory of the TIFF file that Exif data contains; nil
  /// if it is missing.
  static func turn(_ tiff: ByteSlice) -> UInt16? {
    let isBig = tiff.starts(with: "MM".utf8)
    guard isBig || tiff.starts(with: "II".utf8) else { return nil }
    func number(_ offset: Int, _ width: Int) -> Int? {
      let number =
        isBig
        ? tiff.bigEndian(at: offset, width: width) : tiff.littleEndian(at: offset, width: width)
      return number.map { Int($0) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for index in 0..<min(count, maxEntries) {
      let entry = directory + 2 + index * 12
      if number(entry, 2) == Int(orientation) {
        return number(entry + 8, 2).flatMap { UInt16(exactly: $0) }
      }
    }
    return nil
  }
}
