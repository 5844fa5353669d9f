import Testing

@testable import MetaCore

/// The recorded part of a capture, and its presentation times.
@Suite("Timeline of a recording")
struct RecordingTimelineTests {
  private func tenths(_ value: Int64) -> MediaTime { MediaTime(numeric: value, 10) }

  /// Adds pictures of a tenth of a second; their times in the movie.
  private func add(_ tenths: Range<Int64>, to timeline: inout RecordingTimeline) -> [MediaTime?] {
    tenths.map { timeline.add(self.tenths($0), lasting: self.tenths(1)) }
  }

  @Test func theFirstPictureAfterTheStartBegins() {
    var timeline = RecordingTimeline()
    #expect(timeline.add(tenths(1), lasting: tenths(1)) == nil)
    timeline.start(at: MediaTime(numeric: 25, 100))
    #expect(add(1..<6, to: &timeline) == [nil, nil, tenths(0), tenths(1), tenths(2)])
    #expect(timeline.duration == tenths(3))
    // Audio before it is trimmed with sample accuracy.
    let audioParts = timeline.parts(from: tenths(2), count: 2000, rate: 10_000)
    #expect(audioParts == [.init(samples: 1000..<2000, position: 0)])
    #expect(timeline.parts(from: tenths(0), count: 1000, rate: 10_000) == [])
  }

  @Test func audioWaitsForTheFirstPicture() {
    var timeline = RecordingTimeline()
    timeline.start(at: tenths(5))
    #expect(timeline.parts(from: tenths(5), count: 100, rate: 1000) == nil)
    #expect(timeline.parts(from: tenths(4), count: 100, rate: 1000) == [])
    #expect(timeline.isPast(from: tenths(4), to: tenths(5)))
    #expect(!timeline.isPast(from: tenths(5), to: tenths(6)))
  }

  @Test func pauseIsOmittedFromVideoAndAudio() throws {
    var timeline = RecordingTimeline()
    timeline.start(at: .zero)
    _ = add(0..<5, to: &timeline)
    timeline.pause(at: MediaTime(numeric: 45, 100))
    #expect(timeline.isPaused)
    #expect(add(5..<8, to: &timeline) == [nil, nil, nil])
    #expect(timeline.parts(from: tenths(4), count: 300, rate: 1000) == nil)
    timeline.resume(at: MediaTime(numeric: 75, 100))
    #expect(!timeline.isPaused)
    #expect(timeline.parts(from: tenths(4), count: 300, rate: 1000) == nil)
    #expect(add(8..<11, to: &timeline) == [tenths(5), tenths(6), tenths(7)])
    #expect(timeline.duration == tenths(8))
    // A piece that begins before the pause and ends after it has two parts, without anything
    // between them.
    let parts = try #require(timeline.parts(from: tenths(4), count: 600, rate: 1000))
    #expect(
      parts == [
        .init(samples: 0..<100, position: 400), .init(samples: 400..<600, position: 500),
      ])
    #expect(timeline.movieTime(of: tenths(9)) == tenths(6))
    #expect(timeline.movieTime(of: tenths(6)) == nil)
  }

  @Test func aPictureThatWasCapturedBeforeThePauseIsRecorded() {
    var timeline = RecordingTimeline()
    timeline.start(at: .zero)
    _ = add(0..<2, to: &timeline)
    timeline.pause(at: tenths(4))
    #expect(add(2..<5, to: &timeline) == [tenths(2), tenths(3), nil])
    #expect(timeline.duration == tenths(4))
  }

  @Test func droppedPictureIsNotRecorded() {
    var timeline = RecordingTimeline()
    timeline.start(at: .zero)
    // It ends after the next one begins, as the times of devices are not exact.
    _ = timeline.add(tenths(0), lasting: tenths(2))
    #expect(timeline.movieTime(of: tenths(0)) == tenths(0))
    #expect(timeline.movieTime(of: tenths(1)) == nil)
  }

  @Test func pausedAgainBeforeAPictureCame() {
    var timeline = RecordingTimeline()
    timeline.start(at: .zero)
    _ = add(0..<3, to: &timeline)
    timeline.pause(at: tenths(3))
    timeline.resume(at: tenths(4))
    timeline.pause(at: tenths(4))
    #expect(add(3..<8, to: &timeline).allSatisfy { $0 == nil })
    timeline.resume(at: tenths(8))
    #expect(add(8..<9, to: &timeline) == [tenths(3)])
  }

  @Test func endIsFinal() {
    var timeline = RecordingTimeline()
    timeline.start(at: .zero)
    _ = add(0..<3, to: &timeline)
    timeline.end(at: tenths(3))
    timeline.resume(at: tenths(4))
    #expect(add(4..<6, to: &timeline).allSatisfy { $0 == nil })
    #expect(
      timeline.parts(from: tenths(2), count: 300, rate: 1000) == [
        .init(samples: 0..<100, position: 200)
      ])
  }
}
