/// Reads and writes numbers in byte arrays, most significant byte first: single numbers, and whole
/// tables such as the sizes and offsets of MP4 samples.
///
/// Reading a number takes one unaligned load and one bounds check.
enum BigEndian {
  /// Returns the number in two bytes at `index`; nil if they are not all in the array.
  @inline(__always)
  static func u16(_ bytes: [UInt8], at index: Int) -> UInt16? { number(bytes, index) }

  /// Returns the number in four bytes at `index`; nil if they are not all in the array.
  @inline(__always)
  static func u32(_ bytes: [UInt8], at index: Int) -> UInt32? { number(bytes, index) }

  /// Returns the number in eight bytes at `index`; nil if they are not all in the array.
  @inline(__always)
  static func u64(_ bytes: [UInt8], at index: Int) -> UInt64? { number(bytes, index) }

  /// Appends the bytes of a number.
  @inline(__always)
  static func append(_ number: some FixedWidthInteger & BitwiseCopyable, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
  }

  /// Returns the numbers in part of an array, at intervals of `stride` bytes: eight-byte numbers if
  /// `width` is 8, otherwise four-byte numbers.
  ///
  /// An incomplete last number is ignored.
  static func numbers(
    _ bytes: [UInt8], in range: Range<Int>, width: Int, stride: Int
  ) -> [UInt64] {
    let part = range.clamped(to: bytes.indices)
    return width == 8
      ? numbers(bytes, part, stride, of: UInt64.self)
      : numbers(bytes, part, stride, of: UInt32.self)
  }

  /// Returns the smallest and the largest of the numbers that ``numbers(_:in:width:stride:)``
  /// returns; the range of `UInt64` if there are none.
  static func bounds(
    _ bytes: [UInt8], in range: Range<Int>, width: Int, stride: Int
  ) -> ClosedRange<UInt64> {
    let part = range.clamped(to: bytes.indices)
    return width == 8
      ? bounds(bytes, part, stride, of: UInt64.self)
      : bounds(bytes, part, stride, of: UInt32.self)
  }

  /// Returns the sum of the four-byte numbers in part of an array; an incomplete last number is
  /// ignored.
  static func sum(_ bytes: [UInt8], in range: Range<Int>) -> UInt64 {
    let part = range.clamped(to: bytes.indices)
    return unsafe bytes.withUnsafeBytes { source in
      var (sum, offset) = (UInt64(0), part.lowerBound)
      // Two numbers per load halve the time for large tables.
      while part.upperBound - offset >= 8 {
        let stored = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let pair = UInt64(bigEndian: stored)
        sum += (pair >> 32) + (pair & 0xFFFF_FFFF)
        offset += 8
      }
      if part.upperBound - offset >= 4 {
        let stored = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        sum += UInt64(UInt32(bigEndian: stored))
        offset += 4
      }
      return sum
    }
  }

  /// Returns the bytes of the numbers that ``numbers(_:in:width:stride:)`` returns after adding
  /// `shift` to each, stored contiguously.
  ///
  /// Each is stored in eight bytes if `width` or `newWidth` is 8, otherwise in four.
  static func bytes(
    _ bytes: [UInt8], in range: Range<Int>, width: Int, stride: Int, movedBy shift: Int64,
    newWidth: Int
  ) -> [UInt8] {
    let part = range.clamped(to: bytes.indices)
    return switch (width, newWidth) {
    case (8, _): moved(bytes, part, stride, shift, of: UInt64.self, as: UInt64.self)
    case (_, 8): moved(bytes, part, stride, shift, of: UInt32.self, as: UInt64.self)
    default: moved(bytes, part, stride, shift, of: UInt32.self, as: UInt32.self)
    }
  }

  /// Returns the bytes of numbers, one after another: eight for each if `width` is 8, otherwise the
  /// lowest four.
  static func bytes(of numbers: [UInt64], width: Int) -> [UInt8] {
    width == 8 ? bytes(of: numbers, as: UInt64.self) : bytes(of: numbers, as: UInt32.self)
  }

  @inline(__always)
  private static func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ range: Range<Int>, _ stride: Int, of type: Number.Type
  ) -> [UInt64] {
    let size = MemoryLayout<Number>.size
    let total = range.count < size ? 0 : (range.count - size) / stride + 1
    return unsafe bytes.withUnsafeBytes { source in
      unsafe [UInt64](unsafeUninitializedCapacity: total) { numbers, count in
        while count < total {
          let number = unsafe source.loadUnaligned(
            fromByteOffset: range.lowerBound + count * stride, as: type)
          unsafe numbers.initializeElement(at: count, to: UInt64(Number(bigEndian: number)))
          count += 1
        }
      }
    }
  }

  @inline(__always)
  private static func bounds<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ range: Range<Int>, _ stride: Int, of type: Number.Type
  ) -> ClosedRange<UInt64> {
    guard range.count >= MemoryLayout<Number>.size else { return 0...(.max) }
    let last = range.upperBound - MemoryLayout<Number>.size
    return unsafe bytes.withUnsafeBytes { source in
      var (least, largest) = (Number.max, Number.min)
      var offset = range.lowerBound
      while offset <= last {
        let stored = unsafe source.loadUnaligned(fromByteOffset: offset, as: type)
        let number = Number(bigEndian: stored)
        least = min(least, number)
        largest = max(largest, number)
        offset += stride
      }
      return UInt64(least)...UInt64(largest)
    }
  }

  /// Adds `shift` to each number; a result that does not fit wraps around.
  @inline(__always)
  private static func moved<
    Old: FixedWidthInteger & BitwiseCopyable, New: FixedWidthInteger & BitwiseCopyable
  >(
    _ bytes: [UInt8], _ range: Range<Int>, _ stride: Int, _ shift: Int64, of old: Old.Type,
    as new: New.Type
  ) -> [UInt8] {
    let size = MemoryLayout<Old>.size
    let total = range.count < size ? 0 : (range.count - size) / stride + 1
    let (newSize, shift) = (MemoryLayout<New>.size, UInt64(bitPattern: shift))
    return unsafe bytes.withUnsafeBytes { source in
      unsafe [UInt8](unsafeUninitializedCapacity: total * newSize) { target, count in
        let raw = UnsafeMutableRawBufferPointer(target)
        for index in 0..<total {
          let number = Old(
            bigEndian: unsafe source.loadUnaligned(
              fromByteOffset: range.lowerBound + index * stride, as: old))
          let moved = UInt64(number).addingReportingOverflow(shift).partialValue
          unsafe raw.storeBytes(
            of: New(truncatingIfNeeded: moved).bigEndian, toByteOffset: index * newSize,
            as: new)
        }
        count = total * newSize
      }
    }
  }

  @inline(__always)
  private static func bytes<Number: FixedWidthInteger & BitwiseCopyable>(
    of numbers: [UInt64], as type: Number.Type
  ) -> [UInt8] {
    let size = MemoryLayout<Number>.size
    return unsafe [UInt8](unsafeUninitializedCapacity: numbers.count * size) { bytes, count in
      let target = UnsafeMutableRawBufferPointer(bytes)
      for number in numbers {
        unsafe target.storeBytes(
          of: Number(truncatingIfNeeded: number).bigEndian, toByteOffset: count, as: type)
        count += size
      }
    }
  }

  @inline(__always)
  private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: [UInt8], _ index: Int
  ) -> Number? {
    let size = MemoryLayout<Number>.size
    guard index >= 0, index <= bytes.count - size else { return nil }
    return unsafe bytes.withUnsafeBytes { buffer in
      Number(bigEndian: unsafe buffer.loadUnaligned(fromByteOffset: index, as: Number.self))
    }
  }
}
