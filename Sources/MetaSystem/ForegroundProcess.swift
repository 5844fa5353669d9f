internal import LibC
internal import MetaCore
package import SystemPackage

/// Runs a command that uses this program's terminal until the command ends: the user's text editor,
/// for `edit`.
package enum ForegroundProcess {
  /// Runs a shell command with an additional last argument and waits for it to exit.
  ///
  /// While it runs, keyboard interrupts affect only the command.
  ///
  /// - Returns: Its exit code, or 128 plus the number of the signal that ended it.
  /// - Throws: `Errno` if the shell cannot be started.
  package static func run(shellCommand command: String, _ argument: FilePath) throws(Errno) -> Int32
  {
    let texts: [String] = ["/bin/sh", "-c", command + " \"$1\"", "sh"]
    var words: [UnsafeMutablePointer<CChar>?] = unsafe texts.map { unsafe strdup($0) }
    unsafe words.append(argument.withPlatformString { unsafe strdup($0) })
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free($0) } }
    let (interrupt, quit) = (signal(SIGINT, SIG_IGN), signal(SIGQUIT, SIG_IGN))
    defer {
      _ = signal(SIGINT, interrupt)
      _ = signal(SIGQUIT, quit)
    }
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // The command must not inherit the ignored signals.
    var defaults = sigset_t()
    unsafe sigemptyset(&defaults)
    unsafe sigaddset(&defaults, SIGINT)
    unsafe sigaddset(&defaults, SIGQUIT)
    unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let code = unsafe posix_spawn(&process, "/bin/sh", nil, &attributes, &words, environ)
    guard code == 0 else { throw Errno(rawValue: code) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }
}
