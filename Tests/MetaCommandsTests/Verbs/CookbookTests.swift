import Foundation
import TestSupport
import Testing

/// `docs/cookbook.md` is generated from `Recipes.tsv` and the output of its commands;
/// `META_UPDATE_GOLDEN=1` regenerates it.
@Suite struct CookbookTests {
  /// A question and its answer.
  private struct Recipe {
    let part: String
    let question: String
    let note: String
    let commands: [String]
    /// What follows the output.
    var ending: [String] = []

    /// A task, with the command of another program at the end.
    init(_ task: EverydayTask) {
      part = "Everyday tasks, compared with other programs"
      question = task.name
      note = task.command.contains(".mkv") ? "This requires `metatool-foreign`." : task.reason
      commands = [task.before, task.command].filter { !$0.isEmpty }
      ending = ["With \(task.program):", "", "    $ " + task.otherCommand, ""]
    }

    /// A row: the part of the book, the question, a note, and one command or more.
    init(_ row: Substring) throws {
      let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(columns.count > 3, "\(row)")
      (part, question, note) = (columns[0], columns[1], columns[2])
      commands = Array(columns[3...])
    }

    /// The lines on the page: every command runs on fresh copies of the samples, after the
    /// preceding ones.
    func lines() throws -> [String] {
      let shell = try SampleShell()
      var lines = ["### \(question)", ""]
      if !note.isEmpty { lines += [note, ""] }
      for command in commands {
        lines.append("    $ " + command)
        lines += try shell.lines(command).map { $0.isEmpty ? "" : "    " + $0 }
      }
      return lines + [""] + ending
    }
  }

  private static let opening = """
    # Cookbook

    Common questions about reading and writing metadata, each answered by a command and its output. The files are from `Samples/`; every
    recipe starts with fresh copies, here in the folder `/samples`. A test runs all recipes, so the output is real. The recipes in the part
    “Audio and video” and those that read MKV require `metatool-foreign`; all others work without it.


    """

  /// What follows the heading of a part.
  private static func opening(of recipe: Recipe) -> [String] {
    if recipe.part == "Audio and video" {
      return ["All recipes in this part require `metatool-foreign`.", ""]
    }
    guard !recipe.ending.isEmpty else { return [] }
    return [
      """
      If the other program is installed, a test runs both commands and compares their results with a program other than metatool. metatool's command \
      is no longer than the other one, or the text explains why.
      """, "",
    ]
  }

  @Test func cookbookOutputIsReal() throws {
    let table = Repository.root.appending(path: "Tests/MetaCommandsTests/Verbs/Recipes.tsv")
    let rows = try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
    var recipes = try rows.filter { !$0.hasPrefix("#") }.map { try Recipe($0) }
    #expect(recipes.count >= 30)
    recipes += try EverydayTask.all().map(Recipe.init)
    var lines: [String] = []
    var part = ""
    for recipe in recipes {
      if recipe.part != part {
        lines += ["## \(recipe.part)", ""] + CookbookTests.opening(of: recipe)
      }
      part = recipe.part
      lines += try recipe.lines()
    }
    let page = Repository.root.appending(path: "docs/cookbook.md")
    let text = CookbookTests.opening + lines.dropLast().joined(separator: "\n") + "\n"
    #expect(try Golden.difference(text, from: page) == nil)
  }
}
