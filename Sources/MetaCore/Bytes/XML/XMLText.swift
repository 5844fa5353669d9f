/// An XML document as UTF-8, to which it is converted where it begins as UTF-16 (XML 1.0 §F.1).
struct XMLText {
  /// The document, without zeros at its end.
  let utf8: ByteSlice
  /// How it is stored.
  private let encoding: TextEncoding
  /// The bytes of a byte order mark of UTF-16.
  private let markSize: Int

  /// Whether the document is stored as these bytes.
  var isStored: Bool { encoding == .utf8 }

  init(_ document: ByteSlice) {
    let (encoding, markSize) = XMLText.encoding(of: document)
    self.encoding = encoding
    self.markSize = markSize
    guard encoding != .utf8 else {
      utf8 = document.withoutTrailingZeros
      return
    }
    let text = encoding.decode(document.clamped(from: markSize))
    utf8 = ByteSlice(Array(text.utf8), origin: document.fileOffset).withoutTrailingZeros
  }

  private static func encoding(of document: ByteSlice) -> (TextEncoding, markSize: Int) {
    switch (document[0], document[1]) {
    case (0xFE, 0xFF): (.utf16BigEndian, 2)
    case (0xFF, 0xFE): (.utf16LittleEndian, 2)
    case (0, UInt8(ascii: "<")): (.utf16BigEndian, 0)
    case (UInt8(ascii: "<"), 0): (.utf16LittleEndian, 0)
    default: (.utf8, 0)
    }
  }

  /// Where stretches of `utf8`, in their order, are stored in the document.
  func stored(_ ranges: [Range<Int>]) -> [Range<Int>] {
    if isStored { return ranges }
    var (index, units) = (0, 0)
    func offset(of end: Int) -> Int {
      while index < end, let byte = utf8[index] {
        // A character above U+FFFF is four bytes, and two units.
        units += byte & 0xC0 == 0x80 ? 0 : byte >= 0xF0 ? 2 : 1
        index += 1
      }
      return markSize + 2 * units
    }
    return ranges.map { range in
      let start = offset(of: range.lowerBound)
      return start..<offset(of: range.upperBound)
    }
  }

  /// So many bytes of blanks as the document has them.
  func blanks(_ count: Int) -> [UInt8] {
    guard !isStored else { return [UInt8](repeating: 0x20, count: count) }
    return encoding.encode(String(repeating: " ", count: count / 2)) ?? []
  }
}
