import Foundation
import TestSupport
import Testing

/// First attempts of users of other programs, with the built tool: they work, or the message names
/// what does.
@Suite("First attempts of a new user") struct NewcomerTests {
  private let place: CommandFolder

  init() throws {
    place = try CommandFolder()
    try place.copy("song-itunes.m4a", as: "a.m4a", "b.m4a")
    try place.copy("plain.mp3", as: "plain.mp3")
  }

  private func expectUsage(
    _ words: String..., says text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try place.run(words)
    #expect(result.status == 64, "\(words)", sourceLocation: sourceLocation)
    #expect(
      result.errors.contains(text), "\(words): \(result.errors)", sourceLocation: sourceLocation)
  }

  // MARK: Values and templates

  @Test("Braces meant as a field are never written to a file")
  func mistypedPlaces() throws {
    let before = try Data(contentsOf: place.file("a.m4a"))
    try expectUsage(
      "set", "a.m4a", "title={title|titlecase}",
      says: "filters follow a colon, as in {title:titlecase}")
    try expectUsage("set", "a.m4a", "title={titel:titlecase}", says: "did you mean title?")
    #expect(try Data(contentsOf: place.file("a.m4a")) == before)
    // Other braces are text.
    for text in ["{x}", "{a|b}", "{\"a\":1}", "{{title|titlecase}"] {
      let result = try place.run("set", "a.m4a", "comment=\(text)", "--quiet")
      #expect(result.status == 0, "\(text): \(result.errors)")
    }
  }

  @Test("Templates of other programs are refused with the equivalent form") func percentSigns()
    throws
  {
    try expectUsage(
      "rename", "a.m4a", "--to", "%track% %title%", says: "fields are written {track}, not %track%")
    let odd = try place.run("rename", "a.m4a", "--to", "100% {title} 5%", "--dry-run")
    #expect(odd.text == "a.m4a -> 100% Blue Train 5%.m4a\n")
  }

  @Test("An extension in a template is not doubled, and a dry run says that it is a dry run")
  func extensions() throws {
    let result = try place.run("rename", "a.m4a", "--to", "{track:02} {title}.m4a", "--dry-run")
    #expect(result.text == "a.m4a -> 03 Blue Train.m4a\n")
    #expect(result.errors == "metatool: dry run: 1 file would be renamed\n")
    #expect(FileManager.default.fileExists(atPath: place.file("a.m4a").path))
  }

  @Test("The year is that of the date, and setting the same year changes nothing") func years()
    throws
  {
    let same = try place.run("set", "a.m4a", "year=2024")
    #expect(same.text.contains("nothing to change"))
    #expect(try place.run("set", "a.m4a", "year=1999", "--quiet").status == 0)
    #expect(try place.run("get", "a.m4a", "date").text == "1999\n")
  }

  // MARK: Words and options

  @Test("Fields can be separated by commas") func commas() throws {
    let result = try place.run("get", "a.m4a", "title,album", "year")
    #expect(result.text == "title\tBlue Train\nalbum\tNight Lines\nyear\t2024\n")
    try expectUsage("get", "a.m4a", "title,nothing", says: "unknown field title,nothing")
    try expectUsage("get", "a.m4a", says: "Specify a field after the file")
  }

  @Test(
    "ID3 versions can be given as in other programs", arguments: ["2.3", "v2.3", "ID3v2.3"])
  func versions(_ version: String) throws {
    #expect(try place.run("set", "plain.mp3", "title=x", "--id3", version, "--quiet").status == 0)
    #expect(try place.run("tree", "plain.mp3").text.contains("ID3v2.3"))
    try expectUsage("set", "plain.mp3", "title=x", "--id3", "2.5", says: "2.5")
  }

  @Test("Options of other programs are answered with the equivalent ones")
  func options() throws {
    try expectUsage(
      "export", "a.m4a", "b.mov", "--from", "1", says: "“metatool export” sets the beginning")
    try expectUsage("export", "a.m4a", "b.mov", "--duration", "1", says: "--end")
    try expectUsage("art", "set", "a.m4a", "--image", "a.png", "--max-size", "500", says: "--max")
    try expectUsage("set", "a.m4a", "--title", "Blue", says: "set the field with title=VALUE")
    try expectUsage("dump", "a.m4a", "--text", says: "--format text")
    try expectUsage("set", "a.m4a", "--qiet", says: "Did you mean '--quiet'?")
  }

  @Test("Verbs of other programs are answered with the equivalent ones") func verbs() throws {
    try expectUsage("import", "tags.csv", says: "“metatool apply”")
    try expectUsage("find", ".", "--where", "!cover", says: "“metatool dump --where”")
  }

  // MARK: Results

  @Test("An existing output is reported with the way to replace it") func outputs() throws {
    let result = try place.run("export", "a.m4a", "b.m4a")
    #expect(result.status == 3)
    #expect(result.errors.contains("b.m4a exists; use --force to replace it"))
  }

  @Test("The last line for a damaged file says that it is damaged") func verdicts() throws {
    let bytes = try Data(contentsOf: place.file("a.m4a"))
    try bytes.prefix(bytes.count - 40).write(to: place.file("cut.m4a"))
    let result = try place.run("verify", "cut.m4a")
    #expect(result.status != 0)
    #expect(result.text.split(separator: "\n").last?.contains("the file is damaged: ") == true)
    #expect(try place.run("verify", "a.m4a").text.hasSuffix("the structure is sound\n"))
  }

  @Test("Copying from a file without metadata is reported") func emptySources() throws {
    #expect(try place.run("clear", "plain.mp3", "--all", "--quiet").status == 0)
    let result = try place.run("copy", "plain.mp3", "a.m4a")
    #expect(result.errors.contains("plain.mp3: has no metadata to copy"))
  }
}
