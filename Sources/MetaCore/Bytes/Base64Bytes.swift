/// Bytes kept in memory as base64 text (RFC 4648 §4), such as pictures in Vorbis comments; they are
/// decoded only when they are read.
public struct Base64Bytes: Sendable, Hashable, Codable {
  private let text: ByteSlice
  /// The range of the decoded bytes.
  private let range: Range<Int>

  private enum CodingKeys: CodingKey {
    case text, range
  }

  /// The number of bytes.
  package var count: Int { range.count }

  /// Creates a value from base64 text; nil when it is not padded to whole groups.
  ///
  /// Other errors are found when the text is decoded.
  init?(_ text: ByteSlice) {
    guard let count = Base64.count(text) else { return nil }
    self.init(text: text, range: 0..<count)
  }

  private init(text: ByteSlice, range: Range<Int>) {
    self.text = text
    self.range = range
  }

  /// Returns a part of the bytes.
  func clamped(from offset: Int, count: Int) -> Base64Bytes {
    let start = min(max(0, offset), self.count)
    let end = start + min(max(0, count), self.count - start)
    return Base64Bytes(
      text: text, range: (range.lowerBound + start)..<(range.lowerBound + end))
  }

  /// Decodes the bytes in the range.
  ///
  /// - Throws: ``ParseError`` with code `malformed` when the text is not valid base64.
  package func decoded() throws(ParseError) -> [UInt8] {
    // Whole groups of four digits, for three bytes each.
    let groups = (range.lowerBound / 3)..<((range.upperBound + 2) / 3)
    let digits = text.clamped(from: groups.lowerBound * 4, count: groups.count * 4)
    guard let bytes = Base64.decode(digits) else {
      throw ParseError(.malformed, at: 0, "not valid base64")
    }
    let start = range.lowerBound - groups.lowerBound * 3
    return start == 0 && bytes.count == count ? bytes : Array(bytes[start..<(start + count)])
  }
}

extension Base64Bytes {
  /// Reads the text and the range of its decoded bytes.
  ///
  /// - Throws: `DecodingError` when the text is not padded to whole groups, or has fewer bytes than
  ///   the range requires.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    text = try container.decode(ByteSlice.self, forKey: .text)
    range = try container.decode(Range<Int>.self, forKey: .range)
    guard let count = Base64.count(text), range.lowerBound >= 0, range.upperBound <= count else {
      throw DecodingError.dataCorruptedError(
        forKey: .range, in: container, debugDescription: "the range exceeds the decoded bytes")
    }
  }
}
