/// The header of a box as JUMBF (ISO/IEC 19566-5 §5) and pictures have it.
///
///     0  4  size, or 1 and then 8 bytes of it at 8, or 0 for all that is left     4  4  type
struct BoxHeader {
  let type: FourCC
  /// The size of header and content.
  let size: Int64
  let headerSize: Int

  /// How many bytes it has at most.
  static let longest = 16

  /// Reads the header of a box that has `room`; nil where it does not fit.
  init?(_ bytes: ByteSlice, room: Int64) {
    var reader = ByteReader(bytes)
    guard let short = try? reader.u32(), let type = try? reader.fourCC() else { return nil }
    self.type = type
    var (size, headerSize) = (short == 0 ? room : Int64(short), 8)
    if short == 1 {
      guard let wide = try? reader.u64() else { return nil }
      (size, headerSize) = (Int64(clamping: wide), 16)
    }
    guard size >= headerSize, size <= room else { return nil }
    (self.size, self.headerSize) = (size, headerSize)
  }
}
