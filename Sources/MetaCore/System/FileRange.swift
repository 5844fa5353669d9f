internal import LibC
internal import SystemPackage

/// Stretches of files, moved and copied by the file system itself where it can.
enum FileRange {
  /// Lets the bytes from `offset` on begin `count` bytes later; both are multiples of the file
  /// system's block.
  ///
  /// - Throws: `notSupported` where the file system cannot do it, `invalidArgument` where it cannot
  ///   do it here.
  static func insert(_ count: Int64, at offset: Int64, in file: FileSink) throws(Errno) {
    #if os(Linux)
      try SystemCall.done {
        fallocate(file.descriptor.rawValue, FALLOC_FL_INSERT_RANGE, off_t(offset), off_t(count))
      }
    #else
      throw .notSupported
    #endif
  }

  /// Takes `count` bytes at `offset` out of a file; both are multiples of the file system's block.
  ///
  /// - Throws: `notSupported` where the file system cannot do it, `invalidArgument` where it cannot
  ///   do it here.
  static func collapse(_ count: Int64, at offset: Int64, in file: FileSink) throws(Errno) {
    #if os(Linux)
      try SystemCall.done {
        fallocate(file.descriptor.rawValue, FALLOC_FL_COLLAPSE_RANGE, off_t(offset), off_t(count))
      }
    #else
      throw .notSupported
    #endif
  }

  /// Makes sure that so many bytes have their place on the disk, so that writing them cannot fail
  /// for want of room.
  static func reserve(_ range: Range<Int64>, in file: FileSink) throws(Errno) {
    #if os(Linux)
      let count = off_t(range.upperBound - range.lowerBound)
      do {
        try SystemCall.done {
          fallocate(file.descriptor.rawValue, 0, off_t(range.lowerBound), count)
        }
      } catch Errno.notSupported {
        // Writing will tell.
      }
    #endif
  }

  /// Asks the system to read a stretch now that is wanted soon; all in one, it takes less time than
  /// its pieces as they are needed.
  static func readAhead(_ range: Range<Int64>, in file: FileDescriptor) {
    #if !canImport(Darwin)
      let count = off_t(range.upperBound - range.lowerBound)
      _ = posix_fadvise(file.rawValue, off_t(range.lowerBound), count, POSIX_FADV_WILLNEED)
    #endif
  }

  /// Lets an empty file share all blocks of another.
  ///
  /// - Throws: `notSupported`, `improperLink` or `invalidArgument` where the file system has no
  ///   shared blocks.
  static func clone(_ source: FileSink, into file: FileSink) throws(Errno) {
    #if os(Linux)
      try SystemCall.done {
        ioctl(file.descriptor.rawValue, UInt(metatool_ficlone), source.descriptor.rawValue)
      }
    #else
      throw .notSupported
    #endif
  }

  /// How much is copied by one call: large enough to cost nothing, small enough to be stopped in
  /// between.
  private static let piece: Int64 = 64 << 20

  /// Copies a range of one file to an offset in another.
  ///
  /// `progress` receives the number of bytes copied from time to time.
  ///
  /// - Throws: `noData` when the source ends before the range does, `canceled` when the task was
  ///   cancelled.
  static func copy(
    _ range: Range<Int64>, of source: FileSink, to target: FileSink, at offset: Int64,
    _ progress: (Int64) -> Void = { _ in }
  ) throws(Errno) {
    var place = range.lowerBound
    var inKernel = true
    while place < range.upperBound {
      if Task.isCancelled { throw .canceled }
      let wanted = min(range.upperBound - place, piece)
      let at = offset + (place - range.lowerBound)
      if inKernel {
        let count = try copyInKernel(place, wanted, of: source, to: target, at: at)
        place += count
        // Some file systems say 0 where they mean that they cannot.
        inKernel = count > 0
      } else {
        place += try copyBytes(place, min(wanted, 1 << 18), of: source, to: target, at: at)
      }
      progress(place - range.lowerBound)
    }
  }

  /// Copies by one call of the system; 0 where it cannot.
  private static func copyInKernel(
    _ place: Int64, _ count: Int64, of source: FileSink, to target: FileSink, at offset: Int64
  ) throws(Errno) -> Int64 {
    #if os(Linux)
      var (from, to) = (off_t(place), off_t(offset))
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

  /// With these a system says that it does not copy this way, not that copying failed.
  private static let declined: Set<Errno> = [
    .improperLink, .invalidArgument, .noFunction, .notSupported, .notPermitted, .badFileDescriptor,
    .textFileBusy,
  ]

  private static func copyBytes(
    _ place: Int64, _ count: Int64, of source: FileSink, to target: FileSink, at offset: Int64
  ) throws(Errno) -> Int64 {
    let bytes = try source.read(at: place, count: Int(count))
    guard !bytes.isEmpty else { throw .noData }
    try target.write(bytes[...], at: offset)
    return Int64(bytes.count)
  }
}
