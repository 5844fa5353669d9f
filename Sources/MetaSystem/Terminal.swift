internal import LibC
internal import MetaCore
package import SystemPackage

/// What the standard streams are connected to.
package enum Terminal {
  /// Whether people read standard output; asked once.
  package static let isStandardOutput = isTerminal(.standardOutput)

  /// Whether people read what is written here.
  package static func isTerminal(_ descriptor: FileDescriptor) -> Bool {
    isatty(descriptor.rawValue) == 1
  }
}

/// Standard input and output, for a program that speaks a protocol on them.
package enum StandardStreams {
  /// Both, under numbers that nothing else in the process knows.
  ///
  /// What reads standard input after that finds it empty, and what writes to standard output goes
  /// nowhere: neither can break the protocol.
  ///
  /// - Throws: `Errno` when that is not possible.
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

  /// The same stream under another number, which programs that are started do not get.
  private static func hidden(_ stream: FileDescriptor) throws(Errno) -> FileDescriptor {
    FileDescriptor(
      rawValue: Int32(
        try SystemCall.retried { Int(fcntl(stream.rawValue, F_DUPFD_CLOEXEC, 3)) }))
  }
}
