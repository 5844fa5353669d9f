/// Converts the body of a `DISP` chunk of a WAV file, text or an image for the clipboard, between
/// RIFF and RIFX (Microsoft "New Multimedia Data Types" 3.0).
///
/// The item for the chunk contains the body as stored in RIFF.
///
/// Offset and size of each field in bytes:
///
///     0  4  format of the clipboard: 1 text, 8 bitmap     4  …  content
enum DisplayChunkByteOrder {
  /// Swaps the byte order of a body, in which only the format depends on it.
  static func swapped(_ body: ByteSlice) -> [UInt8] {
    let kind = body.clamped(from: 0, count: 4)
    guard kind.count == 4 else { return Array(body.bytes) }
    return kind.bytes.reversed() + body.bytes.dropFirst(4)
  }
}
