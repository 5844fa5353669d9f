/// A track while its movie is being read: the description under construction, and data for other
/// readers.
struct MovieTrack: Sendable {
  var description: TrackDescription
  /// The handler type; nil when there is none.
  var handler: FourCC?
  /// The sample tables.
  var sampleTable: Atom?
  var format: SampleFormat?
  /// The duration in the media header, in units of its time scale.
  var mediaDuration: UInt64 = 0
  /// Whether the bit rate is that of all samples.
  var isRateCounted = false
  /// The language of the media in stored form.
  var languageCode: UInt16 = 0
}
