internal import LibAV
internal import MetaCore
internal import SystemPackage

/// One export of one file with libavformat, for ``ForeignExporter``: chooses tracks and metadata,
/// copies the packets to a file without a name, adds the metadata, and checks the result.
///
/// If MetaCore edits the output format, the output is then written from that file; otherwise the
/// file itself gets its name. A transcode uses only the conversion of the metadata
/// (``movedMetadata()``).
struct ForeignExportJob {
  let path: FilePath
  let document: Document
  let reader: FormatReader
  let source: FileSource
  let kind: OutputKind
  let options: ExportOptions
  let progress: CopyProgress?
  /// The file whose attributes the output gets; not ``path`` if that is a temporary file.
  var original: FilePath
  /// The result, to which each step adds its losses and notes.
  private var export: ForeignExport
  /// The copied tracks.
  private var moved: [ForeignRemux.Result.Track] = []
  /// The codec delays of audio tracks in Matroska.
  private var delays: [MatroskaDelayWriter.Delay] = []

  init(
    path: FilePath, document: Document, reader: FormatReader, source: FileSource,
    kind: OutputKind, options: ExportOptions, progress: CopyProgress?
  ) {
    (self.path, original) = (path, path)
    self.document = MatroskaItemNames.known(document)
    self.reader = reader
    self.source = source
    (self.kind, self.options, self.progress) = (kind, options, progress)
    export = ForeignExport(kind.fileType)
  }

  /// Exports to a path; a dry run writes only the temporary file.
  mutating func run(to output: FilePath, _ isDryRun: Bool) throws -> ForeignExport {
    let file = try OutputFile(for: output)
    defer { file.discard() }
    export.notes += [SourceOnlyItems.note(on: document.items)].compactMap(\.self)
    let remaining = try itemsWithoutField()
    let nested =
      kind.keySpace == .matroska
      ? remaining.filter { $0.trackID == nil }.compactMap(MatroskaItemNames.nested) : []
    let edits = try edits(besides: remaining, nested)
    if kind.isEditable {
      // Writing the output from the temporary file is the other half of the progress.
      try move(into: file, ForeignMetadata(), share: 0.5)
      try finish(file, edits, as: output, isDryRun)
      return export
    }
    var metadata = try ForeignMetadata(
      edits, of: try sameItems() + nested, attaching: try attachedFiles(), for: kind,
      allowsLoss: options.allowsLoss)
    if keepsItems { metadata.tags += try trackTags().map(loaded) }
    export.metadataLosses = metadata.losses
    export.notes += metadata.notes
    try move(into: file, metadata, share: 1)
    guard !isDryRun else { return export }
    var written = try FileSource(path: file.path)
    if !delays.isEmpty {
      let tracks = try MatroskaDelayWriter(delays: delays).replacement(in: written)
      try file.file.write(tracks.bytes[...], at: tracks.offset)
      written = try FileSource(path: file.path)
    }
    if !metadata.tags.isEmpty {
      let tags = try writer(of: metadata.tags, in: written).replacement(in: written)
      try file.file.write(tags.bytes[...], at: tags.offset)
      written = try FileSource(path: file.path)
    }
    try reopen(written)
    export.bytesWritten = written.length
    try OutputWriter.name(file, output, like: original, writing)
    return export
  }

  /// Returns the writer of tags for the new file, without the tags of tracks that it lacks.
  private func writer(
    of tags: [MetadataItem], in written: FileSource
  ) throws(ParseError) -> MatroskaTagWriter {
    let uids = try MatroskaTags.trackUIDs(in: SourceWindow(written))
    // A tag with the ID 0 would apply to all tracks.
    let pairs = zip(moved.map(\.id), uids).filter { $0.1 != 0 }
    let tracks = Dictionary(pairs) { first, _ in first }
    let items = tags.filter { item in item.trackID.map { tracks[$0] != nil } ?? true }
    return MatroskaTagWriter(items: items, tracks: tracks)
  }

  // MARK: Metadata

  /// Returns the metadata for a movie with newly encoded samples.
  ///
  /// - Throws: ``ParseError`` with `wouldLose` if something cannot be stored and losses are not
  ///   allowed.
  mutating func movedMetadata() throws -> ConvertedMetadata {
    var moved = ConvertedMetadata(try edits(besides: try itemsWithoutField(), []))
    (moved.losses, moved.privacy) = (export.losses, export.privacy)
    moved.notes = [SourceOnlyItems.note(on: document.items)].compactMap(\.self) + export.notes
    return moved
  }

  /// Returns the items without a field and the tags of the copied tracks; none if items are copied
  /// unchanged (``keepsItems``).
  private func itemsWithoutField() throws(ParseError) -> [MetadataItem] {
    guard !keepsItems else { return [] }
    return MetadataTransfer.remaining(of: document).filter(isWanted) + (try trackTags())
  }

  /// The document without items that the filter excludes or that describe the source container.
  private var filteredDocument: Document {
    var filtered = document
    filtered.items.removeAll { !isWanted($0) }
    return filtered
  }

  private func isWanted(_ item: MetadataItem) -> Bool {
    !SourceOnlyItems.contains(item) && options.filter?.passes(item) ?? true
  }

  /// Returns the tags of the copied tracks, which can only be stored as tags in the new file.
  private func trackTags() throws(ParseError) -> [MetadataItem] {
    let copiedTracks = Set(try tracks().map(\.id))
    return document.items.filter { item in
      guard let track = item.trackID, copiedTracks.contains(track), item.timeRange == nil else {
        return false
      }
      // libavformat writes this property of the track, and a tag for it, itself.
      guard !keepsItems || item.key.description.uppercased() != "ALPHA_MODE" else { return false }
      return isWanted(item) && !ForeignExportJob.isTrackName(item)
    }
  }

  /// Returns whether an item is the name or language of its track, which are copied as track
  /// properties.
  private static func isTrackName(_ item: MetadataItem) -> Bool {
    ["NAME", "TITLE", "©NAM", "TITL", "LANGUAGE", "COM.APPLE.QUICKTIME.TITLE"].contains(
      item.key.description.uppercased())
  }

  /// Returns the items of the whole file that are copied unchanged, because both files have the
  /// same key space; attached files are not among them (``attachedFiles()``).
  private func sameItems() throws(ParseError) -> [MetadataItem] {
    guard keepsItems else { return [] }
    return try filteredDocument.items.filter {
      $0.keySpace == kind.keySpace && $0.trackID == nil && !Attachment.isAttached($0)
    }.map(loaded)
  }

  /// Returns an item whose value was left in the file, with the value in memory.
  private func loaded(_ item: MetadataItem) throws(ParseError) -> MetadataItem {
    var item = try item.loaded(from: source)
    if item.dataType == .utf8, case .data(.bytes(let bytes)) = item.value {
      item.value = .string(String(decoding: Array(bytes.bytes).prefix { $0 != 0 }, as: UTF8.self))
    }
    return item
  }

  /// Returns the attached files that are copied unchanged; without pictures if these are edited, or
  /// copied without private data.
  private func attachedFiles() throws(ParseError) -> [Attachment] {
    guard keepsItems else { return [] }
    let pictures = keepsPictures ? [] : Set(document.artwork.map(\.item))
    var files: [Attachment] = []
    for (index, item) in document.items.enumerated()
    where Attachment.isAttached(item) && isWanted(item) && !pictures.contains(index) {
      if let file = try Attachment(item, in: source) { files.append(file) }
    }
    return files
  }

  /// Whether attached pictures are copied unchanged, with their names.
  private var keepsPictures: Bool {
    options.filter == nil
      && !options.edits.contains { edit in
        switch edit.change {
        case .setArtwork, .addArtwork, .removeArtwork: true
        default: false
        }
      }
  }

  /// Whether items can be copied unchanged, because both files are Matroska.
  private var keepsItems: Bool {
    kind.keySpace == .matroska && document.precedence.first == .matroska
  }

  /// Returns the edits that turn a file with ``sameItems`` and the `nested` items into one with all
  /// the metadata of the source file and the requested changes.
  ///
  /// `remaining` contains the items without a field; some can be restored, and the rest are lost.
  private mutating func edits(
    besides remaining: [MetadataItem], _ nested: [MetadataItem]
  ) throws -> [MetadataEdit] {
    if keepsItems {
      let nextTo = try carried(document, keepsPictures ? [.chapters] : [.artwork, .chapters])
      return nextTo.edits(of: document, .set) + options.edits
    }
    let nestedLocations = Set(nested.map(\.location))
    var restored: [MetadataEdit] = []
    var losses: [Diagnostic] = []
    var encodings: [String] = []
    for item in remaining {
      if item.trackID == nil, let edit = MatroskaItemNames.restored(item, in: kind) {
        restored.append(edit)
      } else if !nestedLocations.contains(item.location) || item.trackID != nil {
        let track = item.trackID.map { " of track \($0)" } ?? ""
        guard !SourceOnlyItems.describesEncoding(item) else {
          encodings.append("\(item.identifier)\(track)")
          continue
        }
        losses.append(
          Diagnostic(
            code: .wouldLose, path: StructurePath([item.location.container.rawValue]),
            offset: item.location.offset,
            message: "\(item.identifier)\(track) cannot be stored in \(kind.name)"))
      }
    }
    guard losses.isEmpty || options.allowsLoss else {
      throw ParseError(.wouldLose, at: 0, losses.map(\.message).joined(separator: "; "))
    }
    export.losses += losses
    export.notes += [SourceOnlyItems.note(naming: encodings)].compactMap(\.self)
    let carried = try carried(filteredDocument)
    return carried.edits(of: document, .set) + restored + options.edits
  }

  /// Returns the metadata to carry over; if the filter is for sharing, private data is removed and
  /// reported.
  private mutating func carried(
    _ document: Document, _ fields: [Field]? = nil
  ) throws(ParseError) -> MetadataTransfer {
    guard options.filter?.isForSharing == true else {
      return try MetadataTransfer(document, in: source, fields: fields)
    }
    let carried = try MetadataTransfer(document, in: source, fields: fields, isForSharing: true)
    var report = PrivateData.Report(withheldOf: self.document.items)
      .joined(with: carried.privacy)
    report.left.append(
      PrivateData.Finding(nil, "tracks", "samples, which are not inspected"))
    export.privacy = report
    return carried
  }

  // MARK: Media

  /// Copies the packets; `share` is the fraction of the total progress.
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
      let placeholder = try MatroskaTagWriter(items: metadata.tags).placeholder()
      request.metadata.append(MediaEntry(placeholder.name, placeholder.value))
    }
    request.chapters = metadata.chapters
    request.attachments = metadata.attachments
    let cut = try cut()
    request.cut = kind.isCutAfterRemux ? nil : cut
    request.allowsLoss = options.allowsLoss
    request.media = try reader.media(of: document, hidingPreroll: kind.hidesPreroll)
    if options.tracks == nil, request.cut == nil, !document.isDurationEstimated {
      request.seconds = document.duration?.seconds
    }
    request.missingBytes = try missingBytes()
    let result = try ForeignRemux.run(
      request, progress: { progress?($0 * share) }, isCancelled: { Task.isCancelled })
    (moved, delays) = (result.tracks, result.delays)
    export.losses += result.losses.map { loss in
      Diagnostic(
        code: .wouldLose, path: StructurePath([]), offset: nil, message: loss.description)
    }
    export.notes += notes(of: result, cut: cut)
  }

  /// Returns the number of bytes missing from the file, according to its first header.
  private func missingBytes() throws(ParseError) -> Int64? {
    let window = SourceWindow(source)
    switch document.container.kind {
    case "matroska", "webm": return try MatroskaTags.missingBytes(in: window)
    case "avi", "wav":
      let bytes = Array(try window.bytes(at: 4, upTo: 4).bytes)
      guard bytes.count == 4 else { return nil }
      let size = bytes.reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
      // Streaming writers leave the size unset; RF64 and OpenDML store it elsewhere.
      return size < 0xFFFF_FF00 ? max(0, size + 8 - source.length) : nil
    default: return nil
    }
  }

  private func cut() throws(ParseError) -> PacketCut? {
    guard let range = options.timeRange else { return nil }
    return PacketCut(
      start: try ForeignRemux.microseconds(range.start),
      end: try ForeignRemux.microseconds(range.end))
  }

  /// Returns the tracks to copy; by default, chapter title tracks are left out.
  private func tracks() throws(ParseError) -> [ForeignRemux.Request.Track] {
    let chapters = document.chapterTracks
    if let missing = options.tracks?.subtracting(document.tracks.map(\.id)).min() {
      throw ParseError(.notRepresentable, at: 0, "there is no track \(missing)")
    }
    return document.tracks.filter { track in
      options.tracks?.contains(track.id) ?? !chapters.contains(track.id)
    }.map(ForeignRemux.Request.Track.init)
  }

  /// Returns notes about libavformat's log messages, changed times, and the actual start of a cut.
  private func notes(of result: ForeignRemux.Result, cut: PacketCut?) -> [Diagnostic] {
    var notes = result.findings
    for track in result.tracks where track.correctedTimes > 0 {
      notes.append(
        "track \(track.id): \(track.correctedTimes) packets had missing or decreasing timestamps")
    }
    if let beginning = result.beginning, let cut, beginning != cut.start {
      let seconds = Double(beginning) / 1_000_000
      notes.append(
        "the cut begins at the key frame at \(seconds) s, which the following frames need")
    }
    return notes.map { note in
      Diagnostic(code: .oddity, path: StructurePath([]), offset: nil, message: note)
    }
  }

  // MARK: Finishing

  /// Opens the new file and checks that it has at least as many tracks as were written.
  private func reopen(_ source: FileSource) throws(ParseError) {
    let expected = moved.filter { $0.packets > 0 }.count
    var log: [LogLine] = []
    let readable = try LogCapture.collect(into: &log) { () throws(ParseError) in
      try LibAVContainer.open(source, kind.demuxer).streams.filter(\.isTrack).count
    }
    guard readable >= expected else {
      throw broken("only \(readable) of \(expected) tracks can be read")
    }
  }

  /// Checks that the sample tables of the temporary movie contain at least the packets written.
  private func check(_ media: [TrackMedia]) throws(ParseError) {
    for (track, written) in zip(moved, media) where !ForeignExportJob.merged.contains(track.codec) {
      guard written.samplesInFile >= track.packets else {
        throw broken(
          "track \(track.id) has only \(written.samplesInFile) of \(track.packets) samples")
      }
    }
    guard media.count >= moved.count else {
      throw broken("it has only \(media.count) of \(moved.count) tracks")
    }
  }

  /// Codecs for which several packets form a sample in MP4.
  private static let merged: Set = ["eac3", "ac3", "truehd", "mp3", "mp2", "dvd_subtitle"]

  private func broken(_ what: String) -> ParseError {
    ParseError(.malformed, at: 0, "the new file would be invalid: \(what)")
  }

  /// The options for writing the new file.
  private var writing: EditOptions {
    var writing = EditOptions()
    writing.force = options.force
    writing.synchronizes = options.synchronizes
    writing.keepsModified = options.keepsModified
    return writing
  }

  /// Adds the metadata to the temporary file and writes the output.
  private mutating func finish(
    _ file: OutputFile, _ edits: [MetadataEdit], as output: FilePath, _ isDryRun: Bool
  ) throws {
    let finished = try finish(of: file, edits, output)
    export.losses += finished.losses
    export.metadataLosses = finished.metadataLosses
    export.notes += finished.notes
    guard !isDryRun else { return }
    let writer = try OutputWriter(file, like: original, writing) { [progress] in
      progress?(0.5 + $0 / 2)
    }
    export.bytesWritten = try writer.write(finished.plan, to: output).bytesWritten
  }

  /// The plan that creates the output from the temporary file by adding metadata, and the losses.
  private struct FinishedMetadata {
    let plan: RewritePlan
    var losses: [Diagnostic] = []
    let metadataLosses: [ConversionLoss]
    let notes: [Diagnostic]
  }

  /// Plans the metadata for the temporary file: an export for movies, which also cuts to the exact
  /// time and moves the tables to the start; an edit for other formats.
  private func finish(
    of file: OutputFile, _ edits: [MetadataEdit], _ output: FilePath
  ) throws -> FinishedMetadata {
    if kind.isMovie {
      let reader = try FormatReader(try FileSource(path: file.path))
      try check(try reader.media(of: try reader.document()))
      var options = options
      options.fileType = kind.fileType
      options.edits = edits
      options.filter = nil
      options.tracks = nil
      let draft = try FileExporter(path: file.path, options: options).draft(to: output)
      return FinishedMetadata(
        plan: draft.plan, losses: draft.losses, metadataLosses: draft.metadataLosses,
        notes: draft.notes)
    }
    let reader = try FormatReader(try FileSource(path: file.path))
    let document = try reader.document()
    guard !document.tracks.isEmpty else { throw broken("it has no tracks") }
    var resolving = EditResolver.Options()
    resolving.allowsLoss = options.allowsLoss
    let resolved = try EditResolver.resolve(
      edits, for: document, insertionPoints: reader.insertionPoints(of: document),
      options: resolving)
    var shape = LayoutConstraints(movement: .free, padding: options.padding)
    shape.allowsLoss = options.allowsLoss
    let plan = try reader.plan(resolved.edit, of: document, shape: shape)
    guard let plan else {
      throw ParseError(.unsupported, at: 0, "the metadata cannot be written")
    }
    return FinishedMetadata(
      plan: plan.rewrite, metadataLosses: resolved.losses, notes: resolved.notes + plan.notes)
  }
}
