import Testing

@testable import MetaCore

/// Pictures at a constant rate.
@Suite("Frame rate")
struct ConstantFrameRateTests {
  private func time(_ value: Int64, _ timescale: UInt32 = 1000) -> MediaTime {
    MediaTime(value: value, timescale: timescale) ?? .invalid
  }

  /// The numbers of the delivered frames, and their times in milliseconds.
  private func given(
    _ rate: Double, _ pictures: [(time: Int64, duration: Int64?)]
  ) async throws -> [(number: Int, time: Int64)] {
    var rate = ConstantFrameRate(try #require(MediaTime(frameRate: rate)))
    var given: [(number: Int, time: Int64)] = []
    func emit(_ sample: SampleBuffer) {
      given.append(
        (sample.sampleCount, sample.presentationTime.converted(toTimescale: 1000).value))
    }
    for (number, picture) in pictures.enumerated() {
      var sample = SampleBuffer(
        .gap, at: time(picture.time), duration: picture.duration.map { time($0) })
      sample.sampleCount = number
      try await rate.add(sample, emit)
    }
    try await rate.finish(emit)
    return given
  }

  @Test("Each time has the frame presented at it")
  func changed() async throws {
    let pictures: [(Int64, Int64?)] = [(0, 40), (40, 40), (80, 40), (120, 40)]
    #expect(try await given(25, pictures).map(\.number) == [0, 1, 2, 3])
    #expect(try await given(50, pictures).map(\.number) == [0, 0, 1, 1, 2, 2, 3, 3])
    let fewer = try await given(12.5, pictures)
    #expect(fewer.map(\.number) == [0, 2])
    #expect(fewer.map(\.time) == [0, 80])
  }

  @Test("Long frames are repeated, up to the end of the last one")
  func variable() async throws {
    let given = try await given(10, [(0, 250), (250, 10), (260, 640)])
    #expect(given.map(\.number) == [0, 0, 0, 2, 2, 2, 2, 2, 2])
    #expect(given.map(\.time) == [0, 100, 200, 300, 400, 500, 600, 700, 800])
  }

  @Test("A late start is at the next time; a single short frame appears once")
  func ends() async throws {
    #expect(try await given(10, [(250, 200)]).map(\.time) == [300, 400])
    #expect(try await given(10, [(10, 5)]).map(\.time) == [100])
    #expect(try await given(10, [(0, nil)]).map(\.time) == [0])
    #expect(try await given(10, []).isEmpty)
  }

  @Test(
    "NTSC rates are exact",
    arguments: [
      (29.97, 1001, 30000), (23.976, 1001, 24000), (59.94, 1001, 60000), (25, 1, 25),
      (12.5, 1000, 12500), (0.5, 1000, 500),
    ])
  func durations(rate: Double, value: Int64, timescale: UInt32) throws {
    #expect(MediaTime(frameRate: rate) == time(value, timescale))
  }

  @Test(arguments: [0, -1, .infinity, .nan, 1e9]) func noRates(rate: Double) {
    #expect(MediaTime(frameRate: rate) == nil)
  }
}
