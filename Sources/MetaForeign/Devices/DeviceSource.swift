internal import LibAV
internal import MetaCore
internal import Synchronization

/// Opens one device of libavdevice, and delivers its video frames or its audio to a capture
/// session, with times of the session's clock in place of those of the device.
///
/// The first seconds of audio are discarded until the device's timestamps are continuous.
final class DeviceSource: CaptureSource {
  let mediaType: MediaType
  let isLive = true
  private let kind: DeviceKind
  /// The unique ID of the device.
  private let id: String
  private let name: String
  private let requestedFormat: CaptureFormat
  private let state = Mutex(State())

  /// The state of the thread that requests samples, guarded by the mutex.
  private struct State: @unchecked Sendable {
    var decoder: TrackDecoder?
    /// The offset from device times to session times.
    var offset = MediaTime.zero
  }

  // These mutexes are separate, because the thread that waits for a sample holds the one above.
  private let isStopped = Mutex(false)
  /// Derives the times of audio from the number of samples.
  private let audioClock = Mutex(AudioDeviceClock())
  private let opened = Mutex<FormatDescription?>(nil)

  init(_ kind: DeviceKind, _ name: String, _ format: CaptureFormat) {
    mediaType = kind.mediaType
    (self.kind, self.name, requestedFormat) = (kind, name, format)
    id = kind.device(name).uniqueID
  }

  /// Always nil: frames arrive when the device delivers them.
  var frameDuration: MediaTime? { nil }

  var format: FormatDescription? { opened.withLock { $0 } }

  var clockDrift: MediaTime { audioClock.withLock { $0.drift } }

  private static let clockScale: UInt32 = 1_000_000

  /// Opens the device, and relates its times (those of the system's clock) to the session's.
  func start(_ clock: CaptureClock) throws(MetaError) {
    do throws(LibAVError) {
      let input = try InputContainer(
        device: kind.name, name: name, options: kind.options(requestedFormat))
      let format = input.streams.first.flatMap(FormatDescription.init)
      opened.withLock { $0 = format }
      let decoder = try TrackDecoder(input, stream: 0)
      if mediaType == .audio { try DeviceSource.skipUnstableStart(decoder) }
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

  /// Discards audio until its timestamps are continuous: at least two seconds, for at most six.
  ///
  /// PulseAudio, even through ALSA, delivers the first audio early or late: within two seconds, its
  /// timestamps shift by half a second, although no sample is lost.
  private static func skipUnstableStart(_ decoder: TrackDecoder) throws(LibAVError) {
    let start = ContinuousClock.now
    var (count, first) = (0.0, nil as Double?)
    var shifts: [(place: Double, shift: Double)] = []
    while ContinuousClock.now - start < longestSettling, let frame = try decoder.next() {
      guard let units = frame.time, let second = decoder.timeBase.value,
        frame.audioFormat.sampleRate > 0
      else { continue }
      let time = Double(units) * second
      first = first ?? time
      shifts.append((count, time - (first ?? time) - count))
      count += Double(frame.sampleCount) / Double(frame.audioFormat.sampleRate)
      guard count >= settling else { continue }
      shifts.removeAll { $0.place < count - settled }
      let values = shifts.map(\.shift)
      if let least = values.min(), let most = values.max(), most - least < accuracy { return }
    }
  }

  /// The minimum duration to discard, the duration at its end for which timestamps must be
  /// continuous, and the tolerance for that, all in seconds; and the time after which audio is used
  /// in any case.
  private static let settling = 2.0
  private static let settled = 0.5
  private static let accuracy = 0.02
  private static let longestSettling = Duration.seconds(6)

  func stop() { isStopped.withLock { $0 = true } }

  /// Waits for the next sample; nil after ``stop()``.
  ///
  /// - Throws: ``MetaError`` with `io` if the device fails or delivers no more samples.
  func next() throws(MetaError) -> SampleBuffer? {
    try state.withLock { (state) throws(MetaError) in
      while !isStopped.withLock({ $0 }), let decoder = state.decoder {
        let frame: MediaFrame?
        do throws(LibAVError) {
          frame = try decoder.next()
        } catch { throw self.deviceLost(error.reason) }
        guard let frame else {
          throw self.deviceLost(decoder.takeErrorMessage() ?? "it no longer delivers samples")
        }
        if let sample = self.sample(frame, decoder, &state) { return sample }
      }
      return nil
    }
  }

  private func deviceLost(_ reason: String) -> MetaError {
    MetaError(.io, reason: "\(id) was lost: \(reason)")
  }

  /// Returns the sample for a frame; nil for a frame without a time or in an unknown format.
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
    guard mediaType == .video else { return piece(frame, at: moment) }
    guard let picture = PixelBuffer(frame) else { return nil }
    return SampleBuffer(
      .pixels(picture), at: moment,
      duration: requestedFormat.frameDuration ?? MediaTime(value: 1, timescale: 30))
  }

  /// Returns the sample for audio, at a time that ``AudioDeviceClock`` derives from the number of
  /// samples.
  private func piece(_ frame: MediaFrame, at time: MediaTime) -> SampleBuffer? {
    guard frame.sampleCount > 0, let format = AudioFormat(frame.audioFormat), format.sampleRate > 0
    else { return nil }
    let rate = UInt32(clamping: format.sampleRate)
    let start = audioClock.withLock {
      $0.add(frame.sampleCount, rate: format.sampleRate, at: time)
    }
    return SampleBuffer(
      .audio(AudioBuffer(format, frameCount: frame.sampleCount, storage: frame)),
      at: MediaTime(value: start, timescale: rate) ?? time,
      duration: MediaTime(value: Int64(frame.sampleCount), timescale: rate))
  }
}

extension FormatDescription {
  /// Creates the format of the samples in a device's stream.
  fileprivate init?(_ stream: StreamInfo) {
    var track = TrackDescription(id: 1, mediaType: stream.mediaType)
    track.codec = stream.codec
    track.video = stream.video.map(VideoDescription.init)
    track.audio = stream.audio.map(AudioDescription.init)
    self.init(track)
  }
}
