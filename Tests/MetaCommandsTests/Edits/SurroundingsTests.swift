import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The environment of the program: no `/proc`, a terminal, folders that fail while being read, and
/// very long arguments.
@Suite struct SurroundingsTests {
  private let folder: CommandFolder

  init() throws { folder = try CommandFolder() }

  // MARK: No /proc

  /// Runs a command with `/proc` hidden by another file system.
  private static func withoutProc(_ command: String, in folder: CommandFolder? = nil) throws
    -> Program.Result?
  {
    guard let unshare = Program.find("unshare") else { return nil }
    let root = geteuid() == 0 ? ["-m"] : ["-r", "-m"]
    let hidden = "mount -t tmpfs none /proc || exit 99; test ! -e /proc/self || exit 99; "
    let result = try Program.run(
      unshare, root + ["sh", "-c", hidden + command, Program.metatool.path],
      in: folder?.folder ?? Repository.root,
      environment: folder.map { ["XDG_STATE_HOME": $0.state.path] } ?? [:])
    return result.status == 99 ? nil : result
  }

  static let canHideProc = (try? withoutProc("true"))??.status == 0

  @Test(.enabled(if: canHideProc, "/proc cannot be hidden here"))
  func allVerbsWorkWithoutProc() throws {
    try folder.copy("song-itunes.m4a", as: "song.m4a")
    let old = try Data(contentsOf: folder.file("song.m4a"))
    for (command, output) in [
      (#""$0" get song.m4a title"#, "Train"), (#""$0" dump song.m4a"#, "itsk"),
      (#""$0" set song.m4a title=New"#, "in-place"),
      (#""$0" set song.m4a artist=New --strategy rewrite"#, "rewrite"),
      (#""$0" set song.m4a title=Other -o other.m4a"#, ""),
      (#""$0" art extract song.m4a"#, "cover"), (#""$0" get other.m4a title"#, "Other"),
      (#""$0" export song.m4a new.mp4"#, ""), (#""$0" rename other.m4a --to '{title}'"#, ""),
      (#"echo '{"id":1,"verb":"get","arguments":["song.m4a","title"]}' | "$0" serve"#, "New"),
      (#""$0" undo song.m4a && "$0" undo song.m4a"#, "restored"),
    ] {
      let result = try #require(try SurroundingsTests.withoutProc(command, in: folder))
      #expect(result.status == 0, "\(command): \(result.errors)")
      #expect(output.isEmpty || result.text.contains(output), "\(command): \(result.text)")
    }
    #expect(try Data(contentsOf: folder.file("song.m4a")) == old)
    #expect(try folder.contents.keys.allSatisfy { !$0.hasPrefix(".") })
  }

  // MARK: Terminals

  private static let hostile = "a\u{1B}]0;x\u{7}b\u{9B}31mc\u{202E}d"

  /// Runs a command with a terminal as its output; returns what it printed.
  private func onTerminal(_ words: [String]) throws -> String {
    let quoted = ([Program.metatool.path] + words).map { "'\($0)'" }.joined(separator: " ")
    let script = try #require(Program.find("script"))
    return try Program.run(
      script, ["-qec", quoted, "/dev/null"], in: folder.folder,
      environment: ["XDG_STATE_HOME": folder.state.path]
    ).text
  }

  private func isSafe(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x09, 0x0A, 0x0D: true
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: false
      default: true
      }
    }
  }

  @Test(.enabled(if: Program.find("script") != nil, "script is not installed"))
  func namesAndValuesContainNoTerminalCommands() throws {
    let name = SurroundingsTests.hostile + ".m4a"
    try folder.copy("song-itunes.m4a", as: name)
    try folder.run("set", name, "title=" + SurroundingsTests.hostile)
    for words in [
      ["get", name, "title"], ["dump", name], ["dump", "--format", "text", name],
      ["dump", "--format", "yaml", name], ["tree", name], ["art", "list", "-r", "."],
      ["set", name, "album=" + SurroundingsTests.hostile, "--json"], ["undo", name],
      ["get", SurroundingsTests.hostile, "title"], ["chapters", "list", name],
      ["rename", name, "--to", "x{title}", "--dry-run"], ["verify", name],
      ["set", SurroundingsTests.hostile + "=x", name], ["diff", name, name], ["recover", name],
      [SurroundingsTests.hostile, "--" + SurroundingsTests.hostile],
    ] {
      let text = try onTerminal(words)
      #expect(isSafe(text), "\(words): \(text)")
      #expect(!text.isEmpty || ["chapters", "diff"].contains(words[0]), "\(words)")
    }
    #expect(
      try onTerminal(["get", name, "title"]).hasPrefix(#"a\u001b]0;x\u0007b\u009b31mc\u202ed"#))
    // A pipe receives the value unchanged; messages may appear on a terminal.
    #expect(try folder.value(name, "title") == SurroundingsTests.hostile)
    #expect(isSafe(try folder.run("get", SurroundingsTests.hostile, "title").errors))
  }

  @Test func nonTextBytesAreShownUnchanged() {
    #expect(TerminalText.safe([0x61, 0x9B, 0xC2]) == Array(#"a\x9b\xc2"#.utf8))
    #expect(
      TerminalText.safe(Array("Bj\u{F6}rk \u{1F3B5}\tx\n".utf8)) == Array("Björk 🎵\tx\n".utf8))
    #expect(TerminalText.line("a\tb\nc") == #"a\u0009b\u000ac"#)
  }

  // MARK: Folders

  @Test(.enabled(if: FaultInjection.isPossible, "strace is not installed"))
  func partlyUnreadableFolderIsAFailure() throws {
    try folder.copy("song-itunes.m4a", as: "a/1.m4a", "b/2.m4a")
    let strace = try #require(Program.find("strace"))
    let whole = try folder.dumped("-r", ".")
    #expect(whole == ["./a/1.m4a", "./b/2.m4a"])
    // The second call for folder a, after the first one returned its entries.
    for call in [3, 4] {
      let result = try Program.run(
        strace,
        [
          "-f", "-q", "-o", folder.scratch.file("trace").path, "-e", "trace=getdents64", "-e",
          "inject=getdents64:error=EIO:when=\(call)", Program.metatool.path, "get", "--help",
        ].dropLast(2) + ["dump", "-r", ".", "--format", "ndjson"], in: folder.folder,
        environment: ["XDG_STATE_HOME": folder.state.path])
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.errors.contains("./a/: ") || result.errors.contains("a: "), "\(result.errors)")
      #expect(result.text.contains("2.m4a"))
    }
  }

  // MARK: Attributes

  @Test(.enabled(if: FaultInjection.isPossible, "strace is not installed"))
  func rejectedAttributesHideNoOthers() throws {
    try folder.copy("plain.m4a", as: "a.m4a")
    let strace = try #require(Program.find("strace"))
    let python = try #require(Program.find("python3"))
    let paths = ["a.m4a", "b.m4a"].map { folder.file($0).path }
    _ = try Program.run(
      python,
      ["-c", "import os, sys; [os.setxattr(sys.argv[1], 'user.' + n, b'1') for n in 'abc']"]
        + paths.prefix(1))
    // The first attribute is rejected.
    let result = try Program.run(
      strace,
      [
        "-f", "-q", "-o", folder.scratch.file("trace").path, "-e", "trace=fsetxattr", "-e",
        "inject=fsetxattr:error=ENOSPC:when=1", Program.metatool.path, "set", "a.m4a", "title=x",
        "-o", "b.m4a",
      ], in: folder.folder, environment: ["XDG_STATE_HOME": folder.state.path])
    #expect(result.status == 0, "\(result.errors)")
    let list = "import os, sys; print([len(os.listxattr(p)) for p in sys.argv[1:]])"
    #expect(try Program.run(python, ["-c", list] + paths).text == "[3, 2]\n")
  }

  // MARK: Long arguments

  @Test func veryLongWordsGetNoSuggestion() throws {
    let word = String(repeating: "a", count: 60_000)
    try folder.copy("song-itunes.m4a", as: "song.m4a")
    for words in [
      ["set", "song.m4a", word + "=x"], ["get", "song.m4a", word],
      ["dump", "--where", word + "=x", "song.m4a"],
    ] {
      let start = ContinuousClock.now
      #expect(try folder.run(words).status == 64)
      #expect(ContinuousClock.now - start < .seconds(4))
    }
    #expect(FieldSuggestion.nearest(to: "titel") == "title")
    #expect(FieldSuggestion.nearest(to: word) == nil)
  }
}
