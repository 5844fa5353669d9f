import ArgumentParser
import MetaCore
import Testing

@testable import MetaCommands

/// The fast path around the argument parser is equivalent to the parser.
@Suite struct SetShortcutTests {
  @Test(arguments: [
    ["set", "a.m4a", "title=Blue"], ["set", "title+=Blue", "a", "b", "artist=", "track=3/4"],
    ["set", "-r", "folder", "title=x", "--no-undo", "--quiet"],
    ["set", "a", "title-=x", "-j", "3", "--no-progress"], ["set", "--jobs", "2", "a", "title=x"],
    ["set", "a", "title=x", "--json", "--dry-run"],
    ["set", "a", "title=x", "--keep-mtime", "--sync", "--recursive"],
    ["set", "a", "title=x", "--strategy", "rewrite"],
    ["set", "--strategy", "auto", "a", "title=x"],
    ["set", "a", "title=x", "--layout", "append", "--strategy", "in-place"],
  ])
  func agreesWithTheParser(arguments: [String]) throws {
    let short = try #require(SetShortcut.match(.test(arguments)))
    var (job, edits) = try #require(try Root.parseAsRoot(arguments) as? SetFields)
      .job(in: .test(arguments))
    // The number of the batch is the time.
    job.write.options.batch = 0
    #expect(String(describing: short.job) == String(describing: job))
    #expect(short.edits == edits.fixed)
  }

  @Test(arguments: [
    [], ["set"], ["set", "a"], ["set", "title=x"], ["set", "a", "titel=x"], ["set", "--help"],
    ["set", "a", "title=x", "-j", "0"], ["set", "a", "title=x", "-j"],
    ["set", "--", "a", "title=x"],
    ["set", "a", "title=x", "--strategy", "fast"], ["set", "a", "title=x", "--layout"],
    ["set", "a", "title=@not/there"],
    ["clear", "a", "--all"], ["set", "a", "title=x", "--transaction"],
    ["set", "a", "--from-name", "{title}"], ["set", "a", "title=x", "--where", "title"],
  ])
  func leavesOtherArgumentsToTheParser(arguments: [String]) {
    #expect(SetShortcut.match(.test(arguments)) == nil)
  }
}
