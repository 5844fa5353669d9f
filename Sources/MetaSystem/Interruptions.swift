internal import LibC

/// Defers the signals that end a program (Ctrl-C, `SIGTERM`, `SIGHUP`) during work that must not be
/// interrupted, such as an edit of many files.
///
/// The work polls ``arePending`` and ends itself early. Afterwards, a pending signal ends the
/// process (``deferring(_:)``) or is discarded (``handling(_:)``).
package enum Interruptions {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `body` with interruptions deferred, also in threads that it starts, except those that the
  /// process ignores; a pending interruption ends the process afterwards.
  package static func deferring<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    var previousMask = sigset_t()
    var deferred = sigset_t()
    unsafe sigemptyset(&deferred)
    // Background processes may ignore these signals, and continue to do so.
    for signal in signals where !isIgnored(signal) { unsafe sigaddset(&deferred, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &deferred, &previousMask)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previousMask, nil) }
    return try body()
  }

  /// Lets interruptions end this process, even if its parent has deferred them.
  package static func allow() {
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for signal in signals { unsafe sigaddset(&all, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Runs `body` with interruptions deferred and discards pending ones; `body` polls ``arePending``
  /// and ends in an orderly manner.
  package static func handling<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try deferring { () throws(Problem) in
      defer { dropWaiting() }
      return try body()
    }
  }

  /// Removes pending signals, which would end the process once they are no longer deferred.
  private static func dropWaiting() {
    var waiting = sigset_t()
    unsafe sigpending(&waiting)
    for signal in signals where unsafe sigismember(&waiting, signal) == 1 {
      var (signalSet, received) = (sigset_t(), CInt(0))
      unsafe sigemptyset(&signalSet)
      unsafe sigaddset(&signalSet, signal)
      unsafe sigwait(&signalSet, &received)
    }
  }

  /// Makes a write beyond the file size limit (`ulimit -f`) fail with an error instead of ending
  /// the process.
  package static func ignoreFileSizeLimit() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether an interruption is pending; may be called from any thread.
  package static var arePending: Bool {
    var waiting = sigset_t()
    unsafe sigpending(&waiting)
    return signals.contains { unsafe sigismember(&waiting, $0) == 1 }
  }

  /// Returns whether this process ignores a signal, as `SIGHUP` is ignored under `nohup`.
  private static func isIgnored(_ signal: CInt) -> Bool {
    var action = sigaction()
    guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Glibc)
      let handler = unsafe action.__sigaction_handler.sa_handler
    #elseif canImport(Musl)
      let handler = unsafe action.__sa_handler.sa_handler
    #else
      let handler = unsafe action.__sigaction_u.__sa_handler
    #endif
    let ignore = unsafe unsafeBitCast(SIG_IGN, to: Int.self)
    return unsafe unsafeBitCast(handler, to: Int.self) == ignore
  }
}
