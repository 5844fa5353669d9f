internal import LibC
internal import SystemPackage

/// Operations on ranges of files that the kernel or the file system performs itself if possible:
/// inserting and removing blocks, sharing blocks, reserving space, copying, and reading ahead.
///
/// On systems other than Linux, blocks cannot be inserted, removed or shared, and copying reads and
/// writes the bytes.
enum FileRange {
  /// Inserts `count` bytes at `offset`; both must be multiples of the file system's block size.
  ///
  /// - Throws: `notSupported` if the file system does not support it, `invalidArgument` if it is
  ///   not possible at this offset.
  static func insert(_ count: Int64, at offset: Int64, in file: FileSink) throws(Errno) {
    #if os(Linux)
      try SystemCall.done {
        fallocate(file.descriptor.rawValue, FALLOC_FL_INSERT_RANGE, off_t(offset), off_t(count))
      }
    #else
      throw .notSupported
    #endif
  }

  /// Removes `count` bytes at `offset` from a file; both must be multiples of the file system's
  /// block size.
  ///
  /// - Throws: `notSupported` if the file system does not support it, `invalidArgument` if it is
  ///   not possible at this offset.
  static func collapse(_ count: Int64, at offset: Int64, in file: FileSink) throws(Errno) {
    #if os(Linux)
      try SystemCall.done {
        fallocate(file.descriptor.rawValue, FALLOC_FL_COLLAPSE_RANGE, off_t(offset), off_t(count))
      }
    #else
      throw .notSupported
    #endif
  }

  /// Reserves disk space for a range, so that writing to it cannot fail because the disk is full;
  /// extends the file if the range ends after it.
  ///
  /// Does nothing on systems other than Linux, or if the file system does not support it.
  static func reserve(_ range: Range<Int64>, in file: FileSink) throws(Errno) {
    #if os(Linux)
      let count = off_t(range.upperBound - range.lowerBound)
      do {
        try SystemCall.done {
          fallocate(file.descriptor.rawValue, 0, off_t(range.lowerBound), count)
        }
      } catch Errno.notSupported {
        // Then the write reports that the disk is full.
      }
    #endif
  }

  /// Prefetches a range that will be needed soon; reading it all at once is faster than in pieces.
  static func readAhead(_ range: Range<Int64>, in file: FileDescriptor) {
    #if !canImport(Darwin)
      let count = off_t(range.upperBound - range.lowerBound)
      _ = posix_fadvise(file.rawValue, off_t(range.lowerBound), count, POSIX_FADV_WILLNEED)
    #endif
  }

  /// Makes an empty file share all the blocks of another file.
  ///
  /// - Throws: `notSupported`, `improperLink` or `invalidArgument` if the file system cannot share
  ///   blocks.
  static func clone(_ source: FileSink, into file: FileSink) throws(Errno) {
    #if os(Linux)
      try SystemCall.done {
        ioctl(file.descriptor.rawValue, UInt(metatool_ficlone), source.descriptor.rawValue)
      }
    #else
      throw .notSupported
    #endif
  }

  /// The maximum number of bytes that the kernel copies per call: large enough for low overhead,
  /// small enough for prompt cancellation.
  private static let piece: Int64 = 64 << 20

  /// Copies a range of one file to an offset in another.
  ///
  /// `progress` receives the number of bytes copied so far after each system call.
  ///
  /// - Throws: `noData` if the source ends before the range does, `canceled` if the task is
  ///   cancelled, and errors from the system.
  static func copy(
    _ range: Range<Int64>, of source: FileSink, to target: FileSink, at offset: Int64,
    _ progress: (Int64) -> Void = { _ in }
  ) throws(Errno) {
    var position = range.lowerBound
    var inKernel = true
    while position < range.upperBound {
      if Task.isCancelled { throw .canceled }
      let size = min(range.upperBound - position, piece)
      let at = offset + (position - range.lowerBound)
      if inKernel {
        let count = try copyInKernel(position, size, of: source, to: target, at: at)
        position += count
        // Some file systems return 0 if they do not support the call.
        inKernel = count > 0
      } else {
        position += try copyBytes(position, min(size, 1 << 18), of: source, to: target, at: at)
      }
      progress(position - range.lowerBound)
    }
  }

  /// Copies with one system call and returns the number of bytes copied; 0 if the call is not
  /// supported or the source has ended.
  private static func copyInKernel(
    _ position: Int64, _ count: Int64, of source: FileSink, to target: FileSink, at offset: Int64
  ) throws(Errno) -> Int64 {
    #if os(Linux)
      var (from, to) = (off_t(position), off_t(offset))
      do {
        return Int64(
          try SystemCall.retried {
            unsafe copy_file_range(
              source.descriptor.rawValue, &from, target.descriptor.rawValue, &to, Int(count), 0)
          })
      } catch let code where declined.contains(code) {
        return 0
      }
    #else
      return 0
    #endif
  }

  /// The errors that mean that this kind of copy is not supported, rather than that copying failed.
  private static let declined: Set<Errno> = [
    .improperLink, .invalidArgument, .noFunction, .notSupported, .notPermitted, .badFileDescriptor,
    .textFileBusy,
  ]

  /// Copies by reading and writing; returns the number of bytes copied.
  ///
  /// - Throws: `noData` at the end of the source, and errors from the system.
  private static func copyBytes(
    _ position: Int64, _ count: Int64, of source: FileSink, to target: FileSink, at offset: Int64
  ) throws(Errno) -> Int64 {
    let bytes = try source.read(at: position, count: Int(count))
    guard !bytes.isEmpty else { throw .noData }
    try target.write(bytes[...], at: offset)
    return Int64(bytes.count)
  }
}
