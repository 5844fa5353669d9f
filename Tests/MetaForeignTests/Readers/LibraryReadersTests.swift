import Foundation
import MetaCore
import TestSupport
import Testing

@testable import MetaForeign
@testable import TagLib

/// The results of TagLib and libavformat, and the verb `readers`.
@Suite("Other readers")
struct LibraryReadersTests {
  private func tagLib(_ bytes: [UInt8], _ name: String) throws -> TagLibFile {
    try TagLibFile(name: name, length: Int64(bytes.count)) { offset, count in
      try? DataSource(bytes).read(at: offset, count: count)
    }
  }

  private func bytes(of name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Repository.sample(name)))
  }

  @Test func tagLibReadsThroughOurBytes() throws {
    let file = try tagLib(try bytes(of: "song-itunes.m4a"), "song.m4a")
    #expect(file.properties.first { $0.name == "TITLE" }?.value == "Blue Train")
    #expect(file.pictureCount > 0)
  }

  @Test func aFileOfAnotherKindIsRefused() {
    #expect(throws: TagLibFile.Refusal.self) {
      try tagLib(Array("no media".utf8), "notes.txt")
    }
  }

  @Test func unreadableBytesDoNotCrash() throws {
    _ = try? TagLibFile(name: "song.mp3", length: .max) { _, _ in nil }
    _ = try? TagLibFile(name: "song.m4a", length: 1 << 40) { _, count in
      [UInt8](repeating: 0, count: min(count, 1 << 20))
    }
  }

  @Test(arguments: [
    "song-itunes.m4a", "all-tags.mp3", "id3v22-everything.mp3", "book-chapters.m4b",
  ])
  func damagedFilesDoNotCrash(name: String) throws {
    let whole = try bytes(of: name)
    var random = SeededGenerator(seed: 11)
    for _ in 0..<(Repository.runsEverything ? 1000 : 100) {
      var damaged = whole
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        let place = Int.random(in: 0..<min(damaged.count, 4096), using: &random)
        damaged[place] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        damaged = Array(damaged.prefix(Int.random(in: 0..<damaged.count, using: &random)))
      }
      _ = try? tagLib(damaged, name)
    }
  }

  @Test func predictedDifferencesHaveAReason() throws {
    let scratch = try Scratch()
    let song = try scratch.copy("ape-only.mp3", as: "song.mp3")
    let result = try Program.run(Program.metatool, ["readers", song], in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("TagLib: no differences\n"))
    #expect(
      result.text.contains(
        """
            title: metatool reads “Blue Train”, the other reader nothing
              libavformat reads ID3v2, otherwise ID3v1, but not APEv2 or Lyrics3 in such files

        """))
  }

  @Test func missingHelperIsReported() throws {
    let result = try Program.run(
      Program.metatool, ["readers", Repository.sample("ape-only.mp3").path],
      environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(result.status == 69)
    #expect(result.errors.contains("TagLib"))
  }

  @Test func failingFileDoesNotAffectOthers() throws {
    let result = try Program.run(
      Program.metatool,
      ["readers", "/nowhere/missing.mp3", Repository.sample("id3v1.mp3").path])
    #expect(result.status == 1)
    #expect(result.text.contains("TagLib: no differences"))
  }

  @Test func editReportsWhatOtherReadersDoNotShow() throws {
    let scratch = try Scratch()
    let song = try scratch.copy("ape-only.mp3", as: "song.mp3")
    let result = try Program.run(
      Program.metatool, ["set", song, "title=New", "--check-readers"], in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("note: libavformat reports nothing for title (libavformat reads"))
    #expect(!result.text.contains("for artist"))
  }

  @Test func editDoesNotReportUnchangedPictures() throws {
    let scratch = try Scratch()
    let song = try scratch.copy("flac.oga", as: "song.oga")
    let title = try Program.run(
      Program.metatool, ["set", song, "title=New", "--check-readers"], in: scratch.folder)
    #expect(title.status == 0 && !title.text.contains("artwork"), "\(title.text)")
    let picture = try scratch.copy("all-tags.mp3", as: "cover.mp3")
    let copy = try Program.run(
      Program.metatool, ["copy", picture, song, "--fields", "artwork", "--check-readers"],
      in: scratch.folder)
    #expect(copy.text.contains("TagLib reports nothing for artwork"), "\(copy.text)\(copy.errors)")
  }

  @Test(arguments: ["--dry-run", "--output=-"])
  func readersAreAskedOnlyAboutWrittenFiles(option: String) throws {
    let result = try Program.run(
      Program.metatool,
      ["set", Repository.sample("plain.mp3").path, "title=New", "--check-readers", option])
    #expect(result.status == 64)
    #expect(result.errors.contains("--check-readers cannot be combined"))
  }

  @Test func verifyReportsWhatOtherReadersDoNotShow() throws {
    let result = try Program.run(
      Program.metatool, ["verify", "--readers", Repository.sample("ape-only.mp3").path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("reader: libavformat reports nothing for artist"))
  }
}
