import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Strategies on a file system with shared blocks: XFS in a file, mounted for the test where that is allowed.
@Suite(.serialized) struct CloneTests {
  /// A mounted image; nil where it cannot be had.
  final class Mount: Sendable {
    let scratch: Scratch
    let folder: URL

    init?() {
      guard let scratch = try? Scratch(),
        let make = Program.find("mkfs.xfs") ?? Mount.sbin("mkfs.xfs"),
        let mount = Program.find("mount")
      else { return nil }
      self.scratch = scratch
      folder = scratch.file("mount")
      let image = scratch.file("image")
      _ = FileManager.default.createFile(atPath: image.path, contents: nil)
      guard let file = try? FileHandle(forWritingTo: image),
        (try? file.truncate(atOffset: 320 << 20)) != nil,
        (try? Program.run(make, ["-q", "-m", "reflink=1", image.path]))?.status == 0,
        (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true))
          != nil,
        (try? Program.run(mount, ["-o", "loop", image.path, folder.path]))?.status == 0
      else { return nil }
    }

    deinit {
      if let umount = Program.find("umount") { _ = try? Program.run(umount, [folder.path]) }
    }

    private static func sbin(_ name: String) -> URL? {
      let url = URL(filePath: "/usr/sbin").appending(path: name)
      return FileManager.default.isExecutableFile(atPath: url.path) ? url : nil
    }
  }

  @Test func allStrategiesWorkWhereBlocksAreShared() throws {
    guard let mount = Mount() else {
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
    // With --sync no room is inserted into the file itself, but into a copy that shares its blocks.
    var scene = try EditScene(in: mount.folder.appending(path: "sync"))
    scene.options.synchronizes = true
    #expect(try scene.execute(scene.plan(.blocks, 3)).strategy == .clone)
  }

  @Test func whereBlocksAreNotSharedCloneIsRefused() throws {
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
