/// The properties of one audio stream, stated by its header or derived from its frames;
/// ``track(id:)`` converts them to a track description.
struct AudioProperties: Sendable, Hashable {
  /// The short name of the codec, such as `flac` or `dsd`.
  var codec: String
  /// The RFC 6381 name of the codec, if it has one.
  var codecString: String?
  /// The number of samples per second per channel; 0 when unknown.
  var sampleRate: UInt32
  var channels: Int?
  var bitsPerSample: Int?
  /// The number of samples per channel; nil when unknown.
  var sampleCount: Int64?
  /// Whether the bit rate is constant or variable, if the header states it.
  var bitRateMode: BitRateMode?
  /// The MD5 of the decoded audio in hexadecimal, if the encoder stored it.
  var decodedMD5: String?
  /// Bits per second, if the header states them.
  var bitRate: Int64?
  /// The speakers of the channels, as a WAVEFORMATEXTENSIBLE bit mask.
  var speakers: UInt32?
  /// Whether the number of samples was estimated from part of the audio.
  var isEstimated = false
  /// Additional properties of the container, by name.
  var details: [MetadataValue.Part] = []

  /// The duration of the audio; nil when the number of samples or the sample rate is unknown.
  var duration: MediaTime? {
    guard let sampleCount, sampleRate > 0 else { return nil }
    return MediaTime(value: sampleCount, timescale: sampleRate)
  }

  /// Returns the track of the stream.
  func track(id: UInt32 = 1) -> TrackDescription {
    var track = TrackDescription(id: id, mediaType: .audio)
    track.codec = codec
    track.codecString = codecString
    track.duration = duration
    track.timescale = sampleRate > 0 ? sampleRate : nil
    track.sampleCount = sampleCount
    track.bitRate = bitRate
    track.bitRateMode = bitRateMode
    track.speakers = speakers
    var audio = AudioDescription()
    audio.sampleRate = sampleRate > 0 ? Double(sampleRate) : nil
    audio.channels = channels
    audio.bitsPerSample = bitsPerSample
    audio.decodedMD5 = decodedMD5
    track.audio = audio
    return track
  }
}
