internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Writes JSON into memory, value by value, in two layouts: everything on one line, or the outer
/// levels on separate lines.
///
/// Command results go through it, including text, but not media or edited files on standard output.
/// Keys and values are written directly to uniquely owned memory, for speed. Slashes are not
/// escaped.
struct JSONWriter: ~Copyable {
  /// The layout of line breaks in JSON.
  enum Layout {
    /// No line breaks: one object per line (NDJSON).
    case compact
    /// A line break at every member of the outer levels, down to this depth; deeper values stay on
    /// one line.
    case lines(depth: Int)
  }

  private var output: TextBuffer
  /// The number of outer levels with line breaks.
  private let breaks: Int
  /// The number of open objects and arrays, plus the depth given to ``begin(depth:)``.
  private var depth = 0
  /// Whether the next member or element is the first, which no comma precedes.
  private var isFirst = true
  /// The last fractional number and its text, cached because durations of files and tracks are
  /// often equal.
  private var lastReal = (value: 0.5, text: "0.5")

  init(_ layout: Layout, capacity: Int = 4096) {
    switch layout {
    case .compact: breaks = 0
    case .lines(let depth): breaks = depth
    }
    output = TextBuffer(capacity: capacity)
  }

  /// Creates an empty writer for a part of the output of `other`, with the same layout and depth.
  init(like other: borrowing JSONWriter) {
    breaks = other.breaks
    depth = other.depth
    output = TextBuffer(capacity: 256)
  }

  /// The bytes written so far.
  var bytes: [UInt8] { output.bytes }

  /// The number of bytes written so far.
  var count: Int { output.count }

  /// Returns the bytes written so far, and empties the writer.
  mutating func takeBytes() -> [UInt8] {
    defer { output.removeAll() }
    return output.bytes
  }

  /// Replaces the first `count` bytes with text.
  mutating func replaceStart(_ count: Int, with text: String) {
    let written = takeBytes()
    raw(text)
    raw(Array(written.dropFirst(count)))
  }

  /// Writes the bytes to a file, and empties the writer.
  mutating func flush(to descriptor: FileDescriptor) throws(Errno) {
    try output.flush(to: descriptor)
  }

  /// Begins a new value after the values written so far; `depth` is its nesting depth, for the
  /// indentation.
  mutating func begin(depth: Int) {
    self.depth = depth
    isFirst = true
  }

  // MARK: Structure

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// Writes the key of the next member.
  mutating func key(_ name: StaticString) { output.append(next(), name: name) }

  /// Writes the key of the next member; `name` must not require escaping.
  mutating func key(ours name: String) { output.append(next(), name: name) }

  /// Writes the key of the next member with escaping, for names that may come from a file.
  mutating func key(quoting name: String) {
    element()
    string(name)
    output.append(UInt8(ascii: ":"))
    if breaks > 0 { output.append(UInt8(ascii: " ")) }
  }

  /// Writes the first members of the open object, which a writer with the same layout has
  /// formatted.
  mutating func firstMembers(_ members: [UInt8]) {
    output.append(members)
    isFirst = false
  }

  /// Begins an element; call this before each value in an array.
  mutating func element() { output.append(next()) }

  private mutating func open(_ bracket: UInt8) {
    output.append(bracket)
    depth += 1
    isFirst = true
  }

  private mutating func close(_ bracket: UInt8) {
    depth -= 1
    if !isFirst, depth < breaks {
      output.append(bracket, indentation: depth * 2)
    } else {
      output.append(bracket)
    }
    isFirst = false
  }

  /// The separator before the next member or element.
  private mutating func next() -> TextBuffer.Separator {
    defer { isFirst = false }
    let isOnOwnLine = breaks > 0 && depth <= breaks
    return TextBuffer.Separator(
      hasComma: !isFirst, indentation: isOnOwnLine ? depth * 2 : nil, isSpaced: breaks > 0)
  }

  // MARK: Values

  mutating func null() { output.append("null") }

  mutating func bool(_ value: Bool) {
    if value { output.append("true") } else { output.append("false") }
  }

  mutating func integer(_ value: some BinaryInteger) {
    if let small = UInt64(exactly: value) {
      output.append(decimal: small)
    } else if let small = UInt64(exactly: value.magnitude) {
      output.append(UInt8(ascii: "-"))
      output.append(decimal: small)
    } else {
      raw(String(value))
    }
  }

  /// Writes a number, or null if it is not finite.
  mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    if let integerValue = Int64(exactly: value), integerValue.magnitude < 1 << 53 {
      return integer(integerValue)
    }
    if value != lastReal.value { lastReal = (value, value.description) }
    raw(lastReal.text)
  }

  /// Writes a string in quotes, with the escapes that JSON requires.
  mutating func string(_ text: String) { output.append(quoted: text) }

  /// Writes bytes as a base64 string (RFC 4648 §4).
  mutating func base64(_ data: ArraySlice<UInt8>) {
    output.append(UInt8(ascii: "\""))
    Base64.encode(data) { output.append($0) }
    output.append(UInt8(ascii: "\""))
  }

  /// Writes text verbatim.
  mutating func raw(_ text: String) { output.append(text) }

  /// Writes bytes verbatim.
  mutating func raw(_ bytes: [UInt8]) { output.append(bytes) }
}

// MARK: - Members

extension JSONWriter {
  mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  mutating func member(_ name: StaticString, _ value: (some BinaryInteger)?) {
    guard let value else { return }
    key(name)
    integer(value)
  }

  mutating func member(_ name: StaticString, _ value: Double?) {
    guard let value else { return }
    key(name)
    real(value)
  }

  mutating func member(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    key(name)
    bool(value)
  }

  /// Writes a member that is an object.
  mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes a member that is an array with one value per element.
  mutating func array<Element>(
    _ name: StaticString, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array(elements, body)
  }

  /// Writes an array with one value per element.
  mutating func array<Element>(
    _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    beginArray()
    for index in elements.indices {
      element()
      body(&self, elements[index])
    }
    endArray()
  }
}
