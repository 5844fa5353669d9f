import Foundation
import TestSupport
import Testing

/// What `Scripts/installed-files` lists.
@Suite struct InstalledFilesTests {
  /// The files of the repository in its third column.
  private func sources() throws -> [String] {
    let table = try String(
      contentsOf: Repository.root.appending(path: "Scripts/installed-files"), encoding: .utf8)
    return table.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").dropFirst(2).first.map(String.init) }
  }

  private func names(in folder: String, _ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: Repository.root.path + "/" + folder)
      .filter { $0.hasSuffix(suffix) }.map { "\(folder)/\($0)" }
  }

  @Test func everyDocumentForUsersIsInstalled() throws {
    let documents = Set(try names(in: "docs", ".md")).subtracting([
      "docs/architecture.md", "docs/library-jobs.md",
    ])
    let schemas = try names(in: "docs/schema", ".json")
    #expect(documents.count > 4 && schemas.count > 8)
    #expect(documents.union(schemas).subtracting(try sources()) == [])
  }

  @Test func installedFilesExist() throws {
    for source in try sources() where !source.hasPrefix("bin/") {
      let path = Repository.root.appending(path: source).path
      #expect(FileManager.default.fileExists(atPath: path), "\(source)")
    }
  }
}
