import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The built tool as a command: exit codes, streams, file names.
@Suite struct CommandLineTests {
  private let song = Repository.sample("song-itunes.m4a")

  @Test func onlyTheDumpGoesToStandardOutput() throws {
    let result = try Program.metatool("dump", song.path)
    #expect(result.status == 0)
    #expect(result.errors.isEmpty)
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    let metadata = files?.first?["metadata"] as? [String: Any]
    #expect(metadata?["title"] as? String == "Blue Train")
    #expect(metadata?["artist"] as? [String] == ["Ada Lind"])
  }

  @Test func pathsWithoutAVerbAreDumped() throws {
    #expect(try Program.metatool(song.path).output == Program.metatool("dump", song.path).output)
  }

  @Test func missingFileExitsWith66AndIsListed() throws {
    let result = try Program.metatool("dump", "missing.m4a")
    #expect(result.status == 66)
    #expect(result.errors == "metatool: missing.m4a: no such file\n")
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect((files?.first?["error"] as? [String: Any])?["code"] as? String == "noSuchFile")
  }

  @Test func partialFailureExitsWith1() throws {
    let result = try Program.metatool("dump", song.path, "missing.m4a", "--format", "ndjson")
    #expect(result.status == 1)
    #expect(result.text.split(separator: "\n").count == 2)
  }

  @Test func threadCountMayFollowItsLetter() throws {
    let apart = try Program.metatool("dump", "-j", "2", song.path, "--exact")
    let joined = try Program.metatool("dump", "-j2", song.path, "--exact")
    #expect(joined.status == 0)
    #expect(joined.output == apart.output)
    #expect(try Program.metatool("dump", "-j0", song.path).status == 64)
  }

  @Test func nonMediaFileExitsWith65() throws {
    #expect(try Program.metatool("dump", "Package.swift").status == 65)
  }

  @Test func missingHelperExitsWith69AndIsNamed() throws {
    let scratch = try Scratch()
    try Data("caff".utf8 + [UInt8](repeating: 0, count: 64)).write(to: scratch.file("a.caf"))
    for arguments in [
      ["dump", "a.caf"], ["export", Repository.sample("plain.m4a").path, "b.mkv"],
      ["dump", "http://127.0.0.1:9/a.mp3"],
    ] {
      let result = try Program.run(
        Program.metatool, arguments, in: scratch.folder, environment: ["METATOOL_FOREIGN": "/none"])
      #expect(result.status == 69)
      #expect(result.errors.contains("metatool-foreign, which is not installed"))
      #expect(result.errors.contains("Core Audio") || arguments != ["dump", "a.caf"])
    }
  }

  @Test func wrongUsageExitsWith64() throws {
    #expect(try Program.metatool("dump", "--nonsense", song.path).status == 64)
    #expect(try Program.metatool("dump").status == 64)
    let result = try Program.metatool("get", song.path, "titel")
    #expect(result.status == 64)
    #expect(result.errors.contains("did you mean title?"))
  }

  @Test(arguments: [
    ("sett", "metatool set"), ("info", "metatool dump"), ("version", "metatool --version"),
    ("exprot", "metatool export"), ("Verify", "metatool verify"), ("chapter", "metatool chapters"),
  ])
  func mistypedVerbDumpsNothing(word: String, meant: String) throws {
    let result = try Program.metatool(word, song.path, "title=X")
    #expect(result.status == 64)
    #expect(result.output.isEmpty)
    #expect(
      result.errors
        == "metatool: no verb or file named “\(word)”; did you mean “\(meant)”?\n")
  }

  @Test func fileNamedLikeAVerbIsAFile() throws {
    let scratch = try Scratch()
    _ = try scratch.copy("song-itunes.m4a", as: "info")
    #expect(try Program.metatool("info", in: scratch.folder).status == 0)
    #expect(try Program.metatool("nonsense", in: scratch.folder).status == 66)
  }

  @Test func helpForAnUnknownVerbIsAUsageError() throws {
    for words in [["help", "sett"], ["help", "art", "lst"], ["art", "lst", song.path]] {
      let result = try Program.run(Program.metatool, words)
      #expect(result.status == 64)
      #expect(result.errors.contains("did you mean \(words[1] == "sett" ? "set" : "list")?"))
      #expect(result.output.isEmpty)
    }
    #expect(try Program.metatool("help", "chapters", "import").status == 0)
    #expect(try Program.metatool("help").status == 0)
  }

  @Test func folderWithoutRecursionIsReportedAsAFolder() throws {
    let result = try Program.metatool("dump", "Samples")
    #expect(result.status == 66)
    #expect(result.errors.contains("-r"))
  }

  @Test func getPrintsOneValuePerLine() throws {
    #expect(try Program.metatool("get", song.path, "title").text == "Blue Train\n")
    #expect(try Program.metatool("get", song.path, "itsk/©nam").text == "Blue Train\n")
    #expect(try Program.metatool("get", song.path, "itsk/%A9nam").text == "Blue Train\n")
    let none = try Program.metatool("get", "Samples/plain.m4a", "title")
    #expect(none.status == 1)
    #expect(none.output.isEmpty)
  }

  @Test func standardInputIsAFileToo() throws {
    let bytes = try Data(contentsOf: song)
    let result = try Program.metatool("get", "-", "title", input: bytes)
    #expect(result.text == "Blue Train\n")
  }

  @Test func fileNamesAreBytes() throws {
    let scratch = try Scratch()
    let names = ["emoji 🎵.m4a", "line\nbreak.m4a", "e\u{301}.m4a", "-dash.m4a", "a=b.m4a"]
    for name in names { try FileManager.default.copyItem(at: song, to: scratch.file(name)) }
    let found = try Program.metatool("dump", "-r", ".", "--format", "ndjson", in: scratch.folder)
    #expect(found.status == 0)
    #expect(found.text.split(separator: "\n").count == names.count)
    let list = Data(names.joined(separator: "\0").utf8)
    let listed = try Program.metatool(
      "dump", "--files-from", "-", "-0", "--format", "ndjson", in: scratch.folder, input: list)
    #expect(listed.status == 0)
    #expect(try Program.metatool("get", "--", "-dash.m4a", "title", in: scratch.folder).status == 0)
  }

  @Test func nonUTF8NameIsEncodedAsBase64() throws {
    let scratch = try Scratch()
    let shell = try #require(Program.find("sh"))
    let script =
      "cp \"$1\" \"$(printf 'caf\\351.m4a')\"; shift; exec \"$@\" dump \"$(printf 'caf\\351.m4a')\""
    let result = try Program.run(
      shell, ["-c", script, "sh", song.path, Program.metatool.path], in: scratch.folder)
    #expect(result.status == 0)
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(
      files?.first?["pathBase64"] as? String
        == Data("caf".utf8 + [0xE9] + ".m4a".utf8).base64EncodedString())
    let found = try Program.metatool("dump", "-r", ".", in: scratch.folder)
    #expect(found.status == 0)
    #expect(found.text.contains("pathBase64"))
  }

  @Test func theOrderOfFilesIsKeptOnSeveralThreads() throws {
    let paths = (0..<20).flatMap { _ in ["Samples/song-itunes.m4a", "Samples/plain.m4a"] }
    let list = Data(paths.joined(separator: "\n").utf8)
    let one = try Program.metatool("dump", "--files-from", "-", "-j", "1", input: list)
    let four = try Program.metatool("dump", "--files-from", "-", "-j", "4", input: list)
    #expect(one.output == four.output)
    #expect(one.status == 0)
  }

  @Test(arguments: ["json", "ndjson", "text", "yaml"])
  func manyThreadsKeepTheOrderOfFiles(format: String) throws {
    let names = ["song-itunes.m4a", "plain.m4a", "missing.m4a", "id3v24-everything.mp3"]
    let paths = (0..<150).flatMap { _ in names.map { "Samples/" + $0 } }
    let list = Data(paths.joined(separator: "\n").utf8)
    func dump(jobs: String) throws -> Program.Result {
      try Program.metatool("dump", "--files-from", "-", "-j", jobs, "--format", format, input: list)
    }
    let one = try dump(jobs: "1")
    for jobs in ["2", "3", "16"] {
      let many = try dump(jobs: jobs)
      #expect(many.output == one.output)
      #expect(many.errors == one.errors)
      #expect(many.status == 1)
    }
  }

  @Test func aFolderWithoutMediaGivesAnEmptyList() throws {
    let scratch = try Scratch()
    #expect(try Program.metatool("dump", "-r", ".", in: scratch.folder).text == "[]\n")
  }

  @Test func foldersAreReadByExtensionInEitherCase() throws {
    let scratch = try Scratch()
    let names = ["a.M4A", "b.m4a.txt", ".m4a", "c", "d.", "e.mP4", "f.extension"]
    for name in names { try FileManager.default.copyItem(at: song, to: scratch.file(name)) }
    let found = try Program.metatool("dump", "-r", "./", "--format", "ndjson", in: scratch.folder)
    let paths = try found.text.split(separator: "\n").map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["path"]
        as? String
    }
    #expect(paths == ["./a.M4A", "./e.mP4"])
  }

  @Test func progressIsWrittenOnlyToTerminals() throws {
    for option in [[], ["--quiet"], ["--no-progress"]] {
      let result = try Program.run(Program.metatool, ["dump", "Samples/plain.m4a"] + option)
      #expect(result.errors.isEmpty)
    }
  }

  @Test func aClosedPipeEndsQuietly() throws {
    let shell = try #require(Program.find("sh"))
    let script = "\"$0\" dump -r Samples | head -c 10"
    let result = try Program.run(shell, ["-c", script, Program.metatool.path])
    #expect(result.errors.isEmpty)
    #expect(result.output.count == 10)
  }

  @Test func everyDumpFormatContainsTheTitle() throws {
    for format in ["json", "ndjson", "yaml", "text"] {
      let result = try Program.metatool("dump", song.path, "--format", format)
      #expect(result.status == 0)
      #expect(result.text.contains("Blue Train"))
    }
  }

  @Test func picturesAreExtractedUnchanged() throws {
    let scratch = try Scratch()
    let result = try Program.metatool(
      "art", "extract", song.path, "-o", scratch.folder.path, "--manifest")
    #expect(result.status == 0)
    let manifest = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(manifest?.map { $0["mime"] as? String } == ["image/jpeg", "image/png"])
    let jpeg = try Data(contentsOf: scratch.file("song-itunes.cover.1.jpg"))
    #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
    let again = try Program.metatool("art", "extract", song.path, "-o", scratch.folder.path)
    #expect(again.status == 0)
    let standard = try Program.metatool("art", "extract", song.path, "-o", "-")
    #expect(standard.output == jpeg)
  }

  @Test func otherPicturesAreNotOverwrittenByDefault() throws {
    let scratch = try Scratch()
    let target = scratch.file("song-itunes.cover.1.jpg")
    try Data("mine".utf8).write(to: target)
    let refused = try Program.metatool("art", "extract", song.path, "-o", scratch.folder.path)
    #expect(refused.status == 3)
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
    let forced = try Program.metatool(
      "art", "extract", song.path, "-o", scratch.folder.path, "--force")
    #expect(forced.status == 0)
    #expect(try Data(contentsOf: target) != Data("mine".utf8))
  }

  @Test func diffDistinguishesEqualFromDifferent() throws {
    #expect(try Program.metatool("diff", song.path, song.path).status == 0)
    let result = try Program.metatool("diff", song.path, "Samples/plain.m4a")
    #expect(result.status == 1)
    #expect(result.text.contains("- title: Blue Train"))
  }

  @Test(arguments: ["json", "ffmetadata", "mp4chaps", "webvtt"])
  func chaptersAreExported(format: String) throws {
    let result = try Program.metatool(
      "chapters", "export", "Samples/book-chapters.m4b", "--format", format)
    #expect(result.status == 0)
    let name = "chapters-\(format).txt"
    let file = Repository.root.appending(path: "Tests/MetaCommandsTests/Golden/\(name)")
    #expect(try Golden.difference(result.text, from: file) == nil)
  }

  @Test(arguments: ["", "dump", "get", "art", "chapters", "diff", "tree", "fields"])
  func helpMatchesTheStoredText(command: String) throws {
    let arguments = command.isEmpty ? ["--help"] : [command, "--help"]
    let result = try Program.run(Program.metatool, arguments)
    #expect(result.status == 0)
    let name = command.isEmpty ? "help.txt" : "help-\(command).txt"
    let file = Repository.root.appending(path: "Tests/MetaCommandsTests/Golden/\(name)")
    #expect(try Golden.difference(result.text, from: file) == nil)
  }
}
