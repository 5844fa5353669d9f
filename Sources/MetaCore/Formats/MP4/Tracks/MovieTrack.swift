/// A track while its movie is being read: the description that is made, and what the other readers need.
struct MovieTrack: Sendable {
  var description: TrackDescription
  /// What kind of media the handler names; nil when there is none.
  var handler: FourCC?
  /// The sample tables.
  var sampleTable: Atom?
  var format: SampleFormat?
  /// The duration of the media in units of its time scale, as its header says.
  var mediaDuration: UInt64 = 0
  /// Whether the bit rate is that of all samples.
  var isRateCounted = false
  /// The language of the media as it is stored.
  var languageCode: UInt16 = 0
}
