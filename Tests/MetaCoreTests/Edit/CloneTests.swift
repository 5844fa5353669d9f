import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Strategies on a file system with shared blocks, where one can be mounted.
@Suite(.serialized) struct CloneTests {
  @Test func allStrategiesWorkWithSharedBlocks() throws {
    guard let mount = SharingMount() else {
      print("skipped: no XFS image can be mounted here")
      return
    }
    for (strategy, shape) in [
      (EditStrategy.clone, RandomPlan.Shape.page), (.clone, .still), (.clone, .blocks),
      (.insert, .blocks), (.inPlace, .still), (.rewrite, .free),
    ] {
      for seed in 1...8 as ClosedRange<UInt64> {
        var scene = try EditScene(
          seed: seed, in: mount.folder.appending(path: "\(strategy)-\(shape)-\(seed)"))
        scene.options.strategy = strategy
        let plan = try scene.plan(shape, seed)
        guard plan.applied(to: scene.bytes) != scene.bytes else { continue }
        #expect(try scene.execute(plan).strategy == strategy)
        #expect(try scene.content == plan.applied(to: scene.bytes))
        #expect(try scene.others == [])
        try scene.undo()
        #expect(try scene.content == scene.bytes)
      }
    }
    // With --sync, blocks are not inserted into the file itself, but into a copy that shares its
    // blocks.
    var scene = try EditScene(in: mount.folder.appending(path: "sync"))
    scene.options.synchronizes = true
    #expect(try scene.execute(scene.plan(.blocks, 3)).strategy == .clone)
  }

  @Test func cloneIsRefusedWithoutSharedBlocks() throws {
    var scene = try EditScene()
    scene.options.strategy = .clone
    let kind = try FileSystemKind(of: try FileSink(existing: scene.path))
    guard !kind.mayClone else { return }
    let plan = try scene.plan(.still, 4)
    let error = #expect(throws: MetaError.self) { try scene.execute(plan) }
    #expect(error?.code == .refused)
    #expect(try scene.content == scene.bytes)
    #expect(try scene.others == [])
  }
}
