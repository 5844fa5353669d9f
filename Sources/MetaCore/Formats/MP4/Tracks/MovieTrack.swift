/// One track while its movie is being read: the description under construction, and data that
/// ``TrackReader`` leaves for the readers of fragments, chapters, timecodes and first frames.
struct MovieTrack: Sendable {
  var description: TrackDescription
  /// The handler type; nil if there is no handler.
  var handler: FourCC?
  /// The `stbl` atom; nil if there is none.
  var sampleTable: Atom?
  var format: SampleFormat?
  /// The duration in the media header, in its timescale; 0 if it is unknown.
  var mediaDuration: UInt64 = 0
  /// Whether the bit rate was computed from all samples of the sample table, or is the one that an
  /// AC-3 track declares.
  var isRateCounted = false
  /// The language code in the media header, in stored form.
  var languageCode: UInt16 = 0
}
