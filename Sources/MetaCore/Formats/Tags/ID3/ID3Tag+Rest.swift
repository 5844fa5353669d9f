// What follows the frames of a tag and is neither a frame nor padding.

extension ID3Tag {
  /// What follows the last frame and is not only zeros, up to where it ends; nil where there is only padding.
  ///
  /// It may be frames that we cannot read and others can, or what another program left in the padding. It ends with its last byte that is
  /// not zero, or where the sizes of what has the form of frames lead to.
  ///
  /// - Throws: what reading throws.
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
