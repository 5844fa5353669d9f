internal import MetaCore

/// The entries in a complete dump that `apply` restores in a file: finds their places and prepares
/// the edit.
///
/// The entries' bytes are restored unchanged, and the items that are then read are compared with
/// the items in the dump. Items that differ were edited, so their entries are created from the
/// items.
struct RestoredEntries {
  /// An entry of the dump, such as one atom or frame, with its items and the container in the file
  /// to which it is restored.
  private struct DumpedEntry {
    var items: [DumpedItem]
    var insertionPoint: InsertionPoint
    /// The entry's bytes as dumped, or nil if the entry is created from its items, because these
    /// were edited or come from a file of another kind.
    var bytes: ByteSlice?
    /// The items of the restored entry; empty until known.
    var restoredItems: [MetadataItem] = []

    var placed: PlacedEntry {
      PlacedEntry(
        DocumentEdit.Entry(
          restoredItems.isEmpty ? items.map(\.rough) : restoredItems, bytes: bytes),
        in: insertionPoint)
    }
  }

  /// The container, track and identifier of an item; items with the same name are distinguished by
  /// their order.
  private struct Name: Hashable {
    let trackID: UInt32?
    let container: MetadataContainer
    let identifier: MetadataIdentifier
  }

  private var entries: [DumpedEntry] = []
  /// Items that this format does not support and that no field, picture or chapter of the dump
  /// covers.
  private var unplaced: [DumpedItem] = []
  /// Whether any entry is created from its items instead of its bytes.
  private(set) var hasNewEntries = false
  private let input: EditInput

  /// Assigns the items of a complete dump to containers.
  init(_ items: [DumpedItem], of change: DumpPatch, _ input: EditInput) {
    self.input = input
    let places = TargetContainers(kind: change.kind, input)
    for item in items {
      guard let (insertionPoint, keepsBytes) = places.insertionPoint(of: item) else {
        if !change.carries(item) { unplaced.append(item) }
        continue
      }
      let entry = DumpedEntry(
        items: [item], insertionPoint: insertionPoint,
        bytes: keepsBytes ? item.place?.bytes : nil)
      // An entry may contain items of two key spaces: a vendor atom and the values in it.
      if let last = entries.last,
        last.insertionPoint.container == insertionPoint.container,
        last.insertionPoint.trackID == insertionPoint.trackID, let place = item.place,
        last.items.allSatisfy({ $0.place == place })
      {
        entries[entries.count - 1].items.append(item)
      } else {
        entries.append(entry)
      }
    }
  }

  /// The entries, for ``MetadataEdit/restore(_:)``.
  var placed: [PlacedEntry] {
    let unplacedEntries = unplaced.map { item in
      PlacedEntry(DocumentEdit.Entry([item.rough]), in: InsertionPoint(.none, [item.keySpace]))
    }
    return entries.map(\.placed) + unplacedEntries
  }

  /// The entries with known bytes.
  var stored: [PlacedEntry] { entries.filter { $0.bytes != nil }.map(\.placed) }

  /// Determines which entries must be created from their items, because the items differ from the
  /// bytes; `written` is the file with the ``stored`` entries.
  ///
  /// - Throws: ``MetaError`` with `refused` if an item cannot be created.
  mutating func reconcile(_ written: EditInput) throws(MetaError) {
    let existing = Dictionary(grouping: written.document.items) { item in
      Name(
        trackID: item.trackID, container: item.location.container, identifier: item.identifier)
    }
    // Items of an entry that are missing from the dump were removed.
    let sizes = Dictionary(written.document.items.map { ($0.location, 1) }, uniquingKeysWith: +)
    var counts: [Name: Int] = [:]
    for entry in entries where entry.bytes != nil {
      for item in entry.items { counts[name(item, entry), default: 0] += 1 }
    }
    var seen: [Name: Int] = [:]
    for index in entries.indices {
      let entry = entries[index]
      var matches: [MetadataItem?] = entry.items.map { _ in nil }
      if entry.bytes != nil {
        matches = entry.items.map { item in
          let name = name(item, entry)
          let number = seen[name, default: 0]
          seen[name] = number + 1
          let all = existing[name] ?? []
          return number < all.count ? all[number] : nil
        }
      }
      let isSame = zip(entry.items, matches).allSatisfy { item, match in
        let name = name(item, entry)
        return match.map { item.matches($0, from: written.source) } == true
          && counts[name] == existing[name]?.count
          && match.flatMap { sizes[$0.location] } == entry.items.count
      }
      if !isSame {
        entries[index].bytes = nil
        hasNewEntries = true
      }
      entries[index].restoredItems = try zip(entry.items, matches).map {
        item, match throws(MetaError) in
        let old = try match.map { old throws(MetaError) in try loaded(old, from: written.source) }
        return isSame ? old ?? item.rough : try makeItem(item, like: old)
      }
    }
  }

  private func name(_ item: DumpedItem, _ entry: DumpedEntry) -> Name {
    Name(
      trackID: entry.insertionPoint.trackID, container: entry.insertionPoint.container,
      identifier: item.identifier)
  }

  /// Returns the item with its bytes in memory, because the file that will contain them does not
  /// exist yet.
  private func loaded(
    _ item: MetadataItem, from source: any ByteSource
  ) throws(MetaError) -> MetadataItem {
    do { return try item.loaded(from: source) } catch { throw MetaError(error) }
  }

  /// Returns the item of the dump: created from its JSON, or taken from the file if the JSON omits
  /// its bytes.
  private func makeItem(
    _ item: DumpedItem, like old: MetadataItem?
  ) throws(MetaError) -> MetadataItem {
    do throws(TextError) {
      if let created = try item.metadataItem(like: old) { return created }
    } catch {
      throw MetaError(.refused, reason: "\(item.name): \(error.reason)")
    }
    // Bytes that are not in the dump remain unchanged.
    let same = input.document.items.first { existing in
      existing.identifier == item.identifier && existing.trackID == item.trackID
        && existing.location.container == item.place?.container
        && existing.location.offset == item.place?.offset
    }
    guard let same else {
      throw MetaError(
        .refused, reason: "\(item.name): its bytes are neither in the JSON nor in the file")
    }
    return same
  }
}

extension DumpPatch {
  /// Returns whether the fields, pictures or chapters cover an item.
  fileprivate func carries(_ item: DumpedItem) -> Bool {
    let rough = item.rough
    if rough.commonKey == .artwork { return artwork != nil }
    if ["CHAP", "CTOC"].contains(rough.key) { return chapters != nil }
    return metadata != nil && !MetadataView([rough], precedence: []).entries.isEmpty
  }
}

/// Decides for each item of a dump in which container of the file it is restored, and whether with
/// its bytes or as a new entry.
private struct TargetContainers {
  private let isSameKind: Bool
  private let knownContainers: Set<MetadataContainer>
  private let insertionPoints: [InsertionPoint]

  init(kind: String?, _ input: EditInput) {
    isSameKind = kind == nil || kind == input.document.container.kind
    insertionPoints = input.insertionPoints
    knownContainers = Set(
      input.insertionPoints.map(\.container) + input.document.items.map(\.location.container))
  }

  /// Returns the insertion point of an item and whether the bytes of its entry can be used there,
  /// or nil if there is none.
  func insertionPoint(of item: DumpedItem) -> (insertionPoint: InsertionPoint, keepsBytes: Bool)? {
    if let container = item.place?.container, fits(container) {
      return (InsertionPoint(container, [item.keySpace], trackID: item.trackID), true)
    }
    let insertionPoint = insertionPoints.first {
      $0.trackID == item.trackID && $0.keySpaces.contains(item.keySpace)
    }
    // Entries of item lists are the same in all formats based on atoms.
    let isList = { (container: MetadataContainer?) in container?.rawValue.hasSuffix("/ilst") == true
    }
    return insertionPoint.map { insertionPoint in
      (
        InsertionPoint(insertionPoint.container, [item.keySpace], trackID: item.trackID),
        isList(insertionPoint.container) && isList(item.place?.container)
      )
    }
  }

  /// Returns whether the bytes of entries in a container can be used in the file unchanged.
  private func fits(_ container: MetadataContainer) -> Bool {
    let isTag = ["ID3v", "APEv", "Lyrics3", "TAG+"].contains { container.rawValue.hasPrefix($0) }
    return isTag ? knownContainers.contains(container) : isSameKind
  }
}
