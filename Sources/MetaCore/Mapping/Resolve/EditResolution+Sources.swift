// Changes to one source of a field.

extension EditResolution {
  /// Changes the value in a source, in the form that the source uses; returns the losses, which are
  /// ignored in key spaces that truncate values.
  mutating func write(
    _ field: Field, _ newValues: [MetadataValue], into source: FieldSource
  ) -> [ConversionLoss] {
    var writing = SourceWriting(
      field: field, source: source, converter: converter(for: field, source))
    writing.write(newValues)
    let isLimited = source.keySpace.isLimited
    if !isLimited, writing.losses.contains(where: \.isFinal) { return writing.losses }
    draft.replace(writing.replacements)
    if !writing.additions.isEmpty {
      add(writing.additions, to: insertionPoint(of: source.container, source.keySpace))
    }
    if writing.hasTranslations {
      note(
        .translationsKept, source.container,
        "\(field.name) in other languages or from other users is kept unchanged")
    }
    return isLimited ? [] : writing.losses
  }

  /// Returns the converter for a source; in limited containers, text is truncated.
  private func converter(for field: Field, _ source: FieldSource) -> ItemConverter {
    var converter = converter(source.keySpace, source.container)
    // A track number occupies the last two characters of the comment.
    let hasTrack = draft.references.contains {
      draft[$0].isNextTo(source.shown[0].item) && draft[$0].key == "track"
    }
    if source.keySpace == .id3v1, field == .comment, hasTrack {
      converter.textLimit = converter.textLimit.map { $0 - 2 }
    }
    return converter
  }
}

/// Computes the changes that give other values to a field in one source: replaced items, added
/// items, and losses.
struct SourceWriting {
  let field: Field
  let source: FieldSource
  let converter: ItemConverter
  /// The replacements of single items.
  private(set) var replacements: [EditDraft.Reference: [MetadataItem]] = [:]
  /// Items for which there is no existing item to replace.
  private(set) var additions: [MetadataItem] = []
  private(set) var losses: [ConversionLoss] = []
  /// Whether items in other languages whose text differs were kept.
  private(set) var hasTranslations = false

  init(field: Field, source: FieldSource, converter: ItemConverter) {
    self.field = field
    self.source = source
    self.converter = converter
  }

  /// Computes the changes for the given values.
  mutating func write(_ newValues: [MetadataValue]) {
    if let first = source.shown.first, first.element >= 0 {
      writePeople(newValues)
    } else if let first = source.shown.first, CompoundItem.isShared(first) {
      writePart(newValues)
    } else {
      writeItems(newValues)
    }
  }

  // MARK: Items of the field alone

  /// Changes items that contain only this field.
  private mutating func writeItems(_ newValues: [MetadataValue]) {
    let conversion = conversion(newValues)
    losses = conversion.losses
    guard !conversion.items.isEmpty else {
      for claim in source.claims { remove(claim) }
      return
    }
    let parts = Set(conversion.parts).union(source.shown.map(\.part)).sorted {
      $0.rawValue < $1.rawValue
    }
    let isRenamed = conversion.isRenamed
    var inputs: [FieldInput] = []
    var changes = Distribution(holdsSeveral: source.keySpace.holdsSeveral)
    for part in isRenamed ? [.whole] : parts {
      var found = source.shown.filter { isRenamed || $0.part == part }
      let new = zip(conversion.items, conversion.parts).filter { isRenamed || $0.1 == part }.map(
        \.0)
      if new.count == 1 { converter.putUsualKeyFirst(&found, of: field) }
      let items = changes.distribute(new, over: found, isRenamed: isRenamed)
      inputs += zip(items, isRenamed ? conversion.parts : items.map { _ in part }).map {
        FieldInput(value: $0.value, keySpace: source.keySpace, part: $1)
      }
    }
    let values = FieldValue.read(field, inputs)
    if !FieldValue.areSame(field, values, source.values) {
      replacements = changes.replacements
      additions = changes.additions
      writeOthers(conversion.items)
      writeAliases(values, newValues)
    }
  }

  /// Converts the value for the existing keys, or for those in the table if only they can hold the
  /// complete value.
  private func conversion(
    _ newValues: [MetadataValue]
  ) -> (items: [MetadataItem], parts: [FieldPart], losses: [ConversionLoss], isRenamed: Bool) {
    let keys = converter.keys(of: field, like: source.shown)
    let present = converter.conversion(of: field, newValues, keys: keys)
    guard keys != nil, !present.losses.isEmpty else {
      return (present.items, present.parts, present.losses, false)
    }
    let first = converter.conversion(of: field, newValues)
    let isFinal = present.losses.contains(where: \.isFinal)
    let isBetter = !isFinal && (first.losses.isEmpty || present.items.isEmpty)
    guard isBetter, !first.items.isEmpty else {
      return (present.items, present.parts, present.losses, false)
    }
    return (first.items, first.parts, first.losses, true)
  }

  /// Writes to the translations: those with the same text are copies, and are changed as well;
  /// others are kept.
  private mutating func writeOthers(_ newItems: [MetadataItem]) {
    for (_, claims) in Dictionary(grouping: source.others, by: \.voice) {
      let values = FieldSource.read(field, claims)
      guard !values.isEmpty else { continue }
      guard FieldValue.agree(field, values, source.values) else {
        hasTranslations = true
        continue
      }
      var changes = Distribution(holdsSeveral: source.keySpace.holdsSeveral)
      _ = changes.distribute(newItems, over: claims, isRenamed: false)
      replacements.merge(changes.replacements) { $1 }
    }
  }

  /// Removes items under other keys that have a different value, or changes the part of this field
  /// if they share it with others; translations are kept.
  private mutating func writeAliases(_ values: [MetadataValue], _ newValues: [MetadataValue]) {
    for (_, claims) in Dictionary(grouping: source.aliases, by: \.rank) {
      let present = FieldSource.read(field, claims)
      let isSame =
        present.isEmpty
        // A missing Boolean value means false.
        ? field.form != .boolean || values.isEmpty
        : FieldValue.agreeRoughly(field, values, present, in: source.keySpace)
      if isSame { continue }
      for claim in claims {
        if isInAnotherLanguage(claim) {
          hasTranslations = true
        } else if CompoundItem.isShared(claim), let value = newValues.first,
          let item = CompoundItem.with(value, in: claim)
        {
          replacements[claim.reference] = [item]
        } else {
          replacements[claim.reference] = []
        }
      }
    }
  }

  /// Whether the item of a claim is in a different language from the shown one.
  private func isInAnotherLanguage(_ claim: FieldSource.ItemClaim) -> Bool {
    guard let language = claim.item.language, let shown = source.shown.first?.item.language,
      language != .undetermined, shown != .undetermined
    else { return false }
    return language != shown
  }

  /// Removes a claim; other fields of the item are kept.
  private mutating func remove(_ claim: FieldSource.ItemClaim) {
    let claims = source.claims.filter { $0.reference == claim.reference }
    replacements[claim.reference] = CompoundItem.without(field, claims)
  }

  // MARK: Items of several fields

  /// Replaces the people with this role in lists of people.
  private mutating func writePeople(_ newValues: [MetadataValue]) {
    guard !FieldValue.areSame(field, newValues, source.values), let first = source.shown.first,
      case .list(let people)? = converter.conversion(of: field, newValues).items.first?.value
    else { return }
    let role = first.input.value[part: "role"]
    let named = people.map { person in
      guard field.form != .performer, let role else { return person }
      return CompoundItem.record(person, "role", role) ?? person
    }
    let frames = Dictionary(grouping: source.shown, by: \.reference)
    for (reference, claims) in frames {
      replacements[reference] =
        reference == first.reference
        ? CompoundItem.with(named, in: claims) : CompoundItem.without(field, claims)
    }
    writeAliases(newValues, newValues)
  }

  /// Replaces this part in items with several values, both in the shown item and in its copies.
  private mutating func writePart(_ newValues: [MetadataValue]) {
    guard let value = newValues.first else { return }
    losses = partLosses(value)
    if !FieldValue.areSame(field, newValues, source.values) {
      for claim in source.shown + source.others {
        let isCopy = FieldValue.agree(field, FieldSource.read(field, [claim]), source.values)
        guard claim.voice == source.shown[0].voice || (isCopy && !source.values.isEmpty) else {
          hasTranslations = true
          continue
        }
        replacements[claim.reference] = CompoundItem.with(value, in: claim).map { [$0] } ?? []
      }
      writeAliases(newValues, newValues)
    }
  }

  /// Returns the losses if the part cannot hold the complete value.
  private func partLosses(_ value: MetadataValue) -> [ConversionLoss] {
    if field.form == .rating { return converter.conversion(of: field, [value]).losses }
    guard case .pair(let pair) = value, pair.count != nil || pair.label != nil else { return [] }
    return [
      ConversionLoss(
        .lessPrecise, field, source.keySpace, "albm stores only the track number")
    ]
  }
}

/// Assigns the new items of a field to the entries of the old ones, so that changed values stay
/// where they are.
private struct Distribution {
  let holdsSeveral: Bool
  var replacements: [EditDraft.Reference: [MetadataItem]] = [:]
  var additions: [MetadataItem] = []

  /// Replaces each old item with a new one; additional items follow the last old item, and surplus
  /// old items are removed.
  mutating func distribute(
    _ new: [MetadataItem], over found: [FieldSource.ItemClaim], isRenamed: Bool
  ) -> [MetadataItem] {
    guard let last = found.last else {
      additions += new
      return new
    }
    var result: [MetadataItem] = []
    for (index, newItem) in new.enumerated() {
      let claim = index < found.count ? found[index] : last
      var item = isRenamed ? newItem : claim.item.holding(newItem)
      item.location = claim.item.location
      item.trackID = claim.item.trackID
      result.append(item)
      if index < found.count || holdsSeveral {
        replacements[claim.reference, default: []].append(item)
      } else {
        additions.append(item)
      }
    }
    for claim in found.dropFirst(new.count) { replacements[claim.reference] = [] }
    return result
  }
}

extension MetadataItem {
  /// The key as in the field table, including the description of an ID3 frame.
  fileprivate var fieldKey: String {
    guard keySpace == .id3, let info = self[extra: .info]?.stringValue else {
      return key.description
    }
    return "\(key.description):\(info)"
  }
}

extension ItemConverter {
  /// Returns the keys under which existing items hold a field: those in their group in the table;
  /// nil if there are no items.
  func keys(of field: Field, like claims: [FieldSource.ItemClaim]) -> [FieldKey]? {
    guard let rank = claims.first?.rank else { return nil }
    let group = field.row.keys.filter { $0.space == keySpace && $0.rank == rank }
    let names = Set(claims.map { $0.item.fieldKey.lowercased() })
    var keys: [FieldKey] = []
    for key in group {
      let isThere = names.contains(key.wholeKey.lowercased())
      if key.part == .counted, !isThere { continue }
      // If two keys hold the same part, prefer the one that exists.
      if let index = keys.firstIndex(where: { $0.part == key.part }) {
        if isThere { keys[index] = key }
      } else {
        keys.append(key)
      }
    }
    return keys.isEmpty ? nil : keys
  }

  /// Moves the item whose key comes first in the table to the front, so that this item is kept if
  /// only one is; other programs look for the field there.
  func putUsualKeyFirst(_ claims: inout [FieldSource.ItemClaim], of field: Field) {
    guard claims.count > 1 else { return }
    let names = claims.map { $0.item.fieldKey.lowercased() }
    for key in field.row.keys where key.space == keySpace {
      guard let index = names.firstIndex(of: key.wholeKey.lowercased()) else { continue }
      claims.insert(claims.remove(at: index), at: 0)
      return
    }
  }
}
