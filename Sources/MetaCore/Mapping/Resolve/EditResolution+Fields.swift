// Edits to fields: in every source of a field, or in a new one.

extension EditResolution {
  /// Sets a field in every source, or adds it to a container; an empty list of values removes it.
  mutating func set(_ field: Field, _ values: [MetadataValue]) {
    if setsWhole(field, values) { return }
    guard let newValues = FieldValue.canonical(field, values) else {
      // An equal value that is shown but not in canonical form needs no change.
      return shownValues(field) == values ? () : loseForm(field)
    }
    guard !newValues.isEmpty else { return remove(field) }
    write(field, newValues)
  }

  /// Returns the values in the first source that has any.
  private func shownValues(_ field: Field) -> [MetadataValue] {
    sources(of: field).first { !$0.values.isEmpty }?.values ?? []
  }

  /// Handles pictures and chapters, which are set as a list; returns false for other fields.
  private mutating func setsWhole(_ field: Field, _ values: [MetadataValue]) -> Bool {
    guard field.kind == .chapters || field.kind == .artwork else { return false }
    if field.kind == .artwork, let pictures = pictures(values) {
      setArtwork(pictures)
    } else if values.isEmpty {
      setChapters([])
    } else {
      addLoss(
        .wrongType, field, .common, "\(field.name) must be \(field.wantedValue), not plain values")
    }
    return true
  }

  /// Adds values after the existing values of a field.
  mutating func add(_ field: Field, _ values: [MetadataValue]) {
    if field.kind == .artwork, let pictures = pictures(values) { return addArtwork(pictures) }
    guard let added = canonical(field, values), !added.isEmpty else { return }
    let sources = sources(of: field)
    let present = shownValues(field)
    guard !present.isEmpty, completed(added, sources) != present else {
      return write(field, added)
    }
    let further = added.filter { value in !present.contains { $0.isEquivalent(to: value) } }
    guard field.kind == .text || further.isEmpty else {
      return addLoss(
        .wrongType, field, .common, "\(field.name) already has a value, and can have only one")
    }
    write(field, present + further)
  }

  /// Removes values from every source of a field.
  mutating func remove(_ field: Field, _ values: [MetadataValue]) {
    guard let removed = canonical(field, values), !removed.isEmpty else { return }
    for source in sources(of: field) {
      let left = source.values.filter { value in
        !removed.contains { source.isSame(field, $0, value) }
      }
      if left.count == source.values.count { continue }
      if left.isEmpty { remove(field, from: source) } else { _ = write(field, left, into: source) }
    }
  }

  /// Returns the values in canonical form; if they are not valid for the field, reports that and
  /// returns nil.
  private mutating func canonical(_ field: Field, _ values: [MetadataValue]) -> [MetadataValue]? {
    if let values = FieldValue.canonical(field, values) { return values }
    loseForm(field)
    return nil
  }

  /// Reports values that are not valid for the field.
  private mutating func loseForm(_ field: Field) {
    addLoss(.wrongType, field, .common, "\(field.name) must be \(field.wantedValue)")
  }

  // MARK: Removing

  /// Removes a field from every source.
  private mutating func remove(_ field: Field) {
    for source in sources(of: field) { remove(field, from: source) }
    if isInHeaders(field) { clearHeaders() }
  }

  /// Removes a field from one source; items that it shares with other fields keep the values of
  /// those fields.
  private mutating func remove(_ field: Field, from source: FieldSource) {
    keepWork(field, source)
    var changes: [EditDraft.Reference: [MetadataItem]] = [:]
    for (reference, claims) in Dictionary(grouping: source.claims, by: \.reference) {
      changes[reference] = CompoundItem.without(field, claims)
    }
    draft.replace(changes)
  }

  /// Moves the work from `TIT1` to its own frame, because without `GRP1`, it would become the
  /// grouping.
  private mutating func keepWork(_ field: Field, _ source: FieldSource) {
    guard field == .grouping, source.keySpace == .id3,
      let place = sources(of: .work).first(where: {
        $0.keySpace == source.keySpace && $0.container == source.container
      })
    else { return }
    let converter = converter(source.keySpace, source.container)
    for claim in place.claims where claim.part == .grouped {
      guard let workItem = converter.items(for: .work, claim.item.value).items.first else {
        continue
      }
      var item = workItem
      item.dataType = claim.item.dataType
      item.location = claim.item.location
      draft.replace([claim.reference: [item]])
    }
  }

  // MARK: Writing

  /// Writes values to all sources of a field, and to another container if no source can hold them
  /// completely.
  private mutating func write(_ field: Field, _ newValues: [MetadataValue]) {
    let sources = sources(of: field)
    let newValues = completed(newValues, sources)
    guard !newValues.isEmpty else { return remove(field) }
    var newLosses: [ConversionLoss] = []
    let isShown = FieldValue.areSame(field, shownValues(field), newValues)
    for source in sources {
      // An existing value is left unchanged if it agrees within the limits of its container.
      let agrees = FieldValue.agreeRoughly(field, newValues, source.values, in: source.keySpace)
      if !(isShown && agrees) { newLosses += write(field, newValues, into: source) }
    }
    if newLosses.contains(where: \.isFinal) {
      losses += newLosses.filter(\.isFinal)
      return
    }
    if sources.isEmpty {
      newLosses += insert(field, newValues)
    } else if !shows(field, newValues) {
      insertWhole(field, newValues)
    }
    if !isShown { changed.append(Change(field: field, values: newValues, trackID: trackID)) }
    if isInHeaders(field), let date = newValues.first, setHeaders(date) {
      newLosses.removeAll { $0.reason == .noKey }
    }
    if newLosses.isEmpty, let only = sources.first, sources.allSatisfy(\.keySpace.isLimited),
      !shows(field, newValues)
    {
      newLosses.append(
        ConversionLoss(
          .outOfRange, field, only.keySpace,
          "\(only.keySpace) cannot hold all values of \(field.name)"))
    }
    guard !newLosses.isEmpty else { return }
    if !newLosses.contains(where: \.isFinal), shows(field, newValues) {
      for loss in newLosses { note(Diagnostic.Code(loss.reason), .none, loss.description) }
    } else {
      losses += newLosses
    }
  }

  /// Completes a pair: a number without a total keeps the existing total, and a total without a
  /// number keeps the existing number; zero removes either part.
  private func completed(_ newValues: [MetadataValue], _ sources: [FieldSource]) -> [MetadataValue]
  {
    guard case .pair(var pair)? = newValues.first else { return newValues }
    if case .pair(let present)? = sources.first(where: { !$0.values.isEmpty })?.values.first {
      if pair.number == nil, pair.label == nil {
        pair.number = present.number
        pair.label = present.label
      }
      pair.count = pair.count ?? present.count
    }
    return PairConverter.pair(.pair(pair)).map { [.pair($0)] } ?? []
  }

  /// Whether the view of the file shows these values, or canonically equivalent strings.
  func shows(_ field: Field, _ newValues: [MetadataValue]) -> Bool {
    FieldValue.agree(field, shownValues(field), newValues)
  }

  /// Adds a value to a container that can hold it completely, when the existing sources cannot.
  private mutating func insertWhole(_ field: Field, _ newValues: [MetadataValue]) {
    for insertionPoint in openInsertionPoints {
      // Try it on a copy, because the container may not be able to hold or show the whole value.
      var attempt = self
      if attempt.insert(field, newValues, in: insertionPoint).losses.isEmpty,
        attempt.shows(field, newValues)
      {
        self = attempt
        return
      }
    }
  }

  /// Adds a value that no container has to the first container that can hold it, and to the
  /// containers that are kept in sync.
  private mutating func insert(_ field: Field, _ newValues: [MetadataValue]) -> [ConversionLoss] {
    var losses: [ConversionLoss] = []
    var isHeld = false
    for insertionPoint in openInsertionPoints where !isHeld || insertionPoint.isKeptInSync {
      let (isTaken, newLosses) = insert(field, newValues, in: insertionPoint)
      losses += newLosses.filter { $0.reason != .noKey }
      if !isHeld, newLosses.contains(where: \.isFinal) { break }
      isHeld = isHeld || isTaken
    }
    if !isHeld, losses.isEmpty {
      losses.append(
        ConversionLoss(
          .noKey, field, openInsertionPoints.first?.keySpaces.first ?? .common,
          "this kind of file cannot store \(field.name)"))
    }
    return losses
  }

  /// Adds a value to one container, under the keys that can hold the most of it.
  mutating func insert(
    _ field: Field, _ newValues: [MetadataValue], in insertionPoint: InsertionPoint
  ) -> (isTaken: Bool, losses: [ConversionLoss]) {
    let spaces = insertionPoint.keySpaces(for: field)
    let attempts = spaces.map {
      converter($0, insertionPoint.container).conversion(of: field, newValues)
    }
    // Another key would hide the fact that the field's own key cannot hold the number.
    if let refused = attempts.first(where: { $0.losses.contains(where: \.isFinal) }),
      !spaces.contains(where: \.isLimited)
    {
      return (false, refused.losses)
    }
    let best =
      attempts.first { $0.losses.isEmpty && !$0.items.isEmpty }
      ?? attempts.first { !$0.items.isEmpty }
    guard let best else { return (false, attempts.flatMap(\.losses)) }
    add(best.items, to: insertionPoint)
    return (true, best.losses)
  }

  /// Adds items to a container, each as a separate entry, or several in one entry if the key space
  /// allows that.
  mutating func add(_ items: [MetadataItem], to insertionPoint: InsertionPoint) {
    var rest = items[...]
    while let first = rest.first {
      let isOne = first.keySpace.holdsSeveral
      let entry = isOne ? rest.prefix { $0.key == first.key } : rest.prefix(1)
      rest = rest.dropFirst(entry.count)
      if !CompoundItem.join(first, to: &draft, insertionPoint) {
        draft.add(Array(entry), to: insertionPoint)
      }
    }
  }
}

extension ItemConverter {
  /// Returns the items for the values of a field.
  func conversion(
    of field: Field, _ values: [MetadataValue], keys: [FieldKey]? = nil
  ) -> (items: [MetadataItem], parts: [FieldPart], losses: [ConversionLoss]) {
    var writer = FieldWriter(field: field, converter: self, keys: keys)
    writer.write(values.count == 1 ? values[0] : .list(values))
    var losses = writer.conversion.losses
    if writer.refusesNumber {
      for index in losses.indices { losses[index].isFinal = true }
    }
    return (writer.conversion.items, writer.parts, losses)
  }
}

extension InsertionPoint {
  /// Returns the key spaces with a key for a field, in order of preference.
  ///
  /// iTunes items and iTunes freeform items form one list, which is ordered by the field table.
  fileprivate func keySpaces(for field: Field) -> [KeySpace] {
    let fieldSpaces = field.keys.map(\.space)
    let list = keySpaces.filter { $0 == .iTunes || $0 == .iTunesLong }
    guard list.count > 1 else { return keySpaces.filter(fieldSpaces.contains) }
    let position = keySpaces.firstIndex(of: list[0]) ?? 0
    var ordered = keySpaces.filter { !list.contains($0) }
    ordered.insert(contentsOf: fieldSpaces.filter(list.contains), at: min(position, ordered.count))
    return ordered.filter(fieldSpaces.contains)
  }
}
