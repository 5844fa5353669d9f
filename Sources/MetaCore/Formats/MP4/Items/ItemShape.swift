/// What iTunes items hold whose `data` does not say it: those of the implicit type 0.
///
/// The purpose of type 0 is to keep "the value as its atom defines it" (iTunes), but old writers put it on everything.
enum ItemShape: Sendable, Hashable {
  /// UTF-8 text.
  case text
  /// A big-endian number of any width.
  case integer
  /// Number and total: two reserved bytes, u16 number, u16 total, and two more reserved bytes in the 8-byte form.
  case pair
  /// Nothing that is known: bytes.
  case raw

  /// The shape of an item.
  static func of(_ code: FourCC) -> ItemShape {
    for row in rows where row.code == code { return row.shape }
    // QuickTime's and iTunes' international texts begin with the copyright sign.
    return code.rawValue >> 24 == 0xA9 ? .text : .raw
  }

  private static let rows: [(code: FourCC, shape: ItemShape)] =
    codes("trkn disk", .pair)
    + codes(
      "gnre tmpo cpil pgap pcst stik rtng hdvd shwm itnu akID tvsn tves sfID geID atID cmID cnID plID "
        + "©mvi ©mvc", .integer)
    + codes(
      "purl egid aART cprt desc ldes sdes sonm soar soaa soal soco sosn tvsh tvnn tven catg keyw purd "
        + "apID ownr grup flvr prID", .text)

  private static func codes(
    _ list: String, _ shape: ItemShape
  ) -> [(code: FourCC, shape: ItemShape)] {
    list.split(separator: " ").compactMap { FourCC($0) }.map { ($0, shape) }
  }

  /// The value of these bytes and how it is stored, or nil when they are not of this shape.
  func parse(_ bytes: ByteSlice) -> (value: MetadataValue, dataType: DataType)? {
    var reader = ByteReader(bytes)
    switch self {
    case .text:
      guard let text = String(validating: bytes.bytes, as: UTF8.self) else { return nil }
      return (.string(text), DataType(name: "utf8", code: 0))
    case .integer:
      guard let name = ItemShape.integerName(bytes.count),
        let number = try? reader.unsigned(width: bytes.count)
      else { return nil }
      let value = Int64(exactly: number).map { MetadataValue.integer($0) }
      return (value ?? .unsigned(number), DataType(name: name, code: 0))
    case .pair:
      guard bytes.count == 6 || bytes.count == 8, (try? reader.skip(2)) != nil,
        let number = try? reader.u16(), let count = try? reader.u16()
      else { return nil }
      let pair = NumberPair(
        number: number == 0 ? nil : Int(number), count: count == 0 ? nil : Int(count))
      return (.pair(pair), DataType(name: bytes.count == 8 ? "pair" : "pair6", code: 0))
    case .raw: return nil
    }
  }

  /// The bytes of a value stored as this type; the mirror of ``parse(_:)``.
  func encode(_ value: MetadataValue, as dataType: DataType) -> [UInt8]? {
    switch (self, value) {
    case (.text, .string(let text)): return Array(text.utf8)
    case (.integer, _):
      guard let width = ItemShape.integerWidth(dataType.name) else { return nil }
      guard let number = ItemShape.bits(value) else { return nil }
      guard width == 8 || number >> UInt64(width * 8) == 0 else { return nil }
      var writer = ByteWriter()
      writer.unsigned(number, width: width)
      return writer.bytes
    case (.pair, .pair(let pair)):
      guard let number = UInt16(exactly: pair.number ?? 0),
        let count = UInt16(exactly: pair.count ?? 0)
      else { return nil }
      var writer = ByteWriter()
      writer.u16(0)
      writer.u16(number)
      writer.u16(count)
      if dataType.name == "pair" { writer.u16(0) }
      return writer.bytes
    default: return nil
    }
  }

  private static func bits(_ value: MetadataValue) -> UInt64? {
    switch value {
    case .integer(let number): UInt64(bitPattern: number)
    case .unsigned(let number): number
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }

  private static func integerName(_ width: Int) -> String? {
    switch width {
    case 1: "uint8"
    case 2: "uint16"
    case 3: "uint24"
    case 4: "uint32"
    case 8: "uint64"
    default: nil
    }
  }

  private static func integerWidth(_ name: String) -> Int? {
    for width in [1, 2, 3, 4, 8] where integerName(width) == name { return width }
    return nil
  }
}
