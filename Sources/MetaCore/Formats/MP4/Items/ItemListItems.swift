/// Items of `ilst`: iTunes' own (`itsk`, `itlk`), and those whose keys stand in a `keys` atom (`mdta`).
extension ItemReading {
  /// Reads a `meta` atom with an item list, which stands at `path`.
  mutating func readItemList(_ meta: Atom, at path: [FourCC]) throws(ParseError) {
    let keys = try readKeys(meta, at: path)
    for list in meta.children where list.type == .ilst {
      let place = ItemPlace(path + [.meta, .ilst])
      var cursor = AtomCursor(window, from: list.payloadOffset, to: list.end, path: place.path)
      while let item = try cursor.next(log: &log) {
        guard !isFull(at: item.offset) else { return }
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
    let target = ItemTarget(atom: item, keySpace: keySpace, key: key, place: place)
    if try readSmall(target) { return }
    let first = items.count
    var mean: String?
    var name: String?
    var cursor = AtomCursor(window, in: item, path: place.path)
    while let child = try cursor.next(log: &log), !isFull(at: child.offset) {
      switch child.type {
      case .data: try readData(child, target)
      case .mean: mean = try label(child)
      case .name: name = try label(child)
      default: break
      }
    }
    if items.count == first { try addWithoutValue(target) }
    if mean != nil || name != nil { complete(from: first, item, mean: mean, name: name) }
  }

  /// Reads an item that is small and sound, as nearly all are, in one go; else gives false and does nothing.
  private mutating func readSmall(_ target: ItemTarget) throws(ParseError) -> Bool {
    let item = target.atom
    guard item.payloadSize >= 16, item.payloadSize <= ItemReading.smallItem else { return false }
    let payload = try window.bytes(at: item.payloadOffset, upTo: Int(item.payloadSize))
    let first = items.count
    var mean: String?
    var name: String?
    var reader = ByteReader(payload)
    while !reader.isAtEnd {
      guard let size = try? reader.u32(), let type = try? reader.fourCC(), size >= 8,
        let body = try? reader.take(Int(size) - 8), type != .data || body.count >= DataAtom.prefix
      else {
        items.removeLast(items.count - first)
        return false
      }
      switch type {
      case .data:
        let atom = try DataAtom.parse(body)
        try addValue(atom, value(atom, target), target)
      case .mean: mean = ItemReading.label(body)
      case .name: name = ItemReading.label(body)
      default: break
      }
    }
    guard items.count > first else { return false }
    if mean != nil || name != nil { complete(from: first, item, mean: mean, name: name) }
    return true
  }

  /// Items up to this size are read in one go.
  private static let smallItem: Int64 = 1024

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
    ItemReading.label(try atom.payload(in: window, limit: limits.value))
  }

  /// The text behind version and flags.
  private static func label(_ payload: ByteSlice) -> String {
    TextEncoding.utf8.decode(payload.clamped(from: 4).withoutTrailingZeros)
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

  private mutating func addWithoutValue(_ target: ItemTarget) throws(ParseError) {
    let item = target.atom
    log.note("malformed", target.path, at: item.offset, "the item has no `data`")
    add(target, TypedValue(try raw(item), .raw))
  }

  private mutating func readData(_ data: Atom, _ target: ItemTarget) throws(ParseError) {
    guard data.payloadSize >= Int64(DataAtom.prefix) else {
      log.note("truncated", target.path, at: data.offset, "`data` lacks its type")
      add(target, TypedValue(try raw(data), .raw))
      return
    }
    var reader = ByteReader(try window.bytes(at: data.payloadOffset, count: DataAtom.prefix))
    var atom = try DataAtom.parsePrefix(&reader)
    let offset = data.payloadOffset + Int64(DataAtom.prefix)
    let count = data.payloadSize - Int64(DataAtom.prefix)
    let isBinary = target.shape(atom.type) == .raw && QuickTimeValue.isBinary(atom.type)
    guard !isBinary, count <= limits.value else {
      let value = TypedValue(try binary(at: offset, count: count), DataType(code: atom.type))
      addValue(atom, value, target)
      return
    }
    atom.value = try window.bytes(at: offset, count: Int(count))
    addValue(atom, try value(atom, target), target)
  }

  private mutating func value(
    _ atom: DataAtom, _ target: ItemTarget
  ) throws(ParseError) -> TypedValue {
    let bytes = atom.value
    if atom.type == 1 { return TypedValue(.string(text(bytes, path: target.path)), .utf8Value) }
    if let (value, dataType) = target.shape(atom.type).parse(bytes) {
      return TypedValue(value, dataType)
    }
    let value = QuickTimeValue.parse(bytes, type: atom.type)
    guard value.dataValue == nil else {
      let data = try binary(at: bytes.fileOffset, count: Int64(bytes.count))
      return TypedValue(data, DataType(code: atom.type))
    }
    return TypedValue(value, DataType(code: atom.type, width: bytes.count))
  }

  private mutating func addValue(_ atom: DataAtom, _ value: TypedValue, _ target: ItemTarget) {
    guard atom.language != 0 || atom.country != 0 else {
      add(target, value)
      return
    }
    var value = value
    if atom.language >= DataAtom.firstPackedCode {
      value.language = LanguageTag(packedQuickTime: atom.language)
    } else if atom.language != 0 {
      value.extras.append(ExtraAttribute(.language, .integer(Int64(atom.language))))
    }
    if let country = DataAtom.countryCode(atom.country) {
      value.extras.append(ExtraAttribute(.country, .string(country)))
    } else if atom.country != 0 {
      value.extras.append(ExtraAttribute(.country, .integer(Int64(atom.country))))
    }
    add(target, value)
  }

  private mutating func add(_ target: ItemTarget, _ value: TypedValue) {
    add(target.keySpace, target.key, value, in: target.atom, target.place.container)
  }
}

/// The item that values are being read for.
private struct ItemTarget {
  let atom: Atom
  let keySpace: KeySpace
  let key: MetadataKey
  let place: ItemPlace

  /// How values of a type are laid out that does not say it itself.
  func shape(_ type: UInt32) -> ItemShape {
    type == 0 && keySpace != .quickTimeMetadata ? ItemShape.of(atom.type) : .raw
  }

  var path: StructurePath { place.structure(atom) }
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
