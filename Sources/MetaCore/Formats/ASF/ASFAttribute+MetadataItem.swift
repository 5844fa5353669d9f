/// Attributes as metadata items, and back.
extension ASFAttribute {
  /// The key of attached pictures (Windows Media Format SDK, `WM_PICTURE`).
  static let pictureKey = "WM/Picture"
  private static let guid = DataType(.guid)
  private static let truth = DataType(.boolean)
  private static let listName = ExtraAttribute.Name(rawValue: "list")

  /// Returns the attribute as a metadata item.
  func metadataItem(
    of list: ASFList, at location: ItemLocation, languages: [LanguageTag], in window: SourceWindow
  ) throws(ParseError) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .asf, key: .text(name), value: .data(value), dataType: .raw, location: location)
    if let number {
      item.value = number.value
      item.dataType = number.type
    } else if case .bytes(let bytes) = value, kind == .text {
      item.value = .string(ASFAttribute.text(bytes))
      item.dataType = .utf16
    } else if kind == .guid {
      item.dataType = ASFAttribute.guid
    } else if kind == .bytes, name == ASFAttribute.pictureKey {
      try describePicture(&item, at: location, in: window)
    }
    if list != .extendedContentDescription {
      item.addExtraAttributes([ExtraAttribute(ASFAttribute.listName, .string(list.rawValue))])
    }
    // The first language is the default.
    if language > 0, languages.indices.contains(Int(language)) {
      item.language = languages[Int(language)]
    }
    if stream > 0 { item.trackID = UInt32(stream) }
    return item
  }

  /// The value as a number or Boolean with its storage type; nil if it has a different type or is
  /// incomplete.
  private var number: (value: MetadataValue, type: DataType)? {
    guard case .bytes(let bytes) = value else { return nil }
    var reader = ByteReader(bytes)
    switch kind {
    // A Boolean has four bytes in the extended content description and two in the metadata lists.
    case .truth where !bytes.isEmpty:
      return (.boolean(bytes.bytes.contains { $0 != 0 }), ASFAttribute.truth)
    case .word: return (try? reader.littleU16()).map { (.integer(Int64($0)), DataType(.uint16)) }
    case .doubleWord:
      return (try? reader.littleU32()).map { (.integer(Int64($0)), DataType(.uint32)) }
    case .quadWord: return (try? reader.littleU64()).map { (.unsigned($0), DataType(.uint64)) }
    default: return nil
    }
  }

  /// Sets the value of the item to the image in a picture attribute, and adds the other fields as
  /// extra attributes; leaves the item unchanged if the fields are damaged.
  ///
  /// Offset and size of each field in bytes: 0 1 type, as in ID3; 1 4 size. The media type and the
  /// description follow, both in zero-terminated UTF-16.
  private func describePicture(
    _ item: inout MetadataItem, at location: ItemLocation, in window: SourceWindow
  ) throws(ParseError) {
    let head = try value.head(4096, in: window)
    var reader = ByteReader(head)
    guard let type = try? reader.u8(), let size = try? reader.littleU32(),
      let mime = ASFAttribute.terminated(&reader),
      let description = ASFAttribute.terminated(&reader)
    else { return }
    let start = Int64(head.count - reader.remaining)
    guard Int64(size) <= value.count - start else { return }
    item.value = .data(value.part(from: start, count: Int64(size)))
    item.extraAttributes = [
      ExtraAttribute(.pictureType, .integer(Int64(type))), ExtraAttribute(.mime, .string(mime)),
      ExtraAttribute(.info, .string(description)),
    ]
  }

  /// Reads a zero-terminated UTF-16 string; nil if the zero is missing.
  private static func terminated(_ reader: inout ByteReader) -> String? {
    let start = reader
    var count = 0
    while let unit = try? reader.littleU16() {
      if unit == 0 {
        var text = start
        return (try? text.bytes(count)).map { ASFAttribute.text($0) }
      }
      count += 2
    }
    return nil
  }

  /// Returns the list that contained an item.
  static func list(of item: MetadataItem) -> ASFList {
    item[extra: listName]?.stringValue.flatMap { ASFList(rawValue: $0) }
      ?? .extendedContentDescription
  }

  /// Creates the attribute for an item whose bytes are in memory; nil when it cannot be stored.
  ///
  /// `old` is the type of the attribute being replaced.
  init?(_ item: MetadataItem, like old: UInt16?) {
    guard case .text(let name) = item.key, !name.isEmpty,
      let (kind, bytes) = ASFAttribute.stored(item, like: old.flatMap { Kind(rawValue: $0) }),
      let stream = UInt16(exactly: item.trackID ?? 0),
      UInt8(exactly: item[extra: .pictureType]?.integerValue ?? 3) != nil
    else { return nil }
    self.init(name: name, type: kind.rawValue, value: .bytes(ByteSlice(bytes)))
    self.stream = stream
  }

  /// Returns the type and bytes with which a value is stored; nil when it cannot be stored.
  ///
  /// Numbers, also in strings, get the type of the old attribute if that is a number or a Boolean.
  private static func stored(_ item: MetadataItem, like old: Kind?) -> (Kind, [UInt8])? {
    switch item.value {
    case .string(let text):
      if let old, let number = UInt64(text), let bytes = encode(number, as: old) {
        return (old, bytes)
      }
      return (.text, encode(text))
    case .boolean(let flag): return (.truth, encode(flag ? 1 : 0, as: .truth) ?? [])
    case .integer, .unsigned: return storedNumber(item, like: old)
    case .data(let data):
      guard case .bytes(let bytes) = data else { return nil }
      if item.dataType == guid, bytes.count == 16 { return (.guid, Array(bytes.bytes)) }
      return (.bytes, picture(item, bytes) ?? Array(bytes.bytes))
    default: return nil
    }
  }

  /// Stores a number in the first type that can hold it: the old one, the declared one, four bytes,
  /// eight bytes.
  private static func storedNumber(_ item: MetadataItem, like old: Kind?) -> (Kind, [UInt8])? {
    guard let number = number(of: item.value) else { return nil }
    let declared: Kind? =
      switch item.dataType.name {
      case "uint16": .word
      case "uint32": .doubleWord
      case "uint64": .quadWord
      default: nil
      }
    for kind in [old, declared, .doubleWord, .quadWord] {
      if let kind, let bytes = encode(number, as: kind) { return (kind, bytes) }
    }
    return nil
  }

  /// Returns the number in a value; nil when it is negative.
  private static func number(of value: MetadataValue) -> UInt64? {
    if case .unsigned(let number) = value { return number }
    return value.integerValue.flatMap { UInt64(exactly: $0) }
  }

  /// Encodes a number in the given type; nil when the type cannot hold it.
  private static func encode(_ number: UInt64, as kind: Kind) -> [UInt8]? {
    var writer = ByteWriter()
    switch kind {
    case .word:
      guard let number = UInt16(exactly: number) else { return nil }
      writer.littleU16(number)
    case .doubleWord:
      guard let number = UInt32(exactly: number) else { return nil }
      writer.littleU32(number)
    case .truth:
      guard number < 2 else { return nil }
      writer.littleU32(UInt32(number))
    case .quadWord: writer.littleU64(number)
    default: return nil
    }
    return writer.bytes
  }

  /// Encodes the value of a picture attribute; nil for any other attribute.
  private static func picture(_ item: MetadataItem, _ bytes: ByteSlice) -> [UInt8]? {
    guard item.key.description == pictureKey else { return nil }
    let info = ImageInfo.probe(.bytes(bytes), in: .empty)
    let mime = item[extra: .mime]?.stringValue ?? info?.mime ?? ""
    var writer = ByteWriter()
    writer.u8(UInt8(clamping: item[extra: .pictureType]?.integerValue ?? 3))
    writer.littleU32(UInt32(clamping: bytes.count))
    writer.append(encode(mime))
    writer.append(encode(item[extra: .info]?.stringValue ?? ""))
    writer.append(bytes)
    return writer.bytes
  }
}
