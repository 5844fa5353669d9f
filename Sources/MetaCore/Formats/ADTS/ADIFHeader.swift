/// The header of an ADIF file, which describes all of its AAC audio (ISO/IEC 13818-7 §6.1, 14496-3
/// §1.A.2.1).
///
/// ADIF has no frame headers, so nothing after this header can be located.
///
/// The number after each field is its size in bits; a field in brackets is optional.
///
///     "ADIF"  copyright id present 1 [72]  original 1  home 1  constant rate is 0: 1  bit rate 23
///     program config elements - 1: 4  [buffer fullness 20]  the first element (``AACProgramConfig``)
struct ADIFHeader: Sendable, Hashable {
  static let magic: [UInt8] = [0x41, 0x44, 0x49, 0x46]

  var isVariable: Bool
  /// Bits per second; for a variable bit rate, the maximum.
  var bitRate: Int
  var objectType: Int
  var sampleRate: Int
  var channels: Int

  /// Parses the header at the start of `slice`; returns nil if it does not begin with one.
  ///
  /// - Throws: `truncated` when the header is incomplete, `malformed` when its sample rate index is
  ///   reserved.
  static func parse(_ slice: ByteSlice) throws(ParseError) -> ADIFHeader? {
    guard slice.starts(with: magic) else { return nil }
    var bits = BitReader(slice.clamped(from: magic.count))
    if try bits.flag() { try bits.skip(72) }
    try bits.skip(2)
    let isVariable = try bits.flag()
    let bitRate = Int(try bits.bits(23))
    try bits.skip(isVariable ? 4 : 4 + 20)
    let program = try AACProgramConfig(&bits)
    guard program.rateIndex < ADTSHeader.sampleRates.count else {
      throw ParseError(.malformed, at: slice.fileOffset, "reserved sample rate index")
    }
    return ADIFHeader(
      isVariable: isVariable, bitRate: bitRate, objectType: program.objectType,
      sampleRate: ADTSHeader.sampleRates[program.rateIndex], channels: program.channels)
  }
}
