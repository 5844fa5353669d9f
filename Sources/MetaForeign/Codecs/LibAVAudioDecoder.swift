internal import LibAV
internal import MetaCore

/// Decodes an audio track with libavcodec, and determines the sample-accurate position of each
/// frame in the media, even where a container stores coarser times.
final class LibAVAudioDecoder: AudioDecoder {
  private let decoder: TrackDecoder
  private let request: DecoderRequest
  /// The position of the next frame's first sample, unless data was lost; nil if only the frame's
  /// timestamp determines it.
  private var expected: Int64?
  /// The position in stream time, in samples, that corresponds to sample zero.
  private var origin: Int64?
  /// The last frame and its format, so that format names are created only on changes.
  private var last: (frame: MediaFrame, format: AudioFormat)?
  /// Frames decoded ahead to determine their size.
  private var ahead: [MediaFrame] = []
  /// The position of a frame's first sample and the constant size of all frames from that one; nil
  /// if the size varies or is not known yet.
  private var grid: (start: Int64, size: Int)?

  /// The edit list, if the audio is decoded from samples that MetaCore reads.
  let edits: [TrackSegment]?

  init(_ decoder: TrackDecoder, _ request: DecoderRequest, edits: [TrackSegment]? = nil) {
    self.decoder = decoder
    self.request = request
    self.edits = edits
  }

  func next() throws(ParseError) -> DecodedAudio? {
    do throws(LibAVError) {
      while let frame = try decoded() {
        guard frame.sampleCount > 0, let format = format(of: frame) else { continue }
        let isLost = decoder.hasFailures
        let damage = decoder.finding(request, frame: frame)
        let position = position(of: frame, format, isLost: isLost)
        expected = position + Int64(frame.sampleCount)
        let audio = AudioBuffer(format, frameCount: frame.sampleCount, storage: frame)
        return DecodedAudio(audio, at: position, damage: damage)
      }
    } catch {
      throw LibAVContainer.parseError(error)
    }
    return lostEnd()
  }

  var failedPackets: Int64 { decoder.failureCount }

  var configuration: ByteSlice? { ByteSlice(decoder.extradata) }

  /// Returns the format of a frame; nil if its sample format is unknown.
  private func format(of frame: MediaFrame) -> AudioFormat? {
    if let last, frame.hasAudioFormat(of: last.frame) { return last.format }
    guard let format = AudioFormat(frame.audioFormat) else { return nil }
    last = (frame, format)
    return format
  }

  private func decoded() throws(LibAVError) -> MediaFrame? {
    if !ahead.isEmpty { return ahead.removeFirst() }
    return try decoder.next()
  }

  /// Returns an empty buffer at the intended end of the media if the last packets failed to decode.
  private func lostEnd() -> DecodedAudio? {
    let units = decoder.failedDuration
    guard decoder.hasFailures, let damage = decoder.finding(request, frame: nil), let expected,
      let rate = request.track.audio?.sampleRate, rate >= 1, rate <= Double(Int32.max)
    else { return nil }
    let lostSamples = samples(units, Int(rate))
    let format = AudioFormat(pcm: .planarFloat32, sampleRate: Int(rate), channels: 1)
    return DecodedAudio(
      AudioBuffer(silence: 0, format), at: expected + max(0, lostSamples), damage: damage)
  }

  /// Returns the position of a frame's first sample: consecutive frames are contiguous; timestamps
  /// are used only for the first frame, after a seek, and after lost data.
  private func position(of frame: MediaFrame, _ format: AudioFormat, isLost: Bool) -> Int64 {
    let byTime = frame.time.map { samples($0, format.sampleRate) }
    if origin == nil { origin = request.hasTimeline || edits != nil ? 0 : byTime ?? 0 }
    guard let expected else { return byTime.map { onGrid($0 - (origin ?? 0)) } ?? 0 }
    guard isLost, let byTime else { return expected }
    let position = byTime - (origin ?? 0)
    // Timestamps can be coarser than samples.
    let tolerance = Int64(format.sampleRate) / 200
    return abs(position - expected) <= tolerance ? expected : max(expected, position)
  }

  /// Converts stream units to samples, rounded, in 128-bit arithmetic because the product of three
  /// numbers from a file can overflow.
  private func samples(_ units: Int64, _ rate: Int) -> Int64 {
    let base = decoder.timeBase
    guard base.denominator > 0 else { return 0 }
    let product = Int128(units) * Int128(base.numerator) * Int128(rate)
    let half = Int128(base.denominator) / 2
    let rounded = (product + (product < 0 ? -half : half)) / Int128(base.denominator)
    return DecodedAudio.bounded(Int64(clamping: rounded))
  }

  /// Returns the nearest frame boundary, if the frame size is constant and the boundary is at most
  /// a quarter of a frame away; otherwise the position itself.
  ///
  /// Timestamps can be too coarse to determine the sample.
  private func onGrid(_ position: Int64) -> Int64 {
    guard let grid, grid.size > 0, position > grid.start else { return position }
    let size = Int64(grid.size)
    let count = (position - grid.start + size / 2) / size
    let border = grid.start + count * size
    return abs(border - position) <= size / 4 ? border : position
  }

  // MARK: Seeking

  func rewind() throws(ParseError) {
    do throws(LibAVError) {
      try decoder.rewind()
    } catch {
      throw LibAVContainer.parseError(error)
    }
    (expected, origin, ahead, grid) = (nil, nil, [], nil)
  }

  /// Seeks to the packet at the given time.
  ///
  /// Where stream times are coarser than samples, all frames must have the same size, which then
  /// determines the exact position (``onGrid(_:)``).
  func seek(to time: MediaTime) throws(ParseError) {
    let base = decoder.timeBase
    let rate = request.track.audio?.sampleRate ?? 0
    guard base.numerator > 0, base.denominator > 0, time.isNumeric, rate > 0 else { return }
    let isCoarse = Double(base.denominator) / Double(base.numerator) < rate
    do throws(LibAVError) {
      if isCoarse, grid == nil { try learnGrid() }
      if isCoarse, grid == nil {
        // In this case, only decoding from the beginning is exact.
        guard time.seconds * rate < Double(expected ?? 0) else { return }
        return try seek(to: origin.map { Double($0) / rate } ?? 0)
      }
      try seek(to: time.seconds + Double(origin ?? 0) / rate)
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  /// Seeks to a stream time; the position is then determined by the time of the next frame.
  private func seek(to seconds: Double) throws(LibAVError) {
    let base = decoder.timeBase
    let units = seconds * Double(base.denominator) / Double(base.numerator)
    try decoder.seek(to: Int64(exactly: units.rounded(.down)) ?? 0)
    ahead = []
    expected = nil
  }

  /// Decodes eight frames to determine whether they have a constant size.
  private func learnGrid() throws(LibAVError) {
    guard let expected else { return }
    while ahead.count < 8, let frame = try decoder.next() { ahead.append(frame) }
    guard let size = ahead.first?.sampleCount, ahead.count == 8,
      ahead.allSatisfy({ $0.sampleCount == size })
    else { return }
    grid = (expected, size)
  }
}
