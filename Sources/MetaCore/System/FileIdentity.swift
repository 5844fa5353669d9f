internal import LibC
package import SystemPackage

/// A point in time as file systems store it, such as the modification time of a file.
package struct FileTime: Sendable, Hashable {
  /// Whole seconds since 1970, UTC.
  package let seconds: Int64
  /// Nanoseconds within the second.
  package let nanoseconds: Int64

  /// Creates a time from its parts.
  package init(seconds: Int64, nanoseconds: Int64) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// The current time.
  static var now: FileTime {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time)
  }

  init(_ time: timespec) {
    seconds = Int64(time.tv_sec)
    nanoseconds = Int64(time.tv_nsec)
  }

  /// Creates a time from nanoseconds since 1970.
  init(sinceEpoch time: UInt64) {
    seconds = Int64(time / 1_000_000_000)
    nanoseconds = Int64(time % 1_000_000_000)
  }

  /// Nanoseconds since 1970, limited to the range of the type (until 2554).
  var sinceEpoch: UInt64 {
    let (product, tooLarge) = UInt64(clamping: seconds).multipliedReportingOverflow(
      by: 1_000_000_000)
    let (sum, alsoTooLarge) = product.addingReportingOverflow(UInt64(clamping: nanoseconds))
    return tooLarge || alsoTooLarge ? .max : sum
  }

  /// Returns whether this may be `other` as stored by a file system: equal, or without nanoseconds
  /// and less than two seconds apart, because some file systems store only whole or even seconds.
  func isStored(of other: FileTime) -> Bool {
    guard self != other else { return true }
    return nanoseconds == 0 && seconds.subtractingReportingOverflow(other.seconds).0.magnitude < 2
  }
}

/// Identifies a file and its content without reading it: device and inode, size and modification
/// time.
///
/// An edit compares the identity of the file that it read with that of the file that it is about to
/// write; journals and undo data use it to recognise files.
package struct FileIdentity: Sendable, Hashable {
  /// The device number of the file.
  package var device: UInt64
  /// The inode number of the file on its device.
  package var inode: UInt64
  /// The size of the file in bytes.
  package var size: Int64
  /// The modification time of its content.
  package var modified: FileTime

  /// Creates an identity from its parts.
  package init(device: UInt64, inode: UInt64, size: Int64, modified: FileTime) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Creates the identity of the file at a path; symbolic links are followed.
  package init(of path: FilePath) throws(Errno) {
    self = try FileStatus(of: path).identity
  }

  /// Returns whether both refer to the same file, in any state.
  func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// The properties of a file as returned by `stat`: identity, times, permissions, owner, number of
/// links and type.
struct FileStatus: Sendable, Hashable {
  var identity: FileIdentity
  var accessed: FileTime
  /// The time of the last change to content, times, permissions or names.
  var changed: FileTime
  /// Permission bits, including set-user-id, set-group-id and sticky.
  var permissions: UInt32
  var user: UInt32
  var group: UInt32
  /// The number of hard links.
  var links: Int
  var isRegular: Bool
  var isFolder: Bool

  init(of descriptor: FileDescriptor) throws(Errno) {
    self.init(try SystemCall.typed { try descriptor.stat() })
  }

  /// Creates the status of the file at a path, or of the link itself if `following` is false.
  init(of path: FilePath, following: Bool = true) throws(Errno) {
    self.init(try SystemCall.typed { try path.stat(followTargetSymlink: following) })
  }

  /// Converts the result of a `stat` call.
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
    isFolder = status.type == .directory
  }

  /// The identity for locations in this file.
  ///
  /// An edit in place may keep size and modification time, so the time of the last status change is
  /// included.
  var source: SourceIdentity {
    SourceIdentity(
      SourceIdentity.FileState(
        device: identity.device, inode: identity.inode, size: identity.size,
        modified: [identity.modified.seconds, identity.modified.nanoseconds],
        changed: [changed.seconds, changed.nanoseconds]))
  }

  /// Whether the file is write-protected for all users.
  var isWriteProtected: Bool { permissions & 0o222 == 0 }
}
