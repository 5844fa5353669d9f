/// One track while its movie is being read: the description under construction, and data that
/// ``TrackReader`` leaves for the readers of fragments, chapters, timecodes and first frames.
struct MovieTrack: Sendable {
  var description: TrackDescription
  /// The handler type; nil if there is no handler.
  var handler: FourCC?
  /// The sample table.
  var sampleTable: Atom?
  var format: SampleFormat?
  /// The duration in the media header, in its timescale.
  var mediaDuration: UInt64 = 0
  /// Whether the bit rate was computed from all samples.
  var isRateCounted = false
  /// The language of the media in stored form.
  var languageCode: UInt16 = 0
}
