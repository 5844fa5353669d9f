/// A decoded CBOR value (RFC 8949), limited to the types of values in C2PA claims and signatures.
indirect enum CBORValue: Sendable, Hashable {
  case integer(Int64)
  case bytes(ByteSlice)
  case text(String)
  case array([CBORValue])
  case map([Pair])
  /// A Boolean, a floating-point number, null or another simple value, or a number of more than 63
  /// bits.
  case other

  /// A key in a CBOR map with its value; a map keeps its pairs in stored order.
  struct Pair: Sendable, Hashable {
    let key: CBORValue
    let value: CBORValue
  }

  /// Returns the value for a key in a map; nil when there is no such key or this value is not a
  /// map.
  subscript(key: CBORValue) -> CBORValue? {
    guard case .map(let pairs) = self else { return nil }
    return pairs.first { $0.key == key }?.value
  }

  /// Returns the value for a text key in a map.
  subscript(key: String) -> CBORValue? { self[.text(key)] }

  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bytes: ByteSlice? { if case .bytes(let bytes) = self { bytes } else { nil } }
  var array: [CBORValue]? { if case .array(let values) = self { values } else { nil } }

  /// Parses the first value in `bytes`.
  ///
  /// - Throws: `truncated`, `malformed`, and `limitExceeded` when there are too many values or they
  ///   are nested too deeply.
  static func parse(_ bytes: ByteSlice) throws(ParseError) -> CBORValue {
    var reader = CBORReader(bytes)
    return try reader.value(depth: 0)
  }
}

/// A cursor that decodes CBOR bytes as a ``CBORValue``.
///
/// Every value takes at least one byte, so the result is limited by the size of the input.
private struct CBORReader {
  private var reader: ByteReader
  /// The number of values that may still follow, which limits the use of memory.
  private var remainingValues = 1 << 14

  /// The maximum nesting depth; every level is a recursive call.
  private static let maxDepth = 16

  init(_ bytes: ByteSlice) { reader = ByteReader(bytes) }

  /// Reads the head of a value: its major type and its number, which is nil for an indefinite
  /// length.
  private mutating func head() throws(ParseError) -> (type: UInt8, number: UInt64?) {
    let first = try reader.u8()
    switch first & 0x1F {
    case let short where short < 24: return (first >> 5, UInt64(short))
    case 24: return (first >> 5, UInt64(try reader.u8()))
    case 25: return (first >> 5, UInt64(try reader.u16()))
    case 26: return (first >> 5, UInt64(try reader.u32()))
    case 27: return (first >> 5, try reader.u64())
    case 31: return (first >> 5, nil)
    default:
      throw ParseError(.malformed, at: reader.fileOffset, "invalid initial byte of a CBOR value")
    }
  }

  /// Reads the next value with everything nested in it; for a tag (major type 6), returns only its
  /// content.
  mutating func value(depth: Int) throws(ParseError) -> CBORValue {
    guard depth < CBORReader.maxDepth, remainingValues > 0 else {
      throw ParseError(
        .limitExceeded, at: reader.fileOffset, "too many or too deeply nested CBOR values")
    }
    remainingValues -= 1
    let (type, number) = try head()
    switch type {
    case 0: return number.flatMap { Int64(exactly: $0) }.map { .integer($0) } ?? .other
    case 1: return number.flatMap { Int64(exactly: $0) }.map { .integer(-1 - $0) } ?? .other
    case 2: return .bytes(try string(number, of: type))
    case 3: return .text(String(decoding: try string(number, of: type).bytes, as: UTF8.self))
    case 4: return .array(try values(number, depth: depth))
    case 5: return .map(try pairs(number, depth: depth))
    case 6: return try value(depth: depth + 1)
    default: return .other
    }
  }

  /// Reads the bytes of a string, or of all chunks in a string of indefinite length.
  private mutating func string(
    _ length: UInt64?, of type: UInt8
  ) throws(ParseError) -> ByteSlice {
    if let length { return try reader.bytes(Int(clamping: length)) }
    var bytes: [UInt8] = []
    while try !isAtBreak() {
      let piece = try head()
      guard piece.type == type, let length = piece.number else {
        throw ParseError(.malformed, at: reader.fileOffset, "invalid chunk in a CBOR string")
      }
      bytes += try reader.bytes(Int(clamping: length)).bytes
    }
    return ByteSlice(bytes, origin: reader.fileOffset)
  }

  /// Reads the elements of an array; `count` is nil for an indefinite length.
  private mutating func values(
    _ count: UInt64?, depth: Int
  ) throws(ParseError) -> [CBORValue] {
    var values: [CBORValue] = []
    while try hasMore(than: values.count, of: count) {
      values.append(try value(depth: depth + 1))
    }
    return values
  }

  /// Reads the keys and values of a map; `count` is nil for an indefinite length.
  private mutating func pairs(
    _ count: UInt64?, depth: Int
  ) throws(ParseError) -> [CBORValue.Pair] {
    var pairs: [CBORValue.Pair] = []
    while try hasMore(than: pairs.count, of: count) {
      let key = try value(depth: depth + 1)
      pairs.append(CBORValue.Pair(key: key, value: try value(depth: depth + 1)))
    }
    return pairs
  }

  /// Whether another element follows in an array or map.
  private mutating func hasMore(
    than done: Int, of count: UInt64?
  ) throws(ParseError) -> Bool {
    guard let count else { return try !isAtBreak() }
    return UInt64(done) < count
  }

  /// Whether the next byte is the break that ends a value with indefinite length; if so, it is
  /// skipped.
  private mutating func isAtBreak() throws(ParseError) -> Bool {
    guard reader.rest[0] == 0xFF else {
      guard !reader.isAtEnd else {
        throw ParseError(.truncated, at: reader.fileOffset, "a CBOR value is not terminated")
      }
      return false
    }
    try reader.skip(1)
    return true
  }
}
