internal import LibAV
internal import MetaCore

/// The metadata for a new file that libavformat writes, created from edits: resolves them to
/// entries for the muxer, chapters, attachments and Matroska tags, and collects the losses.
///
/// It is empty if MetaCore can edit the new file, which then gets its metadata afterwards
/// (``ForeignExportJob``).
struct ForeignMetadata {
  /// Entries with libavformat's keys, which the muxer converts to those of the format.
  private(set) var entries: [MediaEntry] = []
  private(set) var chapters: [Chapter] = []
  /// The pictures, followed by other attached files.
  private(set) var attachments: [Attachment] = []
  /// Matroska tags, which are written after the file is complete.
  var tags: [MetadataItem] = []
  private(set) var losses: [ConversionLoss] = []
  private(set) var notes: [Diagnostic] = []

  /// Creates empty metadata.
  init() {}

  /// Creates the result of edits to a file with the given items and attached files, and without
  /// chapters and other pictures.
  ///
  /// - Throws: `EditRefusal` if the container cannot store something and losses are not allowed.
  init(
    _ edits: [MetadataEdit], of items: [MetadataItem], attaching files: [Attachment],
    for kind: OutputKind, allowsLoss: Bool
  ) throws(EditRefusal) {
    var rest: [MetadataEdit] = []
    for edit in edits {
      switch edit.change {
      case .setChapters(let new):
        losses = EditPromise.losses(ofTitlesOnly: new)
        rest.append(edit)
      case .setArtwork(let new): attachments = new.enumerated().map(ForeignMetadata.picture)
      case .addArtwork(let new):
        attachments += new.map { ForeignMetadata.picture(attachments.count, $0) }
      case .removeArtwork(let indices) where indices.allSatisfy(attachments.indices.contains):
        let kept = attachments.indices.filter { !indices.contains($0) }
        attachments = kept.map { attachments[$0] }
      default: rest.append(edit)
      }
    }
    attachments += files
    guard losses.isEmpty || allowsLoss || !kind.capabilities.contains(.chapters) else {
      throw EditRefusal(losses: losses, isLossy: true)
    }
    try fill(rest, for: kind, items, allowsLoss)
  }

  /// Resolves edits for the container, and distributes the resulting items.
  private mutating func fill(
    _ edits: [MetadataEdit], for kind: OutputKind, _ items: [MetadataItem], _ allowsLoss: Bool
  ) throws(EditRefusal) {
    let space = kind.keySpace
    var document = Document(
      fileType: kind.fileType.rawValue, container: ContainerDescription(kind: kind.muxer), size: 0,
      precedence: space.map { [$0] } ?? [])
    document.items = items
    let insertionPoints =
      space.map { [InsertionPoint(MetadataContainer(rawValue: kind.name), [$0])] } ?? []
    var resolving = EditResolver.Options()
    resolving.allowsLoss = allowsLoss
    let resolved = try EditResolver.resolve(
      edits, for: document, insertionPoints: insertionPoints, options: resolving)
    losses += resolved.losses
    notes = resolved.notes
    chapters = resolved.edit.chapters ?? []
    for item in ForeignMetadata.changed(items, by: resolved.edit.changes) { add(item) }
    if let date = resolved.edit.headerDate {
      entries.append(MediaEntry("creation_time", date.description))
    }
  }

  /// Returns the items with the changes applied.
  private static func changed(
    _ items: [MetadataItem], by changes: [DocumentEdit.Change]
  ) -> [MetadataItem] {
    var entries = items.map { (location: $0.location, items: [$0]) }
    for change in changes {
      let place = change.location.flatMap { location in
        entries.firstIndex { $0.location == location }
      }
      switch change {
      case .replace(_, let entry): if let place { entries[place].items = entry.items }
      case .remove: if let place { entries[place].items = [] }
      case .add(_, let entry): entries.append((ItemLocation(), entry.items))
      }
    }
    return entries.flatMap(\.items)
  }

  /// Adds an item as a Matroska tag or as an entry for the muxer; omits entries that only describe
  /// the source file, or whose values are neither text nor integers.
  private mutating func add(_ item: MetadataItem) {
    let key = item.key.description
    let text = item.value.stringValue ?? item.value.integerValue.map(String.init)
    let isOfHead = key == "TITLE" && text != nil || key.hasPrefix("Info/")
    guard item.keySpace == .matroska, !isOfHead else {
      guard !SourceOnlyItems.contains(item), let text else { return }
      let word = key == "TITLE" ? "title" : ForeignKeys.word(key, in: item.keySpace)
      guard word.lowercased() != "encoder" else {
        // libavformat uses this key for its own name and drops other values.
        notes.append(
          Diagnostic(
            code: .lost, path: StructurePath(), offset: nil,
            message: "the encoder name \(text) is not written to the new file"))
        return
      }
      entries.append(MediaEntry(word, text))
      return
    }
    tags.append(item)
    // Players read the date in the header, which has no time zone.
    if key == "COM.APPLE.QUICKTIME.CREATIONDATE", let text = item.value.stringValue {
      entries.append(MediaEntry("creation_time", text))
    }
  }

  /// Returns an attachment with the bytes of a picture; the first picture is the cover.
  private static func picture(_ index: Int, _ artwork: Artwork) -> Attachment {
    // All pictures were loaded when they were read.
    let bytes = (try? artwork.data.load(from: DataSource([]))).map { Array($0.bytes) } ?? []
    let mime = artwork.mime ?? "application/octet-stream"
    let end = mime.split(separator: "/").last.map { $0 == "jpeg" ? "jpg" : String($0) } ?? "bin"
    // Players show an attachment with this name as the cover (Matroska, "Cover Art").
    let name = index == 0 ? "cover.\(end)" : "picture\(index + 1).\(end)"
    return Attachment(name: name, mime: mime, bytes: bytes)
  }
}
