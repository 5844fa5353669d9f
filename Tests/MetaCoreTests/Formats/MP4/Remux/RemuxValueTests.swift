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

  @Test("Consecutive runs are consecutive values")
  func partsOfRuns() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<200 {
      let values = (0..<Int.random(in: 0...20, using: &generator)).map { _ in
        UInt32.random(in: 0...2, using: &generator)
      }
      #expect(Array(runs(values).values) == values)
      var cursor = Runs.Cursor(runs(values))
      var rest = values[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...6, using: &generator)
        let part = cursor.nextValues(count)
        #expect(part == runs(Array(rest.prefix(count))))
        #expect(part.runs.allSatisfy { $0.count > 0 })
        rest = rest.dropFirst(count)
      }
      #expect(cursor.nextValues(1).count == 0)
    }
  }

  @Test(
    "The size atom has the size of every sample, even if all are empty",
    arguments: [[], [0], [0, 0, 0], [4, 4], [0, 4], [5, 0]] as [[UInt32]])
  func sampleSizes(list: [UInt32]) throws {
    var sizes = SampleSizes()
    for size in list { sizes.append(size) }
    var writer = ByteWriter()
    sizes.atom.encode(into: &writer)
    let atom = try SampleSizeAtom.parse(ByteSlice(writer.bytes), type: .stsz)
    #expect(Int(atom.count) == list.count)
    let isUniform = atom.uniformSize > 0
    #expect((isUniform ? list.map { _ in atom.uniformSize } : atom.sizes) == list)
  }

  @Test(
    "The last audio frames last as long as the ones before if their duration is unknown",
    arguments: [[], [2], [2, 3]] as [[Int]], [1, 2] as [Int64])
  func lastAudioFrames(before: [Int], length: Int64) throws {
    var collector = SampleCollector(timescale: 48000)
    var count = 0
    for frames in before + [4] {
      let time = ExactTime(Int64(count) * length, 48000)
      var sample = NewSample(decodedAt: time, presentedAt: time, size: frames * 4)
      sample.count = frames
      if count == 0, !before.isEmpty { sample.duration = ExactTime(Int64(frames) * length, 48000) }
      try collector.append(sample)
      count += frames
    }
    try collector.finish()
    let unit = before.isEmpty ? 1 : UInt32(length)
    #expect(collector.samples.durations.runs == [Runs.Run(count: count, value: unit)])
    #expect(collector.pendingDuration == Int64(count) * Int64(unit))
  }

  @Test("Frames after a gap do not last as long as the gap")
  func lastAudioFramesAfterGap() throws {
    var collector = SampleCollector(timescale: 48000)
    for time in [0, 1000] as [Int64] {
      let time = ExactTime(time, 48000)
      var sample = NewSample(decodedAt: time, presentedAt: time, size: 16)
      sample.count = 4
      if time == .zero { sample.duration = ExactTime(4, 48000) }
      try collector.append(sample)
    }
    _ = collector.takeSamples()
    try collector.finish()
    #expect(collector.samples.durations.runs == [Runs.Run(count: 4, value: 1)])
  }

  @Test(
    "Encryption data without bytes takes no time, regardless of its count",
    .timeLimit(.minutes(10)))
  func emptyEncryptionData() throws {
    let count = UInt32.max
    let plain = words([0, count])
    let piff = words([1]) + [0, 0, 1, 0] + [UInt8](repeating: 7, count: 16) + words([count])
    for (payload, isPIFF) in [(plain, false), (piff, true)] {
      let found = try EncryptedSamples.parse(
        ByteSlice(payload), vectorSize: isPIFF ? 8 : 0, isPIFF: isPIFF)
      #expect(found.sizes.runs == [Runs.Run(count: Int(count), value: 0)])
      #expect(found.bytes == [])
    }
  }

  @Test("Vectors without subsamples have one size")
  func encryptionVectors() throws {
    let vectors = Array(1...16) as [UInt8]
    let found = try EncryptedSamples.parse(
      ByteSlice(words([0, 2]) + vectors), vectorSize: 8, isPIFF: false)
    #expect(found.sizes.runs == [Runs.Run(count: 2, value: 8)])
    #expect(found.bytes == vectors)
    #expect(throws: ParseError.self) {
      try EncryptedSamples.parse(
        ByteSlice(words([0, .max]) + vectors), vectorSize: 8, isPIFF: false)
    }
  }

  /// Samples with times of all kinds, some bytes apart.
  private func samples(_ generator: inout SeededGenerator) -> TrackSamples {
    var samples = TrackSamples()
    var offset: Int64 = 100
    for index in 0..<Int.random(in: 0...30, using: &generator) {
      let size = UInt32.random(in: 0...3, using: &generator)
      samples.durations.append([0, 1, 1, 5].randomElement(using: &generator) ?? 0)
      samples.compositions.append([0, 0, 2, -1].randomElement(using: &generator) ?? 0)
      samples.flags.append(UInt32.random(in: 0...1, using: &generator) << 20)
      samples.sizes.append(size)
      if index == 0 || Bool.random(using: &generator) {
        offset += Int64.random(in: 0...2, using: &generator)
        samples.chunks.append(
          .init(
            offset: offset, size: 0, first: index, count: 0,
            description: UInt32.random(in: 1...2, using: &generator)))
      }
      samples.chunks[samples.chunks.count - 1].count += 1
      samples.chunks[samples.chunks.count - 1].size += Int64(size)
      offset += Int64(size)
    }
    samples.sync = samples.sizes.count == 0 ? nil : [0] + Array(stride(from: 3, to: 30, by: 7))
    return samples
  }

  @Test("Times of samples equal the sum of the durations")
  func sampleTimes() {
    var generator = SeededGenerator(seed: 8)
    for _ in 0..<300 {
      let samples = samples(&generator)
      let times = SampleTimes(samples)
      var decodes: [Int64] = [0]
      for duration in samples.durations.values {
        decodes.append(decodes[decodes.count - 1] + Int64(duration))
      }
      let shown = zip(decodes, samples.compositions.values).map { $0 + Int64($1) }
      #expect((0...samples.count).map(times.decode) == decodes)
      #expect((0..<samples.count).map(times.shown) == shown)
      for time in Int64(-2)...20 {
        let first = decodes.dropLast().firstIndex { $0 >= time } ?? samples.count
        #expect(times.firstDecoded(notBefore: time) == first)
        let range = time..<(time + 3)
        let before = shown.indices.filter { shown[$0] <= time }
        let current = before.max { (shown[$0], $0) < (shown[$1], $1) }
        let begun = shown.indices.filter { shown[$0] > time && shown[$0] < time + 3 }
        let all = (begun + [current].compactMap(\.self)).min()
        let last = shown.indices.last { shown[$0] < time + 3 }
        let wanted = last.map { min(all ?? $0, $0)..<($0 + 1) }
        #expect(times.samples(shownIn: range) == wanted, "\(shown) in \(range)")
      }
    }
  }

  @Test("Samples taken in parts are all samples, each once")
  func samplesInParts() {
    var generator = SeededGenerator(seed: 9)
    for _ in 0..<200 {
      let samples = samples(&generator)
      var cursor = TrackSamples.Cursor(samples)
      var (count, bytes): (Int, [Int64]) = (0, [])
      while cursor.remaining > 0 {
        let first = cursor.next
        let alike = cursor.countAlike(upTo: Int.random(in: 1...7, using: &generator))
        let part = cursor.nextSamples(alike)
        #expect(part.count == alike && alike > 0)
        #expect(Set(part.chunks.map(\.description)).count == 1)
        #expect(part.chunks.map(\.count).reduce(0, +) == alike)
        #expect(
          part.sync == samples.sync?.filter { first..<(first + alike) ~= $0 }.map { $0 - first })
        count += part.count
        bytes += part.chunks.flatMap { Array($0.range) }
      }
      #expect(count == samples.count)
      #expect(bytes == samples.chunks.flatMap { Array($0.range) })
    }
  }

  @Test("The last value of a run is changed")
  func lastOfRun() {
    var some = runs([7, 7, 7])
    some.replaceLast(with: 9)
    #expect(some == runs([7, 7, 9]))
    some.replaceLast(with: 7)
    #expect(some == runs([7, 7, 7]))
  }

  @Test("Every byte of the media is at its new offset")
  func media() {
    let map = MediaMap([40..<60, 10..<20, 15..<30, 60..<61], of: 100, new: [1, 2, 3])
    #expect(map.stretches == [10..<30, 40..<61])
    #expect(map.size == 20 + 21 + 3)
    #expect(map.newOffset(of: 10) == 0)
    #expect(map.newOffset(of: 29) == 19)
    #expect(map.newOffset(of: 30) == nil)
    #expect(map.newOffset(of: 40) == 20)
    #expect(map.newOffset(of: 60) == 40)
    #expect(map.newOffset(of: 100) == 41)
    #expect(map.newOffset(of: 102) == 43)
    #expect(map.newOffset(of: 103) == nil)
  }

  @Test("Compact groups expand to the original groups")
  func compactGroups() throws {
    func members(_ bytes: [UInt8], upTo limit: Int = 100) throws -> [UInt32] {
      let (type, parameter, members) = try CompactGroupMembers.parse(
        ByteSlice(bytes), upTo: limit)
      #expect(type == FourCC("t", "e", "l", "e") && parameter == nil)
      return Array(members.values)
    }
    let head: [UInt8] = Array("tele".utf8) + [0, 0, 0, 2]
    // Numbers of 8 bits: 1 2 1 2 1, and three times 4.
    let bytes: [UInt8] = [0, 0, 0, 0b01_01_01] + head + [2, 5, 1, 3] + [1, 2, 4]
    #expect(try members(bytes) == [1, 2, 1, 2, 1, 4, 4, 4])
    // Of 4 bits, the highest of which says that the fragment has the description.
    let own: [UInt8] = [0, 0, 0, 0x80] + head + [0x12, 0x11] + [0x91]
    #expect(try members(own) == [0x10001, 0x10001, 1])
    // Four billion samples in two numbers are as many as the track has.
    let many: [UInt8] = [0, 0, 0, 0b01_11_01] + Array("tele".utf8) + [0, 0, 0, 1]
    #expect(try members(many + [2, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2], upTo: 3) == [1, 2, 1])
    #expect(throws: ParseError.self) { try members(Array(bytes.dropLast())) }
  }

  @Test("Decryption data is in one place, or in one per run")
  func auxiliaryPlaces() throws {
    func atoms(_ places: [UInt32], count: UInt8 = 3) -> [UInt8] {
      var writer = ByteWriter()
      writer.atom(.saiz) {
        $0.append([0, 0, 0, 0, 0, 0, 0, 0, count] + [1, 2, 1].prefix(Int(count)))
      }
      writer.atom(.saio) { writer in
        writer.u32(0)
        writer.u32(UInt32(places.count))
        for place in places { writer.u32(place) }
      }
      return writer.bytes
    }
    func read(_ places: [UInt32], runs: [Int]) throws -> [UInt8] {
      let data: [UInt8] = [10, 11, 12, 13, 14, 15]
      let bytes = data + atoms(places)
      let saio = Int64(data.count + 20)
      let window = SourceWindow(DataSource(bytes))
      let list = [
        Atom(type: .saiz, offset: 6, size: 20, headerSize: 8),
        Atom(type: .saio, offset: saio, size: Int64(bytes.count) - saio, headerSize: 8),
      ]
      return try AuxiliaryReader(window: window, base: 1, vectorSize: 8)
        .read(list, runs: runs).flatMap(\.bytes)
    }
    #expect(try read([1], runs: [3]) == [12, 13, 14, 15])
    #expect(try read([0, 4], runs: [2, 1]) == [11, 12, 13, 15])
    #expect(throws: ParseError.self) { try read([0, 4], runs: [1, 1, 1]) }
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

  @Test("A part of the timeline starts and ends at the cuts")
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

  @Test("A cut in an edit with another rate skips as much media as was played")
  func ratesOfCuts() {
    // Four seconds at double speed, then two of one frame.
    let played = PlayedParts(
      [
        .init(duration: ExactTime(4, 1), mediaTime: 500, rate: 0x20000),
        .init(duration: ExactTime(2, 1), mediaTime: 9000, rate: 0),
      ], mediaTimescale: 1000)
    let cut = played.part(ExactTime(1, 1)..<ExactTime(5, 1))
    #expect(cut.parts.map(\.mediaTime) == [2500, 9000])
    #expect(cut.mediaRange == 2500..<9001)
    #expect(played.part(ExactTime(5, 1)..<ExactTime(6, 1)).parts.map(\.mediaTime) == [9000])
  }

  @Test("Gaps before late fragments are kept")
  func rebased() throws {
    let whole = PlayedParts(nil, movieTimescale: 600, mediaTimescale: 48000, mediaEnd: 576_001)
    let late = try #require(whole.rebased(on: 48000 * 10 + 1, mediaEnd: 96000, extends: false))
    #expect(late.parts.map(\.mediaTime) == [nil, 0])
    #expect(late.parts.first?.duration == ExactTime(480_001, 48000))
    // The movie counts so finely that the first sample comes when it should.
    #expect(late.timescale(multipleOf: 600) == 48000)
    #expect(late.list(movieTimescale: 48000).entries.map(\.duration) == [480_001, 96000])
    let early = try #require(whole.rebased(on: 0, mediaEnd: 96000, extends: true))
    #expect(early.isIdentity(of: 0..<96000))
  }

  @Test("A part that starts before the media is shortened by the gap")
  func rebasedDurations() {
    typealias Segment = PlayedParts.PlayedSegment
    func rebased(_ part: Segment) -> [Segment]? {
      PlayedParts([part], mediaTimescale: 1000).rebased(on: 500, mediaEnd: 9000, extends: false)?
        .parts
    }
    let (half, two) = (ExactTime(1, 2), ExactTime(2, 1))
    #expect(
      rebased(.init(duration: two, mediaTime: 0))
        == [.init(duration: half, mediaTime: nil), .init(duration: ExactTime(3, 2), mediaTime: 0)])
    #expect(
      rebased(.init(duration: two, mediaTime: 0, rate: 0x20000)) == [
        .init(duration: ExactTime(1, 4), mediaTime: nil),
        .init(duration: ExactTime(7, 4), mediaTime: 0, rate: 0x20000),
      ])
    // The whole part is before the media.
    #expect(
      rebased(.init(duration: half, mediaTime: 0)) == [.init(duration: half, mediaTime: nil)])
    let frozen = Segment(duration: two, mediaTime: 0, rate: 0)
    #expect(rebased(frozen) == [frozen])
    #expect(
      rebased(.init(duration: .zero, mediaTime: 0))
        == [.init(duration: half, mediaTime: nil), .init(duration: ExactTime(9, 1), mediaTime: 0)])
  }

  @Test(
    "Clock times",
    arguments: [
      ("90", 90, 1), ("1:30", 90, 1), ("01:02:03.25", 372_325, 100), ("0.5", 5, 10),
      (".5", 0, 0), ("1:x", 0, 0), ("-3", 0, 0), ("", 0, 0), ("1.", 0, 0), ("+1", 0, 0),
      ("1.1234567891", 1_123_456_789, 1_000_000_000), ("1.123456789abc", 0, 0),
      ("1.123456789.5", 0, 0), ("1.123456789-", 0, 0), ("-0:30", 0, 0), ("-0", 0, 0),
      ("0:-0", 0, 0), ("+0:30", 0, 0), ("1.-0", 0, 0), ("1.+5", 0, 0), ("1:\u{661}", 0, 0),
    ])
  func clock(text: String, value: Int64, timescale: UInt32) {
    #expect(MediaTime(clock: text) == MediaTime(value: value, timescale: timescale), "\(text)")
  }
}
