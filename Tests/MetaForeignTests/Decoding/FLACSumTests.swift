import Foundation
import TestSupport
import Testing

/// The MD5 of the audio stored in FLAC, compared with the decoded audio.
@Suite("The MD5 of FLAC")
struct FLACSumTests {
  @Test(
    "It is compared for all sample widths and in other containers",
    arguments: [
      ("16.flac", ["-sample_fmt", "s16"]), ("24.flac", ["-sample_fmt", "s32"]),
      ("16.mkv", ["-c:a", "flac", "-sample_fmt", "s16"]),
      ("24.mp4", ["-c:a", "flac", "-sample_fmt", "s32", "-strict", "-2"]),
    ])
  func compared(_ name: String, _ options: [String]) throws {
    let files = try MadeFiles()
    let source = ["-f", "lavfi", "-i", "anoisesrc=d=0.3:r=44100:a=0.5:seed=3"]
    let file = try files.create(name, source + options, plain: false)
    let right = try Program.run(Program.metatool, ["verify", "--decode", file.path])
    #expect(right.status == 0, "\(right.text)")
    #expect(right.text.contains("MD5 sums of the decoded audio: 1 of 1 match"))
    // STREAMINFO ends with the sum; it follows the rate, channels, bits and number of samples.
    var bytes = [UInt8](try Data(contentsOf: file))
    let fields: [UInt8] =
      name.hasPrefix("24") ? [0x0A, 0xC4, 0x41, 0x70] : [0x0A, 0xC4, 0x40, 0xF0]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: fields) })
    bytes[place + 8] ^= 1
    let changed = files.file("changed-" + name)
    try Data(bytes).write(to: changed)
    let wrong = try Program.run(Program.metatool, ["verify", "--decode", changed.path])
    #expect(wrong.status == 65)
    #expect(wrong.text.contains("the stored MD5 does not match the decoded audio"), "\(wrong.text)")
  }
}
