/// The loudness measurements of a track, from which `gain` derives its tags, according to ITU-R
/// BS.1770-4 and EBU R 128: the energy of each tenth of a second, and the peaks.
///
/// `LoudnessMeter` in MetaForeign measures them. The loudness and its range are computed from the
/// energies of one or more tracks, in overlapping blocks of 400 milliseconds and of three seconds,
/// respectively, without blocks that are too quiet (gating).
package struct MeasuredLoudness: Sendable, Codable {
  /// The energy of each complete tenth of a second, summed over the weighted channels; an
  /// incomplete last tenth is ignored.
  package var energies: [Double] = []
  /// The sample peak, as a fraction of full scale.
  package var samplePeak = 0.0
  /// The peak of the audio at 192 kHz, as a fraction of full scale; nil if it was not measured.
  package var truePeak: Double?
  /// The duration of the audio, in seconds.
  package var duration = 0.0
  /// The damage found while decoding.
  package var findings: [Diagnostic] = []

  /// Creates an empty measurement.
  package init() {}

  /// The number of tenths of a second in a block for gating, and in a block for the loudness range.
  private static let (block, longBlock) = (4, 30)
  /// The threshold below which blocks are silent, in LUFS.
  private static let silence = -70.0

  /// Returns the energy for a loudness in LUFS (BS.1770-4, formula 2).
  package static func energy(of loudness: Double) -> Double {
    loudness == -.infinity ? 0 : energyRatio(of: loudness + 0.691)
  }

  /// Returns the energy ratio for a difference in dB.
  package static func energyRatio(of decibels: Double) -> Double {
    Mathematics.power(10, decibels / 10)
  }

  /// Returns a peak in dBFS; negative infinity for zero.
  package static func decibels(ofPeak peak: Double) -> Double {
    20 * Mathematics.logarithm(peak)
  }

  /// Returns the loudness, in LUFS, for an energy (BS.1770-4, formula 2).
  private static func loudness(of energy: Double) -> Double {
    -0.691 + 10 * Mathematics.logarithm(energy)
  }

  /// Returns the integrated loudness of one or more tracks, in LUFS; nil if all blocks are silent
  /// (BS.1770-4, formulas 3 to 7).
  package static func integrated(of tracks: [MeasuredLoudness]) -> Double? {
    gated(tracks, of: block, below: 10).map { loudness(of: mean($0[...])) }
  }

  /// Returns the loudness range of one or more tracks, in LU; nil if all three-second blocks are
  /// silent (EBU Tech 3342).
  package static func range(of tracks: [MeasuredLoudness]) -> Double? {
    guard let blocks = gated(tracks, of: longBlock, below: 20)?.sorted(),
      let last = blocks.indices.last
    else { return nil }
    func percentile(_ part: Double) -> Double {
      loudness(of: blocks[min(last, Int(Double(last) * part + 0.5))])
    }
    return percentile(0.95) - percentile(0.1)
  }

  /// Returns the energies of the blocks that pass both gates: the silence threshold, and `distance`
  /// LU below the mean of the blocks that pass the first gate; nil if no block passes the first
  /// gate.
  private static func gated(
    _ tracks: [MeasuredLoudness], of length: Int, below distance: Double
  ) -> [Double]? {
    let lowest = energy(of: silence)
    let loud = tracks.flatMap { $0.blocks(of: length) }.filter { $0 >= lowest }
    guard !loud.isEmpty else { return nil }
    let threshold = mean(loud[...]) * energyRatio(of: -distance)
    return loud.filter { $0 >= threshold }
  }

  /// Returns the energies of blocks of `length` tenths of a second, one beginning at each tenth.
  private func blocks(of length: Int) -> [Double] {
    guard energies.count >= length else { return [] }
    return (0...(energies.count - length)).map { start in
      MeasuredLoudness.mean(energies[start..<(start + length)])
    }
  }

  private static func mean(_ energies: ArraySlice<Double>) -> Double {
    energies.reduce(0, +) / Double(max(1, energies.count))
  }
}
