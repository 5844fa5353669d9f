import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Audio of compositions, compared with the samples of their assets.
@Suite("Compositions")
struct CompositionTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  /// Lossless mono audio without repetition, with its track and samples.
  private func clip(
    _ name: String, rate: Int, seconds: Double, seed: Int, channels: Int = 1
  ) async throws -> Clip {
    let file = try files.create(
      name,
      [
        "-f", "lavfi", "-i", "anoisesrc=d=\(seconds):r=\(rate):seed=\(seed):a=0.5", "-ac",
        "\(channels)", "-sample_fmt", "s16\(name.hasSuffix("m4a") ? "p" : "")",
      ] + (name.hasSuffix("m4a") ? ["-c:a", "alac"] : []))
    let asset = Asset(foreign: FilePath(file.path))
    let track = try #require(try await asset.load(.tracks).first)
    let reader = AssetReader(asset: asset, codecs: codecs)
    let audio = try ReadAudio(
      reader, AssetReaderTrackOutput(track: track, settings: .pcm(.int16)))
    return Clip(asset: asset, track: track, samples: audio.bytes.int16)
  }

  private struct Clip {
    let asset: Asset
    let track: AssetTrack
    let samples: [Int16]
  }

  private func range(_ start: Int64, _ end: Int64, _ scale: UInt32) -> MediaTimeRange {
    MediaTimeRange(start: time(start, scale), end: time(end, scale))
  }

  private func time(_ value: Int64, _ scale: UInt32) -> MediaTime {
    MediaTime(value: value, timescale: scale) ?? .invalid
  }

  private func read(
    _ composition: Composition, _ settings: ReadSettings = .pcm(.int16),
    in range: MediaTimeRange = .all
  ) throws -> ReadAudio {
    let reader = AssetReader(composition: composition, codecs: codecs)
    try reader.setTimeRange(range)
    let track = try #require(composition.tracks.first)
    return try ReadAudio(
      reader, AssetReaderTrackOutput(track: track.assetTrack, settings: settings))
  }

  private func silence(_ count: Int) -> [Int16] { [Int16](repeating: 0, count: count) }

  @Test("Segments of several assets follow each other, exact to the sample")
  func segments() async throws {
    let one = try await clip("one.m4a", rate: 44_100, seconds: 3, seed: 1)
    let two = try await clip("two.wav", rate: 44_100, seconds: 2, seed: 2)
    var composition = Composition()
    let id = try composition.addTrack(.audio)
    try composition.insertTimeRange(
      range(10_000, 60_000, 44_100), of: one.track, from: one.asset, into: id)
    try composition.insertTimeRange(
      range(5, 44_105, 44_100), of: two.track, from: two.asset, into: id)
    // In the middle of the first segment, from milliseconds.
    try composition.insertTimeRange(
      range(333, 777, 1000), of: one.track, from: one.asset, at: time(1, 2), into: id)
    let wanted = Array(
      one.samples[10_000..<32_050] + one.samples[14_685..<34_266] + one.samples[32_050..<60_000]
        + two.samples[5..<44_105])
    let audio = try read(composition)
    // 333 ms are 14,685.3 samples: borders are rounded on both timelines.
    let count = 22_050 + 19_580 + 27_950 + 44_100
    #expect(abs(audio.frames - count) <= 1)
    #expect(abs(wanted.count - audio.frames) <= 1)
    #expect(difference(audio.bytes.int16[..<41_630], wanted[..<41_630]) == nil)
    #expect(difference(audio.bytes.int16.suffix(44_100), two.samples[5..<44_105]) == nil)
    #expect(
      difference(audio.bytes.int16.dropLast(44_100).suffix(27_900), one.samples[32_100..<60_000])
        == nil)
    #expect(abs(composition.duration.seconds - Double(50_000 + 44_100) / 44_100 - 0.444) < 1e-9)
  }

  @Test("Removing a range, or inserting an empty one, shifts what follows")
  func edits() async throws {
    let one = try await clip("one.m4a", rate: 8000, seconds: 3, seed: 3)
    var composition = Composition()
    let id = try composition.addTrack(.audio)
    try composition.insertTimeRange(
      range(0, 24_000, 8000), of: one.track, from: one.asset, into: id)
    try composition.removeTimeRange(range(1, 2, 1), from: id)
    #expect(composition.duration == time(2, 1))
    #expect(
      difference(try read(composition).bytes.int16, one.samples[..<8000] + one.samples[16_000...])
        == nil)
    try composition.insertEmptyTimeRange(range(1, 3, 2), into: id)
    #expect(composition.tracks[0].segments.map(\.isEmpty) == [false, true, false, false])
    let wanted =
      Array(one.samples[..<4000]) + silence(8000) + one.samples[4000..<8000]
      + one.samples[16_000...]
    #expect(difference(try read(composition).bytes.int16, wanted) == nil)
    // Over borders of segments.
    try composition.removeTimeRange(range(3, 5, 4))
    #expect(
      difference(try read(composition).bytes.int16, wanted[..<6000] + wanted[10_000...]) == nil)
    // After the end, and a gap up to what is inserted.
    try composition.removeTimeRange(range(9, 10, 1))
    try composition.insertTimeRange(
      range(0, 1000, 8000), of: one.track, from: one.asset, at: time(3, 1), into: id)
    let longer = Array(wanted[..<6000] + wanted[10_000...]) + silence(4000) + one.samples[..<1000]
    #expect(difference(try read(composition).bytes.int16, longer) == nil)
    let part = try read(composition, in: range(4001, 23_000, 8000))
    #expect(part.bytes.int16 == Array(longer[4001..<23_000]))
    #expect(part.start == time(4001, 8000))
    #expect(difference(try read(composition, .decoded).bytes.int16, longer) == nil)
  }

  @Test("Segments with other rates and channels are converted, each to its exact length")
  func conversions() async throws {
    let one = try await clip("one.wav", rate: 8000, seconds: 2, seed: 4)
    let two = try await clip("two.m4a", rate: 44_100, seconds: 2, seed: 5, channels: 2)
    var composition = Composition()
    let id = try composition.addTrack(.audio)
    for index in 0..<5 {
      try composition.insertTimeRange(
        range(1000, 4000, 8000), of: one.track, from: one.asset, into: id)
      try composition.insertTimeRange(
        range(Int64(index), 10_000, 44_100), of: two.track, from: two.asset, into: id)
    }
    let audio = try read(composition)
    #expect(audio.format?.sampleRate == 8000)
    #expect(audio.format?.channels == 1)
    let exact = composition.duration.seconds * 8000
    #expect(audio.frames == Int(exact.rounded()))
    // The samples of the first asset are where its segments are.
    for segment in composition.tracks[0].segments where segment.source?.asset === one.asset {
      let start = Int((segment.timeRange.start.seconds * 8000).rounded())
      let end = Int((segment.timeRange.end.seconds * 8000).rounded())
      let count = min(3000, end - start)
      #expect(
        difference(audio.bytes.int16[start..<(start + count)], one.samples[1000..<(1000 + count)])
          == nil)
    }
    let wide = try read(composition, .pcm(.int16, sampleRate: 44_100, channels: 2))
    #expect(wide.frames == Int((composition.duration.seconds * 44_100).rounded()))
    let start = 16_538
    #expect(
      difference(wide.bytes.int16[(2 * start)..<(2 * (start + 9000))], two.samples[..<18_000])
        == nil)
  }

  @Test("A mix adds tracks of a composition")
  func mixes() async throws {
    let one = try await clip("one.wav", rate: 8000, seconds: 2, seed: 6)
    let two = try await clip("two.m4a", rate: 8000, seconds: 2, seed: 7)
    var composition = Composition()
    let first = try composition.addTrack(.audio, preferredTrackID: 7)
    let second = try composition.addTrack(.audio)
    try composition.insertTimeRange(range(0, 1, 1), of: one.track, from: one.asset, into: first)
    try composition.insertTimeRange(range(1, 2, 1), of: two.track, from: two.asset, into: first)
    try composition.insertTimeRange(
      range(0, 2, 1), of: two.track, from: two.asset, at: time(1, 2), into: second)
    var fade = AudioMixInputParameters(trackID: first)
    try fade.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(0, 2, 1))
    var output = AssetReaderAudioMixOutput(
      tracks: composition.tracks.map(\.assetTrack), settings: .pcm(.int16))
    output.audioMix = AudioMix(inputParameters: [fade])
    let audio = try ReadAudio(AssetReader(composition: composition, codecs: codecs), output)
    #expect(audio.frames == 20_000)
    for (index, value) in audio.bytes.int16.enumerated() {
      let left =
        index < 8000 ? Int(one.samples[index]) : index < 16_000 ? Int(two.samples[index]) : 0
      let right = index >= 4000 ? Int(two.samples[index - 4000]) : 0
      let sum = Double(left) * (1 - Double(index) / 16_000) + Double(right)
      #expect(abs(Double(value) - min(32767, max(-32768, sum))) <= 0.5000001, "\(index)")
    }
  }

  @Test("Impossible ranges, times and tracks are errors, and change nothing")
  func errors() async throws {
    let one = try await clip("one.wav", rate: 8000, seconds: 2, seed: 8)
    var composition = Composition()
    let id = try composition.addTrack(.audio)
    let film = try composition.addTrack(.video)
    #expect(film == 2)
    let source = composition
    func insert(_ range: MediaTimeRange, at time: MediaTime? = nil, into id: UInt32) -> MetaError
      .Code?
    {
      do throws(MetaError) {
        try composition.insertTimeRange(range, of: one.track, from: one.asset, at: time, into: id)
        return nil
      } catch { return error.code }
    }
    #expect(insert(range(0, 3, 1), into: id) == .invalidAttributes)
    #expect(insert(range(1, 1, 1), into: id) == .invalidAttributes)
    #expect(insert(range(-1, 1, 1), into: id) == .invalidAttributes)
    #expect(insert(.all, into: id) == .invalidAttributes)
    #expect(insert(.invalid, into: id) == .invalidAttributes)
    #expect(insert(range(0, 1, 1), at: time(-1, 1), into: id) == .invalidAttributes)
    #expect(insert(range(0, 1, 1), at: .positiveInfinity, into: id) == .invalidAttributes)
    #expect(insert(range(0, 1, 1), into: film) == .invalidAttributes)
    #expect(insert(range(0, 1, 1), into: 9) == .notAvailable)
    #expect(throws: MetaError.self) { try composition.addTrack(.audio, preferredTrackID: 1) }
    #expect(throws: MetaError.self) { try composition.addTrack(.audio, preferredTrackID: 0) }
    #expect(throws: MetaError.self) { try composition.removeTimeRange(range(2, 1, 1)) }
    #expect(throws: MetaError.self) { try composition.insertEmptyTimeRange(.all, into: id) }
    #expect(throws: MetaError.self) { try composition.removeTimeRange(range(0, 1, 1), from: 5) }
    #expect(composition.tracks.map(\.segments.count) == source.tracks.map(\.segments.count))
    #expect(insert(range(0, 1, 1), into: id) == nil)
    // A file that no longer exists is an error of the reader.
    let gone = Asset(foreign: FilePath(files.file("gone.wav").path))
    var other = Composition()
    try other.addTrack(.audio)
    try other.insertTimeRange(range(0, 1, 1), of: one.track, from: gone, into: 1)
    let reader = AssetReader(composition: other, codecs: codecs)
    let provider = try reader.outputProvider(
      for: AssetReaderTrackOutput(track: other.tracks[0].assetTrack, settings: .decoded))
    try reader.start()
    #expect(throws: MetaError.self) { try provider.copyNextSampleBuffer() }
    #expect(reader.error?.code == .notReadable)
  }
}
