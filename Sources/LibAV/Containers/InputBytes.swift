/// The bytes of a media file as a function that reads at an offset; libavformat gets this instead
/// of a path, so it opens no files itself.
package struct InputBytes: Sendable {
  /// The length in bytes.
  package let length: Int64
  /// Reads up to `count` bytes at an offset; returns nil if reading fails or is cancelled.
  package let read: @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?

  /// Creates an input.
  package init(
    length: Int64, read: @escaping @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.length = length
    self.read = read
  }
}

/// The destination of a new media file as a function that writes at an offset; a muxer gets this
/// instead of a path, so it creates no files itself.
package struct OutputBytes: Sendable {
  /// Writes bytes at an offset; returns false on failure.
  package let write: @Sendable (_ bytes: [UInt8], _ offset: Int64) -> Bool

  /// Creates an output.
  package init(write: @escaping @Sendable (_ bytes: [UInt8], _ offset: Int64) -> Bool) {
    self.write = write
  }
}
