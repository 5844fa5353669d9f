/// The media of a movie: tracks, times and chapters.
struct Movie: Sendable {
  var tracks: [TrackDescription] = []
  /// The duration of the movie; nil when it is unknown.
  ///
  /// The duration in the movie header has priority; otherwise it is that of the longest track
  /// including fragments. In a fragmented file the header covers only samples in `moov`, and
  /// fragments count if they are longer.
  var duration: MediaTime?
  /// Whether the duration was estimated from a part of the file.
  var isDurationEstimated = false
  /// Whether samples are, or may be, in fragments.
  var isFragmented = false
  /// The time scale of the movie.
  var timescale: UInt32?
  /// When the movie was created.
  var creationDate: MetadataDate?
  /// When the movie was last changed.
  var modificationDate: MetadataDate?
  /// The chapters of its chapter tracks, with their pictures, in order of time.
  var chapters: [Chapter] = []
  /// The pictures of its chapter image tracks, in order of time, for chapters from other sources.
  var chapterImages: [ChapterImage] = []
}

/// A picture for a time range of a movie.
struct ChapterImage: Sendable, Hashable {
  var start: MediaTime
  var end: MediaTime
  var image: DataValue
}
