internal import MetaCore
package import SystemPackage

/// A copy of standard input in a file without a name, because formats are not read sequentially;
/// the file is deleted with its last user.
///
/// Edits, exports and transcodes of standard input use it; commands that only read keep standard
/// input in memory (``StandardInput``).
package struct SpooledInput: Sendable {
  private let file: FileSink

  /// Reads standard input to its end; its size is limited by the disk, not by memory.
  ///
  /// The file is created in the folder that `TMPDIR` specifies, or else in `/var/tmp` and only then
  /// in `/tmp`, which may be in memory.
  ///
  /// - Throws: `Errno` if no file can be created or written, or reading fails.
  package init() throws(Errno) {
    file = try SpooledInput.createFile()
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try StandardInput.read(into: &piece)
      if count == 0 { break }
      try file.write(piece[..<count])
    }
  }

  /// Writes these bytes, which have already been read.
  ///
  /// - Throws: `Errno` if no file can be created or written.
  package init(_ bytes: [UInt8]) throws(Errno) {
    file = try SpooledInput.createFile()
    try file.write(bytes[...])
  }

  /// Creates the file in the first folder where that is possible; throws the error of the last one.
  private static func createFile() throws(Errno) -> FileSink {
    let temporaryFolder = ProcessFacts.variable("TMPDIR")
    var failure = Errno.noSuchFileOrDirectory
    for folder in [temporaryFolder, "/var/tmp", "/tmp"].compactMap(\.self) {
      do throws(Errno) {
        // An output inherits the permissions of its input, so these are the permissions of any new
        // file.
        return try FileSink(
          unnamedIn: folder, [.ownerReadWrite, .groupReadWrite, .otherReadWrite])
      } catch {
        failure = error
      }
    }
    throw failure
  }

  /// A path by which this process and its helpers can open the file.
  package var path: FilePath {
    FilePath("/proc/\(ProcessFacts.identifier)/fd/\(file.descriptor.rawValue)")
  }
}
