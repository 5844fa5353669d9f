internal import BasicContainers
internal import MetaCore

/// JSON that grows at the end, in one of two layouts: everything on one line, or the outer levels on lines of their own.
///
/// Keys and values go straight into bytes that nobody else holds, which is what makes it quick. Slashes are not escaped.
struct JSONWriter: ~Copyable {
  /// Where lines break.
  enum Layout {
    /// Nowhere: one object a line (NDJSON).
    case compact
    /// At every member of the outer levels, down to this depth; deeper values stay on one line.
    case lines(depth: Int)
  }

  private var output: UniqueArray<UInt8>
  private let breaks: Int
  private var depth = 0
  private var isFirst = true

  init(_ layout: Layout, capacity: Int = 4096) {
    switch layout {
    case .compact: breaks = 0
    case .lines(let depth): breaks = depth
    }
    output = UniqueArray(minimumCapacity: capacity)
  }

  /// An empty writer for a part of what `other` writes: same layout, same depth.
  init(like other: borrowing JSONWriter) {
    breaks = other.breaks
    depth = other.depth
    output = UniqueArray(minimumCapacity: 256)
  }

  /// What was written so far.
  var bytes: [UInt8] { ByteCopy.array(of: output.span) }

  /// Begins a value of its own behind what was written; `depth` is how deep it stands, for its indentation.
  mutating func begin(depth: Int) {
    self.depth = depth
    isFirst = true
  }

  // MARK: Structure

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the next member; `name` is one of ours, with nothing in it to escape.
  mutating func key(_ name: String) {
    separate()
    output.append(UInt8(ascii: "\""))
    output.append(copying: name.utf8.span)
    output.append(UInt8(ascii: "\""))
    colon()
  }

  /// The key of the next member, where its name may come from a file.
  mutating func key(quoting name: String) {
    separate()
    string(name)
    colon()
  }

  private mutating func colon() {
    output.append(UInt8(ascii: ":"))
    if breaks > 0 { output.append(UInt8(ascii: " ")) }
  }

  /// The first members of the object that is open, spelled before by a writer like this one.
  mutating func firstMembers(_ members: [UInt8]) {
    output.append(copying: members.span)
    isFirst = false
  }

  /// Comes before each value of an array.
  mutating func element() { separate() }

  private mutating func open(_ bracket: UInt8) {
    output.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if !isFirst, depth < breaks { newLine() }
    output.append(bracket)
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { output.append(UInt8(ascii: ",")) }
    if depth <= breaks, breaks > 0 {
      newLine()
    } else if !isFirst, breaks > 0 {
      output.append(UInt8(ascii: " "))
    }
    isFirst = false
  }

  private mutating func newLine() {
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<depth * 2 { output.append(UInt8(ascii: " ")) }
  }

  // MARK: Values

  mutating func null() { raw("null") }

  mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  mutating func integer(_ value: some BinaryInteger) {
    if let small = Int(exactly: value) {
      decimal(small)
    } else {
      raw(String(value))
    }
  }

  private mutating func decimal(_ value: Int) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    var power: UInt = 1
    while value.magnitude / power >= 10 { power *= 10 }
    var rest = value.magnitude
    while power > 0 {
      output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest / power))
      rest %= power
      power /= 10
    }
  }

  /// A number; null for one that JSON cannot write.
  mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return integer(whole) }
    raw(value.description)
  }

  mutating func string(_ text: String) { string(text.utf8.span) }

  /// A text as UTF-8.
  mutating func string(_ text: Span<UInt8>) {
    output.append(UInt8(ascii: "\""))
    if JSONWriter.isPlain(text) { output.append(copying: text) } else { escape(text) }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ text: Span<UInt8>) {
    var start = 0
    for index in text.indices where JSONWriter.isEscaped(text[index]) {
      output.append(copying: text.extracting(start..<index))
      append(escaping: text[index])
      start = index + 1
    }
    output.append(copying: text.extracting(start..<text.count))
  }

  private static func isPlain(_ text: Span<UInt8>) -> Bool {
    // No early end: a loop without branches runs over many bytes at a time.
    var found = false
    for index in text.indices { found = isEscaped(text[index]) || found }
    return !found
  }

  @inline(__always)
  private static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F
  }

  private mutating func append(escaping byte: UInt8) {
    output.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): output.append(byte)
    case 0x0A: output.append(UInt8(ascii: "n"))
    case 0x0D: output.append(UInt8(ascii: "r"))
    case 0x09: output.append(UInt8(ascii: "t"))
    default:
      raw("u00")
      output.append(JSONWriter.hexDigit(byte >> 4))
      output.append(JSONWriter.hexDigit(byte & 15))
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// Bytes as base64 text (RFC 4648 §4).
  mutating func base64(_ data: ArraySlice<UInt8>) {
    output.append(UInt8(ascii: "\""))
    Base64.encode(data) { output.append($0) }
    output.append(UInt8(ascii: "\""))
  }

  /// Text as it is.
  mutating func raw(_ text: String) { output.append(copying: text.utf8.span) }

  /// Bytes as they are.
  mutating func raw(_ bytes: [UInt8]) { output.append(copying: bytes.span) }
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
    for index in elements.indices {
      element()
      body(&self, elements[index])
    }
    endArray()
  }
}
