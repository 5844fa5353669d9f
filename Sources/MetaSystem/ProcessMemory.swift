internal import LibC

/// The memory of the process as a whole.
package enum ProcessMemory {
  /// Keeps memory that was given back, some megabytes of it, for what comes next.
  ///
  /// For programs that do the same to very many files: else the system takes memory back behind
  /// each file and hands it out again, zeroed, for the next one.
  package static func keepFreed() {
    #if os(Linux)
      metatool_keep_memory(8 << 20, 1 << 20)
    #endif
  }
}
