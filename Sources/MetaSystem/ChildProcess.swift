internal import LibC
internal import MetaCore
internal import Synchronization
package import SystemPackage

/// A child process whose standard input and output are one socket, over which this process sends
/// and receives bytes: the process of a ``HelperProcess``.
///
/// The child's standard error is discarded. Its input ends when this object is destroyed or this
/// process is killed.
package final class ChildProcess: Sendable {
  /// Our end of the socket.
  package let socket: FileDescriptor
  /// The process ID.
  package let processID: Int32
  /// The way in which the child ended, once this is known.
  private let ending = Mutex<String?>(nil)

  /// Starts a program with at most `memory` bytes of data memory, where the system can limit it;
  /// nil means no limit.
  ///
  /// - Throws: `Errno` if it cannot be started.
  package init(_ program: FilePath, _ arguments: [String], memory: UInt?) throws(Errno) {
    let (ours, theirs) = try ChildProcess.socketPair()
    do {
      processID = try ChildProcess.spawn(program, arguments, theirs)
    } catch {
      try? ours.close()
      try? theirs.close()
      throw error
    }
    try? theirs.close()
    socket = ours
    #if os(Linux)
      if let memory { _ = metatool_limit_memory(processID, memory) }
    #endif
  }

  deinit {
    try? socket.close()
    if ending.withLock({ $0 == nil }) {
      // Reaps the child if it has already ended; otherwise the child ends soon and remains a zombie
      // until this process ends.
      _ = waitpid(processID, nil, WNOHANG)
    }
  }

  /// Kills the process, unless its end is already known.
  package func end() {
    ending.withLock { ending in
      guard ending == nil else { return }
      _ = kill(processID, SIGKILL)
    }
  }

  /// Waits for the child to end and returns a description of its end, such as `exit code 3` or
  /// `signal 11`.
  package func waitForEnd() -> String {
    // The child remains a zombie until the flag is set, so that its ID is not reused and a
    // different process is not killed.
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    return ending.withLock { ending in
      // Two threads may wait; the second one finds no child process.
      if let ending { return ending }
      var status: Int32 = 0
      while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      let text = signal == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(signal)"
      ending = text
      return text
    }
  }

  /// Writes bytes to the child's standard input.
  ///
  /// - Throws: `Errno`; if the process has ended, `brokenPipe` without a signal.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    var sent = 0
    while sent < bytes.count {
      let count = try SystemCall.retried {
        unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[sent...])
          return unsafe send(socket.rawValue, rest.baseAddress, rest.count, Self.sendFlags)
        }
      }
      guard count > 0 else { throw .brokenPipe }
      sent += count
    }
  }

  // MARK: System calls

  /// The option that prevents a signal if the reader has closed the socket; other systems have a
  /// socket option for this.
  #if os(Linux)
    private static let sendFlags = CInt(MSG_NOSIGNAL)
  #else
    private static let sendFlags: CInt = 0
  #endif

  /// Returns two connected sockets, which other child processes do not inherit.
  private static func socketPair() throws(Errno) -> (FileDescriptor, FileDescriptor) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Glibc) || canImport(Musl)
      // glibc declares them as an enumeration, musl as numbers.
      #if canImport(Glibc)
        let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      #else
        let kind = CInt(SOCK_STREAM | SOCK_CLOEXEC)
      #endif
      try SystemCall.done { unsafe socketpair(AF_UNIX, kind, 0, &ends) }
    #else
      try SystemCall.done { unsafe socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) }
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        var on: CInt = 1
        _ = unsafe setsockopt(
          end, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<CInt>.size))
      }
    #endif
    return (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
  }

  /// Starts a program with a socket as its standard input and output; returns the process ID.
  private static func spawn(
    _ program: FilePath, _ arguments: [String], _ socket: FileDescriptor
  ) throws(Errno) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, socket.rawValue, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, socket.rawValue, 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Otherwise the child would inherit descriptors that a different thread has just opened for its
    // own child, and Foundation's `Process` would wait until they are closed.
    #if os(Linux)
      unsafe metatool_close_from(&actions, 3)
    #endif
    var words = unsafe ([program.string] + arguments).map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe program.withPlatformString { name in
      unsafe posix_spawn(&process, name, &actions, nil, &words, environ)
    }
    guard code == 0 else { throw Errno(rawValue: code) }
    return process
  }
}
