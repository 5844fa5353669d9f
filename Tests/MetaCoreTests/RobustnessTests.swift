import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Damaged files give a result or an error with its location; nothing traps, hangs or grows.
///
/// Complete with `METATOOL_TEST_ALL=1`, except for the prefixes of samples above 4 KiB, which are a
/// dense seeded sample; otherwise a sparse sample of all cases.
@Suite struct RobustnessTests {
  @Test(arguments: Repository.samples) func everyPrefixIsReadOrRefused(of sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: UInt64(bytes.count))
    let some = Repository.runsEverything ? 2000 : 60
    let lengths =
      Repository.runsEverything && bytes.count <= 4096
      ? Array(0..<bytes.count)
      : (0..<some).map { _ in Int.random(in: 0..<bytes.count, using: &generator) }
    for length in lengths { read(Array(bytes[..<length])) }
  }

  @Test(arguments: Repository.samples) func everyChangedLengthIsReadOrRefused(of sample: String)
    throws
  {
    let bytes = try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: UInt64(bytes.count) + 1)
    let structures = flatten(try Inspector.structure(of: DataSource(bytes)))
    for node in structures {
      // Sizes are in the first bytes of a header, whatever the format.
      guard let start = Int(exactly: node.offset), start + 8 <= bytes.count else { continue }
      let changes: [[UInt8]] = [
        [0, 0, 0, 0], [0, 0, 0, 1], [0xFF, 0xFF, 0xFF, 0xFF], [0x7F, 0xFF, 0xFF, 0xFF],
        [0, 0, 0, 7],
      ]
      for change in changes
      where Repository.runsEverything || Int.random(in: 0..<5, using: &generator) == 0 {
        for field in [start, start + 4] {
          var damaged = bytes
          damaged.replaceSubrange(field..<(field + 4), with: change)
          read(damaged)
        }
      }
    }
  }

  @Test(arguments: Repository.samples) func changedBytesAreReadOrRefused(of sample: String) throws {
    let bytes = try Repository.bytes(of: sample)
    var generator = SeededGenerator(seed: UInt64(bytes.count) + 2)
    for _ in 0..<(Repository.runsEverything ? 1000 : 40) {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        damaged[Int.random(in: damaged.indices, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      read(damaged)
    }
  }

  @Test func formerCrashersStayFixed() throws {
    let folder = Repository.root.appending(path: "Fuzz/Corpus")
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for name in names where !name.hasSuffix("README") {
      guard let data = try? Data(contentsOf: folder.appending(path: name)) else { continue }
      read([UInt8](data))
      let source = DataSource([UInt8](data))
      _ = try? Inspector.visitMedia(of: source) { _ in }
      _ = try? Inspector.integrity(of: source)
    }
  }

  private func read(_ bytes: [UInt8]) {
    let source = DataSource(bytes)
    do {
      let document = try Inspector.inspect(source)
      #expect(document.size == source.length)
      for diagnostic in document.diagnostics { #expect(!diagnostic.message.isEmpty) }
    } catch {
      #expect(!error.reason.isEmpty)
      #expect(error.offset >= 0)
    }
    _ = try? Inspector.structure(of: source)
  }

  private func flatten(_ nodes: [StructureNode]) -> [StructureNode] {
    nodes.flatMap { [$0] + flatten($0.children) }
  }
}
