/// The layout of the value of an iTunes item (`ilst`) whose `data` has type 0, so that only the
/// item's code, such as `trkn`, determines how it is parsed and encoded.
///
/// Type 0 means that the atom type defines the layout (iTunes), but old writers use it for
/// everything. A `gnre` item of type 18 is parsed in the same way.
enum ItemShape: Sendable, Hashable {
  /// UTF-8 text.
  case text
  /// A big-endian unsigned integer of 1, 2, 3, 4 or 8 bytes.
  case integer
  /// Number and total: two reserved bytes, u16 number, u16 total, and two more reserved bytes in
  /// the 8-byte form.
  case pair
  /// Bytes of unknown layout.
  case raw

  /// Returns the shape of an item.
  static func of(_ code: FourCC) -> ItemShape {
    // QuickTime and iTunes types of international text begin with the copyright sign.
    if code.rawValue >> 24 == 0xA9 { return isListed(code, in: movements) ? .integer : .text }
    if isListed(code, in: pairs) { return .pair }
    if isListed(code, in: integers) { return .integer }
    return isListed(code, in: texts) ? .text : .raw
  }

  // Four-byte codes separated by spaces, searched as text, because creating a table of them would
  // take longer than reading a file.
  private static let pairs = "trkn disk"
  private static let integers =
    "gnre tmpo cpil pgap pcst stik rtng hdvd shwm itnu akID tvsn tves sfID geID atID cmID cnID plID"
  private static let texts =
    "purl egid aART cprt desc ldes sdes sonm soar soaa soal soco sosn tvsh tvnn tven catg keyw purd "
    + "apID ownr grup flvr prID"
  /// Types without their copyright sign.
  private static let movements = "mvi mvc"

  /// Returns whether a list of codes, separated by spaces, contains a code.
  private static func isListed(_ code: FourCC, in list: String) -> Bool {
    let text = list.utf8.span
    let width = code.rawValue >> 24 == 0xA9 ? 3 : 4
    let target = width == 3 ? code.rawValue & 0xFF_FFFF : code.rawValue
    var start = 0
    while start + width <= text.count {
      var candidate: UInt32 = 0
      for index in start..<start + width { candidate = candidate << 8 | UInt32(text[index]) }
      if candidate == target { return true }
      start += width + 1
    }
    return false
  }

  /// Parses a value of this shape; returns nil if the bytes have a different shape.
  func parse(_ bytes: ByteSlice) -> (value: MetadataValue, dataType: DataType)? {
    var reader = ByteReader(bytes)
    switch self {
    case .text:
      guard let text = String(validating: bytes.bytes, as: UTF8.self) else { return nil }
      return (.string(text), DataType(.utf8, code: 0))
    case .integer:
      guard let name = ItemShape.integerName(bytes.count),
        let number = try? reader.unsigned(width: bytes.count)
      else { return nil }
      let value = Int64(exactly: number).map { MetadataValue.integer($0) }
      return (value ?? .unsigned(number), DataType(name, code: 0))
    case .pair:
      guard bytes.count == 6 || bytes.count == 8, (try? reader.skip(2)) != nil,
        let number = try? reader.u16(), let count = try? reader.u16()
      else { return nil }
      let pair = NumberPair(
        number: number == 0 ? nil : Int(number), count: count == 0 ? nil : Int(count))
      return (.pair(pair), DataType(bytes.count == 8 ? .pair : .pair6, code: 0))
    case .raw: return nil
    }
  }

  /// Encodes a value in this shape and type, as the inverse of ``parse(_:)``; returns nil if they
  /// cannot represent it.
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

  /// Returns an integer or Boolean value as 64 bits; nil for other values.
  private static func bits(_ value: MetadataValue) -> UInt64? {
    switch value {
    case .integer(let number): UInt64(bitPattern: number)
    case .unsigned(let number): number
    case .boolean(let flag): flag ? 1 : 0
    default: nil
    }
  }

  private static func integerName(_ width: Int) -> DataType.KnownName? {
    switch width {
    case 1: .uint8
    case 2: .uint16
    case 3: .uint24
    case 4: .uint32
    case 8: .uint64
    default: nil
    }
  }

  private static func integerWidth(_ name: String) -> Int? {
    for width in [1, 2, 3, 4, 8] where integerName(width)?.rawValue == name { return width }
    return nil
  }
}
