internal import MetaSystem
internal import Synchronization
internal import SystemPackage

/// The bytes of standard input that a command uses as a value or a list, read at most once.
///
/// A command line may be parsed twice, by a shortcut and then by the argument parser, and reading
/// standard input twice would yield an empty value.
final class StandardInputValue: Sendable {
  private let bytes = Mutex<[UInt8]?>(nil)

  /// The bytes, or nil if they have not been read.
  var readBytes: [UInt8]? { bytes.withLock { $0 } }

  /// Returns all bytes, which only the first call reads.
  ///
  /// - Throws: `Errno` if reading fails.
  func readAll() throws(Errno) -> [UInt8] {
    try bytes.withLock { (bytes) throws(Errno) -> [UInt8] in
      if let bytes { return bytes }
      let new = try StandardInput.readAll()
      bytes = new
      return new
    }
  }
}
