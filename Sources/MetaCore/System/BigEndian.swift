/// Numbers in bytes, the most significant byte first; each is one load with one check.
enum BigEndian {
  /// The number of two bytes at `index`, or nil when they are not all there.
  @inline(__always)
  static func u16(_ bytes: [UInt8], at index: Int) -> UInt16? { number(bytes, index) }

  /// The number of four bytes at `index`, or nil when they are not all there.
  @inline(__always)
  static func u32(_ bytes: [UInt8], at index: Int) -> UInt32? { number(bytes, index) }

  /// The number of eight bytes at `index`, or nil when they are not all there.
  @inline(__always)
  static func u64(_ bytes: [UInt8], at index: Int) -> UInt64? { number(bytes, index) }

  /// Appends the bytes of a number.
  @inline(__always)
  static func append(_ number: some FixedWidthInteger & BitwiseCopyable, to bytes: inout [UInt8]) {
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe bytes.append(contentsOf: $0) }
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
