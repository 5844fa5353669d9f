import Foundation
import TestSupport
import Testing

/// Refusals name the kind of file and the way out.
@Suite struct RefusalTests {
  private let place: CommandFolder

  init() throws { place = try CommandFolder() }

  /// The fragments of a movie without the movie, as a streaming server delivers them.
  private func segment(_ name: String) throws -> String {
    let movie = try Data(contentsOf: Repository.sample("fragmented-sidx.mp4"))
    let fragment = try #require(movie.range(of: Data("moof".utf8)))
    let type = Data([0, 0, 0, 16]) + Data("stypmsdh".utf8) + Data(count: 4)
    try (type + movie[(fragment.lowerBound - 4)...]).write(to: place.file(name))
    return name
  }

  @Test func mediaSegmentIsDescribed() throws {
    let file = try segment("part.m4s")
    let before = try Data(contentsOf: place.file(file))
    let result = try place.run("set", file, "title=x")
    #expect(result.status == 3)
    #expect(result.errors.contains("part.m4s: a media segment (CMAF, DASH): "))
    #expect(result.errors.contains("edit the initialization segment"))
    #expect(!result.errors.contains("--allow-loss"))
    let export = try place.run("export", file, "out.mp4")
    #expect(export.status != 0)
    #expect(export.errors.contains("append it to its initialization segment"))
    #expect(try Data(contentsOf: place.file(file)) == before)
  }

  @Test func imageRefusalDoesNotMentionTitles() throws {
    // ftyp and an empty meta box: ISO/IEC 23008-12.
    let type = Data([0, 0, 0, 20]) + Data("ftypheic".utf8) + Data(count: 4) + Data("mif1".utf8)
    let handler =
      Data([0, 0, 0, 33]) + Data("hdlr".utf8) + Data(count: 8) + Data("pict".utf8) + Data(count: 13)
    let meta = Data([0, 0, 0, 45]) + Data("meta".utf8) + Data(count: 4) + handler
    try (type + meta).write(to: place.file("image.heic"))
    let result = try place.run("set", "image.heic", "title=x")
    #expect(result.status == 3)
    #expect(result.errors.contains("HEIF and AVIF images can be read, but not edited"))
    #expect(!result.errors.contains("--allow-loss"))
  }

  @Test func aFolderNamesTheOption() throws {
    try FileManager.default.createDirectory(
      at: place.file("Music"), withIntermediateDirectories: false)
    for words in [["set", "Music", "title=x"], ["dump", "Music"], ["undo", "Music"]] {
      let result = try place.run(words)
      #expect(result.status == 66, "\(words)")
      #expect(
        result.errors == "metatool: Music: is a folder; use -r for the files in it\n", "\(words)")
    }
  }

  @Test func everyVerbReportsMissingFilesAlike() throws {
    for words in [["set", "none.mp3", "title=x"], ["dump", "none.mp3"], ["undo", "none.mp3"]] {
      let result = try place.run(words)
      #expect(result.status == 66, "\(words)")
      #expect(result.errors == "metatool: none.mp3: no such file\n", "\(words)")
    }
  }

  @Test func repeatedPathIsRefused() throws {
    let file = try place.copy("song-itunes.m4a")
    let result = try place.run("get", file, "path", "title", "--format", "json")
    #expect(result.text == "[\n  {\"path\": \"\(file)\", \"title\": \"Blue Train\"}\n]\n")
  }

  @Test func aWriteProtectedFileNamesTheOption() throws {
    let file = try place.copy("plain.mp3")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: place.file(file).path)
    let result = try place.run("set", file, "title=x")
    #expect(result.status == 3)
    #expect(
      result.errors == "metatool: plain.mp3: the file is write-protected; use --force to edit it\n")
    #expect(try place.run("set", file, "title=x", "--force").status == 0)
  }

  @Test func missingOutputFolderIsReported() throws {
    let file = try place.copy("plain.mp3")
    let result = try place.run("set", file, "title=x", "-o", "none/out.mp3")
    #expect(result.status != 0)
    #expect(result.errors.contains("folder none does not exist"))
  }

  // MARK: ID3 versions and ratings

  @Test(arguments: ["2.3", "2.4"])
  func tagVersionIsASeparateEdit(version: String) throws {
    let file = try place.copy(
      version == "2.3" ? "id3v24-everything.mp3" : "id3v23-everything.mp3")
    let before = try Data(contentsOf: place.file(file))
    #expect(before[3] == (version == "2.3" ? 4 : 3))
    let title = try place.run("get", file, "title").text
    #expect([0, 3].contains(try place.run("set", file, "--id3", version).status))
    #expect(try place.run("set", file, "--id3", version, "--allow-loss").status == 0)
    #expect(try Data(contentsOf: place.file(file))[3] == (version == "2.3" ? 3 : 4))
    #expect(try place.run("get", file, "title").text == title)
    try place.run("undo", file)
    #expect(try Data(contentsOf: place.file(file)) == before)
  }

  @Test(
    arguments: [
      ("3/5", "60"), ("7/10", "70"), ("★★★", "60"), ("★★★☆☆", "60"), ("***", "60"),
      ("4 stars", "80"), ("1 star", "20"), ("0", "0"), ("100", "100"), ("★★½", "50"),
      ("3.5 stars", "70"), ("10", "10"),
    ])
  func ratingsAreWrittenNaturally(text: String, percent: String) throws {
    for sample in ["plain.mp3", "plain.flac", "plain.m4a", "song.wma"] {
      let file = try place.copy(sample)
      let result = try place.run("set", file, "rating=\(text)", "--allow-loss")
      #expect(result.status == 0, "\(sample): \(result.errors)")
      // A rating of 0 means unknown: id3v2.4.0-frames §4.17.
      let hasNone = result.text.contains("lost: ") || percent == "0" && sample == "plain.mp3"
      #expect(try hasNone || place.run("get", file, "rating").text == percent + "\n", "\(sample)")
    }
  }

  @Test(arguments: ["6/5", "★★★★★★", "101", "-1", "1/0", "three", "/5", "3/", "stars", "nan stars"])
  func invalidRatingIsRefused(text: String) throws {
    let file = try place.copy("plain.mp3")
    let before = try Data(contentsOf: place.file(file))
    let result = try place.run("set", file, "rating=\(text)")
    #expect(result.status != 0)
    #expect(result.errors.contains("a whole number from 0 to 100, a fraction (3/5) or stars"))
    #expect(try Data(contentsOf: place.file(file)) == before)
  }

  @Test func halfStarsMatchOtherPrograms() throws {
    let file = try place.copy("plain.mp3")
    #expect(try place.run("set", file, "rating=½").status == 0)
    let dump = try place.run("dump", file, "--format", "json").text
    #expect(dump.contains("\"rating\""))
    #expect(try place.run("get", file, "rating").text == "10\n")
    let refused = try place.run("set", file, "rating=15")
    #expect(refused.status == 3)
    #expect(
      refused.errors.contains(
        "cannot store 15: it has no rating between none, half a star (10) and one star (20)"))
  }
}
