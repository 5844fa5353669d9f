// Reading and writing text fields.

extension FrameReader {
  /// Reads the encoding byte; an undefined encoding is reported and read as Latin-1.
  mutating func readEncoding() throws(ParseError) {
    guard let byte = reader.rest[0] else {
      throw ParseError(.truncated, at: reader.fileOffset, "needs 1 byte, but none remain")
    }
    if let encoding = ID3TextEncoding(rawValue: byte) {
      content.encoding = encoding
      try reader.skip(1)
      return
    }
    finding = "unknown text encoding \(byte); read as Latin-1"
    // A printable byte is text whose encoding byte is missing.
    if byte < 0x20 { try reader.skip(1) }
  }

  /// Reads the three letters of a language.
  mutating func readLanguage() throws(ParseError) -> MetadataValue {
    .string(TextEncoding.latin1.decode(try reader.bytes(3).withoutTrailingZeros))
  }

  mutating func readLatin1() throws(ParseError) -> String {
    TextEncoding.latin1.decode(try terminatedBytes(endedBy: .latin1))
  }

  mutating func readText() throws(ParseError) -> String {
    content.encoding.decode(try terminatedBytes(endedBy: content.encoding), bigEndian: &isBigEndian)
  }

  /// Returns the bytes up to the terminator, which is skipped, or to the end of the frame.
  private mutating func terminatedBytes(endedBy encoding: ID3TextEncoding) throws(ParseError)
    -> ByteSlice
  {
    guard let end = encoding.terminator(in: reader.rest) else {
      guard isWhole else {
        throw ParseError(.truncated, at: reader.fileOffset, "a string has no terminator")
      }
      return reader.takeRest()
    }
    let slice = try reader.bytes(end)
    try reader.skip(encoding.terminatorSize)
    return slice
  }

  /// Reads a URL; some writers store it like text, which a byte order mark reveals.
  mutating func readURL() -> MetadataValue {
    let rest = reader.takeRest()
    if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
      let text = ID3TextEncoding.utf16.trimmed(rest)
      return .string(ID3TextEncoding.utf16.decode(text, bigEndian: &isBigEndian))
    }
    return .string(
      TextEncoding.latin1.decode(rest.clamped(from: 0, count: rest.firstIndex(of: 0) ?? .max)))
  }

  mutating func readLatin1List() throws(ParseError) -> MetadataValue {
    try ID3TextEncoding.latin1.decodeList(reader.takeRest(), bigEndian: &isBigEndian)
  }

  /// Reads the strings up to the end of the frame.
  mutating func readTextList() throws(ParseError) -> MetadataValue {
    try content.encoding.decodeList(reader.takeRest(), bigEndian: &isBigEndian)
  }

  /// Reads alternating roles and names (TIPL, TMCL, IPLS).
  mutating func readPeople() throws(ParseError) -> MetadataValue {
    let texts: [MetadataValue] =
      switch try readTextList() {
      case .list(let values): values
      case .string(""): []
      case let single: [single]
      }
    var people: [MetadataValue] = []
    var role: MetadataValue?
    for text in texts {
      guard let known = role else {
        role = text
        continue
      }
      people.append(.record([.init("role", known), .init("name", text)]))
      role = nil
    }
    // A role without a name is kept.
    if let role {
      people.append(.record([.init("role", role), .init("name", .string(""))]))
    }
    return .list(people)
  }
}

extension FrameWriter {
  /// Writes the three letters of a language; `XXX` if it is unknown (ID3v2.4 §4).
  mutating func writeLanguage() {
    let letters = content.extras.first { $0.name == .language }?.value.stringValue ?? "XXX"
    var bytes = (ID3TextEncoding.latin1.encode(letters) ?? []).prefix(3)
    while bytes.count < 3 { bytes.append(0) }
    writer.append(bytes)
  }

  private func bytes(_ text: String, _ encoding: ID3TextEncoding) throws(ParseError) -> [UInt8] {
    guard let bytes = encoding.encode(text) else {
      throw FrameWriter.refusal("\(encoding.name) cannot represent \"\(text)\"")
    }
    return bytes
  }

  private mutating func writeTerminator(_ encoding: ID3TextEncoding) {
    for _ in 0..<encoding.terminatorSize { writer.u8(0) }
  }

  mutating func writeLatin1(_ text: String) throws(ParseError) {
    writer.append(try bytes(text, .latin1))
    writer.u8(0)
  }

  mutating func writeText(_ text: String) throws(ParseError) {
    writer.append(try bytes(text, content.encoding))
    writeTerminator(content.encoding)
  }

  mutating func writeURL(_ value: MetadataValue?) throws(ParseError) {
    guard let text = value?.stringValue else { throw FrameWriter.refusal("the URL is missing") }
    writer.append(try bytes(text, .latin1))
  }

  mutating func writeCharacters(_ text: String, _ count: Int) throws(ParseError) {
    let bytes = try bytes(text, .latin1)
    guard bytes.count == count else {
      throw FrameWriter.refusal("\"\(text)\" must have \(count) characters")
    }
    writer.append(bytes)
  }

  mutating func writeLatin1List(_ value: MetadataValue?) throws(ParseError) {
    try writeList(value, in: .latin1)
  }

  mutating func writeTextList(_ value: MetadataValue?) throws(ParseError) {
    try writeList(value, in: content.encoding)
  }

  /// Writes strings separated by terminators, without a terminator after the last.
  private mutating func writeList(
    _ value: MetadataValue?, in encoding: ID3TextEncoding
  ) throws(ParseError) {
    for (index, entry) in try entries(value).enumerated() {
      guard case .string(let text) = entry else { throw FrameWriter.refusal("a string is missing") }
      if index > 0 { writeTerminator(encoding) }
      writer.append(try bytes(text, encoding))
    }
  }

  /// Writes roles and names, each with its terminator.
  mutating func writePeople(_ value: MetadataValue?) throws(ParseError) {
    for person in try entries(value) {
      try writeText(person[part: "role"]?.stringValue ?? "")
      try writeText(person[part: "name"]?.stringValue ?? "")
    }
  }
}
