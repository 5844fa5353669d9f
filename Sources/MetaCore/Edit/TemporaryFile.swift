internal import SystemPackage

/// A new file beside the one whose name it is to take; locked, so that others see that its writer lives.
struct TemporaryFile: Sendable {
  let path: FilePath
  let file: FileSink

  /// Makes the file; one that a dead writer left is removed.
  init(for target: FilePath) throws {
    path = EditPlaces.beside(target).temporary
    do throws(Errno) {
      file = try TemporaryFile.made(at: path)
      _ = try FileLock.take(file, waiting: 0)
    } catch {
      throw MetaError(error, "making a new file beside it", target)
    }
  }

  private static func made(at path: FilePath) throws(Errno) -> FileSink {
    do throws(Errno) {
      return try FileSink(creating: path)
    } catch .fileExists {
      guard try removeLeftOver(path) else { throw .fileExists }
      return try FileSink(creating: path)
    }
  }

  /// Removes it again.
  func discard() { try? FileNames.remove(path) }

  /// Removes the file of a dead writer; false when the writer lives, or the file is not ours.
  static func removeLeftOver(_ path: FilePath) throws(Errno) -> Bool {
    let file: FileSink
    do throws(Errno) {
      file = try FileSink(existing: path, .readOnly)
    } catch .noSuchFileOrDirectory {
      return true
    } catch .permissionDenied {
      return false
    }
    let status = try file.status()
    guard status.isRegular, status.user == ProcessFacts.user else { return false }
    guard try FileLock.take(file, waiting: 0) else { return false }
    try FileNames.remove(path)
    return true
  }
}
