// Encoding of attributes in `Xtra`.

extension EntryEncoder {
  /// Returns the payload of `Xtra` with changed attributes; other attributes keep their bytes.
  ///
  /// The payload is empty if no attribute is left and no other bytes follow the attributes. If an
  /// entry has bytes, they are a complete attribute.
  ///
  /// - Throws: `notRepresentable` when an attribute cannot store the value, `malformed` when there
  ///   is no attribute at the location of a change.
  func windowsAttributes(
    _ payload: ByteSlice, _ changes: [DocumentEdit.Change]
  ) throws(ParseError) -> [UInt8] {
    var log = DiagnosticLog()
    let attributes = WindowsAttributesAtom.parse(payload, log: &log).attributes
    var new: [Int64: [UInt8]] = [:]
    var added: [UInt8] = []
    for change in changes {
      switch change {
      case .remove(let location): new[location.offset] = []
      case .replace(let location, let entry):
        let old = attributes.first { $0.offset == location.offset }
        new[location.offset] = try attribute(entry, like: old)
      case .add(_, let entry): added += try attribute(entry, like: nil)
      }
    }
    var bytes: [UInt8] = []
    for attribute in attributes {
      let start = Int(attribute.offset - payload.fileOffset)
      let old = payload.clamped(from: start, count: Int(attribute.size))
      bytes += new.removeValue(forKey: attribute.offset) ?? Array(old.bytes)
    }
    if let missing = new.keys.min() {
      throw ParseError(.malformed, at: missing, "no attribute starts at this offset").inside(
        .windowsAttributes)
    }
    let end = attributes.last.map { Int($0.offset + $0.size - payload.fileOffset) } ?? 0
    return bytes + added + Array(payload.clamped(from: end).bytes)
  }

  /// Encodes an attribute, including its size; `old` is the attribute to replace.
  func attribute(
    _ entry: DocumentEdit.Entry, like old: WindowsAttributesAtom.Attribute?
  ) throws(ParseError) -> [UInt8] {
    guard let first = entry.items.first, entry.bytes == nil else {
      return try EntryEncoder.bytes(of: entry)
    }
    guard first.keySpace == .asf, case .text(let name) = first.key else {
      throw first.refused("`\(first.identifier)` cannot be stored in `Xtra`")
    }
    var attribute = WindowsAttributesAtom.Attribute(
      name: ByteSlice(Array(name.utf8)), values: [], offset: 0, size: 0)
    if let old, TextEncoding.utf8.decode(old.name.withoutTrailingZeros) == name {
      attribute.name = old.name
    }
    for item in entry.items { attribute.values.append(try value(item, like: old)) }
    var writer = ByteWriter()
    WindowsAttributesAtom(attributes: [attribute]).encode(into: &writer)
    return writer.bytes
  }

  /// Encodes one value in the first type that can represent it: the type of the item, the type of
  /// the old attribute, or the default type for the value.
  private func value(
    _ item: MetadataItem, like old: WindowsAttributesAtom.Attribute?
  ) throws(ParseError) -> WindowsAttributesAtom.Value {
    // An unchanged value keeps its stored form, because unknown types have no names.
    if let same = old?.values.first(where: {
      $0.value == item.value && $0.dataType == item.dataType
    }) {
      return same
    }
    let types = [WindowsAttributesAtom.Value.type(of: item.dataType), old?.values.first?.type]
    for case let type? in types + [WindowsAttributesAtom.Value.type(of: item.value)] {
      if let value = WindowsAttributesAtom.Value(item.value, type: type) { return value }
    }
    throw item.refused("`\(item.key)` takes text, an integer, a date or a GUID")
  }
}

extension WindowsAttributesAtom.Value {
  /// Encodes the value in the given type; returns nil if the type cannot represent it.
  init?(_ value: MetadataValue, type: UInt16) {
    var writer = ByteWriter()
    switch (type, value) {
    case (Self.text, _):
      guard let text = Self.words(value) else { return nil }
      writer.append(UnicodeText.encodeUTF16(text + "\0", bigEndian: false))
    case (Self.number, .unsigned(let number)): writer.littleU64(number)
    case (Self.number, _):
      guard let number = value.integerValue, number >= 0 else { return nil }
      writer.littleU64(UInt64(number))
    case (Self.fileTime, _):
      guard let ticks = Self.date(value)?.windowsFileTime else { return nil }
      writer.littleU64(ticks)
    case (Self.guid, .string(let text)):
      guard let bytes = QuickTimeValue.encode(.string(text), type: 8) else { return nil }
      // The first three fields are little-endian.
      for index in [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15] {
        writer.u8(bytes[index])
      }
    default: return nil
    }
    self.init(type: type, bytes: ByteSlice(writer.bytes))
  }

  /// Returns a string or an integer as text; nil for other values.
  private static func words(_ value: MetadataValue) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    default: nil
    }
  }

  /// Returns a date, or a string in ISO 8601 form as a date; nil for other values.
  private static func date(_ value: MetadataValue) -> MetadataDate? {
    if case .date(let date) = value { return date }
    return value.stringValue.flatMap { MetadataDate(iso8601: $0) }
  }

  /// Returns the attribute type for a data type; nil for types that `Xtra` lacks.
  fileprivate static func type(of dataType: DataType) -> UInt16? {
    switch dataType.name {
    case "utf16": text
    case "uint64": number
    case "fileTime": fileTime
    case "guid": guid
    default: nil
    }
  }

  /// Returns the default attribute type for a value; nil if no type can represent it.
  fileprivate static func type(of value: MetadataValue) -> UInt16? {
    switch value {
    case .string: text
    case .integer, .unsigned: number
    case .date: fileTime
    default: nil
    }
  }
}
