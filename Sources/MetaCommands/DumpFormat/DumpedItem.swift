internal import MetaCore

/// An element of the member `items` of a dump: an item of the file, such as an ID3 frame, as it was
/// dumped or edited.
///
/// The element is compared with the items of the file, and converted to a new item if it differs.
struct DumpedItem: Sendable {
  /// The entry of the file from which the item was read, with its bytes; only complete dumps
  /// contain it.
  struct Location: Sendable, Hashable {
    let container: MetadataContainer
    let offset: Int64?
    /// The bytes of the entry, or nil if the dump omits them.
    let bytes: ByteSlice?
  }

  /// The item's position in the JSON, such as `items[3]`.
  let name: String
  let keySpace: KeySpace
  let key: MetadataKey
  let trackID: UInt32?
  let place: Location?
  private let dataType: String
  private let language: String?
  private let value: JSONNode
  private let extra: [JSONNode.Member]

  var identifier: MetadataIdentifier { MetadataIdentifier(keySpace: keySpace, key: key) }

  /// Reads an item.
  ///
  /// - Throws: ``TextError`` if the node is not an item.
  init(_ node: JSONNode, _ name: String) throws(TextError) {
    func failed(_ reason: String) -> TextError { TextError(node.line, "\(name) \(reason)") }
    guard case .object = node.value else { throw failed("is not an object") }
    self.name = name
    guard let spelled = node["identifier"]?.string else { throw failed("has no “identifier”") }
    let identifier = MetadataIdentifier(rawValue: spelled)
    guard let keySpace = KeySpace.known(prefix: String(spelled.prefix { $0 != "/" })),
      let key = identifier.key ?? DumpedItem.emptyKey(of: identifier)
    else {
      throw failed("has an unknown identifier: \(spelled)")
    }
    self.keySpace = keySpace
    self.key = key
    guard let value = node["value"] else { throw failed("has no “value”") }
    self.value = value
    dataType = node["dataType"]?.string ?? ""
    language = node["language"]?.string
    if let track = node["track"], !track.isNull {
      guard let number = track.integer.flatMap({ UInt32(exactly: $0) }) else {
        throw failed("has a “track” that is not a valid number")
      }
      trackID = number
    } else {
      trackID = nil
    }
    switch node["extra"]?.value {
    case nil, .null?: extra = []
    case .object(let members)?: extra = members
    default: throw failed("has an “extra” that is not an object")
    }
    place = try node["entry"].map { entry throws(TextError) in
      try DumpedItem.location(entry, "\(name).entry")
    }
    do throws(TextError) { _ = try metadataItem(like: nil) } catch {
      throw error.inside("\(name): ")
    }
  }

  /// Returns the empty key of an entry without a name, which Vorbis comments and ASF attributes may
  /// have, or nil for any other identifier.
  private static func emptyKey(of identifier: MetadataIdentifier) -> MetadataKey? {
    let empty = MetadataIdentifier(keySpace: identifier.keySpace, key: .text(""))
    return identifier == empty && !identifier.keySpace.hasFourByteKeys ? .text("") : nil
  }

  /// Reads the member `entry` of an item.
  private static func location(_ node: JSONNode, _ name: String) throws(TextError) -> Location {
    guard let container = node["container"]?.string else {
      throw TextError(node.line, "\(name) has no “container”")
    }
    var bytes: ByteSlice?
    if let text = node["bytes"] {
      guard let decoded = text.string.flatMap(Base64.decode) else {
        throw TextError(text.line, "\(name).bytes is not valid base64")
      }
      bytes = ByteSlice(decoded)
    }
    return Location(
      container: MetadataContainer(rawValue: container),
      offset: node["offset"]?.integer.map { Int64($0) }, bytes: bytes)
  }

  // MARK: Comparing and making

  /// Returns whether this is the dump of the given item.
  func matches(_ item: MetadataItem, from source: any ByteSource) -> Bool {
    dataType == item.dataType.name && matches(item.language)
      && value.matches(item.value, from: source)
      && extra.count == item.extraAttributes.count
      && extra.allSatisfy { member in
        item[extra: ExtraAttribute.Name(rawValue: member.name)]
          .map { member.node.matches($0, from: source) } ?? false
      }
  }

  /// Returns whether the language is the given one; no language and `und` are equivalent.
  private func matches(_ tag: LanguageTag?) -> Bool {
    (language ?? LanguageTag.undetermined.code) == (tag ?? .undetermined).code
  }

  /// Returns the item, or nil if the dump omits its bytes.
  ///
  /// If `old` is given, returns that item with the differences in the JSON applied.
  ///
  /// - Throws: ``TextError`` if the value does not fit the data type.
  func metadataItem(like old: MetadataItem?) throws(TextError) -> MetadataItem? {
    let value = try self.value.metadataValue(like: old?.value, dataType) ?? old?.value
    guard let value else { return nil }
    var item = MetadataItem(
      keySpace: keySpace, key: key, value: value, dataType: newType)
    if let old, old.dataType.name == dataType { item.dataType = old.dataType }
    if let old, matches(old.language) {
      item.language = old.language
    } else if let language, language != LanguageTag.undetermined.code {
      item.language = LanguageTag(iso639: language) ?? LanguageTag(rawValue: language)
    }
    for member in extra {
      let name = ExtraAttribute.Name(rawValue: member.name)
      let present = old?[extra: name]
      guard let value = try member.node.metadataValue(like: present, "") ?? present else {
        continue
      }
      item.extraAttributes.append(ExtraAttribute(name, value))
    }
    return item
  }

  /// The data type of a new item: explicit for QuickTime keys, determined by the key for other
  /// items.
  private var newType: DataType {
    let known = keySpace == .quickTimeMetadata ? DataType(quickTimeName: dataType) : nil
    return known ?? DataType(name: dataType)
  }

  /// The parts of the item that are known without the file.
  var rough: MetadataItem {
    (try? metadataItem(like: nil))
      ?? MetadataItem(
        keySpace: keySpace, key: key, value: .data(.bytes(.empty)),
        dataType: DataType(name: dataType))
  }
}

extension TextError {
  /// Returns the error with `name` before its reason.
  func inside(_ name: String) -> TextError { TextError(place, name + reason) }
}
