/// The header of an ADIF file: one header for all of the sound (ISO/IEC 13818-7 §6.1, 14496-3 §1.A.2.1).
///
///     "ADIF"  copyright id present 1 [72]  original 1  home 1  constant rate is 0: 1  bit rate 23
///     program config elements - 1: 4  [buffer fullness 20]  the first element (14496-3 §4.4.1.1):
///     tag 4  object type - 1: 2  sample rate 4  front 4  side 4  back 4  LFE 2  data 3  coupling 4
///     mono mix-down 1 [4]  stereo mix-down 1 [4]  matrix mix-down 1 [3]  elements: front, side, back: pair 1, tag 4; LFE: tag 4
struct ADIFHeader: Sendable, Hashable {
  static let magic: [UInt8] = [0x41, 0x44, 0x49, 0x46]

  var isVariable: Bool
  /// Bits per second; of a variable stream the most there can be.
  var bitRate: Int
  var objectType: Int
  var sampleRate: Int
  var channels: Int

  init?(_ slice: ByteSlice) {
    guard slice.starts(with: ADIFHeader.magic) else { return nil }
    var bits = BitReader(slice.clamped(from: 4, count: 256))
    if bits.read(1) == 1 { bits.skip(72) }
    bits.skip(2)
    isVariable = bits.read(1) == 1
    bitRate = bits.read(23)
    bits.skip(4)
    if !isVariable { bits.skip(20) }
    bits.skip(4)
    objectType = bits.read(2) + 1
    let index = bits.read(4)
    guard index < ADTSHeader.sampleRates.count else { return nil }
    sampleRate = ADTSHeader.sampleRates[index]
    channels = ADIFHeader.channels(&bits)
    guard !bits.isExhausted else { return nil }
  }

  private static func channels(_ bits: inout BitReader) -> Int {
    let elements = bits.read(4) + bits.read(4) + bits.read(4)
    let lowFrequency = bits.read(2)
    bits.skip(3 + 4)
    if bits.read(1) == 1 { bits.skip(4) }
    if bits.read(1) == 1 { bits.skip(4) }
    if bits.read(1) == 1 { bits.skip(3) }
    var channels = lowFrequency
    for _ in 0..<elements {
      channels += 1 + bits.read(1)
      bits.skip(4)
    }
    return channels
  }
}

/// Single bits, most significant first; zeros past the end, which it remembers.
private struct BitReader {
  private let slice: ByteSlice
  private var position = 0

  init(_ slice: ByteSlice) { self.slice = slice }

  var isExhausted: Bool { position > slice.count * 8 }

  mutating func read(_ count: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      let byte = slice[position / 8] ?? 0
      value = value << 1 | Int(byte >> UInt8(7 - position % 8) & 1)
      position += 1
    }
    return value
  }

  mutating func skip(_ count: Int) { position += count }
}
