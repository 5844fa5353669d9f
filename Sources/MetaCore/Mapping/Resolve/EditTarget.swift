/// The target of an edit that sets, adds or removes values: a field in all places that store it, or
/// the items with one key.
@nonexhaustive
public enum EditTarget: Sendable, Hashable {
  /// A field, in every place that stores it.
  case field(Field)
  /// The items with one identifier; if extra attributes are given (a description, a language, an
  /// owner), only the items that have these.
  case items(MetadataIdentifier, [ExtraAttribute])

  /// Parses a target: the name or alias of a field, or an identifier in a known key space.
  ///
  ///     title    itsk/%A9nam    itsk/©nam    itlk/com.apple.iTunes.LABEL    common/title
  ///     id3/TXXX:MOOD    id3/COMM:description:eng    id3/UFID:owner    id3/POPM:email
  ///
  /// The parts after colons do not belong to an identifier, but distinguish frames with the same
  /// ID. The result is nil for any other text.
  public init?(_ text: String) {
    if let field = Field.named(text) {
      self = .field(field)
      return
    }
    guard let slash = text.firstIndex(of: "/"),
      let space = KeySpace.known(prefix: String(text[..<slash]))
    else { return nil }
    var parts = [text[text.index(after: slash)...]]
    if space == .id3 { parts = parts[0].split(separator: ":", omittingEmptySubsequences: false) }
    let prefix = space == .iTunesLong && !parts[0].contains(".") ? "com.apple.iTunes." : ""
    let spelled = MetadataIdentifier(rawValue: "\(space.identifierPrefix)/\(prefix)\(parts[0])")
    guard let key = spelled.key else { return nil }
    if space == .common, let field = Field.all.first(where: { $0.commonKey?.rawValue == "\(key)" })
    {
      self = .field(field)
      return
    }
    let qualifiers = parts.dropFirst().map(String.init)
    self = .items(
      MetadataIdentifier(keySpace: space, key: key), EditTarget.extras(qualifiers, of: key))
  }

  /// Whether this identifier addresses an item; always false for fields.
  public func matches(_ item: MetadataItem) -> Bool {
    guard case .items(let identifier, let extras) = self else { return false }
    guard item.identifier == identifier || isSameKey(item, identifier) else { return false }
    return extras.allSatisfy { extra in
      let expected = extra.value.stringValue ?? ""
      guard extra.name == .language else {
        let present = item[extra: extra.name]
        return present == extra.value
          || (present?.stringValue ?? "").lowercased() == expected.lowercased()
            && present?.integerValue == extra.value.integerValue
      }
      return item[extra: .language]?.stringValue == expected || item.language?.code == expected
        || item.language?.rawValue == expected
    }
  }

  /// Whether an item in an APE tag or a Vorbis comment has the key of an identifier, ignoring case.
  private func isSameKey(_ item: MetadataItem, _ identifier: MetadataIdentifier) -> Bool {
    guard item.keySpace == .ape || item.keySpace == .vorbis, item.keySpace == identifier.keySpace
    else { return false }
    return item.key.description.lowercased() == identifier.key?.description.lowercased()
  }

  /// Returns the meaning of the parts after colons for a frame: an owner, an address, or a
  /// description and a language.
  private static func extras(_ qualifiers: [String], of frame: MetadataKey) -> [ExtraAttribute] {
    guard !qualifiers.isEmpty else { return [] }
    let qualifier = qualifiers.joined(separator: ":")
    switch frame.description {
    case "UFID", "UFI", "PRIV", "AENC", "CRA", "ENCR", "GRID":
      return [ExtraAttribute(.owner, .string(qualifier))]
    case "POPM", "POP": return [ExtraAttribute(.email, .string(qualifier))]
    case "USER": return [ExtraAttribute(.language, .string(qualifier))]
    case "COMM", "COM", "USLT", "ULT", "SYLT", "SLT":
      guard let language = qualifiers.last, qualifiers.count > 1, language.utf8.count <= 3 else {
        return [ExtraAttribute(.info, .string(qualifier))]
      }
      let description = qualifiers.dropLast().joined(separator: ":")
      return [
        ExtraAttribute(.info, .string(description)), ExtraAttribute(.language, .string(language)),
      ]
    default: return [ExtraAttribute(.info, .string(qualifier))]
    }
  }
}
