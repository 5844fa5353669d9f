package import SystemPackage

extension FileDescriptor {
  /// Writes all bytes, in as many pieces as needed.
  ///
  /// - Throws: `Errno` if a piece cannot be written.
  package func writeWhole(_ bytes: [UInt8]) throws(Errno) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(Errno) in
      try unsafe writeWhole(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Writes all bytes, in as many pieces as needed.
  ///
  /// - Throws: `Errno` if a piece cannot be written.
  package func writeWhole(_ buffer: UnsafeRawBufferPointer) throws(Errno) {
    do {
      var rest = unsafe buffer[...]
      while unsafe !rest.isEmpty {
        let written = try unsafe write(UnsafeRawBufferPointer(rebasing: rest))
        // A device that accepts nothing would be tried forever.
        guard written > 0 else { throw Errno.ioError }
        unsafe rest = rest.dropFirst(written)
      }
    } catch {
      throw (error as? Errno) ?? .ioError
    }
  }
}
