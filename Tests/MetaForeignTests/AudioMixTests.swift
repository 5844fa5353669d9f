import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Mixes of several tracks, compared with sums computed here and by ffmpeg.
@Suite("Audio mixes")
struct AudioMixTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  /// A movie with two lossless audio tracks: 3 s of 44,100 Hz stereo, and 2 s with another sample
  /// rate and number of channels.
  private func movie(_ name: String, second: [String]) throws -> URL {
    try files.create(
      name,
      [
        "-f", "lavfi", "-i",
        "aevalsrc=0.7*sin(2*PI*t*(300+90*t))|0.6*cos(2*PI*t*440):s=44100:d=3", "-f", "lavfi", "-i",
        "anoisesrc=d=2:c=pink:seed=7:r=44100:a=0.9", "-map", "0", "-map", "1", "-c:a", "alac",
      ] + second)
  }

  private func tracks(of file: URL) async throws -> [AssetTrack] {
    let tracks: [AssetTrack] = try await Asset(foreign: FilePath(file.path)).load(.tracks)
    return tracks.filter { (track: AssetTrack) in track.mediaType == .audio }
  }

  private func mix(
    _ file: URL, _ parameters: [AudioMixInputParameters], _ settings: ReadSettings?,
    in range: MediaTimeRange = .all
  ) async throws -> ReadAudio {
    var output = AssetReaderAudioMixOutput(tracks: try await tracks(of: file), settings: settings)
    output.audioMix = AudioMix(inputParameters: parameters)
    let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
    try reader.setTimeRange(range)
    return try ReadAudio(reader, output)
  }

  /// The volumes of the tests: of the first track a ramp, a time without change, a ramp from one
  /// sample to another and a last value; of the second a value and a ramp whose borders are between
  /// samples.
  private func parameters() throws -> [AudioMixInputParameters] {
    var first = AudioMixInputParameters(trackID: 1)
    try first.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1.25, timeRange: range(0, 44_100, 44_100))
    try first.setVolumeRamp(
      fromStartVolume: 0.5, toEndVolume: 0.25, timeRange: range(66_150, 70_001, 44_100))
    try first.setVolume(0.75, at: try #require(MediaTime(value: 5, timescale: 2)))
    var second = AudioMixInputParameters(trackID: 2)
    try second.setVolume(0.8, at: try #require(MediaTime(value: 1, timescale: 3)))
    try second.setVolumeRamp(
      fromStartVolume: 0.8, toEndVolume: 0, timeRange: range(1001, 1777, 1000))
    return [first, second]
  }

  private func range(_ start: Int64, _ end: Int64, _ scale: UInt32) throws -> MediaTimeRange {
    MediaTimeRange(
      start: try #require(MediaTime(value: start, timescale: scale)),
      end: try #require(MediaTime(value: end, timescale: scale)))
  }

  /// The volumes of ``parameters()`` at a time in seconds, written down from the definition.
  private func volumes(at time: Double) -> (first: Double, second: Double) {
    let first =
      switch time {
      case ..<1: 1.25 * time
      case ..<1.5: 1.25
      case ..<(70_001 / 44_100.0): 0.5 - 0.25 * (time - 1.5) / (3851 / 44_100.0)
      case ..<2.5: 0.25
      default: 0.75
      }
    let second =
      switch time {
      case ..<(1 / 3.0): 1.0
      case ..<1.001: Double(Float(0.8))
      case ..<1.777: Double(Float(0.8)) * (1.777 - time) / 0.776
      default: 0.0
      }
    return (first, second)
  }

  /// The largest distance of samples of 16 bits from the sum of two tracks with their volumes,
  /// clipped.
  private func distance(
    _ mixed: [UInt8], _ first: [Double], _ second: [Double], from start: Int = 0
  ) -> Double {
    var largest = 0.0
    let values = mixed.int16
    for (index, value) in values.enumerated() {
      let place = index + 2 * start
      let (one, other) = volumes(at: Double(place / 2) / 44_100)
      let sum =
        (place < first.count ? first[place] * one : 0)
        + (place < second.count ? second[place] * other : 0)
      largest = max(largest, abs(Double(value) - min(32767, max(-32768, sum * 32768))))
    }
    return largest
  }

  /// The samples of one track as ffmpeg has them, converted to stereo of 44,100 Hz in double
  /// precision.
  private func ffmpeg(_ file: URL, _ track: Int) throws -> [Double] {
    let output = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-v", "error", "-i", file.path, "-map", "0:a:\(track)", "-ar", "44100", "-ac", "2", "-f",
        "f64le", "-",
      ]
    ).output
    return [UInt8](output).doubles
  }

  @Test("A mix with ramps is the sum in double precision, within one unit of 16 bits")
  func sums() async throws {
    let file = try movie("same.m4a", second: ["-ac", "2"])
    let (first, second) = (try ffmpeg(file, 0), try ffmpeg(file, 1))
    let mixed = try await mix(file, try parameters(), .pcm(.int16))
    #expect(mixed.frames == 132_300)
    #expect(mixed.start == .zero)
    #expect(
      mixed.format
        == AudioFormat(pcm: .int16, sampleRate: 44_100, channels: 2, channelLayout: "stereo"))
    #expect(distance(mixed.bytes, first, second) <= 0.5000001)
    // Some of it is clipped, and without volumes more.
    #expect(mixed.bytes.int16.contains(32767))
    // A mix of a range equals that range of the whole mix, with the volumes at its times.
    let part = try await mix(
      file, try parameters(), .pcm(.int16), in: try range(30_011, 90_000, 44_100))
    #expect(difference(part.bytes.int16, mixed.bytes.int16[60_022..<180_000]) == nil)
    #expect(part.start == MediaTime(value: 30_011, timescale: 44_100))
  }

  @Test("Tracks with other rates and channels are converted as by ffmpeg")
  func rates() async throws {
    let file = try movie("other.m4a", second: ["-ar:a:1", "32000", "-ac:a:1", "1"])
    let (first, second) = (try ffmpeg(file, 0), try ffmpeg(file, 1))
    let mixed = try await mix(file, try parameters(), .pcm(.int16))
    #expect(mixed.frames == 132_300)
    #expect(distance(mixed.bytes, first, second) <= 1)
  }

  @Test(
    "Without settings, a mix has float samples at the rate of its first track and the largest channel count"
  )
  func withoutSettings() async throws {
    let file = try movie("other.m4a", second: ["-ar:a:1", "32000", "-ac:a:1", "1"])
    let mixed = try await mix(file, [], nil)
    #expect(mixed.format?.pcm == .planarFloat32)
    #expect(mixed.format?.sampleRate == 44_100)
    #expect(mixed.format?.channels == 2)
    let (first, second) = (try ffmpeg(file, 0), try ffmpeg(file, 1))
    let sums = first.indices.map { first[$0] + ($0 < second.count ? second[$0] : 0) }
    #expect(mixed.floats.count == sums.count)
    // Not clipped: the sum is larger than full scale in places.
    #expect(mixed.floats.contains { $0 > 1 })
    let largest = zip(mixed.floats, sums).map { abs(Double($0) - $1) }.max() ?? 1
    #expect(largest < 1e-6)
    let small = try await mix(file, [], .pcm(.float32, sampleRate: 8000, channels: 1))
    #expect(small.frames == 24_000)
    #expect(small.format?.channels == 1)
  }

  @Test("A track is silent before its start and after its end")
  func laterTracks() async throws {
    let plain = try movie("plain.m4a", second: ["-ac", "2"])
    // The second track begins after 500 units of the movie, which has 1000 in a second, with its
    // sample 4410.
    let file = try files.withEdits(plain, track: 1, [(500, -1), (1000, 4410)])
    let second = try ffmpeg(plain, 1)
    var silent = AudioMixInputParameters(trackID: 1)
    try silent.setVolume(0, at: .zero)
    let mixed = try await mix(file, [silent], .pcm(.int16))
    #expect(mixed.frames == 132_300)
    let values = mixed.bytes.int16
    #expect(values[..<44_100].allSatisfy { $0 == 0 })
    #expect(values[(2 * 66_150)...].allSatisfy { $0 == 0 })
    let wanted = second[(2 * 4410)..<(2 * (4410 + 44_100))].map {
      Int16(clamping: Int(($0 * 32768).rounded(.toNearestOrEven)))
    }
    #expect(difference(values[44_100..<(2 * 66_150)], wanted) == nil)
  }

  @Test(
    "Integers of every size are rounded and clipped",
    arguments: ["u8", "s24be", "s32le", "f64le"])
  func formats(name: String) async throws {
    let file = try movie("same.m4a", second: ["-ac", "2"])
    let pcm = try #require(PCMFormat(name: name))
    let mixed = try await mix(file, [], .pcm(pcm))
    let (first, second) = (try ffmpeg(file, 0), try ffmpeg(file, 1))
    let range = pcm.isFloat ? 1 : Double(1 << (pcm.bits - 1))
    let width = pcm.bytesPerSample
    #expect(mixed.bytes.count == first.count * width)
    for index in stride(from: 0, to: first.count, by: 101) {
      let bytes = mixed.bytes[(index * width)..<((index + 1) * width)]
      let number = (pcm.isBigEndian ? Array(bytes) : bytes.reversed()).reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      }
      let sum = (first[index] + (index < second.count ? second[index] : 0)) * range
      if pcm.isFloat {
        #expect(Double(bitPattern: number) == sum)
        continue
      }
      let rounded = Int64(min(range - 1, max(-range, sum)).rounded(.toNearestOrEven))
      let value = pcm.isSigned ? rounded : rounded + 128
      #expect(number == UInt64(bitPattern: value) & (1 << UInt64(pcm.bits) - 1), "\(index)")
    }
  }

  @Test("Ten minutes are mixed in buffers of a few thousand samples")
  func longMix() async throws {
    let file = try files.create(
      "long.m4a",
      [
        "-f", "lavfi", "-i", "sine=440:r=8000:d=600", "-f", "lavfi", "-i", "sine=660:r=8000:d=600",
        "-map", "0", "-map", "1", "-c:a", "alac",
      ])
    var fade = AudioMixInputParameters(trackID: 1)
    try fade.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(0, 600, 1))
    var output = AssetReaderAudioMixOutput(
      tracks: try await tracks(of: file), settings: .pcm(.int16))
    output.audioMix = AudioMix(inputParameters: [fade])
    let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
    let provider = try reader.outputProvider(for: output)
    try reader.start()
    var (frames, largest) = (0, 0)
    while let sample = try await provider.next() {
      let count = try #require(sample.audio?.frameCount)
      #expect(sample.presentationTime == MediaTime(value: Int64(frames), timescale: 8000))
      (frames, largest) = (frames + count, max(largest, count))
    }
    #expect(frames == 4_800_000)
    #expect(largest <= 8192)
    #expect(reader.status == .completed)
  }

  @Test("Mixes of no tracks, of one track twice, or of a track without audio are errors")
  func impossibleMixes() async throws {
    let file = try movie("same.m4a", second: ["-ac", "2"])
    let all = try await tracks(of: file)
    for (tracks, code) in [
      ([], MetaError.Code.invalidAttributes), ([all[0], all[0]], .invalidAttributes),
    ] {
      let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
      let provider = try reader.outputProvider(
        for: AssetReaderAudioMixOutput(tracks: tracks, settings: nil))
      try reader.start()
      do {
        _ = try provider.copyNextSampleBuffer()
        Issue.record("a mix of \(tracks.count) tracks")
      } catch {
        #expect(error.code == code)
      }
      #expect(reader.status == .failed)
    }
  }
}
