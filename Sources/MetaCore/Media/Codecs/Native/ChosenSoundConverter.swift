/// Converts sound natively as long as its rate and its channels stay, and with a library from the
/// first sound on for which that is not so.
final class ChosenSoundConverter: SoundConverting {
  private var target: SoundTarget
  private let libraries: [any CodecLibrary]
  private var library: (any SoundConverting)?

  init(to target: SoundTarget, _ libraries: [any CodecLibrary]) {
    self.target = target
    self.libraries = libraries
  }

  func convert(_ sound: AudioBuffer) throws(ParseError) -> AudioBuffer? {
    target.sampleRate = target.sampleRate ?? sound.format.sampleRate
    target.channels = target.channels ?? sound.format.channels
    if library == nil, target.sampleRate == sound.format.sampleRate,
      target.channels == sound.format.channels
    {
      return sound.converted(to: target.pcm)
    }
    return try foreign().convert(sound)
  }

  private func foreign() throws(ParseError) -> any SoundConverting {
    if let library { return library }
    for candidate in libraries {
      guard let converter = try candidate.soundConverter(to: target) else { continue }
      library = converter
      return converter
    }
    throw ParseError(.unsupported, at: 0, "rates and channels of sound are not converted here")
  }

  func flush() throws(ParseError) -> AudioBuffer? { try library?.flush() }
}
