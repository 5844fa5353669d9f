internal import LibC

/// Ctrl-C and its like, put off while work goes on that must not stop half-way: it asks for them,
/// and ends itself.
package enum Interruptions {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Runs `body` with them put off, in threads that it starts, too; one that waited ends the
  /// process afterwards.
  package static func putOff<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    var before = sigset_t()
    var wanted = sigset_t()
    unsafe sigemptyset(&wanted)
    // Who runs in the background may ignore them, and goes on doing so.
    for signal in signals where !isIgnored(signal) { unsafe sigaddset(&wanted, signal) }
    unsafe pthread_sigmask(SIG_BLOCK, &wanted, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// Lets them end this process, whatever the program that started it does with them.
  package static func allow() {
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for signal in signals { unsafe sigaddset(&all, signal) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  /// Runs `body` with them put off, and drops those that came: it asks for them (``areWaiting``),
  /// and ends in order.
  package static func takeOver<Value, Problem: Error>(
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    try putOff { () throws(Problem) in
      defer { dropWaiting() }
      return try body()
    }
  }

  private static func dropWaiting() {
    var waiting = sigset_t()
    unsafe sigpending(&waiting)
    for signal in signals where unsafe sigismember(&waiting, signal) == 1 {
      var (one, taken) = (sigset_t(), CInt(0))
      unsafe sigemptyset(&one)
      unsafe sigaddset(&one, signal)
      unsafe sigwait(&one, &taken)
    }
  }

  /// Lets a write beyond the largest size of files (`ulimit -f`) fail with an error, which ends an
  /// edit in order, instead of ending the process.
  package static func ignoreFileSizeLimit() {
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// Whether one waits; any thread may ask.
  package static var areWaiting: Bool {
    var waiting = sigset_t()
    unsafe sigpending(&waiting)
    return signals.contains { unsafe sigismember(&waiting, $0) == 1 }
  }

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
