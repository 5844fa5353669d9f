import TestSupport
import Testing

@testable import MetaCore

@Suite("Values of a remux")
struct RemuxValueTests {
  private func runs(_ values: [UInt32]) -> Runs<UInt32> {
    var runs = Runs<UInt32>()
    for value in values { runs.append(value) }
    return runs
  }

  @Test("Parts of runs are the runs of parts")
  func partsOfRuns() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let values = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        UInt32.random(in: 0...2, using: &generator)
      }
      let first = Int.random(in: 0...22, using: &generator)
      let range = first..<(first + Int.random(in: 0...10, using: &generator))
      let part = runs(values).part(range)
      #expect(part == runs(Array(values.indices.filter(range.contains).map { values[$0] })))
      #expect(part.runs.allSatisfy { $0.count > 0 })
    }
  }

  @Test("The last of a run becomes another one")
  func lastOfRun() {
    var some = runs([7, 7, 7])
    some.replaceLast(with: 9)
    #expect(some == runs([7, 7, 9]))
    some.replaceLast(with: 7)
    #expect(some == runs([7, 7, 7]))
  }

  @Test("Every byte of the media comes to stand where it can be found")
  func media() {
    let map = MediaMap([40..<60, 10..<20, 15..<30, 60..<61], of: 100, new: [1, 2, 3])
    #expect(map.stretches == [10..<30, 40..<61])
    #expect(map.size == 20 + 21 + 3)
    #expect(map.place(of: 10) == 0)
    #expect(map.place(of: 29) == 19)
    #expect(map.place(of: 30) == nil)
    #expect(map.place(of: 40) == 20)
    #expect(map.place(of: 60) == 40)
    #expect(map.place(of: 100) == 41)
    #expect(map.place(of: 102) == 43)
    #expect(map.place(of: 103) == nil)
  }

  @Test("Times of different scales are added without loss")
  func exactTimes() throws {
    let third = ExactTime(1, 3)
    let sum = try #require(third.plus(ExactTime(1, 6)))
    #expect(sum == ExactTime(1, 2))
    #expect(sum.minus(ExactTime(1, 2)) == .zero)
    #expect(third.units(1000, .down) == 333)
    #expect(third.units(1000, .up) == 334)
    #expect(ExactTime(-1, 3).units(1000, .down) == -334)
    #expect(ExactTime(1, 2).units(1, .nearest) == 1)
    #expect(ExactTime(1, 30000).timescale(multipleOf: 1000) == 30000)
    #expect(ExactTime(1, 44100).timescale(multipleOf: 48000) == 7_056_000)
    #expect(ExactTime(1, 4_294_967_291).timescale(multipleOf: 48000) == nil)
    #expect(ExactTime(1, 3) < ExactTime(334, 1000))
    #expect(ExactTime(.max, 1).plus(ExactTime(.max, 1))?.units(1, .down) == .max)
  }

  @Test("A part of what is played begins and ends where it is cut")
  func playedParts() {
    // A second of nothing, then two seconds from unit 500 on.
    let played = PlayedParts(
      [
        .init(duration: ExactTime(1, 1), mediaTime: nil),
        .init(duration: ExactTime(2, 1), mediaTime: 500),
      ], mediaTimescale: 1000)
    let cut = played.part(ExactTime(1, 2)..<ExactTime(5, 2))
    #expect(
      cut.parts == [
        .init(duration: ExactTime(1, 2), mediaTime: nil),
        .init(duration: ExactTime(3, 2), mediaTime: 500),
      ])
    #expect(played.part(ExactTime(3, 2)..<ExactTime(9, 1)).parts.map(\.mediaTime) == [1000])
    #expect(played.part(ExactTime(0, 1)..<ExactTime(1, 1)).parts.isEmpty)
    #expect(cut.mediaRange == 500..<2000)
    #expect(played.part(ExactTime(4, 1)..<ExactTime(5, 1)).mediaRange == nil)
  }

  @Test("Media of fragments that begin late are waited for")
  func rebased() throws {
    let whole = PlayedParts(nil, movieTimescale: 600, mediaTimescale: 48000, mediaEnd: 96000)
    let late = try #require(whole.rebased(on: 48000 * 10 + 1, mediaEnd: 96000, extends: false))
    #expect(late.parts.map(\.mediaTime) == [nil, 0])
    #expect(late.parts.first?.duration == ExactTime(480_001, 48000))
    // The movie counts so finely that the first sample comes when it should.
    #expect(late.timescale(multipleOf: 600) == 48000)
    #expect(late.list(movieTimescale: 48000).entries.map(\.duration) == [480_001, 96000])
    let early = try #require(whole.rebased(on: 0, mediaEnd: 96000, extends: true))
    #expect(early.isIdentity(of: 0..<96000))
  }

  @Test(
    "Times on the clock",
    arguments: [
      ("90", 90, 1), ("1:30", 90, 1), ("01:02:03.25", 372_325, 100), ("0.5", 5, 10),
      (".5", 0, 0), ("1:x", 0, 0), ("-3", 0, 0), ("", 0, 0), ("1.", 0, 0), ("+1", 0, 0),
    ])
  func clock(text: String, value: Int64, timescale: UInt32) {
    #expect(MediaTime(clock: text) == MediaTime(value: value, timescale: timescale))
  }
}
