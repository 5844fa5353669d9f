import Foundation
import TestSupport
import Testing

/// `docs/cookbook.md` is made of `Recipes.tsv` and of what the commands there print; `META_UPDATE_GOLDEN=1` writes it anew.
@Suite struct CookbookTests {
  /// A question and its answer.
  private struct Recipe {
    let part: String
    let question: String
    let note: String
    let commands: [String]

    /// A row: the part of the book, the question, a note, and one command or more.
    init(_ row: Substring) throws {
      let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(columns.count > 3, "\(row)")
      (part, question, note) = (columns[0], columns[1], columns[2])
      commands = Array(columns[3...])
    }

    /// As the page shows it: every command runs on fresh copies of the samples, after those before it.
    func lines() throws -> [String] {
      let shell = try SampleShell()
      var lines = ["### \(question)", "", note, ""]
      for command in commands {
        lines.append("    $ " + command)
        lines += try shell.lines(command).map { $0.isEmpty ? "" : "    " + $0 }
      }
      return lines + [""]
    }
  }

  private static let opening = """
    # Cookbook

    What people ask of programs that read and write metadata, each with a command and what it prints. The files are those of `Samples/`; every
    recipe begins with fresh copies of them, in a folder that is called `/samples` here. A test runs all of them, so what stands here is what happens.


    """

  @Test func theOutputInTheCookbookIsReal() throws {
    let table = Repository.root.appending(path: "Tests/MetaCommandsTests/Verbs/Recipes.tsv")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
    let recipes = try rows.filter { !$0.hasPrefix("#") }.map { try Recipe($0) }
    #expect(recipes.count >= 30)
    var lines: [String] = []
    var part = ""
    for recipe in recipes {
      if recipe.part != part { lines += ["## \(recipe.part)", ""] }
      part = recipe.part
      lines += try recipe.lines()
    }
    let page = Repository.root.appending(path: "docs/cookbook.md")
    let text = CookbookTests.opening + lines.dropLast().joined(separator: "\n") + "\n"
    #expect(try Golden.difference(text, from: page) == nil)
  }
}
