/// A part of a shared, immutable array of bytes that knows where in the file it came from.
///
/// Slicing copies nothing. Two slices are equal when their bytes are; where they stand does not count.
public struct ByteSlice: Sendable {
  let storage: [UInt8]
  let lower: Int
  let upper: Int
  /// The file offset at which index 0 of `storage` stands.
  let origin: Int64

  /// Wraps whole bytes; `origin` is the file offset of the first.
  public init(_ bytes: [UInt8], origin: Int64 = 0) {
    self.init(storage: bytes, lower: 0, upper: bytes.count, origin: origin)
  }

  init(storage: [UInt8], lower: Int, upper: Int, origin: Int64) {
    self.storage = storage
    self.lower = lower
    self.upper = upper
    self.origin = origin
  }

  /// No bytes at all.
  public static let empty = ByteSlice([])

  /// How many bytes there are.
  public var count: Int { upper - lower }

  /// Whether there are none.
  public var isEmpty: Bool { upper == lower }

  /// Where the first byte stands in the file.
  public var fileOffset: Int64 { origin + Int64(lower) }

  /// The bytes, as a part of the array that holds them.
  public var bytes: ArraySlice<UInt8> { storage[lower..<upper] }

  /// The byte at `index`, or nil past the end.
  package subscript(index: Int) -> UInt8? {
    index >= 0 && index < count ? storage[lower + index] : nil
  }

  /// The bytes from `offset` on, at most `count` of them; empty where there are none.
  package func clamped(from offset: Int, count: Int = .max) -> ByteSlice {
    let start = min(max(0, offset), self.count)
    let length = min(max(0, count), self.count - start)
    return ByteSlice(
      storage: storage, lower: lower + start, upper: lower + start + length, origin: origin)
  }

  /// Whether the slice begins with these bytes.
  package func starts(with prefix: some Collection<UInt8>) -> Bool { bytes.starts(with: prefix) }

  /// The index of the first byte equal to `byte` at or after `start`, or nil.
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    var index = lower + max(0, start)
    while index < upper {
      if storage[index] == byte { return index - lower }
      index += 1
    }
    return nil
  }

  /// Whether all bytes are the same, as in what only fills a place: most programs write zeros there, some ones or the digit nought.
  var isFilling: Bool {
    guard let first = bytes.first else { return true }
    return bytes.allSatisfy { $0 == first }
  }

  /// The sum of the numbers of 32 bits that it consists of, the highest byte first.
  var sum: UInt64 { BigEndian.sum(storage, in: lower..<upper) }

  /// Without the zero bytes at its end.
  var withoutTrailingZeros: ByteSlice {
    let end = ByteSearch.endOfContent(in: storage, lower..<upper)
    return ByteSlice(storage: storage, lower: lower, upper: end, origin: origin)
  }
}

extension ByteSlice: Hashable {
  /// Whether both hold the same bytes.
  public static func == (left: ByteSlice, right: ByteSlice) -> Bool { left.bytes == right.bytes }

  /// Hashes the bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension ByteSlice: Codable {
  /// Reads base64; where the bytes stood in a file is not known then.
  ///
  /// - Throws: `DecodingError` when it is none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no base64")
    }
    self.init(bytes)
  }

  /// Writes base64.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var digits: [UInt8] = []
    digits.reserveCapacity((count + 2) / 3 * 4)
    Base64.encode(bytes) { digits.append($0) }
    var container = encoder.singleValueContainer()
    try container.encode(String(decoding: digits, as: UTF8.self))
  }
}
