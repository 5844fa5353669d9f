/// A range of a shared, immutable array of bytes, with its offset in the file that it was read
/// from.
///
/// Slicing copies nothing. Two slices are equal when their bytes are equal, regardless of their
/// offsets.
public struct ByteSlice: Sendable {
  let storage: [UInt8]
  let lower: Int
  let upper: Int
  /// The file offset of index 0 of `storage`.
  let origin: Int64

  /// Creates a slice that contains all the bytes; `origin` is the file offset of the first byte.
  public init(_ bytes: [UInt8], origin: Int64 = 0) {
    self.init(storage: bytes, lower: 0, upper: bytes.count, origin: origin)
  }

  init(storage: [UInt8], lower: Int, upper: Int, origin: Int64) {
    self.storage = storage
    self.lower = lower
    self.upper = upper
    self.origin = origin
  }

  /// The empty slice.
  public static let empty = ByteSlice([])

  /// The number of bytes.
  public var count: Int { upper - lower }

  /// Whether the slice is empty.
  public var isEmpty: Bool { upper == lower }

  /// The file offset of the first byte.
  public var fileOffset: Int64 { origin + Int64(lower) }

  /// The bytes, as a slice of their array.
  public var bytes: ArraySlice<UInt8> { storage[lower..<upper] }

  /// The byte at `index`, or nil outside the slice.
  package subscript(index: Int) -> UInt8? {
    index >= 0 && index < count ? storage[lower + index] : nil
  }

  /// Returns at most `count` bytes starting at `offset`; empty if `offset` is past the end.
  ///
  /// A negative offset or count is treated as zero.
  package func clamped(from offset: Int, count: Int = .max) -> ByteSlice {
    let start = min(max(0, offset), self.count)
    let length = min(max(0, count), self.count - start)
    return ByteSlice(
      storage: storage, lower: lower + start, upper: lower + start + length, origin: origin)
  }

  /// Whether the slice begins with the given bytes.
  package func starts(with prefix: some Collection<UInt8>) -> Bool { bytes.starts(with: prefix) }

  /// Returns the index of the first byte equal to `byte` at or after `start`, or nil.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = lower + max(0, start)
    while index < upper {
      if storage[index] == byte { return index - lower }
      index += 1
    }
    return nil
  }

  /// Whether all bytes are equal, as in padding: most programs pad with zeros, some with 0xFF or
  /// the digit 0.
  var isFilling: Bool {
    guard let first = bytes.first else { return true }
    return bytes.allSatisfy { $0 == first }
  }

  /// The sum of the big-endian 32-bit numbers in the slice.
  var sum: UInt64 { BigEndian.sum(storage, in: lower..<upper) }

  /// The slice without trailing zero bytes.
  var withoutTrailingZeros: ByteSlice {
    let end = ByteSearch.endOfContent(in: storage, lower..<upper)
    return ByteSlice(storage: storage, lower: lower, upper: end, origin: origin)
  }
}

extension ByteSlice: Hashable {
  /// Whether both slices have the same bytes.
  public static func == (left: ByteSlice, right: ByteSlice) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension ByteSlice: Codable {
  /// Decodes base64; the file offset is then unknown.
  ///
  /// - Throws: `DecodingError` when the text is not base64.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not valid base64")
    }
    self.init(bytes)
  }

  /// Writes base64.
  ///
  /// - Throws: Errors from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var digits: [UInt8] = []
    digits.reserveCapacity((count + 2) / 3 * 4)
    Base64.encode(bytes) { digits.append($0) }
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: digits, as: UTF8.self))
  }
}
