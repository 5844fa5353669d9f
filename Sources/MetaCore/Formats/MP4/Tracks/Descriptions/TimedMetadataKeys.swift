/// One key that a timed metadata track (`mebx`) declares in its sample description: the meaning,
/// type and language of the values with this number.
struct TimedMetadataKey: Sendable, Hashable {
  /// The key number in the samples.
  var number: UInt32
  /// The key space.
  var keySpace: KeySpace
  /// The key in its key space.
  var key: MetadataKey
  /// The storage type of its values; raw bytes if undeclared.
  var dataType = DataType.raw
  /// The language of its values.
  var language: LanguageTag?

  /// The key with its key space.
  var identifier: MetadataIdentifier { MetadataIdentifier(keySpace: keySpace, key: key) }
}

/// Reads and encodes the key table of a timed metadata track: `keys` in its `mebx` sample
/// description (QTFF "Timed Metadata").
///
///     { u32 size, u32 key number in the samples,
///       keyd: u32 namespace, key
///       dtyp: u32 namespace, type: 0: u32 well-known type; 1: the name of a type
///       loca: a BCP 47 language; … }
enum TimedMetadataKeys {
  static let keys = FourCC("k", "e", "y", "s")
  static let keyDeclaration = FourCC("k", "e", "y", "d")
  static let dataType = FourCC("d", "t", "y", "p")
  static let locale = FourCC("l", "o", "c", "a")

  /// Returns the identifiers of the keys, in order.
  static func parse(_ fields: ByteSlice) -> [String] { list(fields).map(\.identifier.rawValue) }

  /// Returns the keys, in order.
  static func list(_ fields: ByteSlice) -> [TimedMetadataKey] {
    var parsed: [TimedMetadataKey] = []
    var extensions = SliceAtoms(fields)
    while let table = extensions.next() {
      guard table.type == keys else { continue }
      var list = SliceAtoms(table.payload)
      while let entry = list.next() {
        if let key = key(entry) { parsed.append(key) }
      }
    }
    return parsed
  }

  /// Returns the key of a table entry; nil if it has no key declaration.
  private static func key(_ entry: SliceAtom) -> TimedMetadataKey? {
    var key: TimedMetadataKey?
    var (type, language): (DataType?, LanguageTag?)
    var parts = SliceAtoms(entry.payload)
    while let part = parts.next() {
      switch part.type {
      case keyDeclaration where key == nil:
        key = declared(part.payload, number: entry.type.rawValue)
      case dataType: type = try? declaredType(part.payload)
      case locale:
        let text = TextEncoding.utf8.decode(part.payload.withoutTrailingZeros)
        language = text.isEmpty ? nil : LanguageTag(rawValue: text)
      default: continue
      }
    }
    if let type { key?.dataType = type }
    key?.language = language
    return key
  }

  private static func declared(_ declaration: ByteSlice, number: UInt32) -> TimedMetadataKey? {
    var reader = ByteReader(declaration)
    guard let space = try? reader.fourCC() else { return nil }
    let key = TextEncoding.utf8.decode(reader.rest.withoutTrailingZeros)
    return TimedMetadataKey(
      number: number, keySpace: KeySpace(rawValue: space.description), key: .text(key))
  }

  private static func declaredType(_ payload: ByteSlice) throws(ParseError) -> DataType {
    var reader = ByteReader(payload)
    guard try reader.u32() == 0 else {
      return DataType(name: TextEncoding.utf8.decode(reader.rest.withoutTrailingZeros))
    }
    return DataType(code: try reader.u32())
  }
}
