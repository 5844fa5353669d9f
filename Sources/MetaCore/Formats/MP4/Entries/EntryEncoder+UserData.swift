// Encoding of entries in `udta`: QuickTime text and settings, and ISO and 3GPP boxes.

extension EntryEncoder {
  /// Encodes the atom for a `udta` entry, including its header; `old` is the complete atom to
  /// replace.
  ///
  /// `Xtra`, `XMP_`, `ID32` and `meta` are not entries but contain entries; other functions encode
  /// them.
  ///
  /// - Throws: `notRepresentable` when the key cannot store the value, or errors from reading a
  ///   value.
  func userDataEntry(
    _ entry: DocumentEdit.Entry, replacing old: ByteSlice? = nil
  ) throws(ParseError) -> [UInt8] {
    guard let first = entry.items.first, entry.bytes == nil else {
      return try EntryEncoder.bytes(of: entry)
    }
    let oldPayload = old.map { EntryEncoder.payload(of: $0) }
    if first.keySpace == .goPro || first.key == .code(.goProSettings) {
      return try goProSettings(entry, replacing: oldPayload)
    }
    let isUserData = first.keySpace == .quickTimeUserData || first.keySpace == .isoUserData
    guard isUserData, case .code(let code) = first.key else {
      throw first.refused("`\(first.identifier)` cannot be stored in user data")
    }
    if entry.items.count == 1, first.dataType == .raw, let data = first.value.dataValue {
      return EntryEncoder.atom(code, Array(try data.load(from: source).bytes))
    }
    // The types of QuickTime text atoms start with `©`.
    if code.rawValue >> 24 == 0xA9 {
      if let oldPayload, oldPayload.beginsWithData {
        return try itemAtom(code, entry.items, replacing: old)
      }
      return EntryEncoder.atom(code, try InternationalTextEncoder(oldPayload).encode(entry.items))
    }
    guard entry.items.count == 1 else { throw first.refused("`\(code)` takes a single value") }
    let (_, layout) = UserDataLayout.of(code, inQuickTime: isQuickTime)
    var writer = ByteWriter()
    try layout.encode(first, like: oldPayload, into: &writer)
    return EntryEncoder.atom(code, writer.bytes)
  }

  /// Returns the bytes after the header of an atom.
  private static func payload(of atom: ByteSlice) -> ByteSlice {
    var reader = ByteReader(atom)
    guard (try? AtomHeader.parse(&reader)) != nil else { return .empty }
    return reader.rest
  }
}

// MARK: - Layouts

extension UserDataLayout {
  /// Encodes the payload for an item; the inverse of ``parse(_:)``.
  ///
  /// Fields that are not in the item are copied from `old`, which is the payload to replace; only
  /// the track number in `albm` is removed instead.
  func encode(
    _ item: MetadataItem, like old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    switch self {
    case .assetText: try encodeText(item, old, into: &writer)
    case .album: try encodeAlbum(item, old, into: &writer)
    case .rating: try encodeRating(item, old, into: &writer)
    case .classification: try encodeClassification(item, old, into: &writer)
    case .keywords: try encodeKeywords(item, old, into: &writer)
    case .place: try encodePlace(item, old, into: &writer)
    case .year:
      let year = try UserDataLayout.number(item, upTo: 0xFFFF, "a year")
      AssetNumberAtom(reserved: .empty, value: UInt16(year), width: 2).encode(into: &writer)
    case .userRating:
      let rating = try UserDataLayout.number(item, upTo: 0xFF, "a rating from 0 to 100")
      let reserved = old.flatMap { try? AssetNumberAtom.parseUserRating($0) }?.reserved
      AssetNumberAtom(
        reserved: reserved ?? ByteSlice([0, 0, 0]), value: UInt16(rating), width: 1
      ).encode(into: &writer)
    case .text: try encodeBareText(item, old, into: &writer)
    case .numbers(let width): try encodeNumbers(item, width, into: &writer)
    case .kind: try encodeKind(item, old, into: &writer)
    case .raw: throw item.refused("`\(item.key)` takes bytes")
    }
  }

  /// Returns an integer value from 0 to `limit`, including one given as digits.
  private static func number(
    _ item: MetadataItem, upTo limit: Int64, _ words: String
  ) throws(ParseError) -> Int64 {
    guard let number = item.value.integerValue, number >= 0, number <= limit else {
      throw item.refused("`\(item.key)` takes \(words)")
    }
    return number
  }

  // MARK: 3GPP boxes

  /// Encodes a 3GPP text box such as `titl`, with language and text.
  private func encodeText(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    let oldAtom = old.flatMap { try? AssetTextAtom.parse($0) }
    let text = try item.userText()
    AssetTextAtom(
      language: try item.assetLanguage(like: oldAtom?.language),
      text: try TerminatedText(text, of: item, like: oldAtom?.text), rest: oldAtom?.rest ?? .empty
    ).encode(into: &writer)
  }

  /// Encodes `albm`, with language, name, and a one-byte track number if there is one.
  private func encodeAlbum(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    let oldAtom = old.flatMap { try? AssetTextAtom.parse($0) }
    guard let name = item.value[part: "name"]?.stringValue ?? item.value.stringValue else {
      throw item.refused("`\(item.key)` takes an album name and a track number")
    }
    var rest = oldAtom?.rest.clamped(from: 1) ?? .empty
    if let number = item.value[part: "number"]?.integerValue {
      guard let byte = UInt8(exactly: number) else {
        throw item.refused("`\(item.key)` takes track numbers up to 255")
      }
      rest = ByteSlice([byte] + Array(rest.bytes))
    } else {
      rest = .empty
    }
    var text = try TerminatedText(name, of: item, like: oldAtom?.text)
    // Without a terminating zero, the number would be read as part of the text.
    if !rest.isEmpty { text.isTerminated = true }
    AssetTextAtom(
      language: try item.assetLanguage(like: oldAtom?.language), text: text, rest: rest
    ).encode(into: &writer)
  }

  /// Encodes `rtng`, with rating entity, criteria, language and text.
  private func encodeRating(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    let oldAtom = old.flatMap { try? RatingAtom.parseRating($0) }
    RatingAtom(
      entity: try item.code(.entity) ?? oldAtom?.entity ?? UserDataLayout.noCode,
      criteria: try item.code(.criteria) ?? oldAtom?.criteria ?? UserDataLayout.noCode, table: nil,
      language: try item.assetLanguage(like: oldAtom?.language),
      text: try TerminatedText(item.userText(), of: item, like: oldAtom?.text)
    ).encode(into: &writer)
  }

  /// Encodes `clsf`, with entity, table number, language and text.
  private func encodeClassification(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    let oldAtom = old.flatMap { try? RatingAtom.parseClassification($0) }
    let table = item[extra: .table]?.integerValue.flatMap { UInt16(exactly: $0) }
    RatingAtom(
      entity: try item.code(.entity) ?? oldAtom?.entity ?? UserDataLayout.noCode, criteria: nil,
      table: table ?? oldAtom?.table ?? 0,
      language: try item.assetLanguage(like: oldAtom?.language),
      text: try TerminatedText(item.userText(), of: item, like: oldAtom?.text)
    ).encode(into: &writer)
  }

  /// The code for an unknown entity or unknown criteria, which consists of four spaces and is not a
  /// registered code.
  private static let noCode = FourCC(" ", " ", " ", " ")

  /// Encodes `kywd`, with language and keywords; each keyword has the form of the equal old
  /// keyword, or else of the old keyword at the same index, or else of the last old keyword.
  private func encodeKeywords(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    let oldAtom = old.flatMap { try? KeywordsAtom.parse($0) }
    let texts: [String]
    switch item.value {
    case .string(let text): texts = [text]
    case .list(let values): texts = values.compactMap(\.stringValue)
    default: throw item.refused("`\(item.key)` takes keywords")
    }
    var atom = KeywordsAtom(
      language: try item.assetLanguage(like: oldAtom?.language), words: [])
    for (index, text) in texts.enumerated() {
      let words = oldAtom?.words ?? []
      // An unchanged keyword keeps its bytes even if other keywords are inserted before it.
      let like =
        words.first { $0.string.hasSameBytes(as: text) }
        ?? (index < words.count ? words[index] : nil)
      let word = try TerminatedText(text, of: item, like: like ?? words.last)
      guard word.size <= 0xFF else {
        throw item.refused(
          "`\(item.key)` takes keywords of up to 255 bytes including the terminating zero")
      }
      atom.words.append(word)
    }
    guard atom.words.count <= 0xFF else {
      throw item.refused("`\(item.key)` takes at most 255 keywords")
    }
    atom.encode(into: &writer)
  }

  /// Encodes `loci`, with language, name, role, coordinates in 16.16 fixed point, body and notes.
  private func encodePlace(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    let oldAtom = old.flatMap { try? PlaceAtom.parse($0) }
    let value = try UserDataLayout.locationParts(item)
    func text(
      _ name: String, _ like: TerminatedText?
    ) throws(ParseError) -> TerminatedText {
      try TerminatedText(value[part: name]?.stringValue ?? "", of: item, like: like)
    }
    func fixed(_ name: String) throws(ParseError) -> Int32 {
      guard let number = (value[part: name] ?? .real(0)).realValue,
        let fixed = Int32(exactly: (number * 65536).rounded())
      else { throw item.refused("`\(item.key)` takes degrees and metres up to 32767") }
      return fixed
    }
    guard let role = UInt8(exactly: value[part: "role"]?.integerValue ?? 0) else {
      throw item.refused("`\(item.key)` takes roles from 0 to 255")
    }
    PlaceAtom(
      language: try item.assetLanguage(like: oldAtom?.language),
      name: try text("name", oldAtom?.name), role: role, longitude: try fixed("longitude"),
      latitude: try fixed("latitude"), altitude: try fixed("altitude"),
      body: try text("body", oldAtom?.body), notes: try text("notes", oldAtom?.notes)
    ).encode(into: &writer)
  }

  /// Returns the fields of a location, which may also be in ISO 6709 form.
  private static func locationParts(_ item: MetadataItem) throws(ParseError) -> MetadataValue {
    if case .record = item.value, item.value[part: "longitude"] != nil,
      item.value[part: "latitude"] != nil
    {
      return item.value
    }
    guard let place = item.value.stringValue.flatMap({ Location(iso6709: $0) }) else {
      throw item.refused("`\(item.key)` takes a location in ISO 6709 form")
    }
    return .record([
      .init("longitude", .real(place.longitude)), .init("latitude", .real(place.latitude)),
      .init("altitude", .real(place.altitude ?? 0)),
    ])
  }

  /// Encodes `kind`, with a scheme URI and a value (ISO/IEC 14496-12 §8.10.4).
  private func encodeKind(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    var oldReader = ByteReader(old?.clamped(from: 4) ?? .empty)
    let oldScheme = old == nil ? nil : TerminatedText.parse(&oldReader)
    let oldValue = old == nil ? nil : TerminatedText.parse(&oldReader)
    let scheme = item[extra: .scheme]?.stringValue ?? oldScheme?.string ?? ""
    writer.u32(0)
    try TerminatedText(scheme, of: item, like: oldScheme).encode(into: &writer)
    try TerminatedText(item.userText(), of: item, like: oldValue).encode(into: &writer)
    writer.append(oldReader.rest)
  }

  // MARK: QuickTime settings and plain text

  /// Encodes QuickTime settings, which are one or several unsigned integers of `width` bytes.
  private func encodeNumbers(
    _ item: MetadataItem, _ width: Int, into writer: inout ByteWriter
  ) throws(ParseError) {
    let values: [MetadataValue]
    if case .list(let members) = item.value { values = members } else { values = [item.value] }
    for value in values {
      guard let number = value.integerValue, number >= 0, number >> Int64(width * 8) == 0 else {
        throw item.refused("`\(item.key)` takes unsigned \(width * 8)-bit integers")
      }
      writer.unsigned(UInt64(number), width: width)
    }
  }

  /// Encodes text in the form of the old text: with a 3GPP text header, with a QuickTime text
  /// header, or without any header.
  private func encodeBareText(
    _ item: MetadataItem, _ old: ByteSlice?, into writer: inout ByteWriter
  ) throws(ParseError) {
    if old.map({ $0.count >= 6 && $0.starts(with: [0, 0, 0, 0]) }) ?? hasHeader(item) {
      return try encodeText(item, old, into: &writer)
    }
    if let old, let list = UserDataText.parse(old), list.entries.count == 1, list.rest.isEmpty {
      return writer.append(try InternationalTextEncoder(old).encode([item]))
    }
    let text = try item.userText()
    guard let bytes = HeaderlessTextEncoder(old).bytes(text),
      try parse(ByteSlice(bytes)).value == .string(text)
    else { throw item.refused("`\(item.key)` takes text without control characters") }
    writer.append(bytes)
  }

  /// Returns whether new text for an item gets a 3GPP header.
  ///
  /// Apple writes `tnam` as a 3GPP box; text with a language also needs a header, and the form with
  /// a QuickTime header is used only if the old text has it.
  private func hasHeader(_ item: MetadataItem) -> Bool {
    item.key == .code(FourCC("t", "n", "a", "m")) || item.language != nil
  }
}

// MARK: - Fields of items

extension MetadataItem {
  /// Returns the packed language code for a 3GPP box: the old code if the item has the same
  /// language or none.
  fileprivate func assetLanguage(like old: UInt16?) throws(ParseError) -> UInt16 {
    if let old, language == nil || LanguageTag(packedQuickTime: old) == language { return old }
    guard let code = (language ?? .undetermined).packedQuickTime else {
      throw refused(
        "`\(key)` requires a three-letter language code, not \(language ?? .undetermined)")
    }
    return code
  }

  /// Returns the four-character code in an extra attribute of the item; nil if the item has no such
  /// attribute.
  ///
  /// - Throws: `notRepresentable` when the attribute is not a four-character code.
  fileprivate func code(_ name: ExtraAttribute.Name) throws(ParseError) -> FourCC? {
    guard let text = self[extra: name]?.stringValue else { return nil }
    guard let code = FourCC(escaped: text) else {
      throw refused("`\(key)` takes a four-character code as \(name.rawValue)")
    }
    return code
  }
}

extension FourCC {
  /// Parses a code in the form that `description` produces, with `\x00` for bytes that are not
  /// printable.
  fileprivate init?(escaped text: String) {
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == "\\", rest.first == "x",
        let byte = UInt8(digits: String(rest.dropFirst().prefix(2)), radix: 16)
      {
        bytes.append(byte)
        rest = rest.dropFirst(3)
      } else {
        guard let byte = UInt8(exactly: scalar.value) else { return nil }
        bytes.append(byte)
      }
    }
    guard bytes.count == 4 else { return nil }
    self.init(rawValue: bytes.reduce(0) { $0 << 8 | UInt32($1) })
  }
}

extension TerminatedText {
  /// Encodes the text of an item in the encoding of the old text: in UTF-8, or in UTF-16 with the
  /// same byte order.
  ///
  /// Unchanged text keeps its bytes; without old text, the item's type determines the encoding.
  ///
  /// - Throws: `notRepresentable` for text that contains a NUL character.
  fileprivate init(
    _ text: String, of item: MetadataItem, like old: TerminatedText?
  ) throws(ParseError) {
    guard !text.unicodeScalars.contains("\0") else {
      throw item.refused("`\(item.key)` takes text without NUL characters")
    }
    if let old, old.string.hasSameBytes(as: text) {
      self = old
      return
    }
    let isWide = old.map { $0.encoding == .utf16 } ?? (item.dataType == .utf16)
    let isBigEndian = old?.bytes.starts(with: [0xFE, 0xFF]) ?? true
    let bytes =
      isWide
      ? (isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE])
        + UnicodeText.encodeUTF16(text, bigEndian: isBigEndian)
      : Array(text.utf8)
    self.init(bytes: ByteSlice(bytes), isTerminated: old?.isTerminated ?? true)
  }

  /// The encoded size in bytes, including the terminating zero.
  fileprivate var size: Int { bytes.count + (isTerminated ? encoding == .utf16 ? 2 : 1 : 0) }
}
