internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// JSON that is only appended to, in one of two layouts: everything on one line, or the outer
/// levels on separate lines.
///
/// Keys and values are written directly to uniquely owned memory, which is fast. Slashes are not
/// escaped.
struct JSONWriter: ~Copyable {
  /// Where lines break.
  enum Layout {
    /// Nowhere: one object a line (NDJSON).
    case compact
    /// At every member of the outer levels, down to this depth; deeper values stay on one line.
    case lines(depth: Int)
  }

  private var output: TextBuffer
  private let breaks: Int
  private var depth = 0
  private var isFirst = true
  /// The last number that was not whole, and its text: a file's duration is its track's, too.
  private var lastReal = (value: 0.5, text: "0.5")

  init(_ layout: Layout, capacity: Int = 4096) {
    switch layout {
    case .compact: breaks = 0
    case .lines(let depth): breaks = depth
    }
    output = TextBuffer(capacity: capacity)
  }

  /// An empty writer for a part of what `other` writes: same layout, same depth.
  init(like other: borrowing JSONWriter) {
    breaks = other.breaks
    depth = other.depth
    output = TextBuffer(capacity: 256)
  }

  /// What was written so far.
  var bytes: [UInt8] { output.bytes }

  /// How many bytes were written so far.
  var count: Int { output.count }

  /// Hands over what was written so far, and goes on with nothing.
  mutating func take() -> [UInt8] {
    defer { output.removeAll() }
    return output.bytes
  }

  /// Puts another text in the place of the first `count` bytes.
  mutating func replaceStart(_ count: Int, with text: String) {
    let written = take()
    raw(text)
    raw(Array(written.dropFirst(count)))
  }

  /// Writes what was written so far to a file, and goes on with nothing.
  mutating func flush(to descriptor: FileDescriptor) throws(Errno) {
    try output.flush(to: descriptor)
  }

  /// Begins a new value after the written ones; `depth` is its nesting depth, for the indentation.
  mutating func begin(depth: Int) {
    self.depth = depth
    isFirst = true
  }

  // MARK: Structure

  mutating func beginObject() { open(UInt8(ascii: "{")) }
  mutating func endObject() { close(UInt8(ascii: "}")) }
  mutating func beginArray() { open(UInt8(ascii: "[")) }
  mutating func endArray() { close(UInt8(ascii: "]")) }

  /// The key of the next member.
  mutating func key(_ name: StaticString) { output.append(next(), name: name) }

  /// The key of the next member; `name` is one of ours, with nothing in it to escape.
  mutating func key(ours name: String) { output.append(next(), name: name) }

  /// The key of the next member, where its name may come from a file.
  mutating func key(quoting name: String) {
    element()
    string(name)
    output.append(UInt8(ascii: ":"))
    if breaks > 0 { output.append(UInt8(ascii: " ")) }
  }

  /// The first members of the object that is open, spelled before by a writer like this one.
  mutating func firstMembers(_ members: [UInt8]) {
    output.append(members)
    isFirst = false
  }

  /// Comes before each value of an array.
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

  /// A number; null for one that JSON cannot write.
  mutating func real(_ value: Double) {
    guard value.isFinite else { return null() }
    if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return integer(whole) }
    if value != lastReal.value { lastReal = (value, value.description) }
    raw(lastReal.text)
  }

  /// A text.
  mutating func string(_ text: String) { output.append(quoted: text) }

  /// Bytes as base64 text (RFC 4648 §4).
  mutating func base64(_ data: ArraySlice<UInt8>) {
    output.append(UInt8(ascii: "\""))
    Base64.encode(data) { output.append($0) }
    output.append(UInt8(ascii: "\""))
  }

  /// Text as it is.
  mutating func raw(_ text: String) { output.append(text) }

  /// Bytes as they are.
  mutating func raw(_ bytes: [UInt8]) { output.append(bytes) }
}

// MARK: - Members, shorter

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

  /// A member that is an object.
  mutating func object(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    body(&self)
    endObject()
  }

  /// A member that is an array, one value for each element.
  mutating func array<Element>(
    _ name: StaticString, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    key(name)
    array(elements, body)
  }

  /// An array, one value for each element.
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
