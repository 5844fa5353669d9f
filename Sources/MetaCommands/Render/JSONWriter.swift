/// JSON that grows at the end, in one of two layouts: everything on one line, or the outer levels on lines of their own.
///
/// Keys and values go straight into bytes; nothing is built first. Slashes are not escaped.
struct JSONWriter {
  /// Where lines break.
  enum Layout {
    /// Nowhere: one object a line (NDJSON).
    case compact
    /// At every member of the outer levels, down to this depth; deeper values stay on one line.
    case lines(depth: Int)
  }

  private(set) var bytes: [UInt8] = []
  private let breaks: Int
  private var depth: Int
  private var isFirst = true

  /// - Parameter depth: How deep in the whole output this part stands, for its indentation.
  init(_ layout: Layout, depth: Int = 0) {
    switch layout {
    case .compact: breaks = 0
    case .lines(let depth): breaks = depth
    }
    self.depth = depth
    bytes.reserveCapacity(8192)
  }

  // MARK: Structure

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the next member; `name` is one of ours, with nothing in it to escape.
  mutating func key(_ name: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: breaks > 0 ? JSONWriter.wideColon : JSONWriter.narrowColon)
  }

  /// The key of the next member, where its name may come from a file.
  mutating func key(quoting name: String) {
    separate()
    string(name)
    bytes.append(contentsOf: (breaks > 0 ? JSONWriter.wideColon : JSONWriter.narrowColon)[1...])
  }

  private static let wideColon = Array("\": ".utf8)
  private static let narrowColon = Array("\":".utf8)

  /// Comes before each value of an array.
  mutating func element() { separate() }

  private mutating func open(_ bracket: UInt8) {
    bytes.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if !isFirst, depth < breaks { newLine() }
    bytes.append(bracket)
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if depth <= breaks, breaks > 0 {
      newLine()
    } else if !isFirst, breaks > 0 {
      bytes.append(UInt8(ascii: " "))
    }
    isFirst = false
  }

  private mutating func newLine() {
    bytes.append(contentsOf: JSONWriter.lineBreaks[min(depth, JSONWriter.lineBreaks.count - 1)])
  }

  /// A line break and the blanks behind it, by depth.
  private static let lineBreaks = (0...64).map { depth in
    Array("\n".utf8) + [UInt8](repeating: UInt8(ascii: " "), count: depth * 2)
  }

  // MARK: Values

  mutating func null() { bytes.append(contentsOf: "null".utf8) }

  mutating func bool(_ value: Bool) { bytes.append(contentsOf: (value ? "true" : "false").utf8) }

  mutating func integer(_ value: some BinaryInteger) {
    if let small = Int(exactly: value) {
      decimal(small)
    } else {
      bytes.append(contentsOf: String(value).utf8)
    }
  }

  private mutating func decimal(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    let start = bytes.count
    repeat {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    bytes[start...].reverse()
  }

  /// A number; null for one that JSON cannot write.
  mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return integer(whole) }
    bytes.append(contentsOf: value.description.utf8)
  }

  mutating func string(_ text: String) {
    string { $0.append(contentsOf: text.utf8) }
  }

  /// A text whose UTF-8 bytes are appended by `body`; what JSON wants escaped is, afterwards.
  mutating func string(_ body: (inout [UInt8]) -> Void) {
    bytes.append(UInt8(ascii: "\""))
    let start = bytes.count
    body(&bytes)
    if needsEscapes(from: start) { escape(from: start) }
    bytes.append(UInt8(ascii: "\""))
  }

  private func needsEscapes(from start: Int) -> Bool {
    // No early end: a loop without branches runs over many bytes at a time.
    var found = false
    for byte in bytes[start...] { found = JSONWriter.isEscaped(byte) || found }
    return found
  }

  @inline(__always)
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func escape(from start: Int) {
    let text = Array(bytes[start...])
    bytes.removeSubrange(start...)
    var rest = text[...]
    while let index = rest.firstIndex(where: JSONWriter.isEscaped) {
      bytes.append(contentsOf: rest[..<index])
      append(escaping: rest[index])
      rest = rest[(index + 1)...]
    }
    bytes.append(contentsOf: rest)
  }

  private mutating func append(escaping byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(JSONWriter.hexDigit(byte >> 4))
      bytes.append(JSONWriter.hexDigit(byte & 15))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Bytes as base64 text (RFC 4648 §4).
  mutating func base64(_ data: ArraySlice<UInt8>) {
    bytes.append(UInt8(ascii: "\""))
    Base64.encode(data, into: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A whole JSON value that was made elsewhere.
  mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }
}

// MARK: - Members, shorter

extension JSONWriter {
  mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  mutating func member(_ name: String, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  mutating func member(_ name: String, _ value: Double?) {
    guard let value else { return }
    key(name)
    real(value)
  }

  mutating func member(_ name: String, _ value: Bool?) {
    guard let value else { return }
    key(name)
    bool(value)
  }

  /// A member that is an object.
  mutating func object(_ name: String, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    body(&self)
    endObject()
  }

  /// A member that is an array, one value for each element.
  mutating func array<Element>(
    _ name: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    beginArray()
    for value in elements {
      element()
      body(&self, value)
    }
    endArray()
  }
}
