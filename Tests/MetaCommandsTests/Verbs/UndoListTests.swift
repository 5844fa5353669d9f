import Foundation
import TestSupport
import Testing

/// `undo --list` and `undo --dry-run`: what can be undone, with nothing written.
@Suite struct UndoListTests {
  private let place: CommandFolder

  init() throws { place = try CommandFolder() }

  private func bytes(_ file: String) throws -> Data { try Data(contentsOf: place.file(file)) }

  /// The commands of the list, the newest first: kind, and the names of the files with whether they
  /// can be undone.
  private func list(_ files: String...) throws -> [String] {
    let result = try place.run(["undo", "--list", "--json"] + files)
    let json = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let commands = try #require(json?["commands"] as? [[String: Any]])
    return try commands.map { command in
      let files = try #require(command["files"] as? [[String: Any]]).map { file in
        let name = (file["path"] as? String)?.split(separator: "/").last ?? ""
        return "\(name)\(file["undoable"] as? Bool == true ? "" : " changed")"
      }
      return "\(command["kind"] ?? "") " + files.sorted().joined(separator: ", ")
    }
  }

  @Test func commandsAreListedWithTheNewestFirst() throws {
    let files = try [place.copy("plain.m4a"), place.copy("plain.mp3")]
    #expect(try list() == [])
    try place.run("set", files[0], files[1], "title=x")
    try place.run("set", files[0], "title=y")
    try place.run("rename", files[1], "--to", "{title}")
    #expect(
      try list() == ["rename x.mp3", "edit plain.m4a", "edit plain.m4a changed, plain.mp3 changed"])
    // Under its new name the file has the edits of its old one.
    #expect(try list("plain.m4a") == ["edit plain.m4a", "edit plain.m4a changed"])
    try place.run("undo", "plain.m4a")
    #expect(try list("plain.m4a") == ["edit plain.m4a"])
  }

  @Test func renamesOfAFileAreListed() throws {
    let files = try [place.copy("plain.m4a"), place.copy("plain.mp3")]
    try place.run(["rename", "--to", "new {stem}"] + files)
    #expect(try list("new plain.mp3") == ["rename new plain.mp3"])
    try place.run("set", "new plain.mp3", "title=x")
    try place.run("rename", "new plain.mp3", "--to", "{title}")
    let all = try list("x.mp3")
    #expect(
      all.map { $0.replacing(" changed", with: "") } == [
        "rename x.mp3", "edit new plain.mp3", "rename new plain.mp3",
      ])
    #expect(try list("new plain.m4a") == ["rename new plain.m4a"])
    try place.run("undo", "--last")
    #expect(try list("new plain.mp3").first == "edit new plain.mp3")
  }

  @Test func listIsAlsoReadable() throws {
    let file = try place.copy("plain.m4a")
    #expect(try place.run("undo", "--list").text.hasPrefix("nothing to undo; 0 of at most "))
    try place.run("set", file, "title=x")
    let lines = try place.run("undo", "--list").text.split(separator: "\n").map(String.init)
    try #require(lines.count == 3)
    let line = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  edited 1 file, \d+ bytes kept/
    #expect(lines[0].wholeMatch(of: line) != nil)
    #expect(lines[1].hasSuffix("/plain.m4a"))
    #expect(lines[2].contains(" bytes are kept in "))
    #expect(lines[2].hasSuffix("/state/metatool/undo, each for 30 days"))
    let missing = try place.run("undo", "--list", "none.mp3")
    #expect(missing.status == 66)
  }

  @Test func aDryRunRestoresNothing() throws {
    let files = try [place.copy("plain.m4a"), place.copy("plain.mp3")]
    try place.run("set", files[0], files[1], "title=x")
    let edited = try files.map(bytes)
    for words in [["undo", "--last"], ["undo"] + files] {
      let result = try place.run(words + ["--dry-run"])
      #expect(result.status == 0, "\(result.errors)")
      for line in result.text.split(separator: "\n") {
        #expect(line.contains(": would be restored to before the edit of 2"))
      }
      #expect(result.text.split(separator: "\n").count == 2)
      #expect(try files.map(bytes) == edited)
    }
    try place.run("undo", "--last")
    let nothing = try place.run("undo", files[0], "--dry-run")
    #expect(nothing.status == 3)
    for file in files { #expect(try bytes(file) == Data(contentsOf: Repository.sample(file))) }
  }

  @Test func aDryRunSaysWhichNamesWouldComeBack() throws {
    let file = try place.copy("song-itunes.m4a")
    try place.run("rename", file, "--to", "{title}")
    let result = try place.run("undo", "--last", "--dry-run")
    #expect(
      result.text.hasSuffix("/Blue Train.m4a: would be renamed back to \(place.file(file).path)\n"))
    #expect(FileManager.default.fileExists(atPath: place.file("Blue Train.m4a").path))
    #expect(!FileManager.default.fileExists(atPath: place.file(file).path))
  }

  @Test func aFileThatHasChangedSinceIsNamed() throws {
    let file = try place.copy("plain.mp3")
    try place.run("set", file, "title=x")
    try (bytes(file) + [0]).write(to: place.file(file))
    #expect(try list() == ["edit plain.mp3 changed"])
    #expect(try place.run("undo", "--list").text.contains("/plain.mp3 (has changed since)\n"))
    #expect(try place.run("undo", file, "--dry-run").status == 3)
  }

  @Test(arguments: [["--list", "--last"], ["--list", "--dry-run"], ["--list", "--force"]])
  func listCannotBeCombined(words: [String]) throws {
    let result = try place.run(["undo"] + words)
    #expect(result.status == 64)
  }
}
