import Testing

@testable import MetaCore

@Suite("Volumes of audio mixes")
struct AudioMixParametersTests {
  private func range(_ start: Int64, _ end: Int64) -> MediaTimeRange {
    MediaTimeRange(start: time(start), end: time(end))
  }

  private func time(_ seconds: Int64) -> MediaTime { MediaTime(numeric: seconds, 1) }

  @Test("The volume is 1 before the first one, linear in ramps, and constant after them")
  func volumes() throws {
    var parameters = AudioMixInputParameters(trackID: 1)
    #expect(parameters.volume(at: .zero) == 1)
    try parameters.setVolume(0.25, at: time(8))
    try parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 1, timeRange: range(2, 4))
    try parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(4, 6))
    let found = (0...9).map { parameters.volume(at: time(Int64($0))) }
    #expect(found == [1, 1, 0.5, 0.75, 1, 0.5, 0, 0, 0.25, 0.25])
    #expect(parameters.volumeRamp(for: time(3))?.timeRange == range(2, 4))
    #expect(parameters.volumeRamp(for: time(6)) == nil)
    // The same range and the same time replace what was set.
    try parameters.setVolume(0.5, at: time(8))
    try parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 0, timeRange: range(2, 4))
    #expect(parameters.volumeRamps.count == 3)
    #expect(parameters.volume(at: time(9)) == 0.5)
    // The curve for samples is the same function.
    let curve = VolumeCurve(parameters, rate: 10)
    var samples: [Double] = []
    curve.forEachSegment(0..<100) { stretch, volume, slope in
      samples += (0..<stretch.count).map { volume + slope * Double($0) }
    }
    for (index, value) in samples.enumerated() {
      let wanted = parameters.volume(at: MediaTime(numeric: Int64(index), 10))
      #expect(abs(value - Double(wanted)) < 1e-6, "\(index)")
    }
    #expect(samples.count == 100)
  }

  @Test("Overlapping and empty ramps and impossible volumes are refused")
  func refusals() throws {
    var parameters = AudioMixInputParameters(trackID: 1)
    try parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(2, 4))
    let before = parameters
    #expect(throws: MetaError.self) { try parameters.setVolume(1, at: time(3)) }
    #expect(throws: MetaError.self) { try parameters.setVolume(-1, at: time(9)) }
    #expect(throws: MetaError.self) { try parameters.setVolume(.nan, at: time(9)) }
    #expect(throws: MetaError.self) { try parameters.setVolume(1, at: .indefinite) }
    for bad in [range(3, 5), range(1, 3), range(1, 9), range(7, 7), range(9, 8), .all] {
      #expect(throws: MetaError.self) {
        try parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: bad)
      }
    }
    #expect(parameters == before)
    try parameters.setVolume(1, at: time(4))
    try parameters.setVolume(1, at: time(2))
    #expect(parameters.volume(at: time(4)) == 1)
    #expect(parameters.volume(at: time(3)) == 0.5)
  }
}
