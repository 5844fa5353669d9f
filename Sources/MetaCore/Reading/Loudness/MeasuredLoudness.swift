/// What the sound of a track measures by ITU-R BS.1770-4 and EBU R 128: the energy of each tenth of
/// a second, and its peaks.
///
/// All loudness is made of the energies, those of one track or of several: gating is defined on
/// blocks of 400 milliseconds, which begin every 100.
package struct MeasuredLoudness: Sendable, Codable {
  /// The energy of each complete tenth of a second, all channels together with their weights; what
  /// is missing for the last one does not count.
  package var energies: [Double] = []
  /// The largest sample, as a part of full scale.
  package var samplePeak = 0.0
  /// The largest value of the sound at 192 kHz, as a part of full scale; nil when it was not
  /// measured.
  package var truePeak: Double?
  /// How long the sound is, in seconds.
  package var duration = 0.0
  /// What did not decode.
  package var findings: [Diagnostic] = []

  /// Nothing yet.
  package init() {}

  /// Tenths of a second in a block that gating examines, and in one of the loudness range.
  private static let (block, longBlock) = (4, 30)
  /// Blocks below this loudness are silence, in LUFS.
  private static let silence = -70.0

  /// The energy that has a loudness in LUFS (BS.1770-4, formula 2).
  package static func energy(of loudness: Double) -> Double {
    loudness == -.infinity ? 0 : energyRatio(of: loudness + 0.691)
  }

  /// How many times the energy a difference in dB is.
  package static func energyRatio(of decibels: Double) -> Double {
    Mathematics.power(10, decibels / 10)
  }

  /// A peak in dB, where full scale is 0; negative infinity for none.
  package static func decibels(ofPeak peak: Double) -> Double {
    20 * Mathematics.logarithm(peak)
  }

  private static func loudness(of energy: Double) -> Double {
    -0.691 + 10 * Mathematics.logarithm(energy)
  }

  /// The loudness of the sound of one or of several tracks, in LUFS; nil when no block is louder
  /// than silence (BS.1770-4, formulas 3 to 7).
  package static func integrated(of tracks: [MeasuredLoudness]) -> Double? {
    gated(tracks, of: block, below: 10).map { loudness(of: mean($0[...])) }
  }

  /// The loudness range of one or of several tracks, in LU; nil when no block of three seconds is
  /// louder than silence (EBU Tech 3342).
  package static func range(of tracks: [MeasuredLoudness]) -> Double? {
    guard let blocks = gated(tracks, of: longBlock, below: 20)?.sorted(),
      let last = blocks.indices.last
    else { return nil }
    func percentile(_ part: Double) -> Double {
      loudness(of: blocks[min(last, Int(Double(last) * part + 0.5))])
    }
    return percentile(0.95) - percentile(0.1)
  }

  /// The energies of the blocks that count: louder than silence, and than the mean of these less
  /// `distance` LU.
  private static func gated(
    _ tracks: [MeasuredLoudness], of length: Int, below distance: Double
  ) -> [Double]? {
    let lowest = energy(of: silence)
    let loud = tracks.flatMap { $0.blocks(of: length) }.filter { $0 >= lowest }
    guard !loud.isEmpty else { return nil }
    let threshold = mean(loud[...]) * energyRatio(of: -distance)
    return loud.filter { $0 >= threshold }
  }

  /// The energies of blocks of `length` tenths of a second; one begins with each tenth.
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
