/// `data`: one typed value of an `ilst` item, with its country and language, parsed or to be
/// written (QTFF "Data Atom Structure"; also written by iTunes).
///
///     u32 size, 'data'
///     u8  set       0: the type is one of the well-known types
///     u24 type
///     u16 country   0: any; 1 to 255: an index of `ctry`; otherwise two letters of ISO 3166
///     u16 language  0: any; 1 to 255: an index of `lang`; otherwise a packed ISO 639-2 code
///     value         the remaining bytes
struct DataAtom: Sendable, Hashable {
  /// The type set and the type as one number; below 2^24 for the well-known types.
  var type: UInt32
  var country: UInt16 = 0
  var language: UInt16 = 0
  var value: ByteSlice

  /// The size in bytes of the fields before the value.
  static let prefix = 8

  init(type: UInt32, country: UInt16 = 0, language: UInt16 = 0, value: ByteSlice) {
    self.type = type
    self.country = country
    self.language = language
    self.value = value
  }

  /// Parses a payload of `count` bytes at a position in larger `bytes`; the caller has checked that
  /// the fields before the value are complete.
  @inline(__always)
  init(in bytes: ByteSlice, at position: Int, count: Int) {
    let places = bytes.bigEndian(at: position + 4) ?? 0
    self.init(
      type: bytes.bigEndian(at: position) ?? 0, country: UInt16(places >> 16),
      language: UInt16(truncatingIfNeeded: places),
      value: bytes.clamped(from: position + DataAtom.prefix, count: count - DataAtom.prefix))
  }

  /// Reads the payload of a `data` atom.
  static func parse(_ payload: ByteSlice) throws(ParseError) -> DataAtom {
    var reader = ByteReader(payload)
    var atom = try parsePrefix(&reader)
    atom.value = reader.takeRest()
    return atom
  }

  /// Parses the fields before the value, which remains empty.
  static func parsePrefix(_ reader: inout ByteReader) throws(ParseError) -> DataAtom {
    DataAtom(
      type: try reader.u32(), country: try reader.u16(), language: try reader.u16(), value: .empty)
  }

  /// Encodes the complete atom.
  func encode(into writer: inout ByteWriter) {
    writer.atom(.data) { body in
      body.u32(type)
      body.u16(country)
      body.u16(language)
      body.append(value)
    }
  }
}

/// A complete item of `ilst` that can be rewritten without loss: one or more values and, for a
/// freeform item, its domain and name.
///
/// It is used only in tests: ``ItemReader`` reads the items of files and is more tolerant, and
/// ``EntryEncoder`` writes them.
///
///     u32 size, u32 code     an iTunes code, `----`, or a key number
///     'mean', u32 version and flags, text
///     'name', u32 version and flags, text
///     'data' ...
struct ItemListItem: Sendable, Hashable {
  var code: FourCC
  var mean: ByteSlice?
  var name: ByteSlice?
  var values: [DataAtom] = []

  /// Parses a complete item, including its header.
  ///
  /// - Throws: `truncated`, or `malformed` when an atom is too small or is not allowed in an item.
  static func parse(_ bytes: ByteSlice) throws(ParseError) -> ItemListItem {
    var reader = ByteReader(bytes)
    let (code, payload) = try child(&reader)
    var item = ItemListItem(code: code)
    var inside = ByteReader(payload)
    while !inside.isAtEnd {
      let (type, payload) = try child(&inside)
      switch type {
      case .mean where item.mean == nil: item.mean = payload.clamped(from: 4)
      case .name where item.name == nil: item.name = payload.clamped(from: 4)
      case .data: item.values.append(try DataAtom.parse(payload))
      default:
        throw ParseError(.malformed, at: payload.fileOffset, "`\(type)` is not allowed in an item")
      }
    }
    return item
  }

  /// Reads the type and the payload of the next child atom, which must have a 32-bit size.
  private static func child(
    _ reader: inout ByteReader
  ) throws(ParseError) -> (FourCC, ByteSlice) {
    let offset = reader.fileOffset
    let size = try reader.u32()
    let type = try reader.fourCC()
    guard size >= 8 else { throw ParseError(.malformed, at: offset, "`\(type)` is too small") }
    return (type, try reader.bytes(Int(size) - 8))
  }

  /// Encodes the complete item.
  func encode(into writer: inout ByteWriter) {
    writer.atom(code) { body in
      if let mean { body.label(.mean, mean) }
      if let name { body.label(.name, name) }
      for value in values { value.encode(into: &body) }
    }
  }
}

extension ByteWriter {
  fileprivate mutating func label(_ type: FourCC, _ text: ByteSlice) {
    atom(type) { body in
      body.u32(0)
      body.append(text)
    }
  }
}

extension FourCC {
  static let data = FourCC("d", "a", "t", "a")
  static let mean = FourCC("m", "e", "a", "n")
  static let name = FourCC("n", "a", "m", "e")
  /// A freeform item: its key is in `mean` and `name`.
  static let freeform = FourCC("-", "-", "-", "-")
}
