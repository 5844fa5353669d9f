internal import LibC

/// Adjusts the memory allocator of this process for work on many files; `serve` and commands with
/// several files call it before they start, and it has an effect only with glibc.
package enum ProcessMemory {
  /// Keeps several megabytes of freed memory for reuse.
  ///
  /// This is for programs that process many files in the same way: otherwise, the memory would be
  /// returned to the system after each file, and zeroed again for the next one.
  package static func keepFreed() {
    #if os(Linux)
      metatool_keep_memory(8 << 20, 1 << 20)
    #endif
  }
}
