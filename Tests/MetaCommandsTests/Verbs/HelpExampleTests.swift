import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The examples in the help of every verb are valid.
@Suite struct HelpExampleTests {
  private static let verbs = leaves(of: Root.self, ["metatool"])

  /// The verbs without verbs below them, by their words.
  private static func leaves(
    of command: any ParsableCommand.Type, _ words: [String]
  ) -> [(words: [String], type: any ParsableCommand.Type)] {
    let below = command.configuration.subcommands
    guard !below.isEmpty else { return [(words, command)] }
    return below.flatMap { leaves(of: $0, words + [$0.configuration.commandName ?? ""]) }
  }

  /// The examples in the help of a verb: indented lines that begin with the program.
  private static func examples(_ type: any ParsableCommand.Type) -> [String] {
    let help = Root.helpMessage(for: type, columns: 1000)
    let discussion = help.prefix(upTo: help.range(of: "USAGE:")?.lowerBound ?? help.endIndex)
    return discussion.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter {
        $0.wholeMatch(of: /([A-Z]+=('[^']*'|"[^"]*") |echo '.*' \| )?metatool .*/) != nil
      }
  }

  /// The arguments of each metatool call in a shell line, each written in one piece, because the
  /// commands of a pipe run concurrently.
  private static func calls(_ line: String) throws -> [[String]] {
    let scratch = try Scratch()
    let script = """
      set -f
      metatool() { printf '%s\\n' "$@" ---- >> words; }
      \(line)
      """
    _ = try Program.run(
      URL(filePath: "/bin/sh"), ["-c", script], in: scratch.folder, environment: [:])
    let words = try String(contentsOf: scratch.file("words"), encoding: .utf8)
    return words.components(separatedBy: "----\n").dropLast()
      .map { $0.split(separator: "\n").map(String.init) }
  }

  @Test func everyVerbHasExamples() throws {
    #expect(HelpExampleTests.verbs.count > 30)
    for verb in HelpExampleTests.verbs {
      let name = verb.words.joined(separator: " ")
      let examples = HelpExampleTests.examples(verb.type)
      #expect((2...4).contains(examples.count), "\(name): \(examples)")
      #expect(examples.contains { $0.contains(name) }, "\(name)")
      for example in examples {
        let calls = try HelpExampleTests.calls(example)
        #expect(!calls.isEmpty, "\(example)")
        for words in calls {
          #expect(throws: Never.self, "\(example)") { try Root.parseAsRoot(words) }
        }
      }
    }
  }
}
