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
        var bench = try EditBench(
          seed: seed, in: mount.folder.appending(path: "\(strategy)-\(shape)-\(seed)"))
        bench.options.strategy = strategy
        let plan = try bench.plan(shape, seed)
        guard plan.applied(to: bench.bytes) != bench.bytes else { continue }
        #expect(try bench.execute(plan).strategy == strategy)
        #expect(try bench.content == plan.applied(to: bench.bytes))
        #expect(try bench.others == [])
        try bench.undo()
        #expect(try bench.content == bench.bytes)
      }
    }
    // With --sync no room is inserted into the file itself, but into a copy that shares its blocks.
    var bench = try EditBench(in: mount.folder.appending(path: "sync"))
    bench.options.synchronizes = true
    #expect(try bench.execute(bench.plan(.blocks, 3)).strategy == .clone)
  }

  @Test func whereBlocksAreNotSharedCloneIsRefused() throws {
    var bench = try EditBench()
    bench.options.strategy = .clone
    let kind = try FileSystemKind(of: try FileSink(existing: bench.path))
    guard !kind.mayClone else { return }
    let plan = try bench.plan(.still, 4)
    let error = #expect(throws: MetaError.self) { try bench.execute(plan) }
    #expect(error?.code == .refused)
    #expect(try bench.content == bench.bytes)
    #expect(try bench.others == [])
  }
}
