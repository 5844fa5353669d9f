// Shared code for the edit plans of several formats.

/// Decides how many bytes of padding a tag or header gets in the planned file, according to the
/// layout constraints of the edit.
///
/// If the data after it must not move, the padding fills the old space; if it may move by whole
/// blocks, blocks are added when necessary; if it may move freely, the padding has the requested
/// size.
struct PaddingPolicy {
  let shape: LayoutConstraints
  /// Whether nothing follows the tag, so that it may have any size.
  let isOpen: Bool

  /// Returns the padding for a tag of `least` bytes that replaces `old` bytes; nil when the
  /// constraints do not allow it.
  ///
  /// `smallest` is the smallest non-zero amount of padding that the format supports.
  func padding(least: Int64, old: Int64, smallest: Int64 = 0) -> Int64? {
    guard let padding = padding(least, old) else { return nil }
    guard padding > 0, padding < smallest else { return padding }
    switch shape.movement {
    case .none: return nil
    case .blocks(let size): return padding + size
    case .free: return smallest
    }
  }

  /// Returns the padding before the minimum size is considered: the rest of the old space, whole
  /// blocks that the file system inserts, or the requested number of bytes.
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
  /// Whether the change concerns an entry of the tag with this name and range, or a new entry for
  /// it.
  func concerns(_ name: String, at tag: Range<Int64>) -> Bool {
    container.rawValue == name && location.map { tag.contains($0.offset) } ?? true
  }

  /// The error for a change whose location is not in the file.
  var isNowhere: ParseError {
    ParseError(
      .unsupported, at: location?.offset ?? 0,
      "there is no entry at the location that the change specifies",
      path: StructurePath([container.rawValue]))
  }

  /// The container of the changed item.
  var container: MetadataContainer {
    switch self {
    case .replace(let location, _), .remove(let location): location.container
    case .add(let insertionPoint, _): insertionPoint.container
    }
  }
}

extension DocumentEdit {
  /// Rejects changes to tracks and to dates in headers for a format that does not support them;
  /// `kind` is the name of its files.
  func refuseTracks(_ kind: String) throws(ParseError) {
    guard tracks.isEmpty, headerDate == nil, !clearsHeaderDates else {
      throw ParseError(
        .notRepresentable, at: 0, "\(kind) cannot store dates or track properties in headers")
    }
  }
}

extension [Chapter] {
  /// Rejects chapters when the file already has chapters in a structure other than `source`.
  func refuseOtherTracks(than source: String, _ document: Document) throws(ParseError) {
    guard let other = document.chapters.first(where: { $0.source != source }) else { return }
    throw ParseError(
      .unsupported, at: 0,
      "the file has chapters of the kind \(other.source), which cannot be replaced")
  }
}

extension InsertionPoint {
  /// Returns the ID3v2 tags among the tags with these names, or a new ID3v2.4 tag if there are no
  /// such tags.
  static func id3(_ names: [String]) -> [InsertionPoint] {
    let tags = names.filter { $0.hasPrefix("ID3v2.") }
    guard !tags.isEmpty else {
      return [InsertionPoint(MetadataContainer(rawValue: ID3Version.v24.name), [.id3])]
    }
    return tags.enumerated().map { index, name in
      let container = index == 0 ? name : "\(name)#\(index + 1)"
      return InsertionPoint(MetadataContainer(rawValue: container), [.id3])
    }
  }
}
