import Foundation
import TestSupport
import Testing

/// The commands in the README print the output shown below them; `META_UPDATE_GOLDEN=1` updates it.
@Suite struct TourTests {
  /// A command, and the lines of its output in the README.
  private struct Step {
    let command: String
    var lines: Range<Int>
  }

  private static let readme = Repository.root.appending(path: "README.md")
  private static let isUpdating = ProcessInfo.processInfo.environment["META_UPDATE_GOLDEN"] != nil

  @Test func readmeOutputIsReal() throws {
    let readme = try String(contentsOf: TourTests.readme, encoding: .utf8)
    var lines = readme.components(separatedBy: "\n")
    let outputs = try self.outputs(lines)
    #expect(outputs.count > 20)
    if TourTests.isUpdating {
      for (step, output) in outputs.reversed() {
        lines.replaceSubrange(step.lines, with: output.map { $0.isEmpty ? "" : "    " + $0 })
      }
      let text = lines.joined(separator: "\n")
      try text.write(to: TourTests.readme, atomically: true, encoding: .utf8)
    } else {
      for (step, output) in outputs {
        #expect(lines[step.lines].map { String($0.dropFirst(4)) } == output, "\(step.command)")
      }
    }
  }

  /// The output of the commands, run in sequence in one folder: each reads what the previous one
  /// wrote.
  private func outputs(_ readme: [String]) throws -> [(Step, [String])] {
    let shell = try SampleShell()
    return try tour(readme).filter { isWhole($0, readme) }.map { step in
      (step, try shell.lines(step.command))
    }
  }

  /// Excludes shortened output, pipes through other programs, and missing files.
  private func isWhole(_ step: Step, _ readme: [String]) -> Bool {
    !readme[step.lines].contains { $0.contains("...") } && !step.command.contains("|")
      && !step.command.contains(" -r ")
  }

  /// Each command after `$`, with the indented lines after it.
  private func tour(_ readme: [String]) -> [Step] {
    var tour: [Step] = []
    var isInside = false
    for (number, line) in readme.enumerated() {
      if line.hasPrefix("    $ metatool ") {
        tour.append(Step(command: String(line.dropFirst(6)), lines: number + 1..<number + 1))
        isInside = true
      } else if isInside, line.hasPrefix("    ") || isBlank(number, readme) {
        tour[tour.count - 1].lines = tour[tour.count - 1].lines.lowerBound..<number + 1
      } else {
        isInside = false
      }
    }
    return tour
  }

  /// An empty line between indented ones.
  private func isBlank(_ number: Int, _ readme: [String]) -> Bool {
    guard readme[number].isEmpty, number + 1 < readme.count else { return false }
    return readme[number + 1].hasPrefix("    ") && !readme[number + 1].hasPrefix("    $ ")
  }
}
