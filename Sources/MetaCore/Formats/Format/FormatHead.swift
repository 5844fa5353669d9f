/// The beginning of a file, by which formats recognise it.
package struct FormatHead: Sendable {
  /// The first bytes, up to 4096.
  package let bytes: ByteSlice
  /// Up to 16 bytes after the ID3 tags at the start; without a tag the first bytes.
  package let stream: ByteSlice

  /// Makes the beginning of a file; `stream` is what follows tags.
  package init(_ bytes: ByteSlice, stream: ByteSlice? = nil) {
    self.bytes = bytes
    self.stream = stream ?? bytes
  }

  /// Whether a stream that begins with these bytes is at the beginning, or after tags.
  func begins(with magic: [UInt8]) -> Bool {
    bytes.starts(with: magic) || stream.starts(with: magic)
  }
}
