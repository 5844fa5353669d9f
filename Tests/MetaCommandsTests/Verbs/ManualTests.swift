import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The manual page and the completions, which the argument parser generates from the same
/// declarations as the help.
@Suite struct ManualTests {
  /// The part of `--experimental-dump-help` for a command that the page shows.
  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { let kind, name: String }
      let names: [Name]?
      let abstract: String?
      let shouldDisplay: Bool
    }
    let commandName: String
    let abstract: String?
    let subcommands: [Command]?
    let arguments: [Argument]?
    let shouldDisplay: Bool

    var all: [Command] { [self] + (subcommands ?? []).filter(\.shouldDisplay).flatMap(\.all) }
  }

  private struct Help: Decodable { let command: Command }

  private func commands() throws -> [Command] {
    let help = try Program.metatool("--experimental-dump-help")
    let all = try JSONDecoder().decode(Help.self, from: help.output).command.all
    // The page describes help in a flag, not as a command.
    return all.filter { $0.commandName != "help" }
  }

  @Test func thePageIsCurrent() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/man/metatool.1"), encoding: .utf8)
    let lines = Set(page.split(separator: "\n").map(String.init))
    let commands = try commands()
    #expect(commands.count > 7)
    for command in commands where command.commandName != "metatool" {
      #expect(lines.contains(".It Em \(command.commandName)"), "run Scripts/man")
      #expect(lines.contains(try #require(command.abstract)), "run Scripts/man")
    }
    for argument in commands.flatMap({ $0.arguments ?? [] }) where argument.shouldDisplay {
      if let abstract = argument.abstract {
        #expect(lines.contains(abstract), "run Scripts/man")
      }
      for name in argument.names ?? [] where name.kind == "long" {
        #expect(page.contains(" -\(name.name)"), "run Scripts/man")
      }
    }
  }

  /// The rows of the README's table with this head, without the marks of Markdown.
  private func rows(ofTable head: String) throws -> [[String]] {
    try MarkdownTable.rows(of: "README.md", head: head).map { row in
      row.map { $0.replacing("`", with: "") }
    }
  }

  @Test(arguments: [("task", "# ", 10), ("code", ".It ", 8)])
  func thePageHasTheTablesOfTheReadme(head: String, mark: String, count: Int) throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/man/metatool.1"), encoding: .utf8)
    let rows = try rows(ofTable: head)
    #expect(rows.count > count)
    for row in rows {
      #expect(page.contains("\n\(mark)\(row[0])\n\(row[1])\n"), "run Scripts/man")
    }
  }

  @Test func theReadmeHasTheExitCodes() throws {
    let codes = ExitStatus.allCases.map { String($0.rawValue) }
    #expect(try rows(ofTable: "code").map { $0[0] } == codes + ["130"])
  }

  @Test func helpIsASCII() throws {
    // The generator omits undocumented options from the page.
    let help = try Program.metatool("--experimental-dump-help")
    #expect(help.output.allSatisfy { $0 < 0x80 })
    #expect(!help.text.contains("\\u"))
  }

  @Test(arguments: ["bash", "zsh", "fish"]) func completionsKnowTheVerbs(shell: String) throws {
    let script = try Program.metatool("--generate-completion-script", shell)
    #expect(script.status == 0)
    for command in try commands() { #expect(script.text.contains(command.commandName)) }
    #expect(script.text.contains("recursive"))
  }
}
