internal import SystemPackage

/// The media that an ``AssetReader`` reads, which is an asset or a composition of several assets;
/// it creates the ``SampleEngine`` that delivers the samples for an output.
protocol MediaSource: Sendable {
  /// Returns an engine for the samples of a track, or of the first track with a media type.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no such track, `noDecoder` if no
  ///   decoder supports it.
  func engine(
    ofTrack id: UInt32?, _ media: MediaType?, _ settings: ReadSettings?, in range: MediaTimeRange,
    codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine

  /// Returns an engine for the stored samples of a track of any type; the default is the first
  /// audio track, or else the first readable track.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no such track, `noDecoder` if its
  ///   samples cannot be read.
  func stored(
    _ id: UInt32?, in range: MediaTimeRange, _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine

  /// Whether all audio of a track goes through a single converter after decoding.
  var convertsWholeTracks: Bool { get }

  /// The file named in errors; nil if there are several files or no file.
  var file: FilePath? { get }
}

extension MediaSource {
  /// Returns an engine for the samples that an output requests.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no such track, `noDecoder` if no
  ///   decoder supports it.
  func engine(
    for request: AssetReaderRequest, in range: MediaTimeRange, codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    switch request.content {
    case .track(let id, let media, let settings):
      return try engine(ofTrack: id, media, settings, in: range, codecs: codecs)
    case .audioMix(let tracks, let mix, let settings):
      return try self.mix(of: tracks, mix, settings, in: range, codecs: codecs)
    case .videoComposition(let composition, let target):
      return try pictures(of: composition, as: target, in: range, codecs)
    case .stored(let id): return try stored(id, in: range, codecs)
    }
  }

  /// Returns an engine that mixes tracks.
  ///
  /// Unless the settings specify the format completely, the format depends on the audio of the
  /// tracks, which are therefore opened first.
  private func mix(
    of tracks: [UInt32], _ mix: AudioMix, _ settings: ReadSettings?, in range: MediaTimeRange,
    codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    guard !tracks.isEmpty, Set(tracks).count == tracks.count else {
      throw MetaError(
        .invalidAttributes, file: file,
        reason: "an audio mix needs at least one track, and no track may appear twice")
    }
    var opened: [ReadAheadEngine] = []
    let format: AudioFormat?
    if case .pcm(let pcm, let rate?, let channels?) = settings {
      format = try checked(AudioFormat(pcm: pcm, sampleRate: rate, channels: channels))
    } else {
      opened = try tracks.map { (id) throws(MetaError) in
        try ReadAheadEngine(
          try engine(ofTrack: id, .audio, .decoded, in: range, codecs: codecs))
      }
      format = try mixFormat(of: opened.compactMap(\.format), settings)
    }
    guard let format else {
      // No track has audio in the range, so the mix is empty, whatever its format.
      let nothing = AudioFormat(pcm: .planarFloat32, sampleRate: 1, channels: 1)
      return MixEngine([], nothing, from: .zero)
    }
    // Tracks whose segments may have different formats are reopened, so that they are converted to
    // the format of the mix.
    if !convertsWholeTracks { opened = [] }
    let inputs = try tracks.enumerated().map { (index, id) throws(MetaError) in
      let parameters = mix.inputParameters.first { $0.trackID == id }
      let engine =
        opened.indices.contains(index)
        ? try converted(opened[index], to: format, codecs)
        : try engine(
          ofTrack: id, .audio,
          .pcm(
            MixEngine.sampleFormat, sampleRate: format.sampleRate, channels: format.channels),
          in: range, codecs: codecs)
      return MixInput(engine, VolumeCurve(parameters, rate: format.sampleRate))
    }
    return MixEngine(inputs, format, from: range.start)
  }

  /// Returns the audio from an engine in the format in which a mix adds samples.
  private func converted(
    _ engine: ReadAheadEngine, to format: AudioFormat, _ codecs: MediaCodecs
  ) throws(MetaError) -> any SampleEngine {
    let target = AudioTarget(
      pcm: MixEngine.sampleFormat, sampleRate: format.sampleRate, channels: format.channels)
    do {
      return AudioConvertingEngine(engine, try codecs.audioConverter(to: target), file: file)
    } catch {
      throw MetaError(decoding: error, file: file)
    }
  }

  private func checked(_ format: AudioFormat) throws(MetaError) -> AudioFormat {
    guard format.pcm.isValid, format.sampleRate > 0, format.channels > 0 else {
      throw MetaError(.invalidAttributes, file: file, reason: "invalid format for an audio mix")
    }
    return format
  }

  /// Returns the format for mixing tracks with the given formats: unless the settings specify them,
  /// the sample rate is that of the first track, and the channel count is the largest one.
  ///
  /// The result is nil if no track has audio in the range.
  private func mixFormat(
    of formats: [AudioFormat], _ settings: ReadSettings?
  ) throws(MetaError) -> AudioFormat? {
    var (pcm, rate, channels) = (PCMFormat.planarFloat32, Int?.none, Int?.none)
    if case .pcm(let format, let sampleRate, let count) = settings {
      (pcm, rate, channels) = (format, sampleRate, count)
    }
    guard let first = formats.first, let widest = formats.max(by: { $0.channels < $1.channels })
    else {
      _ = try checked(AudioFormat(pcm: pcm, sampleRate: rate ?? 1, channels: channels ?? 1))
      return nil
    }
    return try checked(
      AudioFormat(
        pcm: pcm, sampleRate: rate ?? first.sampleRate, channels: channels ?? widest.channels,
        channelLayout: channels == nil ? widest.channelLayout : nil))
  }
}
