import Foundation
import TestSupport
import Testing

/// Decoders that deliver nothing for the first packet, after an empty edit.
@Suite("Audio after an empty edit")
struct HeldBackAudioTests {
  @Test("Samples held back by the decoder become silence, so that the times are exact")
  func silence() throws {
    let files = try MadeFiles()
    // The first Vorbis packet produces no samples.
    let plain = try files.create(
      "plain.mp4",
      [
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1", "-c:a", "libvorbis",
        "-strict", "-2",
      ])
    let edited = try files.withEdits(plain, track: 0, [(500, -1), (900, 0)])
    let words = ["--as", "f32le", "-o", "-"]
    let whole = try Program.run(Program.metatool, ["read", edited.path] + words).output
    #expect(whole.count == 4 * (22_050 + 39_690))
    // Without an empty edit, the audio begins with the first packet that produces samples.
    let bare = try files.withEdits(plain, track: 0, [(900, 0)])
    let media = try Program.run(Program.metatool, ["read", bare.path] + words).output
    let lines = try Program.run(Program.metatool, ["read", bare.path, "--frame-md5"]).text
    let first = try #require(
      lines.split(separator: ",").dropFirst(2).first.flatMap {
        Int($0.trimmingCharacters(in: .whitespaces))
      })
    #expect(first > 0)
    #expect(whole.prefix(4 * (22_050 + first)).allSatisfy { $0 == 0 })
    #expect(Data(media) == Data(whole.dropFirst(4 * (22_050 + first))))
  }
}
