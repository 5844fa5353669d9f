/// The kind of value that one key in one key space takes (a pair for `trkn`, an integer for `tmpo`,
/// a picture for `covr`).
///
/// It is used by edits that set a key instead of a field.
///
/// It is derived from the existing item under the key, or otherwise from the tables.
enum KeyForm: Hashable {
  case text
  case integer
  case real
  case pair
  case date
  case data
  case picture
  /// An enumerated number, with the words for this form.
  case word(Field.Form)
  /// The name in a larger value.
  case name
  /// A location in a 3GPP box.
  case place
  /// Several words in one item.
  case words
  /// Any value, because the key is unknown.
  case any
  /// A structure with parts, rather than a single value.
  case parts

  /// A description of the required value, for messages.
  var expectedInput: String {
    switch self {
    case .text, .name: "text"
    case .integer: "a whole number"
    case .real: "a number"
    case .pair: "a number, optionally with a count (8/10)"
    case .date: "a date with a time and time zone"
    case .data: "bytes, or text that encodes them"
    case .picture: "a picture, from a file"
    case .word: "a number, or its name"
    case .place: "a location in ISO 6709 form (+37.5-122.25/)"
    case .words: "words separated by commas"
    case .any: "text, a number, a date or bytes"
    case .parts: "several parts; set the fields that it holds"
    }
  }

  /// Determines the form of an existing item.
  init(of item: MetadataItem) {
    let usual = KeyForm(item.keySpace, item.key)
    switch item.value {
    case .string: self = .text
    case .integer, .unsigned, .boolean: self = usual.isWord ? usual : .integer
    case .real: self = .real
    case .pair: self = .pair
    case .date: self = .date
    case .data: self = usual == .picture ? .picture : .data
    case .list(let values):
      let isText = values.allSatisfy { $0.stringValue != nil }
      self = usual == .words ? .words : isText ? .text : .parts
    case .record: self = usual == .name || usual == .place ? usual : .parts
    }
  }

  /// Whether the key determines the stored type, regardless of the type of the given value.
  var hasOwnType: Bool {
    switch self {
    case .pair, .word, .name, .place, .words: true
    case .text, .integer, .real, .date, .data, .picture, .any, .parts: false
    }
  }

  private var isWord: Bool { if case .word = self { true } else { false } }

  /// Determines the form of a key without an existing item.
  init(_ keySpace: KeySpace, _ key: MetadataKey) {
    let item = MetadataItem(keySpace: keySpace, key: key, value: .string("x"), dataType: .utf8)
    let form = Field.fields(of: item).first?.form
    switch keySpace {
    case .iTunes: self = KeyForm.iTunes(key, form)
    case .iTunesLong: self = form == nil ? .any : .text
    case .quickTimeMetadata: self = KeyForm.quickTime(key, form)
    case .isoUserData: self = KeyForm.iso(key.description)
    case .id3: self = KeyForm.id3(key.description)
    case .id3v1:
      self = key == "genre" ? .word(.genre) : key == "track" || key == "speed" ? .integer : .text
    case .ape: self = form == .artwork || "\(key)".hasPrefix("Cover Art (") ? .picture : .text
    case .vorbis, .asf: self = form == .artwork ? .picture : .text
    default: self = .text
    }
  }

  /// Returns the form of an iTunes key.
  private static func iTunes(_ key: MetadataKey, _ form: Field.Form?) -> KeyForm {
    switch form {
    case .pair: .pair
    case .integer, .boolean, .podcast, .number: .integer
    case .mediaKind, .advisory: .word(form ?? .text)
    case .genre: key.description == "gnre" ? .word(.genre) : .text
    case .artwork: .picture
    case nil where !key.description.hasPrefix("©"): .any
    default: .text
    }
  }

  /// Returns the form of a QuickTime metadata key.
  private static func quickTime(_ key: MetadataKey, _ form: Field.Form?) -> KeyForm {
    switch form {
    case nil: .any
    case .integer, .boolean: .integer
    case .rating: .real
    case .artwork: .picture
    default: .text
    }
  }

  /// Returns the form of a 3GPP box; the boxes that do not contain text are listed in
  /// facts/quicktime_udta.tsv.
  private static func iso(_ box: String) -> KeyForm {
    switch box {
    case "yrrc", "urat": .integer
    case "albm": .name
    case "loci": .place
    case "kywd": .words
    case "thmb": .picture
    case "tsel", "ludt": .data
    default: .text
    }
  }

  /// Returns the form of an ID3 frame (ID3v2.4 §4): the IDs of text frames begin with T, those of
  /// links with W; the other frames are listed.
  private static func id3(_ frame: String) -> KeyForm {
    switch frame {
    case "IPL", "IPLS", "TIPL", "TMCL": .parts
    case "COMM", "COM", "USLT", "ULT", "USER", "GRP1", "GP1", "MVNM", "MVN", "MVIN", "MVI",
      "XSOA", "XSOP", "XSOT", "XDOR":
      .text
    case _ where frame.hasPrefix("T") || frame.hasPrefix("W"): .text
    case "PCNT", "CNT", "PCST", "PCS", "SEEK": .integer
    case "APIC", "PIC": .picture
    case "UFID", "UFI", "PRIV", "MCDI", "MCI", "GEOB", "GEO", "ITNU", "ITU", "NCON", "XOLY", "CM1":
      .data
    case _ where parted.contains(frame): .parts
    default: .data
    }
  }

  /// The frames whose value is a record with several parts.
  private static let parted: Set<String> = [
    "ETCO", "ETC", "MLLT", "MLL", "SYTC", "STC", "SYLT", "SLT", "RVAD", "RVA", "RVA2", "XRVA",
    "EQUA", "EQU", "EQU2", "RVRB", "REV", "POPM", "POP", "RBUF", "BUF", "AENC", "CRA", "LINK",
    "LNK", "POSS", "OWNE", "COMR", "ENCR", "GRID", "SIGN", "ASPI", "CHAP", "CTOC", "RGAD",
  ]

  // MARK: Values

  /// Returns a value in the form of the key, with its data type; nil if the key cannot hold it.
  func value(_ input: MetadataValue) -> (value: MetadataValue, dataType: DataType)? {
    switch self {
    case .text: text(input).map { (.string($0), .utf8) }
    case .integer: wholeNumber(input).map(integer)
    case .real: ScalarConverter.number(input).map { (.real($0), DataType(code: 23)) }
    case .pair:
      PairConverter.pair(input).flatMap { pair in
        pair.label == nil ? (.pair(pair), DataType(name: "pair", code: 0)) : nil
      }
    case .date:
      DateConverter.date(input).flatMap { value in
        guard case .date(let date) = value, date.unixEpochSeconds != nil else { return nil }
        return (value, DataType(code: 17))
      }
    case .data: data(input)
    case .picture: picture(input)
    case .word(let form): number(input, form).map(integer)
    case .name:
      text(input).map { (.record([.init("name", .string($0))]), .utf8) }
    case .place: locationValue(input)
    case .words:
      text(input).map { text in
        let words = FieldValue.words(text)
        return (.list(words), .utf8)
      }
    case .any: any(input)
    case .parts: parts(input)
    }
  }

  /// Returns a value for an unknown key in the standard type for its kind, with the data type; nil
  /// for lists and records.
  private func any(_ input: MetadataValue) -> (value: MetadataValue, dataType: DataType)? {
    switch input {
    case .integer: integer(input.integerValue ?? 0)
    case .boolean(let flag): integer(flag ? 1 : 0)
    case .unsigned: (input, DataType(code: 22))
    case .real: (input, DataType(code: 24))
    case .data: picture(input)
    case .string, .date, .pair: text(input).map { (.string($0), .utf8) }
    case .list, .record: nil
    }
  }

  /// Returns all parts of a composite value, in the form in which they are read.
  private func parts(_ input: MetadataValue) -> (value: MetadataValue, dataType: DataType)? {
    switch input {
    case .record: return (input, DataType(name: "record"))
    case .list(let values) where !values.isEmpty && values.allSatisfy(\.isRecord):
      return (input, DataType(name: "record"))
    default: return nil
    }
  }

  /// Returns a value as an integer without rounding.
  private func wholeNumber(_ input: MetadataValue) -> Int64? {
    input.integerValue ?? ScalarConverter.number(input).flatMap { Int64(exactly: $0) }
  }

  private func integer(_ number: Int64) -> (value: MetadataValue, dataType: DataType) {
    (.integer(number), DataType(code: 21))
  }

  /// Returns a value as text; nil for composite values, and for bytes that are not UTF-8 or not in
  /// memory.
  private func text(_ input: MetadataValue) -> String? {
    if case .data(.bytes(let bytes)) = input {
      return String(validating: bytes.bytes, as: UTF8.self)
    }
    if case .data = input { return nil }
    if case .record = input { return nil }
    return ValueForm.text(input)
  }

  /// Returns a value as bytes; text becomes its UTF-8 bytes.
  private func data(_ input: MetadataValue) -> (value: MetadataValue, dataType: DataType)? {
    if case .data = input { return (input, .raw) }
    return text(input).map { (.data(.bytes(ByteSlice(Array($0.utf8)))), .raw) }
  }

  /// Returns the bytes of a picture with the data type of its image format, or `raw` if it is not
  /// recognised; nil for other values.
  private func picture(_ input: MetadataValue) -> (value: MetadataValue, dataType: DataType)? {
    guard case .data(let data) = input else { return nil }
    guard let bytes = data.bytesInMemory, let mime = ImageInfo.probe(bytes)?.mime,
      let type = DataType(quickTimeName: String(mime.drop { $0 != "/" }.dropFirst()))
    else { return (input, .raw) }
    return (input, type)
  }

  /// Returns the number for an enumerated value, which is given as a number or as a word.
  private func number(_ input: MetadataValue, _ form: Field.Form) -> Int64? {
    if let number = input.integerValue { return number }
    guard let word = input.stringValue else { return nil }
    guard form == .genre else { return EnumerationConverter.number(word, form) }
    return Genre.id3v1Number(word).map(Int64.init)
  }

  /// Returns the `loci` record for ISO 6709 text.
  private func locationValue(_ input: MetadataValue) -> (value: MetadataValue, dataType: DataType)?
  {
    guard let text = text(input) else { return nil }
    let item = ItemConverter(to: .isoUserData).items(for: .location, .string(text)).items.first
    return item.map { ($0.value, $0.dataType) }
  }
}

extension MetadataValue {
  fileprivate var isRecord: Bool { if case .record = self { true } else { false } }

  /// The kind of value, for messages.
  var kindInWords: String {
    switch self {
    case .string: "text"
    case .integer, .unsigned: "a whole number"
    case .real: "a number"
    case .boolean: "a boolean"
    case .date: "a date"
    case .pair: "a number with a count"
    case .data: "bytes"
    case .list: "a list"
    case .record: "several parts"
    }
  }
}

extension FieldValue {
  /// Splits a string into words separated by commas.
  static func words(_ text: String) -> [MetadataValue] {
    text.split(separator: ",").map { .string(String(TextConverter.trimmed($0))) }
  }
}
