import Foundation
import TestSupport
import Testing

/// The selected files: named, found in folders, listed, or matched by a pattern.
@Suite struct FindTests {
  private let place: CommandFolder

  init() throws {
    place = try CommandFolder()
    try place.copy(
      "plain.m4a", as: "a.m4a", "Jazz/b.m4a", "Jazz/live/c.m4a", "Rock/d.m4a", ".hidden/e.m4a",
      "Rock/.f.m4a")
    try place.copy("plain.mp3", as: "Jazz/g.mp3")
    try Data("no media".utf8).write(to: place.file("Jazz/cover.jpg"))
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.file(name).path, withDestinationPath: target)
  }

  @Test(arguments: [
    ([], ["./Jazz/b.m4a", "./Jazz/g.mp3", "./Jazz/live/c.m4a", "./Rock/d.m4a", "./a.m4a"]),
    (["--include", "*.mp3"], ["./Jazz/g.mp3"]),
    (["--include", "Jazz/*"], ["./Jazz/b.m4a", "./Jazz/g.mp3"]),
    (
      ["--include", "{b,c}.*", "--include", "a*"], ["./Jazz/b.m4a", "./Jazz/live/c.m4a", "./a.m4a"]
    ),
    (["--exclude", "live"], ["./Jazz/b.m4a", "./Jazz/g.mp3", "./Rock/d.m4a", "./a.m4a"]),
    (["--exclude", "Jazz/**", "--exclude", "a*"], ["./Rock/d.m4a"]),
    (["--include", "*.m4a", "--exclude", "Jazz"], ["./Rock/d.m4a", "./a.m4a"]),
    (
      ["--hidden", "--exclude", "Jazz"],
      ["./.hidden/e.m4a", "./Rock/.f.m4a", "./Rock/d.m4a", "./a.m4a"]
    ),
  ])
  func foldersAreSearchedByRules(options: [String], paths: [String]) throws {
    #expect(try place.run(["dump", "-r", "."] + options).status == 0)
    let result = try place.run(["dump", "-r", ".", "--format", "ndjson"] + options)
    let found = result.text.split(separator: "\n").compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["path"]
        as? String
    }
    #expect(found == paths)
  }

  @Test(arguments: [
    ("*.m4a", ["a.m4a"]), ("*/*.m4a", ["Jazz/b.m4a", "Rock/d.m4a"]),
    ("**/*.m4a", ["a.m4a", "Jazz/b.m4a", "Jazz/live/c.m4a", "Rock/d.m4a"]),
    ("Jazz/**", ["Jazz/b.m4a", "Jazz/cover.jpg", "Jazz/g.mp3", "Jazz/live/c.m4a"]),
    ("{Rock,Jazz}/?.m4a", ["Rock/d.m4a", "Jazz/b.m4a"]), ("./[ab].m4a", ["./a.m4a"]),
    ("Rock/.*", ["Rock/.f.m4a"]), ("**/c.m4a", ["Jazz/live/c.m4a"]),
    ("J*/live/*", ["Jazz/live/c.m4a"]),
    ("../work/*.m4a", ["../work/a.m4a"]), ("{a,*}.m4a", ["a.m4a"]),
  ])
  func unexpandedPatternsAreExpanded(pattern: String, paths: [String]) throws {
    #expect(try place.dumped(pattern) == paths)
  }

  @Test func rulesApplyToPatternsToo() throws {
    #expect(
      try place.dumped("**/*.m4a", "--exclude", "live") == ["a.m4a", "Jazz/b.m4a", "Rock/d.m4a"])
    #expect(try place.dumped("*/*", "--include", "*.mp3") == ["Jazz/g.mp3"])
    #expect(try place.dumped("*/*", "--hidden", "--include", "*e.m4a") == [".hidden/e.m4a"])
  }

  @Test func folderPatternsAreSearchedWithR() throws {
    #expect(try place.dumped("-r", "R*") == ["Rock/d.m4a"])
    #expect(try place.run("dump", "R*").status == 66)
  }

  @Test func fileNamedLikeAPatternIsUsed() throws {
    try place.copy("plain.m4a", as: "[x]*.m4a", "x1.m4a")
    #expect(try place.dumped("[x]*.m4a") == ["[x]*.m4a"])
  }

  @Test func patternWithoutMatchesIsAMissingFile() throws {
    let result = try place.run("dump", "*.flac")
    #expect(result.status == 66)
    #expect(result.errors == "metatool: *.flac: no such file\n")
    // Names in a list are literal.
    #expect(try place.run("dump", "--files-from", "-", input: "*.m4a\n").status == 66)
  }

  @Test func namedFilesAreAlwaysIncluded() throws {
    let paths = try place.dumped(".hidden/e.m4a", "Jazz", "-r", "--exclude", "*")
    #expect(paths == [".hidden/e.m4a"])
  }

  @Test func linksAreFollowedOnRequest() throws {
    try link("Rock/loop", to: "..")
    try link("z.m4a", to: "Jazz/b.m4a")
    try link("dead.m4a", to: "nowhere.m4a")
    let own = ["./Jazz/b.m4a", "./Jazz/g.mp3", "./Jazz/live/c.m4a", "./Rock/d.m4a", "./a.m4a"]
    #expect(try place.dumped("-r", ".") == own)
    // The loop ends, and the song is not selected again by its other name.
    #expect(try place.dumped("-r", ".", "--follow") == own)
    try FileManager.default.createDirectory(
      at: place.file("Links"), withIntermediateDirectories: true)
    try link("Links/Jazz", to: "../Jazz")
    #expect(try place.dumped("-r", "Links") == [])
    #expect(
      try place.dumped("-r", "Links", "--follow")
        == ["Links/Jazz/b.m4a", "Links/Jazz/g.mp3", "Links/Jazz/live/c.m4a"])
    #expect(try place.dumped("-r", "Links/Jazz", "--include", "b*") == ["Links/Jazz/b.m4a"])
    #expect(try place.dumped("**/c.m4a", "--follow", "--exclude", "Rock").count == 1)
  }

  @Test func convergingPatternPathsAreVisitedOnce() throws {
    for (folder, other) in [("a", "b"), ("b", "a")] {
      try place.copy("plain.m4a", as: "Round/\(folder)/\(folder).m4a")
      for name in ["l", "m", "n"] { try link("Round/\(folder)/\(name)", to: "../\(other)") }
    }
    #expect(try place.dumped("Round/**/*.m4a", "--follow") == ["Round/a/a.m4a", "Round/a/l/b.m4a"])
    let deep = (0..<40).map { "d\($0)" }.joined(separator: "/")
    try place.copy("plain.m4a", as: "Deep/\(deep)/x.m4a")
    let stars = String(repeating: "**/*/", count: 12)
    #expect(try place.dumped("Deep/\(stars)*.m4a") == ["Deep/\(deep)/x.m4a"])
    #expect(try place.dumped("**/a.m4a", "**/a.m4a").count == 2)
  }

  @Test func unlistableFolderIsAFailure() throws {
    // Longer than any path may be.
    let name = String(repeating: "f", count: 200)
    let make =
      "i=0; while [ $i -lt 25 ]; do mkdir \(name) && cd -P \(name) || exit; i=$((i+1)); done"
    let shell = URL(filePath: "/bin/sh")
    #expect(try Program.run(shell, ["-c", make], in: place.folder).status == 0)
    let result = try place.run("dump", "-r", ".")
    #expect(result.errors.contains("File name too long"))
    #expect(result.status == 1)
    #expect(try place.run("dump", "-r", ".", "--exclude", name).status == 0)
    _ = try Program.run(shell, ["-c", "rm -rf \(name)"], in: place.folder)
  }

  @Test func excessivePatternDoesNotCrash() throws {
    let pattern = String(repeating: "{}", count: 30_000)
    #expect(try place.run("dump", pattern).status == 66)
    #expect(try place.run("dump", "-r", ".", "--include", pattern).status == 64)
  }

  @Test func noFileIsFoundTwice() throws {
    #expect(try place.dumped("-r", "Jazz", "./Jazz", "Jazz/live", "Jazz/b.m4a").count == 3)
    #expect(try place.dumped("-r", "Jazz/b.m4a", "Jazz").count == 3)
    #expect(try place.dumped("*.m4a", "a.m4a", "a*").count == 1)
  }

  @Test func orderDoesNotDependOnJobs() throws {
    let one = try place.run("dump", "-r", ".", "-j", "1")
    #expect(one.text.contains("Rock"))
    #expect(try place.run("dump", "-r", ".", "-j", "7").output == one.output)
  }

  @Test func invalidRuleIsAUsageError() throws {
    let result = try place.run("dump", "-r", ".", "--include", "[a")
    #expect(result.status == 64)
    #expect(result.errors.contains("column 1: unclosed bracket"))
  }
}
