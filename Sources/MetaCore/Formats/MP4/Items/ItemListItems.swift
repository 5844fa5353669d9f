/// Items of `ilst`: iTunes items (`itsk`, `itlk`), and items with keys in a `keys` atom (`mdta`).
extension ItemReader {
  /// Reads a `meta` atom with an item list; `path` is the path of its parent.
  mutating func readItemList(_ meta: Atom, at path: [FourCC]) throws(ParseError) {
    let keys = try readKeys(meta, at: path)
    if items.isEmpty { items.reserveCapacity(32) }
    for list in meta.children where list.type == .ilst {
      let place = ItemContainer(path + [.meta, .ilst])
      var cursor = AtomCursor(window, from: list.payloadOffset, to: list.end)
      while let item = try cursor.nextSpan(at: place.path, log: &log) {
        guard !isFull(at: item.offset) else { return }
        // Writers leave free space in the list, too.
        if item.type == .free || item.type == .skip { continue }
        let (keySpace, key) = self.key(of: item, keys, place)
        try readItem(item, keySpace, key, place)
      }
    }
  }

  /// Reads the key table of a `meta` atom; nil for an iTunes list, which has no table, and if the
  /// table is damaged.
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

  /// Reads an item: one or more values with the same key.
  mutating func readItem(
    _ item: AtomSpan, _ keySpace: KeySpace, _ key: MetadataKey, _ place: ItemContainer
  ) throws(ParseError) {
    let target = ItemTarget(
      type: item.type, offset: item.offset, size: item.size, keySpace: keySpace, key: key,
      place: place)
    if try readSmall(item, target) { return }
    let first = items.count
    var mean: String?
    var name: String?
    var cursor = AtomCursor(window, in: item)
    while let child = try cursor.nextSpan(at: place.path, log: &log), !isFull(at: child.offset) {
      switch child.type {
      case .data: try readData(child, target)
      case .mean: mean = try label(child)
      case .name: name = try label(child)
      default: break
      }
    }
    if items.count == first { try addWithoutValue(item, target) }
    if mean != nil || name != nil { complete(from: first, item, mean: mean, name: name) }
  }

  /// Reads a small, valid item, as nearly all are, in one step; returns false, without adding
  /// anything to `items`, for other items.
  private mutating func readSmall(_ item: AtomSpan, _ target: ItemTarget) throws(ParseError) -> Bool
  {
    guard item.payloadSize >= 16, item.payloadSize <= ItemReader.smallItem else { return false }
    let payload = try window.bytes(at: item.payloadOffset, upTo: Int(item.payloadSize))
    let first = items.count
    var mean: String?
    var name: String?
    var position = 0
    while position < payload.count {
      guard let size = payload.bigEndian(at: position).map({ Int($0) }), size >= 8,
        let type = payload.bigEndian(at: position + 4).map({ FourCC(rawValue: $0) }),
        size <= payload.count - position, type != .data || size >= 8 + DataAtom.prefix
      else {
        items.removeLast(items.count - first)
        return false
      }
      let (start, count) = (position + 8, size - 8)
      switch type {
      case .data: try addValue(DataAtom(in: payload, at: start, count: count), target)
      case .mean: mean = ItemReader.label(payload.clamped(from: start, count: count))
      case .name: name = ItemReader.label(payload.clamped(from: start, count: count))
      default: break
      }
      position += size
    }
    guard items.count > first else { return false }
    if mean != nil || name != nil { complete(from: first, item, mean: mean, name: name) }
    return true
  }

  /// The maximum payload size, in bytes, of items that are read in one step.
  private static let smallItem: Int64 = 1024

  /// Returns the key of an item, given by its number in `keys`, or by its type in an iTunes list; a
  /// number that is not in `keys` becomes the key itself, with a finding.
  private mutating func key(
    of item: AtomSpan, _ keys: KeysAtom?, _ place: ItemContainer
  ) -> (KeySpace, MetadataKey) {
    guard let keys else { return (.iTunes, .code(item.type)) }
    if let key = keys[item.type.rawValue] { return key }
    // Some writers mix iTunes items into a list with keys.
    guard item.type.rawValue < 1 << 24 else { return (.iTunes, .code(item.type)) }
    log.note(
      .malformed, place.structure(item.type), at: item.offset,
      "key \(item.type.rawValue) does not exist; the table has \(keys.keys.count) keys")
    return (.quickTimeMetadata, .text("\(item.type.rawValue)"))
  }

  private func label(_ atom: AtomSpan) throws(ParseError) -> String {
    ItemReader.label(try Atom(atom).payload(in: window, limit: limits.value))
  }

  /// Returns the text after version and flags.
  private static func label(_ payload: ByteSlice) -> String {
    TextEncoding.utf8.decode(payload.clamped(from: 4).withoutTrailingZeros)
  }

  /// Sets `mean` and `name`, which are the key of a freeform item, or extra attributes of any other
  /// item.
  private mutating func complete(from first: Int, _ item: AtomSpan, mean: String?, name: String?) {
    var extras: [ExtraAttribute] = []
    extras.reserveCapacity(2)
    if let mean { extras.append(ExtraAttribute(.mean, .string(mean))) }
    if let name { extras.append(ExtraAttribute(.name, .string(name))) }
    for index in first..<items.count {
      if item.type == .freeform {
        items[index].keySpace = .iTunesLong
        items[index].key = .text(ItemReader.freeformKey(mean ?? "", name ?? ""))
      }
      items[index].addExtraAttributes(extras)
    }
  }

  /// Composes the key from bytes, which is faster than concatenating three strings.
  private static func freeformKey(_ mean: String, _ name: String) -> String {
    var key: [UInt8] = []
    key.reserveCapacity(mean.utf8.count + 1 + name.utf8.count)
    key.append(contentsOf: mean.utf8)
    key.append(UInt8(ascii: "."))
    key.append(contentsOf: name.utf8)
    return String(decoding: key, as: UTF8.self)
  }

  /// Adds an item without `data` as undecoded bytes, with a finding, so that it can be seen and
  /// removed.
  private mutating func addWithoutValue(_ item: AtomSpan, _ target: ItemTarget) throws(ParseError) {
    log.note(.malformed, target.path, at: item.offset, "the item has no `data`")
    add(target, try raw(Atom(item)), .raw)
  }

  /// Reads a `data` atom of an item that is not small; long binary values, and all values above the
  /// size limit, stay in the file.
  private mutating func readData(_ data: AtomSpan, _ target: ItemTarget) throws(ParseError) {
    guard data.payloadSize >= Int64(DataAtom.prefix) else {
      log.note(.truncated, target.path, at: data.offset, "`data` has no type")
      add(target, try raw(Atom(data)), .raw)
      return
    }
    var reader = ByteReader(try window.bytes(at: data.payloadOffset, count: DataAtom.prefix))
    var atom = try DataAtom.parsePrefix(&reader)
    let offset = data.payloadOffset + Int64(DataAtom.prefix)
    let count = data.payloadSize - Int64(DataAtom.prefix)
    let isBinary = target.shape(atom.type) == .raw && QuickTimeValue.isBinary(atom.type)
    guard !isBinary, count <= limits.value else {
      add(target, try binary(at: offset, count: count), DataType(code: atom.type), of: atom)
      return
    }
    atom.value = try window.bytes(at: offset, count: Int(count))
    try addValue(atom, target)
  }

  /// Decodes a value according to its type (1 is UTF-8) or the shape of its item, and adds it.
  private mutating func addValue(_ atom: DataAtom, _ target: ItemTarget) throws(ParseError) {
    let bytes = atom.value
    if atom.type == 1 {
      let text = ItemReader.text(bytes)
      if text == nil { noteNotUTF8(bytes, target.path) }
      let value = text ?? TextEncoding.utf8.decode(bytes.withoutTrailingZeros)
      return add(target, .string(value), .utf8Value, of: atom)
    }
    if let (value, dataType) = target.shape(atom.type).parse(bytes) {
      return add(target, value, dataType, of: atom)
    }
    let value = QuickTimeValue.parse(bytes, type: atom.type)
    guard case .data = value else {
      return add(target, value, DataType(code: atom.type, width: bytes.count), of: atom)
    }
    let data = try binary(at: bytes.fileOffset, count: Int64(bytes.count))
    add(target, data, DataType(code: atom.type), of: atom)
  }

  private mutating func add(
    _ target: ItemTarget, _ value: consuming MetadataValue, _ dataType: DataType,
    of atom: DataAtom? = nil
  ) {
    guard !isFull(at: target.offset) else { return }
    items.append(
      MetadataItem(
        keySpace: target.keySpace, key: target.key, value: value, dataType: dataType,
        location: ItemLocation(
          container: target.place.container, offset: target.offset, size: target.size)))
    if trackID != nil { items[items.count - 1].trackID = trackID }
    guard let atom, atom.language != 0 || atom.country != 0 else { return }
    mark(&items[items.count - 1], atom)
  }

  /// Sets the language and country of a value.
  private func mark(_ item: inout MetadataItem, _ atom: DataAtom) {
    if atom.language >= DataAtom.firstPackedCode {
      item.language = LanguageTag(packedQuickTime: atom.language)
    } else if atom.language != 0 {
      item.extraAttributes.append(ExtraAttribute(.language, .integer(Int64(atom.language))))
    }
    if let country = DataAtom.countryCode(atom.country) {
      item.extraAttributes.append(ExtraAttribute(.country, .string(country)))
    } else if atom.country != 0 {
      item.extraAttributes.append(ExtraAttribute(.country, .integer(Int64(atom.country))))
    }
  }
}

/// The item of `ilst` whose `data` atoms are being read: the properties that the metadata items of
/// all its values have in common.
private struct ItemTarget {
  let type: FourCC
  let offset: Int64
  let size: Int64
  let keySpace: KeySpace
  let key: MetadataKey
  let place: ItemContainer

  /// Returns the layout of values whose type does not define one; `raw` for other types.
  func shape(_ type: UInt32) -> ItemShape {
    let isLeftOut = type == 0 || type == ItemTarget.genres && self.type == ItemTarget.genre
    return isLeftOut && keySpace != .quickTimeMetadata ? ItemShape.of(self.type) : .raw
  }

  /// The type of a list of genres (QTFF "Well-known types"); a `gnre` item has the same value
  /// without this type.
  private static let genres: UInt32 = 18
  private static let genre = FourCC("g", "n", "r", "e")

  var path: StructurePath { place.structure(type) }
}

extension DataType {
  /// UTF-8 text of a `data` atom.
  static var utf8Value: DataType { DataType(.utf8, code: 1) }

  /// Creates the type of a value of `width` bytes; the names of integers of any width (21, 22)
  /// include the width, as in AVFoundation.
  init(code: UInt32, width: Int) {
    switch (code, width) {
    case (21, 1): self.init(.int8, code: code)
    case (21, 2): self.init(.int16, code: code)
    case (21, 3): self.init(name: "int24", code: code)
    case (21, 4): self.init(.int32, code: code)
    case (21, 8): self.init(.int64, code: code)
    case (22, 1): self.init(.uint8, code: code)
    case (22, 2): self.init(.uint16, code: code)
    case (22, 3): self.init(name: "uint24", code: code)
    case (22, 4): self.init(.uint32, code: code)
    case (22, 8): self.init(.uint64, code: code)
    default: self.init(code: code)
    }
  }
}

extension DataAtom {
  /// The first packed language code.
  static let firstPackedCode: UInt16 = 0x400

  /// Returns the two letters of an ISO 3166 code; nil if the number is not such a code.
  static func countryCode(_ country: UInt16) -> String? {
    let letters = [UInt8(country >> 8), UInt8(country & 0xFF)]
    guard letters.allSatisfy({ (0x41...0x5A).contains($0) }) else { return nil }
    return String(decoding: letters, as: UTF8.self)
  }
}
