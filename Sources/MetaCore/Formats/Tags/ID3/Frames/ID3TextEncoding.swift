/// The four text encodings in ID3v2 frames; the raw value is the encoding byte of the frame
/// (ID3v2.4 §4).
enum ID3TextEncoding: UInt8, Sendable, Hashable, CaseIterable {
  case latin1 = 0
  /// UTF-16 with a byte order mark.
  case utf16 = 1
  /// Big-endian UTF-16 without a byte order mark.
  case utf16BigEndian = 2
  case utf8 = 3

  /// The name in items.
  var name: String {
    switch self {
    case .latin1: "latin1"
    case .utf16: "utf16"
    case .utf16BigEndian: "utf16be"
    case .utf8: "utf8"
    }
  }

  /// The data type of text in this encoding.
  var dataType: DataType {
    switch self {
    case .latin1: .latin1
    case .utf16: .utf16
    case .utf16BigEndian: DataType(.utf16be)
    case .utf8: .utf8
    }
  }

  /// The number of zeros that terminate a string.
  var terminatorSize: Int { self == .utf16 || self == .utf16BigEndian ? 2 : 1 }

  /// Creates the encoding with the given name; nil for other names.
  init?(name: String) {
    guard let encoding = ID3TextEncoding.allCases.first(where: { $0.name == name })
    else { return nil }
    self = encoding
  }

  /// Decodes text; `bigEndian` is the byte order for UTF-16 without a byte order mark, and is set
  /// by a mark.
  func decode(_ slice: ByteSlice, bigEndian: inout Bool) -> String {
    switch self {
    case .latin1: return TextEncoding.latin1.decode(slice)
    case .utf8: return TextEncoding.utf8.decode(slice)
    case .utf16, .utf16BigEndian: break
    }
    var text = slice
    var isBig = self == .utf16BigEndian || bigEndian
    let mark = (slice[0], slice[1])
    if mark == (0xFF, 0xFE) || mark == (0xFE, 0xFF) {
      isBig = slice[0] == 0xFE
      bigEndian = isBig
      text = slice.clamped(from: 2)
    }
    return (isBig ? TextEncoding.utf16BigEndian : .utf16LittleEndian).decode(text)
  }

  /// Encodes a string without a terminator; returns nil when Latin-1 lacks one of its characters.
  func encode(_ text: String) -> [UInt8]? {
    switch self {
    case .latin1: TextEncoding.latin1.encode(text)
    case .utf16: TextEncoding.utf16.encode(text)
    case .utf16BigEndian: TextEncoding.utf16BigEndian.encode(text)
    case .utf8: TextEncoding.utf8.encode(text)
    }
  }

  /// Decodes text values separated by terminators: one value as a string, several as a list.
  ///
  /// Terminators at the end are ignored (ID3v2.4 §4.2; 2.3 tags use multiple values too).
  ///
  /// - Throws: `limitExceeded` when there are too many values.
  func decodeList(_ slice: ByteSlice, bigEndian: inout Bool) throws(ParseError) -> MetadataValue {
    var rest = trimmed(slice)
    guard var end = terminator(in: rest) else {
      return .string(decode(rest, bigEndian: &bigEndian))
    }
    var values: [MetadataValue] = []
    while true {
      try FrameReader.checkCount(values.count, at: slice.fileOffset)
      values.append(.string(decode(rest.clamped(from: 0, count: end), bigEndian: &bigEndian)))
      guard end < rest.count else { return .list(values) }
      rest = rest.clamped(from: end + terminatorSize)
      end = terminator(in: rest) ?? rest.count
    }
  }

  /// Returns the index of the first terminator in `slice`, or nil.
  func terminator(in slice: ByteSlice) -> Int? {
    guard terminatorSize == 2 else { return slice.firstIndex(of: 0) }
    let units = slice.storage.span.extracting(slice.lower..<slice.upper)
    var index = 0
    // Eight bytes at a time are skipped while none of their four units is zero.
    while index + 8 <= units.count,
      let four = BigEndian.u64(slice.storage, at: slice.lower + index),
      !ID3TextEncoding.hasZeroUnit(four)
    {
      index += 8
    }
    while index + 1 < units.count {
      if units[index] == 0, units[index + 1] == 0 { return index }
      index += 2
    }
    return nil
  }

  /// Whether one of four units is zero: subtracting one from each then borrows.
  private static func hasZeroUnit(_ units: UInt64) -> Bool {
    let ones: UInt64 = 0x0001_0001_0001_0001
    return units.subtractingReportingOverflow(ones).partialValue & ~units & (ones << 15) != 0
  }

  /// Returns `slice` without trailing terminators and without half a character.
  func trimmed(_ slice: ByteSlice) -> ByteSlice {
    guard terminatorSize == 2 else { return slice.withoutTrailingZeros }
    var count = slice.count & ~1
    while count > 0, slice[count - 1] == 0, slice[count - 2] == 0 { count -= 2 }
    return slice.clamped(from: 0, count: count)
  }
}
