import TestSupport
import Testing

@testable import MetaCore

@Suite("Audio in memory")
struct AudioBufferTests {
  @Test(
    "Formats have FFmpeg's names",
    arguments: ["u8", "s8", "s16le", "s16be", "s24le", "s32be", "f32le", "f64be", "f32lep", "u8p"])
  func names(name: String) throws {
    #expect(try #require(PCMFormat(name: name)).name == name)
  }

  @Test(
    "Unknown names are refused",
    arguments: [
      "", "p", "s", "s16", "16le", "x16le", "s12le", "f16le", "u8le", "f32", "s-8",
      "s99999999999999999999le",
    ])
  func noNames(name: String) {
    #expect(PCMFormat(name: name) == nil)
  }

  @Test(
    "Samples are fractions of full scale, whatever their format",
    arguments: [
      ("s16le", [0x00, 0x40, 0x00, 0x80]), ("s16be", [0x40, 0x00, 0x80, 0x00]),
      ("u8", [0xC0, 0x00]), ("s8", [0x40, 0x80]), ("s24le", [0, 0, 0x40, 0, 0, 0x80]),
      ("f32le", [0, 0, 0, 0x3F, 0, 0, 0x80, 0xBF]),
      ("f64be", [0x3F, 0xE0, 0, 0, 0, 0, 0, 0, 0xBF, 0xF0, 0, 0, 0, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func values(name: String, bytes: [UInt8]) throws {
    let format = AudioFormat(
      pcm: try #require(PCMFormat(name: name)), sampleRate: 8000, channels: 1)
    let buffer = try AudioBuffer(format, bytes: [bytes])
    let samples = buffer.withSamples(ofChannel: 0) { span in span.indices.map { span[$0] } }
    #expect(samples == [0.5, -1])
  }

  @Test("Parts, channels and interleaving")
  func parts() throws {
    let planar = AudioFormat(
      pcm: try #require(PCMFormat(name: "s16lep")), sampleRate: 8000, channels: 2)
    let buffer = try AudioBuffer(planar, bytes: [[1, 0, 2, 0, 3, 0], [4, 0, 5, 0, 6, 0]])
    #expect(buffer.frameCount == 3)
    #expect(buffer.interleavedBytes() == [1, 0, 4, 0, 2, 0, 5, 0, 3, 0, 6, 0])
    let part = buffer[1..<9]
    #expect(part.frameCount == 2)
    #expect(part.copyBytes() == [2, 0, 3, 0, 5, 0, 6, 0])
    #expect(part[1..<2].interleavedBytes() == [3, 0, 6, 0])
    #expect(buffer.withSamples(ofChannel: 2) { $0.count } == 0)
    #expect(buffer.mixedSamples() == [2.5, 3.5, 4.5].map { $0 / 32768 })
  }

  @Test("Incomplete frames are refused")
  func wrongBytes() {
    let format = AudioFormat(pcm: .int16, sampleRate: 8000, channels: 2)
    for planes in [[], [[]], [[1]], [[1, 2, 3]], [[1, 2], [3, 4]]] as [[[UInt8]]] {
      if planes == [[]] { continue }
      #expect(throws: MetaError.self) { try AudioBuffer(format, bytes: planes) }
    }
    let none = AudioFormat(pcm: .int16, sampleRate: 8000, channels: 0)
    #expect(throws: MetaError.self) { try AudioBuffer(none, bytes: [[]]) }
  }

  @Test("Silence of unsigned samples is the mid-point")
  func silence() {
    let format = AudioFormat(
      pcm: PCMFormat(bits: 8, isSigned: false), sampleRate: 8000, channels: 2)
    #expect(AudioBuffer(silence: 2, format).copyBytes() == [0x80, 0x80, 0x80, 0x80])
  }
}
