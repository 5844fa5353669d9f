internal import LibC
internal import MetaCore
internal import Synchronization
package import SystemPackage

/// A program that was started here and is spoken to over one socket, which is its standard input
/// and output.
///
/// What it says on standard error goes nowhere. It sees the end of its input when the last user
/// here lets go of it, also when this process is killed.
package final class ChildProcess: Sendable {
  /// Our end of the socket.
  package let socket: FileDescriptor
  /// Its number.
  package let processID: Int32
  /// Whether it is known to have ended.
  private let isOver = Mutex(false)

  /// Starts a program, which may have so many bytes of its own, where the system can hold it to
  /// that.
  ///
  /// - Throws: `Errno` when it cannot be started.
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
    if !isOver.withLock({ $0 }) {
      // Whoever was not waited for would stay as a zombie until we end; it ends by itself soon.
      _ = waitpid(processID, nil, WNOHANG)
    }
  }

  /// Ends it at once.
  package func end() {
    isOver.withLock { isOver in
      guard !isOver else { return }
      _ = kill(processID, SIGKILL)
    }
  }

  /// Waits for its end, and says in words how it came: `exit code 3`, `signal 11`.
  package func waitForEnd() -> String {
    // It stays a zombie until the flag is set, so that its number cannot be reused and another
    // process be killed.
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
    var status: Int32 = 0
    isOver.withLock { isOver in
      while unsafe waitpid(processID, &status, 0) < 0, errno == EINTR {}
      isOver = true
    }
    let signal = status & 0x7F
    return signal == 0 ? "exit code \(status >> 8 & 0xFF)" : "signal \(signal)"
  }

  /// Writes all of the bytes to its standard input.
  ///
  /// - Throws: `Errno`, `brokenPipe` when it has ended; no signal comes then.
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

  /// Avoids a signal when the reader has closed the socket; on other systems the socket has an
  /// option for it.
  #if os(Linux)
    private static let sendFlags = CInt(MSG_NOSIGNAL)
  #else
    private static let sendFlags: CInt = 0
  #endif

  private static func socketPair() throws(Errno) -> (FileDescriptor, FileDescriptor) {
    var ends: [CInt] = [-1, -1]
    #if canImport(Glibc) || canImport(Musl)
      // glibc has an enumeration of them, musl numbers.
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
    // Descriptors that another thread has just opened for a child of its own would stay open here:
    // Foundation's `Process` waits for their end.
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
