/// A constant in AVFoundation's metadata interface, such as `AVMetadataCommonIdentifierArtist`,
/// with its string: an identifier, a key, a key space, a format or an extra attribute.
///
/// Some rows are identifiers that are in use but have no constant. `metatool fields --identifiers`
/// lists all of them; they are generated from facts/identifiers.tsv.
package struct KnownIdentifier: Sendable, Hashable {
  /// The meaning of an AVFoundation constant's string: an identifier, a key, a key space, a format
  /// or an attribute.
  package enum Kind: String, Sendable, Hashable {
    /// An identifier.
    case identifier
    /// A key inside its key space.
    case key
    /// A key space.
    case keySpace = "keyspace"
    /// A metadata format.
    case format
    /// The name of an extra attribute.
    case extraAttribute = "extraAttributeKey"
  }

  /// The name of the constant; empty for an identifier that is in use but has no constant.
  package let constant: String
  /// The kind of constant.
  package let kind: Kind
  /// The string for the key space; empty when the constant has none.
  package let keySpace: String
  /// The identifier; for a key, the identifier that it forms with its key space; for other kinds,
  /// the value of the constant.
  package let identifier: String
  /// Whether the string was observed rather than inferred.
  package let isSure: Bool

  /// Parses a row of the table: constant, kind, key space, key or value, source.
  init?(row: Substring) {
    let columns = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard columns.count == 5, let kind = Kind(rawValue: columns[1]), !columns[3].isEmpty
    else { return nil }
    constant = columns[0]
    self.kind = kind
    keySpace = columns[2]
    isSure = columns[4] != "inferred"
    switch kind {
    case .identifier, .key:
      let space = KeySpace(rawValue: columns[2])
      identifier = MetadataIdentifier.text(of: columns[3], in: space)
    case .keySpace, .format, .extraAttribute: identifier = columns[3]
    }
  }
}

extension MetadataIdentifier {
  /// Every known constant, identifiers first.
  package static let known: [KnownIdentifier] = [
    KnownIdentifier.identifierRows, KnownIdentifier.keyRows,
  ].flatMap { $0.split(separator: "\n").compactMap(KnownIdentifier.init(row:)) }

  /// Returns the identifier string for a key that is spelled as in the tables.
  static func text(of key: String, in space: KeySpace) -> String {
    if space.hasFourByteKeys, let code = FourCC(key) {
      return MetadataIdentifier(keySpace: space, key: .code(code)).rawValue
    }
    return MetadataIdentifier(keySpace: space, key: .text(key)).rawValue
  }
}
