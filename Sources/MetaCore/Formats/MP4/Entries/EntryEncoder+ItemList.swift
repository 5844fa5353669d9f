// Encoding of entries in `ilst`: iTunes items, freeform items, and values for `keys`.

extension EntryEncoder {
  /// Encodes the atom for an `ilst` entry, including its header.
  ///
  /// An `mdta` key is represented by its number in `keys`; a new key is appended to the table,
  /// which is created if necessary. Copied atoms get the number that their key has in this file.
  /// `old` is the complete atom to replace.
  ///
  /// - Throws: `notRepresentable` when the key cannot store the value, or errors from reading a
  ///   value.
  func itemListEntry(
    _ entry: DocumentEdit.Entry, replacing old: ByteSlice? = nil, keys: inout KeysAtom?
  ) throws(ParseError) -> [UInt8] {
    guard let first = entry.items.first else {
      return try EntryEncoder.bytes(of: entry)
    }
    var head = ByteReader(old?.clamped(from: 4, count: 4) ?? .empty)
    let code = try EntryEncoder.code(of: first, like: try? head.fourCC(), keys: &keys)
    guard let bytes = entry.bytes else { return try itemAtom(code, entry.items, replacing: old) }
    return Array(bytes.clamped(from: 0, count: 4).bytes) + code.bytes
      + Array(bytes.clamped(from: 8).bytes)
  }

  /// Returns the bytes of an entry that is specified by its bytes.
  ///
  /// - Throws: `notRepresentable` when it has none.
  static func bytes(of entry: DocumentEdit.Entry) throws(ParseError) -> [UInt8] {
    guard let bytes = entry.bytes else {
      throw ParseError(.notRepresentable, at: 0, "an entry without items or bytes")
    }
    return Array(bytes.bytes)
  }

  // MARK: Keys

  /// Returns the type of an entry's atom: the code of an iTunes item (`----` for a freeform item),
  /// or the number of the entry's key.
  ///
  /// - Throws: `notRepresentable` for items that cannot be stored in an item list.
  private static func code(
    of item: MetadataItem, like old: FourCC?, keys: inout KeysAtom?
  ) throws(ParseError) -> FourCC {
    switch (item.keySpace, item.key) {
    case (.iTunes, .code(let code)): return code
    case (.iTunesLong, _): return .freeform
    case (.quickTimeMetadata, .text(let name)):
      // An entry whose number has no key was read with the number as its key.
      if let old, keys?[old.rawValue] == nil, name == "\(old.rawValue)" { return old }
      let key = KeysAtom.Key(namespace: .mdta, name: ByteSlice(Array(name.utf8)))
      return number(of: item, key, like: old, &keys)
    case (.quickTimeUserData, .code(let code)):
      let key = KeysAtom.Key(namespace: .udta, name: ByteSlice(code.bytes))
      return number(of: item, key, like: old, &keys)
    default:
      throw item.refused("`\(item.identifier)` cannot be stored in an item list")
    }
  }

  /// Returns the number of a key: the number of the old entry, or else the number of the first
  /// equivalent key, or else a new number.
  private static func number(
    of item: MetadataItem, _ key: KeysAtom.Key, like old: FourCC?, _ keys: inout KeysAtom?
  ) -> FourCC {
    var table = keys ?? KeysAtom(keys: [])
    if let old, let known = table[old.rawValue], known == (item.keySpace, item.key) { return old }
    for number in 0..<table.keys.count {
      let number = UInt32(clamping: number + 1)
      if let known = table[number], known == (item.keySpace, item.key) {
        return FourCC(rawValue: number)
      }
    }
    table.keys.append(key)
    keys = table
    return FourCC(rawValue: UInt32(clamping: table.keys.count))
  }

  // MARK: Atoms

  /// Encodes an atom with values; it is also used for user data, in which some writers use such
  /// atoms.
  func itemAtom(
    _ code: FourCC, _ items: [MetadataItem], replacing old: ByteSlice?
  ) throws(ParseError) -> [UInt8] {
    let stored = old.flatMap { StoredItemAtom($0, items.first, source.sourceIdentity) }
    if stored == nil, let payload = try wholePayload(items) {
      return EntryEncoder.atom(code, payload)
    }
    var values: [[UInt8]] = []
    let reusable = stored?.entry.reusableBytes(items) ?? items.map { _ in nil }
    for (item, bytes) in zip(items, reusable) {
      guard let bytes else {
        values.append(try dataAtom(item, code))
        continue
      }
      values.append(Array(bytes.bytes))
    }
    let labels = items.first.map { EntryEncoder.labels(of: $0) } ?? []
    var writer = ByteWriter()
    writer.atom(code) { body in
      if let stored {
        stored.encode(values, labels, into: &body)
      } else {
        for label in labels { label.encode(into: &body) }
        for value in values { body.append(value) }
      }
    }
    return writer.bytes
  }

  /// Returns an atom with the given type and payload.
  static func atom(_ code: FourCC, _ payload: [UInt8]) -> [UInt8] {
    var writer = ByteWriter(reserving: payload.count + 8)
    writer.atom(code) { $0.append(payload) }
    return writer.bytes
  }

  /// Returns the payload of an atom without a `data` atom, which was read as bytes; nil for other
  /// items.
  private func wholePayload(_ items: [MetadataItem]) throws(ParseError) -> [UInt8]? {
    guard items.count == 1, let item = items.first, let data = item.value.dataValue,
      item.dataType == .raw, item.location.size > 0,
      [8, 16].contains(item.location.size - data.count)
    else { return nil }
    return Array(try data.load(from: source).bytes)
  }

  /// Returns the mean and name of an item; a freeform item has both, and other items keep those
  /// that they had.
  private static func labels(of item: MetadataItem) -> [ItemLabel] {
    var mean = item[extra: .mean]?.stringValue
    var name = item[extra: .name]?.stringValue
    if item.keySpace == .iTunesLong, case .text(let key) = item.key,
      "\(mean ?? "").\(name ?? "")" != key
    {
      (mean, name) = split(key)
    }
    return [
      mean.map { ItemLabel(type: .mean, text: $0) }, name.map { ItemLabel(type: .name, text: $0) },
    ]
    .compactMap { $0 }
  }

  /// Splits a freeform key into a domain and a name; the name follows Apple's domain, or else the
  /// last dot.
  ///
  /// A key without a dot is a name in Apple's domain.
  private static func split(_ key: String) -> (mean: String, name: String) {
    let apple = "com.apple.iTunes"
    if key.hasPrefix(apple + ".") { return (apple, String(key.dropFirst(apple.count + 1))) }
    guard let dot = key.lastIndex(of: ".") else { return (apple, key) }
    return (String(key[..<dot]), String(key[key.index(after: dot)...]))
  }

  // MARK: Values

  /// Encodes the `data` atom for one value: its type, country, language and bytes.
  private func dataAtom(_ item: MetadataItem, _ code: FourCC) throws(ParseError) -> [UInt8] {
    let (type, value) = try typed(item, code)
    var writer = ByteWriter(reserving: value.count + 16)
    DataAtom(
      type: type, country: try EntryEncoder.country(of: item),
      language: try EntryEncoder.language(of: item), value: ByteSlice(value)
    ).encode(into: &writer)
    return writer.bytes
  }

  /// Returns the type code and the bytes of a value: in the type of its item if possible, otherwise
  /// in the default form of its key.
  ///
  /// - Throws: `notRepresentable` when neither form can represent it.
  private func typed(
    _ item: MetadataItem, _ code: FourCC
  ) throws(ParseError) -> (type: UInt32, bytes: [UInt8]) {
    var item = item
    if let data = item.value.dataValue {
      item.value = .data(.bytes(try data.load(from: source)))
    }
    if let stored = EntryEncoder.asStored(item, code) { return stored }
    let form = EntryEncoder.form(of: item, code)
    guard let encoded = form.encode(item.value) else {
      throw item.refused("`\(item.key)` takes \(form.words)")
    }
    // Bytes that are not an image keep the type of their item.
    let isUnknown = encoded.type == 0 && item.value.dataValue != nil
    return isUnknown ? (item.dataType.code ?? 0, encoded.bytes) : encoded
  }

  /// Returns the default form for the values of a key.
  private static func form(of item: MetadataItem, _ code: FourCC) -> ItemListForm {
    switch (item.keySpace, item.key) {
    case (.iTunes, _): ItemListForm.of(code)
    case (.quickTimeMetadata, .text(let key)): ItemListForm.of(key)
    default: .any
    }
  }

  /// Encodes the value in the type of its item; returns nil if the item has no type code, if its
  /// key and content determine the type, or if the type cannot represent the value.
  private static func asStored(
    _ item: MetadataItem, _ code: FourCC
  ) -> (type: UInt32, bytes: [UInt8])? {
    guard let type = item.dataType.code else { return nil }
    let isNew = item.location.size == 0
    // The width of an `int` without one, and the type of a new picture, are determined by the key
    // and the content.
    if isNew, item.dataType.name == "int" || item.value.dataValue != nil { return nil }
    if type == 0, item.keySpace != .quickTimeMetadata,
      let bytes = ItemShape.of(code).encode(item.value, as: item.dataType)
    {
      return (0, bytes)
    }
    // iTunes once wrote its advisory rating as one byte of type 24.
    if type == 24, item.keySpace == .iTunes, case .integer(let number) = item.value,
      let byte = UInt8(exactly: number)
    {
      return (24, [byte])
    }
    let width = item.dataType.integerWidth
    let isNarrow = EntryEncoder.form(of: item, code).isNarrow
    // An integer without a width gets the width of its key.
    if isNarrow, width == nil, type == 21 || type == 22 { return nil }
    let bytes = QuickTimeValue.encode(item.value, type: type, width: width)
    let mayWiden = width != nil && !isNarrow
    return (bytes ?? (mayWiden ? QuickTimeValue.encode(item.value, type: type) : nil))
      .map { (type, $0) }
  }

  /// Returns the language field for `data`: the stored number, or the packed code for the language;
  /// 0 for an item without a language.
  private static func language(of item: MetadataItem) throws(ParseError) -> UInt16 {
    if let number = item[extra: .language]?.integerValue.flatMap({ UInt16(exactly: $0) }) {
      return number
    }
    guard let tag = item.language else { return 0 }
    guard let code = tag.packedQuickTime else {
      throw item.refused("`\(item.key)` requires a three-letter language code, not \(tag)")
    }
    return code
  }

  /// Returns the country field for `data`: a number, or two capital letters (ISO 3166); 0 for an
  /// item without a country.
  private static func country(of item: MetadataItem) throws(ParseError) -> UInt16 {
    switch item[extra: .country] {
    case nil: return 0
    case .integer(let number)?:
      if let number = UInt16(exactly: number) { return number }
    case .string(let letters)?:
      let bytes = Array(letters.utf8)
      if bytes.count == 2, bytes.allSatisfy({ (0x41...0x5A).contains($0) }) {
        return UInt16(bytes[0]) << 8 | UInt16(bytes[1])
      }
    default: break
    }
    throw item.refused("`\(item.key)` requires a country code of two capital letters")
  }
}

/// The `mean` or `name` atom in an `ilst` item: the domain (such as `com.apple.iTunes`) or the name
/// in a freeform key.
struct ItemLabel: Sendable, Hashable {
  /// The type of the atom.
  let type: FourCC
  /// The text, in UTF-8.
  let text: String

  /// Writes the atom, with version, flags and text.
  func encode(into writer: inout ByteWriter) {
    writer.atom(type) { body in
      body.u32(0)
      body.append(text.utf8)
    }
  }
}

/// An `ilst` item to replace, divided into its child atoms: values (`data`), labels (`mean`,
/// `name`) and others.
///
/// New values take the place of the old values, and new labels precede all other children; the
/// other children and any bytes after them are kept unchanged.
private struct StoredItemAtom {
  /// A child atom of the item, with its header and payload.
  private struct Child {
    let type: FourCC
    let bytes: ByteSlice
  }

  private var children: [Child] = []
  /// The bytes after the last readable child.
  private var rest = ByteSlice.empty
  /// The values, as items and as atoms.
  private(set) var entry: StoredEntry

  /// Reads the atom; returns nil if it has no values.
  init?(_ atom: ByteSlice, _ first: MetadataItem?, _ source: SourceIdentity) {
    var reader = ByteReader(atom)
    guard let first, let header = try? AtomHeader.parse(&reader) else { return nil }
    while reader.remaining >= 8 {
      let start = reader.rest
      // In a damaged atom, the first unreadable child and everything after it are kept at the end.
      guard let size = try? reader.u32(), let type = try? reader.fourCC(), size == 0 || size >= 8,
        (try? reader.skip(size == 0 ? reader.remaining : Int(size) - 8)) != nil
      else {
        reader = ByteReader(start)
        break
      }
      let count = start.count - reader.remaining
      children.append(Child(type: type, bytes: start.clamped(from: 0, count: count)))
    }
    rest = reader.rest
    entry = StoredEntry([], [])
    let values = children.filter { $0.type == .data }.map(\.bytes)
    guard !values.isEmpty else { return nil }
    entry = StoredEntry(StoredItemAtom.items(atom, header, first, source), values)
  }

  /// Reads the items from the atom in the same way as when the file is read.
  private static func items(
    _ bytes: ByteSlice, _ header: AtomHeader, _ first: MetadataItem, _ source: SourceIdentity
  ) -> [MetadataItem] {
    let atom = AtomSpan(
      type: header.type, offset: bytes.fileOffset, size: Int64(bytes.count),
      headerSize: header.headerSize)
    var reading = ItemReader(
      SourceWindow(SliceSource(bytes, of: source)), limits: .standard, log: DiagnosticLog())
    let keySpace = first.keySpace == .iTunesLong ? KeySpace.iTunes : first.keySpace
    let key = first.keySpace == .iTunesLong ? MetadataKey.code(.freeform) : first.key
    try? reading.readItem(atom, keySpace, key, ItemContainer([.ilst]))
    return reading.items
  }

  /// Writes the children with their values replaced; additional values follow the last old value,
  /// and labels are replaced if they differ.
  func encode(_ values: [[UInt8]], _ labels: [ItemLabel], into body: inout ByteWriter) {
    let areLabelsKept = labels == self.labels
    if !areLabelsKept { for label in labels { label.encode(into: &body) } }
    var remaining = values[...]
    let last = children.lastIndex { $0.type == .data }
    for (index, child) in children.enumerated() {
      switch child.type {
      case .mean, .name:
        if areLabelsKept { body.append(child.bytes) }
      case .data:
        if let value = remaining.popFirst() { body.append(value) }
        while index == last, let value = remaining.popFirst() { body.append(value) }
      default: body.append(child.bytes)
      }
    }
    body.append(rest)
  }

  /// The labels of the atom.
  private var labels: [ItemLabel] {
    [FourCC.mean, .name].compactMap { type in
      children.last { $0.type == type }.map { child in
        let text = child.bytes.clamped(from: 12).withoutTrailingZeros
        return ItemLabel(type: type, text: TextEncoding.utf8.decode(text))
      }
    }
  }
}

extension MetadataItem {
  /// Returns the error for an item that cannot be stored.
  func refused(_ reason: String) -> ParseError {
    ParseError(.notRepresentable, at: location.offset, reason)
  }
}

extension DataType {
  /// The size in bytes of an integer type with a width in its name; nil for all other types.
  fileprivate var integerWidth: Int? {
    guard code == 21 || code == 22 else { return nil }
    let digits = name.drop { !$0.isNumber }
    return Int(digits).map { $0 / 8 }
  }
}
