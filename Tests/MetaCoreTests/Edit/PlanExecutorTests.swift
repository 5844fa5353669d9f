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
  func planIsExecutedAndUndone(kind: Case, synchronizes: Bool) throws {
    guard kind.strategy != .insert || !synchronizes else { return }
    for seed in (0..<(synchronizes ? 2 : 40)) as Range<UInt64> {
      var scene = try EditScene(size: Int64(70_000 + seed * 977), seed: seed)
      scene.options.strategy = kind.strategy
      scene.options.synchronizes = synchronizes
      let plan = try scene.plan(kind.shape, seed)
      let expected = plan.applied(to: scene.bytes)
      let before = try scene.identity
      let result = try scene.execute(plan)
      #expect(try scene.content == expected, "seed \(seed)")
      #expect(try scene.others == [], "seed \(seed)")
      guard expected != scene.bytes else { continue }
      #expect(result.strategy == kind.strategy)
      #expect(result.canUndo)
      #expect(try scene.undo().strategy != nil)
      #expect(try scene.content == scene.bytes, "seed \(seed)")
      #expect(try scene.identity.modified == before.modified)
      #expect(try scene.others == [])
    }
  }

  @Test(arguments: [RandomPlan.Shape.page, .still, .blocks])
  func editOfAConcurrentlyReplacedFileFailsAndIsUndone(
    shape: RandomPlan.Shape
  ) throws {
    let scene = try EditScene()
    let plan = try scene.plan(shape, 6)
    let target = try LockedFile.lock(scene.path, force: false, patience: .zero)
    let other = scene.folder.appending(path: "other")
    try Data("another file".utf8).write(to: other)
    try FileNames.rename(FilePath(other.path), to: scene.path)
    var options = scene.options
    options.strategy = shape == .blocks ? .insert : .inPlace
    let error = #expect(throws: MetaError.self) {
      try PlanExecution(target, plan, options).run()
    }
    #expect(error?.code == .io)
    #expect(error?.reason.contains("moved or replaced the file") == true)
    #expect(try scene.content == Array("another file".utf8))
    #expect(try target.file.read(at: 0, count: scene.bytes.count + 1) == scene.bytes)
    #expect(try scene.others == [])
    #expect(scene.store.entries().isEmpty)
  }

  @Test func editPlannedForAnotherFileIsReported() throws {
    let scene = try EditScene()
    let plan = try scene.plan(.page, 6)
    let identity = try scene.identity
    try scene.execute(try scene.plan(.page, 7))
    let error = #expect(throws: MetaError.self) {
      try PlanExecutor(path: scene.path, options: scene.options)
        .execute(plan, readFrom: identity)
    }
    #expect(error?.code == .refused)
    #expect(error?.isOfChangedFile == true)
  }

  @Test func undoCanBeRepeated() throws {
    let scene = try EditScene()
    var states = [scene.bytes]
    for (index, shape) in [RandomPlan.Shape.page, .still, .blocks, .free, .page, .blocks]
      .enumerated()
    {
      try scene.execute(scene.plan(shape, UInt64(100 + index)))
      states.append(try scene.content)
    }
    while let state = states.popLast() {
      #expect(try scene.content == state)
      if !states.isEmpty { try scene.undo() }
    }
    #expect(throws: MetaError.self) { try scene.undo() }
    #expect(scene.store.entries().isEmpty)
  }

  @Test func cheapestStrategyIsUsed() throws {
    for (shape, strategy) in [
      (RandomPlan.Shape.page, EditStrategy.inPlace), (.blocks, .insert), (.free, .rewrite),
    ] {
      let scene = try EditScene()
      #expect(try scene.execute(scene.plan(shape, 3)).strategy == strategy)
    }
  }

  @Test func aPlanThatChangesNothingWritesNothing() throws {
    let scene = try EditScene()
    let before = try scene.identity
    #expect(try scene.execute(.unchanged(before.size)).strategy == nil)
    // The same bytes, written again.
    var plan = RewritePlan(oldSize: before.size)
    plan.write(Array(scene.bytes[..<5000]))
    try plan.keep(5000..<before.size)
    #expect(try scene.execute(plan).strategy == nil)
    #expect(try scene.identity == before)
    #expect(scene.store.entries().isEmpty)
  }

  @Test func onlyDifferencesAreWritten() throws {
    let scene = try EditScene()
    var plan = RewritePlan(oldSize: 200_000)
    var bytes = Array(scene.bytes[..<100_000])
    bytes[50] ^= 1
    bytes[90_000] ^= 1
    plan.write(bytes)
    try plan.keep(100_000..<200_000)
    #expect(try scene.execute(plan).bytesWritten == 2)
    #expect(try scene.content[90_000] == bytes[90_000])
  }

  @Test func fileChangedSinceReadingIsLeftAlone() throws {
    let scene = try EditScene()
    let identity = try scene.identity
    let plan = try scene.plan(.page, 1)
    try Data(scene.bytes.reversed()).write(to: scene.url)
    for strategy in EditStrategy.allCases {
      var options = scene.options
      options.strategy = strategy
      let error = #expect(throws: MetaError.self) {
        try PlanExecutor(path: scene.path, options: options).execute(plan, readFrom: identity)
      }
      #expect(error?.code == .refused)
    }
    #expect(try scene.content == scene.bytes.reversed())
  }

  @Test func fileLockedByAnotherProcessIsRefused() throws {
    let scene = try EditScene()
    let plan = try scene.plan(.page, 1)
    let other = try LockedFile.lock(scene.path, force: false, patience: .zero)
    let error = #expect(throws: MetaError.self) { try scene.execute(plan) }
    #expect(error?.code == .refused)
    withExtendedLifetime(other) {}
    #expect(try scene.content == scene.bytes)
  }

  @Test(arguments: [RandomPlan.Shape.still, .page])
  func fileChangedAfterTheEditIsNotUndone(shape: RandomPlan.Shape) throws {
    let scene = try EditScene()
    try scene.execute(scene.plan(shape, 4))
    var changed = try scene.content
    changed[70_000] ^= 1
    try Data(changed).write(to: scene.url)
    #expect(throws: MetaError.self) { try scene.undo() }
    #expect(try scene.content == changed)
  }

  @Test func anotherOutputLeavesTheFileAlone() throws {
    var scene = try EditScene()
    let output = scene.scratch.file("out.m4a")
    let plan = try scene.plan(.free, 9)
    scene.options.output = .file(FilePath(output.path))
    try scene.execute(plan)
    #expect(try scene.content == scene.bytes)
    #expect([UInt8](try Data(contentsOf: output)) == plan.applied(to: scene.bytes))
    #expect(throws: MetaError.self) { try scene.execute(plan) }
    scene.options.force = true
    try scene.execute(plan)
    scene.options.output = .file(scene.path)
    #expect(throws: MetaError.self) { try scene.execute(plan) }
    #expect(try scene.content == scene.bytes)
  }

  @Test func outputCanBeAStream() throws {
    var scene = try EditScene()
    let output = scene.scratch.file("stream")
    let plan = try scene.plan(.free, 10)
    let stream = try FileDescriptor.open(
      FilePath(output.path), .writeOnly, options: [.create], permissions: [.ownerReadWrite])
    scene.options.output = .stream(stream)
    try scene.execute(plan)
    try stream.close()
    #expect([UInt8](try Data(contentsOf: output)) == plan.applied(to: scene.bytes))
  }

  @Test func modificationTimeIsKeptOnRequest() throws {
    for shape in RandomPlan.Shape.allCases {
      var scene = try EditScene()
      scene.options.keepsModified = true
      let before = try scene.identity.modified
      try scene.execute(scene.plan(shape, 5))
      #expect(try scene.identity.modified == before)
      try scene.undo()
      #expect(try scene.content == scene.bytes)
    }
  }

  @Test func disabledUndoKeepsNothing() throws {
    for shape in RandomPlan.Shape.allCases {
      var scene = try EditScene()
      scene.options.keepsUndo = false
      try scene.execute(scene.plan(shape, 6))
      #expect(scene.store.entries().isEmpty)
      #expect(throws: MetaError.self) { try scene.undo() }
    }
  }

  @Test func resultReportsMissingUndoSpace() throws {
    var scene = try EditScene()
    scene.options.state = nil
    let result = try scene.execute(scene.plan(.still, 6))
    #expect(!result.canUndo)
    #expect(result.notes == ["no undo: no folder for undo data"])
  }

  @Test("The result of an edit that reorders the media states why it cannot be undone")
  func reorderedMedia() throws {
    var scene = try EditScene()
    scene.options.strategy = .rewrite
    let size = Int64(scene.bytes.count)
    var plan = RewritePlan(oldSize: size, isOrdered: false)
    try plan.keep(100_000..<size)
    try plan.keep(0..<100_000)
    let result = try scene.execute(plan)
    #expect(try scene.content == Array(scene.bytes[100_000...] + scene.bytes[..<100_000]))
    #expect(!result.canUndo)
    #expect(result.notes == ["no undo: the edit reorders the media"])
  }
}
