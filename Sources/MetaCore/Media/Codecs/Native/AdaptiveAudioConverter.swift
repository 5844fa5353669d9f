/// The audio converter of ``MediaCodecs``: it converts the sample format itself while the sample
/// rate and channel count stay the same, and switches to a library's converter at the first buffer
/// for which they change.
final class AdaptiveAudioConverter: AudioConverting {
  private var target: AudioTarget
  private let libraries: [any CodecLibrary]
  private var library: (any AudioConverting)?

  init(to target: AudioTarget, _ libraries: [any CodecLibrary]) {
    self.target = target
    self.libraries = libraries
  }

  func convert(_ audio: AudioBuffer) throws(ParseError) -> AudioBuffer? {
    target.sampleRate = target.sampleRate ?? audio.format.sampleRate
    target.channels = target.channels ?? audio.format.channels
    if library == nil, target.sampleRate == audio.format.sampleRate,
      target.channels == audio.format.channels
    {
      return audio.converted(to: target.pcm)
    }
    return try foreign().convert(audio)
  }

  /// Returns a library's converter, which then converts all later buffers because it may still hold
  /// output from earlier ones.
  private func foreign() throws(ParseError) -> any AudioConverting {
    if let library { return library }
    for candidate in libraries {
      guard let converter = try candidate.audioConverter(to: target) else { continue }
      library = converter
      return converter
    }
    throw ParseError(.unsupported, at: 0, "no converter for sample rates and channel counts")
  }

  func flush() throws(ParseError) -> AudioBuffer? { try library?.flush() }
}
