/// The ``SampleEngine`` for mixed audio: it delivers the sum of the audio of several tracks, each
/// multiplied by its volume.
final class MixEngine: SampleEngine {
  private let inputs: [MixInput]
  private let format: AudioFormat
  /// The first sample of the next buffer, at the output's sample rate.
  private var position: Int64
  private var damages: [Diagnostic] = []

  /// The number of samples per channel in each buffer except the last.
  private static let blockSize = 8192

  /// Creates a mix that starts at the given time; the inputs deliver ``sampleFormat`` at the sample
  /// rate and with the channels of `format`.
  init(_ inputs: [MixInput], _ format: AudioFormat, from start: MediaTime) {
    self.inputs = inputs
    self.format = format
    position = ExactTime(start).units(UInt32(clamping: format.sampleRate), .nearest)
  }

  /// The sample format of the inputs.
  static let sampleFormat = PCMFormat(bits: 64, isFloat: true, isInterleaved: false)

  func next() throws(MetaError) -> SampleBuffer? {
    let empty = [Double](repeating: 0, count: MixEngine.blockSize)
    var sums = [[Double]](repeating: empty, count: format.channels)
    let end = position.plus(Int64(MixEngine.blockSize))
    var last = position
    for input in inputs {
      last = max(last, try input.add(position..<end, to: &sums))
      damages += input.takeDamages()
    }
    let isComplete = inputs.allSatisfy { $0.isOver }
    let count = Int((isComplete ? last : end).minus(position))
    guard count > 0 || !damages.isEmpty else { return nil }
    let audio = try AudioBuffer(format, samples: sums, frameCount: count)
    var sample = SampleBuffer(audio, atSample: position)
    // A buffer reports one finding; the other findings follow, in empty buffers if necessary.
    if !damages.isEmpty { sample.damage = damages.removeFirst() }
    position = position.plus(Int64(count))
    return sample
  }
}

/// One track of a mix; it adds its samples, multiplied by their volume, to the sums of a
/// ``MixEngine``.
final class MixInput {
  private let engine: any SampleEngine
  private let curve: VolumeCurve
  private var damages: [Diagnostic] = []
  private var pending: (audio: AudioBuffer, start: Int64)?
  private var hasEnded = false

  /// Creates an input from an engine and the volumes of its track.
  init(_ engine: any SampleEngine, _ curve: VolumeCurve) {
    self.engine = engine
    self.curve = curve
  }

  /// Whether all audio from this input has been added.
  var isOver: Bool { hasEnded && pending == nil }

  /// Returns the damage found since the last call.
  func takeDamages() -> [Diagnostic] {
    defer { damages = [] }
    return damages
  }

  /// Adds the samples within a range to the sums, which start at the beginning of the range;
  /// returns the position at which the audio ends within the range.
  func add(_ range: Range<Int64>, to sums: inout [[Double]]) throws(MetaError) -> Int64 {
    var last = range.lowerBound
    while last < range.upperBound, let (audio, start) = try current() {
      let end = start.plus(Int64(audio.frameCount))
      let part =
        max(start, range.lowerBound)..<max(start, range.lowerBound, min(end, range.upperBound))
      if !part.isEmpty {
        add(audio, start, part, from: range.lowerBound, to: &sums)
        last = part.upperBound
      }
      guard end <= range.upperBound else { return last }
      pending = nil
    }
    // The end is only known once the next buffer has been requested.
    if last == range.upperBound { _ = try current() }
    return last
  }

  /// Returns the buffer whose samples are added next, with its position; nil after the last one.
  private func current() throws(MetaError) -> (audio: AudioBuffer, start: Int64)? {
    while pending == nil, !hasEnded {
      guard let sample = try engine.next() else {
        hasEnded = true
        break
      }
      if let damage = sample.damage { damages.append(damage) }
      guard let audio = sample.audio, audio.frameCount > 0 else { continue }
      let rate = UInt32(clamping: audio.format.sampleRate)
      pending = (audio, ExactTime(sample.presentationTime).units(rate, .nearest))
    }
    return pending
  }

  /// Adds the samples in `part` of a buffer that begins at `start` to sums that begin at `base`.
  private func add(
    _ audio: AudioBuffer, _ start: Int64, _ part: Range<Int64>, from base: Int64,
    to sums: inout [[Double]]
  ) {
    for channel in sums.indices {
      audio.withBytes(ofPlane: channel) { span in
        span.withValues(of: Double.self) { values in
          curve.forEachSegment(part) { stretch, volume, slope in
            let first = Int(stretch.lowerBound.minus(start))
            let source = values.extracting(first..<min(values.count, first + stretch.count))
            let target = Int(stretch.lowerBound.minus(base))
            MixInput.add(source, volume, slope, to: &sums[channel], at: target)
          }
        }
      }
    }
  }

  /// Adds the values of one channel, whose volume changes by `slope` from value to value.
  private static func add(
    _ values: Span<Double>, _ volume: Double, _ slope: Double, to sums: inout [Double],
    at target: Int
  ) {
    var sums = sums.mutableSpan
    guard target >= 0, target + values.count <= sums.count else { return }
    if slope == 0 {
      for index in values.indices { sums[target + index] += values[index] * volume }
    } else {
      for index in values.indices {
        sums[target + index] += values[index] * (volume + Double(index) * slope)
      }
    }
  }
}
