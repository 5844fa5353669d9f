internal import CTraps
internal import LibC
internal import MetaCore
package import SystemPackage

/// Traps that do not end the process: a thread that traps (an overflow, an index out of range, a
/// stack overflow) stops, and the watcher receives the request that it was processing.
///
/// The thread never continues and keeps its resources, such as locks; so the process has to be
/// restarted soon (``ProcessRestart``), and ends by itself otherwise.
package final class TrapWatch: Sendable {
  /// What is learned.
  package enum Event: Sendable {
    /// A thread trapped.
    case trap(Trap)
    /// ``wake()`` was called.
    case woken
    /// Nothing happened in the time that was given.
    case timeout
  }

  /// What became of a thread.
  package struct Trap: Sendable {
    /// What it was working on.
    package let work: UInt64
    /// The signal that the system sent.
    package let signal: Int32

    /// Whether the memory of the process may be damaged, so that nothing in it should go on.
    package var mayBeDamaged: Bool { signal == SIGABRT }
  }

  private let input: FileDescriptor
  private let output: FileDescriptor

  /// Watches over all threads that say what they work on.
  ///
  /// There is one in a process, which ends when it is not restarted `patience` seconds after a
  /// trap; without patience traps end it at once, as ever.
  ///
  /// - Throws: `Errno` when the system refuses.
  package init(patience: UInt32?) throws(Errno) {
    (input, output) = try ClosedPipe.make()
    guard let patience else { return }
    let error = metatool_watch_traps(output.rawValue, patience)
    guard error == 0 else { throw Errno(rawValue: error) }
  }

  /// How long the process goes on without being restarted, after a trap; nil for as long as it
  /// takes.
  package static func setPatience(_ seconds: UInt32?) { alarm(seconds ?? 0) }

  /// Whether a process can be restarted here (``ProcessRestart``).
  package static var isPossible: Bool {
    #if os(Linux)
      true
    #else
      false
    #endif
  }

  /// Says what the current thread works on from here on.
  package static func begin(_ work: UInt64) { metatool_work(work) }

  /// Wakes whoever waits.
  package func wake() {
    // An event without a signal.
    _ = try? output.writeAll([UInt8](repeating: 0, count: MemoryLayout<metatool_trap>.size))
  }

  /// Waits for the next event.
  package func next(within time: Duration? = nil) -> Event {
    guard SystemCall.isReadable(input, within: time) else { return .timeout }
    var trap = metatool_trap()
    let size = MemoryLayout<metatool_trap>.size
    let count = try? SystemCall.retried { unsafe read(input.rawValue, &trap, size) }
    guard count == size, trap.signal != 0 else { return .woken }
    return .trap(Trap(work: trap.work, signal: trap.signal))
  }
}

/// Lets one thread interrupt another that waits for input.
package final class StopSignal: Sendable {
  private let output: FileDescriptor
  /// Can be read from once it was raised.
  let input: FileDescriptor

  /// One that was not raised.
  ///
  /// - Throws: `Errno` when there are too many open files.
  package init() throws(Errno) { (input, output) = try ClosedPipe.make() }

  deinit {
    try? input.close()
    try? output.close()
  }

  /// Raises it, for good.
  package func raise() {
    _ = try? output.writeAll([0])
  }
}

/// Pipes that programs which are started do not get.
private enum ClosedPipe {
  static func make() throws(Errno) -> (input: FileDescriptor, output: FileDescriptor) {
    let (input, output) = try SystemCall.typed { try FileDescriptor.pipe() }
    for end in [input, output] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    return (input, output)
  }
}
