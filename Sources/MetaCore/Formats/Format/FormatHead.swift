/// The first bytes of a file, and the first bytes after leading tags, which are passed to every
/// format in turn to recognise the file.
package struct FormatHead: Sendable {
  /// The first bytes, up to 4096.
  package let bytes: ByteSlice
  /// Up to 16 bytes after the leading tags if the file begins with an ID3v2 tag; otherwise, the
  /// first bytes.
  package let stream: ByteSlice

  /// Creates the head of a file; `stream` is the data after leading tags.
  package init(_ bytes: ByteSlice, stream: ByteSlice? = nil) {
    self.bytes = bytes
    self.stream = stream ?? bytes
  }

  /// Whether a stream that begins with these bytes is at the start of the file or after leading
  /// tags.
  func begins(with magic: [UInt8]) -> Bool {
    bytes.starts(with: magic) || stream.starts(with: magic)
  }
}
