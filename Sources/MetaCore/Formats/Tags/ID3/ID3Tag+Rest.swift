// The data after the frames of a tag that is neither frames nor padding.

extension ID3Tag {
  /// Returns the range from the end of the last frame to the last meaningful byte; nil when there
  /// is only padding.
  ///
  /// The range may contain frames that other programs can read, or data that another program stored
  /// in the padding. It ends at the last non-zero byte, or at the end of anything that looks like
  /// frames.
  ///
  /// - Throws: Read errors.
  func rest(in window: SourceWindow) throws(ParseError) -> Range<Int64>? {
    let limit = framesEnd + paddingSize
    guard framesEnd < limit, var end = try window.contentEnd(in: framesEnd..<limit) else {
      return nil
    }
    if let version, !isStoredUnsynchronised {
      let landing = ID3FrameSizeForm(source: .file(window), version: version, end: limit)
      end = max(end, try landing.follow(from: framesEnd).end)
    }
    return framesEnd..<end
  }

  /// Whether the tag is declared as unsynchronised as a whole (2.2, 2.3), so that the stored bytes
  /// of frames may differ from the decoded bytes.
  private var isStoredUnsynchronised: Bool {
    version != .v24 && flags.contains(.unsynchronised)
  }
}
