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
  /// The MD5 of the decoded sound in hexadecimal, where the encoder stored it.
  var decodedMD5: String?
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
    var audio = AudioDescription()
    audio.sampleRate = sampleRate > 0 ? Double(sampleRate) : nil
    audio.channels = channels
    audio.bitsPerSample = bitsPerSample
    audio.decodedMD5 = decodedMD5
    track.audio = audio
    return track
  }
}
