/// The keys that a timed-metadata track declares: `keys` in a `mebx` sample description (QTFF "Timed Metadata").
///
///     { u32 size, u32 number of the key in the samples,
///       keyd: u32 name space, key; dtyp: u32 name space, type; … }
enum TimedMetadataKeys {
  private static let keys = FourCC("k", "e", "y", "s")
  private static let keyDeclaration = FourCC("k", "e", "y", "d")

  /// The identifiers of the keys, in order.
  static func parse(_ fields: ByteSlice) -> [String] {
    var names: [String] = []
    var extensions = SliceAtoms(fields)
    while let table = extensions.next() {
      guard table.type == keys else { continue }
      var list = SliceAtoms(table.payload)
      while let key = list.next() {
        var parts = SliceAtoms(key.payload)
        while let part = parts.next() {
          if part.type == keyDeclaration, let name = identifier(part.payload) { names.append(name) }
        }
      }
    }
    return names
  }

  private static func identifier(_ declaration: ByteSlice) -> String? {
    var reader = ByteReader(declaration)
    guard let space = try? reader.fourCC() else { return nil }
    let key = TextEncoding.utf8.decode(reader.rest.withoutTrailingZeros)
    return MetadataIdentifier(
      keySpace: KeySpace(rawValue: space.description), key: .text(key)
    ).rawValue
  }
}
