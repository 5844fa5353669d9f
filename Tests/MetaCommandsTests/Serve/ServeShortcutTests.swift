import ArgumentParser
import Testing

@testable import MetaCommands

/// The fast path around the argument parser is equivalent to the parser.
@Suite struct ServeShortcutTests {
  @Test(arguments: [
    ["serve"], ["serve", "-j", "3"], ["serve", "--jobs", "1", "--stop-at-end"],
    ["serve", "--stop-at-end"],
  ])
  func agreesWithTheParser(arguments: [String]) throws {
    let options = try #require(try Root.parseAsRoot(arguments) as? Serve).options
    #expect(ServeShortcut.match(arguments) == options)
  }

  @Test(arguments: [
    [], ["serve", "-j"], ["serve", "-j", "0"], ["serve", "-j", "x"], ["serve", "--help"],
    ["serve", "a.mp4"], ["dump"],
  ])
  func leavesOtherArgumentsToTheParser(arguments: [String]) {
    #expect(ServeShortcut.match(arguments) == nil)
  }
}
