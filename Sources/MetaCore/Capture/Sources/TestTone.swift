internal import Synchronization

/// The source that generates a tone of 440 Hz at a quarter of full scale, in buffers of 20 ms
/// (`capture --audio test`).
final class TestTone: CaptureSource {
  let mediaType = MediaType.audio
  let isLive = true
  let frameDuration: MediaTime? = nil
  private let audioFormat: AudioFormat
  /// One second of the tone, which can be repeated seamlessly because it has a whole number of
  /// periods.
  private let second: [Int16]
  private let state = Mutex(State())

  /// The clock of the session, and the position of the next buffer in samples.
  private struct State {
    var clock: CaptureClock?
    var position: Int64 = 0
    var isStopped = false
  }

  private static let frequency = 440.0
  private static let piecesPerSecond = 50

  /// Creates a source of the tone.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` for an unsupported sample rate or channel
  ///   count.
  init(_ requested: CaptureFormat) throws(MetaError) {
    let (rate, channels) = (requested.sampleRate ?? 48000, requested.channels ?? 2)
    guard (1000...384_000).contains(rate), (1...8).contains(channels) else {
      throw MetaError(
        .invalidAttributes,
        reason: "the test tone does not support \(rate) Hz with \(channels) channels")
    }
    audioFormat = AudioFormat(pcm: .int16, sampleRate: rate, channels: channels)
    second = (0..<rate).map { index in
      let angle = 2 * Double.pi * TestTone.frequency * Double(index) / Double(rate)
      return Int16(8192 * Mathematics.sine(angle))
    }
  }

  var format: FormatDescription? { FormatDescription(audio: audioFormat) }

  func start(_ clock: CaptureClock) throws(MetaError) { state.withLock { $0.clock = clock } }

  func next() throws(MetaError) -> SampleBuffer? {
    let (clock, position) = state.withLock { ($0.clock, $0.position) }
    guard let clock else { return nil }
    let rate = Int64(audioFormat.sampleRate)
    let count = max(1, rate / Int64(TestTone.piecesPerSecond))
    // A buffer becomes available with its last sample.
    clock.wait(until: MediaTime(numeric: position + count, UInt32(rate)))
    guard !state.withLock({ $0.isStopped }) else { return nil }
    state.withLock { $0.position += count }
    return SampleBuffer(piece(position, Int(count)), atSample: position)
  }

  /// Returns samples of the tone, the same in each channel.
  private func piece(_ position: Int64, _ count: Int) -> AudioBuffer {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count * audioFormat.bytesPerFrame)
    for index in 0..<count {
      let sample = UInt16(bitPattern: second[Int((position + Int64(index)) % Int64(second.count))])
      for _ in 0..<audioFormat.channels {
        bytes.append(UInt8(truncatingIfNeeded: sample))
        bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
      }
    }
    return AudioBuffer(audioFormat, frameCount: count, planes: [bytes])
  }

  func stop() { state.withLock { $0.isStopped = true } }
}
