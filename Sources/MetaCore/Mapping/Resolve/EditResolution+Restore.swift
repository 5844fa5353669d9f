// Restores the entries of a complete dump, in their containers and order.

extension EditResolution {
  /// Replaces all entries with the given ones.
  mutating func restore(_ placedEntries: [PlacedEntry]) {
    var places: [RestoredContainer] = []
    for item in placedEntries.lazy.filter({ $0.insertionPoint.container == .none }).flatMap(
      \.entry.items)
    {
      addLoss(.noKey, nil, item.keySpace, "this kind of file cannot store \(item.identifier)")
    }
    for (index, placed) in placedEntries.enumerated() where placed.insertionPoint.container != .none
    {
      let place = RestoredContainer(of: placed.insertionPoint)
      if let known = places.firstIndex(where: { $0.isSame(place) }) {
        places[known].requested.append(index)
      } else {
        places.append(place)
        places[places.count - 1].requested = [index]
      }
    }
    for index in draft.entries.indices {
      let known = places.firstIndex { $0.contains(draft.entries[index]) }
      if let known { places[known].present.append(index) } else { draft.remove(index) }
    }
    var added: Set<Int> = []
    for place in places { added.formUnion(restoreEntries(place, placedEntries)) }
    for index in added.sorted() { add(placedEntries, index) }
  }

  /// Keeps, replaces and removes the entries in a container; returns the indexes of those to
  /// append.
  private mutating func restoreEntries(_ place: RestoredContainer, _ placedEntries: [PlacedEntry])
    -> [Int]
  {
    var present = place.present[...]
    for (number, index) in place.requested.enumerated() {
      let entry = placedEntries[index].entry
      if let same = present.firstIndex(where: { isLocated(entry, at: $0) }) {
        for obsolete in present[..<same] { draft.remove(obsolete) }
        present = present[(same + 1)...]
        continue
      }
      let following = place.requested[number...].dropFirst()
      // Replacing one XMP packet with another would be treated as a change of its properties.
      guard let next = present.first, entry.items.first?.keySpace != .xmp,
        draft.entries[next].items.first?.isUnderKey(of: entry) == true,
        !following.contains(where: { isLocated(placedEntries[$0].entry, at: next) })
      else {
        // Nothing can be inserted between entries that are kept, so the remaining ones are
        // rewritten.
        for obsolete in present { draft.remove(obsolete) }
        return Array(place.requested[number...])
      }
      draft.replace(entry, at: next)
      present = present.dropFirst()
    }
    for obsolete in present { draft.remove(obsolete) }
    return []
  }

  /// Appends a restored entry, and specifies the containers that must come after its own.
  private mutating func add(_ placedEntries: [PlacedEntry], _ index: Int) {
    var insertionPoint = placedEntries[index].insertionPoint
    for later in placedEntries[index...] {
      let container = later.insertionPoint.container
      if container != insertionPoint.container, !insertionPoint.successors.contains(container) {
        insertionPoint.successors.append(container)
      }
    }
    draft.add(
      placedEntries[index].entry.items, to: insertionPoint, bytes: placedEntries[index].entry.bytes)
  }

  // MARK: Comparing

  /// Whether an entry already exists in the file, with the same bytes if the dump includes them.
  private func isLocated(_ entry: DocumentEdit.Entry, at index: Int) -> Bool {
    let current = draft.entries[index]
    guard let bytes = entry.bytes else { return isSame(current.items, entry.items) }
    guard let location = current.location, current.items == current.original,
      current.items.first?.isUnderKey(of: entry) == true
    else { return false }
    return isSame(document.storedEntry(at: location), .bytes(bytes))
  }

  /// Whether two lists of items are stored in the same way.
  private func isSame(_ left: [MetadataItem], _ right: [MetadataItem]) -> Bool {
    left.count == right.count
      && zip(left, right).allSatisfy { one, other in
        one.identifier == other.identifier && one.dataType == other.dataType
          && one.language == other.language && one.extraAttributes == other.extraAttributes
          && isSame(one.value, other.value)
      }
  }
}

/// A container of the file while a dump is restored, with the indexes of its existing entries and
/// of its entries in the dump.
private struct RestoredContainer {
  private let container: MetadataContainer
  private let trackID: UInt32?
  var present: [Int] = []
  var requested: [Int] = []

  init(of insertionPoint: InsertionPoint) {
    container = insertionPoint.container
    trackID = insertionPoint.trackID
  }

  func isSame(_ other: RestoredContainer) -> Bool {
    container == other.container && trackID == other.trackID
  }

  func contains(_ entry: EditDraft.Entry) -> Bool {
    guard let first = entry.items.first else { return false }
    return first.location.container == container && first.trackID == trackID
  }
}

extension MetadataItem {
  fileprivate func isUnderKey(of entry: DocumentEdit.Entry) -> Bool {
    guard let first = entry.items.first else { return false }
    return keySpace == first.keySpace && key == first.key
  }
}
