import ArgumentParser
import MetaCore
import Testing

@testable import MetaCommands

/// The fast path around the argument parser is equivalent to the parser.
@Suite struct ExportShortcutTests {
  @Test(arguments: [
    ["export", "a.mov", "b.mp4"], ["export", "title=Blue", "a.mov", "artist+=x", "b.mp4"],
    ["export", "a.mov", "b.mp4", "--start", "1:30", "--end", "00:02:00.5", "--force"],
    ["export", "--end", "90", "a.mov", "b.mp4", "--share", "--allow-loss"],
    ["export", "a.mov", "b.mp4", "--no-faststart", "--json", "--dry-run", "--quiet"],
    ["export", "a.mov", "b.mp4", "--no-faststart", "--faststart", "--no-progress"],
  ])
  func agreesWithTheParser(arguments: [String]) throws {
    let short = try #require(ExportShortcut.match(.test(arguments)))
    let job = try #require(try Root.parseAsRoot(arguments) as? Export).job(
      in: .test(arguments))
    #expect(String(describing: short) == String(describing: job))
    #expect(short.options == job.options)
  }

  @Test(arguments: [
    [], ["export"], ["export", "a.mov"], ["export", "a", "b", "c"], ["export", "--help"],
    ["export", "a.mov", "b.mp4", "titel=x"], ["export", "a.mov", "b.mp4", "--start"],
    ["export", "a.mov", "b.mp4", "--start", "soon"], ["export", "a", "b", "--tracks", "1"],
    ["export", "a", "b", "--start", "2", "--end", "1"], ["export", "a", "b", "--padding", "1"],
    ["set", "a", "title=x"],
  ])
  func leavesOtherArgumentsToTheParser(arguments: [String]) {
    #expect(ExportShortcut.match(.test(arguments)) == nil)
  }
}
