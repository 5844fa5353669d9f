internal import LibC

/// The number of processors, from which commands choose the number of their threads.
package enum ProcessorCount {
  /// The number of online processors, at least 1.
  package static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
