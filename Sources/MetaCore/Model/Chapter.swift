/// One chapter of a file.
public struct Chapter: Sendable, Hashable {
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
