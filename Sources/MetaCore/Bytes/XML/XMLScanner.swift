/// One attribute of an XML element: its name and value with entities resolved, and their ranges in
/// the document.
struct XMLAttribute: Sendable, Hashable {
  var name: String
  var value: String
  /// The range in the scanned bytes, including the white space before it.
  var range: Range<Int>
  /// The range of the value, without the quotes.
  var valueRange: Range<Int>
}

/// A scanner that splits XML in UTF-8 (XMP packets, camera metadata) into tags and text; comments,
/// declarations and processing instructions are skipped.
///
/// The scanner does not validate.
///
/// Names in a known namespace get its standard prefix, regardless of the prefix in the document
/// (``XMLNamespaces``).
///
/// The scanner never moves backwards, so its cost is linear for any input.
struct XMLScanner {
  /// One piece of an XML document that the scanner returns: a start tag, an end tag, or text.
  enum Token: Sendable, Hashable {
    case start(name: String, attributes: [XMLAttribute], isEmpty: Bool)
    case end
    case text(String)
  }

  private var rest: ArraySlice<UInt8>
  private let start: Int
  /// The start of the last piece.
  private(set) var tokenStart = 0
  /// The bindings of open elements; to scan a part of a document, set this to the bindings around
  /// that part.
  var namespaces = XMLNamespaces()

  init(_ bytes: ByteSlice) {
    rest = bytes.bytes
    start = rest.startIndex
  }

  /// The number of scanned bytes.
  var position: Int { rest.startIndex - start }

  /// Reads the next piece; returns nil at the end.
  mutating func next() -> Token? {
    while let first = rest.first {
      tokenStart = position
      if first != UInt8(ascii: "<") { return .text(XMLScanner.resolved(prefix { $0 != 0x3C })) }
      rest = rest.dropFirst()
      switch rest.first {
      case UInt8(ascii: "/"):
        skip(past: [0x3E])
        namespaces.close()
        return .end
      case UInt8(ascii: "?"): skip(past: [0x3F, 0x3E])
      case UInt8(ascii: "!") where rest.starts(with: XMLScanner.characterData):
        return verbatim()
      case UInt8(ascii: "!"):
        skip(past: rest.starts(with: [0x21, 0x2D, 0x2D]) ? [0x2D, 0x2D, 0x3E] : [0x3E])
      default: return startTag()
      }
    }
    return nil
  }

  /// After `<`, the start of literal text, which ends at `]]>` (XML 1.0 §2.7).
  private static let characterData = Array("![CDATA[".utf8)

  /// Reads a CDATA section as text.
  private mutating func verbatim() -> Token {
    rest = rest.dropFirst(XMLScanner.characterData.count)
    let (content, end): (ArraySlice<UInt8>, [UInt8]) = (rest, [0x5D, 0x5D, 0x3E])
    skip(past: end)
    let text = content[..<rest.startIndex]
    return .text(
      XMLScanner.text(text.suffix(end.count) == end[...] ? text.dropLast(end.count) : text))
  }

  /// Reads a start tag with its attributes; a tag without its `>` extends to the end of the
  /// document.
  private mutating func startTag() -> Token {
    let name = XMLScanner.text(prefix { XMLScanner.isName($0) })
    var attributes: [XMLAttribute] = []
    var end = position
    while let byte = rest.first {
      if byte == UInt8(ascii: ">") {
        rest = rest.dropFirst()
        return element(name, attributes, isEmpty: false)
      }
      if byte == UInt8(ascii: "/"), rest.dropFirst().first == UInt8(ascii: ">") {
        rest = rest.dropFirst(2)
        return element(name, attributes, isEmpty: true)
      }
      if XMLScanner.isName(byte), byte != UInt8(ascii: "/") {
        if let attribute = attribute(from: end) { attributes.append(attribute) }
        end = position
      } else {
        rest = rest.dropFirst()
      }
    }
    return element(name, attributes, isEmpty: true)
  }

  /// Creates a start tag with its names resolved.
  private mutating func element(
    _ name: String, _ attributes: [XMLAttribute], isEmpty: Bool
  ) -> Token {
    namespaces.open(attributes)
    defer { if isEmpty { namespaces.close() } }
    let resolved = attributes.map { attribute in
      var attribute = attribute
      attribute.name = namespaces.usualName(ofAttribute: attribute.name)
      return attribute
    }
    return .start(
      name: namespaces.usualName(ofElement: name), attributes: resolved, isEmpty: isEmpty)
  }

  /// Reads one attribute; returns nil when it has no quoted value.
  private mutating func attribute(from begin: Int) -> XMLAttribute? {
    let name = XMLScanner.text(prefix { XMLScanner.isName($0) })
    _ = prefix { $0 <= 0x20 }
    guard rest.first == UInt8(ascii: "=") else { return nil }
    rest = rest.dropFirst()
    _ = prefix { $0 <= 0x20 }
    guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return nil }
    rest = rest.dropFirst()
    let first = position
    let value = XMLScanner.resolved(prefix { $0 != quote })
    let valueRange = first..<position
    rest = rest.dropFirst()
    return XMLAttribute(
      name: name, value: value, range: begin..<position, valueRange: valueRange)
  }

  /// Consumes bytes while a condition is true.
  private mutating func prefix(while isWanted: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let end = rest.firstIndex { !isWanted($0) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Skips everything up to and including a delimiter, or to the end if it is missing.
  private mutating func skip(past mark: [UInt8]) {
    while !rest.isEmpty, !rest.starts(with: mark) { rest = rest.dropFirst() }
    rest = rest.dropFirst(mark.count)
  }

  /// Whether a byte can be part of a name.
  private static func isName(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte != 0x3D && byte != 0x3E && byte != 0x2F && byte != 0x22 && byte != 0x27
  }

  /// Returns the first name in the given bytes, as stored.
  static func name(in bytes: ArraySlice<UInt8>) -> String {
    text(bytes.drop { !isName($0) }.prefix { isName($0) })
  }

  /// Decodes UTF-8.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes bytes as text, with entities resolved; unknown entities are kept as they are.
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return text(bytes) }
    var output = ""
    var rest = bytes
    while let mark = rest.firstIndex(of: UInt8(ascii: "&")) {
      output += text(rest[..<mark])
      // The longest supported entity is `&#x10FFFF;`.
      let body = rest[(mark + 1)...].prefix(9)
      if let end = body.firstIndex(of: UInt8(ascii: ";")),
        let scalar = entity(text(body[..<end]))
      {
        output.unicodeScalars.append(scalar)
        rest = rest[(end + 1)...]
      } else {
        output += "&"
        rest = rest[(mark + 1)...]
      }
    }
    return output + text(rest)
  }

  /// Returns the character for an entity given without `&` and `;`; nil for an unknown entity.
  private static func entity(_ name: String) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.hasPrefix("x")
      ? UInt32(digits: digits.dropFirst(), radix: 16) : UInt32(digits: digits)
    return number.flatMap { Unicode.Scalar($0) }
  }
}
