import TestSupport
import Testing

@testable import MetaCore

/// Stored samples of generated movies.
@Suite("Stored samples")
struct StoredSampleTests {
  /// Two groups of pictures: I P B, with B shown before P.
  private var film: TestMovie {
    var movie = TestMovie()
    for (letter, shift) in [("a", 10), ("c", 20), ("b", 0), ("d", 10), ("f", 20), ("e", 0)] {
      movie.samples.append(
        TestMovie.Sample(
          bytes: Array(letter.utf8) + [1, 2], shift: Int32(shift),
          isSync: letter == "a" || letter == "d"))
    }
    return movie
  }

  private func range(_ start: Int64, _ end: Int64) -> MediaTimeRange {
    MediaTimeRange(
      start: MediaTime(numeric: start, 100), end: MediaTime(numeric: end, 100))
  }

  @Test func samplesAreInDecodeOrder() throws {
    let read = try ReadSamples(film.bytes)
    #expect(read.letters == "acbdfe")
    #expect(read.times == [10, 30, 20, 40, 60, 50])
    #expect(read.samples.map { $0.decodeTime?.value } == [0, 10, 20, 30, 40, 50])
    #expect(read.samples.map(\.isSync) == [true, false, false, true, false, false])
    #expect(read.samples.allSatisfy { $0.duration == MediaTime(numeric: 10, 100) })
    let first = try #require(read.samples.first?.reference)
    #expect(Array(film.bytes[Int(first.offset)..<Int(first.offset + first.size)]) == [97, 1, 2])
    #expect(read.samples.last?.formatDescription?.codec == "none")
    #expect(read.error == nil && read.findings.isEmpty)
  }

  @Test func anEditListMovesTimes() throws {
    var movie = film
    movie.edits = [(50, -1, 0x10000), (60, 10, 0x10000)]
    let read = try ReadSamples(movie.bytes)
    #expect(read.letters == "acbdfe")
    #expect(read.times == [50, 70, 60, 80, 100, 90])
    #expect(read.samples.first?.decodeTime?.value == 40)
  }

  @Test func prerollIsDeliveredButNotDisplayed() throws {
    var movie = film
    movie.edits = [(25, 25, 0x10000)]
    let read = try ReadSamples(movie.bytes)
    // From 0.25 to 0.5: the second half of b, c, d; for b decoding begins with a.
    #expect(read.letters == "a*cbd")
    #expect(read.times == [-15, 5, -5, 15])
    #expect(read.samples[2].trimDurationAtStart == MediaTime(numeric: 5, 100))
    #expect(read.samples[1].trimDurationAtStart == nil)
    // Samples after the part in decode order are delivered only if a presented frame needs them.
    movie.edits = [(25, 40, 0x10000)]
    let second = try ReadSamples(movie.bytes)
    #expect(second.letters == "dfe")
    #expect(second.samples[1].trimDurationAtEnd == MediaTime(numeric: 5, 100))
    movie.edits = [(15, 40, 0x10000)]
    #expect(try ReadSamples(movie.bytes).letters == "df*e")
  }

  @Test func aRangeIsAPartOfTheTimeline() throws {
    #expect(try ReadSamples(film.bytes, in: range(40, 1000)).letters == "dfe")
    #expect(try ReadSamples(film.bytes, in: range(30, 40)).letters == "a*c")
    #expect(try ReadSamples(film.bytes, in: range(30, 40)).times == [10, 30])
    #expect(try ReadSamples(film.bytes, in: range(500, 600)).letters == "")
    var movie = film
    movie.edits = [(20, -1, 0x10000), (20, 10, 0x10000), (20, 10, 0x10000)]
    #expect(try ReadSamples(movie.bytes).letters == "ac*bac*b")
    #expect(try ReadSamples(movie.bytes).times == [20, 40, 30, 40, 60, 50])
    #expect(try ReadSamples(movie.bytes, in: range(30, 50)).times == [20, 40, 30, 40])
    #expect(try ReadSamples(movie.bytes, in: range(30, 50)).letters == "a*c*ba")
  }

  @Test func ratesStretchTimes() throws {
    var movie = film
    movie.edits = [(30, 10, 0x20000)]
    let fast = try ReadSamples(movie.bytes)
    #expect(fast.letters == "acbdfe")
    #expect(fast.times == [0, 10, 5, 15, 25, 20])
    #expect(fast.samples[0].duration == MediaTime(numeric: 5, 100))
    movie.edits = [(70, 20, 0)]
    let held = try ReadSamples(movie.bytes)
    #expect(held.letters == "a*c*b")
    #expect(held.samples[2].presentationTime == .zero)
    #expect(held.samples[2].duration == MediaTime(numeric: 70, 100))
    movie.edits = [(30, 10, 0xFFFF_0000)]
    #expect(
      try ReadSamples(movie.bytes).error?.code == .noDecoder
        || ReadSamples(movie.bytes).error?.code == .unsupported)
  }

  @Test func timesBetweenUnitsAreExact() throws {
    var movie = film
    movie.edits = [(30, 10, 0x18000)]
    // 10 units at one and a half times the speed last 6 2/3.
    let read = try ReadSamples(movie.bytes)
    #expect(read.samples[2].presentationTime == MediaTime(numeric: 20, 300))
    #expect(read.samples.allSatisfy { !$0.presentationTime.hasBeenRounded })
  }

  @Test func shiftsMayBeNegative() throws {
    var movie = film
    for index in movie.samples.indices { movie.samples[index].shift -= 10 }
    let read = try ReadSamples(movie.bytes, in: range(0, 30))
    #expect(read.letters == "acb")
    #expect(read.times == [0, 20, 10])
  }

  // MARK: Damage

  @Test func samplesInAnotherFileAreAnError() throws {
    var movie = film
    movie.reference = atom("url ", [0, 0, 0, 0], Array("file:///film%20media.mp4\0".utf8))
    let read = try ReadSamples(movie.bytes)
    #expect(read.samples.isEmpty)
    #expect(read.error?.code == .otherSource)
    #expect(read.error?.reason.contains("film%20media.mp4") == true)
    let alias = [UInt8](repeating: 0, count: 50) + [5] + Array("Media".utf8)
    let references = try DataReferences.parse(
      ByteSlice([0, 0, 0, 0, 0, 0, 0, 1] + atom("alis", [0, 0, 0, 0], alias)))
    #expect(references == DataReferences(isOutside: [true], names: ["Media"]))
  }

  @Test func missingSamplesAreAGap() throws {
    var movie = film
    let whole = movie.bytes
    // The tables are before the end, the media are not: the last two samples have no bytes.
    movie.samples[4].bytes = Array("f".utf8) + [1, 2]
    var bytes = whole
    let place = try #require(bytes.firstRange(of: Array("stco".utf8))).lowerBound
    let offset = UInt32(bytes.count - 13)
    for index in 0..<4 {
      bytes[place + 12 + index] = UInt8(truncatingIfNeeded: offset >> (24 - 8 * index))
    }
    let read = try ReadSamples(bytes)
    #expect(read.samples.count == 5)
    let gap = try #require(read.samples.last)
    #expect(gap.sampleCount == 0 && gap.stored == nil)
    #expect(gap.presentationTime.value == 60 && gap.duration?.value == 10)
    #expect(read.findings.count == 1)
    #expect(read.findings.first?.code == .truncated)
    #expect(read.findings.first?.message.contains("2 samples are missing or truncated") == true)
    #expect(read.error == nil)
  }

  @Test func absurdTablesAreAnError() throws {
    var movie = film
    movie.claimed = .max
    #expect(try ReadSamples(movie.bytes).letters == "acbdfe")
    // Four billion empty samples.
    var bytes = film.bytes
    let sizes = try #require(bytes.firstRange(of: Array("stsz".utf8))).lowerBound
    let chunks = try #require(bytes.firstRange(of: Array("stsc".utf8))).lowerBound
    let none = [UInt8](repeating: 0, count: 4), most = [UInt8](repeating: 0xFF, count: 4)
    // A size of 0 for each is a table; 8 bits for none of them is a table that ends.
    bytes.replaceSubrange((sizes + 8)..<(sizes + 16), with: [0, 0, 0, 1] + most)
    bytes.replaceSubrange((chunks + 16)..<(chunks + 20), with: most)
    let read = try ReadSamples(bytes, limit: 1000)
    #expect(read.samples.count <= 1000)
    bytes.replaceSubrange((sizes + 8)..<(sizes + 12), with: none)
    #expect(try ReadSamples(bytes).error == nil)
    #expect(try ReadSamples(TestMovie().bytes).samples.isEmpty)
  }

  // MARK: Formats

  private static let ownFormats: [(name: String, duration: Int64)] = [
    ("plain.wav", 1024), ("plain.aiff", 1024), ("plain.mp3", 576), ("id3.aac", 1024),
    ("plain.flac", 0), ("plain.m4a", 1024), ("fragmented-sidx.mp4", 0), ("old-quicktime.mov", 0),
  ]

  @Test(arguments: ownFormats)
  func formatsAreReadWithoutLibraries(name: String, duration: Int64) throws {
    let read = try ReadSamples(try Repository.bytes(of: name))
    #expect(read.error == nil)
    #expect(read.findings == [])
    #expect(!read.samples.isEmpty)
    #expect(read.samples.allSatisfy { $0.stored?.isEmpty == false && $0.reference != nil })
    if duration > 0 { #expect(read.samples.first?.duration?.value == duration) }
    let references = read.samples.compactMap(\.reference)
    let bytes = try Repository.bytes(of: name)
    for (sample, reference) in zip(read.samples, references) {
      let range = Int(reference.offset)..<Int(reference.offset + reference.size)
      #expect(sample.stored.map { Array($0.bytes) } == Array(bytes[range]))
    }
  }

  @Test func junkBetweenFramesIsReported() throws {
    var bytes = try Repository.bytes(of: "plain.mp3")
    let whole = try ReadSamples(bytes)
    let place = try #require(whole.samples[3].reference?.offset)
    bytes.insert(contentsOf: [UInt8](repeating: 0x55, count: 77), at: Int(place))
    let read = try ReadSamples(bytes)
    #expect(read.samples.count == whole.samples.count)
    #expect(read.findings.map(\.message) == ["77 bytes of unrecognised data between frames"])
  }

  @Test(
    "No truncation and no changed byte traps",
    arguments: [
      "plain.m4a", "in-step.mp4", "fragmented-sidx.mp4", "live-photo.mov", "old-quicktime.mov",
      "compressed-moov.mov", "plain.mp3", "id3.aac", "plain.flac", "plain.wav", "plain.aiff",
    ])
  func hostileBytes(name: String) throws {
    let bytes = try Repository.bytes(of: name)
    var random = SeededGenerator(seed: 119)
    var inputs = (0..<20).map { Array(bytes[..<(bytes.count * $0 / 20)]) }
    for _ in 0..<200 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        changed[place] = UInt8.random(in: 0...255, using: &random)
      }
      inputs.append(changed)
    }
    for input in Repository.cases(of: inputs, usually: 60, seed: 3) {
      for track in [nil, 2, 3] as [UInt32?] {
        guard let read = try? ReadSamples(input, track: track, limit: 2000) else { continue }
        for sample in read.samples { #expect(sample.stored.map(\.count) ?? 0 <= input.count) }
      }
    }
  }
}
