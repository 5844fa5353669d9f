import ArgumentParser
import Testing

@testable import MetaCommands

/// The fast path around the argument parser is equivalent to the parser.
@Suite struct DumpShortcutTests {
  @Test(arguments: [
    ["dump", "a.m4a"], ["dump", "a", "b", "-"], ["dump", "-r", "folder"],
    ["dump", "--recursive", "x", "--quiet"], ["dump", "a", "--format", "ndjson", "-j", "3"],
    ["dump", "--jobs", "2", "--binary", "digest", "a"],
    ["dump", "--files-from", "list", "--format", "yaml"], ["dump", "--files-from", "-"],
    ["dump", "x=y.mp3"], ["dump", "--no-progress", "a.m4a"],
    ["dump", "--", "-a"], ["dump", "-r", "a", "--", "-b", "--"],
  ])
  func agreesWithTheParser(arguments: [String]) throws {
    let short = try #require(DumpShortcut.match(arguments))
    let parsed = try #require(try Root.parseAsRoot(arguments) as? Dump).job()
    #expect(String(describing: short) == String(describing: parsed))
  }

  @Test(arguments: [
    [], ["dump"], ["a.m4a"], ["get", "a", "title"], ["dump", "--help"], ["dump", "-x", "a"],
    ["dump", "a", "--format", "xml"], ["dump", "a", "--format"], ["dump", "a", "-j", "0"],
    ["dump", "--complete", "a"], ["dump", "a", "--where", "title"],
    ["dump", "-r", "a", "--hidden"],
    ["dump", "--"], ["dump", "--format=json", "a"],
  ])
  func leavesOtherArgumentsToTheParser(arguments: [String]) {
    #expect(DumpShortcut.match(arguments) == nil)
  }
}
