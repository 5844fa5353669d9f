/// Decodes the first audio track of a slideshow's audio file and appends it to the movie's
/// ``AssetWriter``, which encodes it, step by step along with the frames.
final class SlideshowAudio {
  /// The settings used.
  let settings: AudioOutputSettings
  private let reader: AssetReader
  private let provider: SampleProvider
  private let receiver: SampleBufferReceiver
  private var first: SampleBuffer?
  private var isEnded = false
  /// The end of the audio encoded so far.
  private(set) var end = MediaTime.zero

  /// The duration and format of the audio of an asset, which are known before it is decoded.
  struct Source {
    let duration: MediaTime?
    let format: FormatDescription?
  }

  /// Returns the duration and format of the first audio track.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` for an asset without audio, or the reason why the
  ///   asset cannot be read.
  static func source(of asset: Asset) throws(MetaError) -> Source {
    let media = try AssetMedia(of: asset)
    let track = try media.track(nil, .audio)
    return Source(
      duration: track.duration ?? media.document.duration, format: FormatDescription(track))
  }

  /// Adds a track to a movie, and decodes its first audio, so that undecodable audio is found
  /// before anything is encoded.
  ///
  /// - Throws: ``MetaError`` with `noSamples` for a track without audio, or an error from
  ///   ``AssetReader`` or ``AssetWriter/inputReceiver(for:)``.
  init(
    _ asset: Asset, _ settings: AudioOutputSettings, until end: MediaTime, in writer: AssetWriter
  ) throws(MetaError) {
    self.settings = settings
    reader = AssetReader(asset: asset, codecs: writer.codecs)
    try reader.setTimeRange(MediaTimeRange(start: .zero, end: end))
    provider = try reader.outputProvider(
      for: FirstTrackOutput(.audio, track: nil, settings: .decoded))
    receiver = try writer.inputReceiver(for: AssetWriterInput(.audio, settings: .audio(settings)))
    try reader.start()
    first = try provider.copyNextSampleBuffer()
    guard first != nil else {
      let cause = reader.findings.first.map { ": " + $0.message } ?? ""
      throw MetaError(.noSamples, file: asset.path, reason: "no audio\(cause)")
    }
  }

  /// The damage found so far.
  var findings: [Diagnostic] { reader.findings }

  /// Encodes audio at least up to the given time, or up to the end of the audio.
  ///
  /// - Throws: ``MetaError`` if the audio cannot be read or written.
  func advance(to time: MediaTime) throws(MetaError) {
    while !isEnded, end < time {
      guard let sample = try next() else {
        isEnded = true
        return receiver.finish()
      }
      _ = try receiver.appendImmediately(sample)
      if let length = sample.duration, length.isNumeric { end = sample.presentationTime + length }
    }
  }

  private func next() throws(MetaError) -> SampleBuffer? {
    defer { first = nil }
    if let first { return first }
    return try provider.copyNextSampleBuffer()
  }
}
