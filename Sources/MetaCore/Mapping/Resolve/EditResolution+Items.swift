// Edits to single items, by identifier.

extension EditResolution {
  /// Sets, adds or removes values under a key: converts them to the form of the key, and changes
  /// the existing items.
  mutating func change(
    _ change: MetadataEdit.ValueChange, _ identifier: MetadataIdentifier,
    _ extras: [ExtraAttribute],
    _ values: [MetadataValue]
  ) {
    let target = EditTarget.items(identifier, extras)
    guard let key = identifier.key else {
      return addLoss(.wrongType, nil, identifier.keySpace, "\(identifier) has no key")
    }
    let found = matchingItems(target, extras, isSingle: change == .set && !values.isEmpty)
    let form = found.first.map { KeyForm(of: draft[$0]) } ?? KeyForm(identifier.keySpace, key)
    var stored: [(value: MetadataValue, dataType: DataType)] = []
    for value in values {
      guard var converted = form.value(value) else {
        return addLoss(
          .wrongType, nil, identifier.keySpace, "\(identifier) holds \(form.expectedInput)")
      }
      if identifier.keySpace == .iTunes, form == .word(.genre),
        case .integer(let number) = converted.value,
        value.integerValue == nil
      {
        // `gnre` starts at 1.
        converted.value = .integer(number + 1)
      }
      stored.append(converted)
    }
    let items = stored.map { value, dataType in
      newItem(identifier.keySpace, key, extras, value, dataType)
    }
    switch change {
    case .set where items.isEmpty:
      draft.replace(Dictionary(uniqueKeysWithValues: found.map { ($0, []) }))
    case .set: set(items, in: found, identifier)
    case .add: add(items, to: found, identifier)
    case .remove: remove(items.map(\.value), from: found)
    }
  }

  /// Returns the matching items; if `isSingle` is set and several frames with the same ID match,
  /// only those without a description, unless `extras` includes a description.
  func matchingItems(
    _ target: EditTarget, _ extras: [ExtraAttribute], isSingle: Bool
  ) -> [EditDraft.Reference] {
    let found = draft.references.filter {
      draft[$0].trackID == trackID && target.matches(draft[$0]) && !draft[$0].isEncrypted
    }
    let isNamed = extras.contains { $0.name != .language }
    guard isSingle, found.count > 1, !isNamed else { return found }
    let names: [ExtraAttribute.Name] = [.info, .owner, .email]
    let isDescribed = { (reference: EditDraft.Reference) in
      names.contains { draft[reference][extra: $0]?.stringValue?.isEmpty == false }
    }
    return found.contains(where: isDescribed) ? found.filter { !isDescribed($0) } : found
  }

  /// Returns a new item with the attributes that its key requires.
  private func newItem(
    _ keySpace: KeySpace, _ key: MetadataKey, _ extras: [ExtraAttribute], _ value: MetadataValue,
    _ dataType: DataType
  ) -> MetadataItem {
    var item = MetadataItem(keySpace: keySpace, key: key, value: value, dataType: dataType)
    item.extraAttributes = extras
    if keySpace == .iTunesLong {
      item.extraAttributes = FieldWriter.domain(of: key.description)
    } else if keySpace == .iTunes, key.description == "disk", case .pair = value {
      item.dataType = DataType(name: "pair6", code: 0)
    }
    return item
  }

  // MARK: Setting

  /// Replaces the values of the existing items in every container that has any.
  private mutating func set(
    _ items: [MetadataItem], in found: [EditDraft.Reference], _ identifier: MetadataIdentifier
  ) {
    guard let items = joined(items, identifier) else { return }
    guard !found.isEmpty else { return insert(items, identifier) }
    var containers: [MetadataContainer] = []
    for container in found.map({ draft[$0].location.container })
    where !containers.contains(container) {
      containers.append(container)
    }
    for container in containers {
      let references = found.filter { draft[$0].location.container == container }
      let present = references.map { draft[$0] }
      if present.count == items.count,
        zip(present, items).allSatisfy({ isSame($0.value, $0.holding($1).value) })
      {
        continue
      }
      var changes: [EditDraft.Reference: [MetadataItem]] = [:]
      var rest = items[...]
      for (index, reference) in references.enumerated() {
        // If an entry can hold several items, the last one takes all remaining values.
        let isLast = index == references.count - 1 && identifier.keySpace.holdsSeveral
        let new = rest.prefix(isLast ? rest.count : 1)
        rest = rest.dropFirst(new.count)
        changes[reference] = new.map { draft[reference].holding($0) }
      }
      draft.replace(changes)
      add(Array(rest), to: insertionPoint(of: container, identifier.keySpace))
    }
  }

  /// Returns several values in the form that their key space uses; reports if it cannot hold them,
  /// and then returns the first one if losses are allowed, otherwise nil.
  private mutating func joined(
    _ items: [MetadataItem], _ identifier: MetadataIdentifier
  ) -> [MetadataItem]? {
    guard items.count > 1, !identifier.keySpace.holdsSeveral else { return items }
    // Structured frames, such as chapters, are distinguished by their names.
    let areRecords = items.allSatisfy { if case .record = $0.value { true } else { false } }
    if areRecords, identifier.keySpace == .id3 { return items }
    let texts = items.flatMap { ValueForm.texts($0.value) }
    guard var item = items.first, isListed(item) else {
      addLoss(.oneValueOnly, nil, identifier.keySpace, "\(identifier) can hold only one value")
      return options.allowsLoss ? Array(items.prefix(1)) : nil
    }
    item.value = .list(texts.map { .string($0) })
    return [item]
  }

  /// Whether an item with this key can hold several strings.
  func isListed(_ item: MetadataItem) -> Bool {
    guard case .text = KeyForm(item.keySpace, item.key) else { return false }
    let isLink = item.keySpace == .id3 && "\(item.key)".hasPrefix("W")
    return [.id3, .ape, .xmp].contains(item.keySpace) && !isLink
  }

  /// Adds items to the first container for their key space.
  mutating func insert(_ items: [MetadataItem], _ identifier: MetadataIdentifier) {
    let space = identifier.keySpace
    guard let insertionPoint = openInsertionPoints.first(where: { $0.keySpaces.contains(space) })
    else {
      return addLoss(.noKey, nil, space, "this kind of file cannot store \(identifier)")
    }
    add(items, to: insertionPoint)
  }

  // MARK: Adding and removing

  /// Adds values to existing items with a key: to the same entry, as separate entries, or to a
  /// list.
  mutating func add(
    _ items: [MetadataItem], to found: [EditDraft.Reference], _ identifier: MetadataIdentifier
  ) {
    guard let last = found.last else { return set(items, in: [], identifier) }
    let texts = found.flatMap { ValueForm.texts(draft[$0].value) }
    let new = items.filter { item in
      !found.contains { isSame(draft[$0].value, item.value) }
        && !(item.value.stringValue.map(texts.contains) ?? false)
    }
    guard !new.isEmpty else { return }
    let item = draft[last]
    if item.keySpace.holdsSeveral {
      draft.replace([last: [item] + new.map { item.holding($0) }])
    } else if item.keySpace.repeatsEntries {
      add(new, to: insertionPoint(of: item.location.container, item.keySpace))
    } else if isListed(item) {
      var joined = item
      joined.value = .list((texts + new.flatMap { ValueForm.texts($0.value) }).map { .string($0) })
      var changes: [EditDraft.Reference: [MetadataItem]] = [:]
      for reference in found { changes[reference] = [] }
      changes[last] = [item.holding(joined)]
      draft.replace(changes)
    } else {
      addLoss(
        .oneValueOnly, nil, identifier.keySpace,
        "\(identifier) already has a value, and can have only one")
    }
  }

  /// Removes values from existing items; an item that has no values left is removed.
  private mutating func remove(_ values: [MetadataValue], from found: [EditDraft.Reference]) {
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    for reference in found {
      var item = draft[reference]
      if case .list(let present) = item.value {
        let left = present.filter { !values.contains($0) }
        item.value = left.count == 1 ? left[0] : .list(left)
        changes[reference] = left.isEmpty ? [] : [item]
      } else if values.contains(where: {
        isSame($0, item.value) || item.holding($0).value == item.value
      }) {
        changes[reference] = []
      }
    }
    draft.replace(changes)
  }
}

extension MetadataItem {
  /// Returns this item with another value of the same form.
  fileprivate func holding(_ value: MetadataValue) -> MetadataItem {
    var replacement = self
    replacement.value = value
    return holding(replacement)
  }
}
