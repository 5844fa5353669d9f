/// An XML document as UTF-8 for scanning, converted from UTF-16 if it is stored that way (XML 1.0
/// §F.1), with the mapping of ranges back to the stored bytes.
///
/// It also returns the stored document with ranges replaced. Other encodings are not recognised and
/// count as UTF-8.
struct XMLText {
  /// The document, without trailing zeros.
  let utf8: ByteSlice
  /// The stored encoding.
  let encoding: TextEncoding
  private let document: ByteSlice
  /// The size in bytes of the UTF-16 byte order mark; zero if it is missing.
  private let markSize: Int

  /// Whether the document is stored as UTF-8, so that `utf8` has the stored bytes.
  var isStored: Bool { encoding == .utf8 }

  /// Determines the encoding of a document and converts it.
  init(_ document: ByteSlice) {
    let (encoding, markSize) = XMLText.encoding(of: document)
    self.document = document
    self.encoding = encoding
    self.markSize = markSize
    guard encoding != .utf8 else {
      utf8 = document.withoutTrailingZeros
      return
    }
    let text = encoding.decode(document.clamped(from: markSize))
    utf8 = ByteSlice(Array(text.utf8), origin: document.fileOffset).withoutTrailingZeros
  }

  /// Returns the encoding, judging by the byte order mark or the first character.
  private static func encoding(of document: ByteSlice) -> (TextEncoding, markSize: Int) {
    switch (document[0], document[1]) {
    case (0xFE, 0xFF): (.utf16BigEndian, 2)
    case (0xFF, 0xFE): (.utf16LittleEndian, 2)
    case (0, UInt8(ascii: "<")): (.utf16BigEndian, 0)
    case (UInt8(ascii: "<"), 0): (.utf16LittleEndian, 0)
    default: (.utf8, 0)
    }
  }

  /// Returns the stored ranges in the document for sorted ranges of `utf8`.
  func stored(_ ranges: [Range<Int>]) -> [Range<Int>] {
    if isStored { return ranges }
    var (index, units) = (0, 0)
    func offset(of end: Int) -> Int {
      while index < end, let byte = utf8[index] {
        units += XMLText.units(of: byte)
        index += 1
      }
      // Half a unit at the end is one character in `utf8`.
      return min(markSize + 2 * units, document.count)
    }
    return ranges.map { range in
      let start = offset(of: range.lowerBound)
      return start..<offset(of: range.upperBound)
    }
  }

  /// Returns the length of a UTF-8 text in UTF-16 units.
  static func units(of utf8: some Sequence<UInt8>) -> Int {
    utf8.reduce(0) { $0 + units(of: $1) }
  }

  /// Returns the number of UTF-16 units that begin at a byte of UTF-8: a character above U+FFFF has
  /// four bytes and two units.
  private static func units(of byte: UInt8) -> Int {
    byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
  }

  /// Returns spaces in the encoding of the document, `count` bytes in total.
  func blanks(_ count: Int) -> [UInt8] {
    guard !isStored else { return [UInt8](repeating: 0x20, count: count) }
    let blanks = encoding.encode(String(repeating: " ", count: count / 2)) ?? []
    return blanks + [UInt8](repeating: 0x20, count: count - blanks.count)
  }

  // MARK: Changes

  /// Returns the document with ranges of `utf8` replaced by text in UTF-8; the ranges are sorted
  /// and do not overlap, and all other bytes are unchanged.
  ///
  /// - Returns: Nil when a replacement cannot be encoded.
  func replacing(_ changes: [(range: Range<Int>, text: [UInt8])]) -> [UInt8]? {
    var result: [UInt8] = []
    var end = 0
    for (change, range) in zip(changes, stored(changes.map(\.range))) {
      guard let text = encoded(change.text) else { return nil }
      result += document.clamped(from: end, count: range.lowerBound - end).bytes
      result += text
      end = range.upperBound
    }
    return result + document.clamped(from: end).bytes
  }

  /// Returns the given text as a document in this encoding, with a byte order mark if this document
  /// has one in UTF-16; nil when the text cannot be encoded.
  func document(_ text: String) -> [UInt8]? {
    encoding.encode(markSize > 0 ? "\u{FEFF}" + text : text)
  }

  /// Returns a UTF-8 text in the encoding of the document; nil when it cannot be encoded.
  func encoded(_ utf8: [UInt8]) -> [UInt8]? {
    isStored ? utf8 : encoding.encode(String(decoding: utf8, as: UTF8.self))
  }

  /// The size of a white space character in bytes.
  var blankSize: Int { isStored ? 1 : 2 }

  /// Returns the size in bytes of the white space before an index in `bytes`, which are in this
  /// encoding.
  func blanks(before index: Int, of bytes: [UInt8]) -> Int {
    let slice = ByteSlice(bytes)
    var start = index
    while let blank = blank(slice, start - blankSize), XMLText.isBlank(blank) { start -= blankSize }
    return index - start
  }

  /// Returns the byte at an index in UTF-8, or in UTF-16 the code of the character there if it is
  /// below U+0100; otherwise nil.
  private func blank(_ bytes: ByteSlice, _ index: Int) -> UInt8? {
    if isStored { return bytes[index] }
    let (high, low) = encoding == .utf16BigEndian ? (index, index + 1) : (index + 1, index)
    return bytes[high] == 0 ? bytes[low] : nil
  }

  /// Whether a byte is XML white space (§2.3).
  static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }
}
