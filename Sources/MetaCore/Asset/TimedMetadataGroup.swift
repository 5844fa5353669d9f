/// Items that apply to a time range, such as the title and picture of a chapter, or the items of
/// one sample of a timed metadata track; the counterpart of AVFoundation's `AVTimedMetadataGroup`.
public struct TimedMetadataGroup: Sendable, Hashable {
  /// The time range.
  public var timeRange: MediaTimeRange
  /// The items.
  public var items: [MetadataItem]

  /// Creates a group.
  public init(timeRange: MediaTimeRange, items: [MetadataItem]) {
    self.timeRange = timeRange
    self.items = items
  }

  /// Returns the chapters of a document as groups.
  static func chapters(of document: Document) -> [TimedMetadataGroup] {
    let ends = document.chapters.ends(fileDuration: document.duration)
    return zip(document.chapters, ends).map { chapter, end in
      // If the end of the last chapter is unknown, its range is empty.
      let range = MediaTimeRange(start: chapter.start, end: end ?? chapter.start)
      return TimedMetadataGroup(timeRange: range, items: items(of: chapter, in: range))
    }
  }

  /// Returns the title and the picture of a chapter as items.
  private static func items(of chapter: Chapter, in range: MediaTimeRange) -> [MetadataItem] {
    var items: [MetadataItem] = []
    if let title = chapter.title {
      items.append(item(.title, .string(title), .utf8, chapter, range))
    }
    if let image = chapter.image {
      items.append(item(.artwork, .data(image), .raw, chapter, range))
    }
    return items
  }

  private static func item(
    _ key: CommonKey, _ value: MetadataValue, _ dataType: DataType, _ chapter: Chapter,
    _ range: MediaTimeRange
  ) -> MetadataItem {
    var item = MetadataItem(
      keySpace: .common, key: .text(key.rawValue), value: value, dataType: dataType,
      language: chapter.language)
    item.timeRange = range
    return item
  }

  /// Returns the groups in the first of the given languages that any group uses; all groups if no
  /// group uses any of them.
  static func best(
    of groups: [TimedMetadataGroup], for languages: [LanguageTag]
  ) -> [TimedMetadataGroup] {
    for language in languages {
      let matching = groups.filter { group in
        group.items.contains { $0.language?.serves(language) ?? false }
      }
      if !matching.isEmpty { return matching }
    }
    return groups
  }
}
