/// Replaces and removes property values in the text of an XMP packet; all other bytes except for
/// the padding are unchanged, and no properties are added.
///
///     <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Blue</rdf:li></rdf:Alt></dc:title>
///                                                    ^^^^ only this
///
/// The padding before `<?xpacket end` (ISO 16684-1 §7.3.2) is used so that the packet keeps its
/// length if possible.
struct XMPEditor {
  /// The stored packet.
  private let stored: XMLText
  /// The changes to ranges of the packet.
  private var changes: [(range: Range<Int>, text: [UInt8])] = []
  /// The properties to remove.
  private var removed: [XMPPacket.Property] = []

  private init(_ stored: XMLText) { self.stored = stored }

  private var packet: ByteSlice { stored.utf8 }

  /// Returns the packet with these property values, by name; properties without a value are
  /// removed.
  ///
  /// Several properties with the same name are assigned in order. A packet in UTF-16 stays in
  /// UTF-16.
  ///
  /// - Throws: `unsupported` if it is not certain where a value belongs in the text.
  static func packet(
    _ stored: ByteSlice, with values: [(name: String, value: MetadataValue)]
  ) throws(ParseError) -> [UInt8] {
    var editor = XMPEditor(XMLText(stored))
    let old = XMPPacket.properties(of: editor.packet)
    let present = Dictionary(grouping: old, by: \.name)
    let newValues = Dictionary(grouping: values, by: \.name)
    for name in Set(newValues.keys).union(present.keys).sorted() {
      try editor.change(name, present[name] ?? [], to: (newValues[name] ?? []).map(\.value))
    }
    editor.remove(of: old)
    guard !editor.changes.isEmpty else { return Array(stored.bytes) }
    return editor.padded(try editor.edited(), to: stored.count)
  }

  /// Changes the values of the properties with the same name.
  private mutating func change(
    _ name: String, _ old: [XMPPacket.Property], to values: [MetadataValue]
  ) throws(ParseError) {
    if old.count == values.count {
      for (property, value) in zip(old, values) where property.value != value {
        try replace(property, value)
      }
      return
    }
    guard values.count < old.count else {
      throw refused("the packet has no `\(name)` to replace")
    }
    var left = values[...]
    for property in old {
      if property.value == left.first { left.removeFirst() } else { removed.append(property) }
    }
    guard left.isEmpty else { throw refused("it is ambiguous which `\(name)` to replace") }
  }

  // MARK: Properties

  /// Removes properties; a structure is removed with the last string in it.
  private mutating func remove(of old: [XMPPacket.Property]) {
    var left = Dictionary(old.compactMap(\.structure).map { ($0, 1) }, uniquingKeysWith: +)
    for structure in removed.compactMap(\.structure) { left[structure, default: 1] -= 1 }
    let empty = left.filter { $0.value == 0 }.keys
    for structure in empty { changes.append((withBlanks(structure), [])) }
    for property in removed where !(property.structure.map(empty.contains) ?? false) {
      switch property.place {
      case .attribute(let range, _): changes.append((range, []))
      case .element(let range, _), .array(let range, _): changes.append((withBlanks(range), []))
      }
    }
  }

  /// Replaces the value of a property.
  private mutating func replace(
    _ property: XMPPacket.Property, _ value: MetadataValue
  ) throws(ParseError) {
    let texts = try texts(of: value, property.name)
    switch property.place {
    case .attribute(_, let range):
      try replace(range, with: try only(texts, property.name), inAttribute: true)
    case .element(_, let range):
      try replace(range, with: try only(texts, property.name))
    case .array(_, let members):
      try replace(members, with: texts, property)
    }
  }

  /// Replaces the members of an array; additional strings get members in the form of the last one.
  private mutating func replace(
    _ members: [XMPPacket.Member], with texts: [String], _ property: XMPPacket.Property
  ) throws(ParseError) {
    let isAlternative = members.contains { $0.language != nil }
    if isAlternative, texts.count != members.count {
      // A single string for several languages replaces the default one.
      let index = members.firstIndex { $0.language == "x-default" }
      guard let index, let text = texts.first, texts.count == 1 else {
        throw refused("`\(property.name)` has text in other languages")
      }
      return try replace(members[index].value, with: text)
    }
    for (member, text) in zip(members, texts) where !member.text.hasSameBytes(as: text) {
      try replace(member.value, with: text)
    }
    for member in members.dropFirst(texts.count) {
      changes.append((withBlanks(member.range), []))
    }
    guard let last = members.last else { return }
    let start = bytes(line(before: last.range.lowerBound).lowerBound..<last.value.lowerBound)
    let end = bytes(last.value.upperBound..<last.range.upperBound)
    var more: [UInt8] = []
    for text in texts.dropFirst(members.count) { more += start + XMPEditor.escaped(text) + end }
    if !more.isEmpty { changes.append((last.range.upperBound..<last.range.upperBound, more)) }
  }

  /// Replaces the value in a range; values with comments, CDATA or processing instructions are not
  /// supported.
  private mutating func replace(
    _ range: Range<Int>, with text: String, inAttribute: Bool = false
  ) throws(ParseError) {
    guard !bytes(range).contains(UInt8(ascii: "<")) else {
      throw refused("the value contains markup")
    }
    changes.append((range, XMPEditor.escaped(text, inAttribute: inAttribute)))
  }

  /// Returns the strings in a value, in the forms that XMP uses.
  private func texts(
    of value: MetadataValue, _ name: String
  ) throws(ParseError) -> [String] {
    switch value {
    case .string(let text): return [text]
    case .integer(let number): return [String(number)]
    case .real(let number): return [number.description]
    case .date(let date): return [date.description]
    case .boolean(let flag): return [flag ? "True" : "False"]
    case .list(let values) where values.allSatisfy({ $0.isText }):
      return values.compactMap(\.stringValue)
    default: throw refused("`\(name)` can hold only text")
    }
  }

  /// Returns the only string for a property that is not an array.
  private func only(_ texts: [String], _ name: String) throws(ParseError) -> String {
    guard texts.count == 1 else { throw refused("`\(name)` can hold only one value here") }
    return texts[0]
  }

  // MARK: Bytes

  /// Returns the bytes of the packet in a range.
  private func bytes(_ range: Range<Int>) -> [UInt8] {
    Array(packet.clamped(from: range.lowerBound, count: range.count).bytes)
  }

  /// Returns the range of white space before an index.
  private func blanks(before index: Int) -> Range<Int> {
    var start = index
    while let byte = packet[start - 1], XMLText.isBlank(byte) { start -= 1 }
    return start..<index
  }

  /// Returns the last line break in the white space before an index, with the white space after it,
  /// up to the length of an indentation.
  private func line(before index: Int) -> Range<Int> {
    var line = blanks(before: index).suffix(XMPEditor.longestIndentation)
    if let last = line.last(where: { packet[$0] == 0x0A || packet[$0] == 0x0D }) {
      line =
        last > line.startIndex && packet[last] == 0x0A && packet[last - 1] == 0x0D
        ? line[(last - 1)...] : line[last...]
    }
    return line
  }

  private static let longestIndentation = 256

  /// Returns a range with the white space before it.
  private func withBlanks(_ range: Range<Int>) -> Range<Int> {
    blanks(before: range.lowerBound).lowerBound..<range.upperBound
  }

  /// Returns text escaped for XML; characters that XML 1.0 (§2.2) does not allow are removed,
  /// because otherwise the packet could not be read.
  ///
  /// Readers normalise line breaks in attributes to spaces, and CR everywhere to LF (§2.11,
  /// §3.3.3); as character references, they are preserved.
  private static func escaped(_ text: String, inAttribute: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = []
    let allowed = String(String.UnicodeScalarView(text.unicodeScalars.filter(isCharacter)))
    for byte in allowed.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
      case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
      case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
      case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
      case UInt8(ascii: "'"): bytes += Array("&apos;".utf8)
      case 0x0D: bytes += Array("&#13;".utf8)
      case 0x09...0x0A where inAttribute: bytes += Array("&#\(byte);".utf8)
      default: bytes.append(byte)
      }
    }
    return bytes
  }

  /// Whether XML 1.0 allows a character (§2.2).
  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// Returns the stored packet with all changes; of two overlapping changes, the first one is
  /// applied.
  private func edited() throws(ParseError) -> [UInt8] {
    var replacements: [(range: Range<Int>, text: [UInt8])] = []
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= replacements.last?.range.upperBound ?? 0 {
      replacements.append(change)
    }
    guard let bytes = stored.replacing(replacements) else {
      throw refused("the packet's encoding cannot represent the value")
    }
    return bytes
  }

  /// Returns the packet with its padding adjusted to a length; unchanged if there is no padding, or
  /// not enough.
  private func padded(_ bytes: [UInt8], to length: Int) -> [UInt8] {
    guard let mark = stored.encoded(Array("<?xpacket end".utf8)),
      let end = lastIndex(of: mark, in: bytes)
    else { return bytes }
    let present = stored.blanks(before: end, of: bytes)
    let blanks = present + length - bytes.count
    let start = end - present
    guard present > 0, blanks > 0 else { return bytes }
    if bytes.count <= length {
      return bytes[..<start] + stored.blanks(length - bytes.count) + bytes[start...]
    }
    return Array(bytes[..<start] + bytes[(end - blanks)...])
  }

  /// Returns the last occurrence of a marker at a multiple of the character size.
  private func lastIndex(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    var index = (bytes.count - mark.count) / stored.blankSize * stored.blankSize
    while index >= 0 {
      if bytes[index...].starts(with: mark) { return index }
      index -= stored.blankSize
    }
    return nil
  }

  private func refused(_ reason: String) -> ParseError {
    ParseError(.unsupported, at: packet.fileOffset, reason).inside("XMP")
  }
}

extension MetadataValue {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
