internal import MetaCore
package import SystemPackage

/// Standard input in a file without a name, for work that has to go back and forth in it; the file
/// is gone with its last user.
package struct SpooledInput: Sendable {
  private let file: FileSink

  /// Reads standard input to its end; the disk bounds what it may hold, not memory.
  ///
  /// The file lies in the folder that `TMPDIR` names, or in `/var/tmp`, which is on a disk where
  /// `/tmp` may be in memory.
  ///
  /// - Throws: `Errno`, when no file can be made or written, or reading fails.
  package init() throws(Errno) {
    file = try SpooledInput.made()
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try StandardInput.read(into: &piece)
      if count == 0 { break }
      try file.write(piece[..<count])
    }
  }

  private static func made() throws(Errno) -> FileSink {
    let own = ProcessFacts.variable("TMPDIR")
    var failure = Errno.noSuchFileOrDirectory
    for folder in [own, "/var/tmp", "/tmp"].compactMap(\.self) {
      do throws(Errno) {
        // An output gets the permissions of its input: those of any new file.
        return try FileSink(
          unnamedIn: folder, [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// A path under which this process and its helpers can open it.
  package var path: FilePath {
    FilePath("/proc/\(ProcessFacts.identifier)/fd/\(file.descriptor.rawValue)")
  }
}
