/// Where the bytes of an input come from, so that the libraries open no file of their own.
package struct InputBytes: Sendable {
  /// How many bytes there are.
  package let length: Int64
  /// The bytes at an offset, as many as are asked for or as there are; nil when reading fails or is
  /// to stop.
  package let read: @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?

  /// Makes an input.
  package init(
    length: Int64, read: @escaping @Sendable (_ offset: Int64, _ count: Int) -> [UInt8]?
  ) {
    self.length = length
    self.read = read
  }
}

/// Where the bytes of an output go, so that the libraries make no file of their own.
package struct OutputBytes: Sendable {
  /// Writes bytes at an offset; false when that fails.
  package let write: @Sendable (_ bytes: [UInt8], _ offset: Int64) -> Bool

  /// Makes an output.
  package init(write: @escaping @Sendable (_ bytes: [UInt8], _ offset: Int64) -> Bool) {
    self.write = write
  }
}
