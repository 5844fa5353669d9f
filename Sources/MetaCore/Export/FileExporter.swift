package import SystemPackage

/// Copies the media of a file into a new file without decoding it, with the metadata in the form
/// that the new file type uses.
///
/// The work is planned in two steps: first the media and their tables, then the edits that convert
/// the metadata, as in any other file. Nothing is written until both plans are complete. Newly
/// encoded samples can replace those of a track (``joined``); encoding itself is the task of
/// `Transcoder`. Types that MetaCore does not write are left to a ``ForeignBackend``.
package struct FileExporter: Sendable {
  /// The path of the file.
  package let path: FilePath
  /// The options.
  package var options: ExportOptions
  /// The tracks from other movies whose samples are used in the new file.
  package var joined: [JoinedExport] = []
  /// The IDs of tracks whose samples will be replaced, so that the new type need not support the
  /// original ones.
  package var encoded: Set<UInt32> = []

  /// Creates an exporter for a file, without opening it.
  package init(path: FilePath, options: ExportOptions = ExportOptions()) {
    self.path = path
    self.options = options
  }

  /// Returns the file types that the media can be copied to, even if they support only some of the
  /// tracks, the file's own type first; empty if the media cannot be copied.
  ///
  /// - Throws: ``MetaError`` if the file cannot be read.
  package func fileTypes() throws(MetaError) -> [FileType] {
    do {
      let reader = try FormatReader(try FileSource(path: path))
      return reader.targets(of: try reader.document())
    } catch let code as Errno {
      throw MetaError(opening: path, code)
    } catch {
      throw MetaError(editing: path, error)
    }
  }

  /// Plans the export to `output` without writing anything.
  ///
  /// - Throws: ``MetaError``: `refused` if the new file cannot hold what is requested, or a loss is
  ///   not allowed; `backend` if MetaCore does not convert between these types, though libavformat
  ///   may; or the reason why the file could not be read.
  package func draft(to output: FilePath) throws(MetaError) -> ExportDraft {
    let fileType = try fileType(of: output)
    let source: FileSource
    do { source = try FileSource(path: path) } catch { throw MetaError(opening: path, error) }
    do {
      var replacements: [TrackReplacements] = []
      for movie in joined { replacements.append(try movie.replacements()) }
      let planned = try planned(source, as: fileType, with: replacements)
      return ExportDraft(
        document: planned.document, plan: planned.plan, fileType: fileType,
        losses: planned.losses, metadataLosses: planned.metadataLosses, notes: planned.notes,
        privacy: planned.privacy, identity: source.identity)
    } catch {
      throw MetaError(editing: path, error)
    }
  }

  /// The writer of an export's new file: MetaCore, or a backend.
  package enum Route {
    /// MetaCore, with this plan.
    case native(ExportDraft)
    /// A ``ForeignBackend``, for this reason.
    case foreign(because: String)
  }

  /// Returns the writer for the new file: MetaCore, with the plan, or a backend.
  ///
  /// - Throws: ``MetaError``, like ``draft(to:)``, except for `backend`.
  package func route(to output: FilePath) throws(MetaError) -> Route {
    do throws(MetaError) {
      return .native(try draft(to: output))
    } catch {
      guard error.code == .backend else { throw error }
      return .foreign(because: error.reason)
    }
  }

  /// A planned new file with its metadata, verified by reading it back, and the content that it
  /// loses.
  package struct Planned {
    /// The source file.
    package let document: Document
    /// The new file, composed of pieces of the source.
    package let plan: RewritePlan
    /// The samples that each track is expected to have.
    package let promised: [PromisedTrack]
    let losses: [Diagnostic]
    let metadataLosses: [ConversionLoss]
    let notes: [Diagnostic]
    /// The private data that a filter removed, and the private data that it had to leave.
    let privacy: PrivateData.Report?
  }

  /// Plans a file of the given type, and verifies by reading it back that its headers and tables
  /// contain everything that was promised.
  ///
  /// With `replacements`, the plan is for all files together (``JoinedLayout``).
  ///
  /// - Throws: ``ParseError``, `EditRefusal` or ``MetaError``.
  package func planned(
    _ source: any ByteSource, as fileType: FileType, with replacements: [TrackReplacements] = []
  ) throws -> Planned {
    let reader = try FormatReader(source)
    let document = try reader.document()
    guard reader.targets(of: document).contains(fileType) else {
      throw MetaError(
        .backend, reason: "MetaCore cannot convert \(document.container.kind) to \(fileType.name)")
    }
    let withheld = withheldTracks(of: document)
    var request = try request(for: fileType, document, without: withheld)
    request.replacements = replacements
    let remux = try reader.remux(document, request)
    let all =
      replacements.isEmpty ? source : JoinedSource([source] + replacements.map(\.source))
    let replacesAudio =
      !replacements.isEmpty && MovieTarget.of(fileType)?.isAudioOnly == true
    let metadata = try metadata(
      of: document, source, remux, PlannedSource(remux.rewrite, of: all),
      replacesAudio: replacesAudio)
    var promised = remux.promised
    if metadata.resolved.edit.chapters != nil {
      // New chapters get new tracks, whose contents are promised and checked with the edit.
      let chapterTracks = document.chapterTracks
      promised.removeAll { chapterTracks.contains($0.id) }
    }
    try check(metadata.plan, of: all, against: promised)
    return Planned(
      document: document, plan: metadata.plan, promised: promised,
      losses: remux.losses + metadata.losses, metadataLosses: metadata.resolved.losses,
      notes: remux.notes + metadata.resolved.notes + withheld.map(FileExporter.withheldNote),
      privacy: metadata.privacy)
  }

  /// Returns the request for the new file's media and tables, after checking that the type supports
  /// fragments and that their duration is positive.
  private func request(
    for fileType: FileType, _ document: Document, without withheld: [UInt32]
  ) throws(ParseError) -> RemuxRequest {
    if let interval = options.movieFragmentInterval {
      guard MovieTarget.of(fileType) != nil else {
        throw ParseError(.unsupported, at: 0, "\(fileType.name) does not support fragments")
      }
      guard interval.value > 0 else {
        throw ParseError(.unsupported, at: 0, "the fragment duration must be positive")
      }
    }
    var request = RemuxRequest(fileType)
    request.tracks = options.tracks
    request.encoded = encoded
    if !withheld.isEmpty {
      request.tracks = (options.tracks ?? Set(document.tracks.map(\.id))).subtracting(withheld)
    }
    request.range = options.timeRange
    request.isFastStart = options.isFastStart
    request.fragmentInterval = options.movieFragmentInterval
    request.allowsLoss = options.allowsLoss
    return request
  }

  /// Returns the IDs of the timed metadata tracks that the filter excludes: cameras also record
  /// positions over time, which would remain if only the items of the whole file were removed.
  private func withheldTracks(of document: Document) -> [UInt32] {
    guard let filter = options.filter else { return [] }
    let passesPlaces = filter.passes(
      MetadataItem(
        keySpace: .quickTimeMetadata, key: .text("com.apple.quicktime.location.ISO6709"),
        value: .string(""), dataType: .utf8))
    return document.tracks.filter { track in
      if PrivateAtoms.isPositionTelemetry(track) { return !passesPlaces }
      return PrivateAtoms.declaredItems(of: track).contains { !filter.passes($0) }
    }.map(\.id)
  }

  private static func withheldNote(_ track: UInt32) -> Diagnostic {
    Diagnostic(
      code: .oddity, path: StructurePath(["moov", "trak"]), offset: nil,
      message: "track \(track) contains private metadata and was omitted")
  }

  /// Returns the type of the new file.
  ///
  /// - Throws: ``MetaError``: `refused` if no type is given and the file name has no extension,
  ///   `backend` if MetaCore does not write the type.
  package func fileType(of output: FilePath) throws(MetaError) -> FileType {
    if let requested = options.fileType { return requested }
    guard let name = output.extension else {
      throw MetaError.refused(
        "the output name \(output.lastComponent?.string ?? "") has no extension from which to determine the file type",
        path)
    }
    guard let type = FileType(pathExtension: name) else {
      throw MetaError(.backend, file: path, reason: "cannot write .\(name) files")
    }
    return type
  }

  /// The plan for the new file with the converted metadata, the edits that convert it, and the
  /// losses.
  private struct Metadata {
    var plan: RewritePlan
    var resolved: ResolvedEdit
    let losses: [Diagnostic]
    var privacy: PrivateData.Report?
  }

  /// Returns the plan with the converted metadata.
  private func metadata(
    of document: Document, _ source: any ByteSource, _ remux: RemuxPlan, _ planned: PlannedSource,
    replacesAudio: Bool
  ) throws -> Metadata {
    let reader = try FormatReader(planned)
    let skeleton = try reader.document()
    let carried = ExportEdits(
      options: options, old: document, new: skeleton, source: source, remux: remux,
      addsGapless: replacesAudio)
    let losses = carried.losses
    if let loss = losses.first, !options.allowsLoss {
      throw ParseError(.wouldLose, at: loss.offset ?? 0, loss.message, path: loss.path)
    }
    var resolving = EditResolver.Options()
    resolving.allowsLoss = options.allowsLoss
    resolving.source = planned
    var resolved = try EditResolver.resolve(
      carried.all(), for: skeleton, insertionPoints: reader.insertionPoints(of: skeleton),
      options: resolving)
    var newMetadata = Metadata(
      plan: remux.rewrite, resolved: resolved, losses: losses, privacy: try carried.privacy())
    guard !resolved.edit.isEmpty else { return newMetadata }
    var shape = LayoutConstraints(movement: .free, padding: options.padding)
    shape.allowsLoss = options.allowsLoss
    try shape.check()
    var found = PrivateData.Report()
    func plan() throws -> RewritePlan {
      let plan = try reader.plan(resolved.edit, of: skeleton, shape: shape)
      guard let plan else {
        throw MetaError.refused("the metadata does not fit in the new file", path)
      }
      found = plan.privacy
      return try plan.rewrite.applied(after: remux.rewrite)
    }
    newMetadata.plan = try plan()
    try resolved.checkPromise(
      newMetadata.plan, of: planned.source, skeleton, values: planned,
      allowingLoss: options.allowsLoss)
    newMetadata.resolved = resolved
    newMetadata.privacy = newMetadata.privacy?.joined(with: resolved.privacy).joined(with: found)
    // The private items that the filter removes are not in the new file, so they do not count as
    // left.
    let withheld = skeleton.items.filter { !(options.filter?.passes($0) ?? true) }
    newMetadata.privacy?.left.removeAll { finding in
      withheld.contains { finding.name.hasPrefix("\($0.identifier.rawValue): ") }
    }
    // The kernel copies the media faster if its alignment to blocks is unchanged; the larger
    // padding may move it once more, so the new plan is checked.
    let shift = newMetadata.plan.shiftToAlign
    guard shift > 0 else { return newMetadata }
    shape.padding += shift
    let aligned = try plan()
    if aligned.shiftToAlign == 0 { newMetadata.plan = aligned }
    return newMetadata
  }

  /// Reads the headers and tables of the planned file, so that a file that could not be reopened,
  /// or contains less than promised, is never written.
  private func check(
    _ plan: RewritePlan, of source: any ByteSource, against promised: [PromisedTrack]
  ) throws(ParseError) {
    let planned = PlannedSource(plan, of: source)
    let reader = try FormatReader(planned)
    let document = try reader.document()
    guard !promised.isEmpty else { return }
    try PromisedTrack.check(promised, against: try reader.media(of: document))
  }

  /// Writes the new file, which appears complete or not at all.
  ///
  /// - Throws: ``MetaError``: `refused` if the file exists and must not be replaced, `io` if a
  ///   system call fails, or `cancelled`.
  package func execute(
    _ draft: ExportDraft, to output: FilePath, progress: CopyProgress? = nil
  ) throws(MetaError) -> EditResult {
    try checkOutput(output)
    var edit = EditOptions()
    edit.output = .file(output)
    edit.force = options.force
    edit.synchronizes = options.synchronizes
    edit.keepsModified = options.keepsModified
    var executor = PlanExecutor(path: path, options: edit)
    executor.progress = progress
    executor.joined = joined.map(\.file)
    return try executor.execute(draft.plan, readFrom: draft.identity)
  }

  /// Rejects an output that must not be replaced: the input itself under any name, because undo
  /// data would have to keep all of its media; and any other existing file, unless
  /// ``ExportOptions/force`` is set.
  ///
  /// - Throws: ``MetaError`` with `refused`.
  package func checkOutput(_ output: FilePath) throws(MetaError) {
    guard let existing = try? FileStatus(of: output) else { return }
    if let input = try? FileStatus(of: path), input.identity.isSameFile(as: existing.identity) {
      throw MetaError.refused(
        "the output is the input itself, and an export cannot be undone; specify another output",
        path)
    }
    guard options.force else {
      throw MetaError.refused("\(output) exists; use --force to replace it", output)
    }
  }
}
