/// Edits the fields in an ID3v1 tag, and in the `TAG+` before it, in a copy of their bytes; the
/// size never changes.
///
/// Values that do not fit are reported in notes.
struct ID3v1Rewriter {
  /// The start of the tags, including `TAG+`.
  let offset: Int64
  /// `TAG+` and `TAG`.
  private var bytes: [UInt8]
  /// The fields in `TAG+` that were set explicitly.
  private var continued: Set<MetadataKey> = []
  /// The offset of `TAG`: zero, or the size of `TAG+`.
  private let start: Int
  /// Values that were lost.
  private var losses = DiagnosticLog()
  /// The fields whose text was truncated, and its new size.
  private var cuts: [(path: StructurePath, size: Int)] = []

  /// Reads the tags in `slice`.
  init(_ slice: ByteSlice) {
    offset = slice.fileOffset
    bytes = Array(slice.bytes)
    start = bytes.count > ID3v1.size ? ID3v1.enhancedSize : 0
  }

  /// Whether a change concerns a field in these tags, or a new field for them.
  func covers(_ change: DocumentEdit.Change) -> Bool {
    let container: MetadataContainer
    switch change {
    case .add(let insertionPoint, _): container = insertionPoint.container
    case .replace(let location, _), .remove(let location): container = location.container
    }
    return container == ID3v1.container || container == ID3v1.enhancedContainer && start > 0
  }

  /// Changes one field.
  ///
  /// - Throws: `unsupported` when there is no field at the location; `notRepresentable` when there
  ///   is no field with the given name.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    switch change {
    case .replace(let location, let entry): set(try field(at: location), entry)
    case .remove(let location): set(try field(at: location), nil)
    case .add(let insertionPoint, let entry):
      let isEnhanced = insertionPoint.container == ID3v1.enhancedContainer
      let fields = isEnhanced ? ID3v1.enhancedFields : ID3v1.fields
      for item in entry.items {
        guard let field = fields.first(where: { $0.key == item.key }) else {
          throw ParseError(
            .notRepresentable, at: offset, "ID3v1 has no field \(item.key)",
            path: StructurePath([insertionPoint.container.rawValue]))
        }
        let bytes = entry.items.count == 1 ? entry.bytes : nil
        set((field, isEnhanced), DocumentEdit.Entry([item], bytes: bytes))
      }
    }
  }

  /// The values that were lost or truncated.
  var notes: DiagnosticLog {
    var notes = losses
    for cut in cuts {
      notes.note(.cut, cut.path, at: nil, "truncated to \(cut.size) characters")
    }
    return notes
  }

  /// The bytes of both tags.
  var result: [UInt8] { bytes }

  /// Returns the field at a location.
  private func field(
    at location: ItemLocation
  ) throws(ParseError) -> (field: ID3v1.Field, isEnhanced: Bool) {
    let isEnhanced = location.container == ID3v1.enhancedContainer
    let place = location.offset - offset - Int64(isEnhanced ? 0 : start)
    let fields = isEnhanced ? ID3v1.enhancedFields : ID3v1.fields
    guard let field = fields.first(where: { Int64($0.offset) == place }) else {
      throw ParseError(.unsupported, at: location.offset, "no ID3v1 field at this offset")
    }
    return (field, isEnhanced)
  }

  /// Stores the value of an entry in a field; if there is no entry, empties the field.
  private mutating func set(
    _ place: (field: ID3v1.Field, isEnhanced: Bool), _ entry: DocumentEdit.Entry?
  ) {
    let (field, isEnhanced) = place
    let base = isEnhanced ? 0 : start
    let isComment = field.key == "comment"
    let size = isComment && hasTrack ? ID3v1.shortCommentSize : field.size
    cuts.removeAll { $0.path == ID3v1Rewriter.path(of: field, isEnhanced) }
    // The given bytes may also be a comment from a tag with a track number, which may be restored
    // later.
    if let bytes = entry?.bytes,
      bytes.count == size || bytes.count == ID3v1.shortCommentSize && isComment
    {
      replace(Array(bytes.bytes), at: base + field.offset)
      return
    }
    let value = entry?.items.first?.value
    switch field.form {
    case .number(let none): setNumber(value, field, none: none, at: base + field.offset)
    case .text:
      let text = ID3v1Rewriter.latin(value)
      if text.count > size { noteCut(field, isEnhanced, to: size) }
      replace(ID3v1Rewriter.padded(text.prefix(size), to: size), at: base + field.offset)
      // Text for `TAG` may already be truncated to its size.
      if !isEnhanced, !continued.contains(field.key) { setContinuation(of: field, text) }
    case .continuation:
      continued.insert(field.key)
      setContinuation(of: field, ID3v1Rewriter.latin(value))
    }
  }

  /// Whether the tag has the track number of ID3v1.1.
  private var hasTrack: Bool { bytes[start + 125] == 0 && bytes[start + 126] != 0 }

  /// Stores a one-byte number; a track number turns the tag into ID3v1.1, and its removal turns it
  /// back into ID3v1.
  private mutating func setNumber(
    _ value: MetadataValue?, _ field: ID3v1.Field, none: UInt8, at place: Int
  ) {
    let number = value?.integerValue.flatMap { UInt8(exactly: $0) }
    if number == nil, value != nil {
      losses.note(
        .lost, ID3v1Rewriter.path(of: field, false), at: offset + Int64(place),
        "the value does not fit in one byte")
    }
    if field.key == "track", !hasTrack {
      guard number ?? none != none else { return }
      shortenComment()
    }
    bytes[place] = number ?? none
  }

  /// Ends the comment before the last two bytes, which receive a zero and the track number.
  private mutating func shortenComment() {
    guard let comment = ID3v1.fields.first(where: { $0.key == "comment" }) else { return }
    let range = (start + comment.offset)..<(start + comment.offset + comment.size)
    let text = bytes[range].prefix { $0 != 0 }
    let length = text.reversed().drop { $0 == 0x20 }.count
    if length > ID3v1.shortCommentSize { noteCut(comment, false, to: ID3v1.shortCommentSize) }
    bytes[range.lowerBound + ID3v1.shortCommentSize] = 0
  }

  /// Stores the part that does not fit in `TAG` in `TAG+`, if the file has a `TAG+`.
  private mutating func setContinuation(of field: ID3v1.Field, _ text: [UInt8]) {
    guard start > 0,
      let rest = ID3v1.enhancedFields.first(where: { $0.key == field.key }),
      case .continuation = rest.form
    else { return }
    let more = text.dropFirst(30)
    if more.count > rest.size { noteCut(rest, true, to: rest.size) }
    replace(ID3v1Rewriter.padded(more.prefix(rest.size), to: rest.size), at: rest.offset)
  }

  /// Reports a truncated string, except for a field of `TAG` that continues in the `TAG+` of the
  /// file.
  private mutating func noteCut(_ field: ID3v1.Field, _ isEnhanced: Bool, to size: Int) {
    guard isEnhanced || start == 0 || !ID3v1.isContinued(field) else { return }
    let path = ID3v1Rewriter.path(of: field, isEnhanced)
    cuts.removeAll { $0.path == path }
    cuts.append((path, size))
  }

  /// Returns the path of a field in `TAG` or `TAG+`.
  private static func path(of field: ID3v1.Field, _ isEnhanced: Bool) -> StructurePath {
    let container = isEnhanced ? ID3v1.enhancedContainer : ID3v1.container
    return StructurePath([container.rawValue, field.key.description])
  }

  private mutating func replace(_ new: [UInt8], at place: Int) {
    bytes.replaceSubrange(place..<(place + new.count), with: new)
  }

  private static func padded(_ text: ArraySlice<UInt8>, to size: Int) -> [UInt8] {
    text + [UInt8](repeating: 0, count: max(0, size - text.count))
  }

  /// Encodes text in Latin-1: a character keeps only those of its scalars that Latin-1 supports, so
  /// combining diacritics are dropped; a character without any becomes a question mark.
  private static func latin(_ value: MetadataValue?) -> [UInt8] {
    let text: String
    switch value {
    case .integer(let number)?: text = String(number)
    case .list(let values)?: text = values.compactMap(\.stringValue).joined(separator: ", ")
    default: text = value?.stringValue ?? ""
    }
    var bytes: [UInt8] = []
    for character in text {
      let scalars = character.unicodeScalars
      let latin = scalars.filter { $0.value < 0x100 && $0.value > 0 }
      bytes += latin.isEmpty ? [0x3F] : latin.map { UInt8(truncatingIfNeeded: $0.value) }
    }
    return bytes
  }
}
