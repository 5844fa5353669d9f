extension StreamTags {
  /// What the tags around a stream hold beside their items.
  static func traces(in window: SourceWindow) throws(ParseError) -> PrivateTraces {
    var tags = try StreamTags.findLeading(in: window)
    try tags.findTrailing(in: window)
    var traces = PrivateTraces()
    for case .id3v2(let offset, let size) in tags.leading + tags.trailing {
      _ = try traces.addTag(at: offset, upTo: offset + size, in: window)
    }
    return traces
  }
}

/// A format of a stream with tags around it.
protocol TaggedFormat: EditableFormat {}

extension TaggedFormat {
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces { try StreamTags.traces(in: window) }
}

extension StreamTags {
  /// Whether a stream that begins with these bytes stands at the beginning, or behind tags.
  static func match(
    _ head: ByteSlice, _ window: SourceWindow, magic: [UInt8]
  ) -> FormatMatch {
    if head.starts(with: magic) { return .yes }
    guard ID3TagHeader(head) != nil, let tags = try? findLeading(in: window),
      let start = try? window.bytes(at: tags.start, upTo: magic.count)
    else { return .no }
    return start.starts(with: magic) ? .yes : .no
  }
}
