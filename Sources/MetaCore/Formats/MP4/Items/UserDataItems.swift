/// Items of `udta`: QuickTime strings and settings (`udta`), and the boxes of ISO and 3GPP
/// (`uiso`).
extension ItemReader {
  /// Reads the children of a `udta` atom; `path` is the path of its parent.
  mutating func readUserData(_ udta: Atom, at path: [FourCC]) throws(ParseError) {
    let place = ItemContainer(path + [.udta])
    for atom in udta.children {
      guard !isFull(at: atom.offset) else { return }
      try readUserDataAtom(atom, place)
    }
  }

  /// Reads one child of `udta` according to its type.
  private mutating func readUserDataAtom(
    _ atom: Atom, _ place: ItemContainer
  ) throws(ParseError) {
    switch atom.type {
    case .free, .skip, .wide: break
    case .meta: try readMeta(atom, at: place.path)
    case .chpl: try readNeroChapters(atom, place)
    case .windowsAttributes: try readWindowsAttributes(atom, place)
    case .xmp: try readXMP(atom, place)
    case .id32: try readID32(atom, place)
    case .goProSettings: try readGoProSettings(atom, place)
    case _ where atom.type.rawValue >> 24 == 0xA9: try readInternationalText(atom, place)
    default: try readUserDataEntry(atom, place)
    }
  }

  /// Reads an atom whose layout depends on its type; an atom with a different layout is kept as
  /// bytes.
  private mutating func readUserDataEntry(
    _ atom: Atom, _ place: ItemContainer
  ) throws(ParseError) {
    let (keySpace, layout) = UserDataLayout.of(atom.type, inQuickTime: isQuickTime)
    guard layout != .raw, atom.payloadSize <= limits.value else {
      try addRaw(keySpace, atom, place.container)
      return
    }
    let payload = try atom.payload(in: window, limit: limits.value)
    do {
      let value = try layout.parse(payload)
      add(keySpace, .code(atom.type), value, in: atom, place.container)
    } catch {
      // Another vendor uses the type with a different layout.
      log.add(error.inside(atom.type).inside(place.path))
      try addRaw(.quickTimeUserData, atom, place.container)
    }
  }

  // MARK: International text

  /// Reads an atom whose type begins with the copyright sign: international text, or one of the
  /// other forms that writers use.
  private mutating func readInternationalText(
    _ atom: Atom, _ place: ItemContainer
  ) throws(ParseError) {
    guard atom.payloadSize <= limits.value else {
      try addRaw(.quickTimeUserData, atom, place.container)
      return
    }
    let payload = try atom.payload(in: window, limit: limits.value)
    if payload.beginsWithData {
      // Some writers put an item of `ilst` directly into user data.
      try readItem(atom.span, .quickTimeUserData, .code(atom.type), place)
    } else if let text = UserDataText.parse(payload) {
      addTexts(text, atom, place)
    } else if payload.isText {
      let value = TypedValue.quickTimeText(payload, languageCode: 0)
      add(.quickTimeUserData, .code(atom.type), value, in: atom, place.container)
    } else {
      try addRaw(.quickTimeUserData, atom, place.container)
    }
  }

  /// Adds one item per string, and reports bytes after the last string unless they are zero.
  private mutating func addTexts(_ text: UserDataText, _ atom: Atom, _ place: ItemContainer) {
    for entry in text.entries {
      var value = TypedValue.quickTimeText(entry.text, languageCode: entry.language)
      value.language = LanguageTag(packedQuickTime: entry.language)
      add(.quickTimeUserData, .code(atom.type), value, in: atom, place.container)
    }
    guard text.rest.bytes.contains(where: { $0 != 0 }) else { return }
    log.note(
      .malformed, place.structure(atom.type), at: text.rest.fileOffset,
      "\(text.rest.count) bytes after the last text")
  }
}

extension UserDataLayout {
  /// Parses the value of a payload.
  func parse(_ payload: ByteSlice) throws(ParseError) -> TypedValue {
    switch self {
    case .assetText: TypedValue(try AssetTextAtom.parse(payload))
    case .album: try album(payload)
    case .rating: rated(try RatingAtom.parseRating(payload))
    case .classification: rated(try RatingAtom.parseClassification(payload))
    case .keywords: try keywords(payload)
    case .place: try location(payload)
    case .year: number(try AssetNumberAtom.parseYear(payload), "uint16")
    case .userRating: number(try AssetNumberAtom.parseUserRating(payload), "uint8")
    case .text: try text(payload)
    case .numbers(let width): try numbers(payload, width)
    case .kind: try kind(payload)
    case .raw: TypedValue(.data(.bytes(payload)), .raw)
    }
  }

  /// Parses `albm` as a record with a name and, if there is one, a track number.
  private func album(_ payload: ByteSlice) throws(ParseError) -> TypedValue {
    let atom = try AssetTextAtom.parse(payload)
    var value = TypedValue(atom)
    var parts = [MetadataValue.Part("name", value.value)]
    if let track = atom.rest[0] { parts.append(.init("number", .integer(Int64(track)))) }
    value.value = .record(parts)
    return value
  }

  /// Returns the text of a rating or classification, with its other fields as extra attributes.
  private func rated(_ atom: RatingAtom) -> TypedValue {
    var value = TypedValue(atom.text, language: atom.language)
    value.extras.append(ExtraAttribute(.entity, .string(atom.entity.description)))
    if let criteria = atom.criteria {
      value.extras.append(ExtraAttribute(.criteria, .string(criteria.description)))
    }
    if let table = atom.table {
      value.extras.append(ExtraAttribute(.table, .integer(Int64(table))))
    }
    return value
  }

  private func keywords(_ payload: ByteSlice) throws(ParseError) -> TypedValue {
    let atom = try KeywordsAtom.parse(payload)
    let words = atom.words.map { MetadataValue.string($0.string) }
    let type = DataType(textIn: atom.words.first?.encoding ?? .utf8)
    return TypedValue(.list(words), type, language: LanguageTag(packedQuickTime: atom.language))
  }

  private func location(_ payload: ByteSlice) throws(ParseError) -> TypedValue {
    let atom = try PlaceAtom.parse(payload)
    return TypedValue(
      atom.value, DataType(.place),
      language: LanguageTag(packedQuickTime: atom.language))
  }

  private func number(_ atom: AssetNumberAtom, _ type: String) -> TypedValue {
    TypedValue(.integer(Int64(atom.value)), DataType(name: type))
  }

  /// Parses text in one of three forms: 3GPP with version, flags and language; international text
  /// in one language; or bytes without a header.
  private func text(_ payload: ByteSlice) throws(ParseError) -> TypedValue {
    if payload.count >= 6, payload.starts(with: [0, 0, 0, 0]) {
      return TypedValue(try AssetTextAtom.parse(payload))
    }
    if let list = UserDataText.parse(payload), list.entries.count == 1, list.rest.isEmpty,
      let entry = list.entries.first
    {
      var value = TypedValue.quickTimeText(entry.text, languageCode: entry.language)
      value.language = LanguageTag(packedQuickTime: entry.language)
      return value
    }
    guard payload.isText else {
      throw ParseError(.malformed, at: payload.fileOffset, "not text")
    }
    return TypedValue.quickTimeText(payload, languageCode: 0)
  }

  /// Parses up to four integers; a single integer does not become a list.
  ///
  /// - Throws: `malformed` when there are more, which would be lost when the atom is replaced.
  private func numbers(_ payload: ByteSlice, _ width: Int) throws(ParseError) -> TypedValue {
    guard payload.count <= 4 * width else {
      throw ParseError(
        .malformed, at: payload.fileOffset, "\(payload.count) bytes instead of up to four numbers")
    }
    var reader = ByteReader(payload)
    var values: [MetadataValue] = []
    repeat {
      values.append(.integer(Int64(truncatingIfNeeded: try reader.unsigned(width: width))))
    } while !reader.isAtEnd
    let type = DataType(name: "uint\(width * 8)")
    if values.count == 1, let value = values.first { return TypedValue(value, type) }
    return TypedValue(.list(values), type)
  }

  /// Parses `kind`: the value is the text, and the scheme is an extra attribute (ISO/IEC 14496-12
  /// §8.10.4).
  private func kind(_ payload: ByteSlice) throws(ParseError) -> TypedValue {
    var reader = try ByteReader(assetPayload: payload)
    let scheme = TerminatedText.parse(&reader)
    let value = TerminatedText.parse(&reader)
    var typed = TypedValue(.string(value.string), .utf8)
    typed.extras.append(ExtraAttribute(.scheme, .string(scheme.string)))
    return typed
  }
}

extension ByteSlice {
  /// Whether the content is a `data` atom rather than text that starts with a length and this word.
  var beginsWithData: Bool {
    guard clamped(from: 4, count: 4).starts(with: FourCC.data.bytes) else { return false }
    var reader = ByteReader(self)
    return (try? reader.u32()).map { $0 >= 16 && $0 <= count } ?? false
  }

  /// Whether the bytes are plain text: no control characters except tabs and line breaks, and zeros
  /// only at the end.
  var isText: Bool {
    withoutTrailingZeros.bytes.allSatisfy { $0 >= 0x20 || $0 == 9 || $0 == 10 || $0 == 13 }
  }
}

extension TypedValue {
  /// Decodes QuickTime text without the trailing zeros that some writers add; in UTF-16, they are
  /// kept.
  static func quickTimeText(_ bytes: ByteSlice, languageCode: UInt16) -> TypedValue {
    let encoding = TextEncoding.quickTimeText(bytes, languageCode: languageCode)
    let isWide = encoding == .utf16
    let text = encoding.decode(isWide ? bytes : bytes.withoutTrailingZeros)
    return TypedValue(.string(text), DataType(textIn: encoding))
  }

  fileprivate init(_ atom: AssetTextAtom) { self.init(atom.text, language: atom.language) }

  fileprivate init(_ text: TerminatedText, language: UInt16) {
    self.init(
      .string(text.string), DataType(textIn: text.encoding),
      language: LanguageTag(packedQuickTime: language))
  }
}

extension DataType {
  /// Creates the type of text in the given encoding.
  init(textIn encoding: TextEncoding) {
    switch encoding {
    case .utf8: self = .utf8
    case .utf16: self = .utf16
    case .latin1: self = .latin1
    default: self.init(name: encoding.rawValue)
    }
  }
}

extension ExtraAttribute.Name {
  /// The entity that issued a rating or classification, such as `MPAA`.
  static let entity = Self(rawValue: "entity")
  /// The rating criteria.
  static let criteria = Self(rawValue: "criteria")
  /// The classification table.
  static let table = Self(rawValue: "table")
  /// The scheme of a track's `kind`.
  static let scheme = Self(rawValue: "scheme")
}
