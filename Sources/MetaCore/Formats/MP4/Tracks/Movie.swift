/// The result of reading `moov` and its fragments: the descriptions of the tracks, and the times
/// and chapters of one movie, from which a ``Document`` is composed.
struct Movie: Sendable {
  var tracks: [TrackDescription] = []
  /// The duration of the movie; nil if it is unknown.
  ///
  /// The duration in the movie header has priority; otherwise it is the duration of the longest
  /// track, including fragments, or else the duration in `mehd` or in a segment index. In a
  /// fragmented file, the header covers only samples in `moov`, and the fragments determine the
  /// duration if they are longer.
  var duration: MediaTime?
  /// Whether the duration is an estimate; it is never set, because movies declare or add up their
  /// durations.
  var isDurationEstimated = false
  /// Whether samples are, or may be, in fragments.
  var isFragmented = false
  /// The timescale of the movie.
  var timescale: UInt32?
  /// The creation date of the movie.
  var creationDate: MetadataDate?
  /// The modification date of the movie.
  var modificationDate: MetadataDate?
  /// The chapters of its chapter tracks, with their images, in order of time.
  var chapters: [Chapter] = []
  /// The images of its chapter image tracks, in order of tracks and samples, for chapters from
  /// other sources.
  var chapterImages: [ChapterImage] = []
}

/// One image of a chapter image track, with the time range of the movie in which it is shown.
struct ChapterImage: Sendable, Hashable {
  var start: MediaTime
  var end: MediaTime
  var image: DataValue
}
