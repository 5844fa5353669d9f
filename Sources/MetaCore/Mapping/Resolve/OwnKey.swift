/// A custom key, in the form that each format uses for custom keys: `TXXX` in ID3, a freeform item
/// in `.m4a`, a QuickTime metadata key in `.mov`, a name in Vorbis comments, APE tags, Windows
/// Media and Matroska.
///
///     let key = try OwnKey("MYTAG")
///     try await asset.apply([.set(key, "x")])
///     let values = try await asset.load(.document).values(of: key)
public struct OwnKey: Sendable, Hashable {
  /// The name of the key.
  public let name: String
  /// The items that the key denotes in each key space; the preferred one for a file comes first.
  package let targets: [EditTarget]

  /// Creates a key that every format can hold: 2 to 255 printable ASCII characters without `=` and
  /// `~`, the limits of APE tags and Vorbis comments.
  ///
  /// - Throws: ``MetaError`` with `refused` for any other name, and for a name that is the key of a
  ///   ``Field`` in some format, such as `TITLE`.
  public init(_ name: String) throws(MetaError) {
    let targets = OwnKey.targets(name)
    guard !targets.isEmpty else {
      throw MetaError(
        .refused,
        reason: "“\(name)” cannot be used as a key in all formats: \(OwnKey.allowedCharacters)")
    }
    self.init(name, targets)
    if let field {
      throw MetaError(.refused, reason: "\(name) is a key of the field \(field.name)")
    }
  }

  /// Creates a key, even if it belongs to a field; nil for a name that some format cannot hold.
  package init?(uncheckedName name: String) {
    let targets = OwnKey.targets(name)
    guard !targets.isEmpty else { return nil }
    self.init(name, targets)
  }

  private init(_ name: String, _ targets: [EditTarget]) {
    self.name = name
    self.targets = targets
  }

  private static let allowedCharacters =
    "keys must be 2 to 255 ASCII characters long and contain no = or ~"

  /// The form of custom keys in each format.
  private static let forms: [(prefix: String, isFrame: Bool)] = [
    ("id3/TXXX:", true), ("id3/TXX:", true), ("itlk/com.apple.iTunes.", false), ("mdta/", false),
    ("vorb/", false), ("ape/", false), ("asf/", false), ("mkv/", false),
  ]

  /// Returns the items for a name in each key space; empty for a name that some format cannot hold.
  private static func targets(_ name: String) -> [EditTarget] {
    guard (2...255).contains(name.utf8.count),
      name.utf8.allSatisfy({ (0x20...0x7D).contains($0) && $0 != UInt8(ascii: "=") })
    else { return [] }
    return forms.compactMap { prefix, isFrame in
      // A percent sign begins an escape sequence in identifiers.
      EditTarget(prefix + (isFrame ? name : name.replacing("%", with: "%25")))
    }
  }

  /// The field that is read from items with this key in some format.
  package var field: Field? { targets.lazy.compactMap(\.claimingField).first }

  /// Whether an item has this key.
  public func matches(_ item: MetadataItem) -> Bool { targets.contains { $0.matches(item) } }
}

extension EditTarget {
  /// The field that is read from items with this identifier, if any.
  package var claimingField: Field? {
    guard case .items(let identifier, let extras) = self, let key = identifier.key else {
      return nil
    }
    var item = MetadataItem(
      keySpace: identifier.keySpace, key: key, value: .string("x"), dataType: .utf8)
    item.extraAttributes = extras
    return Field.fields(of: item).first
  }

  /// The key space of the items; nil for a field.
  package var keySpace: KeySpace? {
    if case .items(let identifier, _) = self { identifier.keySpace } else { nil }
  }

  /// Returns the identifiers of a key that an edit to a file affects: those of existing items, or
  /// otherwise the first identifier for which one of `insertionPoints` can hold items; empty if no
  /// container can.
  package static func concerned(
    of targets: [EditTarget], items: some Sequence<MetadataItem>, insertionPoints: [InsertionPoint],
    isRemoval: Bool
  ) -> [EditTarget] {
    let present = targets.filter { target in items.contains(where: target.matches) }
    if !present.isEmpty || isRemoval { return present }
    for insertionPoint in insertionPoints {
      let target = targets.first { $0.keySpace.map(insertionPoint.keySpaces.contains) ?? false }
      if let target { return [target] }
    }
    return []
  }
}

extension MetadataEdit {
  /// Replaces the values of a custom key; without values, the key is removed.
  public static func set(_ key: OwnKey, _ values: MetadataValue...) -> MetadataEdit {
    MetadataEdit(change: .own(key, .set, values))
  }

  /// Adds values of a custom key after the existing ones.
  public static func add(_ key: OwnKey, _ values: MetadataValue...) -> MetadataEdit {
    MetadataEdit(change: .own(key, .add, values))
  }

  /// Removes these values from a custom key.
  public static func remove(_ key: OwnKey, _ values: MetadataValue...) -> MetadataEdit {
    MetadataEdit(change: .own(key, .remove, values))
  }
}

extension Document {
  /// Returns the values of a custom key for the whole file.
  public func values(of key: OwnKey) -> [MetadataValue] {
    wholeFileItems.filter(key.matches).flatMap { $0.value.listValue ?? [$0.value] }
  }
}

extension EditResolution {
  /// Changes a custom key in the form that the file uses for it, or has a container for.
  mutating func change(_ change: MetadataEdit.ValueChange, _ key: OwnKey, _ values: [MetadataValue])
  {
    let items = draft.references.lazy.map { [draft] in draft[$0] }
    let present = items.filter { [trackID] in $0.trackID == trackID }
    let targets = EditTarget.concerned(
      of: key.targets, items: present, insertionPoints: openInsertionPoints,
      isRemoval: change == .remove || values.isEmpty)
    if targets.isEmpty, change != .remove, !values.isEmpty {
      let space = openInsertionPoints.first?.keySpaces.first ?? .common
      addLoss(.noKey, nil, space, "this kind of file cannot store \(key.name)")
    }
    for target in targets {
      switch change {
      case .set: apply(.set(target, values))
      case .add: apply(.add(target, values))
      case .remove: apply(.remove(target, values))
      }
    }
  }
}
