/// Peaks of sound in bins: what a picture of its waveform is drawn from.
///
/// The numbers are parts of full scale, from -1 to 1. audiowaveform's files of version 2 are made of it (``WaveformFile``).
public struct WaveformData: Sendable, Hashable {
  /// What the samples of one bin come to.
  public struct Bin: Sendable, Hashable {
    /// The smallest sample.
    public var minimum: Float
    /// The largest sample.
    public var maximum: Float
    /// The average distance of the samples from zero.
    public var average: Float
    /// The root of the average square of the samples.
    public var rms: Float

    /// The largest distance of a sample from zero.
    public var peak: Float { max(maximum, -minimum) }

    /// Makes a bin.
    public init(minimum: Float, maximum: Float, average: Float, rms: Float) {
      self.minimum = minimum
      self.maximum = maximum
      self.average = average
      self.rms = rms
    }
  }

  /// Samples per second of the sound.
  public var sampleRate: Int
  /// How many samples of each channel one bin stands for; the last bin may stand for fewer.
  public var samplesPerPixel: Int
  /// The bins of each channel, or of the average of all channels.
  public var channels: [[Bin]]
  /// How many samples each channel has.
  public var sampleCount: Int64
  /// What did not decode; the sound is silent there.
  public var findings: [Diagnostic] = []

  /// Makes data of its parts.
  public init(sampleRate: Int, samplesPerPixel: Int, channels: [[Bin]], sampleCount: Int64) {
    self.sampleRate = sampleRate
    self.samplesPerPixel = samplesPerPixel
    self.channels = channels
    self.sampleCount = sampleCount
  }

  /// How many bins each channel has.
  public var length: Int { channels.first?.count ?? 0 }
}

/// Puts samples into bins, one after the other.
struct WaveformBins {
  /// Sums of one bin that is not complete.
  fileprivate struct Open {
    var minimum = Float.infinity
    var maximum = -Float.infinity
    var absolutes = 0.0
    var squares = 0.0
    var count = 0
  }

  private let samplesPerPixel: Int
  private var open: Open = Open()
  private(set) var bins: [WaveformData.Bin] = []

  init(samplesPerPixel: Int) { self.samplesPerPixel = max(1, samplesPerPixel) }

  mutating func append(_ samples: Span<Float>) {
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + samplesPerPixel - open.count)
      open.append(samples.extracting(start..<end))
      start = end
      if open.count == samplesPerPixel { close() }
    }
  }

  /// Ends the last bin.
  mutating func finish() { if open.count > 0 { close() } }

  private mutating func close() {
    let count = Double(max(1, open.count))
    bins.append(
      WaveformData.Bin(
        minimum: open.minimum, maximum: open.maximum, average: Float(open.absolutes / count),
        rms: Float((open.squares / count).squareRoot())))
    open = Open()
  }
}

extension WaveformBins.Open {
  /// Adds samples, eight at a time: this is where nearly all the time of a waveform goes that decoding does not take.
  fileprivate mutating func append(_ samples: Span<Float>) {
    var lows = SIMD8<Float>(repeating: .infinity)
    var highs = SIMD8<Float>(repeating: -.infinity)
    var absolutes = SIMD8<Float>(repeating: 0)
    var squares = SIMD8<Float>(repeating: 0)
    let whole = samples.count & ~7
    var index = 0
    while index < whole {
      let values = SIMD8(
        samples[index], samples[index + 1], samples[index + 2], samples[index + 3],
        samples[index + 4], samples[index + 5], samples[index + 6], samples[index + 7])
      lows.replace(with: values, where: values .< lows)
      highs.replace(with: values, where: values .> highs)
      absolutes += values.replacing(with: -values, where: values .< 0)
      squares += values * values
      index += 8
      // Sums of many small numbers lose their last digits.
      if index & 1023 == 0 { fold(&absolutes, &squares) }
    }
    fold(&absolutes, &squares)
    minimum = Swift.min(minimum, lows.min())
    maximum = Swift.max(maximum, highs.max())
    while index < samples.count {
      let value = samples[index]
      minimum = Swift.min(minimum, value)
      maximum = Swift.max(maximum, value)
      self.absolutes += Double(abs(value))
      self.squares += Double(value * value)
      index += 1
    }
    count += samples.count
  }

  private mutating func fold(_ absolutes: inout SIMD8<Float>, _ squares: inout SIMD8<Float>) {
    self.absolutes += Double(absolutes.sum())
    self.squares += Double(squares.sum())
    absolutes = SIMD8(repeating: 0)
    squares = SIMD8(repeating: 0)
  }
}
