internal import Synchronization
package import SystemPackage

/// Reads uncompressed audio from a pipe or a file for a capture session: a WAV file, even while it
/// is being written, or raw samples in a specified format.
///
/// `capture --audio` uses it for a path or `-`. The writing process waits for the consumer; times
/// start at zero.
package final class PipedAudio: CaptureSource {
  package let mediaType = MediaType.audio
  package let isLive = false
  package let frameDuration: MediaTime? = nil
  private let input: PipeInput
  private let requestedFormat: CaptureFormat
  private let state = Mutex<State?>(nil)

  /// The format in the WAV header, or the requested one, and the reading position in samples.
  private struct State {
    let format: AudioFormat
    /// The number of remaining bytes; nil means all bytes that arrive.
    var rest: Int64?
    var position: Int64 = 0
  }

  /// The number of buffers per second.
  private static let piecesPerSecond = 50
  /// The maximum size, in bytes, of a `fmt ` chunk, which is read into memory.
  private static let longestFormat = 1 << 12

  /// Creates a source for a pipe or a file; a nil path means standard input.
  package init(_ path: FilePath?, _ format: CaptureFormat) {
    input = PipeInput(path)
    requestedFormat = format
  }

  package var format: FormatDescription? {
    state.withLock { $0.flatMap { FormatDescription(audio: $0.format) } }
  }

  package func start(_ clock: CaptureClock) throws(MetaError) {
    try input.open()
    let start = try input.read(12)
    let isWave = start.starts(with: "RIFF".utf8) && start.suffix(4) == Array("WAVE".utf8)[...]
    if !isWave { input.unread(start) }
    let opened = isWave ? try waveState() : try rawState()
    state.withLock { $0 = opened }
  }

  /// Returns the state for samples without a header, in the requested format, which must specify
  /// the sample format or the sample rate; the default properties are 16 bits, 48 kHz and stereo.
  private func rawState() throws(MetaError) -> State {
    guard requestedFormat.pcm != nil || requestedFormat.sampleRate != nil else {
      throw MetaError(
        .invalidAttributes, reason: "\(input.name) is not a WAV file; raw audio needs a format")
    }
    let format = AudioFormat(
      pcm: requestedFormat.pcm ?? .int16, sampleRate: requestedFormat.sampleRate ?? 48000,
      channels: requestedFormat.channels ?? 2)
    guard format.pcm.isValid, format.pcm.isInterleaved, (1...384_000).contains(format.sampleRate),
      (1...64).contains(format.channels)
    else {
      throw MetaError(.invalidAttributes, reason: "\(input.name): invalid format for raw audio")
    }
    return State(format: format)
  }

  /// Reads the chunks before the samples, and returns the state for them.
  private func waveState() throws(MetaError) -> State {
    var format: AudioFormat?
    while true {
      let header = try input.read(8)
      guard header.count == 8 else { throw truncationError }
      let size = header[4...].reversed().reduce(0) { $0 << 8 | Int($1) }
      let id = header[..<4]
      if id == Array("data".utf8)[...] {
        guard let format else { throw truncationError }
        // Programs that cannot seek back to the header write the maximum size, or zero.
        return State(format: format, rest: size == 0 || size >= 0x7FFF_F000 ? nil : Int64(size))
      }
      let padded = size + size & 1
      guard id == Array("fmt ".utf8)[...] else {
        try skip(padded)
        continue
      }
      guard padded <= PipedAudio.longestFormat else { throw truncationError }
      format = try wave(input.read(padded))
    }
  }

  private var truncationError: MetaError {
    MetaError(.malformed, reason: "\(input.name): the WAV file ends before its samples")
  }

  private func skip(_ count: Int) throws(MetaError) {
    var rest = count
    while rest > 0 {
      let read = try input.read(min(rest, 1 << 16)).count
      guard read > 0 else { throw truncationError }
      rest -= read
    }
  }

  /// Returns the format in a `fmt ` chunk; only integers (format tag 1) and floating point (3) are
  /// supported.
  private func wave(_ chunk: [UInt8]) throws(MetaError) -> AudioFormat {
    let wave: WaveFormat
    do throws(ParseError) {
      wave = try WaveFormat.parse(ByteSlice(chunk))
    } catch { throw MetaError(error) }
    let width = wave.channels > 0 ? wave.blockSize / wave.channels * 8 : 0
    let pcm = PCMFormat(bits: width, isFloat: wave.tag == 3, isSigned: width > 8)
    guard wave.tag == 1 || wave.tag == 3, pcm.isValid, wave.channels > 0, wave.sampleRate > 0,
      let rate = Int(exactly: wave.sampleRate), rate <= 384_000
    else {
      throw MetaError(
        .unsupported, reason: "\(input.name): WAV files with \(wave.codec) are not supported")
    }
    return AudioFormat(pcm: pcm, sampleRate: rate, channels: wave.channels)
  }

  package func next() throws(MetaError) -> SampleBuffer? {
    guard let state = state.withLock({ $0 }) else { return nil }
    let width = state.format.bytesPerFrame
    let count = max(1, state.format.sampleRate / PipedAudio.piecesPerSecond)
    let byteCount = min(Int64(count * width), state.rest ?? .max)
    let bytes = try input.read(Int(byteCount))
    let frames = bytes.count / width
    guard frames > 0 else { return nil }
    let audio = try AudioBuffer(state.format, bytes: [Array(bytes.prefix(frames * width))])
    self.state.withLock { state in
      state?.position += Int64(frames)
      state?.rest? -= Int64(bytes.count)
    }
    return SampleBuffer(audio, atSample: state.position)
  }

  package func stop() { input.stop() }
}
