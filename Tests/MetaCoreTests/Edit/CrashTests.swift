import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Edits in a child process that is killed at a system call, or told by one that it failed: afterwards the file is the old one or the new
/// one, at once or after recovery, and nothing lies beside it.
@Suite(.serialized) struct CrashTests {
  static let helper = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appending(path: "edit-helper")

  struct Case: Sendable, CustomTestStringConvertible {
    let shape: RandomPlan.Shape
    let words: [String]
    let seed: UInt64
    var links = 1
    /// Whether it is run even where not everything is.
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

  /// The calls by which a process changes files.
  static let calls = [
    "pwrite64", "write", "ftruncate", "fallocate", "copy_file_range", "renameat", "renameat2",
    "unlinkat", "fsync", "utimensat", "fchmod", "fchown", "mkdirat", "flock",
  ]

  /// Calls at which recovery is killed, one after the other, before it is let through.
  static let recovering = ["pwrite64", "unlinkat", "fallocate", "fsync"]

  enum Fault: String, CaseIterable {
    case kill = "signal=KILL", full = "error=ENOSPC", broken = "error=EIO"
  }

  @Test(
    .enabled(if: Program.find("strace") != nil, "strace is not installed"),
    arguments: Repository.runsEverything ? cases : cases.filter(\.isUsual))
  func theFileIsOldOrNew(kind: Case) throws {
    var tally = Tally()
    for place in try places(of: kind) {
      for fault in Fault.allCases { try run(kind, fault, place, &tally) }
    }
    print("\(kind.testDescription): \(tally)")
    #expect(tally.survivors == tally.cases)
    #expect(tally.cases > 10)
  }

  /// One system call of a run: the how-manieth of its name.
  struct Place: Hashable {
    let call: Substring
    let number: Int
  }

  /// All calls of an edit that meets no fault.
  private func places(of kind: Case) throws -> [Place] {
    let scene = try scene(for: kind)
    let trace = scene.scratch.file("trace")
    try strace(edit(scene, kind), "", scene, trace)
    var counts: [Substring: Int] = [:]
    return try String(contentsOf: trace, encoding: .utf8).split(separator: "\n").compactMap {
      line in
      guard let name = line.split(separator: " ").dropFirst().first?.split(separator: "(").first,
        CrashTests.calls.contains(String(name))
      else { return nil }
      counts[name, default: 0] += 1
      return Place(call: name, number: counts[name] ?? 1)
    }
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

  struct Tally: CustomStringConvertible {
    var cases = 0
    var survivors = 0
    var old = 0
    var recovered = 0
    var description: String {
      "\(cases) cases, \(survivors) survivors, \(old) of them the old file, \(recovered) by recovery"
    }
  }

  /// One edit with one fault.
  private func run(
    _ kind: Case, _ fault: Fault, _ place: Place, _ tally: inout Tally
  ) throws {
    let scene = try scene(for: kind)
    let expected = try scene.plan(kind.shape, kind.seed).applied(to: scene.bytes)
    let trace = scene.scratch.file("trace")
    let injection = "\(place.call):\(fault.rawValue):when=\(place.number)"
    try strace(edit(scene, kind), injection, scene, trace)
    guard try String(contentsOf: trace, encoding: .utf8).contains(fault.mark) else {
      Issue.record("no fault at \(injection)")
      return
    }
    tally.cases += 1
    let left = try scene.others
    // Recovery is killed, too, and then tried again.
    for call in CrashTests.recovering where !left.isEmpty {
      try strace(["recover", scene.path.string], "\(call):signal=KILL:when=1", scene, trace)
    }
    let outcome = try Recovery.recover(scene.path, state: scene.options.state, patience: 1000)
    let content = try scene.content
    let others = try scene.others
    let survives = [scene.bytes, expected].contains(content) && others == []
    #expect(survives, "\(injection): \(content.count), \(others), \(outcome)")
    if kind.links > 1 { #expect(try FileStatus(of: scene.path).links == kind.links) }
    tally.survivors += survives ? 1 : 0
    tally.old += content == scene.bytes ? 1 : 0
    tally.recovered += left.isEmpty ? 0 : 1
    // Killed behind its last write and before it gave the file its time, an edit without a journal has no undo.
    if content == expected, fault != .kill || !left.isEmpty, !scene.store.entries().isEmpty {
      #expect(throws: Never.self) { try scene.undo() }
      #expect(try scene.content == scene.bytes, "undo after \(injection)")
    }
  }

  private func strace(
    _ arguments: [String], _ injection: String, _ scene: EditScene, _ trace: URL
  ) throws {
    let inject = injection.isEmpty ? [] : ["-e", "inject=\(injection)"]
    // The quick way of looking at few calls only does not deliver signals.
    let quick = injection.contains("signal") ? [] : ["--seccomp-bpf"]
    let options = [
      "-f", "-q", "-o", trace.path, "-e",
      "trace=\(CrashTests.calls.joined(separator: ","))",
      "-E", "XDG_STATE_HOME=\(scene.scratch.file("state-home").path)",
    ]
    _ = try Program.run(
      URL(filePath: "/usr/bin/strace"),
      options + quick + inject + [CrashTests.helper.path] + arguments)
  }
}

extension CrashTests.Fault {
  /// What stands in the trace when the fault came.
  fileprivate var mark: String { self == .kill ? "killed by SIGKILL" : "(INJECTED)" }
}
