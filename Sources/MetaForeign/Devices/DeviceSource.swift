internal import LibAV
internal import MetaCore
internal import Synchronization

/// The samples of a device of libavdevice, with times by the clock of the session.
final class DeviceSource: CaptureSource {
  let mediaType: MediaType
  let isLive = true
  private let kind: DeviceKind
  /// The name of the device for programs.
  private let id: String
  private let name: String
  private let format: CaptureFormat
  private let state = Mutex(State())

  /// Used by the thread that asks for samples; the mutex lets no other in.
  private struct State: @unchecked Sendable {
    var decoder: TrackDecoder?
    /// What is added to times of the device for those of the session.
    var offset = MediaTime.zero
    var line = SoundLine()
  }

  /// Apart, since the thread that waits for a sample has the other one.
  private let isStopped = Mutex(false)

  init(_ kind: DeviceKind, _ name: String, _ format: CaptureFormat) {
    mediaType = kind.mediaType
    (self.kind, self.name, self.format) = (kind, name, format)
    id = kind.device(name).uniqueID
  }

  /// The rate that was asked for: pictures come when the device has them.
  var frameDuration: MediaTime? { nil }

  private static let clockScale: UInt32 = 1_000_000

  func start(_ clock: CaptureClock) throws(MetaError) {
    do throws(LibAVError) {
      let input = try InputContainer(
        device: kind.name, name: name, options: kind.options(format))
      let decoder = try TrackDecoder(input, stream: 0)
      if mediaType == .audio { try DeviceSource.settle(decoder) }
      state.withLock { state in
        state.decoder = decoder
        state.offset =
          clock.now
          - (MediaTime(
            value: InputContainer.deviceTime, timescale: DeviceSource.clockScale) ?? .zero)
      }
    } catch {
      throw MetaError(.notReadable, reason: "\(id): \(error.reason)")
    }
  }

  /// Passes over sound until its times follow on each other.
  ///
  /// PulseAudio delivers the first sound ahead of time, or late, also through ALSA: within two seconds its times move by half a second, while no sample is lost.
  private static func settle(_ decoder: TrackDecoder) throws(LibAVError) {
    let start = ContinuousClock.now
    var (count, first) = (0.0, nil as Double?)
    var shifts: [(place: Double, shift: Double)] = []
    while ContinuousClock.now - start < longestSettling, let frame = try decoder.next() {
      guard let units = frame.time, let second = decoder.timeBase.value, frame.sound.sampleRate > 0
      else { continue }
      let time = Double(units) * second
      first = first ?? time
      shifts.append((count, time - (first ?? time) - count))
      count += Double(frame.sampleCount) / Double(frame.sound.sampleRate)
      guard count >= settling else { continue }
      shifts.removeAll { $0.place < count - settled }
      let values = shifts.map(\.shift)
      if let least = values.min(), let most = values.max(), most - least < accuracy { return }
    }
  }

  /// How much sound is passed over at least, how long its times have to follow on each other, and how closely, in seconds.
  private static let settling = 2.0
  private static let settled = 0.5
  private static let accuracy = 0.02
  private static let longestSettling = Duration.seconds(6)

  func stop() { isStopped.withLock { $0 = true } }

  func next() throws(MetaError) -> SampleBuffer? {
    try state.withLock { (state) throws(MetaError) in
      while !isStopped.withLock({ $0 }), let decoder = state.decoder {
        let frame: MediaFrame?
        do throws(LibAVError) {
          frame = try decoder.next()
        } catch { throw self.lost(error.reason) }
        guard let frame else {
          throw self.lost(decoder.takeErrorMessage() ?? "it delivers nothing any more")
        }
        if let sample = self.sample(frame, decoder, &state) { return sample }
      }
      return nil
    }
  }

  private func lost(_ reason: String) -> MetaError {
    MetaError(.io, reason: "\(id) was lost: \(reason)")
  }

  private func sample(
    _ frame: MediaFrame, _ decoder: TrackDecoder, _ state: inout State
  ) -> SampleBuffer? {
    let base = decoder.timeBase
    guard let units = frame.time, base.denominator > 0,
      let time = MediaTime(
        value: units.multipliedReportingOverflow(by: Int64(base.numerator)).partialValue,
        timescale: UInt32(base.denominator))
    else { return nil }
    let moment = (time + state.offset).converted(toTimescale: DeviceSource.clockScale)
    guard mediaType == .video else { return state.line.sample(frame, at: moment) }
    guard let picture = PixelBuffer(frame) else { return nil }
    return SampleBuffer(
      .pixels(picture), at: moment,
      duration: format.frameDuration ?? MediaTime(value: 1, timescale: 30))
  }
}

/// Sound of a device: pieces that follow on each other, whatever their clock says of each, unless something was lost.
private struct SoundLine {
  /// The sample that the next piece begins with, by the clock of the session.
  private var position: Int64?

  /// A piece that is farther than this from its place is somewhere else, in parts of a second.
  private static let tolerance = 10

  mutating func sample(_ frame: MediaFrame, at time: MediaTime) -> SampleBuffer? {
    guard frame.sampleCount > 0, let format = AudioFormat(frame.sound), format.sampleRate > 0
    else { return nil }
    let rate = Int64(format.sampleRate)
    let byClock = time.converted(toTimescale: UInt32(clamping: rate)).value
    var start = position ?? byClock
    if abs(byClock - start) > rate / Int64(SoundLine.tolerance) { start = byClock }
    position = start + Int64(frame.sampleCount)
    let audio = AudioBuffer(format, frameCount: frame.sampleCount, storage: frame)
    return SampleBuffer(
      .audio(audio),
      at: MediaTime(value: start, timescale: UInt32(clamping: rate)) ?? time,
      duration: MediaTime(value: Int64(frame.sampleCount), timescale: UInt32(clamping: rate)))
  }
}
