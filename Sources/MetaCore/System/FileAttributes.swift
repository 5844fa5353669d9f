internal import LibC
internal import SystemPackage

/// Copies the attributes of a file to the new file that replaces it (owner, mode and extended
/// attributes), or to an output (mode and, where permitted, extended attributes).
///
/// On Linux, access control lists are also extended attributes (`system.posix_acl_access`).
enum FileAttributes {
  /// Copies owner, mode and extended attributes to a new file.
  ///
  /// - Throws: `notPermitted` if the owner cannot be kept, and other errors from the system.
  static func copy(from source: FileSink, _ status: FileStatus, to target: FileSink) throws(Errno) {
    let targetStatus = try target.status()
    let descriptor = target.descriptor.rawValue
    if targetStatus.user != status.user || targetStatus.group != status.group {
      try SystemCall.done { fchown(descriptor, uid_t(status.user), gid_t(status.group)) }
    }
    try copyExtended(from: source, to: target)
    // This is last, because a new owner clears set-user-id, and an access control list changes the
    // mode.
    try target.setPermissions(status.permissions)
  }

  /// Copies the permissions, except set-user-id, set-group-id and sticky, and the extended
  /// attributes to a file in a different location, except for attributes that are rejected there.
  ///
  /// - Throws: `Errno` if the permissions cannot be set.
  static func copyLoosely(from source: FileSink, _ status: FileStatus, to target: FileSink)
    throws(Errno)
  {
    #if os(Linux)
      for name in (try? names(of: source.descriptor.rawValue)) ?? [] {
        try? copyAttribute(name, from: source, to: target)
      }
    #else
      try? copyExtended(from: source, to: target)
    #endif
    try target.setPermissions(status.permissions & 0o777)
  }

  /// Copies the extended attributes; on Linux, those that only the system may set, or that the file
  /// system does not support, are omitted.
  private static func copyExtended(from source: FileSink, to target: FileSink) throws(Errno) {
    #if os(Linux)
      for name in try names(of: source.descriptor.rawValue) {
        do {
          try copyAttribute(name, from: source, to: target)
        } catch Errno.notPermitted where !name.isUser {
          // `security.` and `trusted.` attributes belong to the system, which sets them on the new
          // file.
        } catch Errno.notSupported where !name.isUser {
        }
      }
    #elseif canImport(Darwin)
      let kinds = copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)
      try SystemCall.done {
        unsafe fcopyfile(source.descriptor.rawValue, target.descriptor.rawValue, nil, kinds)
      }
    #endif
  }

  #if os(Linux)
    /// Returns the names of a file's extended attributes, each terminated by a zero byte.
    private static func names(of descriptor: CInt) throws(Errno) -> [[CChar]] {
      do {
        let list = try unsafe readGrowing { unsafe flistxattr(descriptor, $0, $1) }
        return list.split(separator: 0).map { Array($0) + [0] }
      } catch Errno.notSupported {
        return []
      }
    }

    /// Copies an attribute, if it still exists.
    private static func copyAttribute(
      _ name: [CChar], from source: FileSink, to target: FileSink
    ) throws(Errno) {
      guard let value = try value(of: name, source.descriptor.rawValue) else { return }
      try SystemCall.done {
        unsafe fsetxattr(target.descriptor.rawValue, name, value, value.count, 0)
      }
    }

    /// Returns the value of an attribute; nil if the attribute no longer exists.
    private static func value(of name: [CChar], _ descriptor: CInt) throws(Errno) -> [CChar]? {
      do {
        return try unsafe readGrowing { unsafe fgetxattr(descriptor, name, $0, $1) }
      } catch Errno.noData {
        return nil
      }
    }

    /// Calls a function that reports the required size if it is called without a buffer, and
    /// otherwise fills the buffer.
    private static func readGrowing(
      _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
    ) throws(Errno) -> [CChar] {
      while true {
        let size = try SystemCall.retried { call(nil, 0) }
        guard size > 0 else { return [] }
        var buffer = [CChar](repeating: 0, count: size)
        do {
          let got = try SystemCall.retried {
            unsafe buffer.withUnsafeMutableBufferPointer { part in
              unsafe call(part.baseAddress, size)
            }
          }
          return Array(buffer.prefix(got))
        } catch Errno.outOfRange {
          // The value grew in the meantime; try again.
        }
      }
    }
  #endif
}

extension [CChar] {
  /// Whether the file's owner can set the attribute: `user.` attributes and access control lists.
  fileprivate var isUser: Bool {
    starts(with: "user.".utf8.map { CChar(bitPattern: $0) })
      || starts(with: "system.posix_acl".utf8.map { CChar(bitPattern: $0) })
  }
}
