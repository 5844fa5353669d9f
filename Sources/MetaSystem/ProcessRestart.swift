internal import LibC
internal import MetaCore
package import SystemPackage

/// Starts the program of this process anew in its place: the same process number, arguments, folder
/// and standard streams, and bytes that one hands to the next.
package enum ProcessRestart {
  /// Bytes on their way to the next program.
  package struct Handover: Sendable {
    fileprivate let file: FileSink

    /// Nothing yet.
    ///
    /// - Throws: `Errno` when no file can be made in memory.
    package init() throws(Errno) {
      #if os(Linux)
        let number = try SystemCall.retried {
          Int(unsafe memfd_create("metatool", metatool_memory_close_on_exec))
        }
        file = FileSink(FileDescriptor(rawValue: Int32(number)))
      #else
        throw .notSupported
      #endif
    }

    /// Adds bytes.
    ///
    /// - Throws: `Errno` when there is no memory for them.
    package func write(_ bytes: [UInt8]) throws(Errno) { try file.write(bytes[...]) }
  }

  /// The environment variable that names the descriptor.
  private static let variable = "METATOOL_HANDOVER"

  /// Ends all threads and starts the program anew, with `input` and `output` as its standard
  /// streams.
  ///
  /// - Returns: Why that failed.
  package static func run(
    _ handover: Handover, input: FileDescriptor, output: FileDescriptor
  ) -> Errno {
    do {
      return try SystemCall.typed {
        try handover.file.descriptor.seek(offset: 0, from: .start)
        _ = try input.duplicate(as: .standardInput)
        _ = try output.duplicate(as: .standardOutput)
        // Without the mark that closes it.
        let file = try handover.file.descriptor.duplicate()
        unsafe setenv(variable, "\(file.rawValue)", 1)
        // The next program has all the time that it needs.
        TrapWatch.setPatience(nil)
        return try replace()
      }
    } catch {
      return error
    }
  }

  private static func replace() throws(Errno) -> Errno {
    // The first one by its own name, where it is still there.
    for path in [ProcessFacts.program, "/proc/self/exe"].compactMap(\.self) {
      unsafe path.withPlatformString { unsafe _ = execv($0, CommandLine.unsafeArgv) }
    }
    return Errno(rawValue: errno)
  }

  /// What the program of before has handed over; nil when there was none.
  package static func takeOver() -> FileDescriptor? {
    guard let number = ProcessFacts.text(variable).flatMap({ Int32($0) }) else { return nil }
    unsafe unsetenv(variable)
    // A foreign variable of this name does not refer to an open descriptor.
    guard number > 2, fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    return FileDescriptor(rawValue: number)
  }
}
