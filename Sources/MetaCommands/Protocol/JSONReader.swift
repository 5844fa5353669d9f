/// A JSON value that was parsed, with the line on which it begins, for messages.
///
/// Numbers keep their spelling, so that no digits are lost and ids are returned as they were given.
struct JSONNode: Sendable, Hashable {
  /// The value of a node, by its type (RFC 8259 §3).
  indirect enum Value: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object; several members may have the same name.
  struct Member: Sendable, Hashable {
    let name: String
    let node: JSONNode
  }

  let value: Value
  let line: Int

  /// Returns a member of an object, or nil; if several have the same name, the last one counts.
  subscript(name: String) -> JSONNode? {
    guard case .object(let members) = value else { return nil }
    return members.last { $0.name == name }?.node
  }

  var string: String? { if case .string(let text) = value { text } else { nil } }
  var array: [JSONNode]? { if case .array(let nodes) = value { nodes } else { nil } }
  var isNull: Bool { value == .null }
}

/// A strict JSON parser (RFC 8259), for requests, chapter files and dumps: no comments, no trailing
/// commas; errors contain the line.
struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var depth = 0

  /// The maximum nesting depth, so that hostile input cannot exhaust the stack.
  private static let deepest = 64

  /// Reads a whole document.
  ///
  /// - Throws: ``TextError`` with the line of the first error.
  static func read(_ bytes: [UInt8]) throws(TextError) -> JSONNode {
    var reader = JSONReader(bytes: bytes)
    let node = try reader.node()
    reader.skipBlanks()
    guard reader.index == bytes.count else {
      throw reader.failed("unexpected text after the value")
    }
    return node
  }

  /// Reads consecutive values, as in NDJSON.
  ///
  /// - Throws: ``TextError`` with the line of the first error.
  static func readSeveral(_ bytes: [UInt8]) throws(TextError) -> [JSONNode] {
    var reader = JSONReader(bytes: bytes)
    var nodes: [JSONNode] = []
    reader.skipBlanks()
    while reader.index < bytes.count {
      nodes.append(try reader.node())
      reader.skipBlanks()
    }
    return nodes
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func failed(_ reason: String) -> TextError { TextError(line, reason) }

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipBlanks() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      if byte == 0x0A { line += 1 }
      index += 1
    }
  }

  /// Skips the given text if it comes next; returns whether it did.
  private mutating func consume(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  // MARK: Values

  /// Parses the next value.
  private mutating func node() throws(TextError) -> JSONNode {
    skipBlanks()
    let first = line
    depth += 1
    defer { depth -= 1 }
    guard depth <= JSONReader.deepest else { throw failed("nested too deeply") }
    return JSONNode(value: try value(), line: first)
  }

  /// Parses a value, whose type follows from its first byte.
  private mutating func value() throws(TextError) -> JSONNode.Value {
    switch byte {
    case UInt8(ascii: "{")?: return .object(try members())
    case UInt8(ascii: "[")?: return .array(try elements())
    case UInt8(ascii: "\"")?: return .string(try string())
    case nil: throw failed("expected a value")
    default: break
    }
    if consume("true") { return .boolean(true) }
    if consume("false") { return .boolean(false) }
    if consume("null") { return .null }
    return .number(try number())
  }

  /// Parses an object, from its opening brace.
  private mutating func members() throws(TextError) -> [JSONNode.Member] {
    index += 1
    var members: [JSONNode.Member] = []
    skipBlanks()
    if consume("}") { return members }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw failed("expected a name in quotes") }
      let name = try string()
      skipBlanks()
      guard consume(":") else { throw failed("expected a colon after “\(name)”") }
      members.append(JSONNode.Member(name: name, node: try node()))
      skipBlanks()
    } while consume(",")
    guard consume("}") else { throw failed("expected a comma or }") }
    return members
  }

  /// Parses an array, from its opening bracket.
  private mutating func elements() throws(TextError) -> [JSONNode] {
    index += 1
    var elements: [JSONNode] = []
    skipBlanks()
    if consume("]") { return elements }
    repeat {
      elements.append(try node())
      skipBlanks()
    } while consume(",")
    guard consume("]") else { throw failed("expected a comma or ]") }
    return elements
  }

  /// Parses a number, `-? int frac? exp?` (RFC 8259 §6); leading zeros are not valid.
  private mutating func number() throws(TextError) -> String {
    let start = index
    if byte == UInt8(ascii: "-") { index += 1 }
    let digitCount = digits()
    let isLed = digitCount > 1 && bytes[index - digitCount] == UInt8(ascii: "0")
    guard digitCount > 0, !isLed else { throw failed("not valid JSON") }
    if byte == UInt8(ascii: ".") {
      index += 1
      guard digits() > 0 else { throw failed("expected digits after the decimal point") }
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      index += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { index += 1 }
      guard digits() > 0 else { throw failed("expected an exponent") }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Skips digits, and returns their number.
  private mutating func digits() -> Int {
    let start = index
    while let byte, (0x30...0x39).contains(byte) { index += 1 }
    return index - start
  }

  // MARK: Strings

  /// Parses a string, from its opening quote.
  private mutating func string() throws(TextError) -> String {
    index += 1
    var utf8: [UInt8] = []
    while let byte {
      index += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: utf8, as: UTF8.self) else {
          throw failed("the text is not UTF-8")
        }
        return text
      case UInt8(ascii: "\\"): utf8 += try escape()
      case 0..<0x20: throw failed("unescaped control character in a string")
      default: utf8.append(byte)
      }
    }
    throw failed("unterminated string")
  }

  /// Parses an escape sequence after its backslash; returns its character in UTF-8.
  private mutating func escape() throws(TextError) -> [UInt8] {
    guard let byte else { throw failed("unterminated string") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    default: throw failed("invalid escape sequence")
    }
  }

  /// Parses the digits after `\u`; characters beyond the BMP are two surrogates (RFC 8259 §7).
  private mutating func scalar() throws(TextError) -> Unicode.Scalar {
    var code = try unit()
    if code & 0xFC00 == 0xD800 {
      guard consume("\\u") else { throw failed("unpaired surrogate") }
      let low = try unit()
      guard low & 0xFC00 == 0xDC00 else { throw failed("unpaired surrogate") }
      code = 0x10000 + (code & 0x3FF) << 10 + low & 0x3FF
    }
    guard let scalar = Unicode.Scalar(code) else { throw failed("unpaired surrogate") }
    return scalar
  }

  /// Parses four hexadecimal digits.
  private mutating func unit() throws(TextError) -> UInt32 {
    let digits = bytes[index..<min(index + 4, bytes.count)]
    // The integer parser would accept a sign.
    guard digits.count == 4, digits.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
      let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failed("expected four hexadecimal digits") }
    index += 4
    return unit
  }
}
