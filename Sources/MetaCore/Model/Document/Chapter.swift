/// One chapter of a file.
public struct Chapter: Sendable, Hashable, Codable {
  /// Where it begins.
  public var start: MediaTime
  /// Where it ends, or nil when nothing says so.
  public var end: MediaTime?
  /// Its title.
  public var title: String?
  /// The language of its title.
  public var language: LanguageTag?
  /// A link that goes with it.
  public var url: String?
  /// The picture that goes with it.
  public var image: DataValue?
  /// The structure it was read from: `chapterTrack`, `chpl`, `CHAP`.
  public var source: String

  /// Makes a chapter.
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

extension [Chapter] {
  /// The same chapters with their pictures in memory, so that they can be used in another file.
  ///
  /// - Throws: ``ParseError``, as ``DataValue/load(from:limit:)`` does.
  public func loaded(from source: any ByteSource) throws(ParseError) -> [Chapter] {
    try map { (chapter) throws(ParseError) in
      var chapter = chapter
      chapter.image = try chapter.image?.loaded(from: source)
      return chapter
    }
  }

  /// When each chapter ends: where it says so, else where the next one in its language begins, and the last with the file.
  ///
  /// Nil when nothing tells.
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
