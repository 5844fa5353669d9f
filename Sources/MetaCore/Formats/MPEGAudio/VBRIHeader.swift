/// The VBRI header that Fraunhofer's encoder puts 32 bytes after the header of the first frame,
/// instead of audio: length and delay of the stream.
///
/// Offset and size of each field in bytes:
///
///      0  4  "VBRI"      4  2  version    6  2  delay      8  2  quality
///     10  4  bytes      14  4  frames    18  …  table of contents
struct VBRIHeader: Sendable, Hashable {
  var delay: Int
  var quality: Int
  var byteCount: UInt32
  var frameCount: UInt32

  /// Parses the header in a frame that begins with `frame`; nil if the frame has none.
  init?(in frame: ByteSlice) {
    var reader = ByteReader(frame.clamped(from: MPEGFrameHeader.size + 32))
    guard let magic = try? reader.fourCC(), magic == FourCC("V", "B", "R", "I"),
      (try? reader.skip(2)) != nil, let delay = try? reader.u16(),
      let quality = try? reader.u16(), let bytes = try? reader.u32(), let frames = try? reader.u32()
    else { return nil }
    self.delay = Int(delay)
    self.quality = Int(quality)
    byteCount = bytes
    frameCount = frames
  }
}
