/// Finds the samples of a track by time, and the decoding and presentation times of samples, in
/// media units.
///
/// It is created from ``TrackSamples`` to cut a track, divide it into fragments, or interleave it
/// with other tracks. Consecutive samples at equal intervals are stored as one run, because an hour
/// of audio may have hundreds of millions of samples.
struct SampleTimes {
  /// A run of samples with equal durations and equal composition offsets; all times are in media
  /// units.
  private struct UniformSamples {
    /// The index of the first sample, from 0.
    let first: Int
    let count: Int
    /// The decoding time of the first sample.
    let time: Int64
    /// The duration of each sample.
    let duration: Int64
    /// The composition offset of each sample: presentation time minus decoding time.
    let shift: Int64

    /// Returns the decoding time of a sample in the run.
    func decode(_ index: Int) -> Int64 { time.plus((Int64(index - first)).times(duration)) }

    /// The presentation time of the first sample.
    var shown: Int64 { time.plus(shift) }

    /// Returns the number of samples whose presentation starts before the given time.
    func count(shownBefore end: Int64) -> Int {
      let distance = end.minus(shown)
      guard distance > 0 else { return 0 }
      guard duration > 0 else { return count }
      return Int(min(Int64(count), (distance - 1) / duration + 1))
    }
  }

  private var stretches: [UniformSamples] = []
  /// The total number of samples.
  private var count = 0
  /// The end of the last sample in decoding time.
  private var end: Int64 = 0

  /// Adds up the times of all samples, run by run.
  init(_ samples: TrackSamples) {
    samples.forEachRun { count, duration, shift in
      stretches.append(
        UniformSamples(
          first: self.count, count: count, time: end, duration: Int64(duration),
          shift: Int64(shift)))
      self.count += count
      end = end.plus(Int64(count).times(Int64(duration)))
    }
  }

  /// Returns the decoding time of a sample, or the end of the last sample if the index is after it.
  func decode(_ index: Int) -> Int64 { run(of: index)?.decode(index) ?? end }

  /// Returns the presentation time of a sample, or the end of the last sample in decoding time if
  /// the index is after it.
  func shown(_ index: Int) -> Int64 {
    guard let stretch = run(of: index) else { return end }
    return stretch.decode(index).plus(stretch.shift)
  }

  /// Returns the run that contains a sample; nil after the last sample.
  private func run(of index: Int) -> UniformSamples? {
    let place = stretches.partitioningIndex { $0.first + $0.count > index }
    return place < stretches.count ? stretches[place] : nil
  }

  /// Returns the index of the first sample that is not decoded before the given time, or the number
  /// of samples if there is none.
  func firstDecoded(notBefore time: Int64) -> Int {
    let place = stretches.partitioningIndex { $0.decode($0.first + $0.count - 1) >= time }
    guard place < stretches.count else { return count }
    let stretch = stretches[place]
    guard time > stretch.time, stretch.duration > 0 else { return stretch.first }
    return stretch.first + Int((time - stretch.time - 1) / stretch.duration) + 1
  }

  /// For a range of samples, returns the earliest presentation time of those that end at or before
  /// the start of a time range, and the latest end of those that start at or after its end; nil if
  /// there are no such samples.
  func shown(of samples: Range<Int>, outside range: Range<Int64>) -> (first: Int64?, end: Int64?) {
    var (first, end): (Int64?, Int64?)
    for stretch in stretches {
      let included = (stretch.first..<(stretch.first + stretch.count)).clamped(to: samples)
      guard !included.isEmpty else { continue }
      let begin = stretch.decode(included.lowerBound).plus(stretch.shift)
      if begin < range.lowerBound, begin.plus(stretch.duration) <= range.lowerBound {
        first = min(first ?? begin, begin)
      }
      let last = stretch.decode(included.upperBound - 1).plus(stretch.shift)
      if last >= range.upperBound {
        end = max(end ?? .min, last.plus(stretch.duration))
      }
    }
    return (first, end)
  }

  /// Returns the range from the first to the last sample, in decoding order, that is presented in a
  /// time range, including the sample that is shown at its start; nil if no sample is presented
  /// before its end.
  func samples(shownIn range: Range<Int64>) -> Range<Int>? {
    var (first, last): (Int?, Int?) = (nil, nil)
    // The frame presented at the start of the range may have started long before it, and lasts
    // until the next frame.
    var current: (index: Int, time: Int64)?
    for stretch in stretches {
      let shownBefore = stretch.count(shownBefore: range.lowerBound.plus(1))
      if shownBefore > 0 {
        let index = stretch.first + shownBefore - 1
        let time = stretch.decode(index).plus(stretch.shift)
        if time >= current?.time ?? .min { current = (index, time) }
      }
      let shownByEnd = stretch.count(shownBefore: range.upperBound)
      if shownByEnd > shownBefore, first == nil { first = stretch.first + shownBefore }
      if shownByEnd > 0 { last = stretch.first + shownByEnd - 1 }
    }
    guard let last else { return nil }
    let begin = min(first ?? last, current?.index ?? last)
    return begin..<(last + 1)
  }
}
