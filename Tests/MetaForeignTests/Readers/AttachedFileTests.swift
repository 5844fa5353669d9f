import Foundation
import TestSupport
import Testing

@testable import MetaForeign

/// Data that libavformat omits or misinterprets, and that is read or refused here.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct AttachedFileTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  @Test func attachedFilesHaveTheirIDs() throws {
    let notes = files.file("notes.txt")
    try Data("Between stations".utf8).write(to: notes)
    let cover = try files.picture("cover.png")
    let film = try files.create(
      "film.mkv",
      MadeFiles.filmArguments(seconds: 0.2) + [
        "-attach", notes.path, "-metadata:s:t:0", "mimetype=text/plain", "-attach", cover.path,
        "-metadata:s:t:1", "mimetype=image/png",
      ])
    let bytes = [UInt8](try Data(contentsOf: film))
    // FileUID with eight bytes (RFC 9559 §5.1.6.1.4).
    let ids = bytes.indices.filter { bytes[$0...].starts(with: [0x46, 0xAE, 0x88]) }
      .map { place in bytes[(place + 3)..<(place + 11)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    #expect(ids.count == 2)
    let dump = String(decoding: try files.run(["dump", film.path]).output, as: UTF8.self)
    for id in ids { #expect(dump.contains("\"fileUID\": \(id)"), "\(dump)") }
  }

  /// In an export to Matroska, attached files stay attached: players do not find them in tags.
  @Test(arguments: [
    ([], ["font.ttf", "front.png"]), (["artwork=@new.png"], ["cover.png", "font.ttf"]),
  ])
  func exportsKeepAttachedFiles(edits: [String], names: [String]) throws {
    let font = Data("A font".utf8) + Data((0..<3000).map { UInt8(truncatingIfNeeded: $0) })
    try font.write(to: files.file("font.ttf"))
    _ = try (files.picture("front.png"), files.picture("new.png"))
    let film = try files.create(
      "film.mkv",
      MadeFiles.filmArguments(seconds: 0.2) + [
        "-attach", files.file("font.ttf").path, "-metadata:s:t:0", "mimetype=font/ttf",
        "-attach", files.file("front.png").path, "-metadata:s:t:1", "mimetype=image/png",
      ])
    let copy = files.file("copy.mkv")
    #expect(try files.losses(["export", film.path, copy.path] + edits) == [])
    #expect(try attachedNames(copy) == names)
    let bytes = try Data(contentsOf: copy)
    let place = try #require(bytes.range(of: font))
    #expect(bytes[place.upperBound...].range(of: font) == nil)
  }

  /// Values that readers leave in the file: binary tags above 256 bytes, strings above 16 MiB.
  @Test(arguments: [(TagForm.binary, 300), (.string, 300), (.string, 17 << 20)])
  func exportsKeepLargeTags(form: TagForm, count: Int) throws {
    let metadata = files.file("metadata.txt")
    let value = Data(repeating: UInt8(ascii: "x"), count: count)
    try (Data(";FFMETADATA1\nMOOD=".utf8) + value + Data("\n".utf8)).write(to: metadata)
    let film = try files.create(
      "film.mka",
      ["-i", metadata.path, "-f", "lavfi", "-i", "sine=duration=0.2", "-map_metadata", "0"])
    var bytes = try Data(contentsOf: film)
    let place = try #require(bytes.range(of: Data("MOOD".utf8) + TagForm.string.id))
    bytes.replaceSubrange(place.lowerBound + 4..<place.upperBound, with: form.id)
    try bytes.write(to: film)
    let copy = files.file("copy.mka")
    #expect(try files.losses(["export", film.path, copy.path]) == [])
    let new = try Data(contentsOf: copy)
    let tag = try #require(new.range(of: Data("MOOD".utf8) + form.id))
    // The size of the element precedes the value.
    let body = new[tag.upperBound...].drop { $0 != UInt8(ascii: "x") }
    #expect(body.prefix(count) == value)
  }

  /// `TagString` and `TagBinary` (RFC 9559 §5.1.8.1.2).
  enum TagForm {
    case string, binary

    var id: Data { Data([0x44, self == .string ? 0x87 : 0x85]) }
  }

  @Test func attachedFilesThatAreLostAreListed() throws {
    try Data("A font".utf8).write(to: files.file("font.ttf"))
    let film = try files.create(
      "film.mkv",
      [
        "-f", "lavfi", "-i", "sine=duration=0.2", "-c:a", "libopus", "-attach",
        files.file("font.ttf").path, "-metadata:s:t:0", "mimetype=font/ttf",
      ])
    let losses = try files.losses(["export", film.path, files.file("copy.webm").path])
    #expect(losses == ["attachment font.ttf: WebM does not support font/ttf"])
  }

  private func attachedNames(_ file: URL) throws -> [String] {
    let items = try #require(try dump(file)["items"] as? [[String: Any]])
    return items.filter { $0["key"] as? String == "AttachedFile" }.compactMap { item in
      (item["extra"] as? [String: Any])?["fileName"] as? String
    }
  }

  private func dump(_ file: URL) throws -> [String: Any] {
    let dump = try JSONSerialization.jsonObject(with: files.run(["dump", file.path]).output)
    return try #require((dump as? [[String: Any]])?.first)
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func junkAfterMatroskaHidesNoTitle(seed: UInt64) throws {
    let film = try files.create(
      "film.mkv", MadeFiles.filmArguments(seconds: 0.2) + ["-metadata", "title=Song"])
    var generator = SeededGenerator(seed: seed)
    let junk = (0..<3000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    try Data([UInt8](Data(contentsOf: film)) + junk + [UInt8](repeating: 0, count: 5000))
      .write(to: film)
    let dump = try dump(film)
    #expect((dump["metadata"] as? [String: Any])?["title"] as? String == "Song")
    #expect((dump["tracks"] as? [Any])?.count == 2)
  }

  /// Strings of Matroska have no maximum size; a long one must not be truncated silently.
  @Test func longMatroskaStringsAreComplete() throws {
    let text = String(repeating: "x", count: 3 << 20) + "end"
    let metadata = files.file("metadata.txt")
    try Data(";FFMETADATA1\ncomment=\(text)\n".utf8).write(to: metadata)
    let film = try files.create(
      "film.mkv",
      ["-i", metadata.path] + MadeFiles.filmArguments(seconds: 0.2) + ["-map_metadata", "0"])
    #expect(try files.run(["get", film.path, "comment"]).output.count == text.utf8.count + 1)
  }

  @Test func matroskaCodecStringsMatchMP4() throws {
    let film = try files.film("film.mp4", seconds: 0.2)
    let copy = try files.create("copy.mkv", ["-i", film.path, "-c", "copy"])
    func codecs(_ file: URL) throws -> [String] {
      let tracks = try dump(file)["tracks"] as? [[String: Any]]
      return try #require(tracks).compactMap { $0["codecString"] as? String }
    }
    let found = try codecs(copy)
    #expect(found == (try codecs(film)))
    #expect(found.count == 2 && found.first?.hasPrefix("avc1.64") == true)
    #expect(found.last == "mp4a.40.2")
  }

  /// libavformat 59 reads the samples of RIFX as little-endian: an export through it would be
  /// noise.
  @Test func bigEndianAudioIsNotExportedAsNoise() throws {
    func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
      Array(id.utf8) + [0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    }
    let format: [UInt8] = [0, 1, 0, 1, 0, 0, 0x1F, 0x40, 0, 0, 0x3E, 0x80, 0, 2, 0, 16]
    let samples: [UInt8] = (0..<8000).map { $0 % 2 == 0 ? UInt8($0 / 2 % 64) : 1 }
    let body = Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", samples)
    let file = files.file("big.wav")
    try Data(chunk("RIFX", body)).write(to: file)
    let refused = try files.metatool(["export", file.path, files.file("out.mka").path])
    #expect(refused.status != 0 && refused.errors.contains("RIFX"), "\(refused.errors)")
    #expect(!files.exists(files.file("out.mka")))
    try files.run(["read", file.path, "--as", "s16be", "-o", files.file("out.raw").path])
    #expect(try [UInt8](Data(contentsOf: files.file("out.raw"))) == samples)
  }
}
