/// An entry of GoPro's metadata format (GPMF, github.com/gopro/gpmf-parser "GPMF Deeper Dive"), in
/// samples of `gpmd` tracks and in `udta/GPMF`: a key, a type and a value, with big-endian numbers.
///
///     { char[4] key, u8 type, u8 size of a structure, u16 number of structures, the structures, padding to a multiple of 4 }
///
/// Type 0 is a list of entries.
struct GoProEntry: Sendable {
  let key: FourCC
  /// The type of the values as a letter; 0 for entries.
  let type: UInt8
  /// The size of each structure in bytes.
  let size: Int
  /// The number of structures.
  let count: Int
  /// The structures, without padding.
  let payload: ByteSlice

  /// Returns the entries in sequence, up to the first one that is incomplete or has no key.
  static func list(_ bytes: ByteSlice) -> [GoProEntry] {
    var reader = ByteReader(bytes)
    var entries: [GoProEntry] = []
    while let entry = try? GoProEntry(&reader) { entries.append(entry) }
    return entries
  }

  /// Reads an entry with its padding.
  private init(_ reader: inout ByteReader) throws(ParseError) {
    key = try reader.fourCC()
    // Zeros fill the end of a payload.
    guard key.rawValue != 0 else {
      throw ParseError(.malformed, at: reader.fileOffset, "an entry has no key")
    }
    type = try reader.u8()
    size = Int(try reader.u8())
    let stored = Int(try reader.u16())
    // Empty structures have no content, regardless of their number.
    count = size > 0 ? stored : 0
    payload = try reader.bytes(size * count)
    try reader.skip(min(reader.remaining, -(size * count) & 3))
  }

  var isNested: Bool { type == 0 }

  /// The text of all structures of a character entry (Latin-1, optionally zero-terminated); nil for
  /// other entries.
  var text: String? {
    guard type == UInt8(ascii: "c") else { return nil }
    return TextEncoding.latin1.decode(payload.withoutTrailingZeros)
  }

  /// The strings in the individual structures of a character entry.
  var texts: [String] {
    guard type == UInt8(ascii: "c"), size > 1, count > 1 else { return text.map { [$0] } ?? [] }
    var reader = ByteReader(payload)
    return (0..<count).compactMap { _ in
      (try? reader.bytes(size)).map { TextEncoding.latin1.decode($0.withoutTrailingZeros) }
    }
  }

  /// The concatenated values of all structures.
  var values: [MetadataValue] { (0..<count).flatMap { structure($0, types: nil) } }

  /// Returns the values of a structure; `types` lists the types in a complex structure.
  func structure(_ index: Int, types: [UInt8]?) -> [MetadataValue] {
    var reader = ByteReader(payload)
    guard (0..<count).contains(index), (try? reader.skip(index * size)) != nil,
      let bytes = try? reader.bytes(size)
    else { return [] }
    let isComplex = type == UInt8(ascii: "?")
    if type == UInt8(ascii: "c") || type == UInt8(ascii: "U") {
      return [GoProValue.text(bytes, type)]
    }
    var part = ByteReader(bytes)
    var values: [MetadataValue] = []
    var rest = (types ?? [])[...]
    while !part.isAtEnd {
      guard let kind = isComplex ? rest.popFirst() : type,
        let value = GoProValue.number(&part, kind)
      else { break }
      values.append(value)
    }
    return values
  }
}

/// Decodes individual values of GPMF entries by the letter of their type.
enum GoProValue {
  /// Reads a number or identifier of the given type; nil if the type is unknown or no bytes are
  /// left.
  static func number(_ reader: inout ByteReader, _ type: UInt8) -> MetadataValue? {
    try? read(&reader, Character(UnicodeScalar(type)))
  }

  /// Reads a value according to the letter of its type (gpmf-parser "GPMF Deeper Dive", "Type").
  private static func read(
    _ reader: inout ByteReader, _ type: Character
  ) throws(ParseError) -> MetadataValue? {
    switch type {
    case "b": .integer(Int64(Int8(bitPattern: try reader.u8())))
    case "B": .integer(Int64(try reader.u8()))
    case "s": .integer(Int64(try reader.i16()))
    case "S": .integer(Int64(try reader.u16()))
    case "l": .integer(Int64(try reader.i32()))
    case "L": .integer(Int64(try reader.u32()))
    case "j": .integer(try reader.i64())
    case "J": unsigned(try reader.u64())
    case "f": .real(Double(Float(bitPattern: try reader.u32())))
    case "d": .real(Double(bitPattern: try reader.u64()))
    case "q": .real(Double(try reader.i32()) / 0x1p16)
    case "Q": .real(Double(try reader.i64()) / 0x1p32)
    case "F": .string(try reader.fourCC().description)
    case "G": .data(.bytes(try reader.bytes(16)))
    case "c": .string(String(UnicodeScalar(try reader.u8())))
    default: nil
    }
  }

  private static func unsigned(_ number: UInt64) -> MetadataValue {
    Int64(exactly: number).map(MetadataValue.integer) ?? .unsigned(number)
  }

  /// Decodes text, or, for type `U`, a date `yymmddhhmmss.sss` in UTC; a date in a different form
  /// stays text.
  static func text(_ bytes: ByteSlice, _ type: UInt8) -> MetadataValue {
    let text = TextEncoding.latin1.decode(bytes.withoutTrailingZeros)
    guard type == UInt8(ascii: "U") else { return .string(text) }
    return date(text).map(MetadataValue.date) ?? .string(text)
  }

  /// Returns the date in a string of the form `yymmddhhmmss.sss` in UTC; nil if it has a different
  /// form.
  static func date(_ text: String) -> MetadataDate? {
    let digits = Array(text.utf8)
    guard digits.count >= 12 else { return nil }
    func number(_ index: Int) -> Int? {
      Int(String(decoding: digits[(2 * index)..<(2 * index + 2)], as: UTF8.self))
    }
    guard let year = number(0) else { return nil }
    let fraction = text.split(separator: ".").dropFirst().first.map(String.init)
    let date = MetadataDate(
      year: 2000 + year, month: number(1), day: number(2), hour: number(3), minute: number(4),
      second: number(5), fraction: fraction, zone: .utc)
    return date.unixEpochSeconds == nil ? nil : date
  }
}
