internal import LibAV
internal import MetaCore

/// Encodes an audio track with libavcodec: uncompressed buffers go in, stored samples for a movie
/// come out.
///
/// Timestamps count samples from the time of the first buffer; gaps of up to a day between buffers
/// are filled with silence, and overlapping buffers are refused.
final class LibAVAudioEncoder: MediaEncoder {
  private let settings: AudioOutputSettings
  private let choice: EncoderChoice
  private var opened: Opened?
  private var source: AudioFormat?
  /// The number of source samples received, including silence.
  private var received: Int64 = 0
  /// The number of samples passed to the encoder.
  private var encoded: Int64 = 0
  private var format: FormatDescription?

  /// The encoder and its state, created once the format of the first buffer is known.
  private struct Opened {
    /// The presentation time of the first sample, in source samples.
    let start: Int64
    let converter: LibAVAudioConverter?
    let queue: AudioSampleQueue
    let encoder: TrackEncoder
    let rate: Int
    /// The presentation time of the first sample, in encoder samples.
    let origin: Int64
  }

  init(_ settings: AudioOutputSettings) throws(ParseError) {
    self.settings = settings
    choice = try EncoderChoice(settings)
  }

  // MARK: Encoding

  /// Encodes a buffer, and returns the samples that are complete; the first buffer determines the
  /// format.
  func encode(_ sample: SampleBuffer) throws(MetaError) -> [SampleBuffer] {
    guard let audio = sample.audio else {
      throw MetaError(.wrongMediaType, reason: "an audio encoder requires uncompressed audio")
    }
    guard sample.presentationTime.isNumeric else {
      throw MetaError(.invalidAttributes, reason: "the audio has an invalid timestamp")
    }
    guard audio.frameCount > 0 else { return [] }
    do {
      let opened = try opened(for: audio, at: sample.presentationTime)
      guard source == audio.format else {
        throw MetaError(
          .invalidAttributes,
          reason: "the sample rate, channel count or sample format of the audio changed")
      }
      try fill(before: sample.presentationTime, audio.format, opened)
      try add(audio, opened)
      return try drain(opened, all: false)
    } catch {
      throw MetaError(encoding: error)
    }
  }

  func finish() throws(MetaError) -> [SampleBuffer] {
    guard let opened else { return [] }
    self.opened = nil
    do {
      if let rest = try opened.converter?.flush() {
        try opened.queue.append(frame(of: rest))
      }
      return try drain(opened, all: true)
    } catch {
      throw MetaError(encoding: error)
    }
  }

  /// Fills a gap before `time` with silence; throws if the gap is longer than a day, or if the
  /// audio overlaps audio already received.
  ///
  /// Deviations within the accuracy of the timestamp are ignored.
  private func fill(before time: MediaTime, _ format: AudioFormat, _ opened: Opened) throws {
    let rate = UInt32(clamping: format.sampleRate)
    let position = time.converted(toTimescale: rate)
    guard position.isNumeric else {
      throw MetaError(.limitExceeded, reason: "the audio timestamp is out of range")
    }
    // Timestamps with a coarse timescale are accurate only to half a unit.
    let tolerance = Int64(rate) / Int64(max(1, time.timescale)) + 1
    let expected = opened.start.addingReportingOverflow(received).partialValue
    var missing = position.value.subtractingReportingOverflow(expected).partialValue
    guard missing >= -tolerance else {
      throw MetaError(
        .nonMonotonicTime,
        reason:
          "the audio at \(time.seconds) s overlaps the audio before it by \(Double(-missing) / Double(rate)) s"
      )
    }
    guard missing > tolerance else { return }
    guard missing <= Int64(rate) * LibAVAudioEncoder.longestGap else {
      throw MetaError(.limitExceeded, reason: "the audio has a gap of more than a day")
    }
    while missing > 0 {
      let count = Int(min(missing, 1 << 16))
      try add(AudioBuffer(silence: count, format), opened)
      missing -= Int64(count)
    }
  }

  /// The longest gap that is filled with silence, in seconds.
  private static let longestGap: Int64 = 86400

  /// Converts audio, and appends it to the queue of the encoder.
  private func add(_ audio: AudioBuffer, _ opened: Opened) throws {
    received += Int64(audio.frameCount)
    if let converter = opened.converter {
      guard let converted = try converter.convert(audio) else { return }
      try opened.queue.append(frame(of: converted))
    } else {
      try opened.queue.append(frame(of: audio))
    }
  }

  /// Returns the audio as a frame with the channel layout of the source, or the default layout for
  /// its channel count if it has none.
  private func frame(of audio: AudioBuffer) throws -> MediaFrame {
    guard audio.format.channelLayout != layout(of: audio.format.channels) else {
      return try LibAVAudioConverter.frame(of: audio)
    }
    var format = audio.format
    format.channelLayout = layout(of: format.channels)
    let named = AudioBuffer(
      format, frameCount: audio.frameCount, storage: audio.storage, start: audio.start)
    return try LibAVAudioConverter.frame(of: named)
  }

  /// Returns the source's channel layout if it has `channels` channels and specifies more than
  /// their number.
  private func layout(of channels: Int) -> String? {
    guard let source, source.channels == channels, let name = source.channelLayout,
      !name.hasSuffix("channels")
    else { return nil }
    return name
  }

  /// Encodes whole frames from the queue; with `all`, also encodes the rest and flushes the
  /// encoder.
  private func drain(_ opened: Opened, all: Bool) throws -> [SampleBuffer] {
    var samples: [SampleBuffer] = []
    let size = opened.encoder.frameSize > 0 ? opened.encoder.frameSize : LibAVAudioEncoder.frame
    while opened.queue.count >= size || all && opened.queue.count > 0 {
      let frame = try opened.queue.dequeue(size)
      let pieces = try opened.encoder.encode(frame, at: encoded)
      encoded += Int64(frame.sampleCount)
      samples += try stored(pieces, opened)
    }
    if all { samples += try stored(opened.encoder.encode(nil, at: 0), opened) }
    return samples
  }

  /// The frame size for encoders that accept any number of samples, such as those for uncompressed
  /// audio.
  private static let frame = 4096

  /// Returns the samples for encoded packets; the first packet also determines the sample
  /// description.
  private func stored(
    _ pieces: [TrackEncoder.EncodedPacket], _ opened: Opened
  ) throws -> [SampleBuffer] {
    try pieces.map { piece in
      if format == nil { format = try FormatDescription(movie: opened.encoder.movie(with: piece)) }
      let rate = UInt32(clamping: opened.rate)
      let length = length(of: piece, opened)
      guard let duration = MediaTime(value: length, timescale: rate),
        let time = MediaTime(
          value: opened.origin.addingReportingOverflow(piece.presentationTime).partialValue,
          timescale: rate)
      else { throw MetaError(.limitExceeded, reason: "the audio timestamp is out of range") }
      var sample = SampleBuffer(.stored(ByteSlice(piece.bytes)), at: time, duration: duration)
      sample.formatDescription = format
      if settings.format == .linearPCM { sample.sampleCount = max(1, Int(length)) }
      // Trims the padding of the last packets.
      let excess = min(length, piece.presentationTime + length - encoded)
      if excess > 0 { sample.trimDurationAtEnd = MediaTime(value: excess, timescale: rate) }
      return sample
    }
  }

  /// Returns the number of samples in a packet.
  ///
  /// The last frame of a lossless codec is shorter; other codecs pad it.
  private func length(of piece: TrackEncoder.EncodedPacket, _ opened: Opened) -> Int64 {
    let size = Int64(opened.encoder.frameSize)
    switch settings.format {
    case .aac, .mp3, .opus, .ac3: return size
    case .alac, .flac: return min(size, max(1, encoded - piece.presentationTime))
    case .linearPCM:
      return max(1, min(Int64(LibAVAudioEncoder.frame), encoded - piece.presentationTime))
    }
  }

  // MARK: The first buffer

  /// Creates the encoder, and a converter if the sample format, sample rate or channel count of the
  /// buffer differs from that of the output.
  private func opened(for audio: AudioBuffer, at time: MediaTime) throws -> Opened {
    if let opened { return opened }
    source = audio.format
    let rate = settings.sampleRate ?? self.rate(for: audio.format.sampleRate)
    let channels = settings.channels ?? audio.format.channels
    let frame = try frame(of: audio)
    let samples = try sampleFormat(for: frame.audioFormat.sampleFormat)
    var converter: LibAVAudioConverter?
    var first = frame
    if samples != frame.audioFormat.sampleFormat || rate != audio.format.sampleRate
      || channels != audio.format.channels
    {
      guard let pcm = PCMFormat(libavName: samples) else {
        throw MetaError(.unsupported, reason: "converting audio to \(samples) is not supported")
      }
      let target = AudioTarget(pcm: pcm, sampleRate: rate, channels: channels)
      converter = try LibAVAudioConverter(to: target)
      // A single sample, which shows the queue and the encoder the format of the converted audio.
      first = try self.frame(
        of: AudioBuffer(
          silence: 1, AudioFormat(pcm: pcm, sampleRate: rate, channels: channels)))
    }
    var options = TrackEncoder.Settings(encoder: choice.encoder, timescale: rate)
    options.options = choice.options()
    try checkLayout(of: first)
    let opened = Opened(
      start: time.converted(toTimescale: UInt32(clamping: audio.format.sampleRate)).value,
      converter: converter, queue: try AudioSampleQueue(like: first),
      encoder: try TrackEncoder(options, like: first), rate: rate,
      origin: time.converted(toTimescale: UInt32(clamping: rate)).value)
    self.opened = opened
    return opened
  }

  /// Throws if the encoder does not support the channel layout; a layout that specifies only the
  /// number of channels is accepted.
  private func checkLayout(of frame: MediaFrame) throws {
    let layouts = TrackEncoder.audioSupport(encoder: choice.encoder)?.layouts ?? []
    let layout = frame.audioFormat.layout
    guard !layouts.isEmpty, !layouts.contains(layout), !layout.hasSuffix("channels") else { return }
    throw MetaError(
      .unsupported,
      reason:
        "\(settings.format.rawValue) does not support the channel layout \(layout); the supported layouts are \(layouts.joined(separator: ", "))"
    )
  }

  /// Returns the lowest supported sample rate that is not below the requested one, or else the
  /// highest.
  private func rate(for requested: Int) -> Int {
    let rates = TrackEncoder.audioSupport(encoder: choice.encoder)?.sampleRates ?? []
    if rates.isEmpty || rates.contains(requested) { return requested }
    return rates.filter { $0 > requested }.min() ?? rates.max() ?? requested
  }

  /// Returns the supported sample format that preserves most of the source.
  private func sampleFormat(for name: String) throws -> String {
    let formats = TrackEncoder.audioSupport(encoder: choice.encoder)?.sampleFormats ?? []
    if formats.isEmpty || formats.contains(name) { return name }
    let base = name.hasSuffix("p") ? String(name.dropLast()) : name
    let candidates = [base, base + "p"] + (LibAVAudioEncoder.wider[base] ?? []) + formats
    return candidates.first { formats.contains($0) } ?? name
  }

  /// The best replacements for a sample format, in order of preference.
  private static let wider: [String: [String]] = [
    "u8": ["s16", "s16p"], "s16": ["s32", "s32p", "flt", "fltp"], "s32": ["dbl", "flt", "fltp"],
    "flt": ["fltp", "s32", "s32p"], "dbl": ["fltp", "flt", "s32", "s32p"],
  ]
}
