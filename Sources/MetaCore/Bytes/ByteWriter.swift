/// A growing buffer to which numbers and bytes are appended, big-endian unless a function is named
/// otherwise; the counterpart of ``ByteReader``.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(reserving capacity: Int = 0) { bytes.reserveCapacity(capacity) }

  var count: Int { bytes.count }

  mutating func u8(_ value: UInt8) { bytes.append(value) }

  mutating func u16(_ value: UInt16) { unsigned(UInt64(value), width: 2) }
  mutating func u24(_ value: UInt32) { unsigned(UInt64(value), width: 3) }
  mutating func u32(_ value: UInt32) { unsigned(UInt64(value), width: 4) }
  mutating func u64(_ value: UInt64) { unsigned(value, width: 8) }
  mutating func i16(_ value: Int16) { u16(UInt16(bitPattern: value)) }
  mutating func i32(_ value: Int32) { u32(UInt32(bitPattern: value)) }
  mutating func i64(_ value: Int64) { u64(UInt64(bitPattern: value)) }
  mutating func littleU16(_ value: UInt16) { u16(value.byteSwapped) }
  mutating func littleU32(_ value: UInt32) { u32(value.byteSwapped) }
  mutating func littleU64(_ value: UInt64) { u64(value.byteSwapped) }
  mutating func fourCC(_ value: FourCC) { u32(value.rawValue) }

  /// Appends the lowest `width` bytes (1 to 8) of a number, big-endian.
  mutating func unsigned(_ value: UInt64, width: Int) {
    switch width {
    case 2: return BigEndian.append(UInt16(truncatingIfNeeded: value), to: &bytes)
    case 4: return BigEndian.append(UInt32(truncatingIfNeeded: value), to: &bytes)
    case 8: return BigEndian.append(value, to: &bytes)
    default: break
    }
    for index in (0..<width).reversed() {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(index * 8)))
    }
  }

  mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

  mutating func append(_ slice: ByteSlice) {
    // A large slice is usually followed by a few more bytes, which should not cause another copy.
    let capacity = bytes.count + slice.count + slice.count / 8
    if slice.count >= 4096, capacity > bytes.capacity { bytes.reserveCapacity(capacity) }
    bytes.append(contentsOf: slice.bytes)
  }

  /// Writes an atom: its 32-bit size, its type, and the output of `body`.
  ///
  /// Metadata atoms are far smaller than 4 GiB; callers reject larger atoms, which would not fit in
  /// memory.
  mutating func atom(_ type: FourCC, _ body: (inout ByteWriter) -> Void) {
    let start = bytes.count
    u32(0)
    fourCC(type)
    body(&self)
    overwrite(UInt32(truncatingIfNeeded: bytes.count - start), at: start)
  }

  /// Overwrites four bytes with a number, big-endian.
  mutating func overwrite(_ number: UInt32, at position: Int) {
    for index in 0..<4 {
      bytes[position + index] = UInt8(truncatingIfNeeded: number >> UInt32(24 - index * 8))
    }
  }

  /// Overwrites bytes with the same number of new bytes.
  mutating func overwrite(_ new: [UInt8], at position: Int) {
    bytes.replaceSubrange(position..<(position + new.count), with: new)
  }
}
