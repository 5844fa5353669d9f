package import Foundation

/// A file system whose files may share blocks: XFS in a file, mounted for a test.
package final class SharingMount: Sendable {
  private let scratch: Scratch
  /// Where it is mounted.
  package let folder: URL

  /// Mounts it; nil when that is not possible or not permitted.
  package init?() {
    guard let scratch = try? Scratch(),
      let make = Program.find("mkfs.xfs") ?? SharingMount.sbin("mkfs.xfs"),
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
