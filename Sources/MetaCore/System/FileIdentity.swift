internal import LibC
package import SystemPackage

/// A moment as file systems keep it.
package struct FileTime: Sendable, Hashable {
  /// Whole seconds since 1970, UTC.
  package let seconds: Int64
  /// Nanoseconds within the second.
  package let nanoseconds: Int64

  /// Makes a moment of its parts.
  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The moment at which this is called.
  static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  init(_ time: timespec) {
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }

  /// A moment of nanoseconds since 1970.
  init(sinceEpoch time: UInt64) {
    seconds = Int64(time / 1_000_000_000)
    nanoseconds = Int64(time % 1_000_000_000)
  }

  /// Nanoseconds since 1970; what does not fit (the year 2262) stays at the end of the scale.
  var sinceEpoch: UInt64 {
    let (product, tooLarge) = UInt64(clamping: seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, alsoTooLarge) = product.addingReportingOverflow(UInt64(clamping: nanoseconds))
    return tooLarge || alsoTooLarge ? .max : sum
  }

  /// Whether a file that was given `other` as its time shows this one: some file systems keep only every second second.
  func isStored(of other: FileTime) -> Bool {
    guard self != other else { return true }
    return nanoseconds == 0 && seconds.subtractingReportingOverflow(other.seconds).0.magnitude < 2
  }
}

/// What tells a file, in the state in which it was read, from any other: where it lies on the disk, its size and when it was written.
package struct FileIdentity: Sendable, Hashable {
  /// The number of the device that the file is on.
  package var device: UInt64
  /// The number of the file on its device.
  package var inode: UInt64
  /// Its size in bytes.
  package var size: Int64
  /// When its content was last written.
  package var modified: FileTime

  /// Makes an identity of its parts.
  package init(device: UInt64, inode: UInt64, size: Int64, modified: FileTime) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// The identity of the file at a path, or behind a symbolic link.
  package init(of path: FilePath) throws(Errno) {
    self = try FileStatus(of: path).identity
  }

  /// Whether both are the same file, in whatever state.
  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// What the file system knows of a file.
struct FileStatus: Sendable, Hashable {
  var identity: FileIdentity
  var accessed: FileTime
  /// When anything about the file was last changed: content, times, permissions, names.
  var changed: FileTime
  /// Permission bits, with set-user-id and its like.
  var permissions: UInt32
  var user: UInt32
  var group: UInt32
  /// How many names it has.
  var links: Int
  var isRegular: Bool

  init(of descriptor: FileDescriptor) throws(Errno) {
    self.init(try SystemCall.typed { try descriptor.stat() })
  }

  /// The status of the file at a path; of the link itself where `following` is false.
  init(of path: FilePath, following: Bool = true) throws(Errno) {
    self.init(try SystemCall.typed { try path.stat(followTargetSymlink: following) })
  }

  init(_ status: Stat) {
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.deviceID.rawValue),
      inode: UInt64(truncatingIfNeeded: status.inode.rawValue), size: status.size,
      modified: FileTime(status.st_mtim))
    accessed = FileTime(status.st_atim)
    changed = FileTime(status.st_ctim)
    permissions = UInt32(status.permissions.rawValue)
    user = UInt32(status.userID.rawValue)
    group = UInt32(status.groupID.rawValue)
    links = status.linkCount
    isRegular = status.type == .regular
  }

  /// What a location in this file carries.
  ///
  /// An edit in place may keep size and modification time, so the time of the last change of status counts, too.
  var source: SourceIdentity {
    SourceIdentity(
      SourceIdentity.FileState(
        device: identity.device, inode: identity.inode, size: identity.size,
        modified: [identity.modified.seconds, identity.modified.nanoseconds],
        changed: [changed.seconds, changed.nanoseconds]))
  }

  /// Whether nobody may write it.
  var isWriteProtected: Bool { permissions & 0o222 == 0 }
}
