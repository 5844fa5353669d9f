internal import MetaCore

/// Resolves the changes that a dump given to `apply` requests for one file (``DumpPatch``) into
/// edits to that file.
///
/// The entries of a complete dump are restored with their bytes; fields, pictures and chapters that
/// then still differ from the file were edited by the user, and are set. From any other dump, only
/// these differences are written.
struct PatchResolution {
  private let change: DumpPatch
  private let input: EditInput
  /// Notes for the user about parts of the dump that have no effect.
  private(set) var notes: [String] = []

  init(_ change: DumpPatch, _ input: EditInput) {
    self.change = change
    self.input = input
  }

  /// Returns the edits, in order.
  ///
  /// - Throws: ``MetaError`` with `refused` if they cannot be made, or an error from a preview.
  mutating func edits() throws(MetaError) -> [MetadataEdit] {
    guard change.isComplete, let items = change.items else { return try partialEdits() }
    // A read-only format cannot be restored, and unchanged items need no restoring.
    if input.insertionPoints.isEmpty, Baseline(items, input).isOfFile { return try partialEdits() }
    var entries = RestoredEntries(items, of: change, input)
    let stored = try input.preview([.restore(entries.stored)])
    try entries.reconcile(stored)
    let restore = MetadataEdit.restore(entries.placed)
    let restored = entries.hasNewEntries ? try input.preview([restore]) : stored
    let view = MetadataView(restored.document)
    noteOverruled(view, MetadataView(stored.document))
    let edits =
      [restore] + fields(from: view, restored.source) + (try artwork(from: restored))
      + (try chapters(from: restored))
    // The file may already contain the result of the same dump, regardless of the edits that led to
    // it.
    guard edits.count > 1, input.holdsSame(as: try input.preview(edits)) else { return edits }
    return []
  }

  /// Returns the edits for an incomplete dump: the differences from its own items, or, if it has no
  /// items, the given parts.
  private mutating func partialEdits() throws(MetaError) -> [MetadataEdit] {
    guard let items = change.items else {
      let view = MetadataView([], precedence: [])
      return fields(from: view, input.source) + (try artwork(from: input))
        + (try chapters(from: input))
    }
    let baseline = Baseline(items, input)
    if !baseline.isOfFile {
      notes.append(
        "the items of the JSON differ from those of the file; only complete dumps can restore items"
      )
    }
    return fields(from: baseline.view, input.source) + (try artwork(from: input))
      + (try chapters(from: input))
  }

  // MARK: Fields

  /// Returns the edits for fields that differ from `view`.
  private func fields(from view: MetadataView, _ source: any ByteSource) -> [MetadataEdit] {
    guard let metadata = change.metadata else { return [] }
    var edits: [MetadataEdit] = []
    for entry in view.entries where !metadata.contains(where: { $0.field == entry.field }) {
      edits.append(.set(.field(entry.field), []))
    }
    for requested in metadata {
      let present = view[requested.field]
      guard let values = requested.values,
        !(present.map { requested.node.matches($0, from: source) } ?? false)
      else { continue }
      if present == nil, values.isEmpty, change.items != nil { continue }
      edits.append(
        .set(
          .field(requested.field), values.map { PatchResolution.clearingRemovedParts($0, present) })
      )
    }
    return edits
  }

  /// Returns the value; in a number with its total, a part that only the file has becomes 0, so
  /// that it is removed.
  private static func clearingRemovedParts(_ value: MetadataValue, _ present: MetadataValue?)
    -> MetadataValue
  {
    guard case .pair(var pair) = value, case .pair(let old)? = present else { return value }
    if old.number != nil, pair.number == nil, pair.label == nil { pair.number = 0 }
    if old.count != nil, pair.count == nil { pair.count = 0 }
    return .pair(pair)
  }

  /// Adds notes about fields that override changed items.
  private mutating func noteOverruled(_ items: MetadataView, _ stored: MetadataView) {
    let (file, source) = (MetadataView(input.document), input.source)
    func matches(_ view: MetadataView, _ requested: DumpPatch.Value) -> Bool {
      view[requested.field].map { requested.node.matches($0, from: source) } ?? false
    }
    for requested in change.metadata ?? [] where !matches(items, requested) {
      guard matches(stored, requested) || items[requested.field] == nil && matches(file, requested)
      else {
        continue
      }
      notes.append(
        "metadata.\(requested.field.name) overrides the edited items; change it, too, or omit it")
    }
  }

  // MARK: Pictures

  /// Returns the edit that replaces the pictures, or no edit if they equal the pictures of `base`.
  private func artwork(from base: EditInput) throws(MetaError) -> [MetadataEdit] {
    guard let requested = change.artwork else { return [] }
    let present = base.document.artwork
    let isSame =
      requested.count == present.count
      && zip(requested, present).allSatisfy { matches($0, $1, base.source) }
    if isSame { return [] }
    var pictures: [Artwork] = []
    for (index, picture) in requested.enumerated() {
      var newPicture = try self.picture(picture, present, base.source)
      newPicture.index = index
      pictures.append(newPicture)
    }
    return [.setArtwork(pictures)]
  }

  /// Returns whether a picture in the dump matches a picture in the file by kind, description and
  /// bytes, or size and digest.
  private func matches(
    _ requested: DumpPatch.Picture, _ picture: Artwork, _ source: any ByteSource
  ) -> Bool {
    requested.kind == picture.kind
      && (requested.description ?? "").hasSameBytes(as: picture.description ?? "")
      && requested.data?.matches(picture.data, from: source) ?? false
  }

  /// Returns the picture in the dump, with the bytes of an existing picture that it matches, or
  /// with the bytes in the JSON.
  private func picture(
    _ requested: DumpPatch.Picture, _ present: [Artwork], _ source: any ByteSource
  ) throws(MetaError) -> Artwork {
    // The picture with the same index is tried first.
    let candidates = present.filter { $0.index == requested.index } + present
    var picture: Artwork
    if let same = candidates.first(where: {
      requested.data?.matches($0.data, from: source) ?? false
    }) {
      picture = same
      picture.data = .bytes(try load(same.data, source))
    } else if let bytes = requested.data?.string.flatMap(Base64.decode) {
      picture =
        Artwork(bytes, kind: requested.kind)
        ?? Artwork(index: 0, kind: requested.kind, data: .bytes(ByteSlice(bytes)))
      picture.mime = picture.mime ?? requested.mime
    } else {
      throw MetaError(
        .refused, reason: "\(requested.name): its bytes are neither in the JSON nor in the file")
    }
    picture.kind = requested.kind
    picture.description = requested.description
    return picture
  }

  private func load(
    _ data: DataValue, _ source: any ByteSource
  ) throws(MetaError) -> ByteSlice {
    do { return try data.load(from: source) } catch { throw MetaError(error) }
  }

  // MARK: Chapters

  /// Returns the edit that replaces the chapters, or no edit if they equal the chapters of `base`.
  private func chapters(from base: EditInput) throws(MetaError) -> [MetadataEdit] {
    guard let requested = change.chapters else { return [] }
    let present = base.document.chapters
    let ends = present.ends(fileDuration: base.document.duration)
    let isSame =
      requested.count == present.count
      && requested.indices.allSatisfy {
        matches(requested[$0].node, present[$0], ends[$0], base.source)
      }
    if isSame { return [] }
    var chapters: [Chapter] = []
    for (index, mark) in requested.enumerated() {
      let all = (present.indices.contains(index) ? [index] : []) + Array(present.indices)
      let same = all.first { mark.chapter.start.isShown(as: present[$0].start) }
      if let fault = mark.chapter.fault, same.map({ present[$0].fault }) != fault {
        throw MetaError(.refused, reason: "\(mark.name): \(fault)")
      }
      chapters.append(
        try chapter(mark, same.map { present[$0] }, same.flatMap { ends[$0] }, base.source))
    }
    return [.setChapters(chapters.sorted { $0.start.seconds < $1.start.seconds })]
  }

  /// Returns whether a chapter in the dump, as JSON, matches the chapter in the file.
  private func matches(
    _ node: JSONNode, _ chapter: Chapter, _ end: MediaTime?, _ source: any ByteSource
  ) -> Bool {
    func same(_ name: String, _ value: MetadataValue?) -> Bool {
      guard let value else { return node.nonNullMember(name) == nil }
      return node.nonNullMember(name)?.matches(value, from: source) ?? false
    }
    return same("start", .real(chapter.start.seconds)) && same("end", end.map { .real($0.seconds) })
      && same("title", chapter.title.map { .string($0) })
      && same("language", chapter.language.map { .string($0.code) })
      && same("url", chapter.url.map { .string($0) })
      && hasImage(node, chapter, source)
  }

  /// Returns whether the image of a chapter in the JSON is the image in the file.
  private func hasImage(
    _ node: JSONNode, _ chapter: Chapter, _ source: any ByteSource
  ) -> Bool {
    guard let image = node.nonNullMember("image") else { return chapter.image == nil }
    return chapter.image.map { (image.nonNullMember("data") ?? image).matches($0, from: source) }
      ?? false
  }

  /// Returns a chapter with the exact times of the existing chapter that has the same start.
  private func chapter(
    _ mark: DumpPatch.Mark, _ same: Chapter?, _ end: MediaTime?, _ source: any ByteSource
  ) throws(MetaError) -> Chapter {
    var chapter = mark.chapter
    if let same {
      chapter.start = same.start
      chapter.source = same.source
      if let requestedEnd = chapter.end, let end, requestedEnd.isShown(as: end) {
        chapter.end = same.end
      }
      if chapter.language?.code == same.language?.code { chapter.language = same.language }
    }
    guard let image = mark.node.nonNullMember("image") else { return chapter }
    if let bytes = image.nonNullMember("data")?.string.flatMap(Base64.decode) {
      chapter.image = .bytes(ByteSlice(bytes))
    } else if let same, let data = same.image, hasImage(mark.node, same, source) {
      chapter.image = .bytes(try load(data, source))
    } else {
      throw MetaError(
        .refused, reason: "\(mark.name).image: its bytes are neither in the JSON nor in the file")
    }
    return chapter
  }
}

extension MediaTime {
  /// Returns whether this time, read from decimal digits, is the displayed form of the given time.
  ///
  /// The tolerance is one microsecond, because a dump prints times as decimal fractions of a
  /// second.
  fileprivate func isShown(as other: MediaTime) -> Bool {
    abs(seconds - other.seconds) < 1e-6
  }
}

/// The fields to which the items of an incomplete dump convert, which the dump showed before it was
/// edited.
///
/// A field of the dump that differs from these fields was edited.
private struct Baseline {
  let view: MetadataView
  /// Whether the dump contains all items of the file, unchanged.
  let isOfFile: Bool

  /// Finds the items of the dump in the file, and takes them from there; other items are created
  /// from the JSON where possible.
  init(_ items: [DumpedItem], _ input: EditInput) {
    var existing = Dictionary(grouping: input.document.items) { Name($0.trackID, $0.identifier) }
    var viewItems: [MetadataItem] = []
    var isOfFile = items.count == input.document.items.count
    for item in items {
      let name = Name(item.trackID, item.identifier)
      let index = existing[name]?.firstIndex { item.matches($0, from: input.source) }
      if let index, let match = existing[name]?.remove(at: index) {
        viewItems.append(match)
        continue
      }
      isOfFile = false
      var rough = item.rough
      rough.trackID = item.trackID
      let insertionPoint = input.insertionPoints.first { $0.keySpaces.contains(item.keySpace) }
      rough.location.container =
        existing[name]?.first?.location.container ?? insertionPoint?.container ?? .none
      viewItems.append(rough)
    }
    self.isOfFile = isOfFile
    view =
      isOfFile
      ? MetadataView(input.document)
      : MetadataView(viewItems, precedence: input.document.precedence)
  }

  /// The identifier of an item, and its track if it belongs to one.
  private struct Name: Hashable {
    let trackID: UInt32?
    let identifier: MetadataIdentifier

    init(_ trackID: UInt32?, _ identifier: MetadataIdentifier) {
      self.trackID = trackID
      self.identifier = identifier
    }
  }
}
