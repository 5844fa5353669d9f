import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Numbers in damaged files that must not cause overflow or excessive memory use.
@Suite("Hostile numbers while reading media")
struct HostileReadingTests {
  /// Delivers audio at impossible positions.
  private final class OddDecoder: AudioDecoder {
    private let sounds: [DecodedAudio]
    private var index = 0
    init(_ sounds: [DecodedAudio]) { self.sounds = sounds }
    func next() throws(ParseError) -> DecodedAudio? {
      guard index < sounds.count else { return nil }
      index += 1
      return sounds[index - 1]
    }
    func seek(to time: MediaTime) throws(ParseError) { index = 0 }
    func rewind() throws(ParseError) { index = 0 }
  }

  private struct OddCodecs: CodecLibrary {
    let sounds: [DecodedAudio]
    func audioDecoder(for request: DecoderRequest) throws(ParseError) -> (any AudioDecoder)? {
      OddDecoder(sounds)
    }
    func audioConverter(to target: AudioTarget) throws(ParseError) -> (any AudioConverting)? { nil }
  }

  private static let extremes: [Int64] = [
    .min, .min + 1, -(1 << 62), -1, 0, 1, 1 << 31, 1 << 62, .max - 1, .max,
  ]

  private func sound(_ position: Int64, channels: Int = 1, count: Int = 10) -> DecodedAudio {
    let format = AudioFormat(pcm: .planarFloat32, sampleRate: 100, channels: channels)
    return DecodedAudio(AudioBuffer(silence: count, format), at: position)
  }

  @Test(arguments: extremes)
  func audioAtAnyPositionIsRead(position: Int64) throws {
    for mediaStart in Self.extremes {
      for duration in [1, 1 << 40, Int64.max] {
        let edit = TrackSegment(
          duration: MediaTime(numeric: duration, 100),
          mediaStart: MediaTime(numeric: mediaStart, 100), rate: 1)
        let timeline = Timeline([edit, edit], isUsed: true, range: .all)
        let engine = AudioEngine(
          OddDecoder([sound(position), sound(0), sound(position)]), timeline, file: nil)
        for _ in 0..<8 {
          do throws(MetaError) {
            guard try engine.next() != nil else { break }
          } catch {
            #expect(error.code == .limitExceeded)
            break
          }
        }
      }
    }
  }

  @Test func silenceHasALimit() throws {
    let day = TrackSegment(duration: MediaTime(numeric: 86_400 * 1000, 1), mediaStart: nil, rate: 1)
    let start = TrackSegment(duration: MediaTime(numeric: 1, 1), mediaStart: .zero, rate: 1)
    let hour = TrackSegment(duration: MediaTime(numeric: 3600, 1), mediaStart: nil, rate: 1)
    let format = AudioFormat(pcm: .planarFloat32, sampleRate: 48_000, channels: 2)
    let audio = DecodedAudio(AudioBuffer(silence: 1000, format), at: 0)
    for (empty, isRefused) in [(hour, false), (day, true)] {
      let timeline = Timeline([empty, start], isUsed: true, range: .all)
      let engine = AudioEngine(OddDecoder([audio]), timeline, file: nil)
      do throws(MetaError) {
        let first = try engine.next()
        #expect(first?.audio?.frameCount == 1 << 16)
        #expect(!isRefused)
      } catch {
        #expect(isRefused && error.code == .limitExceeded)
      }
    }
  }

  private func waveform(
    _ sounds: [DecodedAudio], duration: UInt64, bins: Int, splitsChannels: Bool = true
  ) throws -> WaveformData {
    var movie = TestMovie(samples: [.init(bytes: [1])])
    movie.handler = "soun"
    movie.duration = duration
    let reader = try WaveformReader(
      asset: Asset(source: DataSource(movie.bytes)), track: nil, resolution: .bins(bins),
      splitsChannels: splitsChannels, codecs: MediaCodecs([OddCodecs(sounds: sounds)]))
    let parts = try (0..<reader.segments).map { try reader.read(segment: $0) }
    return reader.joined(parts)
  }

  @Test(arguments: [1, 1 << 32, UInt64(Int64.max) - 1, .max])
  func waveformsOfAnyLengthAreRead(duration: UInt64) throws {
    for bins in [1, 1800, .max] {
      let waveform = try waveform([sound(0), sound(10)], duration: duration, bins: bins)
      #expect(waveform.sampleCount <= 20)
    }
  }

  @Test("Channels that start or end within the audio are silent elsewhere")
  func channelsHaveOneLength() throws {
    for (first, second) in [(2, 1), (1, 2), (3, 2)] {
      let sounds = [sound(0, channels: first, count: 25), sound(25, channels: second, count: 25)]
      let waveform = try waveform(sounds, duration: 50, bins: 10)
      #expect(waveform.channels.map(\.count) == [Int](repeating: 10, count: max(first, second)))
      let bytes = WaveformFile.data(of: waveform, bits: 16)
      #expect(bytes.count == 24 + 10 * 2 * 2 * max(first, second))
      #expect(try WaveformFile.read(bytes).length == 10)
    }
  }
}

/// Inputs found by fuzzing of media, and the fuzz targets on valid files.
@Suite("Fuzzed media")
struct FuzzedMediaTests {
  @Test func formerCrashersStayFixed() throws {
    for input in try Repository.fuzzCorpus("samples") { #expect(FuzzedMedia.samples(input) == []) }
    for input in try Repository.fuzzCorpus("waveforms") {
      #expect(FuzzedMedia.waveform(input) == [])
    }
    for input in try Repository.fuzzCorpus("images") { #expect(FuzzedMedia.image(input) == []) }
  }

  @Test(arguments: ["plain.m4a", "plain.wav", "plain.aiff", "plain.mp3", "old-quicktime.mov"])
  func samplesKeepTheirPromises(name: String) throws {
    #expect(FuzzedMedia.samples(try Repository.bytes(of: name)) == [])
  }

  // MARK: Mutations

  private static let numbers: [[UInt8]] = [
    [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF],
    [0x80, 0, 0, 0], [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0x80, 0xBB],
  ]

  private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) where bytes.count > 8 {
      let place = Int.random(in: 0..<(bytes.count - 8), using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random) / 4)
      default:
        let number = numbers.randomElement(using: &random) ?? []
        bytes.replaceSubrange(place..<(place + number.count), with: number)
      }
    }
    return bytes
  }

  @Test(arguments: [
    "plain.m4a", "plain.wav", "plain.aiff", "old-quicktime.mov", "fragmented-sidx.mp4",
  ])
  func changedSamplesKeepTheirPromises(name: String) throws {
    let bytes = try Repository.bytes(of: name)
    var random = SeededGenerator(seed: UInt64(bytes.count))
    for _ in 0..<(Repository.runsEverything ? 1000 : 25) {
      #expect(FuzzedMedia.samples(Self.mutated(bytes, &random)) == [])
    }
  }

  @Test("Waveform and image files", arguments: ["waveforms", "images"])
  func changedFilesKeepTheirPromises(target: String) throws {
    let scratch = try Scratch()
    let generator = try Program.run(
      Repository.root.appending(path: "Scripts/fuzz-drawings"), [target, scratch.folder.path])
    #expect(generator.status == 0, "\(generator.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    var random = SeededGenerator(seed: 19)
    #expect(names.count >= 10)
    for name in names {
      let bytes = [UInt8](try Data(contentsOf: scratch.file(name)))
      for change in 0..<(Repository.runsEverything ? 2000 : 40) {
        let input = change == 0 ? bytes : Self.mutated(bytes, &random)
        let broken = target == "images" ? FuzzedMedia.image(input) : FuzzedMedia.waveform(input)
        #expect(broken == [], "\(name)")
      }
    }
  }
}
