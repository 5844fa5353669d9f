// 3GPP user data other than text: `rtng clsf kywd loci yrrc urat` (3GPP TS 26.244 §8).

/// A content rating (`rtng`) or a classification (`clsf`) in 3GPP user data, parsed or to be
/// written.
///
///     u32 version and flags
///     u32 entity       the rating entity, such as `MPAA`
///     u32 criteria     `rtng`: the rating criteria of the entity
///     u16 table        `clsf`: the classification table of the entity
///     u16 language, text
struct RatingAtom: Sendable, Hashable {
  var entity: FourCC
  /// The rating criteria, which only `rtng` has.
  var criteria: FourCC?
  /// The classification table, which only `clsf` has.
  var table: UInt16?
  var language: UInt16
  var text: TerminatedText

  /// Reads the payload of `rtng`.
  static func parseRating(_ payload: ByteSlice) throws(ParseError) -> RatingAtom {
    var reader = try ByteReader(assetPayload: payload)
    return RatingAtom(
      entity: try reader.fourCC(), criteria: try reader.fourCC(), table: nil,
      language: try reader.u16(), text: .parse(&reader))
  }

  /// Reads the payload of `clsf`.
  static func parseClassification(_ payload: ByteSlice) throws(ParseError) -> RatingAtom {
    var reader = try ByteReader(assetPayload: payload)
    return RatingAtom(
      entity: try reader.fourCC(), criteria: nil, table: try reader.u16(),
      language: try reader.u16(), text: .parse(&reader))
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.u32(0)
    writer.fourCC(entity)
    if let criteria { writer.fourCC(criteria) }
    if let table { writer.u16(table) }
    writer.u16(language)
    text.encode(into: &writer)
  }
}

/// The keywords (`kywd`) in 3GPP user data, in one language, parsed or to be written.
///
///     u32 version and flags
///     u16 language
///     u8 count
///     count times: u8 size, text (including its zero)
struct KeywordsAtom: Sendable, Hashable {
  var language: UInt16
  var words: [TerminatedText]

  /// Reads the payload.
  static func parse(_ payload: ByteSlice) throws(ParseError) -> KeywordsAtom {
    var reader = try ByteReader(assetPayload: payload)
    var atom = KeywordsAtom(language: try reader.u16(), words: [])
    let count = try reader.u8()
    for _ in 0..<count {
      var word = ByteReader(try reader.bytes(Int(try reader.u8())))
      atom.words.append(.parse(&word))
    }
    return atom
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.u32(0)
    writer.u16(language)
    writer.u8(UInt8(clamping: words.count))
    for word in words {
      var text = ByteWriter()
      word.encode(into: &text)
      writer.u8(UInt8(clamping: text.count))
      writer.append(text.bytes)
    }
  }
}

/// A location (`loci`) in 3GPP user data, parsed or to be written: a named place on an astronomical
/// body.
///
///     u32 version and flags
///     u16 language
///     text name
///     u8 role            0 shooting, 1 real, 2 fictional
///     i32 longitude, latitude, altitude    16.16 fixed point, degrees and metres
///     text body, text notes
struct PlaceAtom: Sendable, Hashable {
  var language: UInt16
  var name: TerminatedText
  var role: UInt8
  var longitude: Int32
  var latitude: Int32
  var altitude: Int32
  var body: TerminatedText
  var notes: TerminatedText

  /// Reads the payload.
  static func parse(_ payload: ByteSlice) throws(ParseError) -> PlaceAtom {
    var reader = try ByteReader(assetPayload: payload)
    return PlaceAtom(
      language: try reader.u16(), name: .parse(&reader), role: try reader.u8(),
      longitude: try reader.i32(), latitude: try reader.i32(), altitude: try reader.i32(),
      body: .parse(&reader), notes: .parse(&reader))
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.u32(0)
    writer.u16(language)
    name.encode(into: &writer)
    writer.u8(role)
    writer.i32(longitude)
    writer.i32(latitude)
    writer.i32(altitude)
    body.encode(into: &writer)
    notes.encode(into: &writer)
  }

  /// The fields as a record.
  var value: MetadataValue {
    .record([
      .init("name", .string(name.string)),
      .init("role", .integer(Int64(role))),
      .init("longitude", .real(PlaceAtom.decimal(longitude))),
      .init("latitude", .real(PlaceAtom.decimal(latitude))),
      .init("altitude", .real(PlaceAtom.decimal(altitude))),
      .init("body", .string(body.string)),
      .init("notes", .string(notes.string)),
    ])
  }

  /// Returns the shortest decimal number with the same 16.16 representation, such as 52.52, not
  /// 52.52000427246094.
  static func decimal(_ fixed: Int32) -> Double {
    let exact = Double(fixed) / 65536
    for scale in [1.0, 10, 100, 1000, 10000] {
      let short = (exact * scale).rounded() / scale
      if (short * 65536).rounded() == Double(fixed) { return short }
    }
    return (exact * 100_000).rounded() / 100_000
  }
}

/// A single number in 3GPP user data, parsed or to be written: the recording year (`yrrc`) or a
/// user rating (`urat`).
///
///     u32 version and flags
///     yrrc: u16 year
///     urat: three reserved bytes, u8 rating from 0 to 100
struct AssetNumberAtom: Sendable, Hashable {
  var reserved: ByteSlice
  var value: UInt16
  /// The width of the number in bytes: 2 for a year, 1 for a rating.
  var width: Int

  /// Reads the payload of `yrrc`.
  static func parseYear(_ payload: ByteSlice) throws(ParseError) -> AssetNumberAtom {
    var reader = try ByteReader(assetPayload: payload)
    return AssetNumberAtom(reserved: .empty, value: try reader.u16(), width: 2)
  }

  /// Reads the payload of `urat`.
  static func parseUserRating(_ payload: ByteSlice) throws(ParseError) -> AssetNumberAtom {
    var reader = try ByteReader(assetPayload: payload)
    let reserved = try reader.bytes(3)
    return AssetNumberAtom(reserved: reserved, value: UInt16(try reader.u8()), width: 1)
  }

  /// Writes the payload.
  func encode(into writer: inout ByteWriter) {
    writer.u32(0)
    writer.append(reserved)
    writer.unsigned(UInt64(value), width: width)
  }
}
