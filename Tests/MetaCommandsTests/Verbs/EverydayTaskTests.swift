import Foundation
import TestSupport
import Testing

/// A task that users of metadata programs have every day: the command for it, and that of another
/// program (`EverydayTasks.tsv`).
struct EverydayTask: Sendable, CustomTestStringConvertible {
  let name: String
  /// The command that creates the files for both commands.
  let before: String
  let command: String
  let otherCommand: String
  /// The other program.
  let program: String
  /// A command, without metatool, that prints the result to compare.
  let comparison: String
  /// Why the command is longer than the other.
  let reason: String

  var testDescription: String { name }

  /// All rows of the table.
  static func all() throws -> [EverydayTask] {
    let table = Repository.root.appending(path: "Tests/MetaCommandsTests/Verbs/EverydayTasks.tsv")
    return try String(contentsOf: table, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { row in
        let columns = row.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        try #require(columns.count == 7, "\(row)")
        return EverydayTask(
          name: columns[0], before: columns[1], command: columns[2], otherCommand: columns[3],
          program: columns[4], comparison: columns[5], reason: columns[6])
      }
  }

  /// The result to compare, after one of the commands on fresh copies of the samples.
  fileprivate func result(of command: String) throws -> String {
    let shell = try SampleShell()
    let preparation = try shell.run(before)
    #expect(preparation.status == 0, "\(preparation.errors)")
    let run = try shell.run(command, in: "/bin/bash")
    let compared = try shell.run(comparison, printed: run.output)
    return compared.text
  }
}

@Suite("Everyday tasks")
struct EverydayTaskTests {
  static let tasks = (try? EverydayTask.all()) ?? []

  @Test func thereAre24Tasks() {
    #expect(Self.tasks.count == 24)
    #expect(Set(Self.tasks.map(\.name)).count == 24)
  }

  /// metatool gives the same result as the other program, or some result if that is not installed.
  @Test(arguments: tasks) func theResultIsTheSame(task: EverydayTask) throws {
    #expect(!task.comparison.contains("metatool"))
    #expect(task.otherCommand.contains(task.program))
    let ours = try task.result(of: task.command)
    #expect(!ours.trimmingCharacters(in: .whitespacesAndNewlines).isEmpty)
    guard Program.find(task.program) != nil else { return }
    #expect(try task.result(of: task.otherCommand) == ours)
  }

  @Test(arguments: tasks) func commandIsNotLongerWithoutAReason(task: EverydayTask) {
    let isLonger = task.command.count > task.otherCommand.count
    #expect(isLonger != task.reason.isEmpty, "\(task.command.count), \(task.otherCommand.count)")
  }
}
