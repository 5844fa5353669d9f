import Foundation
import Testing

/// The shared tables of facts, if available: `METATOOL_FACTS`, or `../shared/facts` next to the
/// project.
enum Facts {
  private static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["METATOOL_FACTS"].map { [$0] } ?? []
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let nextTo = root.deletingLastPathComponent().appendingPathComponent("shared/facts").path
    return (named + [nextTo]).first { FileManager.default.fileExists(atPath: $0) }
  }()

  /// Whether the tables are available; tests that need them are skipped otherwise.
  static var areHere: Bool {
    if folder == nil { print("no tables of facts: METATOOL_FACTS names their folder") }
    return folder != nil
  }

  /// The rows of a table, by the names of its columns.
  static func rows(_ name: String) throws -> [[String: String]] {
    let path = try #require(folder) + "/\(name).tsv"
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    let header = try #require(lines.first).map(String.init)
    return lines.dropFirst().map { line in
      Dictionary(zip(header, line.map(String.init)), uniquingKeysWith: { first, _ in first })
    }
  }
}
