/// The checksum of ISO 3309 (CRC-32), as zlib and ID3's extended headers have it.
struct CRC32 {
  private var state = UInt32.max

  /// The checksum of the bytes so far.
  var value: UInt32 { ~state }

  /// Takes bytes in.
  mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      state = CRC32.table[Int((state ^ UInt32(byte)) & 0xFF)] ^ state >> 8
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }
}
