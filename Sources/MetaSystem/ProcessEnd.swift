internal import LibC

/// Ends this process, with the C library's functions under the same name on all systems.
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
    /// Ends the process in the same way as a detected memory corruption does.
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
