internal import MetaCore

/// A word that denotes a field, or items by their key, in `get`, `set`, `clear`, `--columns`,
/// `--where` and templates.
///
///     title                        a field of "metatool fields", or one of its aliases
///     itsk/%A9nam, id3/TXXX:MOOD   an identifier
///     TIT2, TXXX:MOOD              a frame of ID3
///     ©nam                         an atom of iTunes, or of QuickTime user data
///     com.apple.quicktime.make     a key of QuickTime metadata, or of a freeform item (com.apple.iTunes.LABEL)
///     own:NAME                     a key of the user's own, in the form of each format
enum FieldWord: Sendable, Hashable {
  case field(Field)
  case keys(ItemKeys)

  /// Parses a word; returns nil if it is unknown.
  init?(_ text: String) {
    switch EditTarget(text) {
    case .field(let field)?: self = .field(field)
    case let target?: self = .keys(ItemKeys(name: text, targets: [target]))
    case nil:
      guard let keys = ItemKeys(own: text) ?? ItemKeys(bare: text) else { return nil }
      self = .keys(keys)
    }
  }

  /// Returns the error message for an unknown word, with the closest field and the forms of keys.
  static func complaint(about text: String, nextTo others: [String] = []) -> String {
    let hint = FieldSuggestion.nearest(to: text, nextTo: others).map { "; did you mean \($0)?" }
    return "unknown field \(text)\(hint ?? ";") \(forms)"
  }

  /// The forms of keys, for messages.
  static let forms =
    "“metatool fields” lists fields; keys are written like TIT2, TXXX:MOOD, ©nam, itsk/©nam or own:NAME"
}

/// The items that a key on the command line denotes: the items with one identifier, or with the
/// same key in several key spaces, such as `©nam` in item lists and in user data.
struct ItemKeys: Sendable, Hashable {
  /// The word as spelled.
  let name: String
  /// The targets that identify the items, none of them a field.
  let targets: [EditTarget]
  /// Whether the name is a user-defined key.
  var isOwn = false

  init(name: String, targets: [EditTarget]) {
    self.name = name
    self.targets = targets
  }

  /// Returns whether the key denotes an item.
  func matches(_ item: MetadataItem) -> Bool { targets.contains { $0.matches(item) } }

  // MARK: Keys without their key space

  /// Parses a key without its key space; returns nil if it is unknown.
  fileprivate init?(bare text: String) {
    let frame = String(text.prefix { $0 != ":" })
    let texts: [String]
    if (3...4).contains(frame.utf8.count), ID3FrameNames.isKnown(frame) {
      texts = ["id3/" + text]
    } else if text.hasPrefix("com."), text.count(where: { $0 == "." }) > 1 {
      texts = [(text.hasPrefix("com.apple.iTunes.") ? "itlk/" : "mdta/") + text]
    } else if text.unicodeScalars.count == 4, text.unicodeScalars.first == "\u{A9}" {
      texts = ItemKeys.atoms(text)
    } else {
      return nil
    }
    let targets = texts.compactMap { EditTarget($0) }
    guard !targets.isEmpty else { return nil }
    self.init(name: text, targets: targets)
  }

  /// Returns the known identifiers of an atom, iTunes before user data, or both identifiers if
  /// neither is known.
  private static func atoms(_ text: String) -> [String] {
    let known = ["itsk/", "udta/"].filter { space in
      guard case .items(let identifier, _)? = EditTarget(space + text) else { return false }
      return MetadataIdentifier.known.contains { $0.identifier == identifier.rawValue }
    }
    return known.isEmpty
      ? ["itsk/" + text, "udta/" + text] : known.map { $0 + text }
  }

  // MARK: Keys of the user's own

  private static let ownPrefix = "own:"

  /// Parses `own:NAME`; returns nil for anything else, and for names that some format does not
  /// support.
  fileprivate init?(own text: String) {
    guard text.hasPrefix(ItemKeys.ownPrefix),
      let key = OwnKey(uncheckedName: String(text.dropFirst(ItemKeys.ownPrefix.count)))
    else { return nil }
    self.init(name: text, targets: key.targets)
    isOwn = true
  }

  /// The field that a custom key belongs to in some format, if any.
  var claimedField: Field? { isOwn ? field : nil }

  /// The field that is read from items of these keys, if any.
  var field: Field? { targets.lazy.compactMap(\.claimingField).first }
}
