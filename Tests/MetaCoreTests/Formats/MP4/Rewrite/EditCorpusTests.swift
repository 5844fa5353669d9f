import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Titles set in memory in every movie file of class `normal` in the corpus.
@Suite struct EditCorpusTests {
  private static let files: [String] = {
    guard let corpus = Repository.corpus,
      let manifest = try? String(
        contentsOf: corpus.appending(path: "manifest.tsv"), encoding: .utf8)
    else { return [] }
    return manifest.split(separator: "\n").dropFirst().compactMap { line in
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard columns.count > 7, columns[7] == "normal" else { return nil }
      let name = String(columns[0])
      let ending = URL(filePath: name).pathExtension.lowercased()
      return MP4Format().descriptor.extensions.contains(ending) ? name : nil
    }
  }()

  @Test func everyNormalFileAcceptsATitleOrIsRefused() throws {
    guard let corpus = Repository.corpus else { return }
    var done = 0
    var refused: [String] = []
    for name in EditCorpusTests.files {
      let old = [UInt8](try Data(contentsOf: corpus.appending(path: "files/\(name)")))
      guard let check = try? EditCheck(old, name: name), !check.insertionPoints.isEmpty else {
        continue
      }
      do {
        for title in titles(of: old) {
          for shape in [LayoutConstraints(movement: .none), LayoutConstraints(movement: .free)] {
            let new = try check.apply(check.title(title), shape)
            if shape.movement == .free { #expect(new != nil, "\(name)") }
            if let new { #expect(try EditCheck.title(of: new) == title, "\(name)") }
          }
        }
        done += 1
      } catch let error as ParseError {
        refused.append("\(name): \(error)")
      }
    }
    print("\(done) files take a title, \(refused.count) are refused")
    for line in refused { print("  refused:", line) }
    #expect(refused.count * 100 <= (done + refused.count) * 3)
  }

  /// One that is longer than the title that the file has, a shorter one, and another of the same
  /// length.
  private func titles(of file: [UInt8]) -> [String] {
    let old = (try? EditCheck.title(of: file)) ?? "none"
    return [old + " and more of it", "x", String(repeating: "y", count: old.utf8.count)]
  }
}
