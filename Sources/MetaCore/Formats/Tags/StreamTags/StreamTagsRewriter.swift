/// A rewriter of metadata inside a stream (FLAC blocks, Ogg comments), used by
/// ``StreamTagsRewriter`` together with the tags around the stream.
protocol StreamRewriter {
  /// Applies a change to the stream; returns false when the change does not concern it.
  mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) -> Bool
  /// Sets the chapters of the stream.
  mutating func set(_ chapters: [Chapter]) throws(ParseError)
  /// Appends everything before the payload; returns false when the constraints do not allow it.
  ///
  /// `isLast` indicates that no tags follow.
  mutating func layOut(into file: inout FileLayout, isLast: Bool) throws(ParseError) -> Bool
  /// The start of the payload, which is not appended; it is known once everything before it has
  /// been appended.
  var payloadOffset: Int64 { get }
  /// Verifies that the new file contains everything.
  func prove(in window: SourceWindow) throws(ParseError)
}

/// Plans edits to files that consist of a stream with tags around it.
///
/// The stream itself is kept as payload, except for the parts that a ``StreamRewriter`` edits.
struct StreamTagsRewriter {
  /// A tag that is being edited: its rewriter, or its range if nothing in it changes.
  private enum TagEdit {
    case kept(Range<Int64>)
    case id3v2(ID3TagRewriter)
    case ape(APETagRewriter)
    case lyrics3(Lyrics3Rewriter)
    case id3v1(ID3v1Rewriter)
  }

  private let window: SourceWindow
  private let tags: StreamTags
  private let shape: LayoutConstraints
  /// The duration of the stream, if known.
  private let duration: MediaTime?
  private var stream: (any StreamRewriter)?
  private var leading: [TagEdit] = []
  private var trailing: [TagEdit] = []
  private var notes: [Diagnostic] = []

  /// Reads the locations of the tags.
  ///
  /// - Throws: Read errors.
  init(
    _ window: SourceWindow, duration: MediaTime?, shape: LayoutConstraints,
    stream: (any StreamRewriter)? = nil
  ) throws(ParseError) {
    self.window = window
    self.shape = shape
    self.duration = duration
    self.stream = stream
    tags = try StreamTags.find(in: window)
  }

  /// Plans an edit; returns nil when it cannot be laid out within the constraints.
  ///
  /// - Throws: `notRepresentable`, `unsupported`, and read errors.
  mutating func plan(_ edit: DocumentEdit) throws(ParseError) -> EditPlan? {
    try edit.refuseTracks("files of this kind")
    try open(edit)
    for change in edit.changes { try apply(change) }
    if let chapters = edit.chapters {
      if stream != nil { try stream?.set(chapters) } else { try set(chapters) }
    }
    return try layOut()
  }

  // MARK: Changes

  /// Prepares all tags for the changes in an edit, and creates the tags that it needs.
  private mutating func open(_ edit: DocumentEdit) throws(ParseError) {
    var number = 0
    for tag in tags.leading { leading.append(try part(tag, edit, &number)) }
    for tag in tags.trailing { trailing.append(try part(tag, edit, &number, isTrailing: true)) }
    openNewAPE(edit)
    let needsTag = edit.changes.contains { change in
      change.location == nil && change.container.rawValue.hasPrefix("ID3v2.")
    }
    let needsChapters = stream == nil && !(edit.chapters ?? []).isEmpty
    if number == 0, needsTag || needsChapters {
      let version = shape.id3Version ?? .v24
      leading.insert(.id3v2(ID3TagRewriter(new: version, in: window, shape: shape)), at: 0)
    }
  }

  /// Creates an APE tag after the stream for the new items in an edit, if there is no APE tag; an
  /// ID3v1 tag stays last.
  private mutating func openNewAPE(_ edit: DocumentEdit) {
    let isThere = (tags.leading + tags.trailing).contains {
      if case .ape = $0 { true } else { false }
    }
    let isNeeded = edit.changes.contains { $0.location == nil && $0.container == APETag.container }
    guard !isThere, isNeeded else { return }
    let last = tags.trailing.last.map { if case .id3v1 = $0 { 1 } else { 0 } } ?? 0
    let new = APETagRewriter(newAt: tags.end, in: window)
    trailing.insert(.ape(new), at: trailing.count - last)
  }

  /// Returns a tag prepared for changes; an ID3v2 tag that the edit does not affect is not read.
  private func part(
    _ tag: StreamTags.Tag, _ edit: DocumentEdit, _ number: inout Int, isTrailing: Bool = false
  ) throws(ParseError) -> TagEdit {
    switch tag {
    case .id3v2(let offset, let size):
      number += 1
      let container = try containerName(at: offset, number)
      let isNamed = edit.changes.contains { $0.container.rawValue == container }
      guard isNamed || edit.chapters != nil || shape.id3Version != nil else {
        return .kept(offset..<(offset + size))
      }
      var shape = shape
      // A tag after the stream can be found only by its footer, which only 2.4 has.
      if isTrailing { shape.id3Version = nil }
      let rewriter = try ID3TagRewriter(at: offset, number: number, in: window, shape: shape)
      guard rewriter.tag?.end == offset + size else {
        throw ParseError(
          .unsupported, at: offset, "the header and footer of the tag disagree",
          path: StructurePath([container]))
      }
      return .id3v2(rewriter)
    case .ape(let tag):
      let rewriter = try APETagRewriter(tag, in: window)
      guard edit.changes.contains(where: rewriter.covers) else {
        return .kept(tag.offset..<(tag.offset + tag.size))
      }
      return .ape(rewriter)
    case .lyrics3(let tag):
      let rewriter = try Lyrics3Rewriter(tag, in: window)
      guard edit.changes.contains(where: rewriter.covers) else {
        return .kept(tag.offset..<(tag.offset + tag.size))
      }
      return .lyrics3(rewriter)
    case .id3v1(let offset, let size):
      return .id3v1(ID3v1Rewriter(try window.bytes(at: offset, count: Int(size))))
    }
  }

  /// Returns the name by which changes refer to an ID3v2 tag: the name of a second tag is
  /// `ID3v2.3#2`, for example.
  private func containerName(at offset: Int64, _ number: Int) throws(ParseError) -> String {
    let header = ID3TagHeader(try window.bytes(at: offset, upTo: ID3TagHeader.size))
    let name = "ID3v2.\(header?.major ?? 0)"
    return number > 1 ? "\(name)#\(number)" : name
  }

  /// Applies a change to the stream or the tag that it concerns.
  private mutating func apply(_ change: DocumentEdit.Change) throws(ParseError) {
    if try stream?.apply(change) == true { return }
    for index in leading.indices where try StreamTagsRewriter.apply(change, to: &leading[index]) {
      return
    }
    for index in trailing.indices.reversed()
    where try StreamTagsRewriter.apply(change, to: &trailing[index]) {
      return
    }
    throw change.isNowhere
  }

  /// Applies a change to a part; returns false when the change does not concern it.
  private static func apply(
    _ change: DocumentEdit.Change, to part: inout TagEdit
  ) throws(ParseError) -> Bool {
    switch part {
    case .id3v2(var rewriter):
      let isForNew = rewriter.tag == nil && change.container.rawValue.hasPrefix("ID3v2.")
      guard isForNew || rewriter.covers(change) else { return false }
      try rewriter.apply(change)
      part = .id3v2(rewriter)
    case .ape(var rewriter):
      guard rewriter.covers(change) else { return false }
      try rewriter.apply(change)
      part = .ape(rewriter)
    case .lyrics3(var rewriter):
      guard rewriter.covers(change) else { return false }
      try rewriter.apply(change)
      part = .lyrics3(rewriter)
    case .id3v1(var rewriter):
      guard rewriter.covers(change) else { return false }
      try rewriter.apply(change)
      part = .id3v1(rewriter)
    case .kept: return false
    }
    return true
  }

  /// Sets the chapters in the ID3v2 tags.
  private mutating func set(_ chapters: [Chapter]) throws(ParseError) {
    var rewriters: [ID3TagRewriter] = []
    for case .id3v2(let rewriter) in leading + trailing { rewriters.append(rewriter) }
    try rewriters.set(chapters, duration: duration)
    var changed = rewriters[...]
    for index in leading.indices {
      guard case .id3v2 = leading[index], let next = changed.popFirst() else { continue }
      leading[index] = .id3v2(next)
    }
    for index in trailing.indices {
      guard case .id3v2 = trailing[index], let next = changed.popFirst() else { continue }
      trailing[index] = .id3v2(next)
    }
  }

  // MARK: Layout

  /// Returns the new tags at one end of the file.
  private mutating func sequence(_ parts: [TagEdit]) throws(ParseError) -> TagSequence {
    var sequence = TagSequence()
    for part in parts {
      switch part {
      case .kept(let range):
        sequence.append(.fixed([.keep(range)], oldSize: range.upperBound - range.lowerBound))
      case .id3v2(let rewriter): try sequence.append(rewriter, notes: &notes)
      case .ape(let rewriter):
        sequence.append(.fixed(try rewriter.pieces(), oldSize: rewriter.size))
      case .lyrics3(let rewriter):
        sequence.append(.fixed(try rewriter.pieces(), oldSize: rewriter.size))
      case .id3v1(let rewriter):
        notes += rewriter.notes.diagnostics
        let bytes = rewriter.result
        sequence.append(.fixed([.write(bytes)], oldSize: Int64(bytes.count)))
      }
    }
    return sequence
  }

  /// Lays out the whole new file; returns nil when the constraints do not allow it.
  private mutating func layOut() throws(ParseError) -> EditPlan? {
    let (front, back) = (try sequence(leading), try sequence(trailing))
    let start = max(tags.start, front.oldSize)
    let range = start..<max(tags.end, start)
    let policy = PaddingPolicy(shape: shape, isOpen: range.isEmpty && back.images.isEmpty)
    var layout = FileLayout()
    var proofs: [TagSequence.ExpectedTag] = []
    guard try front.layOut(into: &layout, room: policy, proofs: &proofs),
      try stream?.layOut(into: &layout, isLast: back.images.isEmpty) ?? true
    else { return nil }
    let payload = stream?.payloadOffset ?? range.lowerBound
    layout.append(.media(payload..<max(payload, range.upperBound)))
    _ = try back.layOut(into: &layout, room: nil, proofs: &proofs)
    let plan = try layout.editPlan(in: window, shape: shape, proofs: proofs, notes: notes)
    if let plan, let stream {
      try stream.prove(in: SourceWindow(PlannedSource(plan.rewrite, of: window.source)))
    }
    return plan
  }
}

extension StreamTags {
  /// Returns the insertion points for the existing tags around a stream that has its own metadata;
  /// no tag is created.
  static func existingPoints(of document: Document) -> [InsertionPoint] {
    let names = document.container.facts.tags
    return insertionPoints(of: document).filter { names.contains($0.container.rawValue) }.map {
      insertionPoint in
      InsertionPoint(insertionPoint.container, insertionPoint.keySpaces)
    }
  }

  /// Returns the containers for new entries in a file with tags around a stream; if there is no tag
  /// with the key space `nativeSpace`, one can be created.
  static func insertionPoints(of document: Document, making nativeSpace: KeySpace = .id3)
    -> [InsertionPoint]
  {
    let names = document.container.facts.tags
    let hasID3 = names.contains { $0.hasPrefix("ID3v2.") }
    var insertionPoints = nativeSpace == .id3 || hasID3 ? InsertionPoint.id3(names) : []
    if names.contains(ID3v1.container.rawValue) {
      insertionPoints.append(InsertionPoint(ID3v1.container, [.id3v1], isKeptInSync: true))
    }
    if names.contains(ID3v1.enhancedContainer.rawValue) {
      insertionPoints.append(InsertionPoint(ID3v1.enhancedContainer, [.id3v1]))
    }
    for (prefix, space) in [("APE", KeySpace.ape), ("Lyrics3", .lyrics3)] {
      for name in names where name.hasPrefix(prefix) {
        let insertionPoint = InsertionPoint(MetadataContainer(rawValue: name), [space])
        if !insertionPoints.contains(insertionPoint) { insertionPoints.append(insertionPoint) }
      }
    }
    guard let index = insertionPoints.firstIndex(where: { $0.keySpaces == [.ape] }) else {
      return nativeSpace == .ape
        ? [InsertionPoint(APETag.container, [.ape])] + insertionPoints : insertionPoints
    }
    // Players read one kind of tag, so new items go to the existing tag rather than a new ID3 tag.
    if nativeSpace == .ape || !hasID3 {
      insertionPoints.insert(insertionPoints.remove(at: index), at: 0)
    }
    return insertionPoints
  }
}
