/// The bytes from which ID3v2 frames are read: the file itself, or bytes in memory whose
/// unsynchronisation or compression was removed.
enum FrameSource {
  /// The file; large binary values are not loaded.
  case file(SourceWindow)
  /// Decoded bytes, whose offsets begin at the file offset of the encoded bytes.
  case memory(ByteSlice, Unsynchronisation.Decoded?)

  /// Returns up to `count` bytes at `offset`.
  func bytes(at offset: Int64, upTo count: Int64) throws(ParseError) -> ByteSlice {
    let count = Int(clamping: count)
    switch self {
    case .file(let window): return try window.bytes(at: offset, upTo: count)
    case .memory(let slice, _):
      let index = Int(clamping: offset - slice.fileOffset)
      return index < 0 ? .empty : slice.clamped(from: index, count: count)
    }
  }

  /// Returns the file offset of the byte at `offset`; for inflated bytes, `offset` itself.
  func fileOffset(of offset: Int64) -> Int64 {
    guard case .memory(let slice, let decoded?) = self else { return offset }
    let index = Int(clamping: offset - slice.fileOffset)
    return slice.fileOffset + Int64(decoded.storedIndex(of: index))
  }

  /// Returns bytes as the value of an item: in memory if the bytes are few or were decoded,
  /// otherwise as their location.
  func data(at offset: Int64, count: Int64) throws(ParseError) -> DataValue {
    if case .file(let window) = self, count > FrameSource.largestInline {
      return .file(window.location(at: offset, count: count))
    }
    return .bytes(try bytes(at: offset, upTo: count))
  }

  /// The maximum size of a binary value that is read; larger values stay in the file until they are
  /// loaded.
  private static let largestInline: Int64 = 256
}
