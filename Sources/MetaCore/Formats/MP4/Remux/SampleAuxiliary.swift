/// The auxiliary information of one type for the samples of a track, usually initialisation vectors
/// and subsamples for decryption (`saiz` and `saio`, ISO/IEC 14496-12 §8.7.8, §8.7.9; `senc`).
///
/// It holds the bytes for all samples in memory. ``AuxiliaryReader`` reads it from tables and
/// fragments; it is cut with the samples, and encoded for the new movie.
struct SampleAuxiliary: Sendable, Hashable {
  /// The type and parameter in stored form; empty if they are omitted.
  var kind = ByteSlice.empty
  /// The flags of a PIFF atom, in which the information itself is stored; nil for other atoms.
  var ownFlags: UInt32?
  /// The number of bytes for each sample.
  var sizes = Runs<UInt8>()
  /// The bytes for all samples, concatenated.
  var bytes: [UInt8] = []

  /// Appends samples without information, up to a total of `count`.
  mutating func fill(to count: Int) { sizes.append(0, count: count - sizes.count) }

  /// Returns the total size, in bytes, of the samples' auxiliary information.
  static func size(of sizes: Runs<UInt8>) -> Int {
    sizes.runs.reduce(0) { $0 + $1.count * Int($1.value) }
  }

  /// Writes the payload of PIFF's form of `senc`, which may also be next to the tables (PIFF 1.1
  /// §5.3.2.1).
  func encodeOwn(into writer: inout ByteWriter) {
    writer.u64(UserType.sampleEncryption.high)
    writer.u64(UserType.sampleEncryption.low)
    encodeEncryption(flags: ownFlags ?? 0, into: &writer)
  }

  /// Writes the payload of `saiz`.
  func encodeSizes(into writer: inout ByteWriter) {
    FullAtomHeader(flags: kind.isEmpty ? 0 : 1).encode(into: &writer)
    writer.append(kind)
    let commonSize = sizes.runs.count == 1 ? sizes.runs.first?.value ?? 0 : 0
    writer.u8(commonSize)
    writer.u32(UInt32(clamping: sizes.count))
    guard commonSize == 0 else { return }
    for run in sizes.runs { writer.append([UInt8](repeating: run.value, count: run.count)) }
  }

  /// Returns the flags for a `senc` with the same bytes: 0 if these consist of vectors of the given
  /// size, and 2 if each vector is followed by subsamples; nil for other information.
  func encryptionFlags(vectorSize: Int) -> UInt32? {
    guard
      kind.isEmpty || kind.bytes.starts(with: Array("cenc".utf8))
        || kind.bytes.starts(with: Array("cbcs".utf8))
    else { return nil }
    if sizes.runs.allSatisfy({ Int($0.value) == vectorSize }) { return 0 }
    var rest = ByteReader(ByteSlice(bytes))
    for size in sizes.values {
      guard let entry = try? rest.bytes(Int(size)), entry.count >= vectorSize + 2 else {
        return nil
      }
      var parts = ByteReader(entry.clamped(from: vectorSize))
      guard let count = try? parts.u16(), entry.count == vectorSize + 2 + Int(count) * 6 else {
        return nil
      }
    }
    return 2
  }

  /// Writes the payload of `senc`.
  func encodeEncryption(flags: UInt32, into writer: inout ByteWriter) {
    FullAtomHeader(flags: flags).encode(into: &writer)
    writer.u32(UInt32(clamping: sizes.count))
    writer.append(bytes)
  }

  /// Writes the payload of a fragment's `saio` with a single offset, which is filled in later.
  func encodeOffset(into writer: inout ByteWriter) {
    FullAtomHeader(flags: kind.isEmpty ? 0 : 1).encode(into: &writer)
    writer.append(kind)
    writer.u32(1)
    writer.u32(0)
  }
}

/// The parsed `saiz` atom, with the type of auxiliary information and its size for each sample;
/// ``SampleAuxiliary`` writes new ones.
///
///     u8 version, u24 flags
///     u32 type, u32 parameter     only if flag 1 is set
///     u8 common size (0: individual), u32 count, u8[] sizes
struct AuxiliarySizes {
  /// The type and parameter in stored form; empty if they are omitted.
  let kind: ByteSlice
  /// The size in bytes for each sample.
  let sizes: Runs<UInt8>

  /// Reads the payload of `saiz`.
  static func parse(_ payload: ByteSlice) throws(ParseError) -> AuxiliarySizes {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    let kind = header.flags & 1 != 0 ? try reader.bytes(8) : .empty
    let commonSize = try reader.u8()
    let count = Int(try reader.u32())
    var sizes = Runs<UInt8>()
    if commonSize > 0 {
      sizes.append(commonSize, count: count)
    } else {
      for _ in 0..<min(count, reader.remaining) { sizes.append(try reader.u8()) }
    }
    return AuxiliarySizes(kind: kind, sizes: sizes)
  }
}

/// Reads `senc`, the auxiliary information of encrypted samples in one atom (ISO/IEC 23001-7 §7.2).
///
///     u8 version, u24 flags
///     u24 algorithm, u8 vector size, u8[16] key        only in PIFF, if flag 1 is set
///     u32 count
///     { vector, u16 count { u16 clear, u32 encrypted }  subsamples only if flag 2 is set }
struct EncryptedSamples {
  /// Returns the sizes and bytes for all samples; `vectorSize` is the size of initialisation
  /// vectors, which a PIFF atom can override.
  ///
  /// - Throws: `truncated`, or `unsupported` when a sample has more than 255 bytes.
  static func parse(
    _ payload: ByteSlice, vectorSize: Int, isPIFF: Bool
  ) throws(ParseError) -> SampleAuxiliary {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    var vectorSize = vectorSize
    if isPIFF, header.flags & 1 != 0 {
      try reader.skip(3)
      vectorSize = Int(try reader.u8())
      try reader.skip(16)
    }
    let count = try reader.u32()
    var auxiliary = SampleAuxiliary(ownFlags: isPIFF ? header.flags & 2 : nil)
    guard header.flags & 2 != 0 else {
      auxiliary.bytes = Array(try reader.bytes(vectorSize * Int(count)).bytes)
      auxiliary.sizes.append(UInt8(clamping: vectorSize), count: Int(count))
      return auxiliary
    }
    for _ in 0..<count {
      var ahead = reader
      try ahead.skip(vectorSize)
      let size = vectorSize + 2 + Int(try ahead.u16()) * 6
      guard let size8 = UInt8(exactly: size) else {
        throw ParseError(
          .unsupported, at: reader.fileOffset, "a sample has more than 255 bytes of encryption data"
        )
      }
      auxiliary.bytes += try reader.bytes(size).bytes
      auxiliary.sizes.append(size8)
    }
    return auxiliary
  }
}

extension FourCC {
  static let saiz = FourCC("s", "a", "i", "z")
  static let senc = FourCC("s", "e", "n", "c")
}

extension UserType {
  /// The user type of PIFF's form of `senc`.
  static let sampleEncryption = UserType(high: 0xA239_4F52_5A9B_4F14, low: 0xA244_6C42_7C64_8DF4)
}
