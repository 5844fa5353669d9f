/// Statistics for the samples in one bin of a waveform, of one channel or of a mix of channels: the
/// minimum, the maximum, and the sums of absolute values and of squares.
///
/// Eight samples are processed at a time, because after decoding, this takes the largest part of
/// the time for a waveform.
struct SampleSums {
  /// The smallest sample; infinity if there are no samples.
  private(set) var minimum = Float.infinity
  /// The largest sample; negative infinity if there are no samples.
  private(set) var maximum = -Float.infinity
  /// The sum of the distances from zero.
  private(set) var absolutes = 0.0
  /// The sum of the squares.
  private(set) var squares = 0.0
  /// The number of samples.
  private(set) var count = 0

  private typealias Eight = SIMD8<Float>

  /// Sums of many small numbers lose precision, so the samples in a block are added with 32 bits,
  /// and the sums of the blocks with 64 bits.
  private static let block = 1024

  /// Adds samples.
  mutating func add(_ samples: Span<Float>) {
    unsafe samples.withUnsafeBufferPointer { samples in
      let bytes = UnsafeRawBufferPointer(samples)
      add(
        samples.count,
        eight: { unsafe bytes.loadUnaligned(fromByteOffset: $0 * 4, as: Eight.self) },
        one: { unsafe samples[$0] })
    }
  }

  /// Adds the averages of two channels, for the length of the shorter one.
  mutating func add(averagesOf left: Span<Float>, _ right: Span<Float>) {
    unsafe left.withUnsafeBufferPointer { left in
      unsafe right.withUnsafeBufferPointer { right in
        let (one, other) = (UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
        add(
          min(left.count, right.count),
          eight: {
            let first = unsafe one.loadUnaligned(fromByteOffset: $0 * 4, as: Eight.self)
            return (first + (unsafe other.loadUnaligned(fromByteOffset: $0 * 4, as: Eight.self)))
              * 0.5
          }, one: { unsafe (left[$0] + right[$0]) * 0.5 })
      }
    }
  }

  /// Adds samples: eight at a time with `eight`, which receives their index, and the remaining ones
  /// with `one`.
  @inline(__always)
  private mutating func add(_ count: Int, eight: (Int) -> Eight, one: (Int) -> Float) {
    var lows = Eight(repeating: .infinity)
    var highs = Eight(repeating: -.infinity)
    let vectorEnd = count & ~7
    var index = 0
    while index < vectorEnd {
      let end = min(vectorEnd, index + SampleSums.block)
      var absolutes = Eight(repeating: 0)
      var squares = Eight(repeating: 0)
      while index < end {
        let values = eight(index)
        lows.replace(with: values, where: values .< lows)
        highs.replace(with: values, where: values .> highs)
        absolutes += unsafe unsafeBitCast(
          unsafe unsafeBitCast(values, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: Eight.self)
        squares += values * values
        index += 8
      }
      self.absolutes += Double(absolutes.sum())
      self.squares += Double(squares.sum())
    }
    minimum = min(minimum, lows.min())
    maximum = max(maximum, highs.max())
    while index < count {
      let value = one(index)
      if value < minimum { minimum = value }
      if value > maximum { maximum = value }
      absolutes += Double(abs(value))
      squares += Double(value * value)
      index += 1
    }
    self.count += count
  }
}
