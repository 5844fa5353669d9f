internal import LibAV
internal import MetaCore
internal import SystemPackage

/// One export through libavformat, step by step.
struct ForeignExportJob {
  let path: FilePath
  let document: Document
  let source: FileSource
  let kind: OutputKind
  let options: ExportOptions
  let progress: CopyProgress?
  private var export: ForeignExport

  init(
    path: FilePath, document: Document, source: FileSource, kind: OutputKind,
    options: ExportOptions, progress: CopyProgress?
  ) {
    (self.path, self.document, self.source) = (path, document, source)
    (self.kind, self.options, self.progress) = (kind, options, progress)
    export = ForeignExport(kind.fileType)
  }

  mutating func run(to output: FilePath, _ isDryRun: Bool) throws -> ForeignExport {
    let file = try OutputFile(for: output)
    defer { file.discard() }
    let left = keepsItems ? [] : CarriedMetadata.leftBehind(of: document).filter(isWanted)
    let nested = kind.keySpace == .matroska ? left.compactMap(ForeignNames.nested) : []
    let edits = try edits(besides: left, nested)
    if kind.isEditable {
      try move(into: file, ForeignMetadata(), share: 0.5)
      try finish(file, edits, as: output, isDryRun)
      return export
    }
    let metadata = try ForeignMetadata(
      edits, of: sameItems + nested, for: kind, allowsLoss: options.allowsLoss)
    export.metadataLosses = metadata.losses
    export.notes += metadata.notes
    try move(into: file, metadata, share: 1)
    guard !isDryRun else { return export }
    var done = try FileSource(path: file.path)
    if !metadata.tags.isEmpty {
      let tags = try MatroskaTagWriter(items: metadata.tags).replacement(in: done)
      try file.file.write(tags.bytes[...], at: tags.offset)
      done = try FileSource(path: file.path)
    }
    export.bytesWritten = done.length
    try OutputWriter.name(file, output, like: path, writing)
    return export
  }

  // MARK: Metadata

  /// The old file without what the filter holds back, and without what is about the old container.
  private var wanted: Document {
    var wanted = document
    wanted.items.removeAll { !isWanted($0) }
    return wanted
  }

  private func isWanted(_ item: MetadataItem) -> Bool {
    !TechnicalTags.holds(item) && options.filter?.passes(item) ?? true
  }

  /// Items that go along as they are, because both files have the same key space.
  private var sameItems: [MetadataItem] {
    guard keepsItems else { return [] }
    return wanted.items.filter { $0.keySpace == kind.keySpace && $0.trackID == nil }
  }

  /// Whether the new file has the old one's key space, and several values of a key in it.
  private var keepsItems: Bool {
    kind.keySpace == .matroska && document.precedence.first == .matroska
  }

  /// The edits that make of a file with ``sameItems`` and those that are `nested` one that has what the old one has, changed as was asked for.
  ///
  /// `left` are the items that no field has: of those some can be made again, the rest is lost.
  private mutating func edits(
    besides left: [MetadataItem], _ nested: [MetadataItem]
  ) throws -> [MetadataEdit] {
    if keepsItems {
      let beside = try CarriedMetadata(document, in: source, fields: [.artwork, .chapters])
      return beside.edits(of: document, .set) + options.edits
    }
    let kept = Set(nested.map(\.location))
    var restored: [MetadataEdit] = []
    var losses: [Diagnostic] = []
    for item in left {
      if let edit = ForeignNames.restored(item, in: kind) {
        restored.append(edit)
      } else if !kept.contains(item.location) {
        losses.append(
          Diagnostic(
            code: "wouldLose", path: StructurePath([item.location.container.rawValue]),
            offset: item.location.offset,
            message: "\(item.identifier) has no place in \(kind.name)"))
      }
    }
    guard losses.isEmpty || options.allowsLoss else {
      throw ParseError(.wouldLose, at: 0, losses.map(\.message).joined(separator: "; "))
    }
    export.losses += losses
    let carried = try CarriedMetadata(wanted, in: source)
    return carried.edits(of: document, .set) + restored + options.edits
  }

  // MARK: Media

  /// Moves the packets; `share` is how much of the work that is.
  private mutating func move(
    into file: OutputFile, _ metadata: ForeignMetadata, share: Double
  ) throws {
    let sink = file.file
    var request = ForeignRemux.Request(
      input: path, document.container.kind,
      output: OutputBytes { (try? sink.write($0[...], at: $1)) != nil }, kind,
      tracks: try tracks())
    request.metadata = metadata.entries
    if !metadata.tags.isEmpty {
      let placeholder = MatroskaTagWriter(items: metadata.tags).placeholder
      request.metadata.append(MediaEntry(placeholder.name, placeholder.value))
    }
    request.chapters = metadata.chapters
    request.attachments = metadata.attachments
    request.cut = kind.cutsItself ? nil : cut
    request.allowsLoss = options.allowsLoss
    let result = try ForeignRemux.run(
      request, progress: { progress?($0 * share) }, isCancelled: { Task.isCancelled })
    export.losses += result.losses.map { loss in
      Diagnostic(
        code: "wouldLose", path: StructurePath([]), offset: nil, message: loss.description)
    }
    export.notes += notes(of: result)
  }

  private var cut: PacketCut? {
    options.timeRange.map { range in
      PacketCut(
        start: ForeignRemux.microseconds(range.start), end: ForeignRemux.microseconds(range.end))
    }
  }

  /// The tracks that go along; those that hold nothing but the chapters' titles do not.
  private func tracks() throws(ParseError) -> [ForeignRemux.Request.Track] {
    let chapters = Set(
      document.tracks.flatMap(\.references).filter { $0.type == "chap" }.flatMap(\.trackIDs))
    if let missing = options.tracks?.subtracting(document.tracks.map(\.id)).min() {
      throw ParseError(.notRepresentable, at: 0, "there is no track \(missing)")
    }
    return document.tracks.filter { track in
      options.tracks?.contains(track.id) ?? !chapters.contains(track.id)
    }.map(ForeignRemux.Request.Track.init)
  }

  private func notes(of result: ForeignRemux.Result) -> [Diagnostic] {
    var notes = result.findings
    for track in result.tracks where track.correctedTimes > 0 {
      notes.append(
        "track \(track.id): \(track.correctedTimes) packets had no times, or ones that fell back")
    }
    if let beginning = result.beginning, let cut, beginning != cut.start {
      let seconds = Double(beginning) / 1_000_000
      notes.append("the cut begins with the picture at \(seconds) s that those behind it need")
    }
    return notes.map { note in
      Diagnostic(code: "oddity", path: StructurePath([]), offset: nil, message: note)
    }
  }

  // MARK: Finishing

  /// What the new file is asked for as a file.
  private var writing: EditOptions {
    var writing = EditOptions()
    writing.force = options.force
    writing.synchronizes = options.synchronizes
    writing.keepsModified = options.keepsModified
    return writing
  }

  /// Brings the metadata into a file that MetaCore can edit, on its way to where it belongs.
  private mutating func finish(
    _ file: OutputFile, _ edits: [MetadataEdit], as output: FilePath, _ isDryRun: Bool
  ) throws {
    let made = try made(of: file, edits, output)
    export.losses += made.losses
    export.metadataLosses = made.metadataLosses
    export.notes += made.notes
    guard !isDryRun else { return }
    let writer = try OutputWriter(file, writing) { [progress] in progress?(0.5 + $0 / 2) }
    export.bytesWritten = try writer.write(made.plan, to: output).bytesWritten
  }

  /// What a file becomes with its metadata.
  private struct Made {
    let plan: RewritePlan
    var losses: [Diagnostic] = []
    let metadataLosses: [ConversionLoss]
    let notes: [Diagnostic]
  }

  private func made(
    of file: OutputFile, _ edits: [MetadataEdit], _ output: FilePath
  ) throws -> Made {
    if kind.isMovie {
      var options = options
      options.fileType = kind.fileType
      options.edits = edits
      options.filter = nil
      options.tracks = nil
      let draft = try FileExporter(path: file.path, options: options).draft(to: output)
      return Made(
        plan: draft.plan, losses: draft.losses, metadataLosses: draft.metadataLosses,
        notes: draft.notes)
    }
    let source = try FileSource(path: file.path)
    let document = try Inspector.inspect(source)
    var resolving = EditResolver.Options()
    resolving.allowsLoss = options.allowsLoss
    let resolved = try EditResolver.resolve(
      edits, for: document, homes: try Inspector.homes(of: document, in: source),
      options: resolving)
    var shape = PlanShape(movement: .free, padding: options.padding)
    shape.allowsLoss = options.allowsLoss
    let plan = try Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
    guard let plan else {
      throw ParseError(.unsupported, at: 0, "the metadata do not fit in any way")
    }
    return Made(
      plan: plan.rewrite, metadataLosses: resolved.losses, notes: resolved.notes + plan.notes)
  }
}

/// Tags that tell about the old container, and are nothing that a new one should say.
enum TechnicalTags {
  private static let names: Set<String> = [
    "major_brand", "minor_version", "compatible_brands", "DURATION", "NUMBER_OF_FRAMES",
    "NUMBER_OF_BYTES", "BPS", "Info/MuxingApp", "Info/WritingApp", "Info/SegmentFilename",
    "HANDLER_NAME", "VENDOR_ID", "metadatacreator", "hasKeyframes", "hasVideo", "hasAudio",
    "hasMetadata", "canSeekToEnd", "datasize", "videosize", "audiosize", "lasttimestamp",
    "lastkeyframetimestamp", "lastkeyframelocation", "com.apple.iTunes.iTunSMPB",
  ]

  /// Whether an item is one.
  static func holds(_ item: MetadataItem) -> Bool {
    let key = item.key.description
    return names.contains(key) || names.contains(key.uppercased()) || key.hasPrefix("_STATISTICS")
  }
}
