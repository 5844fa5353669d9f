/// Replaces values in the text of an XMP packet; everything else stays as it is, byte for byte.
///
///     <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Blue</rdf:li></rdf:Alt></dc:title>
///                                                    ^^^^ only this
///
/// The blanks before `<?xpacket end` are there to be used up (ISO 16684-1 §7.3.2): while they last, the packet keeps its length.
struct XMPEditor {
  private let packet: ByteSlice
  /// What becomes of stretches of the packet.
  private var changes: [(range: Range<Int>, text: [UInt8])] = []
  /// The properties that go.
  private var removed: [XMPPacket.Property] = []

  private init(_ packet: ByteSlice) { self.packet = packet }

  /// The packet with these values of its properties, by their names; one that is not named here goes.
  ///
  /// Several properties of one name are taken in their order. A packet in UTF-16 becomes one in UTF-8.
  ///
  /// - Throws: `unsupported` when a value cannot be put into the text with certainty.
  static func packet(
    _ stored: ByteSlice, with values: [(name: String, value: MetadataValue)]
  ) throws(ParseError) -> [UInt8] {
    let text = XMLText(stored)
    let packet = text.isStored ? stored : text.utf8
    var editor = XMPEditor(packet)
    let old = XMPPacket.properties(of: packet)
    let present = Dictionary(grouping: old, by: \.name)
    let wanted = Dictionary(grouping: values, by: \.name)
    for name in Set(wanted.keys).union(present.keys).sorted() {
      try editor.change(name, present[name] ?? [], to: (wanted[name] ?? []).map(\.value))
    }
    editor.remove(of: old)
    return editor.changes.isEmpty
      ? Array(stored.bytes) : XMPEditor.padded(editor.text, to: stored.count)
  }

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
      throw refused("the packet has no `\(name)` to be replaced")
    }
    var left = values[...]
    for property in old {
      if property.value == left.first { left.removeFirst() } else { removed.append(property) }
    }
    guard left.isEmpty else { throw refused("which `\(name)` is to be replaced is not clear") }
  }

  // MARK: Properties

  /// Removes what is to go; a structure goes with the last of its texts.
  private mutating func remove(of old: [XMPPacket.Property]) {
    var left = Dictionary(old.compactMap(\.structure).map { ($0, 1) }, uniquingKeysWith: +)
    for structure in removed.compactMap(\.structure) { left[structure, default: 1] -= 1 }
    for property in removed {
      if let structure = property.structure, left[structure] == 0 {
        // Its other texts begin inside.
        changes.append((withBlanks(structure), []))
        continue
      }
      switch property.place {
      case .attribute(let range, _): changes.append((range, []))
      case .element(let range, _), .array(let range, _): changes.append((withBlanks(range), []))
      }
    }
  }

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

  private mutating func replace(
    _ members: [XMPPacket.Member], with texts: [String], _ property: XMPPacket.Property
  ) throws(ParseError) {
    let isAlternative = members.contains { $0.language != nil }
    if isAlternative, texts.count != members.count {
      // One text for several languages is the one for everybody.
      let index = members.firstIndex { $0.language == "x-default" }
      guard let index, let text = texts.first, texts.count == 1 else {
        throw refused("`\(property.name)` has texts in other languages")
      }
      return try replace(members[index].value, with: text)
    }
    for (member, text) in zip(members, texts) where member.text != text {
      try replace(member.value, with: text)
    }
    for member in members.dropFirst(texts.count) {
      changes.append((withBlanks(member.range), []))
    }
    guard let last = members.last else { return }
    var more: [UInt8] = []
    for text in texts.dropFirst(members.count) {
      more +=
        blanks(before: last.range.lowerBound) + bytes(last.range.lowerBound..<last.value.lowerBound)
      more += XMPEditor.escaped(text) + bytes(last.value.upperBound..<last.range.upperBound)
    }
    if !more.isEmpty { changes.append((last.range.upperBound..<last.range.upperBound, more)) }
  }

  /// Comments and the like inside of a value are not understood.
  private mutating func replace(
    _ range: Range<Int>, with text: String, inAttribute: Bool = false
  ) throws(ParseError) {
    guard !bytes(range).contains(UInt8(ascii: "<")) else {
      throw refused("there is more than text in the value")
    }
    changes.append((range, XMPEditor.escaped(text, inAttribute: inAttribute)))
  }

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
    default: throw refused("`\(name)` holds texts")
    }
  }

  private func only(_ texts: [String], _ name: String) throws(ParseError) -> String {
    guard texts.count == 1 else { throw refused("`\(name)` holds one text here") }
    return texts[0]
  }

  // MARK: Bytes

  private func bytes(_ range: Range<Int>) -> [UInt8] {
    Array(packet.clamped(from: range.lowerBound, count: range.count).bytes)
  }

  private func blanks(before index: Int) -> [UInt8] {
    var start = index
    while start > 0, let byte = packet[start - 1], XMPEditor.isBlank(byte) { start -= 1 }
    return bytes(start..<index)
  }

  private func withBlanks(_ range: Range<Int>) -> Range<Int> {
    range.lowerBound - blanks(before: range.lowerBound).count..<range.upperBound
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Text as XML has it; characters that XML 1.0 (§2.2) has no place for are left out, or the packet could not be read any more.
  ///
  /// Readers take line breaks in attributes for blanks, and CR everywhere for LF (§2.11, §3.3.3): as references they stay.
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

  private static func isCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D: true
    case 0..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }

  /// The packet with all changes.
  private var text: [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for change in changes.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where change.range.lowerBound >= end {
      result += bytes(end..<change.range.lowerBound) + change.text
      end = change.range.upperBound
    }
    return result + bytes(end..<packet.count)
  }

  /// The packet with more or fewer blanks at its end, so that it has a length; as it is when there are none, or not enough.
  private static func padded(_ bytes: [UInt8], to length: Int) -> [UInt8] {
    guard let end = lastIndex(of: Array("<?xpacket end".utf8), in: bytes) else { return bytes }
    var start = end
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    let blanks = end - start + length - bytes.count
    guard start < end, blanks > 0 else { return bytes }
    if bytes.count <= length {
      return bytes[..<start] + [UInt8](repeating: 0x20, count: length - bytes.count)
        + bytes[start...]
    }
    return Array(bytes[..<start] + bytes[(end - blanks)...])
  }

  private static func lastIndex(of mark: [UInt8], in bytes: [UInt8]) -> Int? {
    var index = bytes.count - mark.count
    while index >= 0 {
      if bytes[index...].starts(with: mark) { return index }
      index -= 1
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
