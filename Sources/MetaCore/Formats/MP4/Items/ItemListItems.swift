/// Items of `ilst`: iTunes' own (`itsk`, `itlk`), and those whose keys stand in a `keys` atom (`mdta`).
extension ItemReading {
  /// Reads a `meta` atom with an item list, which stands at `path`.
  mutating func readItemList(_ meta: Atom, at path: [FourCC]) throws(ParseError) {
    let keys = try readKeys(meta, at: path)
    for list in meta.children where list.type == .ilst {
      let place = ItemPlace(path + [.meta, .ilst])
      var cursor = AtomCursor(window, from: list.payloadOffset, to: list.end, path: place.path)
      while let item = try cursor.next(log: &log) {
        guard items.count < limits.structures else { return }
        if item.type == .free || item.type == .skip { continue }
        let (keySpace, key) = self.key(of: item, keys, place)
        try readItem(item, keySpace, key, place)
      }
    }
  }

  private mutating func readKeys(
    _ meta: Atom, at path: [FourCC]
  ) throws(ParseError) -> KeysAtom? {
    guard let atom = meta.child(.keys) else { return nil }
    do {
      return try KeysAtom.parse(atom.payload(in: window, limit: limits.table), log: &log)
    } catch {
      guard error.code != .io else { throw error }
      log.add(error.inside(path + [.meta, .keys]))
      return nil
    }
  }

  /// Reads one item: a value or several, all under one key.
  mutating func readItem(
    _ item: Atom, _ keySpace: KeySpace, _ key: MetadataKey, _ place: ItemPlace
  ) throws(ParseError) {
    let first = items.count
    var mean: String?
    var name: String?
    var cursor = AtomCursor(window, in: item, path: place.path)
    while let child = try cursor.next(log: &log) {
      switch child.type {
      case .data: try readData(child, of: item, keySpace, key, place)
      case .mean: mean = try label(child)
      case .name: name = try label(child)
      default: break
      }
    }
    if items.count == first { try addWithoutValue(item, keySpace, key, place) }
    if mean != nil || name != nil { complete(from: first, item, mean: mean, name: name) }
  }

  private mutating func key(
    of item: Atom, _ keys: KeysAtom?, _ place: ItemPlace
  ) -> (KeySpace, MetadataKey) {
    guard let keys else { return (.iTunes, .code(item.type)) }
    if let key = keys[item.type.rawValue] { return key }
    // Some writers mix items of iTunes into a list with keys.
    guard item.type.rawValue < 1 << 24 else { return (.iTunes, .code(item.type)) }
    log.note(
      "malformed", place.structure(item), at: item.offset,
      "there is no key \(item.type.rawValue) among the \(keys.keys.count)")
    return (.quickTimeMetadata, .text("\(item.type.rawValue)"))
  }

  private func label(_ atom: Atom) throws(ParseError) -> String {
    let bytes = try atom.payload(in: window, limit: limits.value)
    return TextEncoding.utf8.decode(bytes.clamped(from: 4).withoutTrailingZeros)
  }

  /// A freeform item is known by domain and name; on any other item these are extra attributes.
  private mutating func complete(from first: Int, _ item: Atom, mean: String?, name: String?) {
    for index in first..<items.count {
      if item.type == .freeform {
        items[index].keySpace = .iTunesLong
        items[index].key = .text("\(mean ?? "").\(name ?? "")")
      }
      if let mean { items[index].extraAttributes.append(ExtraAttribute(.mean, .string(mean))) }
      if let name { items[index].extraAttributes.append(ExtraAttribute(.name, .string(name))) }
    }
  }

  private mutating func addWithoutValue(
    _ item: Atom, _ keySpace: KeySpace, _ key: MetadataKey, _ place: ItemPlace
  ) throws(ParseError) {
    log.note("malformed", place.structure(item), at: item.offset, "the item has no `data`")
    add(keySpace, key, TypedValue(try raw(item), .raw), in: item, place.container)
  }

  private mutating func readData(
    _ data: Atom, of item: Atom, _ keySpace: KeySpace, _ key: MetadataKey, _ place: ItemPlace
  ) throws(ParseError) {
    guard data.payloadSize >= Int64(DataAtom.prefix) else {
      log.note("truncated", place.structure(item), at: data.offset, "`data` lacks its type")
      add(keySpace, key, TypedValue(try raw(data), .raw), in: item, place.container)
      return
    }
    var reader = ByteReader(try window.bytes(at: data.payloadOffset, count: DataAtom.prefix))
    let prefix = try DataAtom.parsePrefix(&reader)
    let shape = prefix.type == 0 && keySpace != .quickTimeMetadata ? ItemShape.of(item.type) : .raw
    var value = try value(of: data, type: prefix.type, shape) { place.structure(item) }
    applyLocale(prefix, to: &value)
    add(keySpace, key, value, in: item, place.container)
  }

  private mutating func value(
    of data: Atom, type: UInt32, _ shape: ItemShape, path: () -> StructurePath
  ) throws(ParseError) -> TypedValue {
    let offset = data.payloadOffset + Int64(DataAtom.prefix)
    let count = data.payloadSize - Int64(DataAtom.prefix)
    let isBinary = shape == .raw && QuickTimeValue.isBinary(type)
    guard !isBinary, count <= limits.value else {
      return TypedValue(try binary(at: offset, count: count), DataType(code: type))
    }
    let bytes = try window.bytes(at: offset, count: Int(count))
    if type == 1 { return TypedValue(.string(text(bytes, path: path())), .utf8Value) }
    if let (value, dataType) = shape.parse(bytes) { return TypedValue(value, dataType) }
    let value = QuickTimeValue.parse(bytes, type: type)
    guard value.dataValue == nil else {
      return TypedValue(try binary(at: offset, count: count), DataType(code: type))
    }
    return TypedValue(value, DataType(code: type, width: bytes.count))
  }

  private func applyLocale(_ prefix: DataAtom, to value: inout TypedValue) {
    if prefix.language >= DataAtom.firstPackedCode {
      value.language = LanguageTag(packedQuickTime: prefix.language)
    } else if prefix.language != 0 {
      value.extras.append(ExtraAttribute(.language, .integer(Int64(prefix.language))))
    }
    if let country = DataAtom.countryCode(prefix.country) {
      value.extras.append(ExtraAttribute(.country, .string(country)))
    } else if prefix.country != 0 {
      value.extras.append(ExtraAttribute(.country, .integer(Int64(prefix.country))))
    }
  }
}

extension DataType {
  /// UTF-8 text of a `data` atom.
  static let utf8Value = DataType(code: 1)

  /// The type of a value of `width` bytes; integers of any width (21, 22) are called by theirs, as AVFoundation does.
  init(code: UInt32, width: Int) {
    switch (code, width) {
    case (21, 1): self.init(name: "int8", code: code)
    case (21, 2): self.init(name: "int16", code: code)
    case (21, 4): self.init(name: "int32", code: code)
    case (21, 8): self.init(name: "int64", code: code)
    case (22, 1): self.init(name: "uint8", code: code)
    case (22, 2): self.init(name: "uint16", code: code)
    case (22, 4): self.init(name: "uint32", code: code)
    case (22, 8): self.init(name: "uint64", code: code)
    default: self.init(code: code)
    }
  }
}

extension DataAtom {
  /// Languages below this are no packed codes.
  static let firstPackedCode: UInt16 = 0x400

  /// Two letters of ISO 3166, or nil when the number is none.
  static func countryCode(_ country: UInt16) -> String? {
    let letters = [UInt8(country >> 8), UInt8(country & 0xFF)]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }
}
