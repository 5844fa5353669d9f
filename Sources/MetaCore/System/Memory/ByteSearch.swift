internal import LibC

/// Searches ranges of bytes, many at a time, for sync bytes of frames and pages, the start of zero
/// padding at the end, and pairs of zeros in NAL units.
enum ByteSearch {
  /// Returns the index of the first byte equal to `byte` in part of an array, if any.
  static func first(_ byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let part = range.clamped(to: bytes.indices)
    guard !part.isEmpty else { return nil }
    return unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress,
        let found = unsafe memchr(start + part.lowerBound, Int32(byte), part.count)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  /// Returns the index after the last non-zero byte in part of an array; the start of the part if
  /// all bytes are zero.
  static func endOfContent(in bytes: [UInt8], _ range: Range<Int>) -> Int {
    let part = range.clamped(to: bytes.indices)
    return unsafe bytes.withUnsafeBytes { buffer in
      var end = part.upperBound
      while end - 8 >= part.lowerBound,
        unsafe buffer.loadUnaligned(fromByteOffset: end - 8, as: UInt64.self) == 0
      {
        end -= 8
      }
      while end > part.lowerBound, unsafe buffer[end - 1] == 0 { end -= 1 }
      return end
    }
  }

  /// Returns the index of the first of two consecutive zero bytes in part of an array, if any.
  static func firstZeroPair(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let part = range.clamped(to: bytes.indices)
    return unsafe bytes.withUnsafeBytes { buffer in
      var index = part.lowerBound
      while index + 9 <= part.upperBound {
        let word = unsafe buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if hasZeroByte(word) {
          for position in index..<(index + 8)
          where unsafe buffer[position] == 0 && buffer[position + 1] == 0 {
            return position
          }
        }
        index += 8
      }
      while index + 1 < part.upperBound {
        if unsafe buffer[index] == 0, unsafe buffer[index + 1] == 0 { return index }
        index += 1
      }
      return nil
    }
  }

  /// Returns whether at least one of the eight bytes in a word is zero: the lowest byte that, when
  /// 1 is subtracted from each, gets its highest bit set without having had it is zero.
  private static func hasZeroByte(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    return word.subtractingReportingOverflow(ones).partialValue & ~word & 0x8080_8080_8080_8080 != 0
  }
}
