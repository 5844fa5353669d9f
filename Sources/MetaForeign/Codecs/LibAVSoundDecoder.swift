internal import LibAV
internal import MetaCore

/// Decodes sound with libavcodec.
final class LibAVSoundDecoder: SoundDecoder {
  private let decoder: TrackDecoder
  private let request: DecoderRequest
  /// The sample that the next frame begins with, unless something was lost; nil when only its time
  /// tells.
  private var expected: Int64?
  /// The sample by the times of the stream that counts as the first one.
  private var origin: Int64?
  /// The last frame with its format: names of formats and layouts are only made when they change.
  private var last: (frame: MediaFrame, format: AudioFormat)?
  /// Frames that were decoded to learn their sizes.
  private var ahead: [MediaFrame] = []
  /// A sample that a frame begins with, and the size of all frames from there on; nil where they
  /// have several sizes, or that is not known yet.
  private var grid: (start: Int64, size: Int)?

  /// What of the sound is presented, where it is decoded from stored samples that MetaCore finds.
  let edits: [TrackSegment]?

  init(_ decoder: TrackDecoder, _ request: DecoderRequest, edits: [TrackSegment]? = nil) {
    self.decoder = decoder
    self.request = request
    self.edits = edits
  }

  func next() throws(ParseError) -> DecodedSound? {
    do throws(LibAVError) {
      while let frame = try decoded() {
        guard frame.sampleCount > 0, let format = format(of: frame) else { continue }
        let isLost = decoder.hasFailures
        let damage = decoder.finding(request, frame: frame)
        let position = position(of: frame, format, isLost: isLost)
        expected = position + Int64(frame.sampleCount)
        let audio = AudioBuffer(format, frameCount: frame.sampleCount, storage: frame)
        return DecodedSound(audio, at: position, damage: damage)
      }
    } catch {
      throw LibAVContainer.parseError(error)
    }
    return lostEnd()
  }

  var failedPackets: Int64 { decoder.failureCount }

  var configuration: ByteSlice? { ByteSlice(decoder.extradata) }

  private func format(of frame: MediaFrame) -> AudioFormat? {
    if let last, frame.hasSound(of: last.frame) { return last.format }
    guard let format = AudioFormat(frame.sound) else { return nil }
    last = (frame, format)
    return format
  }

  private func decoded() throws(LibAVError) -> MediaFrame? {
    if !ahead.isEmpty { return ahead.removeFirst() }
    return try decoder.next()
  }

  /// What did not decode at the end: nothing, at the place where the media would end.
  private func lostEnd() -> DecodedSound? {
    let units = decoder.failedDuration
    guard decoder.hasFailures, let damage = decoder.finding(request, frame: nil), let expected,
      let rate = request.track.audio?.sampleRate, rate >= 1, rate <= Double(Int32.max)
    else { return nil }
    let lost = samples(units, Int(rate))
    let format = AudioFormat(pcm: .planarFloat32, sampleRate: Int(rate), channels: 1)
    return DecodedSound(
      AudioBuffer(silence: 0, format), at: expected + max(0, lost), damage: damage)
  }

  /// The number of the first sample of a frame: one after another, by their times only where
  /// something was lost.
  private func position(of frame: MediaFrame, _ format: AudioFormat, isLost: Bool) -> Int64 {
    let byTime = frame.time.map { samples($0, format.sampleRate) }
    if origin == nil { origin = request.hasTimeline || edits != nil ? 0 : byTime ?? 0 }
    guard let expected else { return byTime.map { onGrid($0 - (origin ?? 0)) } ?? 0 }
    guard isLost, let byTime else { return expected }
    let position = byTime - (origin ?? 0)
    // Times that are coarser than samples say nothing about a few of them.
    let tolerance = Int64(format.sampleRate) / 200
    return abs(position - expected) <= tolerance ? expected : max(expected, position)
  }

  private func samples(_ units: Int64, _ rate: Int) -> Int64 {
    let base = decoder.timeBase
    guard base.denominator > 0 else { return 0 }
    let product = Int128(units) * Int128(base.numerator) * Int128(rate)
    let half = Int128(base.denominator) / 2
    let rounded = (product + (product < 0 ? -half : half)) / Int128(base.denominator)
    return DecodedSound.bounded(Int64(clamping: rounded))
  }

  /// The border of frames that is nearest, where times are too coarse to tell the sample.
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

  func seek(to time: MediaTime) throws(ParseError) {
    let base = decoder.timeBase
    let rate = request.track.audio?.sampleRate ?? 0
    guard base.numerator > 0, base.denominator > 0, time.isNumeric, rate > 0 else { return }
    let isCoarse = Double(base.denominator) / Double(base.numerator) < rate
    do throws(LibAVError) {
      if isCoarse, grid == nil { try learnGrid() }
      if isCoarse, grid == nil {
        // Then only decoding from the beginning is exact.
        guard time.seconds * rate < Double(expected ?? 0) else { return }
        return try go(to: origin.map { Double($0) / rate } ?? 0)
      }
      try go(to: time.seconds + Double(origin ?? 0) / rate)
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  private func go(to seconds: Double) throws(LibAVError) {
    let base = decoder.timeBase
    let units = seconds * Double(base.denominator) / Double(base.numerator)
    try decoder.seek(to: Int64(exactly: units.rounded(.down)) ?? 0)
    ahead = []
    expected = nil
  }

  /// Decodes some frames to see whether all have the same size.
  private func learnGrid() throws(LibAVError) {
    guard let expected else { return }
    while ahead.count < 8, let frame = try decoder.next() { ahead.append(frame) }
    guard let size = ahead.first?.sampleCount, ahead.count == 8,
      ahead.allSatisfy({ $0.sampleCount == size })
    else { return }
    grid = (expected, size)
  }
}
