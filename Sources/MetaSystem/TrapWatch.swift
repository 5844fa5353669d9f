internal import CTraps
internal import LibC
internal import MetaCore
package import SystemPackage

/// Handles traps in `serve` without ending the process: a thread that traps (such as on an
/// overflow, an index out of range or a stack overflow) stops, and the watcher receives the number
/// of the request that it was processing.
///
/// The thread never continues and keeps its resources, such as locks, so the process must be
/// restarted soon (``ProcessRestart``); otherwise the process ends by itself. Only threads that
/// have called ``begin(_:)`` are watched, and only on Linux and in `metatool` itself; elsewhere,
/// traps end the process.
package final class TrapWatch: Sendable {
  /// The event that ended a wait by the watcher.
  package enum Event: Sendable {
    /// A thread trapped.
    case trap(Trap)
    /// ``wake()`` was called.
    case woken
    /// There was no event within the given time.
    case timeout
  }

  /// A trap on a thread.
  package struct Trap: Sendable {
    /// The work item of the thread: the number passed to ``TrapWatch/begin(_:)``.
    package let work: UInt64
    /// The signal of the trap.
    package let signal: Int32

    /// Whether the memory of the process may be corrupted, so that the process should not continue.
    package var mayBeDamaged: Bool { signal == SIGABRT }
  }

  private let input: FileDescriptor
  private let output: FileDescriptor

  /// Watches all threads that have called ``begin(_:)``.
  ///
  /// A process has only one watcher, and ends if it is not restarted within `patience` seconds
  /// after a trap; without `patience`, traps end the process immediately, which is the default
  /// behaviour.
  ///
  /// - Throws: `Errno` if the handler cannot be installed.
  package init(patience: UInt32?) throws(Errno) {
    (input, output) = try ClosedPipe.make()
    guard let patience else { return }
    let error = metatool_watch_traps(output.rawValue, patience)
    guard error == 0 else { throw Errno(rawValue: error) }
  }

  /// Sets the time from now, in seconds, after which the process ends unless it is restarted; nil
  /// means no limit.
  package static func setPatience(_ seconds: UInt32?) { alarm(seconds ?? 0) }

  /// Whether this system supports restarting a process (``ProcessRestart``).
  package static var isPossible: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Sets the work item of the current thread; with `UInt64.max`, it has none, and a trap ends the
  /// process.
  package static func begin(_ work: UInt64) { metatool_work(work) }

  /// Wakes the thread that waits for an event.
  package func wake() {
    // This is an event with signal 0.
    _ = try? output.writeAll([UInt8](repeating: 0, count: MemoryLayout<metatool_trap>.size))
  }

  /// Waits for the next event; without a time, indefinitely.
  package func next(within time: Duration? = nil) -> Event {
    guard SystemCall.isReadable(input, within: time) else { return .timeout }
    var trap = metatool_trap()
    let size = MemoryLayout<metatool_trap>.size
    let count = try? SystemCall.retried { unsafe read(input.rawValue, &trap, size) }
    guard count == size, trap.signal != 0 else { return .woken }
    return .trap(Trap(work: trap.work, signal: trap.signal))
  }
}

/// A flag, implemented as a pipe, with which one thread interrupts another that waits for input in
/// ``LineInput``; it is not a signal of the system.
package final class StopFlag: Sendable {
  private let output: FileDescriptor
  /// A descriptor that is readable once the flag has been raised.
  let input: FileDescriptor

  /// Creates a flag that is not raised.
  ///
  /// - Throws: `Errno` if there are too many open files.
  package init() throws(Errno) { (input, output) = try ClosedPipe.make() }

  deinit {
    try? input.close()
    try? output.close()
  }

  /// Raises the flag permanently.
  package func raise() {
    _ = try? output.writeAll([0])
  }
}

/// Creates pipes that child processes do not inherit, because they are closed when a program is
/// started.
private enum ClosedPipe {
  static func make() throws(Errno) -> (input: FileDescriptor, output: FileDescriptor) {
    let (input, output) = try SystemCall.typed { try FileDescriptor.pipe() }
    for end in [input, output] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return (input, output)
  }
}
