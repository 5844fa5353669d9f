extension PrivateTraces {
  /// Blanks the padding of the ID3v2 tag at `offset`, except for padding that a checksum covers and
  /// data that looks like frames, and returns the end of the tag; returns nil if there is no tag.
  mutating func addTag(
    at offset: Int64, upTo limit: Int64? = nil, in window: SourceWindow
  ) throws(ParseError) -> Int64? {
    var log = DiagnosticLog(limit: 0)
    guard let tag = try ID3Tag.parse(at: offset, upTo: limit, in: window, log: &log) else {
      return nil
    }
    guard tag.framesEnd > 0, tag.paddingSize > 0 else { return tag.end }
    if tag.version == .v24, tag.extendedHeader?.crc != nil {
      leave(tag.name, "padding covered by a checksum")
      return tag.end
    }
    var padding = tag.framesEnd..<(tag.framesEnd + tag.paddingSize)
    // Data that looks like frames is not padding: other programs may read it.
    if try window.bytes(at: padding.lowerBound, upTo: 1)[0] != 0,
      let rest = try tag.rest(in: window)
    {
      leave(tag.name, "\(rest.count) bytes that cannot be read as frames")
      padding = rest.upperBound..<padding.upperBound
    }
    mask.cover(padding)
    return tag.end
  }
}

extension ID3Format {
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    var traces = PrivateTraces()
    var offset: Int64 = 0
    while let end = try traces.addTag(at: offset, in: window), end > offset { offset = end }
    return traces
  }
}
