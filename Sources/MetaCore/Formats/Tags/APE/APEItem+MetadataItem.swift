/// Conversion between APE items and metadata items.
extension APEItem {
  /// The maximum number of separate values in one item.
  ///
  /// This limits the memory that an item with many zero bytes can use.
  private static let maxValues = 1 << 16

  private static let externalFlag = "external"
  private static let readOnlyFlag = "readOnly"

  /// The ID3 picture type for the key, such as 3 for "Cover Art (Front)", or 0 for a picture of an
  /// unknown kind; nil for other keys.
  var pictureType: Int? {
    let lower = key.lowercased()
    guard lower.hasPrefix("cover art ("), lower.hasSuffix(")") else { return nil }
    let name = lower.dropFirst("cover art (".count).dropLast()
    return ItemConverter.apePictureNames.firstIndex { $0.lowercased() == name } ?? 0
  }

  /// Returns the APE item as a metadata item in the key space `ape`: text and links become a string
  /// or a list of strings; all other values, and text that was not loaded, remain bytes.
  func metadataItem(at location: ItemLocation) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .ape, key: .text(key), value: .data(value), dataType: .raw, location: location)
    if case .bytes(let bytes) = value, kind == .text || kind == .locator {
      let (text, type) = StoredText.decode(bytes, otherwise: .windows1252)
      item.value = APEItem.split(text)
      item.dataType = type
    }
    item.extraAttributes = extraAttributes
    return item
  }

  /// The properties of the item in addition to its text or bytes: the picture type and file name of
  /// cover art, and the flags "external" and "readOnly".
  private var extraAttributes: [ExtraAttribute] {
    var attributes: [ExtraAttribute] = []
    if kind == .binary, let pictureType {
      attributes.append(ExtraAttribute(.pictureType, .integer(Int64(pictureType))))
    }
    if let fileName {
      attributes.append(ExtraAttribute(.fileName, .string(TextEncoding.utf8.decode(fileName))))
    }
    var marks: [MetadataValue] = []
    if kind == .locator { marks.append(.string(APEItem.externalFlag)) }
    if isReadOnly { marks.append(.string(APEItem.readOnlyFlag)) }
    if !marks.isEmpty { attributes.append(ExtraAttribute(.flags, .list(marks))) }
    return attributes
  }

  /// Returns the string, or a list of strings when zero bytes separate several values.
  private static func split(_ text: String) -> MetadataValue {
    guard text.utf8.contains(0) else { return .string(text) }
    // The last value contains the remaining bytes with their zeros.
    let texts = text.split(
      separator: "\0", maxSplits: maxValues - 1, omittingEmptySubsequences: false)
    return .list(texts.map { .string(String($0)) })
  }

  /// Creates the APE item for a metadata item; nil when its value is neither text, a list of
  /// strings, nor bytes.
  init?(_ item: MetadataItem) {
    key = item.key.description
    fileName = item[extra: .fileName]?.stringValue.map { ByteSlice(Array($0.utf8)) }
    var marks: [MetadataValue] = []
    if case .list(let flags)? = item[extra: .flags] { marks = flags }
    let isExternal = marks.contains(.string(APEItem.externalFlag))
    flags = marks.contains(.string(APEItem.readOnlyFlag)) ? 1 : 0
    var kind: Kind = isExternal ? .locator : .text
    switch item.value {
    case .data(let data):
      // A link that was not loaded because of its size also consists of bytes.
      if !isExternal { kind = .binary }
      value = data
    case .string(let text):
      value = .bytes(ByteSlice(StoredText.encode(text, as: item.dataType)))
    case .list(let values):
      let texts = values.compactMap(\.stringValue)
      guard texts.count == values.count else { return nil }
      value = .bytes(
        ByteSlice(StoredText.encode(texts.joined(separator: "\0"), as: item.dataType)))
    default: return nil
    }
    flags |= kind.rawValue << 1
  }
}
