import Foundation
import LibAV
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore
@testable import MetaForeign

/// Decoding of the samples that MetaCore finds.
@Suite("Samples for decoders")
struct SampleFeedTests {
  /// Samples of a list, whose file has the bytes 0, 1, 2, ….
  private final class ListedPackets: PacketReader {
    let timescale: UInt32 = 100
    let edits: [TrackSegment] = []
    private let samples: [StoredSample]
    private let failure: ParseError?
    private var index = 0

    init(_ samples: [StoredSample], failure: ParseError? = nil) {
      self.samples = samples
      self.failure = failure
    }

    func next() throws(ParseError) -> StoredSample? {
      guard index < samples.count else {
        if let failure { throw failure }
        return nil
      }
      index += 1
      return samples[index - 1]
    }

    func seek(to time: Int64) throws(ParseError) {
      index = samples.lastIndex { $0.presentationTime <= time } ?? 0
    }

    func bytes(at offset: Int64, count: Int) throws(ParseError) -> ByteSlice {
      ByteSlice((0..<count).map { UInt8(truncatingIfNeeded: Int(offset) + $0) })
    }

    func track(ofDescription number: Int) -> TrackDescription? { nil }
  }

  private func sample(_ offset: Int64, _ size: Int64, at time: Int64) -> StoredSample {
    StoredSample(.file(offset: offset, size: size), at: time, duration: 10)
  }

  @Test func missingSamplesAreOneLoss() throws {
    let places: [(Int64, Int64)] = [
      (0, 4), (96, 8), (-1, 4), (.max, 4), (8, .max), (8, -1), (1 << 40, 1 << 31), (4, 4), (200, 1),
    ]
    let samples = places.enumerated().map { sample($1.0, $1.1, at: Int64($0) * 10) }
    let feed = SampleFeed(ListedPackets(samples), fileLength: 100)
    let first = try #require(feed.next())
    #expect(first.bytes.map { Array($0) } == [0, 1, 2, 3])
    #expect(first.damage == nil)
    let lost = try #require(feed.next())
    #expect(lost.bytes == nil)
    #expect(lost.damage == "6 samples are missing or truncated")
    #expect([lost.time, lost.duration, lost.offset] == [10, 60, 96])
    #expect(feed.next()?.bytes.map { Array($0) } == [4, 5, 6, 7])
    #expect(feed.next()?.damage == "a sample is missing or truncated")
    #expect(feed.next() == nil)
    feed.seek(to: 75)
    #expect(feed.next()?.time == 70)
  }

  @Test func anErrorIsReportedOnceAtTheEnd() throws {
    let failure = ParseError(.limitExceeded, at: 7, "too many")
    let feed = SampleFeed(
      ListedPackets([sample(0, 1, at: 0)], failure: failure), fileLength: 100)
    #expect(feed.next()?.bytes?.count == 1)
    let last = try #require(feed.next())
    #expect(last.bytes == nil)
    #expect(last.damage == "too many")
    #expect(feed.next() == nil)
    #expect(feed.next() == nil)
  }

  @Test func millionsOfLostSamplesAreOneLoss() throws {
    let samples = (0..<1_000_000).map { sample(1 << 50, 4, at: $0 * 10) }
    let feed = SampleFeed(ListedPackets(samples), fileLength: 100)
    #expect(feed.next()?.duration == 10_000_000)
    #expect(feed.next() == nil)
  }

  // MARK: Files

  private let tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=3", "-ac", "2"]

  private func sound(
    of file: URL, in range: MediaTimeRange = .all
  ) throws -> ReadAudio {
    let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
    let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
    try reader.setTimeRange(range)
    return try ReadAudio(
      reader, FirstTrackOutput(.audio, track: nil, settings: .pcm(.float32)))
  }

  private func decoder(of file: URL) throws -> LibAVAudioDecoder {
    let media = try AssetMedia(of: Asset(foreign: FilePath(file.path)))
    let codecs = MediaCodecs([LibAVCodecs()])
    return try #require(
      media.decoder(for: media.track(nil, .audio), codecs) as? LibAVAudioDecoder)
  }

  @Test(
    "Which files are decoded from MetaCore's samples",
    arguments: [
      ("a.m4a", ["-c:a", "aac"], true), ("b.m4a", ["-c:a", "alac"], true),
      ("c.mp4", ["-c:a", "ac3"], false), ("d.mp4", ["-c:a", "libmp3lame"], false),
      ("e.aac", ["-c:a", "aac"], true), ("f.mka", ["-c:a", "aac"], false),
      ("g.mp4", ["-c:a", "aac", "-movflags", "frag_keyframe+empty_moov"], false),
    ])
  func choice(name: String, arguments: [String], isFed: Bool) throws {
    let files = try MadeFiles()
    let file = try files.create(name, tone + arguments)
    let decoder = try decoder(of: file)
    #expect((decoder.edits != nil) == isFed)
    #expect((try decoder.next()?.audio.frameCount ?? 0) > 0)
  }

  @Test("Fragments after the tables are audio outside the edit list")
  func fragmentsAreContinued() throws {
    let files = try MadeFiles()
    let film = MadeFiles.filmArguments(seconds: 4)
    let file = try files.create(
      "film.mp4", film + ["-movflags", "frag_keyframe", "-use_editlist", "1"])
    let whole = try sound(of: file)
    var bytes = [UInt8](try Data(contentsOf: file))
    let mark = [UInt8]("elst".utf8)
    let places = (0..<(bytes.count - 20)).filter { Array(bytes[$0..<($0 + 4)]) == mark }
    let list = try #require(places.last)
    // The duration of the first entry, after version, flags and count: 0.9 s in units of the movie,
    // which has 1000.
    bytes.replaceSubrange((list + 12)..<(list + 16), with: [0, 0, 3, 132])
    try Data(bytes).write(to: file)
    let other = try sound(of: file)
    #expect(whole.frames >= 176_000)
    #expect(other.bytes == whole.bytes)
    #expect(other.findings.isEmpty)
  }

  @Test("A range of AAC has the same samples as the whole")
  func ranges() throws {
    let files = try MadeFiles()
    let file = try files.create("tone.m4a", tone + ["-c:a", "aac", "-aac_pns", "0"])
    let whole = try sound(of: file)
    let range = MediaTimeRange(
      start: try #require(MediaTime(value: 2, timescale: 1)), end: .positiveInfinity)
    let part = try sound(of: file, in: range)
    let rate = try #require(whole.format).sampleRate
    #expect(part.floats == Array(whole.floats[(2 * rate * 2)...]))
  }

  @Test("Missing samples are silence, and the rest keeps its position")
  func lostSamples() throws {
    let files = try MadeFiles()
    let file = try files.create("tone.m4a", tone + ["-c:a", "aac", "-aac_pns", "0"])
    let whole = try sound(of: file)
    var bytes = [UInt8](try Data(contentsOf: file))
    // The size of the 60th sample is more than the file has.
    let sizes = try #require(bytes.firstRange(of: [UInt8]("stsz".utf8))).lowerBound + 16
    bytes.replaceSubrange((sizes + 59 * 4)..<(sizes + 60 * 4), with: [0x7F, 0, 0, 0])
    try Data(bytes).write(to: file)
    let other = try sound(of: file)
    #expect(other.frames == whole.frames)
    #expect(other.findings.count >= 1)
    #expect(other.findings.first?.message.contains("missing or truncated") == true)
    #expect(other.floats.prefix(57 * 2048) == whole.floats.prefix(57 * 2048))
  }
}
