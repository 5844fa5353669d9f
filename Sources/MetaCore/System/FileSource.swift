public import SystemPackage

/// A file opened for reading; it is closed when the last user lets go of it.
public final class FileSource: ByteSource {
  private let descriptor: FileDescriptor
  /// The size of the file when it was opened, in bytes.
  public let length: Int64

  /// Opens a regular file.
  ///
  /// - Throws: `Errno` when it does not exist, is not a regular file (`isDirectory`, `notSupported`), or may not be read.
  public convenience init(path: FilePath) throws(Errno) {
    try self.init(named: RawArguments.bytes(of: path))
  }

  /// Opens a regular file by the bytes of its path, which spares the making of a `FilePath`.
  ///
  /// - Throws: `Errno`, as ``init(path:)`` does.
  package init(named name: [UInt8]) throws(Errno) {
    let (opened, size) = try FileSource.open(name)
    descriptor = opened
    length = size
  }

  deinit { try? descriptor.close() }

  private static func open(_ name: [UInt8]) throws(Errno) -> (FileDescriptor, Int64) {
    do {
      // Not blocking, so that a FIFO is refused below instead of waited for.
      let descriptor = try unsafe (name + [0]).withUnsafeBytes { name in
        guard let start = name.baseAddress else { throw Errno.invalidArgument }
        return try unsafe FileDescriptor.open(
          start.assumingMemoryBound(to: CChar.self), .readOnly,
          options: [.closeOnExec, .nonBlocking])
      }
      do {
        return (descriptor, try size(of: descriptor))
      } catch {
        try? descriptor.close()
        throw error
      }
    } catch {
      throw (error as? Errno) ?? .ioError
    }
  }

  private static func size(of descriptor: FileDescriptor) throws -> Int64 {
    let status = try descriptor.stat()
    switch status.type {
    case .regular: return status.size
    case .directory: throw Errno.isDirectory
    default: throw Errno.notSupported
    }
  }

  /// Reads `count` bytes at `offset`; fewer only where the file ends.
  public func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
    guard count > 0, offset >= 0, offset < length else { return [] }
    // Never more than the file has, whatever a length field in it claims.
    let wanted = Int(min(Int64(count), length - offset))
    do {
      return try unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
        let whole = UnsafeMutableRawBufferPointer(buffer)
        while filled < wanted {
          let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: whole[filled...])
          let got = try unsafe descriptor.read(
            fromAbsoluteOffset: offset + Int64(filled), into: rest)
          if got == 0 { break }
          filled += got
        }
      }
    } catch {
      throw ParseError(.io, at: offset, "\(error)")
    }
  }
}
