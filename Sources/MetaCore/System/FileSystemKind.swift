internal import LibC
internal import SystemPackage

/// The capabilities of the file system on which a file is stored: inserting blocks, sharing blocks,
/// and access over a network.
///
/// An edit chooses its strategy from them. They are determined on Linux only; on other systems, and
/// for unknown file systems, none is assumed.
struct FileSystemKind: Sendable, Hashable {
  /// Whether other machines may access it, in which case only replacing the whole file is safe.
  var isNetwork = false
  /// Whether the file system may support inserting blocks into files.
  var mayInsert = false
  /// Whether files may share blocks.
  var mayClone = false
  /// The block size in bytes; 0 if unknown.
  var block: Int64 = 0

  /// A kind with its `statfs` number, taken from `linux/magic.h` or from the sources of other file
  /// systems.
  private struct Row {
    let number: UInt32
    let network: Bool
    let inserts: Bool
    let clones: Bool

    init(_ number: UInt32, network: Bool = false, inserts: Bool = false, clones: Bool = false) {
      self.number = number
      self.network = network
      self.inserts = inserts
      self.clones = clones
    }
  }

  private static let rows = [
    Row(0xEF53, inserts: true),  // ext2, ext3, ext4
    Row(0x5846_5342, inserts: true, clones: true),  // XFS
    Row(0xF2F5_2010, inserts: true),  // F2FS
    Row(0x9123_683E, clones: true),  // Btrfs
    Row(0xCA45_1A4E, clones: true),  // bcachefs
    Row(0x2FC1_2FC1, clones: true),  // ZFS
    Row(0x794C_7630, inserts: true, clones: true),  // overlayfs: depends on the lower file system
    Row(0x6969, network: true),  // NFS
    Row(0xFF53_4D42, network: true),  // CIFS
    Row(0xFE53_4D42, network: true),  // SMB2
    Row(0x517B, network: true),  // SMB
    Row(0x6573_5546, network: true),  // FUSE: sshfs cannot be distinguished from others
    Row(0x0102_1997, network: true),  // 9p
    Row(0x00C3_6400, network: true),  // Ceph
    Row(0x5346_414F, network: true),  // AFS
    Row(0x7461_636F, network: true),  // OCFS2
    Row(0x0116_1970, network: true),  // GFS2
    Row(0x0BD0_0BD0, network: true),  // Lustre
  ]

  /// Determines the kind of file system on which an open file is stored.
  init(of file: FileSink) throws(Errno) { try self.init(of: file.descriptor) }

  /// Determines the kind of file system on which a file that is being read is stored.
  init(of source: FileSource) throws(Errno) { try self.init(of: source.descriptor) }

  /// Looks up the file system's number; an unknown file system can neither insert nor share blocks.
  private init(of descriptor: FileDescriptor) throws(Errno) {
    #if os(Linux)
      var status = statfs()
      try SystemCall.done { unsafe fstatfs(descriptor.rawValue, &status) }
      let number = UInt32(truncatingIfNeeded: status.f_type)
      block = Int64(status.f_bsize)
      guard let row = FileSystemKind.rows.first(where: { $0.number == number }) else { return }
      isNetwork = row.network
      mayInsert = row.inserts
      mayClone = row.clones
    #endif
  }
}
