/// Creates the items for one value of a field in one key space, and reports the parts that they
/// cannot hold; the inverse of ``FieldReader``.
struct FieldWriter {
  let field: Field
  let converter: ItemConverter
  /// The keys under which the value is written.
  let keys: [FieldKey]
  private(set) var conversion = Conversion()
  /// The part of the value that each item holds.
  private(set) var parts: [FieldPart] = []
  /// Whether the value is a number that the key cannot hold.
  var refusesNumber = false

  /// Creates a writer for these keys; a nil `keys` means those of the highest priority in the table
  /// that can be written (``ItemConverter/keys(of:)``).
  init(field: Field, converter: ItemConverter, keys: [FieldKey]? = nil) {
    self.field = field
    self.converter = converter
    self.keys = keys ?? converter.keys(of: field)
  }

  var keySpace: KeySpace { converter.keySpace }

  /// Writes the value under the keys, in the form of the field.
  mutating func write(_ value: MetadataValue) {
    guard let key = keys.first else {
      return addLoss(.noKey, "\(keySpace) has no key for \(field.name)")
    }
    switch field.form {
    case .text, .genre, .keyword, .performer, .mediaKind, .advisory, .uniqueID, .location:
      writeTexts(value, key)
    case .integer, .rating, .number, .boolean, .podcast: writeScalar(value, key)
    case .pair: writePair(value, keys)
    case .date: writeDate(value, keys)
    case .artwork, .chapters, .timedText:
      addLoss(.wrongType, "\(field.name) is not stored as a single item")
    }
  }

  /// Reports that the keys do not hold the whole value.
  mutating func addLoss(_ reason: ConversionLoss.Reason, _ text: String) {
    conversion.losses.append(ConversionLoss(reason, field, keySpace, text))
  }

  // MARK: Items

  /// Adds an item under a key, with the attributes that belong to the key.
  mutating func add(_ key: FieldKey, _ value: MetadataValue, _ dataType: DataType? = nil) {
    var item = MetadataItem(
      keySpace: keySpace, key: converter.metadataKey(of: key), value: value,
      dataType: dataType ?? FieldWriter.dataType(of: value))
    switch SubKey(rawValue: key.ordinal) {
    case .userText, .comment:
      item.extraAttributes = [ExtraAttribute(.info, .string(String(key.name)))]
    case .uniqueFileIdentifier:
      item.extraAttributes = [ExtraAttribute(.owner, .string(String(key.name)))]
    default: break
    }
    if keySpace == .iTunesLong { item.extraAttributes = FieldWriter.domain(of: key.wholeKey) }
    conversion.items.append(item)
    // A counted total is stored as a count, which replaces the existing one.
    parts.append(key.part == .counted ? .count : key.part)
  }

  /// Returns the mean and name of a freeform item: the name follows the domain `com.apple.iTunes`,
  /// or otherwise the last dot of the key; empty for a key without a dot.
  static func domain(of key: String) -> [ExtraAttribute] {
    let isApple = key.hasPrefix("com.apple.iTunes.")
    let split = isApple ? key.index(key.startIndex, offsetBy: 16) : key.lastIndex(of: ".")
    guard let split else { return [] }
    return [
      ExtraAttribute(.mean, .string(String(key[..<split]))),
      ExtraAttribute(.name, .string(String(key[key.index(after: split)...]))),
    ]
  }

  /// Returns the data type of a new item for a value.
  static func dataType(of value: MetadataValue) -> DataType {
    switch value {
    case .integer: DataType(quickTimeName: "int") ?? .raw
    case .real: DataType(quickTimeName: "float32") ?? .raw
    case .data, .record: .raw
    default: .utf8
    }
  }

  // MARK: Pairs and dates

  /// Writes a number and a total: as one value, or under two keys if the key space has them.
  private mutating func writePair(_ value: MetadataValue, _ keys: [FieldKey]) {
    guard let pair = PairConverter.pair(value), let key = keys.first else {
      return addLoss(.wrongType, "\(field.name) must be a number, optionally with a count")
    }
    switch keySpace {
    case .iTunes: writeStored(pair, key)
    case .id3v1:
      guard let number = pair.number, (1...255).contains(number) else {
        return addLoss(.outOfRange, "ID3v1 can hold only track numbers from 1 to 255")
      }
      if pair.count != nil { addLoss(.lessPrecise, "ID3v1 has no track count") }
      add(key, .integer(Int64(number)))
    case .isoUserData:
      addLoss(.partOfAnother, "albm stores the track number together with the album")
    default:
      guard let counts = keys.first(where: { [.count, .counted].contains($0.part) })
      else {
        return add(key, .string(pair.description))
      }
      let number = pair.label ?? pair.number.map(String.init)
      if let number { add(key, .string(number)) }
      if let count = pair.count { add(counts, .string(String(count))) }
    }
  }

  /// Writes a pair for `trkn` or `disk`, which store two 16-bit numbers.
  private mutating func writeStored(_ pair: NumberPair, _ key: FieldKey) {
    let numbers = [pair.number ?? 0, pair.count ?? 0]
    let range = "\(key.wholeKey) can hold only numbers from 0 to 65535"
    guard numbers.allSatisfy({ (0...0xFFFF).contains($0) }) else { return refuse(range) }
    guard pair.label == nil else { return addLoss(.outOfRange, range) }
    // `trkn` has eight bytes, `disk` six (facts/itunes_atoms.tsv).
    let name: DataType.KnownName = key.wholeKey == "disk" ? .pair6 : .pair
    add(key, .pair(pair), DataType(name, code: 0))
  }

  /// Writes a date as text, as a year, or as ID3 frames.
  private mutating func writeDate(_ value: MetadataValue, _ keys: [FieldKey]) {
    let text = ValueForm.text(value)
    guard let key = keys.first, !text.isEmpty else {
      return addLoss(.wrongType, "\(field.name) must be a date")
    }
    if case .date(let date) = value, !date.isLegal {
      return refuse("\(field.name) must be a calendar date between the years 0 and 9999")
    }
    let date = MetadataDate(iso8601: text)
    switch (keySpace, key.part) {
    case (.id3, .year): writeFrames(date, text, keys)
    case (.id3, _): writeFrame(date, text, key)
    case (.id3v1, _),
      (.isoUserData, _) where key.wholeKey == "year" || key.wholeKey == "yrrc":
      guard let date else { return addLoss(.wrongType, "\(key.wholeKey) must be a year") }
      if date.month != nil { addLoss(.lessPrecise, "\(key.wholeKey) can hold only the year") }
      add(key, keySpace == .id3v1 ? .string(ValueForm.year(date)) : .integer(Int64(date.year)))
    default: add(key, .string(text))
    }
  }

  /// Writes `TYER`, `TDAT` and `TIME`, which are precise to the minute and have no zone.
  private mutating func writeFrames(_ date: MetadataDate?, _ text: String, _ keys: [FieldKey]) {
    guard let date else {
      if let year = keys.first { add(year, .string(text)) }
      return
    }
    for key in keys {
      switch (key.part, date.month, date.day, date.hour) {
      case (.year, _, _, _): add(key, .string(ValueForm.year(date)))
      case (.day, let month?, let day?, _):
        add(key, .string(ValueForm.digits(day) + ValueForm.digits(month)))
      case (.time, _, _?, let hour?):
        add(key, .string(ValueForm.digits(hour) + ValueForm.digits(date.minute ?? 0)))
      default: break
      }
    }
    let isCut = date.second.map { $0 > 0 } ?? false || date.zone != .unknown
    let isOpen = date.month != nil && date.day == nil || date.hour != nil && date.minute == nil
    if isCut || isOpen {
      addLoss(
        .lessPrecise,
        "ID3v2.3 can hold only the year, the day and month, and the time to the minute")
    }
  }

  /// Writes an ID3v2.4 timestamp (§4), which is precise to the second and has no zone, or the year
  /// for `TORY` and `TOR`.
  private mutating func writeFrame(_ date: MetadataDate?, _ text: String, _ key: FieldKey) {
    guard var date else { return add(key, .string(text)) }
    // TORY and TOR have only four digits.
    if ["TORY", "TOR"].contains(key.wholeKey) {
      if date.month != nil { addLoss(.lessPrecise, "\(key.wholeKey) can hold only the year") }
      return add(key, .string(ValueForm.year(date)))
    }
    if date.zone != .unknown || date.fraction != nil {
      addLoss(.lessPrecise, "ID3 timestamps have no time zone or fractions of a second")
      date.zone = .unknown
      date.fraction = nil
    }
    add(key, .string(date.description))
  }
}
