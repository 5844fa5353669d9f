extension StreamTags {
  /// Returns the private data in the tags around a stream, except for items.
  static func traces(in window: SourceWindow) throws(ParseError) -> PrivateTraces {
    let tags = try StreamTags.find(in: window)
    var traces = PrivateTraces()
    for case .id3v2(let offset, let size) in tags.leading + tags.trailing {
      _ = try traces.addTag(at: offset, upTo: offset + size, in: window)
    }
    return traces
  }
}

/// A format whose files are a stream with tags around it: MP3, AAC, FLAC, Ogg, Monkey's Audio and
/// other formats.
///
/// Editing, access to the media, and the handling of private data in tags are implemented here;
/// formats with other metadata, or with parts that can be visited individually, replace some of
/// these methods.
protocol TaggedFormat: EditableFormat {}

extension TaggedFormat {
  func insertionPoints(of document: Document) -> [InsertionPoint] {
    StreamTags.insertionPoints(of: document)
  }

  func plan(
    _ edit: DocumentEdit, of document: Document, in window: SourceWindow, shape: LayoutConstraints
  ) throws(ParseError) -> EditPlan? {
    var rewriter = try StreamTagsRewriter(window, duration: document.duration, shape: shape)
    return try rewriter.plan(edit)
  }

  /// Visits the media, which is the range between the tags.
  func visitMedia(
    _ window: SourceWindow, limits: Limits, _ visit: MediaVisitor
  ) throws(ParseError) {
    try visitStream(try StreamTags.find(in: window).payload, visit)
  }

  func traces(
    of document: Document, in window: SourceWindow
  ) throws(ParseError) -> PrivateTraces { try StreamTags.traces(in: window) }
}

extension StreamTags {
  /// Whether a file begins with an APE tag.
  static func beginWithAPE(_ head: ByteSlice) -> Bool { head.starts(with: APETagHeader.magic) }

  /// Returns the first bytes (up to 16) of a stream after leading ID3 and other tags; nil if the
  /// file does not begin with an ID3v2 tag or cannot be read.
  static func beginning(following head: ByteSlice, _ window: SourceWindow) -> ByteSlice? {
    guard ID3TagHeader(head) != nil, let tags = try? findLeading(in: window) else { return nil }
    return try? window.bytes(at: tags.start, upTo: 16)
  }
}
