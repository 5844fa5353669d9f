import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite struct PlanExecutorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let strategy: EditStrategy
    let shape: RandomPlan.Shape
    var testDescription: String { "\(strategy.rawValue) \(shape.rawValue)" }
  }

  static let cases = [
    Case(strategy: .inPlace, shape: .page), Case(strategy: .inPlace, shape: .still),
    Case(strategy: .insert, shape: .blocks), Case(strategy: .rewrite, shape: .still),
    Case(strategy: .rewrite, shape: .blocks), Case(strategy: .rewrite, shape: .free),
  ]

  @Test(arguments: cases, [true, false])
  func theFileBecomesWhatThePlanSaysAndUndoBringsItBack(kind: Case, synchronizes: Bool) throws {
    guard kind.strategy != .insert || !synchronizes else { return }
    for seed in (0..<(synchronizes ? 2 : 40)) as Range<UInt64> {
      var bench = try EditBench(size: Int64(70_000 + seed * 977), seed: seed)
      bench.options.strategy = kind.strategy
      bench.options.synchronizes = synchronizes
      let plan = try bench.plan(kind.shape, seed)
      let expected = plan.applied(to: bench.bytes)
      let before = try bench.identity
      let result = try bench.execute(plan)
      #expect(try bench.content == expected, "seed \(seed)")
      #expect(try bench.others == [], "seed \(seed)")
      guard expected != bench.bytes else { continue }
      #expect(result.strategy == kind.strategy)
      #expect(result.canUndo)
      #expect(try bench.undo().strategy != nil)
      #expect(try bench.content == bench.bytes, "seed \(seed)")
      #expect(try bench.identity.modified == before.modified)
      #expect(try bench.others == [])
    }
  }

  @Test func undoGoesBackSeveralEdits() throws {
    let bench = try EditBench()
    var states = [bench.bytes]
    for (index, shape) in [RandomPlan.Shape.page, .still, .blocks, .free, .page, .blocks]
      .enumerated()
    {
      try bench.execute(bench.plan(shape, UInt64(100 + index)))
      states.append(try bench.content)
    }
    while let state = states.popLast() {
      #expect(try bench.content == state)
      if !states.isEmpty { try bench.undo() }
    }
    #expect(throws: MetaError.self) { try bench.undo() }
    #expect(bench.store.entries().isEmpty)
  }

  @Test func theCheapestStrategyIsTaken() throws {
    for (shape, strategy) in [
      (RandomPlan.Shape.page, EditStrategy.inPlace), (.blocks, .insert), (.free, .rewrite),
    ] {
      let bench = try EditBench()
      #expect(try bench.execute(bench.plan(shape, 3)).strategy == strategy)
    }
  }

  @Test func aPlanThatChangesNothingWritesNothing() throws {
    let bench = try EditBench()
    let before = try bench.identity
    #expect(try bench.execute(.unchanged(before.size)).strategy == nil)
    // The same bytes, written anew.
    var plan = RewritePlan(oldSize: before.size)
    plan.write(Array(bench.bytes[..<5000]))
    try plan.keep(5000..<before.size)
    #expect(try bench.execute(plan).strategy == nil)
    #expect(try bench.identity == before)
    #expect(bench.store.entries().isEmpty)
  }

  @Test func onlyWhatDiffersIsWritten() throws {
    let bench = try EditBench()
    var plan = RewritePlan(oldSize: 200_000)
    var bytes = Array(bench.bytes[..<100_000])
    bytes[50] ^= 1
    bytes[90_000] ^= 1
    plan.write(bytes)
    try plan.keep(100_000..<200_000)
    #expect(try bench.execute(plan).bytesWritten == 2)
    #expect(try bench.content[90_000] == bytes[90_000])
  }

  @Test func aFileThatChangedSinceItWasReadIsLeftAlone() throws {
    let bench = try EditBench()
    let identity = try bench.identity
    let plan = try bench.plan(.page, 1)
    try Data(bench.bytes.reversed()).write(to: bench.url)
    for strategy in EditStrategy.allCases {
      var options = bench.options
      options.strategy = strategy
      let error = #expect(throws: MetaError.self) {
        try PlanExecutor(path: bench.path, options: options).execute(plan, readFrom: identity)
      }
      #expect(error?.code == .refused)
    }
    #expect(try bench.content == bench.bytes.reversed())
  }

  @Test func aFileThatSomebodyElseHasLockedIsRefused() throws {
    let bench = try EditBench()
    let plan = try bench.plan(.page, 1)
    let other = try LockedFile.lock(bench.path, force: false, patience: 0)
    let error = #expect(throws: MetaError.self) { try bench.execute(plan) }
    #expect(error?.code == .refused)
    withExtendedLifetime(other) {}
    #expect(try bench.content == bench.bytes)
  }

  @Test func aFileThatChangedAfterTheEditIsNotTakenBack() throws {
    let bench = try EditBench()
    try bench.execute(bench.plan(.still, 4))
    var changed = try bench.content
    changed[70_000] ^= 1
    try Data(changed).write(to: bench.url)
    #expect(throws: MetaError.self) { try bench.undo() }
    #expect(try bench.content == changed)
  }

  @Test func anotherOutputLeavesTheFileAlone() throws {
    var bench = try EditBench()
    let output = bench.scratch.file("out.m4a")
    let plan = try bench.plan(.free, 9)
    bench.options.output = .file(FilePath(output.path))
    try bench.execute(plan)
    #expect(try bench.content == bench.bytes)
    #expect([UInt8](try Data(contentsOf: output)) == plan.applied(to: bench.bytes))
    #expect(throws: MetaError.self) { try bench.execute(plan) }
    bench.options.force = true
    try bench.execute(plan)
    bench.options.output = .file(bench.path)
    #expect(throws: MetaError.self) { try bench.execute(plan) }
    #expect(try bench.content == bench.bytes)
  }

  @Test func aStreamTakesTheOutput() throws {
    var bench = try EditBench()
    let output = bench.scratch.file("stream")
    let plan = try bench.plan(.free, 10)
    let stream = try FileDescriptor.open(
      FilePath(output.path), .writeOnly, options: [.create], permissions: [.ownerReadWrite])
    bench.options.output = .stream(stream)
    try bench.execute(plan)
    try stream.close()
    #expect([UInt8](try Data(contentsOf: output)) == plan.applied(to: bench.bytes))
  }

  @Test func theTimeOfTheLastChangeStaysWhenAsked() throws {
    for shape in RandomPlan.Shape.allCases {
      var bench = try EditBench()
      bench.options.keepsModified = true
      let before = try bench.identity.modified
      try bench.execute(bench.plan(shape, 5))
      #expect(try bench.identity.modified == before)
      try bench.undo()
      #expect(try bench.content == bench.bytes)
    }
  }

  @Test func withoutUndoNothingIsKept() throws {
    for shape in RandomPlan.Shape.allCases {
      var bench = try EditBench()
      bench.options.keepsUndo = false
      try bench.execute(bench.plan(shape, 6))
      #expect(bench.store.entries().isEmpty)
      #expect(throws: MetaError.self) { try bench.undo() }
    }
  }

  @Test func whereThereIsNoPlaceForUndoTheResultSaysSo() throws {
    var bench = try EditBench()
    bench.options.state = nil
    let result = try bench.execute(bench.plan(.still, 6))
    #expect(!result.canUndo)
    #expect(result.notes == ["no undo: there is no folder for it"])
  }
}
