/// A chapter, either read from any of the structures that formats have for chapters, or to be
/// written: its times, relative to the start of the file, and its title, link and picture.
///
/// ``Document/chapters`` lists the chapters of a file; ``MetadataEdit/setChapters(_:)`` replaces
/// them.
public struct Chapter: Sendable, Hashable, Codable {
  /// The start time.
  public var start: MediaTime
  /// The end time, or nil when the file does not give one.
  public var end: MediaTime?
  /// The title.
  public var title: String?
  /// The language of the title.
  public var language: LanguageTag?
  /// The link.
  public var url: String?
  /// The picture.
  public var image: DataValue?
  /// The structure from which the chapter was read, such as `chapterTrack`, `chpl` or `CHAP`.
  public var source: String

  /// Creates a chapter.
  public init(
    start: MediaTime, end: MediaTime? = nil, title: String?, language: LanguageTag? = nil,
    source: String
  ) {
    self.start = start
    self.end = end
    self.title = title
    self.language = language
    self.source = source
  }
}

extension Chapter {
  /// Whether both chapters are equal; titles and links have the same bytes.
  public static func == (left: Chapter, right: Chapter) -> Bool {
    left.start == right.start && left.end == right.end && left.language == right.language
      && left.source == right.source && left.image == right.image
      && left.title.hasSameBytes(as: right.title) && left.url.hasSameBytes(as: right.url)
  }
}

extension [Chapter] {
  /// Returns the same chapters with their pictures in memory, for use in another file.
  ///
  /// - Throws: ``ParseError``, as ``DataValue/load(from:limit:)`` does.
  public func loaded(from source: any ByteSource) throws(ParseError) -> [Chapter] {
    try map { (chapter) throws(ParseError) in
      var chapter = chapter
      chapter.image = try chapter.image?.loaded(from: source)
      return chapter
    }
  }

  /// Returns the end of each chapter: the stored end, otherwise the start of the next chapter in
  /// the same language, otherwise the end of the file.
  ///
  /// Nil if none of these is known, or if the start of the next chapter or the end of the file is
  /// before the start of the chapter.
  package func ends(fileDuration: MediaTime?) -> [MediaTime?] {
    var ends = map(\.end)
    guard ends.contains(nil) else { return ends }
    var following: [LanguageTag?: MediaTime] = [:]
    for index in indices.reversed() {
      let chapter = self[index]
      if ends[index] == nil {
        let end = following[chapter.language] ?? fileDuration
        ends[index] = end.flatMap { $0.seconds < chapter.start.seconds ? nil : $0 }
      }
      following[chapter.language] = chapter.start
    }
    return ends
  }
}
