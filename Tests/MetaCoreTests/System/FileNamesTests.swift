import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite struct FileNamesTests {
  /// An entry of a folder: the number of its file, and of the links to that.
  struct Entry: Sendable {
    let name: String
    var file = 1
    var links = 1
    var isFolder = false
  }

  /// A folder has at least two links, except on some file systems.
  private static let folder = Entry(name: "Album", links: 2, isFolder: true)
  private static let hardLinks = [
    Entry(name: "song", file: 2, links: 2), Entry(name: "SONG", file: 2, links: 2),
  ]

  @Test(
    "One entry shows whether a folder ignores case",
    arguments: [
      ([Entry(name: "song")], true, true), ([Entry(name: "song")], false, false),
      ([folder], true, true), ([folder], false, false),
      ([Entry(name: "song", links: 2), folder], true, true),
      (hardLinks + [Entry(name: "x")], false, false),
      ([Entry(name: "Straße")], true, true), ([Entry(name: "Привет")], true, true),
      ([Entry(name: "1-2")], true, false), ([], true, false),
    ])
  func caseRule(entries: [Entry], ignoresCase: Bool, expected: Bool) throws {
    let status = try FileStatus(of: FilePath(Repository.sample("plain.mp3").path))
    let rule = FileNames.ignoresCase(among: entries.map(\.name)) { name in
      let entry = entries.first {
        $0.name == name || ignoresCase && FileNamesTests.isSame($0.name, name)
      }
      guard let entry else { return nil }
      var status = status
      status.identity.inode = UInt64(entry.file)
      status.links = entry.links
      status.isFolder = entry.isFolder
      return status
    }
    #expect(rule == expected)
  }

  /// Whether two names differ only in case, character by character, as file systems compare them.
  private static func isSame(_ name: String, _ other: String) -> Bool {
    name.unicodeScalars.elementsEqual(other.unicodeScalars) {
      $0 == $1 || $0.properties.uppercaseMapping == $1.properties.uppercaseMapping
    }
  }
}
