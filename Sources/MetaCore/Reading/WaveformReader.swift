internal import Synchronization

/// Computes the waveform of one audio track, for the verb `waveform` and ``WaveformData``: decodes
/// it, in several segments if it is long and in a movie, and divides the samples into bins.
///
/// The boundaries of the segments, and therefore the result, do not depend on the number of
/// segments that are read concurrently.
package struct WaveformReader: Sendable {
  /// The size of the bins, in one of three units.
  package enum Resolution: Sendable, Hashable {
    /// The maximum number of bins.
    case bins(Int)
    /// The number of samples per bin.
    case samplesPerPixel(Int)
    /// The number of bins per second.
    case pixelsPerSecond(Double)
  }

  private let media: AssetMedia
  private let asset: Asset
  private let track: TrackDescription
  private let range: MediaTimeRange
  private let splitsChannels: Bool
  /// The number of consecutive segments.
  package let segments: Int
  private let samplesPerPixel: Int
  private let sampleRate: Int
  private let length: Int64
  private let decoders: ReusableDecoders

  /// Opens an asset; if no track ID is given, the first audio track is used.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no audio, `noDecoder` if no decoder
  ///   supports it, `invalidAttributes` for an invalid resolution.
  package init(
    asset: Asset, track id: UInt32?, resolution: Resolution, splitsChannels: Bool,
    timeRange: MediaTimeRange = .all, codecs: MediaCodecs
  ) throws(MetaError) {
    self.asset = asset
    self.splitsChannels = splitsChannels
    range = timeRange
    media = try AssetMedia(of: asset)
    let track = try media.track(id, .audio)
    self.track = track
    decoders = ReusableDecoders(media, track, codecs)
    let decoder = try decoders.decoder()
    guard let rate = try decoder.peek(asset)?.audio.format.sampleRate else {
      throw MetaError(
        .notAvailable, file: asset.path, reason: "the track has no decodable audio")
    }
    sampleRate = rate
    let end = min(timeRange.end, track.duration ?? media.document.duration ?? .invalid)
    if end.isNumeric, end > timeRange.start {
      length = ExactTime(end - timeRange.start).units(UInt32(clamping: rate), .nearest)
      decoders.returnDecoder(decoder)
    } else {
      length = try WaveformReader.counted(decoder.engine(media, track, timeRange))
    }
    samplesPerPixel = try WaveformReader.samplesPerPixel(resolution, length, sampleRate)
    let isLong = length > Int64(sampleRate) * 120
    segments = isLong && media.hasTimeline && length < .max ? 4 : 1
  }

  /// Counts the samples, if the document does not specify a duration.
  private static func counted(_ engine: any SampleEngine) throws(MetaError) -> Int64 {
    var count: Int64 = 0
    while let sample = try engine.next() { count += Int64(sample.audio?.frameCount ?? 0) }
    return count
  }

  /// Returns the number of samples per bin for a resolution.
  private static func samplesPerPixel(
    _ resolution: Resolution, _ length: Int64, _ rate: Int
  ) throws(MetaError) -> Int {
    switch resolution {
    case .samplesPerPixel(let count) where (1...(1 << 31 - 1)).contains(count): return count
    case .bins(let count) where count > 0:
      let perBin = length / Int64(count) + (length % Int64(count) > 0 ? 1 : 0)
      return Int(max(1, min(perBin, 1 << 31 - 1)))
    case .pixelsPerSecond(let count) where count > 0 && count <= Double(rate):
      return max(1, Int((Double(rate) / count).rounded()))
    default:
      throw MetaError(.invalidAttributes, reason: "invalid waveform resolution")
    }
  }

  /// Returns the starts of the chapters within the range, as fractions of the range, which has
  /// `sampleCount` samples.
  package func marks(in sampleCount: Int64) -> [Double] {
    let seconds = Double(sampleCount) / Double(max(1, sampleRate))
    guard seconds > 0 else { return [] }
    return media.document.chapters.compactMap { chapter in
      let position = (chapter.start - range.start).seconds / seconds
      return position >= 0 && position < 1 ? position : nil
    }
  }

  // MARK: Segments

  /// Returns the samples of a segment; its boundaries are bin boundaries.
  private func segment(_ index: Int) -> Range<Int64> {
    let bins = length.plus(Int64(samplesPerPixel) - 1) / Int64(samplesPerPixel)
    let each = (bins.plus(Int64(segments) - 1) / Int64(segments)).times(Int64(samplesPerPixel))
    let start = Int64(index).times(each)
    let end = index == segments - 1 ? Int64.max : start.plus(each)
    return start..<max(start, end)
  }

  /// Reads one segment of the waveform; `progress` receives the completed fraction, and
  /// `isCancelled` is polled.
  ///
  /// - Throws: ``MetaError`` with `cancelled`, or the error that ended reading.
  package func read(
    segment index: Int, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(MetaError) -> WaveformData {
    let sampleRange = segment(index)
    let rate = UInt32(clamping: sampleRate)
    let start = range.start + MediaTime(numeric: sampleRange.lowerBound, rate)
    let end =
      sampleRange.upperBound == .max
      ? range.end : min(range.end, range.start + MediaTime(numeric: sampleRange.upperBound, rate))
    let decoder = try decoders.decoder()
    let engine = decoder.engine(media, track, MediaTimeRange(start: start, end: end))
    var bins: [WaveformBins] = []
    var findings: [Diagnostic] = []
    var count: Int64 = 0
    let total = Double(max(1, min(length, sampleRange.upperBound).minus(sampleRange.lowerBound)))
    var buffers = 0
    while let sample = try engine.next() {
      buffers += 1
      if buffers & 63 == 0 {
        guard !isCancelled() else {
          throw MetaError(.cancelled, file: asset.path, reason: "reading was cancelled")
        }
        progress(Double(count) / total)
      }
      if let damage = sample.damage { findings.append(damage) }
      guard let audio = sample.audio else { continue }
      add(audio, to: &bins, at: count)
      count = count.plus(Int64(audio.frameCount))
    }
    decoders.returnDecoder(decoder)
    for index in bins.indices { bins[index].finish() }
    var data = WaveformData(
      sampleRate: sampleRate, samplesPerPixel: samplesPerPixel, channels: bins.map(\.bins),
      sampleCount: count)
    data.findings = findings
    return data
  }

  /// Adds samples after the first `position` samples of each channel.
  ///
  /// Channels that exist only in part of the track are silent elsewhere, so that all channels have
  /// the same length.
  private func add(_ audio: AudioBuffer, to bins: inout [WaveformBins], at position: Int64) {
    let channelCount = splitsChannels ? audio.format.channels : 1
    while bins.count < channelCount {
      bins.append(WaveformBins(samplesPerPixel: samplesPerPixel))
      bins[bins.count - 1].append(silence: position)
    }
    if splitsChannels || audio.format.channels == 1 {
      for channel in bins.indices {
        if channel < audio.format.channels {
          audio.withSamples(ofChannel: channel) { bins[channel].append($0) }
        } else {
          bins[channel].append(silence: Int64(audio.frameCount))
        }
      }
    } else if audio.format.channels == 2 {
      audio.withSamples(ofChannel: 0) { left in
        audio.withSamples(ofChannel: 1) { right in bins[0].append(averagesOf: left, right) }
      }
    } else {
      bins[0].append(audio.mixedSamples().span)
    }
  }

  /// Returns consecutive segments joined into one.
  package func joined(_ parts: [WaveformData]) -> WaveformData {
    guard var data = parts.first else {
      return WaveformData(
        sampleRate: sampleRate, samplesPerPixel: samplesPerPixel, channels: [], sampleCount: 0)
    }
    for part in parts.dropFirst() {
      let silence = WaveformData.Bin(minimum: 0, maximum: 0, average: 0, rms: 0)
      while data.channels.count < part.channels.count {
        data.channels.append([WaveformData.Bin](repeating: silence, count: data.length))
      }
      let missing = [WaveformData.Bin](repeating: silence, count: part.length)
      for channel in data.channels.indices {
        data.channels[channel] +=
          channel < part.channels.count ? part.channels[channel] : missing
      }
      data.sampleCount = data.sampleCount.plus(part.sampleCount)
      data.findings += part.findings
    }
    return data
  }
}

/// A pool of decoders for one track; opening a file takes as long as decoding many seconds of it.
private final class ReusableDecoders: Sendable {
  /// A decoder and its state.
  ///
  /// It is not Sendable by itself, but only one thread uses it at a time.
  final class Decoder: @unchecked Sendable {
    private let decoder: any AudioDecoder
    /// The first audio, if nothing else has been decoded yet.
    private var first: DecodedAudio?
    /// Whether more than the first audio has been decoded.
    private(set) var isUsed = false

    init(_ decoder: any AudioDecoder) { self.decoder = decoder }

    /// Decodes and returns the first audio.
    func peek(_ asset: Asset) throws(MetaError) -> DecodedAudio? {
      do { first = try decoder.next() } catch { throw MetaError(error, file: asset.path) }
      return first
    }

    /// Rewinds to the start, if audio was consumed.
    func rewind(_ asset: Asset) throws(MetaError) {
      guard isUsed else { return }
      do { try decoder.rewind() } catch { throw MetaError(error, file: asset.path) }
      isUsed = false
    }

    /// Returns an engine for a range of the asset; marks the decoder as used.
    func engine(
      _ media: AssetMedia, _ track: TrackDescription, _ range: MediaTimeRange
    ) -> AudioEngine {
      defer { (first, isUsed) = (nil, true) }
      return media.audioEngine(decoder, of: track, in: range, after: first)
    }
  }

  private let media: AssetMedia
  private let track: TrackDescription
  private let codecs: MediaCodecs
  private let idleDecoders = Mutex<[Decoder]>([])

  init(_ media: AssetMedia, _ track: TrackDescription, _ codecs: MediaCodecs) {
    self.media = media
    self.track = track
    self.codecs = codecs
  }

  /// Returns a decoder positioned at the start: a spare one or a new one.
  func decoder() throws(MetaError) -> Decoder {
    let used = idleDecoders.withLock { $0.popLast() }
    guard let used else {
      return Decoder(try media.decoder(for: track, codecs))
    }
    try used.rewind(media.asset)
    return used
  }

  /// Keeps a decoder for reuse, unless it has been used and its container might give a different
  /// result after rewinding.
  func returnDecoder(_ decoder: Decoder) {
    guard media.hasTimeline || !decoder.isUsed else { return }
    idleDecoders.withLock { $0.append(decoder) }
  }
}

extension WaveformData {
  /// Reads the audio of an asset; if no track ID is given, the first audio track is used.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no audio, `noDecoder` if no decoder
  ///   supports it, `invalidAttributes` if `bins` is below one, `cancelled` if the task is
  ///   cancelled.
  @concurrent
  public init(
    asset: Asset, track: UInt32? = nil, bins: Int, splitsChannels: Bool = false,
    timeRange: MediaTimeRange = .all, codecs: MediaCodecs = .standard
  ) async throws(MetaError) {
    let reader = try WaveformReader(
      asset: asset, track: track, resolution: .bins(bins), splitsChannels: splitsChannels,
      timeRange: timeRange, codecs: codecs)
    let results = await withTaskGroup(of: (Int, Result<WaveformData, MetaError>).self) { group in
      for segment in 0..<reader.segments {
        group.addTask {
          do throws(MetaError) {
            let data = try reader.read(segment: segment, isCancelled: { Task.isCancelled })
            return (segment, .success(data))
          } catch {
            return (segment, .failure(error))
          }
        }
      }
      var results: [(Int, Result<WaveformData, MetaError>)] = []
      for await result in group { results.append(result) }
      return results.sorted { $0.0 < $1.0 }
    }
    self = reader.joined(try results.map { (result) throws(MetaError) in try result.1.get() })
    guard length > 0 else {
      throw MetaError(
        .notAvailable, file: asset.path, reason: "the track has no audio in this range")
    }
  }
}
