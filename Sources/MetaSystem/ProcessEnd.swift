internal import LibC

/// Ends this process, by the functions of the C library under one name for all systems.
package enum ProcessEnd {
  /// Ends the process with an exit code.
  package static func exit(_ status: Int32) -> Never {
    #if canImport(Glibc)
      Glibc.exit(status)
    #elseif canImport(Musl)
      Musl.exit(status)
    #else
      Darwin.exit(status)
    #endif
  }

  #if DEBUG
    /// Ends the process like the detection of memory corruption.
    package static func abort() -> Never {
      #if canImport(Glibc)
        Glibc.abort()
      #elseif canImport(Musl)
        Musl.abort()
      #else
        Darwin.abort()
      #endif
    }
  #endif
}
