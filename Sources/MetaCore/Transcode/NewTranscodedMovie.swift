internal import SystemPackage

/// Transcodes a file that MetaCore cannot export to a movie, such as Matroska: video and audio
/// tracks are encoded into a new movie, and the metadata is converted.
///
/// Included tracks that are not encoded, except chapter tracks, are lost; unless losses are
/// allowed, the transcode is refused.
struct NewTranscodedMovie {
  let transcoder: Transcoder
  let fileType: FileType
  /// The contents of the file.
  private let document: Document
  /// The tracks to encode.
  private let tracks: [TranscodePlan.EncodedTrack]
  private let options: ExportOptions

  init(_ transcoder: Transcoder, _ planned: Transcoder.Planned) {
    self.transcoder = transcoder
    document = planned.document
    tracks = planned.tracks.encoded
    options = planned.exporter.options
    fileType = options.fileType ?? .mp4
  }

  /// Returns the metadata for the new file, and the content that is not included.
  ///
  /// - Throws: ``MetaError``: `refused` with `reason` if the target is not a movie or no track is
  ///   encoded, `refused` if a loss is not allowed, `backend` if the library that reads these files
  ///   is missing.
  func prepared(for output: FilePath, because reason: String) throws(MetaError) -> ConvertedMetadata
  {
    guard MovieTarget.of(fileType) != nil, !tracks.isEmpty else {
      throw .refused(reason, transcoder.path)
    }
    guard let library = transcoder.codecs.transcodeLibrary else {
      throw MetaError(.backend, file: transcoder.path, reason: reason)
    }
    let losses = try leftTracks()
    do {
      var moved = try library.metadata(of: played, at: transcoder.path, for: output, options)
      moved.losses = losses + moved.losses
      return moved
    } catch { throw MetaError(editing: transcoder.path, error) }
  }

  /// Writes the movie.
  ///
  /// - Throws: ``MetaError``, as for ``prepared(for:because:)`` and
  ///   ``Transcoder/run(to:progress:)``.
  func run(
    to output: FilePath, because reason: String, _ progress: CopyProgress?
  ) async throws(MetaError) -> TranscodeResult {
    var moved = try prepared(for: output, because: reason)
    let original: FileSink
    do throws(Errno) { original = try FileSink(reading: transcoder.path) } catch {
      throw MetaError(opening: transcoder.path, error)
    }
    let work = try TranscodeWork(tracks, in: transcoder, fileType, document, next: output)
    let encoded = try await work.run(progress)
    guard let file = encoded.file else { throw .nothingEncoded(transcoder.path) }
    defer { file.discard() }
    do {
      moved.notes += notes(on: encoded)
      let draft = try draft(of: file, moved, to: output)
      let writer = try OutputWriter(file, like: original, writing)
      let result = try writer.write(draft.plan, to: output)
      return TranscodeResult(
        tracks: encoded.tracks, findings: encoded.findings, draft: draft, result: result)
    } catch { throw MetaError(editing: transcoder.path, error) }
  }

  /// The document with the chapters in the selected range.
  private var played: Document {
    guard let range = options.timeRange else { return document }
    var document = document
    document.chapters = document.chapters.part(range)
    return document
  }

  /// Returns the losses for tracks that are missing from the movie because they cannot be encoded.
  ///
  /// - Throws: ``MetaError`` with `refused` if a loss is not allowed.
  private func leftTracks() throws(MetaError) -> [Diagnostic] {
    let (chapters, includedTracks) = (document.chapterTracks, Set(tracks.map(\.track.id)))
    let omitted = document.tracks.filter { track in
      !includedTracks.contains(track.id) && !chapters.contains(track.id)
        && options.tracks?.contains(track.id) ?? true
    }
    let losses = omitted.map { track in
      Diagnostic(
        code: .wouldLose, path: StructurePath([]), offset: nil,
        message:
          "track \(track.id) (\(track.codec ?? track.mediaType.rawValue)) cannot be encoded, so the new file does not contain it"
      )
    }
    guard losses.isEmpty || options.allowsLoss else {
      throw MetaError.refused(losses.map(\.message).joined(separator: "; "), transcoder.path)
    }
    return losses
  }

  /// Returns notes about tracks that are missing from the movie because they are empty.
  private func notes(on encoded: TranscodeWork.Encoded) -> [Diagnostic] {
    let numbers = encoded.numbers
    return tracks.map(\.track.id).filter { numbers[$0] == nil }.map { id in
      Diagnostic(
        code: .oddity, path: StructurePath([]), offset: nil,
        message: "track \(id) has no samples, so the new file does not contain it")
    }
  }

  /// Returns the export of the encoded movie with the metadata.
  private func draft(
    of file: OutputFile, _ moved: ConvertedMetadata, to output: FilePath
  ) throws -> ExportDraft {
    var options = options
    options.edits = moved.edits.filter { !$0.isGaplessInfo }
    // The encoded movie has only the selected tracks and range, and the metadata is filtered.
    (options.filter, options.tracks, options.timeRange) = (nil, nil, nil)
    let draft = try FileExporter(path: file.path, options: options).draft(to: output)
    return ExportDraft(
      document: document, plan: draft.plan, fileType: fileType,
      losses: moved.losses + draft.losses, metadataLosses: draft.metadataLosses,
      notes: moved.notes + draft.notes, privacy: moved.privacy ?? draft.privacy,
      identity: draft.identity)
  }

  /// The options for writing the new file.
  private var writing: EditOptions {
    var writing = EditOptions()
    writing.force = options.force
    writing.synchronizes = options.synchronizes
    writing.keepsModified = options.keepsModified
    return writing
  }
}

extension MetadataEdit {
  /// Whether the edit sets gapless playback information, which changes when audio is encoded.
  fileprivate var isGaplessInfo: Bool {
    guard case .set(.field(let field), _) = change else { return false }
    return field == Field.named("gaplessInfo")
  }
}
