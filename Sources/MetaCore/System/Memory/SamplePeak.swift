extension Span<Float> {
  /// Returns the largest absolute value; 0 if there are no samples.
  ///
  /// Non-finite numbers count as 0.
  package func peak() -> Float {
    unsafe withUnsafeBufferPointer { samples in
      let bytes = UnsafeRawBufferPointer(samples)
      let vectorEnd = samples.count & ~7
      var peaks = SIMD8<Float>(repeating: 0)
      for index in stride(from: 0, to: vectorEnd, by: 8) {
        let values = unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: SIMD8<Float>.self)
        let distances = unsafe unsafeBitCast(
          unsafe unsafeBitCast(values, to: SIMD8<UInt32>.self) & 0x7FFF_FFFF, to: SIMD8<Float>.self)
        peaks.replace(
          with: distances, where: (distances .> peaks) .& (distances .< .infinity))
      }
      var peak = peaks.max()
      for index in vectorEnd..<samples.count {
        let distance = abs(unsafe samples[index])
        if distance > peak, distance.isFinite { peak = distance }
      }
      return peak
    }
  }
}
