/// The entries of one APE or Lyrics3 tag while it is edited, in file order; unchanged entries keep
/// their bytes.
struct EntryList {
  /// One entry of the new tag: kept from the file, or new bytes.
  struct Entry {
    /// The source of the bytes of an entry.
    enum Content {
      /// Bytes of the file, and the data type of the entry.
      case stored(Range<Int64>, DataType)
      case new([UInt8])
      /// Bytes of the file that are not an entry.
      case gap(Range<Int64>)
    }

    let content: Content
    /// Whether the entry is included in the entry count in the tag's header.
    var isCounted = true

    var piece: FileLayout.Piece {
      switch content {
      case .stored(let range, _), .gap(let range): .keep(range)
      case .new(let bytes): .write(bytes)
      }
    }
  }

  var entries: [Entry] = []
  /// The name of an entry in messages, such as `item of APEv2`.
  let name: String

  /// Returns the data type of the entry that a change replaces; nil for other changes.
  func oldType(_ change: DocumentEdit.Change) -> DataType? {
    guard case .replace(let location, _) = change, let index = try? index(of: location),
      case .stored(_, let type) = entries[index].content
    else { return nil }
    return type
  }

  /// Applies a change; `new` contains the bytes of the entries in the change.
  ///
  /// - Throws: `unsupported` when there is no entry at the location.
  mutating func apply(
    _ change: DocumentEdit.Change, bringing new: [[UInt8]]
  ) throws(ParseError) {
    let index: Int
    var isCounted = true
    switch change {
    case .replace(let location, _), .remove(let location):
      index = try self.index(of: location)
      isCounted = entries.remove(at: index).isCounted
    case .add: index = (entries.lastIndex(where: \.isCounted) ?? -1) + 1
    }
    entries.insert(
      contentsOf: new.map { Entry(content: .new($0), isCounted: isCounted) }, at: index)
  }

  private func index(of location: ItemLocation) throws(ParseError) -> Int {
    let index = entries.firstIndex { entry in
      guard case .stored(let range, _) = entry.content else { return false }
      return range.lowerBound == location.offset
    }
    guard let index else {
      throw ParseError(.unsupported, at: location.offset, "no \(name) at this offset")
    }
    return index
  }
}
