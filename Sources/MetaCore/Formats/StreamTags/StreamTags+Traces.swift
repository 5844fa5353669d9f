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
