// Items with a new value and otherwise as few changes as possible.

extension MetadataItem {
  /// Returns this item, with its key, language and attributes, and the value of a newly created
  /// item.
  func holding(_ replacement: MetadataItem) -> MetadataItem {
    var item = self
    item.value = replacement.value
    item.dataType = replacement.dataType
    // The stored type is kept if it can hold the new value.
    switch (value, replacement.value) {
    case (.integer, .integer(let number)), (.unsigned, .integer(let number)):
      if dataType.canStore(number) { item.dataType = dataType }
    case (.integer, .string(let text)), (.unsigned, .string(let text)):
      guard let number = Int64(text) else { break }
      item.value = .integer(number)
      item.dataType = dataType
    case (.real, .string), (.real, .integer), (.real, .real):
      guard let number = ScalarConverter.number(replacement.value) else { break }
      item.value = .real(number)
      item.dataType = dataType
    case (.date, .string(let text)):
      guard let date = MetadataDate(iso8601: text), date.unixEpochSeconds != nil else { break }
      item.value = .date(date)
      item.dataType = dataType
    case (.record(let parts), .record(let new)):
      // New parts without content do not replace existing parts: the album in a 3GPP file is
      // changed without losing its track number, and the coordinates of a place without losing its
      // name.
      item.value = .record(
        parts.map { part in new.first { $0.name == part.name && !$0.isBlank } ?? part }
          + new.filter { part in !parts.contains { $0.name == part.name } })
      item.dataType = dataType
    case (.string, .string), (.string, .list), (.list, .string), (.list, .list):
      if dataType.canStore(ValueForm.texts(replacement.value)), !isUnreadElsewhere {
        item.dataType = dataType
      }
    case (.pair, .pair), (.data, .data): item.dataType = dataType
    default: break
    }
    return item
  }

  /// Whether players ignore its text type, because they read only UTF-8 in iTunes items.
  private var isUnreadElsewhere: Bool {
    [.iTunes, .iTunesLong].contains(keySpace) && dataType.name.hasPrefix("utf16")
  }
}

extension MetadataValue.Part {
  /// Whether the part is an empty string or a role, which does not replace an existing part.
  fileprivate var isBlank: Bool { value == .string("") || name == "role" }
}

extension DataType {
  /// Whether an integer fits in the width of the type; true for types that are not integers.
  fileprivate func canStore(_ number: Int64) -> Bool {
    let isSigned = name.hasPrefix("int")
    guard isSigned || name.hasPrefix("uint") else { return true }
    guard let bits = Int(name.drop { !$0.isNumber }) else { return isSigned || number >= 0 }
    // The limits of a 64-bit integer would overflow here, and need no check.
    guard bits < 64 else { return isSigned || number >= 0 }
    return isSigned
      ? (-(1 << (bits - 1))..<1 << (bits - 1)).contains(number)
      : (0..<1 << bits).contains(number)
  }

  /// Whether strings can be stored as this type.
  fileprivate func canStore(_ texts: [String]) -> Bool {
    if name.hasPrefix("utf") || code != nil { return name != "sjis" }
    let limit: UInt32 = name == "latin1" ? 0x100 : 0x80
    return texts.allSatisfy { text in text.unicodeScalars.allSatisfy { $0.value < limit } }
  }
}
