// Block copies between spans and arrays.

extension [UInt8] {
  /// Appends a copy of the bytes in a span.
  package mutating func append(copying span: RawSpan) {
    unsafe span.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }

  /// Creates a copy of the bytes in a span.
  package init(copying span: RawSpan) {
    self = unsafe span.withUnsafeBytes { unsafe Array($0) }
  }
}

extension [UInt8] {
  /// Calls `body` with a range of the bytes, limited to those that exist.
  package func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range.clamped(to: 0..<count)
    return try unsafe withUnsafeBufferPointer { (bytes) throws(Failure) -> Result in
      let part = unsafe UnsafeBufferPointer(rebasing: bytes[range])
      return try body(unsafe RawSpan(_unsafeElements: part))
    }
  }

  /// Calls `body` with a mutable range of the bytes, limited to those that exist.
  package mutating func withMutableBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (inout MutableRawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let range = range.clamped(to: 0..<count)
    return try unsafe withUnsafeMutableBufferPointer { (bytes) throws(Failure) -> Result in
      let part = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(bytes)[range])
      var span = unsafe MutableRawSpan(_unsafeBytes: part)
      return try body(&span)
    }
  }
}

extension RawSpan {
  /// Returns one byte; 0 outside the span.
  package func byte(at offset: Int) -> UInt8 {
    guard offset >= 0, offset < byteCount else { return 0 }
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Calls `body` with the bytes as values of a type for which every bit pattern is valid; bytes
  /// after the last complete value are omitted.
  ///
  /// If the bytes are not aligned for the type, `body` receives a copy.
  package func withValues<Value: BitwiseCopyable & FixedWidthValue, Result, Failure: Error>(
    of type: Value.Type, _ body: (Span<Value>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let count = byteCount / MemoryLayout<Value>.stride
    return try unsafe withUnsafeBytes { (bytes) throws(Failure) -> Result in
      let address = UInt(bitPattern: bytes.baseAddress)
      guard address % UInt(MemoryLayout<Value>.alignment) == 0 else {
        let copy = (0..<count).map {
          unsafe bytes.loadUnaligned(
            fromByteOffset: $0 * MemoryLayout<Value>.stride, as: Value.self)
        }
        return try body(copy.span)
      }
      let values = unsafe UnsafeBufferPointer(
        start: bytes.baseAddress?.assumingMemoryBound(to: Value.self), count: count)
      return try body(unsafe Span(_unsafeElements: values))
    }
  }
}

/// A number type for which every bit pattern is valid, so that the bytes of media can be viewed as
/// its values, such as the components of samples and pixels.
package protocol FixedWidthValue {}

extension UInt8: FixedWidthValue {}
extension Int16: FixedWidthValue {}
extension UInt16: FixedWidthValue {}
extension Int32: FixedWidthValue {}
extension Float: FixedWidthValue {}
extension Double: FixedWidthValue {}

extension MutableRawSpan {
  /// Returns one byte; 0 outside the span.
  package func byte(at offset: Int) -> UInt8 {
    guard offset >= 0, offset < byteCount else { return 0 }
    return unsafe unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
  }

  /// Copies blocks of `size` bytes, at intervals of `step` bytes in the source, to contiguous
  /// memory; does nothing unless all of them are inside both spans.
  package mutating func copyBlocks(
    _ count: Int, of size: Int, from source: RawSpan, at start: Int, step: Int, to target: Int
  ) {
    guard count > 0, size > 0 else { return }
    let (reach, isTooFar) = (count - 1).multipliedReportingOverflow(by: step)
    let (length, isTooLong) = count.multipliedReportingOverflow(by: size)
    guard !isTooFar, !isTooLong, let last = start.reaching(reach), start >= 0, last >= 0,
      max(start, last) <= source.byteCount - size, target >= 0, target <= byteCount - length
    else { return }
    unsafe source.withUnsafeBytes { from in
      unsafe withUnsafeMutableBytes { to in
        guard let from = from.baseAddress, let to = to.baseAddress else { return }
        if step == size {
          return unsafe (to + target).copyMemory(from: from + start, byteCount: length)
        }
        var (offset, end) = (start, target)
        for _ in 0..<count {
          for byte in 0..<size {
            unsafe to.storeBytes(
              of: from.load(fromByteOffset: offset + byte, as: UInt8.self),
              toByteOffset: end + byte, as: UInt8.self)
          }
          offset += step
          end += size
        }
      }
    }
  }

  /// Copies bytes; does nothing unless all of them are inside both spans.
  package mutating func copy(_ count: Int, from source: RawSpan, at start: Int, to target: Int) {
    copyBlocks(1, of: count, from: source, at: start, step: count, to: target)
  }
}

extension Int {
  fileprivate func reaching(_ distance: Int) -> Int? {
    let (sum, overflow) = addingReportingOverflow(distance)
    return overflow ? nil : sum
  }
}
