/// Reads the headers of Musepack streams and the sizes of their packets, and checks the packets of
/// stream 8, for ``TaggedAudioKind`` (`streaminfo.c` of libmpcdec; mutagen's `musepack.py` for the
/// early versions).
///
/// The first two numbers are the offset and size of a field in bytes; the other numbers are sizes
/// in bits unless stated otherwise.
///
///     stream 4–6 0  4  from the lowest bit: block size 6, bands 5, stream 10, M/S 1, intensity 1, bit rate 9
///                4  4  frames; in stream 4 only the upper half
///     stream 7   0  3  "MP+"    3  1  version in the low bits      4  4  frames of 1152 samples
///                8  4  bits 16 and 17: sample rate                20  4  bit 31: exact; bits 20 to 30: samples of the last frame
///     stream 8   0  4  "MPCK", then packets: two letters, their total size (7 bits per byte), content
///                "SH": checksum 4, version 1, samples, samples to drop at the start, rate (3 bits) and bands (5), channels minus 1 (4) …
enum Musepack {
  /// Sample rates by code.
  private static let rates: [UInt32] = [44_100, 48_000, 37_800, 32_000]
  /// The number of samples per frame per channel.
  private static let frameSize: Int64 = 1152
  /// The delay of the stream version 7 filter bank, which applies when the length is not exact.
  private static let delay: Int64 = 481

  static func properties(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    let head = try window.bytes(at: stream.lowerBound, upTo: 64, in: stream)
    if head.starts(with: "MPCK".utf8) { return try stream8(in: window, stream) }
    return head.starts(with: "MP+".utf8) ? try stream7(head) : try early(head)
  }

  /// Reads the header of stream 7, which always has two channels; nil for another version.
  private static func stream7(_ head: ByteSlice) throws(ParseError) -> AudioProperties? {
    var reader = ByteReader(head)
    try reader.skip(3)
    let version = try reader.u8() & 15
    guard version == 7 else { return nil }
    let frames = Int64(try reader.littleU32())
    let flags = try reader.littleU32()
    try reader.skip(8)
    let ending = try reader.littleU32()
    let last = Int64(ending >> 20 & 0x7FF)
    let missing = ending >> 31 != 0 ? frameSize - last : delay
    return AudioProperties(
      codec: "musepack7", sampleRate: rates[Int(flags >> 16 & 3)], channels: 2,
      sampleCount: max(0, frames * frameSize - missing), details: details(version))
  }

  /// Recognises streams 4 to 6 by their first two numbers: the block size is 1, the intensity flag
  /// and the bit rate are zero, and the number of frames is plausible.
  static func resemblesEarly(_ head: ByteSlice) -> Bool {
    var reader = ByteReader(head)
    guard let word = try? reader.littleU32(), let frames = try? reader.littleU32() else {
      return false
    }
    let isPlain = word >> 22 == 0 && word & 0x3F == 1
    let version = word >> 11 & 0x3FF
    return isPlain && (version == 4 || 5...6 ~= version && frames < 1 << 24) && frames > 0
  }

  /// Reads the header of streams 4 to 6, which always have two channels and 44.1 kHz.
  private static func early(_ head: ByteSlice) throws(ParseError) -> AudioProperties? {
    guard resemblesEarly(head) else { return nil }
    var reader = ByteReader(head)
    let version = try reader.littleU32() >> 11 & 0x3FF
    let stored = try reader.littleU32()
    // The last frame of streams before version 6 is not played.
    let frames = Int64(version >= 5 ? stored : stored >> 16) - (version < 6 ? 1 : 0)
    return AudioProperties(
      codec: "musepack\(version)", sampleRate: rates[0], channels: 2,
      sampleCount: max(0, frames * frameSize - frameSize / 2), details: details(UInt8(version)))
  }

  private static func details(_ version: UInt8) -> [MetadataValue.Part] {
    [MetadataValue.Part("version", .integer(Int64(version)))]
  }

  /// Finds and reads the stream header among the first packets of stream 8; nil if it is missing or
  /// has a reserved sample rate.
  private static func stream8(
    in window: SourceWindow, _ stream: Range<Int64>
  ) throws(ParseError) -> AudioProperties? {
    var position = stream.lowerBound + 4
    // The stream header is the first packet, or follows the gain and encoder packets.
    for _ in 0..<16 where position < stream.upperBound {
      var reader = ByteReader(try window.bytes(at: position, upTo: 48, in: stream))
      let key = try reader.u16()
      let size = try number(&reader)
      if key == 0x5348 { return try header(&reader) }
      guard size >= 3, size < stream.upperBound - position else { return nil }
      position += size
    }
    return nil
  }

  /// Visits the packets of stream 8, each with a two-letter key and a size that includes both.
  static func pieces(
    in window: SourceWindow, _ stream: Range<Int64>, _ visit: TaggedAudioKind.PieceVisitor
  ) throws(ParseError) {
    let magic = try window.bytes(at: stream.lowerBound, upTo: 4, in: stream)
    guard magic.starts(with: "MPCK".utf8) else { return }
    try visit(4)
    var position = stream.lowerBound + 4
    while position < stream.upperBound {
      var reader = ByteReader(try window.bytes(at: position, upTo: 12, in: stream))
      guard let key = try? reader.bytes(2), key.bytes.allSatisfy({ (0x41...0x5A).contains($0) }),
        let size = try? number(&reader), size >= 3
      else { return }
      try visit(size)
      position += min(size, stream.upperBound - position)
    }
  }

  /// Reads the content of the stream header packet (SH).
  private static func header(_ reader: inout ByteReader) throws(ParseError) -> AudioProperties? {
    try reader.skip(4)
    let version = try reader.u8()
    let samples = try number(&reader)
    let silence = try number(&reader)
    let rate = Int(try reader.u8() >> 5)
    guard rates.indices.contains(rate) else { return nil }
    return AudioProperties(
      codec: "musepack8", sampleRate: rates[rate], channels: Int(try reader.u8() >> 4) + 1,
      sampleCount: max(0, samples - silence), details: details(version))
  }

  /// Reads a number of at most eight bytes with 7 bits each, most significant first; the top bit
  /// means that another byte follows.
  static func number(_ reader: inout ByteReader) throws(ParseError) -> Int64 {
    var value: Int64 = 0
    for _ in 0..<8 {
      let byte = try reader.u8()
      value = value << 7 | Int64(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
    }
    return value
  }
}
