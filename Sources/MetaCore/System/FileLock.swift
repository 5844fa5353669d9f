internal import LibC
internal import SystemPackage

/// The exclusive lock of a file (`flock`) that separates processes of metatool and programs with
/// MetaCore: held until it is released, or the file is closed with the process.
///
/// It is advisory, so other programs can still write to the file.
enum FileLock {
  /// Locks an open file.
  ///
  /// - Returns: Whether the lock was acquired; false when another process holds it for the whole
  ///   waiting time.
  /// - Throws: `canceled` when the task is cancelled, and errors of the system.
  static func acquire(_ file: FileSink, waiting patience: Duration) throws(Errno) -> Bool {
    var waited = Duration.zero
    while true {
      do {
        try SystemCall.done { flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) }
        return true
      } catch Errno.wouldBlock {
        guard waited < patience else { return false }
        guard !Task.isCancelled else { throw .canceled }
        pause()
        waited += .milliseconds(2)
      }
    }
  }

  /// Waits a little before the next attempt.
  static func pause() { usleep(2000) }

  /// Releases the lock of a file that stays open.
  static func release(_ file: FileSink) {
    _ = flock(file.descriptor.rawValue, LOCK_UN)
  }
}
