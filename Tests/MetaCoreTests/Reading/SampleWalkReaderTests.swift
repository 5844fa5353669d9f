import TestSupport
import Testing

@testable import MetaCore

/// Seeking in samples that are found one after another.
@Suite("Seeking in samples")
struct SampleWalkReaderTests {
  private struct ListedSamples: SampleWalk {
    let samples: [StoredSample]
    var index = 0

    mutating func next() throws(ParseError) -> StoredSample? {
      guard index < samples.count else { return nil }
      index += 1
      return samples[index - 1]
    }
  }

  @Test(arguments: [(1, 0), (1, 30), (7, 0), (300, 0), (900, 25)] as [(Int, Int64)])
  func lastSyncSampleIsFound(distance: Int, lead: Int64) throws {
    let samples = (0..<1500).map { index in
      var sample = StoredSample(.file(offset: 0, size: 1), at: Int64(index) * 10, duration: 10)
      sample.isSync = index % distance == 0
      return sample
    }
    let reader = SampleWalkReader(
      ListedSamples(samples: samples), in: .empty, timescale: 1000, edits: [], lead: lead,
      describe: { _ in nil })
    var random = SeededGenerator(seed: 7)
    let times =
      [0, 9, 10, 2559, 2560, 2570, 5120, 14_999, 15_000, 99_999, -5]
      + (0..<50).map { _ in Int64.random(in: 0..<15_000, using: &random) }
    for time in times {
      try reader.seek(to: time)
      let expected = samples.last {
        $0.isSync && $0.presentationTime <= time - lead && $0.presentationTime <= time
      }
      #expect(try reader.next()?.decodeTime == expected?.decodeTime ?? 0, "\(time)")
      // What follows is in order.
      let second = try reader.next()?.decodeTime
      let last = samples[samples.count - 1].decodeTime
      #expect(second == (expected?.decodeTime == last ? nil : (expected?.decodeTime ?? 0) + 10))
    }
  }
}
