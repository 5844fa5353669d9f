extension MPEGFrameHeader {
  /// Whether a 16-bit checksum follows the header.
  var hasChecksum: Bool { rawValue & 0x1_0000 == 0 }

  /// The four bytes.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.u32(rawValue)
    return writer.bytes
  }

  /// Returns the header of a frame in the same stream with space for `count` bytes, without a
  /// checksum or padding: at the same bit rate if that is sufficient, otherwise at the next
  /// sufficient bit rate.
  ///
  /// In free format, all frames have the size `freeSize`. The result is nil when no frame is large
  /// enough.
  func fitting(for count: Int, freeSize: Int) -> (header: MPEGFrameHeader, size: Int)? {
    let (checksum, padding, rate): (UInt32, UInt32, UInt32) = (0x1_0000, 0x200, 0xF000)
    let bare = (rawValue | checksum) & ~padding
    guard bitRate > 0 else {
      guard freeSize >= count, let header = MPEGFrameHeader(rawValue: bare) else { return nil }
      return (header, freeSize)
    }
    for index in (rawValue >> 12 & 15)..<15 {
      let header = MPEGFrameHeader(rawValue: bare & ~rate | index << 12)
      if let header, let size = header.frameSize, size >= count { return (header, size) }
    }
    return nil
  }
}
