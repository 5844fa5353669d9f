/// `stsz` or `stz2`: the number of samples of a track and the size, in bytes, of each sample,
/// parsed or to be written (ISO/IEC 14496-12 §8.7.3).
///
/// Tables of 32-bit sizes, which may be long, are not parsed into this type but read by
/// ``SampleSizeCursor`` or ``NumberPages``.
///
///     stsz:  u8 version, u24 flags, u32 size of all (0: individual), u32 count, u32[] sizes
///     stz2:  u8 version, u24 flags, u24 reserved, u8 width (4, 8 or 16 bits), u32 count, sizes
struct SampleSizeAtom: Sendable, Hashable {
  /// The storage form of sizes.
  enum Form: Sendable, Hashable {
    /// `stsz`.
    case standard
    /// `stz2`, with this number of bits per size.
    case compact(bits: UInt8)
  }

  /// The size, in bytes, of the fields before the sample sizes.
  static let headerSize = 12

  var header = FullAtomHeader()
  var form = Form.standard
  /// The common size of all samples; zero if they have individual sizes.
  var uniformSize: UInt32 = 0
  /// The declared number of samples.
  var count: UInt32
  /// The individual sizes; empty if all are equal, or only the header was parsed.
  var sizes: [UInt32] = []

  init(sizes: [UInt32]) {
    self.sizes = sizes
    count = UInt32(clamping: sizes.count)
  }

  init(uniformSize: UInt32, count: UInt32) {
    self.uniformSize = uniformSize
    self.count = count
  }

  /// The number of bits per size in the table; zero if there is no table.
  var entryBits: Int {
    switch form {
    case .standard: uniformSize == 0 ? 32 : 0
    case .compact(let bits): Int(bits)
    }
  }

  /// Parses the fields before the table of an atom of `type`.
  static func parseHeader(
    _ reader: inout ByteReader, type: FourCC
  ) throws(ParseError) -> SampleSizeAtom {
    let header = try FullAtomHeader(parsing: &reader)
    let word = try reader.u32()
    var atom = SampleSizeAtom(uniformSize: word, count: try reader.u32())
    atom.header = header
    guard type == .stz2 else { return atom }
    let bits = UInt8(truncatingIfNeeded: word)
    guard bits == 4 || bits == 8 || bits == 16 else {
      throw ParseError(
        .malformed, at: reader.fileOffset - 5, "sample sizes cannot be \(bits) bits wide")
    }
    atom.form = .compact(bits: bits)
    atom.uniformSize = 0
    return atom
  }

  static func parse(_ payload: ByteSlice, type: FourCC) throws(ParseError) -> SampleSizeAtom {
    var reader = ByteReader(payload)
    var atom = try parseHeader(&reader, type: type)
    guard atom.entryBits > 0 else { return atom }
    let available = min(Int(clamping: atom.count), reader.remaining * 8 / atom.entryBits)
    var bits = BitReader(reader.rest)
    for _ in 0..<available { atom.sizes.append(try bits.bits(atom.entryBits)) }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    switch form {
    case .standard:
      writer.u32(uniformSize)
      writer.u32(count)
      for size in sizes { writer.u32(size) }
    case .compact(let bits):
      writer.u32(UInt32(bits))
      writer.u32(count)
      encodeCompact(bits, into: &writer)
    }
  }

  /// Writes sizes of 4, 8 or 16 bits; two four-bit sizes share a byte, with the first size in its
  /// upper half.
  private func encodeCompact(_ bits: UInt8, into writer: inout ByteWriter) {
    guard bits == 4 else {
      for size in sizes { writer.unsigned(UInt64(size), width: bits == 8 ? 1 : 2) }
      return
    }
    var high: UInt8?
    for size in sizes {
      let half = UInt8(truncatingIfNeeded: size & 0xF)
      if let first = high {
        writer.u8(first << 4 | half)
        high = nil
      } else {
        high = half
      }
    }
    if let first = high { writer.u8(first << 4) }
  }
}
