/// A cyclic redundancy check of up to 32 bits, with the polynomials of media formats as constants:
/// FLAC, AC-3, MPEG audio, Ogg, TAK, LAME.
///
/// Tables process eight bytes at a time (slicing by eight).
package struct CyclicChecksum: Sendable {
  /// Eight bits, for FLAC frame headers (RFC 9639 §9.1.8).
  package static let flacHeader = CyclicChecksum(polynomial: 0x07, bits: 8)
  /// Sixteen bits, for FLAC frames (RFC 9639 §9.3), AC-3 frames (ETSI TS 102 366 §4.4.1.1) and,
  /// starting from all ones, MPEG audio headers (ISO/IEC 11172-3 §2.4.3.1).
  package static let polynomial8005 = CyclicChecksum(polynomial: 0x8005, bits: 16)
  /// Twenty-four bits, for the parts of a TAK stream, starting from B704CE.
  package static let tak = CyclicChecksum(polynomial: 0x86_4CFB, bits: 24)
  /// Thirty-two bits, for Ogg pages (RFC 3533 §6).
  package static let ogg = CyclicChecksum(polynomial: 0x04C1_1DB7, bits: 32)
  /// Sixteen bits, lowest bit first, for the checksums of the audio and of the tag itself in the
  /// LAME tag.
  package static let lame = CyclicChecksum(polynomial: 0x8005, bits: 16, isReflected: true)

  /// Eight tables of 256 remainders, for a byte followed by 0 to 7 zero bytes.
  private let tables: [UInt32]
  private let bits: UInt32
  private let isReflected: Bool

  /// Creates the tables; `isReflected` means that the lowest bit of each byte comes first.
  package init(polynomial: UInt32, bits: UInt32, isReflected: Bool = false) {
    self.bits = bits
    self.isReflected = isReflected
    let aligned = polynomial << (32 - bits)
    let reversed = CyclicChecksum.reversed(aligned)
    var tables: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(isReflected ? byte : byte << 24) { sum, _ in
        isReflected
          ? sum >> 1 ^ (sum & 1 == 0 ? 0 : reversed)
          : sum << 1 ^ (sum & 0x8000_0000 == 0 ? 0 : aligned)
      }
    }
    for index in 256..<2048 {
      let last = tables[index - 256]
      tables.append(
        isReflected
          ? last >> 8 ^ tables[Int(last & 255)] : last << 8 ^ tables[Int(last >> 24)])
    }
    self.tables = tables
  }

  /// Returns the number with its bits in reverse order.
  private static func reversed(_ number: UInt32) -> UInt32 {
    (0..<32).reduce(0) { $0 | (number >> UInt32($1) & 1) << UInt32(31 - $1) }
  }

  /// Returns the checksum of bytes that follow other bytes, whose checksum is `sum`.
  package func of(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
    let shift = isReflected ? 0 : 32 - bits
    let result = unsafe bytes.withUnsafeBytes { buffer in
      unsafe tables.withUnsafeBufferPointer { tables in
        isReflected
          ? unsafe lowestFirst(buffer, tables, sum)
          : unsafe highestFirst(buffer, tables, sum << shift)
      }
    }
    return result >> shift
  }

  /// Returns the remainder, with the sum in the highest bits of the register.
  private func highestFirst(
    _ bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>, _ start: UInt32
  ) -> UInt32 {
    var (sum, index) = (start, 0)
    while index + 8 <= bytes.count {
      let word = UInt64(
        bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let mixed = word ^ UInt64(sum) << 32
      sum = 0
      for byteIndex in 0..<8 {
        unsafe sum ^= tables[byteIndex << 8 | Int(mixed >> UInt64(byteIndex * 8) & 255)]
      }
      index += 8
    }
    while index < bytes.count {
      unsafe sum = sum << 8 ^ tables[Int(sum >> 24 ^ UInt32(bytes[index]))]
      index += 1
    }
    return sum
  }

  /// Returns the remainder of a reflected checksum, with the sum in the lowest bits of the
  /// register.
  private func lowestFirst(
    _ bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>, _ start: UInt32
  ) -> UInt32 {
    var (sum, index) = (start, 0)
    while index + 8 <= bytes.count {
      let word = UInt64(
        littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      let mixed = word ^ UInt64(sum)
      sum = 0
      for byteIndex in 0..<8 {
        unsafe sum ^= tables[(7 - byteIndex) << 8 | Int(mixed >> UInt64(byteIndex * 8) & 255)]
      }
      index += 8
    }
    while index < bytes.count {
      unsafe sum = sum >> 8 ^ tables[Int((sum ^ UInt32(bytes[index])) & 255)]
      index += 1
    }
    return sum
  }
}
