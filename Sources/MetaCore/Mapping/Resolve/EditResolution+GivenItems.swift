// Edits to complete items, with their data type, language and extra attributes.

extension EditResolution {
  /// Sets or adds an item; if the file does not have its key space, the item is converted to its
  /// field.
  mutating func change(_ change: MetadataEdit.ValueChange, _ newItem: MetadataItem) {
    guard newItem.timeRange == nil else {
      return addLoss(
        .wrongType, nil, newItem.keySpace,
        "\(newItem.identifier) is timed metadata, which is stored as samples of a track")
    }
    if let track = newItem.trackID, track != trackID {
      return apply(change == .add ? .addItem(newItem) : .setItem(newItem), onTrack: track)
    }
    guard isHeld(newItem.keySpace) else { return changeFields(change, of: newItem) }
    let present = matchingItems(like: newItem, isSingle: change == .set)
    if present.count == 1, isSame(draft[present[0]], newItem) { return }
    guard let item = stored(newItem) else { return }
    let matching = matchingItems(like: item, isSingle: change == .set)
    switch change {
    case .add: add([item], to: matching, item.identifier)
    case .set, .remove:
      let target = EditTarget.items(item.identifier, item.distinguishingExtras)
      promisedItems.removeAll { target.matches($0) }
      set(item, in: matching)
    }
    promisedItems.append(item)
  }

  /// Returns the existing items with the same identifier and distinguishing attributes.
  private func matchingItems(like item: MetadataItem, isSingle: Bool) -> [EditDraft.Reference] {
    let extras = item.distinguishingExtras
    return matchingItems(.items(item.identifier, extras), extras, isSingle: isSingle)
  }

  /// Whether the file has containers for items in a key space, or contains items in it.
  private func isHeld(_ keySpace: KeySpace) -> Bool {
    guard keySpace != .common else { return false }
    return openInsertionPoints.contains { $0.keySpaces.contains(keySpace) }
      || draft.references.contains {
        draft[$0].keySpace == keySpace && draft[$0].trackID == trackID
      }
  }

  // MARK: Fields

  /// Sets or adds the fields of an item whose key space the file does not have.
  private mutating func changeFields(_ change: MetadataEdit.ValueChange, of item: MetadataItem) {
    if let picture = ArtworkConverter.artwork(item) {
      return change == .add ? addArtwork([picture]) : setArtwork([picture])
    }
    let values = ItemConverter.fields(of: item)
    guard !values.isEmpty else {
      return addLoss(
        .noKey, nil, item.keySpace, "this kind of file cannot store \(item.identifier)")
    }
    for (field, value) in values {
      let all = if case .list(let all) = value, field.isList { all } else { [value] }
      if change == .add { add(field, all) } else { set(field, all) }
    }
  }

  // MARK: Items

  /// Discards the given items that a later edit changes.
  mutating func forgetItems(_ edit: MetadataEdit) {
    switch edit.change {
    case .restore, .clear, .clearPrivate, .reread: promisedItems = []
    case .setArtwork, .addArtwork, .removeArtwork:
      promisedItems.removeAll { ArtworkConverter.artwork($0) != nil }
    case .set(let target, _), .add(let target, _), .remove(let target, _):
      promisedItems.removeAll { item in
        guard case .field(let field) = target else { return target.matches(item) }
        return Field.fields(of: item).contains(field)
      }
    case .shift(let field, _):
      promisedItems.removeAll { Field.fields(of: $0).contains(field) }
    case .own, .setItem, .addItem, .setChapters, .track, .onTrack: break
    }
  }

  /// Returns the item in the form that its key requires; if the key cannot hold the value, reports
  /// that and returns nil.
  private mutating func stored(_ newItem: MetadataItem) -> MetadataItem? {
    let form = KeyForm(newItem.keySpace, newItem.key)
    let isOwn = newItem.isOfOwnType(form) || isListed(newItem) && newItem.value.isTexts
    guard let converted = isOwn ? (newItem.value, newItem.dataType) : form.value(newItem.value)
    else {
      addLoss(
        .wrongType, nil, newItem.keySpace,
        "\(newItem.identifier) holds \(form.expectedInput), not \(newItem.value.kindInWords)")
      return nil
    }
    var item = newItem
    item.location = ItemLocation()
    item.trackID = trackID
    // If the key requires another value or has a fixed form, that form is stored.
    if item.value != converted.value || form.hasOwnType {
      item.value = converted.value
      item.dataType = converted.dataType
    }
    if item.keySpace.hasQuickTimeTypes { item.dataType = item.dataType.withCode }
    if item.keySpace == .iTunesLong {
      item.extraAttributes =
        FieldWriter.domain(of: item.key.description)
        + item.extraAttributes.filter { $0.name != .mean && $0.name != .name }
    }
    if item.keySpace == .id3, item[extra: .language] == nil, let language = item.language?.iso639,
      MetadataItem.framesWithLanguage.contains(item.key.description)
    {
      item.extraAttributes.append(ExtraAttribute(.language, .string(language)))
    }
    return item
  }

  /// Replaces the matching items in every container that has any.
  private mutating func set(_ item: MetadataItem, in matching: [EditDraft.Reference]) {
    guard !matching.isEmpty else { return insert(item) }
    var seen: Set<MetadataContainer> = []
    for reference in matching where seen.insert(draft[reference].location.container).inserted {
      let container = draft[reference].location.container
      var changes: [EditDraft.Reference: [MetadataItem]] = [:]
      for other in matching where draft[other].location.container == container {
        changes[other] = []
      }
      if changes.count > 1 || !isSame(draft[reference], item) {
        var new = item
        new.location = draft[reference].location
        changes[reference] = [new]
        draft.replace(changes)
      }
    }
  }

  /// Adds an item after items with the same key in other languages, or otherwise to the first
  /// container for its key space.
  private mutating func insert(_ item: MetadataItem) {
    let others =
      item.keySpace.holdsSeveral
      ? matchingItems(.items(item.identifier, []), [], isSingle: false) : []
    guard let last = others.last else { return insert([item], item.identifier) }
    var new = item
    new.location = draft[last].location
    draft.replace([last: [draft[last], new]])
  }

  /// Whether an existing item already has the value, type, language and attributes of the given
  /// item.
  private func isSame(_ present: MetadataItem, _ item: MetadataItem) -> Bool {
    isSame(present.value, item.value) && present.dataType.isSame(as: item.dataType)
      && (item.language == nil || present.language == item.language)
      && item.extraAttributes.allSatisfy { present[extra: $0.name] == $0.value }
  }
}

extension MetadataItem {
  /// The ID3 frames that specify the language of their text (ID3v2.4 §4.8 to §4.10, §4.22).
  static let framesWithLanguage: Set<String> = [
    "COMM", "COM", "USLT", "ULT", "SYLT", "SLT", "USER",
  ]

  /// Whether the item keeps its own data type, because the key is unknown and the type can hold the
  /// value.
  fileprivate func isOfOwnType(_ form: KeyForm) -> Bool {
    guard form == .any, keySpace.hasQuickTimeTypes, let code = dataType.withCode.code, code != 0
    else { return false }
    return QuickTimeValue.encode(value, type: code) != nil
  }

  /// The extra attributes that distinguish items with the same key.
  var distinguishingExtras: [ExtraAttribute] {
    // iTunes has one item per key, regardless of language.
    if keySpace == .iTunes || keySpace == .iTunesLong { return [] }
    let names: [ExtraAttribute.Name] = [.info, .owner, .email, .pictureType, .language]
    var extras = extraAttributes.filter { extra in
      names.contains(extra.name) && extra.value != .string("")
    }
    if let language, language != .undetermined, !extras.contains(where: { $0.name == .language }) {
      extras.append(ExtraAttribute(.language, .string(language.code)))
    }
    return extras
  }
}

extension MetadataValue {
  /// Whether the value is a list of strings.
  fileprivate var isTexts: Bool {
    guard case .list(let values) = self else { return false }
    return values.allSatisfy { if case .string = $0 { true } else { false } }
  }
}

extension KeySpace {
  /// Whether additional values for a key are stored as separate entries.
  var repeatsEntries: Bool { self == .vorbis || self == .asf }

  /// Whether values in the key space have the data types used in QuickTime `data` atoms.
  var hasQuickTimeTypes: Bool {
    [.iTunes, .iTunesLong, .quickTimeMetadata].contains(self)
  }
}

extension DataType {
  /// The data type with the code for its name in a `data` atom, if there is one.
  fileprivate var withCode: DataType {
    code == nil ? DataType(quickTimeName: name) ?? self : self
  }

  /// Whether both data types are equal; codes are compared if both have one.
  func isSame(as other: DataType) -> Bool {
    guard let code, let otherCode = other.code else { return name == other.name }
    return code == otherCode
  }
}
