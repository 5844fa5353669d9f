/// What a movie says about its media: tracks, times and chapters.
struct Movie: Sendable {
  var tracks: [TrackDescription] = []
  /// How long the movie plays; nil when nothing says so.
  ///
  /// The movie header is believed where it gives a duration; else it is the longest track, fragments included. In a fragmented
  /// file the header covers only what stands in `moov` itself, and the fragments count where they go on longer.
  var duration: MediaTime?
  /// Whether the duration was estimated from a part of the file.
  var isDurationEstimated = false
  /// Whether samples stand in fragments, or may.
  var isFragmented = false
  /// The units per second in which the movie counts.
  var timescale: UInt32?
  /// When the movie was created.
  var creationDate: MetadataDate?
  /// When the movie was last changed.
  var modificationDate: MetadataDate?
  /// The chapters of its chapter tracks, with their pictures, in order of time.
  var chapters: [Chapter] = []
  /// The pictures of its chapter-image tracks, in order of time, for chapters that come from elsewhere.
  var chapterImages: [ChapterImage] = []
}

/// A picture that goes with a stretch of a movie.
struct ChapterImage: Sendable, Hashable {
  var start: MediaTime
  var end: MediaTime
  var image: DataValue
}
