import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// The table of checks in `docs/verify.md` matches the program; `META_UPDATE_GOLDEN=1` regenerates
/// it.
@Suite struct IntegrityDocumentTests {
  private static let file = Repository.root.appending(path: "docs/verify.md")

  @Test func tableMatchesTheProgram() throws {
    let text = try String(contentsOf: IntegrityDocumentTests.file, encoding: .utf8)
    let start = try #require(text.range(of: "<!-- table -->\n"))
    let end = try #require(text.range(of: "<!-- end of table -->"))
    let new = text[..<start.upperBound] + table + text[end.lowerBound...]
    if ProcessInfo.processInfo.environment["META_UPDATE_GOLDEN"] != nil {
      try String(new).write(to: IntegrityDocumentTests.file, atomically: true, encoding: .utf8)
    } else {
      #expect(text == new)
    }
  }

  @Test func everyNameOccursOnce() {
    var checks: [String: IntegrityCheck] = [:]
    for check in IntegrityKind.all.flatMap(\.checks) {
      #expect(checks[check.name] == nil || checks[check.name] == check)
      checks[check.name] = check
    }
    #expect(checks.count > 30)
  }

  private var table: String {
    var lines = [
      "| kind of file | what is checked | specification | what cannot be checked |",
      "| --- | --- | --- | --- |",
    ]
    for kind in IntegrityKind.all {
      let checks = kind.checks.map { "`\($0.name)`: \(sentence($0))" }
      let clauses = kind.checks.map(\.clause)
      let gaps = kind.gaps.map { "`\($0.name)`: \($0.reason)" }
      lines.append(
        "| \(kind.name) | \(checks.joined(separator: "<br>")) | \(clauses.joined(separator: "<br>")) | \(gaps.joined(separator: "<br>")) |"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a check is about, as a clause: "checksums of FLAC frames match".
  private func sentence(_ check: IntegrityCheck) -> String {
    guard check.outcome.hasSuffix("s match") else { return "\(check.subject) \(check.outcome)" }
    let subject = check.subject.replacing(" with a checksum", with: "")
    return "\(check.outcome.dropLast(6)) of \(subject) match"
  }
}
