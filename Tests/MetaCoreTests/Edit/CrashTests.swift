import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Edits in a child process that is killed at a system call, or one of these fails: afterwards the
/// file is the old one or the new one, immediately or after recovery, and there are no other files.
@Suite(.serialized) struct CrashTests {
  static let helper = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "edit-helper")

  struct Case: Sendable, CustomTestStringConvertible {
    let shape: RandomPlan.Shape
    let words: [String]
    let seed: UInt64
    var links = 1
    /// Whether it is part of a partial run.
    var isUsual = false
    var testDescription: String { ([shape.rawValue] + words).joined(separator: " ") }

    init(
      _ shape: RandomPlan.Shape, _ words: [String], seed: UInt64 = 7, links: Int = 1,
      usual: Bool = false
    ) {
      self.shape = shape
      self.words = words
      self.seed = seed
      self.links = links
      isUsual = usual
    }
  }

  static let cases = [
    Case(.page, ["in-place"], usual: true), Case(.still, ["in-place"], seed: 4, usual: true),
    Case(.still, ["in-place"], seed: 6),
    Case(.still, ["in-place", "sync"], seed: 9),
    Case(.still, ["in-place", "no-undo", "erase"], seed: 5),
    Case(.blocks, ["insert"], usual: true), Case(.blocks, ["insert", "no-undo"], seed: 12),
    Case(.free, ["rewrite"], usual: true), Case(.free, ["rewrite", "sync", "keep-mtime"]),
    Case(.free, ["rewrite"], links: 2, usual: true),
    Case(.blocks, ["rewrite", "no-undo"], links: 2),
  ]

  /// Calls at which recovery is killed, one after the other, before it may complete.
  static let recovering = ["pwrite64", "unlinkat", "fallocate", "fsync"]

  @Test(
    .enabled(if: FaultInjection.isPossible, "strace is not installed"),
    arguments: Repository.runsEverything ? cases : cases.filter(\.isUsual))
  func fileIsEitherOldOrNew(kind: Case) throws {
    var tally = FaultInjection.Tally()
    let scene = try scene(for: kind)
    let all = try faults(in: scene).calls(edit(scene, kind)).places.flatMap { place in
      FaultInjection.Fault.allCases.map { (place, $0) }
    }
    for (place, fault) in Repository.cases(of: all, usually: 24, seed: kind.seed) {
      try run(kind, fault, place, &tally)
    }
    print("\(kind.testDescription): \(tally)")
    #expect(tally.survivors == tally.cases)
    #expect(tally.cases > 10)
  }

  private func faults(in scene: EditScene) -> FaultInjection {
    FaultInjection(
      CrashTests.helper, in: scene.scratch, state: scene.scratch.file("state-home"))
  }

  private func scene(for kind: Case) throws -> EditScene {
    let scene = try EditScene(size: 90_000, seed: kind.seed)
    for link in 1..<kind.links {
      try FileManager.default.linkItem(at: scene.url, to: scene.scratch.file("link\(link)"))
    }
    try FileManager.default.createDirectory(
      atPath: scene.store.folder.string, withIntermediateDirectories: true)
    return scene
  }

  private func edit(_ scene: EditScene, _ kind: Case) -> [String] {
    ["edit", scene.path.string, kind.shape.rawValue, "\(kind.seed)"] + kind.words
  }

  /// The last call is for the folder of the removed journal.
  @Test(
    "An edit whose undo data cannot be synchronised reports only that",
    .enabled(if: FaultInjection.isPossible, "strace is not installed"),
    arguments: [[], ["require-undo"]])
  func unsynchronisedUndoData(words: [String]) throws {
    let kind = Case(.still, ["in-place", "sync"] + words, seed: 4)
    let traced = try scene(for: kind)
    let places = try faults(in: traced).calls(edit(traced, kind)).places
    var wrong: [String] = []
    for place in places.filter({ $0.call == "fsync" }).dropLast() {
      let scene = try scene(for: kind)
      let text = try faults(in: scene).run(edit(scene, kind), .broken, at: place)?.text ?? "none"
      let isWrong = ["restoring", "could not be removed", "none"].contains { text.contains($0) }
      if try isWrong || scene.others != [] { wrong.append("\(place): \(text)") }
    }
    #expect(wrong == [])
  }

  /// One edit with one fault.
  private func run(
    _ kind: Case, _ fault: FaultInjection.Fault, _ place: FaultInjection.Place,
    _ tally: inout FaultInjection.Tally
  ) throws {
    let scene = try scene(for: kind)
    let expected = try scene.plan(kind.shape, kind.seed).applied(to: scene.bytes)
    let faults = faults(in: scene)
    guard try faults.run(edit(scene, kind), fault, at: place) != nil else {
      Issue.record("no \(fault) at \(place)")
      return
    }
    tally.cases += 1
    let left = try scene.others
    // Recovery is killed, too, and then tried again.
    for call in CrashTests.recovering where !left.isEmpty {
      let place = FaultInjection.Place(call: call, number: 1)
      _ = try faults.run(["recover", scene.path.string], .kill, at: place)
    }
    let outcome = try Recovery.recover(
      scene.path, state: scene.options.state, patience: .seconds(1))
    let content = try scene.content
    let others = try scene.others
    let survives = [scene.bytes, expected].contains(content) && others == []
    #expect(survives, "\(fault) at \(place): \(content.count), \(others), \(outcome)")
    if kind.links > 1 { #expect(try FileStatus(of: scene.path).links == kind.links) }
    tally.survivors += survives ? 1 : 0
    tally.old += content == scene.bytes ? 1 : 0
    tally.recovered += left.isEmpty ? 0 : 1
    if content == expected, !scene.store.entries().isEmpty {
      #expect(throws: Never.self) { try scene.undo() }
      #expect(try scene.content == scene.bytes, "undo after \(fault) at \(place)")
    }
  }
}
