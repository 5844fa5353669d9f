internal import LibC

/// How many processors the machine has.
package enum ProcessorCount {
  /// The processors that are switched on; at least 1.
  package static var online: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
