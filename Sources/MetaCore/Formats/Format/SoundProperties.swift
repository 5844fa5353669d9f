/// What the header of a stream of sound says about all of it.
struct SoundProperties: Sendable, Hashable {
  /// The name of the codec, as FFmpeg has it.
  var codec: String
  /// The same as RFC 6381 writes it, where it has a name there.
  var codecString: String?
  /// Samples per second and channel; 0 where nobody knows.
  var sampleRate: UInt32
  var channels: Int?
  var bitsPerSample: Int?
  /// How many samples a channel has; nil where nobody knows.
  var sampleCount: Int64?
  /// Whether the bit rate stays the same, where the header says so.
  var bitRateMode: BitRateMode?
  /// The MD5 of the decoded sound in hexadecimal, where the encoder stored it.
  var decodedMD5: String?
  /// Bits per second, where the header gives them.
  var bitRate: Int64?
  /// The speakers of the channels, as bits in the order of WAVEFORMATEXTENSIBLE.
  var speakers: UInt32?
  /// Whether the samples were not counted, but follow from a part of the sound.
  var isEstimated = false
  /// What else is worth knowing about the container, by name.
  var details: [MetadataValue.Part] = []

  /// How long the sound is.
  var duration: MediaTime? {
    guard let sampleCount, sampleRate > 0 else { return nil }
    return MediaTime(value: sampleCount, timescale: sampleRate)
  }

  /// The track of the stream.
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
