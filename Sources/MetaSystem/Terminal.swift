internal import LibC
internal import MetaCore
package import SystemPackage

/// Determines whether a stream of this process is a terminal: progress is shown only on a terminal,
/// and control characters in results are dangerous only there.
package enum Terminal {
  /// Whether standard output is a terminal; determined once.
  package static let isStandardOutput = isTerminal(.standardOutput)

  /// Returns whether a descriptor is a terminal.
  package static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }
}

/// The standard input and output of a program that uses them for the protocol of `serve`.
package enum StandardStreams {
  /// Moves standard input and output to private descriptors and returns them.
  ///
  /// Afterwards, reading standard input returns no data, and writing to standard output is
  /// discarded, so other code cannot break the protocol.
  ///
  /// - Throws: `Errno` if the descriptors cannot be duplicated.
  package static func takeOver() throws(Errno) -> (input: FileDescriptor, output: FileDescriptor) {
    let input = try hidden(.standardInput)
    let output = try hidden(.standardOutput)
    try SystemCall.typed {
      let nothing = try FileDescriptor.open(FilePath("/dev/null"), .readWrite)
      _ = try nothing.duplicate(as: .standardInput)
      _ = try nothing.duplicate(as: .standardOutput)
      try nothing.close()
    }
    return (input, output)
  }

  /// Moves a stream to a different descriptor, which child processes do not inherit.
  private static func hidden(_ stream: FileDescriptor) throws(Errno) -> FileDescriptor {
    FileDescriptor(
      rawValue: Int32(
        try SystemCall.retried { Int(fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 3)) }))
  }
}
