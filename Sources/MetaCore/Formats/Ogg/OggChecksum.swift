/// Computes the checksum of Ogg pages (RFC 3533 §6), a CRC without reflection, including pages
/// whose content is not read.
enum OggChecksum {
  /// The generator polynomial without its highest term (RFC 3533 §6).
  private static let polynomial: UInt32 = 0x04C1_1DB7

  /// Returns the checksum of `bytes` after preceding bytes with the checksum `sum`.
  static func of(_ bytes: ArraySlice<UInt8>, after sum: UInt32 = 0) -> UInt32 {
    CyclicChecksum.ogg.of(bytes, after: sum)
  }

  /// Returns the checksum of the same bytes followed by `count` zeros, computed without processing
  /// them.
  static func of(_ sum: UInt32, zeros count: Int) -> UInt32 {
    var (sum, count, power) = (sum, count, 0)
    while count > 0, power < powers.count {
      if count & 1 == 1 { sum = product(sum, powers[power]) }
      count >>= 1
      power += 1
    }
    return sum
  }

  /// The factors for 1, 2, 4, 8 … zero bytes.
  private static let powers: [UInt32] = {
    var powers: [UInt32] = [1 << 8]
    for _ in 1..<32 {
      let last = powers[powers.count - 1]
      powers.append(product(last, last))
    }
    return powers
  }()

  /// Returns the product of two polynomials, modulo the generator polynomial.
  private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var product: UInt32 = 0
    for bit in (0..<32).reversed() {
      product = product << 1 ^ (product & 0x8000_0000 == 0 ? 0 : polynomial)
      if other >> UInt32(bit) & 1 == 1 { product ^= one }
    }
    return product
  }
}
