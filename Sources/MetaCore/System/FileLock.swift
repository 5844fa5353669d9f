internal import LibC
internal import SystemPackage

/// The exclusive lock on a file (`flock`) that separates metatool processes and programs that use
/// MetaCore; it is held until it is released, or until the file is closed or the process ends.
///
/// It is advisory, so other programs can still write to the file.
enum FileLock {
  /// Locks an open file.
  ///
  /// - Returns: Whether the lock was acquired; false if another open file, in this or another
  ///   process, holds it for the whole waiting time.
  /// - Throws: `canceled` if the task is cancelled while it waits, and errors from the system.
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

  /// Waits briefly before the next attempt.
  static func pause() { usleep(2000) }

  /// Releases the lock on a file that remains open.
  static func release(_ file: FileSink) {
    _ = flock(file.descriptor.rawValue, LOCK_UN)
  }
}
