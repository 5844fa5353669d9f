// What follows the frames of a tag and is neither a frame nor padding.

extension ID3Tag {
  /// The range after the last frame up to the last meaningful byte; nil when there is only padding.
  ///
  /// It may contain frames that others can read, or data of another program in the padding. It ends
  /// with the last non-zero byte, or at the end of anything that looks like frames.
  ///
  /// - Throws: Errors of reading.
  func rest(in window: SourceWindow) throws(ParseError) -> Range<Int64>? {
    let limit = framesEnd + paddingSize
    guard framesEnd < limit, var end = try window.contentEnd(in: framesEnd..<limit) else {
      return nil
    }
    if let version, !isStoredUnsynchronised {
      let landing = ID3FrameLanding(source: .file(window), version: version, end: limit)
      end = max(end, try landing.follow(from: framesEnd).end)
    }
    return framesEnd..<end
  }

  /// Whether the bytes in the file are not those of the frames (2.2, 2.3).
  private var isStoredUnsynchronised: Bool {
    version != .v24 && flags.contains(.unsynchronised)
  }
}
