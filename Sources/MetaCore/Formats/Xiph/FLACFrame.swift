/// The header of a frame (RFC 9639 §9.1).
///
///     0  2  FFF8, or FFF9 where blocks differ in size      2  1  codes: block size (4 bits), sample rate (4)
///     3  1  channels (4), bits per sample (3), zero (1)    4  …  number of the frame, of its first sample where blocks differ in size
///     …  1 or 2  block size less 1, for codes 6 and 7     …  1 or 2  sample rate, for codes 12 to 14     …  1  checksum of all before
struct FLACFrame: Sendable, Hashable {
  private let number: UInt64
  private let blockSize: UInt64
  private let isVariable: Bool

  /// Block sizes by their codes; 0 for those that stand behind the number.
  private static let blockSizes: [UInt64] =
    [0, 192, 576, 1152, 2304, 4608, 0, 0] + (0..<8).map { 256 << $0 }

  /// Reads a header; nil where none begins.
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
    guard FLACChecksum.header.of(bytes.clamped(from: 0, count: size).bytes) == UInt16(checksum)
    else { return nil }
    return FLACFrame(number: number, blockSize: blockSize, isVariable: sync & 1 == 1)
  }

  /// A number as UTF-8 has them, of up to 36 bits; nil where none stands.
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

  /// How many samples there are up to its end, where blocks have this size.
  func end(blockSize usual: UInt16) -> UInt64 {
    (isVariable ? number : number * UInt64(usual)) + blockSize
  }
}

/// The checksums of frames: the remainder of the bits by a polynomial, the highest first.
struct FLACChecksum: Sendable {
  /// Eight bits, of headers.
  static let header = FLACChecksum(polynomial: 0x07, bits: 8)
  /// Sixteen bits, of whole frames.
  static let frame = FLACChecksum(polynomial: 0x8005, bits: 16)

  private let table: [UInt16]
  private let bits: UInt16

  private init(polynomial: UInt16, bits: UInt16) {
    self.bits = bits
    let top: UInt16 = 1 << (bits - 1)
    let all: UInt16 = .max >> (16 - bits)
    table = (0..<256).map { (byte: UInt16) in
      (0..<8).reduce(byte << (bits - 8)) { sum, _ in
        (sum << 1 ^ (sum & top == 0 ? 0 : polynomial)) & all
      }
    }
  }

  /// The checksum of bytes.
  func of(_ bytes: ArraySlice<UInt8>) -> UInt16 {
    bytes.reduce(0) { sum, byte in
      table[Int(sum >> (bits - 8) ^ UInt16(byte)) & 255] ^ (bits > 8 ? sum << 8 : 0)
    }
  }
}

extension FLACLayout {
  /// How far back a last frame is looked for where the file does not say how large frames are.
  private static let usualReach: Int64 = 1 << 18

  /// Looks whether a whole frame ends where the sound ends, and whether it is the last one.
  func checkEnd(in window: SourceWindow, log: inout DiagnosticLog) throws(ParseError) {
    guard let block = blocks.first, block.kind == .streamInfo else { return }
    let info = try FLACStreamInfo.parse(
      try window.bytes(at: block.contentOffset, upTo: FLACStreamInfo.size))
    guard let count = info.sampleCount else { return }
    let path = StructurePath(["fLaC", "frames"])
    guard let frame = try lastFrame(in: window, upTo: Int64(info.largestFrame)) else {
      return log.note(
        "truncated", path, at: frames.upperBound, "the sound does not end with a whole frame")
    }
    let end = frame.end(blockSize: info.blockSize)
    guard end < count else { return }
    log.note("truncated", path, at: frames.upperBound, "\(end) of \(count) samples are there")
  }

  private func lastFrame(
    in window: SourceWindow, upTo size: Int64
  ) throws(ParseError) -> FLACFrame? {
    let reach = max(size, FLACLayout.usualReach)
    let start = max(frames.lowerBound, frames.upperBound - reach)
    let bytes = try window.bytes(at: start, upTo: Int(frames.upperBound - start))
    guard let stored = bytes.bigEndian(at: bytes.count - 2, width: 2) else { return nil }
    for index in (0..<bytes.count).reversed() where bytes[index] == 0xFF {
      let frame = bytes.clamped(from: index)
      guard let header = try? FLACFrame.parse(frame), frame.count > 2,
        UInt32(FLACChecksum.frame.of(frame.bytes.dropLast(2))) == stored
      else { continue }
      return header
    }
    return nil
  }
}
