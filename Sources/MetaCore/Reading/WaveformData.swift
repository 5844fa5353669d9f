/// The waveform of audio as numbers: its samples divided into bins of equal duration, with the
/// extremes and averages of each bin; ``WaveformDrawing`` draws it.
///
/// Values are fractions of full scale, from -1 to 1.
/// ``init(asset:track:bins:splitsChannels:timeRange:codecs:)`` computes them from audio;
/// ``WaveformFile`` stores the extremes in audiowaveform's format, version 2.
public struct WaveformData: Sendable, Hashable {
  /// The extremes and averages of the samples in one bin, as fractions of full scale.
  public struct Bin: Sendable, Hashable {
    /// The minimum sample.
    public var minimum: Float
    /// The maximum sample.
    public var maximum: Float
    /// The mean absolute value of the samples.
    public var average: Float
    /// The root mean square of the samples.
    public var rms: Float

    /// The maximum absolute value of the samples.
    public var peak: Float { max(maximum, -minimum) }

    /// Creates a bin.
    public init(minimum: Float, maximum: Float, average: Float, rms: Float) {
      self.minimum = minimum
      self.maximum = maximum
      self.average = average
      self.rms = rms
    }
  }

  /// The number of audio samples per second.
  public var sampleRate: Int
  /// The number of samples per channel in a bin; the last bin may have fewer.
  public var samplesPerPixel: Int
  /// The bins of each channel, or of the average of all channels.
  public var channels: [[Bin]]
  /// The number of samples in each channel.
  public var sampleCount: Int64
  /// The damage found while decoding; audio that cannot be decoded is treated as silence.
  public var findings: [Diagnostic] = []

  /// Creates waveform data.
  public init(sampleRate: Int, samplesPerPixel: Int, channels: [[Bin]], sampleCount: Int64) {
    self.sampleRate = sampleRate
    self.samplesPerPixel = samplesPerPixel
    self.channels = channels
    self.sampleCount = sampleCount
  }

  /// The number of bins in each channel.
  public var length: Int { channels.first?.count ?? 0 }
}

extension WaveformData {
  /// Returns the waveform with the given number of samples per bin, which must not be smaller than
  /// the current one.
  ///
  /// If the old bins do not align with the new ones, an old bin at a boundary counts towards both
  /// new bins: entirely for minimum and maximum, proportionally for average and RMS.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` if the new bins would be smaller than the old
  ///   ones, or larger than 2³¹ − 1 samples.
  public func resampled(to newSamplesPerPixel: Int) throws(MetaError) -> WaveformData {
    guard samplesPerPixel > 0, newSamplesPerPixel >= samplesPerPixel,
      newSamplesPerPixel <= Int(Int32.max)
    else {
      throw MetaError(
        .invalidAttributes,
        reason:
          "cannot resample bins of \(samplesPerPixel) samples to bins of \(newSamplesPerPixel)")
    }
    var result = self
    result.samplesPerPixel = newSamplesPerPixel
    result.channels = channels.map { resampled($0, to: newSamplesPerPixel) }
    return result
  }

  /// Returns bins with a different size, computed from the bins of one channel.
  private func resampled(_ bins: [Bin], to size: Int) -> [Bin] {
    let old = samplesPerPixel
    // The last bin may have fewer samples.
    let total = min(bins.count * old, max(Int(clamping: sampleCount), (bins.count - 1) * old + 1))
    return stride(from: 0, to: bins.isEmpty ? 0 : total, by: size).map { start in
      let end = min(total, start + size)
      var new = Bin(minimum: .infinity, maximum: -.infinity, average: 0, rms: 0)
      var (sum, squares) = (0.0, 0.0)
      for index in (start / old)...((end - 1) / old) {
        let bin = bins[index]
        let share = Double(min(end, (index + 1) * old) - max(start, index * old))
        new.minimum = min(new.minimum, bin.minimum)
        new.maximum = max(new.maximum, bin.maximum)
        sum += Double(bin.average) * share
        squares += Double(bin.rms) * Double(bin.rms) * share
      }
      let count = Double(end - start)
      new.average = Float(sum / count)
      new.rms = Float((squares / count).squareRoot())
      return new
    }
  }
}

/// Divides consecutive samples of one channel into bins of `samplesPerPixel` samples.
struct WaveformBins {
  private let samplesPerPixel: Int
  private var open = SampleSums()
  private(set) var bins: [WaveformData.Bin] = []

  init(samplesPerPixel: Int) { self.samplesPerPixel = max(1, samplesPerPixel) }

  mutating func append(_ samples: Span<Float>) {
    append(samples.count) { sums, range in sums.add(samples.extracting(range)) }
  }

  /// Appends `count` samples of silence.
  mutating func append(silence count: Int64) {
    let zeros = [Float](repeating: 0, count: Int(min(max(0, count), 1 << 16)))
    var left = count
    while left > 0 {
      let part = min(left, Int64(zeros.count))
      append(zeros.span.extracting(first: Int(part)))
      left -= part
    }
  }

  /// Appends the averages of two channels.
  mutating func append(averagesOf left: Span<Float>, _ right: Span<Float>) {
    append(min(left.count, right.count)) { sums, range in
      sums.add(averagesOf: left.extracting(range), right.extracting(range))
    }
  }

  /// Divides `count` samples at the boundaries of bins; `add` adds a range of them to the open bin.
  private mutating func append(_ count: Int, _ add: (inout SampleSums, Range<Int>) -> Void) {
    var start = 0
    while start < count {
      let end = min(count, start + samplesPerPixel - open.count)
      add(&open, start..<end)
      start = end
      if open.count == samplesPerPixel { close() }
    }
  }

  /// Completes the last bin.
  mutating func finish() { if open.count > 0 { close() } }

  private mutating func close() {
    let count = Double(max(1, open.count))
    bins.append(
      WaveformData.Bin(
        minimum: open.minimum, maximum: open.maximum, average: Float(open.absolutes / count),
        rms: Float((open.squares / count).squareRoot())))
    open = SampleSums()
  }
}
