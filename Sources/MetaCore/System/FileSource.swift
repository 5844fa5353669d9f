package import SystemPackage

/// The bytes of a regular file that was opened for reading; it is closed with the last reference.
///
/// The length and identity are those at the time of opening, so changes to the file can be
/// detected.
package final class FileSource: ByteSource {
  let descriptor: FileDescriptor
  /// The identity of the file, in the state in which it was opened.
  package let identity: FileIdentity
  /// The identity of the bytes: those of this file in the state in which it was opened.
  package let sourceIdentity: SourceIdentity
  /// The size of the file when it was opened, in bytes.
  package var length: Int64 { identity.size }
  /// Whether the path that was opened is a symbolic link.
  package let isReachedByLink: Bool
  /// Whether the file is write-protected for all users.
  let isWriteProtected: Bool

  /// Opens a regular file.
  ///
  /// - Throws: `Errno` if it does not exist, is not a regular file (`isDirectory`, `notSupported`),
  ///   or may not be read.
  package convenience init(path: FilePath) throws(Errno) {
    try self.init { try FileDescriptor.open(path, .readOnly, options: $0) }
  }

  /// Opens a regular file by its name in the encoding for arbitrary bytes (``FileNameEncoding``).
  ///
  /// - Throws: The same errors as ``init(path:)``.
  package convenience init(spelled name: String) throws(Errno) {
    guard FileNameEncoding.isPlain(name) else {
      try self.init(path: FileNameEncoding.path(of: name))
      return
    }
    try self.init { options in
      try unsafe name.withCString { name in
        try unsafe FileDescriptor.open(name, .readOnly, options: options)
      }
    }
  }

  /// Opens a file, first without following links, which shows at no cost whether the path is a
  /// link.
  private init(open: (FileDescriptor.OpenOptions) throws -> FileDescriptor) throws(Errno) {
    do {
      do {
        descriptor = try open(FileSource.options.union(.noFollow))
        isReachedByLink = false
      } catch Errno.tooManySymbolicLinkLevels {
        descriptor = try open(FileSource.options)
        isReachedByLink = true
      }
      do {
        let status = try FileSource.status(of: descriptor)
        identity = status.identity
        sourceIdentity = status.source
        isWriteProtected = status.isWriteProtected
      } catch {
        try? descriptor.close()
        throw error
      }
    } catch {
      throw (error as? Errno) ?? .ioError
    }
  }

  deinit { try? descriptor.close() }

  /// Non-blocking, so that a FIFO is rejected and not waited for.
  private static let options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]

  /// Returns the status of a regular file; folders, pipes and devices are rejected.
  private static func status(of descriptor: FileDescriptor) throws -> FileStatus {
    let status = try descriptor.stat()
    switch status.type {
    case .regular: return FileStatus(status)
    case .directory: throw Errno.isDirectory
    default: throw Errno.notSupported
    }
  }

  /// Whether the size or the modification time has changed since the file was opened; also true if
  /// they cannot be determined.
  package var hasChanged: Bool { (try? FileStatus(of: descriptor).identity) != identity }

  /// Reads `count` bytes at `offset`; fewer only at the end of the file, as it was when opened or
  /// if it has been truncated since.
  package func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard count > 0, offset >= 0, offset < length else { return [] }
    // Never read more than the file contains, regardless of the length fields in it.
    let available = Int(min(Int64(count), length - offset))
    do {
      return try [UInt8](capacity: available) { bytes in
        try unsafe bytes.withUnsafeMutableBufferPointer { buffer, filled in
          let rawBuffer = UnsafeMutableRawBufferPointer(buffer)
          while filled < available {
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: rawBuffer[filled..<available])
            let got = try unsafe descriptor.read(
              fromAbsoluteOffset: offset + Int64(filled), into: rest)
            if got == 0 { break }
            filled += got
          }
        }
      }
    } catch {
      throw ParseError(.io, at: offset, (error as? Errno)?.sentence ?? "\(error)")
    }
  }

  /// Whether the file is unchanged since it was opened; requires one system call.
  ///
  /// A file that was replaced or removed in the meantime counts as unchanged unless its size or
  /// modification time differs; only programs that had opened it can still write to it.
  package var isUnchanged: Bool {
    guard let status = try? FileStatus(of: descriptor) else { return false }
    return status.source == sourceIdentity || status.links == 0 && status.identity == identity
  }

  /// Lets the system read ahead.
  package func willRead(_ range: Range<Int64>) { FileRange.readAhead(range, in: descriptor) }
}
