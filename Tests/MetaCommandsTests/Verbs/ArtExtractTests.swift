import Foundation
import TestSupport
import Testing

/// Which pictures `art extract` writes, and where.
@Suite struct ArtExtractTests {
  private let scratch: Scratch
  private let song: String

  init() throws {
    scratch = try Scratch()
    song = try scratch.copy("song-itunes.m4a")
  }

  private func extract(_ words: String...) throws -> Program.Result {
    try Program.run(Program.metatool, ["art", "extract"] + words, in: scratch.folder)
  }

  private func names(in folder: String = ".") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.file(folder).path).sorted()
  }

  private func picture(_ index: Int) throws -> Data {
    try extract(song, "--index", "\(index)", "-o", "-").output
  }

  @Test func pictureIsNamedAfterTheFile() throws {
    let result = try extract(song, "-o", "cover.JPG")
    #expect(result.status == 0)
    #expect(result.text == "cover.JPG\n")
    #expect(
      result.errors
        == "metatool: song-itunes.m4a: writing picture 1 of 2; "
        + "use --index to choose another\n")
    #expect(try Data(contentsOf: scratch.file("cover.JPG")) == picture(0))
    #expect(try extract(song, "-o", "new/second.png", "--index", "1").status == 0)
    #expect(try Data(contentsOf: scratch.file("new/second.png")) == picture(1))
  }

  @Test func anotherTypeIsRefused() throws {
    let result = try extract(song, "-o", "cover.png")
    #expect(result.status == 3)
    #expect(
      result.errors.contains("the picture is image/jpeg; use a name that ends in .jpg"))
    #expect(try names() == [song])
  }

  @Test func severalFilesNeedAFolder() throws {
    let result = try extract(song, song, "-o", "cover.jpg")
    #expect(result.status == 64)
    #expect(result.errors.contains("-o with a picture name requires exactly one file"))
    try FileManager.default.createDirectory(
      at: scratch.file("cover.jpg"), withIntermediateDirectories: false)
    #expect(try extract(song, "-o", "cover.jpg").status == 0)
    #expect(try names(in: "cover.jpg").count == 2)
  }

  @Test func aTemplateNamesTheFiles() throws {
    let other = try scratch.copy("plain.m4a")
    let name = "{artist}/{album|'none'} - {title}"
    let result = try extract(song, "--name", name, "-o", "out")
    #expect(result.status == 0, "\(result.errors)")
    let written = try names(in: "out/Ada Lind")
    #expect(written.count == 2)
    #expect(written.allSatisfy { $0.contains(" - Blue Train.") })
    #expect(written.contains { $0.hasSuffix(" - Blue Train.jpg") })
    #expect(written.contains { $0.hasSuffix(" - Blue Train.2.png") })
    // Existing equal pictures are not written again, and different ones not overwritten.
    #expect(try extract(song, "--name", name, "-o", "out").status == 0)
    #expect(try names(in: "out/Ada Lind") == written)
    #expect(try extract(other, "--name", "{nothing}").status == 64)
  }

  @Test func missingIndexIsAnError() throws {
    let result = try extract(song, "--index", "9", "-o", "cover.jpg")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "metatool: song-itunes.m4a: has no picture 9; available indexes: 0, 1\n")
    #expect(try names() == [song])
    let none = try scratch.copy("id3v1.mp3")
    #expect(try extract(none, "--index", "0").status == 1)
    let quiet = try extract(none)
    #expect(quiet.status == 0)
    #expect(quiet.errors == "metatool: id3v1.mp3: has no pictures\n")
  }
}
