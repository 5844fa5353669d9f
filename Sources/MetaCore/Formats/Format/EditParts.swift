// What the formats that carry ID3 tags share when they make plans.

/// How much padding a tag gets.
struct TagRoom {
  let shape: PlanShape
  /// Whether nothing stands behind the tag, so that it may be as long as it likes.
  let isOpen: Bool

  /// The padding of a tag of `least` bytes where `old` bytes were; nil when it does not fit in this shape.
  ///
  /// `smallest` is the size of the least padding that the format can express, besides none.
  func padding(least: Int64, old: Int64, smallest: Int64 = 0) -> Int64? {
    guard let padding = padding(least, old) else { return nil }
    guard padding > 0, padding < smallest else { return padding }
    switch shape.movement {
    case .none: return nil
    case .blocks(let size): return padding + size
    case .free: return smallest
    }
  }

  private func padding(_ least: Int64, _ old: Int64) -> Int64? {
    switch shape.movement {
    case .none:
      if least <= old { return old - least }
      return isOpen ? 0 : nil
    case .blocks where isOpen: return max(0, old - least)
    case .blocks(let size):
      if least <= old { return old - least }
      guard shape.padding > 0, size > 0 else { return nil }
      let blocks = (least + shape.padding - old + size - 1) / size
      return old + blocks * size - least
    case .free: return shape.padding
    }
  }
}

extension DocumentEdit.Change {
  /// Whether the change is about an entry of the tag of this name that stands there, or a new one for it.
  func concerns(_ name: String, at tag: Range<Int64>) -> Bool {
    container.rawValue == name && location.map { tag.contains($0.offset) } ?? true
  }

  /// The error of a change that concerns nothing in the file.
  var isNowhere: ParseError {
    ParseError(
      .unsupported, at: location?.offset ?? 0,
      "nothing of the file stands where it is to be changed",
      path: StructurePath([container.rawValue]))
  }

  /// The container that the change is about.
  var container: MetadataContainer {
    switch self {
    case .replace(let location, _), .remove(let location): location.container
    case .add(let home, _): home.container
    }
  }
}

extension DocumentEdit {
  /// Refuses what files without tracks of their own cannot hold.
  func refuseTracks(_ kind: String) throws(ParseError) {
    guard tracks.isEmpty, headerDate == nil, !clearsHeaderDates else {
      throw ParseError(
        .notRepresentable, at: 0, "\(kind) have no headers for dates or properties of tracks")
    }
  }
}

extension [Chapter] {
  /// Refuses to put chapters beside those that a file has in another structure than `source`.
  func refuseOthers(than source: String, _ document: Document) throws(ParseError) {
    guard let other = document.chapters.first(where: { $0.source != source }) else { return }
    throw ParseError(
      .unsupported, at: 0, "the chapters of this file are of the kind \(other.source), which stays")
  }
}

extension ItemHome {
  /// The ID3v2 tags among the tags of these names; one to be made where there is none.
  static func id3(_ names: [String]) -> [ItemHome] {
    let tags = names.filter { $0.hasPrefix("ID3v2.") }
    guard !tags.isEmpty else {
      return [ItemHome(MetadataContainer(rawValue: ID3Version.v24.name), [.id3])]
    }
    return tags.enumerated().map { index, name in
      let container = index == 0 ? name : "\(name)#\(index + 1)"
      return ItemHome(MetadataContainer(rawValue: container), [.id3])
    }
  }
}
