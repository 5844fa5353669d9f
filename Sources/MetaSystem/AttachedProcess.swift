internal import Dispatch
internal import LibC
internal import MetaCore
package import SystemPackage

/// Runs another program in place of this one: the program has the same standard streams, and this
/// process waits for it to end, forwards interruptions, and kills it if it hangs.
///
/// `metatool` runs whole commands in `metatool-foreign` or `metatool-capture` this way, such as
/// `transcode`, `capture` and `readers`; requests to `serve` use ``HelperProcess`` instead. The
/// program reports activity and finished files through a pipe; for that, it calls the second half
/// of this type.
package enum AttachedProcess {
  /// The way in which a program ended.
  package enum Termination: Sendable, Hashable {
    /// The program exited with a code.
    case exited(Int32)
    /// The program was terminated by a signal.
    case killed(signal: Int32)
    /// The program reported no activity for too long and was killed.
    case silent
  }

  /// The result of running a program.
  package struct ProcessResult: Sendable {
    /// The way in which the program ended.
    package var end: Termination
    /// The number of files that the program reported as done.
    package var files = 0
  }

  /// The environment variable that contains the descriptor of the pipe and the number of files to
  /// skip, such as `3,0`.
  private static let variable = "METATOOL_HEARTBEAT"
  /// The interval for checking pending interruptions.
  private static let pause = Duration.milliseconds(200)
  /// The descriptor of the pipe in the program.
  private static let descriptor: CInt = 3

  /// Runs a program and waits for its end; the program is killed if it is silent for longer than
  /// `patience`, and its memory is limited to `memory` bytes where the system supports that.
  ///
  /// The program skips the first `skipped` of its files. The first deferred interruption is
  /// forwarded to it, as `SIGINT`.
  ///
  /// - Throws: `Errno` if it cannot be started.
  package static func run(
    _ program: FilePath, _ arguments: [String], patience: Duration, memory: UInt, skipped: Int = 0
  ) throws(Errno) -> ProcessResult {
    var ends: [CInt] = [-1, -1]
    try SystemCall.done { unsafe pipe(&ends) }
    // The program gets only a duplicate of the writing end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let (reading, writing) = (
      FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1])
    )
    defer { try? reading.close() }
    let process: Int32
    do {
      process = try spawn(program, arguments, writing, skipped)
    } catch {
      try? writing.close()
      throw error
    }
    try? writing.close()
    #if os(Linux)
      _ = metatool_limit_memory(process, memory)
    #endif
    var outcome = ProcessResult(end: .silent)
    let isSilent = !listen(to: reading, of: process, patience, &outcome.files)
    if isSilent { _ = kill(process, SIGKILL) }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    if isSilent { return outcome }
    let signal = status & 0x7F
    outcome.end = signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: signal)
    return outcome
  }

  /// Waits until the pipe is closed, and counts the files that are done; returns false if the
  /// silence lasts too long.
  private static func listen(
    to pipe: FileDescriptor, of process: Int32, _ patience: Duration, _ files: inout Int
  ) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    var lastSign = ContinuousClock.now
    var hasPassedOn = false
    while true {
      if !hasPassedOn, Interruptions.arePending {
        hasPassedOn = true
        _ = kill(process, SIGINT)
      }
      guard SystemCall.isReadable(pipe, within: pause) else {
        if ContinuousClock.now - lastSign > patience { return false }
        continue
      }
      lastSign = .now
      let count = unsafe read(pipe.rawValue, &bytes, bytes.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return true }
      files += bytes[..<count].count { $0 == Sign.fileIsDone.rawValue }
    }
  }

  /// Starts the program with the pipe as descriptor 3; returns the process ID.
  private static func spawn(
    _ program: FilePath, _ arguments: [String], _ pipe: FileDescriptor, _ skipped: Int
  ) throws(Errno) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, pipe.rawValue, descriptor)
    unsafe setenv(variable, "\(descriptor),\(skipped)", 1)
    defer { unsafe unsetenv(variable) }
    var words = unsafe ([program.string] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe program.withPlatformString { name in
      unsafe posix_spawn(&process, name, &actions, nil, &words, environ)
    }
    guard code == 0 else { throw Errno(rawValue: code) }
    return process
  }

  // MARK: In the child

  /// Ends this program as soon as its parent has ended for any reason; at that point its output is
  /// still unnamed, so no file remains.
  ///
  /// Does nothing without a waiting parent.
  package static func endWithStarter() {
    guard let heartbeat else { return }
    // The parent may have deferred interruptions while it waits for this program.
    Interruptions.allow()
    // Dispatch threads block signals, so an interruption remains deferred during work that must not
    // be interrupted.
    DispatchQueue(label: "starter").async {
      // Without requested events, `poll` waits only for the event that is always reported: the
      // closing of the other end.
      var request = pollfd(fd: heartbeat.rawValue, events: 0, revents: 0)
      while unsafe poll(&request, 1, -1) < 0, errno == EINTR {}
      _exit(130)
    }
  }

  /// Reports activity to the parent; does nothing without a waiting parent.
  package static func beat() { send(.isAtWork) }

  /// Reports that one of several files is done, so that if this program crashes on a later file,
  /// only that file is lost.
  package static func endFile() { send(.fileIsDone) }

  /// The number of files on the command line that were done by a previous program that crashed.
  package static var skippedFiles: Int { words.count > 1 ? max(0, Int(words[1]) ?? 0) : 0 }

  /// The messages that the program writes to the pipe.
  private enum Sign: UInt8 {
    case isAtWork = 0
    case fileIsDone = 1
  }

  /// Writes a message to the pipe; errors are ignored, because the end of the parent also ends this
  /// program (``endWithStarter()``).
  private static func send(_ sign: Sign) {
    try? heartbeat?.writeWhole([sign.rawValue])
  }

  /// The descriptor of the pipe and the number of files to skip; empty without a waiting parent.
  private static let words: [Substring] =
    ProcessFacts.variable(variable)?.string.split(separator: ",") ?? []

  private static let heartbeat: FileDescriptor? = words.first
    .flatMap { CInt($0) }.map { FileDescriptor(rawValue: $0) }
}
