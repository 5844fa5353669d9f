internal import LibC

/// The memory of the process as a whole.
package enum ProcessMemory {
  /// Keeps several megabytes of freed memory for reuse.
  ///
  /// For programs that process very many files in the same way: otherwise the system takes the
  /// memory back after each file and provides zeroed memory for the next one.
  package static func keepFreed() {
    #if os(Linux)
      metatool_keep_memory(8 << 20, 1 << 20)
    #endif
  }
}
