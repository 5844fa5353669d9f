// Lists, most of them with times: synchronised lyrics, events, tempos, seek points, chapter IDs.

extension FrameReader {
  /// Reads strings, each with its terminator and a 32-bit time (SYLT).
  mutating func readTimedTexts() throws(ParseError) -> MetadataValue {
    var entries: [MetadataValue] = []
    while !reader.isAtEnd {
      try checkCount(entries.count)
      let text = try readText()
      guard reader.remaining >= 4 else {
        finding = "a string has no time"
        break
      }
      let time = MetadataValue.integer(Int64(try reader.u32()))
      entries.append(.record([.init("text", .string(text)), .init("time", time)]))
    }
    return .list(entries)
  }

  /// Reads entries that consist of a kind and a 32-bit time (ETCO).
  mutating func readEvents() throws(ParseError) -> MetadataValue {
    var entries: [MetadataValue] = []
    while reader.remaining >= 5 {
      try checkCount(entries.count)
      let type = MetadataValue.integer(Int64(try reader.u8()))
      entries.append(
        .record([.init("type", type), .init("time", .integer(Int64(try reader.u32())))]))
    }
    return .list(entries)
  }

  /// Reads entries that consist of beats per minute (from 255 on, FF and a second byte) and a
  /// 32-bit time (SYTC).
  mutating func readTempos() throws(ParseError) -> MetadataValue {
    var entries: [MetadataValue] = []
    while reader.remaining >= 5 {
      try checkCount(entries.count)
      var tempo = Int64(try reader.u8())
      if tempo == 0xFF { tempo += Int64(try reader.u8()) }
      entries.append(
        .record([
          .init("tempo", .integer(tempo)), .init("time", .integer(Int64(try reader.u32()))),
        ]))
    }
    return .list(entries)
  }

  /// Reads fractions of 8 or 16 bits (ASPI); their number and width are in preceding fields.
  mutating func readSeekPoints() throws(ParseError) -> MetadataValue {
    let width = content.value(at: .part("bits"))?.integerValue == 16 ? 2 : 1
    let count = content.value(at: .part("count"))?.integerValue ?? 0
    var entries: [MetadataValue] = []
    while entries.count < count, reader.remaining >= width {
      entries.append(.number(try reader.unsigned(width: width)))
    }
    return .list(entries)
  }

  /// Reads the flag byte of a table of contents: the value 2 means top level, 1 means ordered.
  mutating func readContentsFlags() throws(ParseError) {
    let flags = try reader.u8()
    content.store(.boolean(flags & 2 != 0), at: .part("topLevel"))
    content.store(.boolean(flags & 1 != 0), at: .part("ordered"))
  }

  /// Reads a count and that number of zero-terminated IDs.
  mutating func readIDs() throws(ParseError) -> MetadataValue {
    let count = Int(try reader.u8())
    var entries: [MetadataValue] = []
    // In damaged frames, the count may be larger than the list.
    while entries.count < count, !(isWhole && reader.isAtEnd) {
      entries.append(.string(try readLatin1()))
    }
    return .list(entries)
  }
}

extension FrameWriter {
  mutating func writeTimedTexts(_ value: MetadataValue?) throws(ParseError) {
    for entry in try entries(value) {
      try writeText(entry[part: "text"]?.stringValue ?? "")
      try writeInteger(entry[part: "time"], 4)
    }
  }

  mutating func writeEvents(_ value: MetadataValue?) throws(ParseError) {
    for entry in try entries(value) {
      try writeInteger(entry[part: "type"], 1)
      try writeInteger(entry[part: "time"], 4)
    }
  }

  mutating func writeTempos(_ value: MetadataValue?) throws(ParseError) {
    for entry in try entries(value) {
      let tempo = try number(entry[part: "tempo"], 2)
      // A tempo from 255 on takes two bytes that are added: 255 and a value of up to 255.
      guard tempo <= 510 else { throw FrameWriter.refusal("the tempo \(tempo) exceeds 510") }
      writer.unsigned(min(tempo, 255), width: 1)
      if tempo >= 255 { writer.unsigned(tempo - 255, width: 1) }
      try writeInteger(entry[part: "time"], 4)
    }
  }

  /// Writes fractions in the width that the preceding field declares.
  mutating func writeSeekPoints(_ value: MetadataValue?) throws(ParseError) {
    let width = content.value(at: .part("bits"))?.integerValue == 16 ? 2 : 1
    for entry in try entries(value) { try writeInteger(entry, width) }
  }

  mutating func writeContentsFlags() {
    let isTop = content.value(at: .part("topLevel"))?.integerValue == 1
    let isOrdered = content.value(at: .part("ordered"))?.integerValue == 1
    writer.u8((isTop ? 2 : 0) | (isOrdered ? 1 : 0))
  }

  mutating func writeIDs(_ value: MetadataValue?) throws(ParseError) {
    let ids = try entries(value)
    guard let count = UInt8(exactly: ids.count) else {
      throw FrameWriter.refusal("\(ids.count) IDs exceed the maximum of 255")
    }
    writer.u8(count)
    for id in ids { try writeLatin1(id.stringValue ?? "") }
  }
}
