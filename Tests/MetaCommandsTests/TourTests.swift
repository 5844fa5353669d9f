import Foundation
import TestSupport
import Testing

/// The commands of the README print what stands below them there.
@Suite struct TourTests {
  @Test func theOutputInTheReadmeIsReal() throws {
    var count = 0
    for (command, output) in try tour() where isWhole(command, output) {
      let words = command.split(separator: " ").dropFirst().map(String.init)
      let result = try Program.run(Program.metatool, words, in: Repository.sample(""))
      #expect(result.text.trimmingCharacters(in: .newlines) == output, "\(command)")
      count += 1
    }
    #expect(count > 6)
  }

  /// Not what is shortened, goes through another program, or writes.
  private func isWhole(_ command: String, _ output: String) -> Bool {
    !output.isEmpty && !output.contains("...") && !command.contains("|")
      && !command.contains(" extract ")
  }

  /// Each command after `$`, with the indented lines behind it.
  private func tour() throws -> [(command: String, output: String)] {
    let readme = try String(
      contentsOf: Repository.root.appending(path: "README.md"), encoding: .utf8)
    var tour: [(command: String, lines: [String])] = []
    var isInside = false
    for line in readme.components(separatedBy: "\n") {
      if line.hasPrefix("    $ metatool ") {
        tour.append((String(line.dropFirst(6)), []))
        isInside = true
      } else if line.hasPrefix("    ") || line.isEmpty {
        if isInside { tour[tour.count - 1].lines.append(String(line.dropFirst(4))) }
      } else {
        isInside = false
      }
    }
    return tour.map {
      ($0.command, $0.lines.joined(separator: "\n").trimmingCharacters(in: .newlines))
    }
  }
}
