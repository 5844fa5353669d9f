import Foundation
import MetaCore
import MetaForeign
import TestSupport
import Testing

/// The loudness meter, with signals whose loudness is given in ITU-R BS.1770-4.
@Suite("Loudness")
struct LoudnessTests {
  /// A sine of 997 Hz at full scale in some channels of a layout.
  private func sine(
    in loud: Set<Int>, of channels: Int, layout: String? = nil, rate: Int = 48_000,
    seconds: Double = 2
  ) throws -> AudioBuffer {
    let count = Int(seconds * Double(rate))
    let format = AudioFormat(
      pcm: .planarFloat32, sampleRate: rate, channels: channels, channelLayout: layout)
    let wave = (0..<count).map { Float(sin(2 * Double.pi * 997 * Double($0) / Double(rate))) }
    let (audible, silence) = (LoudnessTests.bytes(wave), [UInt8](repeating: 0, count: count * 4))
    return try AudioBuffer(
      format, bytes: (0..<channels).map { loud.contains($0) ? audible : silence })
  }

  private static func bytes(_ samples: [Float]) -> [UInt8] {
    samples.flatMap { sample in
      (0..<4).map { UInt8(truncatingIfNeeded: sample.bitPattern >> UInt32(8 * $0)) }
    }
  }

  private func measure(_ pieces: [AudioBuffer]) throws -> Loudness {
    var meter = LoudnessMeter()
    for piece in pieces { try meter.add(piece) }
    return try meter.finish()
  }

  /// BS.1770-4, annex 1: a sine of 997 Hz at full scale in the left, centre or right channel is
  /// -3.01 LUFS; surround channels count 1.41 times.
  @Test(arguments: [
    (["left"], 1, "mono", -3.01), (["left"], 2, "stereo", -3.01),
    (["left", "right"], 2, "stereo", 0), (["centre"], 6, "5.1", -3.01),
    (["surround"], 6, "5.1", -1.52), (["surround"], 6, "5.1(side)", -1.52),
  ])
  func sines(names: [String], channels: Int, layout: String, expected: Double) throws {
    let places = ["left": 0, "right": 1, "centre": 2, "surround": 4]
    for rate in [44_100, 48_000, 96_000] {
      let audio = try sine(
        in: Set(names.compactMap { places[$0] }), of: channels, layout: layout, rate: rate)
      let loudness = try measure([audio])
      #expect(abs(try #require(loudness.integrated) - expected) < 0.05, "\(layout) \(rate)")
      #expect(abs(try #require(loudness.truePeak) - 1) < 0.02)
      #expect(loudness.samplePeak <= 1 && loudness.samplePeak > 0.99)
    }
  }

  /// libswresample mirrors its buffered samples at the end of the audio.
  @Test(arguments: 0..<8) func anAbruptEndAddsNoPeak(phase: Int) throws {
    let format = AudioFormat(pcm: .planarFloat32, sampleRate: 32_000, channels: 1)
    // Near half of the sampling rate, as at the end of an MP1 file whose peak was 3 dB too high.
    let wave = (0..<(16_000 + phase)).map { index in
      Float(min(1, Double(index) / 8000) * 0.1 * sin(0.47 * 2 * Double.pi * Double(index)))
    }
    let audio = try AudioBuffer(format, bytes: [LoudnessTests.bytes(wave)])
    let peak = try #require(measure([audio]).truePeak)
    #expect(peak > 0.099 && peak < 0.11)
  }

  @Test func lowFrequenciesHavePeaksButNoLoudness() throws {
    let loudness = try measure([try sine(in: [3], of: 6, layout: "5.1")])
    #expect(loudness.integrated == nil)
    #expect(loudness.samplePeak > 0.99)
  }

  @Test func piecesMeasureLikeTheWhole() throws {
    let whole = try sine(in: [0, 1], of: 2, seconds: 4)
    var (pieces, start) = ([AudioBuffer](), 0)
    while start < whole.frameCount {
      let size = 1 + (start * 7 + 13) % 9001
      pieces.append(whole[start..<(start + size)])
      start += size
    }
    let (one, other) = (try measure([whole]), try measure(pieces))
    #expect(one.integrated == other.integrated)
    #expect(one.range == other.range && one.range != nil)
    #expect(one.duration - other.duration < 1e-9)
  }

  @Test func otherFormatsFollowAndNumbersThatAreNotFiniteAreSilent() throws {
    let format = AudioFormat(pcm: .planarFloat32, sampleRate: 48_000, channels: 1)
    let broken = try AudioBuffer(
      format, bytes: [LoudnessTests.bytes([Float](repeating: .nan, count: 4800))])
    let first = try sine(in: [0], of: 1)
    let second = try sine(in: [0, 1], of: 2, rate: 44_100)
    let loudness = try measure([first, broken, first, second])
    let integrated = try #require(loudness.integrated)
    #expect(integrated > -3.1 && integrated < 0)
    #expect(loudness.samplePeak <= 1)
  }

  @Test func shortAudioHasNoLoudnessAndAlbumsAreGatedTogether() throws {
    #expect(try measure([try sine(in: [0], of: 1, seconds: 0.39)]).integrated == nil)
    #expect(try measure([]).integrated == nil)
    let short = try measure([try sine(in: [0], of: 1, seconds: 0.5)])
    #expect(short.integrated != nil && short.range == nil)
    let loud = try measure([try sine(in: [0, 1], of: 2)])
    let joined = try #require(Loudness.integrated(of: [short, loud]))
    #expect(joined < (loud.integrated ?? 0) && joined > (short.integrated ?? 0))
    #expect(Loudness.integrated(of: []) == nil)
  }

  @Test func assetsAreMeasured() async throws {
    let loudness = try await Asset(Repository.sample("podcast.m4a").path).loudness()
    #expect(loudness.duration > 0.9)
    #expect(loudness.truePeak != nil)
    await #expect(throws: MetaError.self) { try await Asset("missing.m4a").loudness() }
  }
}
