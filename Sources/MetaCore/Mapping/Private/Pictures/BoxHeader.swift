/// The header of a box in JUMBF (ISO/IEC 19566-5 §5) and in images that consist of boxes (JPEG
/// 2000, JPEG XL, HEIF).
///
/// The first two numbers are the offset and size in bytes.
///
///     0  4  size, or 1 with a 64-bit size at 8, or 0 for all remaining bytes     4  4  type
struct BoxHeader {
  let type: FourCC
  /// The size of header and content.
  let size: Int64
  let headerSize: Int

  /// The maximum size of a header in bytes.
  static let longest = 16

  /// Parses the header of a box with at most `available` bytes; nil if the box does not fit.
  init?(_ bytes: ByteSlice, room available: Int64) {
    var reader = ByteReader(bytes)
    guard let short = try? reader.u32(), let type = try? reader.fourCC() else { return nil }
    self.type = type
    var (size, headerSize) = (short == 0 ? available : Int64(short), 8)
    if short == 1 {
      guard let wide = try? reader.u64() else { return nil }
      (size, headerSize) = (Int64(clamping: wide), 16)
    }
    guard size >= headerSize, size <= available else { return nil }
    (self.size, self.headerSize) = (size, headerSize)
  }
}
