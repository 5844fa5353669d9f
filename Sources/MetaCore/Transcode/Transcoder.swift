public import SystemPackage

/// Creates a file in which some tracks of a movie are encoded and the others are copied, for the
/// verb `transcode` and for ``ExportSession``; this is an export in which the encoded tracks have
/// new samples.
///
///     var options = TranscodeOptions()
///     options.video = VideoOutputSettings(codec: .h264, width: 1280, height: 720)
///     let transcoder = Transcoder(path: "phone.mov", options: options, codecs: codecs)
///     try await transcoder.run(to: "phone.mp4")
///
/// ``TranscodeOptions`` determines which tracks are encoded, copied or omitted. From a file that
/// MetaCore cannot export to a movie, such as Matroska, only the encoded tracks and the converted
/// metadata are included. The samples are first encoded into an unnamed file and then copied to the
/// new movie, which appears complete or not at all. Cancelling the task cancels the work.
public struct Transcoder: Sendable {
  /// The path of the file.
  public let path: FilePath
  /// The options.
  public var options: TranscodeOptions
  /// The decoders and encoders.
  public let codecs: MediaCodecs

  /// Creates a transcoder for a file, without opening it.
  public init(path: FilePath, options: TranscodeOptions, codecs: MediaCodecs) {
    self.path = path
    self.options = options
    self.codecs = codecs
  }

  /// The plan of a transcode: the handling of each track, and the plan for the new file.
  struct Planned {
    /// The contents of the file.
    let document: Document
    let tracks: TranscodePlan
    let exporter: FileExporter
    /// The export, with the original samples of the tracks to be encoded, or the reason why
    /// MetaCore cannot perform it.
    let route: FileExporter.Route

    /// Whether some tracks are copied.
    var copiesTracks: Bool {
      let encoded = Set(tracks.encoded.map(\.track.id))
      return document.tracks.contains { track in
        !encoded.contains(track.id) && tracks.includedTracks?.contains(track.id) ?? true
      }
    }
  }

  /// Writes the new file.
  ///
  /// - Throws: ``MetaError``: `refused` if the new file cannot hold the requested content or
  ///   already exists, `unsupported` for a codec without an encoder, `noDecoder` for one without a
  ///   decoder, `backend` if a library for the file format is missing, `damaged` at the first
  ///   damage unless losses are allowed, `noSamples` if there is nothing to encode or copy,
  ///   `cancelled`, `io`.
  public func run(
    to output: FilePath, progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(MetaError) -> TranscodeResult {
    try await run(planned(to: output), to: output, progress)
  }

  /// Plans the new file without encoding anything.
  ///
  /// - Throws: The ``MetaError`` that ``run(to:progress:)`` throws before anything is encoded.
  public func preview(to output: FilePath) throws(MetaError) -> TranscodePreview {
    let planned = try planned(to: output)
    let tracks = planned.tracks.encoded.map { TranscodeResult.Track($0) }
    switch planned.route {
    case .native(let draft): return TranscodePreview(tracks: tracks, draft)
    case .foreign(let reason):
      let movie = NewTranscodedMovie(self, planned)
      return TranscodePreview(
        tracks: tracks, movie.fileType, try movie.prepared(for: output, because: reason))
    }
  }

  /// Returns the plan for the file.
  ///
  /// - Throws: The ``MetaError`` that ``run(to:progress:)`` throws before anything is encoded.
  func planned(to output: FilePath) throws(MetaError) -> Planned {
    do throws(MetaError) {
      return try plan(to: output)
    } catch  where error.code == .backend && codecs.transcodeLibrary != nil {
      // No other exporter is available.
      throw .refused(error.reason, path)
    }
  }

  /// Plans the handling of the tracks, and the export with the original samples.
  private func plan(to output: FilePath) throws(MetaError) -> Planned {
    var exporter = FileExporter(path: path, options: options.export)
    exporter.options.fileType = try exporter.fileType(of: output)
    let (document, tracks) = try tracks(for: exporter.options.fileType ?? .mp4)
    exporter.options.tracks = tracks.includedTracks
    exporter.encoded = Set(tracks.encoded.map(\.track.id))
    // Reasons for refusing the export are found before anything is encoded.
    return Planned(
      document: document, tracks: tracks, exporter: exporter, route: try exporter.route(to: output))
  }

  func run(
    _ planned: Planned, to output: FilePath, _ progress: CopyProgress?
  ) async throws(MetaError) -> TranscodeResult {
    try planned.exporter.checkOutput(output)
    switch planned.route {
    case .native(let draft):
      return try await run(planned, draft, to: output, progress)
    case .foreign(let reason):
      return try await NewTranscodedMovie(self, planned).run(to: output, because: reason, progress)
    }
  }

  /// Encodes the tracks, then replans and performs the export with their new samples; if there are
  /// no tracks to encode, it only performs the export.
  private func run(
    _ planned: Planned, _ draft: ExportDraft, to output: FilePath, _ progress: CopyProgress?
  ) async throws(MetaError) -> TranscodeResult {
    var exporter = planned.exporter
    let tracks = planned.tracks.encoded
    guard !tracks.isEmpty else {
      let result = try exporter.execute(draft, to: output, progress: progress)
      return TranscodeResult(tracks: [], findings: [], draft: draft, result: result)
    }
    let encoded = try await TranscodeWork(
      tracks, in: self, draft.fileType, planned.document, next: output
    ).run(progress)
    defer { encoded.file?.discard() }
    // A track without samples is copied.
    exporter.encoded = Set(encoded.tracks.map(\.id))
    if let file = encoded.file {
      var joined = JoinedExport(file.file)
      joined.tracks = encoded.numbers
      joined.placed = exporter.encoded.intersection(
        tracks.filter { $0.turn != .none }.map(\.track.id))
      exporter.joined = [joined]
    } else if !planned.copiesTracks {
      throw .nothingEncoded(path)
    }
    let new = try exporter.draft(to: output)
    let result = try exporter.execute(new, to: output)
    let inPlace = encoded.tracks.map { track in
      var track = track
      track.newID = track.id
      return track
    }
    return TranscodeResult(
      tracks: inPlace, findings: encoded.findings, draft: new, result: result)
  }

  // MARK: The file

  /// The supported formats.
  var formats: FormatRegistry { codecs.transcodeLibrary?.formats ?? .standard }

  /// Returns the contents of the file, and the handling of each track.
  private func tracks(
    for fileType: FileType
  ) throws(MetaError) -> (Document, TranscodePlan) {
    do {
      let reader = try FormatReader(try FileSource(path: path), formats: formats)
      let document = try reader.document()
      let plan = try TranscodePlan(options, document, to: fileType) { track in
        reader.canContain(track.id, of: document, into: fileType)
      }
      return (document, plan)
    } catch let code as Errno {
      throw MetaError(opening: path, code)
    } catch {
      throw MetaError(editing: path, error)
    }
  }
}

extension MetaError {
  /// Returns the error for a file in which no track to be encoded has samples.
  static func nothingEncoded(_ path: FilePath) -> MetaError {
    MetaError(.noSamples, file: path, reason: "there are no samples to encode")
  }
}
