import Foundation
import TestSupport
import Testing

/// Edits of many files by one command.
@Suite struct ManyEditsTests {
  /// A folder with copies of a song, one damaged file among them.
  private func folder(of count: Int) throws -> Scratch {
    let scratch = try Scratch()
    let song = try Data(contentsOf: Repository.sample("song-itunes.m4a"))
    for index in 0..<count {
      let name = String(format: "file%03d.m4a", index)
      try (index == 5 ? Data("no song".utf8) : song).write(to: scratch.file(name))
    }
    return scratch
  }

  private func set(_ scratch: Scratch, _ words: String...) throws -> Program.Result {
    try Program.run(
      Program.metatool, ["set", "-r", ".", "title=Train Blue"] + words, in: scratch.folder,
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
  }

  @Test(arguments: [[], ["--json"]])
  func threadsProduceTheSameOutputInTheSameOrder(words: [String]) throws {
    let results = try ["1", "4"].map { jobs in
      let scratch = try folder(of: 40)
      return try withExtendedLifetime(scratch) {
        try Program.run(
          Program.metatool,
          ["set", "-r", ".", "title=Train Blue", "-j", jobs, "--no-undo"] + words,
          in: scratch.folder)
      }
    }
    #expect(results[0].output == results[1].output)
    #expect(results[0].errors == results[1].errors)
    #expect(results.map(\.status) == [1, 1])
    #expect(results[0].text.contains("file039.m4a"))
    #expect(results[0].errors.contains("file005.m4a"))
    #expect(results[0].errors.hasSuffix("metatool: 40 files: 39 edited, 1 failed\n"))
  }

  @Test func summaryReportsChanges() throws {
    let scratch = try folder(of: 4)
    #expect(try set(scratch, "--dry-run").errors == "metatool: 4 files: 4 would be edited\n")
    #expect(try set(scratch).errors == "metatool: 4 files: 4 edited\n")
    #expect(try set(scratch).errors == "metatool: 4 files: 0 edited, 4 unchanged\n")
    #expect(try set(scratch, "--quiet").errors.isEmpty)
  }

  @Test func outputIsAlsoVerified() throws {
    let scratch = try folder(of: 1)
    let result = try Program.metatool(
      "set", "file000.m4a", "title=Train Blue", "-o", "out.m4a", "--verify", "--dry-run",
      in: scratch.folder)
    #expect(result.text.contains("rewrite"))
    let written = try Program.metatool(
      "set", "file000.m4a", "title=Train Blue", "-o", "out.m4a", "--verify", in: scratch.folder)
    #expect(written.status == 0, "\(written.errors)")
    #expect(
      try Program.metatool("get", "out.m4a", "title", in: scratch.folder).text == "Train Blue\n")
  }

  @Test func dryRunNamesTheRequestedStrategy() throws {
    let scratch = try folder(of: 1)
    for strategy in ["in-place", "clone", "rewrite"] {
      let result = try Program.metatool(
        "set", "file000.m4a", "title=Train Blue", "--strategy", strategy, "--dry-run",
        in: scratch.folder)
      #expect(result.text.contains(": \(strategy), "), "\(result.text)")
    }
  }

  /// An edit compares new bytes with old ones and writes only those that differ, so the size of a
  /// plan's new bytes is not the number.
  @Test(arguments: [
    ["title=Train Blue"], ["title=Blue Train and a longer name"], ["track=4"], ["artist+=Bo Ek"],
    ["title=Train Blue", "--padding", "0"], ["title=Train Blue", "--strategy", "rewrite"],
    ["title=Train Blue", "--strategy", "in-place"], ["--clear", "title"],
  ])
  func dryRunReportsTheBytesThatAreWritten(words: [String]) throws {
    let names = ["song-itunes.m4a", "id3v24-everything.mp3", "song.opus", "camera-keys.mov"]
    for name in names {
      let scratch = try Scratch()
      let data = try Data(contentsOf: Repository.sample(name))
      try data.write(to: scratch.file(name))
      let command = ["set", name] + words
      let expected = try Program.run(
        Program.metatool, command + ["--dry-run"], in: scratch.folder)
      let written = try Program.run(Program.metatool, command, in: scratch.folder)
      #expect(expected.status == written.status)
      guard written.status == 0 else { continue }
      let lines = [expected, written].map { $0.text.split(separator: "\n").last ?? "" }
      #expect(lines[0].replacing("would be written", with: "written") == lines[1], "\(words)")
    }
  }
}
