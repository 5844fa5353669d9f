/// The header of one FLAC frame, in any container (RFC 9639 §9.1).
///
/// Offset and size of each field in bytes:
///
///     0  2  FFF8, or FFF9 for variable block size          2  1  codes: block size (4 bits), sample rate (4)
///     3  1  channels (4), bits per sample (3), zero (1)    4  …  frame number, or first sample for variable block size
///     …  1 or 2  block size minus 1, for codes 6 and 7    …  1 or 2  sample rate, for codes 12 to 14     …  1  checksum of the header
struct FLACFrame: Sendable, Hashable {
  /// The frame number or, with variable block size, the number of the first sample.
  let number: UInt64
  /// The number of samples per channel.
  let blockSize: UInt64
  /// Whether the stream has variable block size.
  let isVariable: Bool

  /// Block sizes by code; 0 for the reserved code 0, and for codes whose block size is stored after
  /// the frame number.
  private static let blockSizes: [UInt64] =
    [0, 192, 576, 1152, 2304, 4608, 0, 0] + (0..<8).map { 256 << $0 }

  /// Parses a header; nil if the bytes are not a header.
  ///
  /// - Throws: `truncated` when the header is incomplete.
  static func parse(_ bytes: ByteSlice) throws(ParseError) -> FLACFrame? {
    var reader = ByteReader(bytes)
    let (sync, codes, form) = (try reader.u16(), try reader.u8(), try reader.u8())
    guard sync & 0xFFFE == 0xFFF8, codes >> 4 > 0, codes & 15 < 15, form >> 4 < 11, form & 1 == 0,
      let number = try codedNumber(&reader)
    else { return nil }
    var blockSize = blockSizes[Int(codes >> 4)]
    if codes >> 4 == 6 { blockSize = UInt64(try reader.u8()) + 1 }
    if codes >> 4 == 7 { blockSize = UInt64(try reader.u16()) + 1 }
    if codes & 15 >= 12 { try reader.skip(codes & 15 == 12 ? 1 : 2) }
    let size = bytes.count - reader.remaining
    let checksum = try reader.u8()
    guard
      CyclicChecksum.flacHeader.of(bytes.clamped(from: 0, count: size).bytes) == UInt32(checksum)
    else { return nil }
    return FLACFrame(number: number, blockSize: blockSize, isVariable: sync & 1 == 1)
  }

  /// Parses a number of up to 36 bits in the extended UTF-8 coding; nil when it is invalid.
  private static func codedNumber(_ reader: inout ByteReader) throws(ParseError) -> UInt64? {
    let first = try reader.u8()
    let ones = (~first).leadingZeroBitCount
    guard ones != 1, ones < 8 else { return nil }
    var number = UInt64(first & 0x7F >> UInt8(ones))
    for _ in 0..<max(0, ones - 1) {
      let next = try reader.u8()
      guard next & 0xC0 == 0x80 else { return nil }
      number = number << 6 | UInt64(next & 0x3F)
    }
    return number
  }

  /// The maximum size of a header in bytes.
  static let longestHeader = 16

  /// The expected number of the next frame.
  var nextNumber: UInt64 { isVariable ? number + blockSize : number + 1 }
}
