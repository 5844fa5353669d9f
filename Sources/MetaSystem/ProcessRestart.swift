internal import LibC
internal import MetaCore
package import SystemPackage

/// Restarts the program in the same process (`execv`), with the same process ID, arguments, working
/// directory and standard streams, and hands over data; this is how `serve` survives a trap, on
/// Linux only.
package enum ProcessRestart {
  /// The data for the restarted program, in an in-memory file whose descriptor it inherits.
  package struct HandoverFile: Sendable {
    fileprivate let file: FileSink

    /// Creates empty data.
    ///
    /// - Throws: `Errno` if no file can be created in memory.
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

    /// Appends bytes.
    ///
    /// - Throws: `Errno` if there is not enough memory.
    package func write(_ bytes: [UInt8]) throws(Errno) { try file.write(bytes[...]) }
  }

  /// The environment variable with the descriptor.
  private static let variable = "METATOOL_HANDOVER"

  /// Ends all threads and restarts the program, with `input` and `output` as its standard streams.
  ///
  /// - Returns: The error if the restart failed.
  package static func run(
    _ handover: HandoverFile, input: FileDescriptor, output: FileDescriptor
  ) -> Errno {
    do {
      return try SystemCall.typed {
        try handover.file.descriptor.seek(offset: 0, from: .start)
        _ = try input.duplicate(as: .standardInput)
        _ = try output.duplicate(as: .standardOutput)
        // The duplicate is not closed on `exec`.
        let file = try handover.file.descriptor.duplicate()
        unsafe setenv(variable, "\(file.rawValue)", 1)
        // Cancel the alarm, so that it does not end the restarted program.
        TrapWatch.setPatience(nil)
        return try replace()
      }
    } catch {
      return error
    }
  }

  /// Replaces the program; returns only if that fails.
  private static func replace() throws(Errno) -> Errno {
    // Prefer the program's path if it still exists.
    for path in [ProcessFacts.program, "/proc/self/exe"].compactMap(\.self) {
      unsafe path.withPlatformString { unsafe _ = execv($0, CommandLine.unsafeArgv) }
    }
    return Errno(rawValue: errno)
  }

  /// Returns the data from the program before the restart, once; nil if there was none.
  package static func takeOver() -> FileDescriptor? {
    guard let number = ProcessFacts.text(variable).flatMap({ Int32($0) }) else { return nil }
    unsafe unsetenv(variable)
    // A variable set by another program does not refer to an open descriptor.
    guard number > 2, fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
    return FileDescriptor(rawValue: number)
  }
}
