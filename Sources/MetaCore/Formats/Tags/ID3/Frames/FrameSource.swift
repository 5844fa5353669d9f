/// Where frames are read from: the file itself, or bytes that were decoded in memory.
enum FrameSource {
  /// The file; large binary values are not loaded.
  case file(SourceWindow)
  /// Decoded bytes, whose offsets begin where the coded ones do in the file.
  case memory(ByteSlice, Unsynchronisation.Decoded?)

  /// The bytes at `offset`, `count` of them or as many as there are.
  func bytes(at offset: Int64, upTo count: Int64) throws(ParseError) -> ByteSlice {
    let count = Int(clamping: count)
    switch self {
    case .file(let window): return try window.bytes(at: offset, upTo: count)
    case .memory(let slice, _):
      let index = Int(clamping: offset - slice.fileOffset)
      return index < 0 ? .empty : slice.clamped(from: index, count: count)
    }
  }

  /// The file offset of the byte at `offset`.
  func fileOffset(of offset: Int64) -> Int64 {
    guard case .memory(let slice, let decoded?) = self else { return offset }
    let index = Int(clamping: offset - slice.fileOffset)
    return slice.fileOffset + Int64(decoded.storedIndex(of: index))
  }

  /// Bytes as the value of an item: in memory when they are few or decoded, otherwise their
  /// location.
  func data(at offset: Int64, count: Int64) throws(ParseError) -> DataValue {
    if case .file(let window) = self, count > FrameSource.largestInline {
      return .file(window.location(at: offset, count: count))
    }
    return .bytes(try bytes(at: offset, upTo: count))
  }

  /// The largest binary value that is read.
  private static let largestInline: Int64 = 256
}
