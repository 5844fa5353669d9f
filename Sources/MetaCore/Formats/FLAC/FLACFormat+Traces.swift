extension FLACFormat {
  /// Finds the private data in the metadata blocks and the tags around the stream.
  ///
  /// Pictures that are metadata items are inspected as items; application blocks are only reported.
  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces {
    var traces = try StreamTags.traces(in: window)
    var log = DiagnosticLog(limit: 0)
    let layout = try FLACLayout(window, limits: .standard, log: &log)
    let known = Set(document.items.map(\.location.offset))
    for block in layout.blocks {
      switch block.kind {
      case .padding: traces.mask.cover(block.content)
      case .comments:
        let bytes = try window.bytes(at: block.contentOffset, count: Int(block.contentSize))
        let list = try VorbisComments.parse(
          bytes, limits: .standard, path: StructurePath([block.name]), log: &log)
        try traces.addFields(list.fields)
      case .picture:
        if !known.contains(block.offset) {
          traces.leave(block.name, "a damaged picture that is not inspected")
        }
      case .application, nil:
        traces.leave(block.name, "\(block.contentSize) bytes that are not inspected")
      case .streamInfo, .seekTable, .cueSheet: break
      }
    }
    return traces
  }
}
