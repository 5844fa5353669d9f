internal import CZlib

/// The CRC-32 as defined by zlib, computed incrementally: for journals and undo data, PNG images,
/// Matroska, True Audio and Musepack, among others.
///
/// ``CyclicChecksum`` supports other polynomials.
package struct Checksum: Sendable, Hashable {
  package private(set) var value: UInt32 = 0

  /// Creates the checksum of no bytes.
  package init() {}

  /// Adds bytes.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      let pointer = unsafe start.assumingMemoryBound(to: UInt8.self)
      value = UInt32(truncatingIfNeeded: unsafe crc32_z(UInt(value), pointer, buffer.count))
    }
  }

  /// Returns the checksum of the given bytes.
  package static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var sum = Checksum()
    sum.append(bytes)
    return sum.value
  }
}

extension Checksum {
  /// Adds a number of zero bytes.
  mutating func appendZeros(_ count: Int64) {
    let piece = [UInt8](repeating: 0, count: Int(min(count, 65536)))
    var rest = count
    while rest > 0 {
      append(piece.prefix(Int(min(rest, 65536))))
      rest -= 65536
    }
  }
}
