import Foundation
import TestSupport
import Testing

/// Files at URLs of a server on this machine.
@Suite(.serialized, .enabled(if: Program.find("python3") != nil, "python3 is not here"))
final class WebTests {
  private let scratch: Scratch
  private let server: RangeServer

  init() throws {
    scratch = try Scratch()
    server = try RangeServer(scratch.folder)
  }

  @Test(arguments: ["song-itunes.m4a", "plain.mp3", "moov-last.mp4", "tag.id3", "plain.wav"])
  func fileIsReadAsFromDisk(sample: String) throws {
    _ = try scratch.copy(sample)
    let local = try Program.metatool("dump", scratch.file(sample).path)
    let remote = try Program.metatool("dump", address(sample))
    #expect(remote.status == 0)
    #expect(!remote.text.contains("\"modified\""))
    // Only a local file has a modification date.
    let shared = local.text.replacing(/\n    "modified": "[^"]*",/, with: "")
    #expect(shared != local.text)
    #expect(
      remote.text.replacing(address(sample), with: "")
        == shared.replacing(scratch.file(sample).path, with: ""))
  }

  @Test func fieldsAndPicturesArePresent() throws {
    let name = try scratch.copy("song-itunes.m4a")
    let title = try Program.metatool("get", address(name), "title")
    #expect(title.text == (try Program.metatool("get", scratch.file(name).path, "title").text))
    let list = try Program.metatool("art", "list", address(name))
    #expect(list.status == 0)
    let picture = try Program.metatool("art", "extract", address(name), "--index", "0", "-o", "-")
    let local = try Program.metatool(
      "art", "extract", scratch.file(name).path, "--index", "0", "-o", "-")
    #expect(picture.status == 0)
    #expect(picture.output == local.output)
    #expect(!picture.output.isEmpty)
  }

  @Test(arguments: [true, false])
  func oneGigabyteFileIsReadCheaply(isFirst: Bool) throws {
    let sample = isFirst ? "moov-first.mp4" : "moov-last.mp4"
    let file = scratch.file("large.mp4")
    try large(sample, to: file)
    let before = try count()
    let result = try Program.metatool("dump", address("large.mp4"))
    #expect(result.status == 0)
    #expect(result.text.contains("\"mp4\""))
    let after = try count()
    #expect(after.bytes - before.bytes < 1 << 20)
    #expect(after.requests - before.requests < 20)
  }

  @Test func foreignFilesAreReadFromTheWeb() throws {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    _ = try Program.run(
      ffmpeg,
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", "-metadata", "title=Blue",
        scratch.file("tone.mka").path,
      ])
    let title = try Program.metatool("get", address("tone.mka"), "title")
    #expect(title.text == "Blue\n")
  }

  @Test func missingFilesAreReported() throws {
    let missing = try Program.metatool("dump", address("none.mp4"))
    #expect(missing.status == 66)
    #expect(missing.errors.contains("404"))
    let nobody = try Program.metatool("get", "http://127.0.0.1:1/a.mp3", "title")
    #expect(nobody.status == 66)
    #expect(nobody.errors.contains("refused"))
  }

  // MARK: Steps

  private func address(_ name: String) -> String { "http://127.0.0.1:\(server.port)/\(name)" }

  private func count() throws -> (bytes: Int, requests: Int) {
    let text = try server.text("count")
    let numbers = text.split(separator: " ").compactMap { Int($0) }
    return (try #require(numbers.first), try #require(numbers.last))
  }

  /// A sample with a gigabyte of padding after its `ftyp`, or at the end if its metadata are at the
  /// start.
  private func large(_ sample: String, to file: URL) throws {
    let bytes = try Data(contentsOf: Repository.sample(sample))
    let size: UInt64 = 1 << 30
    let digits = (0..<8).reversed().map { UInt8(truncatingIfNeeded: size >> (8 * UInt64($0))) }
    let head = Data([0, 0, 0, 1]) + Data("free".utf8) + Data(digits)
    let start = sample == "moov-first.mp4" ? bytes.count : Int(bytes[3])
    try (bytes.prefix(start) + head).write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(start) + size)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes.dropFirst(start))
    try handle.close()
  }
}
