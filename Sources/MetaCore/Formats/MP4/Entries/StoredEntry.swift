/// The values of an entry to replace, each with the item that was read from it and its stored
/// bytes.
///
/// Finds the old bytes of the new items that are unchanged: an unchanged item keeps its bytes,
/// regardless of changes to its neighbours. It is used for `ilst` items and for international text,
/// which may have several values.
struct StoredEntry {
  /// An item, and the bytes from which it was read: a `data` atom of an `ilst` item, or one text
  /// value of a user data atom.
  struct ItemBytes {
    let item: MetadataItem
    let bytes: ByteSlice
  }

  /// The items with their bytes, in file order.
  private let parts: [ItemBytes]

  /// Pairs items with their bytes; if their numbers differ, they are not paired.
  init(_ items: [MetadataItem], _ bytes: [ByteSlice]) {
    parts =
      items.count == bytes.count ? zip(items, bytes).map { ItemBytes(item: $0, bytes: $1) } : []
  }

  /// Returns, for each new item, the bytes of the equal old item, or nil if there is none; no old
  /// item is used twice.
  func reusableBytes(_ items: [MetadataItem]) -> [ByteSlice?] {
    var unused = parts
    return items.map { item in
      guard let index = unused.firstIndex(where: { $0.matches(item) }) else { return nil }
      return unused.remove(at: index).bytes
    }
  }
}

extension StoredEntry.ItemBytes {
  /// Returns whether another item would be stored as the same bytes.
  fileprivate func matches(_ other: MetadataItem) -> Bool {
    item.key == other.key && item.language == other.language
      && item.extraAttributes == other.extraAttributes && isSameValue(other)
  }

  /// Returns whether the value is the same; a picture at its old location is unchanged, regardless
  /// of the name of its type.
  private func isSameValue(_ other: MetadataItem) -> Bool {
    if case .data(.file) = item.value, item.value == other.value { return true }
    return item.dataType == other.dataType && item.value == other.value
  }
}

/// A byte source for a part of a file that is in memory; the part is at its file offset, preceded
/// by zeros.
///
/// It lets ``ItemReader`` parse an atom again, with correct locations.
struct SliceSource: ByteSource {
  /// The part of the file.
  private let slice: ByteSlice
  let sourceIdentity: SourceIdentity

  init(_ slice: ByteSlice, of source: SourceIdentity = SourceIdentity()) {
    self.slice = slice
    sourceIdentity = source
  }

  var length: Int64 { slice.fileOffset + Int64(slice.count) }

  func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard offset >= 0, offset < length, count > 0 else { return [] }
    let zeros = Int(clamping: min(Int64(count), max(0, slice.fileOffset - offset)))
    let first = Int(clamping: max(0, offset - slice.fileOffset))
    return [UInt8](repeating: 0, count: zeros)
      + slice.clamped(from: first, count: count - zeros).bytes
  }
}
