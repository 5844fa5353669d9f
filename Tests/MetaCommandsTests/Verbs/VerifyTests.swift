import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The check of a file, and the comparison of the media of two.
@Suite struct VerifyTests {
  @Test func layoutDoesNotChangeTheDigest() throws {
    let result = try Program.metatool(
      "verify", "Samples/moov-first.mp4", "--against", "Samples/moov-last.mp4")
    #expect(result.status == 0)
    #expect(result.text.contains("the media is identical\n"))
    #expect(result.text.contains("the structure is sound\n"))
  }

  @Test func oneChangedMediaByteExitsWith1() throws {
    let scratch = try Scratch()
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    bytes[bytes.count - 20] ^= 1
    try Data(bytes).write(to: scratch.file("a.mp4"))
    let result = try Program.metatool(
      "verify", scratch.file("a.mp4").path, "--against", "Samples/moov-first.mp4", "--format",
      "json")
    #expect(result.status == 1)
    let json = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    #expect(json?["same"] as? Bool == false)
    #expect((json?["differences"] as? [String])?.count == 1)
  }

  @Test(arguments: [["verify"], ["art", "list"]], ["text", "json"])
  func severalThreadsGiveTheSameResults(verb: [String], format: String) throws {
    let words = verb + ["-r", "Samples", "none.mp3", "--format", format]
    let one = try Program.run(Program.metatool, words)
    let several = try Program.run(Program.metatool, words + ["-j", "4"])
    #expect(one.output == several.output)
    #expect(one.errors == several.errors)
    #expect(several.status == 1)
  }

  @Test func truncatedMediaExitsWith65() throws {
    let scratch = try Scratch()
    let bytes = try Repository.bytes(of: "moov-first.mp4")
    try Data(bytes.dropLast(100)).write(to: scratch.file("a.mp4"))
    let result = try Program.metatool("verify", scratch.file("a.mp4").path)
    #expect(result.status == 65)
    #expect(result.text.contains("extends past the end of the file"))
  }

  @Test func tableWithMissingSizesIsDamage() throws {
    let scratch = try Scratch()
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "stsz".utf8) })
    bytes[table + 12] = 1
    try Data(bytes).write(to: scratch.file("a.mp4"))
    let result = try Program.metatool("verify", scratch.file("a.mp4").path)
    #expect(result.status == 65)
    #expect(result.text.contains("moov/trak/mdia/minf/stbl/stsz"))
    #expect(result.text.contains("sizes"))
  }

  @Test func editFailsIfMediaCannotBeRead() throws {
    let scratch = try Scratch()
    var bytes = try Repository.bytes(of: "moov-first.mp4")
    let table = try #require(bytes.indices.first { bytes[$0...].starts(with: "stsz".utf8) })
    // A size table with the wrong type has an unknown field width.
    bytes.replaceSubrange(table..<(table + 4), with: "stz2".utf8)
    try Data(bytes).write(to: scratch.file("a.mp4"))
    let result = try Program.metatool("set", scratch.file("a.mp4").path, "title=x", "--verify")
    #expect(result.status == 3)
    #expect(result.errors.contains("its media cannot be read"))
    #expect(try Data(contentsOf: scratch.file("a.mp4")) == Data(bytes))
  }

  @Test func tagsAreNotMedia() throws {
    let result = try Program.metatool(
      "verify", "Samples/id3v23-everything.mp3", "--against", "Samples/id3v24-everything.mp3")
    #expect(result.text.contains("the media is identical\n"))
  }
}
