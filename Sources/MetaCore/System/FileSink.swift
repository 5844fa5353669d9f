internal import LibC
package import SystemPackage

/// An open file that is edited, copied, created or locked, with reads and writes at offsets; when
/// the last reference is released, the file is closed and its lock released.
///
/// It also represents pipes, to which bytes are written in sequence. Files opened for parsing are
/// represented by ``FileSource``.
package final class FileSink: Sendable {
  /// The file descriptor.
  package let descriptor: FileDescriptor

  package init(_ descriptor: FileDescriptor) { self.descriptor = descriptor }

  deinit { try? descriptor.close() }

  /// Opens an existing file, but not through a symbolic link.
  ///
  /// - Throws: `tooManySymbolicLinkLevels` if the path names a link.
  convenience init(
    existing path: FilePath, _ mode: FileDescriptor.AccessMode = .readWrite
  ) throws(Errno) {
    // The open is non-blocking, so that callers can reject a FIFO instead of waiting for it.
    self.init(
      try SystemCall.typed {
        try FileDescriptor.open(path, mode, options: [.closeOnExec, .noFollow, .nonBlocking])
      })
  }

  /// Opens an existing file for reading, following links, including one without a name
  /// (`/proc/self/fd`).
  convenience init(reading path: FilePath) throws(Errno) {
    self.init(
      try SystemCall.typed {
        try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      })
  }

  /// Creates a file that only its owner can access, or with `permissions`, limited by the umask.
  ///
  /// - Throws: `fileExists` if the name is in use.
  convenience init(
    creating path: FilePath, _ permissions: FilePermissions = .ownerReadWrite
  ) throws(Errno) {
    self.init(
      try SystemCall.typed {
        try FileDescriptor.open(
          path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
          permissions: permissions)
      })
  }

  /// Creates a file without a name, which disappears with its last user unless it gets one
  /// (``FileNames/name(_:_:)``).
  ///
  /// - Throws: `notSupported` or another error if the file system does not support it.
  package convenience init(
    unnamedIn folder: FilePath, _ permissions: FilePermissions = .ownerReadWrite
  ) throws(Errno) {
    #if os(Linux)
      self.init(
        try SystemCall.typed {
          try FileDescriptor.open(
            folder, .readWrite, options: [.closeOnExec, .init(rawValue: metatool_unnamed)],
            permissions: permissions)
        })
    #else
      throw .notSupported
    #endif
  }

  // MARK: Writing

  /// Writes all of the bytes at `offset`.
  ///
  /// - Throws: `Errno` if the system rejects it.
  package func write(_ bytes: ArraySlice<UInt8>, at offset: Int64) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = try SystemCall.retried {
        unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[written...])
          let position = off_t(offset) + off_t(written)
          return unsafe pwrite(descriptor.rawValue, rest.baseAddress, rest.count, position)
        }
      }
      // Nothing was written, although there was no error; retrying might never end.
      guard count > 0 else { throw .ioError }
      written += count
    }
  }

  /// Writes all bytes at the current position, because pipes have no offsets.
  package func write(_ bytes: ArraySlice<UInt8>) throws(Errno) {
    var written = 0
    while written < bytes.count {
      let count = try SystemCall.retried {
        unsafe bytes.withUnsafeBytes { all in
          let rest = unsafe UnsafeRawBufferPointer(rebasing: all[written...])
          return unsafe Self.writeOnce(descriptor.rawValue, rest.baseAddress, rest.count)
        }
      }
      guard count > 0 else { throw .ioError }
      written += count
    }
  }

  /// Calls `write` with the module name, because the methods of this class have the same name.
  private static func writeOnce(
    _ descriptor: CInt, _ start: UnsafeRawPointer?, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
      unsafe Musl.write(descriptor, start, count)
    #else
      unsafe Darwin.write(descriptor, start, count)
    #endif
  }

  /// Truncates the file, or extends it with zeros.
  func resize(to size: Int64) throws(Errno) {
    try SystemCall.done { ftruncate(descriptor.rawValue, off_t(size)) }
  }

  /// Sets its permissions.
  func setPermissions(_ permissions: UInt32) throws(Errno) {
    try SystemCall.done { fchmod(descriptor.rawValue, mode_t(permissions)) }
  }

  /// Synchronises the content to the disk.
  func synchronize() throws(Errno) {
    #if canImport(Darwin)
      try SystemCall.done { fcntl(descriptor.rawValue, F_FULLFSYNC) }
    #else
      try SystemCall.done { fsync(descriptor.rawValue) }
    #endif
  }

  // MARK: Reading

  /// Reads `count` bytes at `offset`; fewer only at the end of the file.
  func read(at offset: Int64, count: Int) throws(Errno) -> [UInt8] {
    guard count > 0 else { return [] }
    return try SystemCall.typed {
      try unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        let rawBuffer = UnsafeMutableRawBufferPointer(buffer)
        while filled < count {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: rawBuffer[filled...])
          let got = try unsafe descriptor.read(
            fromAbsoluteOffset: offset + Int64(filled), into: rest)
          if got == 0 { break }
          filled += got
        }
      }
    }
  }

  // MARK: Properties

  /// The properties of the file in the file system.
  func status() throws(Errno) -> FileStatus { try FileStatus(of: descriptor) }

  /// Sets its modification time, which only its owner may do.
  func setModified(_ time: FileTime) throws(Errno) {
    try setTimes(accessed: nil, modified: time)
  }

  /// Sets its times; nil leaves the access time unchanged.
  func setTimes(accessed: FileTime?, modified: FileTime) throws(Errno) {
    let times = [FileSink.timespec(accessed), FileSink.timespec(modified)]
    try SystemCall.done { unsafe futimens(descriptor.rawValue, times) }
  }

  /// `UTIME_OMIT` from `sys/stat.h`, a macro that is not imported.
  #if os(Linux)
    private static let omitted = 0x3FFF_FFFE
  #else
    private static let omitted = -2
  #endif

  private static func timespec(_ time: FileTime?) -> timespec {
    guard let time else { return .init(tv_sec: 0, tv_nsec: FileSink.omitted) }
    return .init(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
  }
}
