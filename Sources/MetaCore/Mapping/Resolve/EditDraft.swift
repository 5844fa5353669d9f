/// The entries of a document (atoms, frames, chunks) while edits change them one after another; at
/// the end, ``changes`` returns the differences for a ``DocumentEdit``.
///
/// Entries of timed metadata are not included.
struct EditDraft {
  /// One atom, frame or chunk while it is edited: its items in the file, and its items after the
  /// edit.
  struct Entry {
    /// The current items of the entry; empty if it is removed.
    var items: [MetadataItem]
    /// The items of the entry in the file.
    let original: [MetadataItem]
    /// The location of the entry in the file; nil for a new entry.
    let location: ItemLocation?
    /// The container for a new entry.
    let insertionPoint: InsertionPoint?
    /// The bytes of the entry, if they are known and its items have not changed since.
    var bytes: ByteSlice?
  }

  /// A reference to one item of a draft, by the indexes of its entry and of the item in that entry.
  struct Reference: Hashable {
    let entry: Int
    let item: Int
  }

  private(set) var entries: [Entry] = [] {
    didSet { claims = ClaimedItems.Cache() }
  }
  /// The claims of the items, for ``sources(of:trackID:precedence:)``.
  private(set) var claims = ClaimedItems.Cache()

  /// Creates a draft from the items of a document; consecutive items with the same location form
  /// one entry, and items of timed metadata are not included.
  init(_ items: [MetadataItem]) {
    var start = 0
    for index in items.indices where items[index].timeRange == nil {
      if index > start, !EditDraft.isSameEntry(items[start], items[index]) {
        append(items[start..<index])
        start = index
      }
    }
    append(items[start...])
  }

  /// Appends an existing entry.
  private mutating func append(_ items: ArraySlice<MetadataItem>) {
    let items = items.filter { $0.timeRange == nil }
    guard let first = items.first else { return }
    entries.append(
      Entry(
        items: items, original: items, location: first.location, insertionPoint: nil, bytes: nil))
  }

  private static func isSameEntry(_ left: MetadataItem, _ right: MetadataItem) -> Bool {
    left.location == right.location && left.trackID == right.trackID
  }

  // MARK: Changes

  /// Replaces single items; an empty list removes an item.
  mutating func replace(_ replacements: [Reference: [MetadataItem]]) {
    for (entry, changes) in Dictionary(grouping: replacements, by: \.key.entry) {
      let new = Dictionary(uniqueKeysWithValues: changes.map { ($0.key.item, $0.value) })
      let old = entries[entry].items
      entries[entry].items = old.indices.flatMap { new[$0] ?? [old[$0]] }
      // XMP properties are parts of their packet, and are removed with it.
      let isPacket = old.first?.isXMPPacket == true
      if isPacket, entries[entry].items.first?.isXMPPacket != true { entries[entry].items = [] }
      if entries[entry].items != old { entries[entry].bytes = nil }
    }
  }

  /// Adds an entry after the existing entries of a container.
  mutating func add(
    _ items: [MetadataItem], to insertionPoint: InsertionPoint, bytes: ByteSlice? = nil
  ) {
    let items = items.map { item in
      var item = item
      item.location = ItemLocation(container: insertionPoint.container)
      item.trackID = insertionPoint.trackID
      return item
    }
    entries.append(
      Entry(items: items, original: [], location: nil, insertionPoint: insertionPoint, bytes: bytes)
    )
  }

  /// Removes an entry.
  mutating func remove(_ entry: Int) { entries[entry].items = [] }

  /// Replaces an entry.
  mutating func replace(_ new: DocumentEdit.Entry, at entry: Int) {
    let (location, trackID) = (
      entries[entry].location ?? ItemLocation(), entries[entry].original.first?.trackID
    )
    entries[entry].items = new.items.map { item in
      var item = item
      item.location = location
      item.trackID = trackID
      return item
    }
    entries[entry].bytes = new.bytes
  }

  // MARK: Reading

  /// All items, in the order of the file, with new items last.
  var references: [Reference] {
    var references: [Reference] = []
    references.reserveCapacity(entries.count)
    for entry in entries.indices {
      for item in entries[entry].items.indices {
        references.append(Reference(entry: entry, item: item))
      }
    }
    return references
  }

  subscript(reference: Reference) -> MetadataItem { entries[reference.entry].items[reference.item] }

  /// The resulting changes.
  var changes: [DocumentEdit.Change] {
    entries.compactMap { entry in
      let new = DocumentEdit.Entry(entry.items, bytes: entry.bytes)
      if let insertionPoint = entry.insertionPoint {
        return entry.items.isEmpty ? nil : .add(insertionPoint, new)
      }
      guard let location = entry.location, entry.items != entry.original || entry.bytes != nil
      else { return nil }
      return entry.items.isEmpty ? .remove(location) : .replace(location, new)
    }
  }
}
