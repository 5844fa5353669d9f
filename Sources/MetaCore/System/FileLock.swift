internal import LibC
internal import SystemPackage

/// The lock that one process has on a file until it lets go of it or dies; other programs may write all the same.
enum FileLock {
  /// Takes the lock of an open file.
  ///
  /// - Returns: Whether it was taken; false when another has it, for all of the time that is waited.
  /// - Throws: `canceled` when the task is cancelled meanwhile, and what the system says.
  static func take(_ file: FileSink, waiting patience: Duration) throws(Errno) -> Bool {
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

  /// Lets go of the lock of a file that stays open.
  static func release(_ file: FileSink) {
    _ = flock(file.descriptor.rawValue, LOCK_UN)
  }
}
