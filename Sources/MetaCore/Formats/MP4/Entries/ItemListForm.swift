/// The form in which a value of an `ilst` item is stored if the type of the item does not determine
/// it: the form that iTunes or QuickTime uses for its key, or else a form that suits the value.
///
/// ``encode(_:)`` converts a value to a type code and bytes for a `data` atom. The forms are facts
/// about iTunes files and about QuickTime's keys, each observed in files or in two readers.
enum ItemListForm: Sendable, Hashable {
  /// UTF-8, with type 1 or the implicit 0.
  case text(type: UInt32)
  /// A signed integer of `width` bytes, with type 21.
  case integer(width: Int)
  /// A number and a total in `width` bytes, with type 0.
  case pair(width: Int)
  /// A genre number in two bytes, with type 0.
  case genre
  /// An image, whose type is determined by its content.
  case picture
  /// A 32-bit float, with type 23.
  case float
  /// The form that suits the value.
  case any

  /// Returns the form for an iTunes key.
  static func of(_ code: FourCC) -> ItemListForm {
    for row in codes where row.code == code { return row.form }
    return .any
  }

  /// Returns the form for a QuickTime metadata key.
  static func of(_ key: String) -> ItemListForm { keys[key] ?? .any }

  /// Whether the form is an integer of one or two bytes, which is the only width that readers
  /// support for the key.
  var isNarrow: Bool { if case .integer(let width) = self { width < 4 } else { false } }

  /// A description of the required value.
  var words: String {
    switch self {
    case .text: "text"
    case .integer(let width) where width < 4: "an integer of \(width * 8) bits"
    case .integer: "an integer"
    case .pair: "two integers from 0 to 65535, such as 8/10"
    case .genre: "an ID3v1 genre or its number"
    case .picture: "an image"
    case .float: "a number"
    case .any: "text, a number or bytes"
    }
  }

  /// The forms for iTunes keys.
  private static let codes: [(code: FourCC, form: ItemListForm)] =
    rows(.pair(width: 8), "trkn") + rows(.pair(width: 6), "disk") + rows(.genre, "gnre")
    + rows(.picture, "covr")
    + rows(.integer(width: 1), "cpil pgap pcst shwm itnu hdvd stik rtng akID")
    + rows(.integer(width: 2), "tmpo ©mvi ©mvc")
    + rows(.integer(width: 4), "tvsn tves sfID geID atID cmID cnID")
    + rows(.integer(width: 8), "plID")
    + rows(.text(type: 0), "purl egid")
    + rows(
      .text(type: 1),
      "aART cprt desc ldes sdes sonm soar soaa soal soco sosn tvsh tvnn tven catg keyw purd apID ownr grup "
        + "flvr prID xid  ©nam ©ART ©alb ©wrt ©grp ©gen ©day ©cmt ©lyr ©too ©enc ©wrk ©mvn ©st3 ©nrt ©dir"
    )

  /// Returns a row for each code in a list; codes of three characters end with a space.
  private static func rows(
    _ form: ItemListForm, _ list: String
  ) -> [(code: FourCC, form: ItemListForm)] {
    list.split(separator: " ").compactMap { name in
      FourCC(name.count == 3 ? name + " " : name).map { ($0, form) }
    }
  }

  /// The forms for QuickTime metadata keys whose values are not text.
  private static let keys: [String: ItemListForm] = [
    "com.android.capture.fps": .float,
    "com.apple.quicktime.artwork": .picture,
    "com.apple.quicktime.live-photo.auto": .integer(width: 1),
    "com.apple.quicktime.live-photo.vitality-score": .float,
    "com.apple.quicktime.live-photo.vitality-scoring-version": .integer(width: 8),
    "com.apple.quicktime.full-frame-rate-playback-intent": .integer(width: 8),
    "com.apple.quicktime.location.role": .integer(width: 1),
    "com.apple.quicktime.rating.user": .float,
  ]
}

// MARK: - Values

extension ItemListForm {
  /// Encodes a value in this form; returns nil if the form cannot represent it.
  func encode(_ value: MetadataValue) -> (type: UInt32, bytes: [UInt8])? {
    switch self {
    case .text(let type): ItemListForm.text(value).map { (type, Array($0.utf8)) }
    case .integer(let width): ItemListForm.number(value).flatMap { encode($0, width: width) }
    case .pair(let width): ItemListForm.pair(value, width: width).map { (0, $0) }
    case .genre: ItemListForm.genre(value).map { (0, $0) }
    case .picture: ItemListForm.picture(value)
    case .float:
      ItemListForm.real(value).flatMap { QuickTimeValue.encode(.real($0), type: 23) }.map {
        (23, $0)
      }
    case .any: ItemListForm.encodeAny(value)
    }
  }

  /// Encodes an integer of type 21; if the width is four bytes and the integer does not fit, it
  /// gets eight bytes.
  ///
  /// Identifiers from Apple's store no longer fit in four bytes; shorter widths are fixed.
  private func encode(_ number: Int64, width: Int) -> (type: UInt32, bytes: [UInt8])? {
    let bytes = QuickTimeValue.encode(.integer(number), type: 21, width: width)
    let wide = width == 4 ? QuickTimeValue.encode(.integer(number), type: 21, width: 8) : nil
    return (bytes ?? wide).map { (21, $0) }
  }

  /// Encodes a value in the form that suits it; returns nil for lists and records.
  private static func encodeAny(_ value: MetadataValue) -> (type: UInt32, bytes: [UInt8])? {
    switch value {
    case .integer, .boolean: QuickTimeValue.encode(value, type: 21).map { (21, $0) }
    case .unsigned: QuickTimeValue.encode(value, type: 22).map { (22, $0) }
    case .real: QuickTimeValue.encode(value, type: 24).map { (24, $0) }
    case .pair: pair(value, width: 8).map { (0, $0) }
    case .data: picture(value)
    case .string, .date: text(value).map { (1, Array($0.utf8)) }
    case .list, .record: nil
    }
  }

  /// Returns a string, date or integer as text; nil for other values.
  private static func text(_ value: MetadataValue) -> String? {
    switch value {
    case .string(let text): text
    case .date(let date): date.description
    case .integer(let number): String(number)
    case .unsigned(let number): String(number)
    default: nil
    }
  }

  /// Returns a value as an integer, including a string that contains digits, `true` or `false`.
  private static func number(_ value: MetadataValue) -> Int64? {
    if case .string(let text) = value, text == "true" || text == "false" {
      return text == "true" ? 1 : 0
    }
    return value.integerValue
  }

  /// Returns a value as a floating-point number, including a string that contains a number.
  private static func real(_ value: MetadataValue) -> Double? {
    switch value {
    case .real(let number): number
    case .integer(let number): Double(number)
    case .string(let text): Double(text)
    default: nil
    }
  }

  /// Encodes a number and a total in `width` bytes: 8 for `trkn`, 6 for `disk`.
  private static func pair(_ value: MetadataValue, width: Int) -> [UInt8]? {
    let name = width == 8 ? "pair" : "pair6"
    return numberPair(value).flatMap {
      ItemShape.pair.encode(.pair($0), as: DataType(name: name, code: 0))
    }
  }

  /// Returns the number and the total of a value, which may also be a single number, or a string
  /// such as `8/10` or `/10`.
  private static func numberPair(_ value: MetadataValue) -> NumberPair? {
    switch value {
    case .pair(let pair): return pair.label == nil ? pair : nil
    case .integer(let number): return Int(exactly: number).map { NumberPair(number: $0) }
    case .string(let text):
      let parts = text.split(separator: "/", omittingEmptySubsequences: false)
      let numbers = parts.map { Int($0) }
      guard parts.count <= 2, zip(parts, numbers).allSatisfy({ $0.isEmpty || $1 != nil }),
        numbers.contains(where: { $0 != nil })
      else { return nil }
      return NumberPair(number: numbers[0], count: numbers.count == 2 ? numbers[1] : nil)
    default: return nil
    }
  }

  /// Encodes a genre as the number in `gnre`: an integer is that number, and a name is converted to
  /// its ID3v1 number plus one.
  private static func genre(_ value: MetadataValue) -> [UInt8]? {
    var number = value.integerValue
    if number == nil, case .string(let name) = value {
      number = Genre.id3v1Number(name).map { Int64($0) + 1 }
    }
    return number.flatMap { QuickTimeValue.encode(.integer($0), type: 76) }
  }

  /// Returns bytes in memory, with the type of the image or 0; nil for other values.
  private static func picture(_ value: MetadataValue) -> (type: UInt32, bytes: [UInt8])? {
    guard case .data(.bytes(let bytes)) = value else { return nil }
    return (pictureType(bytes), Array(bytes.bytes))
  }

  /// Returns the type for bytes: the type of an image, or 0.
  private static func pictureType(_ bytes: ByteSlice) -> UInt32 {
    switch ImageInfo.probe(bytes)?.mime {
    case "image/gif": 12
    case "image/jpeg": 13
    case "image/png": 14
    case "image/bmp": 27
    default: 0
    }
  }
}
