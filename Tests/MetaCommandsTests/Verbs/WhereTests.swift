import Foundation
import TestSupport
import Testing

/// `--where` with every verb that takes files.
@Suite struct WhereTests {
  private let place: CommandFolder

  init() throws {
    place = try CommandFolder()
    try place.copy("song-itunes.m4a", as: "a.m4a", "c.m4a")
    try place.copy("plain.m4a", as: "b.m4a")
    try place.copy("plain.mp3", as: "d.mp3")
  }

  @Test(arguments: ["json", "ndjson", "yaml", "text"], ["title", "!title", "title and !title"])
  func dumpsContainOnlySelectedFiles(format: String, expression: String) throws {
    let files = [
      "title": ["a.m4a", "c.m4a"], "!title": ["b.m4a", "d.mp3"], "title and !title": [],
    ]
    let wanted = try #require(files[expression])
    let all = try place.run("dump", "-r", ".", "--format", format, "--where", expression)
    #expect(all.status == 0)
    #expect(all.errors == "")
    let named =
      wanted.isEmpty
      ? try place.run("dump", "-r", "none", "--format", format)
      : try place.run(["dump", "--format", format] + wanted.map { "./" + $0 })
    if wanted.isEmpty {
      #expect(all.text == (["json", "yaml"].contains(format) ? "[]\n" : ""))
    } else {
      #expect(all.output == named.output)
    }
    let many = try place.run(
      "dump", "-r", ".", "--format", format, "-j", "4", "--where", expression)
    #expect(many.output == all.output)
  }

  @Test func listStartingLateIsAList() throws {
    // More than one thread takes at a time, and the first ones do not match.
    for number in 0..<90 { try place.copy("plain.m4a", as: "0/\(100 + number).m4a") }
    for jobs in ["1", "3"] {
      let result = try place.run("dump", "-r", ".", "-j", jobs, "--where", "title")
      let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
      #expect(files?.map { $0["path"] as? String } == ["./a.m4a", "./c.m4a"])
      let edits = try place.run(
        "set", "-r", ".", "-j", jobs, "--where", "title", "comment=x", "--json", "--dry-run")
      let edited = try JSONSerialization.jsonObject(with: edits.output) as? [[String: Any]]
      #expect(edited?.map { $0["path"] as? String } == ["./a.m4a", "./c.m4a"])
    }
  }

  @Test func onlySelectedFilesAreEdited() throws {
    let before = try place.contents
    let result = try place.run("set", "-r", ".", "--where", "genre == Jazz", "comment=Changed")
    #expect(result.status == 0)
    #expect(result.errors.contains("2 files: 2 edited"))
    #expect(try place.value("a.m4a", "comment") == "Changed")
    #expect(try place.contents["b.m4a"] == before["b.m4a"])
    #expect(try place.run("undo", "*.m4a", "--where", "comment == changed").status == 0)
    #expect(try place.contents == before)
  }

  @Test(arguments: [
    ["clear", "--all", "*.m4a"], ["art", "remove", "*.m4a"], ["chapters", "clear", "*.m4a"],
    ["copy", "a.m4a", "b.m4a", "d.mp3", "--allow-loss"], ["set", "*.m4a", "title=Other"],
    ["art", "extract", "*.m4a"], ["recover", "*.m4a"],
    ["rename", "--to", "x {fileName}", "*.m4a"],
  ])
  func otherFilesAreUnchanged(words: [String]) throws {
    let before = try place.contents
    let result = try place.run(words + ["--where", "path contains nowhere"])
    #expect(result.status == 0)
    #expect(try place.contents == before)
    let other = try place.run(words + ["--where", "fileName matches '[a-d][.]m'"])
    #expect(other.status == 0, "\(other.errors)")
  }

  @Test func listsContainOnlySelectedFiles() throws {
    let list = try place.run("art", "list", "-r", ".", "--where", "artwork and path contains a.m4a")
    #expect(list.text.split(separator: "\n").allSatisfy { $0.hasPrefix("./a.m4a:") })
    #expect(!list.text.isEmpty)
    #expect(try place.run("chapters", "list", "*.m4a", "--where", "chapters").text.isEmpty)
  }

  @Test func severalFilesAreVerified() throws {
    let result = try place.run("verify", "-r", ".", "--where", "extension == m4a")
    #expect(result.status == 0)
    let ends = result.text.split(separator: "\n").filter { $0.hasSuffix("the structure is sound") }
    #expect(ends.map { $0.prefix(7) } == ["./a.m4a", "./b.m4a", "./c.m4a"])
    let others = try place.run(
      "verify", "a.m4a", "b.m4a", "d.mp3", "--against", "a.m4a", "--format", "json")
    #expect(others.status == 1)
    #expect(others.errors == "metatool: d.mp3: the media differs\n")
    let files = try JSONSerialization.jsonObject(with: others.output) as? [[String: Any]]
    #expect(files?.map { $0["same"] as? Bool } == [true, true, false])
    var bytes = try Data(contentsOf: place.file("d.mp3"))
    bytes.removeLast(300)
    try bytes.write(to: place.file("d.mp3"))
    #expect(try place.run("verify", "a.m4a", "d.mp3", "missing.mp3").status == 1)
  }

  @Test func unreadableFileFails() throws {
    try Data("no media".utf8).write(to: place.file("e.m4a"))
    let result = try place.run("set", "-r", ".", "--where", "title", "comment=x")
    #expect(result.status == 1)
    #expect(result.errors.contains("e.m4a"))
    // Files excluded by their path are not read.
    #expect(try place.run("dump", "-r", ".", "--where", "fileName != e.m4a and title").status == 0)
  }

  @Test(arguments: [["dump"], ["set", "title=x"], ["art", "list"], ["undo"]])
  func invalidExpressionIsAUsageError(verb: [String]) throws {
    let result = try place.run(verb + ["a.m4a", "--where", "gnre == Jazz"])
    #expect(result.status == 64)
    #expect(result.errors.contains("column 1: unknown field gnre; did you mean genre?"))
    #expect(try place.contents["a.m4a"] == Data(Repository.bytes(of: "song-itunes.m4a")))
  }
}
