internal import Synchronization
public import SystemPackage

/// Encodes tracks of a movie anew, while everything else stays as it is: an export whose tracks have other samples.
///
///     var options = TranscodeOptions()
///     options.video = VideoOutputSettings(codec: .h264, width: 1280, height: 720)
///     let transcoder = Transcoder(path: "phone.mov", options: options, codecs: codecs)
///     try await transcoder.run(to: "phone.mp4")
///
/// The samples are encoded into a file without a name first; the new movie takes them from there, so it appears whole or not at all. Cancelling
/// the task ends it.
public struct Transcoder: Sendable {
  /// The file.
  public let path: FilePath
  /// What is asked for.
  public var options: TranscodeOptions
  /// What decodes and encodes.
  public let codecs: MediaCodecs

  /// A transcoder of a file; nothing is opened yet.
  public init(path: FilePath, options: TranscodeOptions, codecs: MediaCodecs) {
    self.path = path
    self.options = options
    self.codecs = codecs
  }

  /// What is planned before anything is encoded.
  struct Planned {
    let tracks: TranscodePlan
    let exporter: FileExporter
    /// The export, in which tracks that are to be encoded have their old samples.
    let draft: ExportDraft
  }

  /// Makes the new file.
  ///
  /// - Throws: ``MetaError``: `refused` when the new file cannot hold what is asked for or exists, `unsupported` for a codec or a
  ///   container that is not written, `malformed` at the first damage unless losses are allowed, `cancelled`, `io`.
  public func run(
    to output: FilePath, progress: CopyProgress? = nil
  ) async throws(MetaError) -> TranscodeResult {
    try await run(planned(to: output), to: output, progress)
  }

  /// What the new file comes to, before anything is encoded: the tracks that would be, without their samples, and the export.
  ///
  /// - Throws: ``MetaError``, as ``run(to:progress:)`` does before anything is encoded.
  public func preview(
    to output: FilePath
  ) throws(MetaError) -> (tracks: [TranscodeResult.Track], draft: ExportDraft) {
    let planned = try planned(to: output)
    let tracks = planned.tracks.encoded.map {
      TranscodeResult.Track(id: $0.track.id, settings: $0.settings)
    }
    return (tracks, planned.draft)
  }

  /// What becomes of the file.
  ///
  /// - Throws: ``MetaError``, as ``run(to:progress:)`` does before anything is encoded.
  func planned(to output: FilePath) throws(MetaError) -> Planned {
    var exporter = FileExporter(path: path, options: options.export)
    let tracks = try tracks(for: exporter, output)
    exporter.options.tracks = tracks.taken
    exporter.encoded = Set(tracks.encoded.map(\.track.id))
    return Planned(tracks: tracks, exporter: exporter, draft: try exporter.draft(to: output))
  }

  func run(
    _ planned: Planned, to output: FilePath, _ progress: CopyProgress?
  ) async throws(MetaError) -> TranscodeResult {
    var exporter = planned.exporter
    try exporter.checkOutput(output)
    let tracks = planned.tracks.encoded
    guard !tracks.isEmpty else {
      let result = try exporter.execute(planned.draft, to: output, progress: progress)
      return TranscodeResult(tracks: [], findings: [], draft: planned.draft, result: result)
    }
    let encoded = try await TranscodeWork(tracks, in: self, planned.draft, next: output)
      .run(progress)
    defer { encoded.file.discard() }
    var joined = JoinedExport(encoded.file.file)
    joined.tracks = encoded.numbers
    joined.placed = Set(tracks.filter { $0.turn != .none }.map(\.track.id))
    exporter.joined = [joined]
    let draft = try exporter.draft(to: output)
    let result = try exporter.execute(draft, to: output)
    return TranscodeResult(
      tracks: encoded.tracks, findings: encoded.findings, draft: draft, result: result)
  }

  /// What becomes of each track.
  private func tracks(
    for exporter: FileExporter, _ output: FilePath
  ) throws(MetaError) -> TranscodePlan {
    let fileType = try exporter.fileType(of: output)
    do {
      let reader = try FormatReader(try FileSource(path: path))
      let document = try reader.document()
      return try TranscodePlan(options, document, to: fileType) { track in
        reader.canTake(track.id, of: document, into: fileType)
      }
    } catch let code as Errno {
      throw MetaError(opening: path, code)
    } catch {
      throw MetaError(editing: path, error)
    }
  }
}

/// The encoding of the tracks of a transcode, each in a task of its own.
struct TranscodeWork {
  /// What was encoded.
  struct Encoded {
    /// The movie with it, which has no name.
    let file: OutputFile
    /// For each track of the old file, the number of its samples' track.
    let numbers: [UInt32: UInt32]
    let tracks: [TranscodeResult.Track]
    let findings: [Diagnostic]
  }

  let tracks: [TranscodePlan.EncodedTrack]
  private let transcoder: Transcoder
  private let reader: AssetReader
  private let writer: AssetWriter
  private let start: MediaTime
  private let duration: Double

  init(
    _ tracks: [TranscodePlan.EncodedTrack], in transcoder: Transcoder, _ draft: ExportDraft,
    next output: FilePath
  ) throws(MetaError) {
    self.transcoder = transcoder
    self.tracks = tracks
    reader = AssetReader(asset: Asset(path: transcoder.path), codecs: transcoder.codecs)
    try reader.setStopsAtDamage(!transcoder.options.export.allowsLoss)
    let range = transcoder.options.export.timeRange
    if let range { try reader.setTimeRange(range) }
    start = range?.start ?? .zero
    writer = try AssetWriter(
      unnamedFor: output, fileType: draft.fileType, codecs: transcoder.codecs)
    let whole = draft.document.duration?.seconds ?? 0
    let end = range.flatMap { $0.end.isNumeric ? $0.end.seconds : nil } ?? whole
    duration = min(whole, end) - start.seconds
  }

  /// One track on its way.
  private struct Line: @unchecked Sendable {
    let provider: SampleProvider
    let receiver: SampleBufferReceiver
    let pictures: PictureStage
    var result: TranscodeResult.Track
  }

  func run(_ progress: CopyProgress?) async throws(MetaError) -> Encoded {
    var lines: [Line] = []
    for encoded in tracks {
      let track = encoded.track
      var input = AssetWriterInput(track.mediaType, settings: encoded.settings)
      if case .video = encoded.settings {
        input.mediaTimeScale = encoded.frameDuration?.timescale ?? track.timescale
      }
      let output = FirstTrackOutput(track.mediaType, track: track.id, settings: .decoded)
      lines.append(
        Line(
          provider: try reader.outputProvider(for: output),
          receiver: try writer.inputReceiver(for: input),
          pictures: PictureStage(encoded, transcoder.codecs),
          result: TranscodeResult.Track(id: track.id, settings: encoded.settings)))
    }
    try reader.start()
    try writer.start()
    try writer.startSession(atSourceTime: start)
    do {
      let done = try await encode(lines, Progress(duration, from: start.seconds, progress))
      guard let file = try await writer.finishUnnamed() else { throw MetaError.cancelled(nil) }
      let numbers = tracks.enumerated().map { ($1.track.id, UInt32(clamping: $0 + 1)) }
      return Encoded(
        file: file, numbers: Dictionary(numbers, uniquingKeysWith: { first, _ in first }),
        tracks: done, findings: reader.findings)
    } catch {
      reader.cancelReading()
      writer.cancelWriting()
      if error is CancellationError { throw .cancelled(transcoder.path) }
      throw error as? MetaError ?? MetaError(editing: transcoder.path, error)
    }
  }

  private func encode(_ lines: [Line], _ progress: Progress) async throws -> [TranscodeResult.Track]
  {
    try await withThrowingTaskGroup(of: (Int, TranscodeResult.Track).self) { group in
      for (index, line) in lines.enumerated() {
        group.addTask { (index, try await TranscodeWork.encode(line, progress)) }
      }
      var done: [Int: TranscodeResult.Track] = [:]
      for try await (index, track) in group { done[index] = track }
      return done.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  @concurrent
  private static func encode(
    _ line: Line, _ progress: Progress
  ) async throws -> TranscodeResult.Track {
    var (result, pictures) = (line.result, line.pictures)
    func append(_ sample: SampleBuffer) async throws {
      try await line.receiver.append(sample)
      result.sampleCount += Int64(sample.sampleCount)
    }
    while let sample = try await line.provider.next() {
      try Task.checkCancellation()
      try await pictures.add(sample, append)
      progress.note(sample.presentationTime)
    }
    try await pictures.finish(append)
    line.receiver.finish()
    return result
  }

  /// How much is encoded: up to the latest sample of any track.
  private final class Progress: Sendable {
    private let duration: Double
    private let start: Double
    private let report: CopyProgress?
    private let last = Mutex(0.0)

    init(_ duration: Double, from start: Double, _ report: CopyProgress?) {
      self.duration = duration
      self.start = start
      self.report = report
    }

    func note(_ time: MediaTime) {
      guard let report, duration > 0 else { return }
      let part = min(1, max(0, (time.seconds - start) / duration))
      let isNew = last.withLock { last in
        guard part >= last + 0.01 else { return false }
        last = part
        return true
      }
      if isNew { report(part) }
    }
  }
}
