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

  /// Makes the new file.
  ///
  /// - Throws: ``MetaError``: `refused` when the new file cannot hold what is asked for or exists, `unsupported` for a codec or a
  ///   container that is not written, `malformed` at the first damage unless losses are allowed, `cancelled`, `io`.
  public func run(
    to output: FilePath, progress: CopyProgress? = nil
  ) async throws(MetaError) -> TranscodeResult {
    var exporter = FileExporter(path: path, options: options.export)
    try exporter.checkOutput(output)
    let document = try document()
    let tracks = tracks(of: document)
    exporter.encoded = Set(tracks.map(\.track.id))
    switch try exporter.route(to: output) {
    case .native(let draft):
      // Whatever the export refuses is known before anything is encoded.
      return try await run(exporter, draft, tracks, to: output, progress)
    case .foreign(let reason):
      let movie = NewTranscodedMovie(transcoder: self, document: document, tracks: tracks)
      return try await movie.run(to: output, because: reason, progress)
    }
  }

  private func run(
    _ exporter: FileExporter, _ planned: ExportDraft, _ tracks: [Chosen], to output: FilePath,
    _ progress: CopyProgress?
  ) async throws(MetaError) -> TranscodeResult {
    var exporter = exporter
    guard !tracks.isEmpty else {
      let result = try exporter.execute(planned, to: output, progress: progress)
      return TranscodeResult(tracks: [], findings: [], draft: planned, result: result)
    }
    let work = try TranscodeWork(
      tracks, in: self, planned.fileType, planned.document, next: output)
    let encoded = try await work.run(progress)
    defer { encoded.file.discard() }
    var joined = JoinedExport(encoded.file.file)
    joined.tracks = encoded.numbers
    exporter.joined = [joined]
    let draft = try exporter.draft(to: output)
    let result = try exporter.execute(draft, to: output)
    return TranscodeResult(
      tracks: encoded.tracks, findings: encoded.findings, draft: draft, result: result)
  }

  // MARK: The file

  /// A track that is encoded, and how.
  typealias Chosen = (track: TrackDescription, settings: OutputSettings)

  /// The formats that are read.
  var formats: FormatRegistry { codecs.transcodeLibrary?.formats ?? .standard }

  private func document() throws(MetaError) -> Document {
    let source: FileSource
    do { source = try FileSource(path: path) } catch { throw MetaError(opening: path, error) }
    do throws(ParseError) {
      return try FormatReader(source, formats: formats).document()
    } catch { throw MetaError(error, file: path) }
  }

  /// The tracks that are encoded; pictures and titles of chapters stay as they are.
  private func tracks(of document: Document) -> [Chosen] {
    let chapters = document.chapterTracks
    return document.tracks.compactMap { track in
      guard options.export.tracks?.contains(track.id) ?? true, !chapters.contains(track.id) else {
        return nil
      }
      return options.settings(for: track).map { (track, $0.completed(for: track)) }
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

  let tracks: [Transcoder.Chosen]
  private let transcoder: Transcoder
  private let reader: AssetReader
  private let writer: AssetWriter
  private let start: MediaTime
  private let duration: Double

  init(
    _ tracks: [Transcoder.Chosen], in transcoder: Transcoder, _ fileType: FileType,
    _ document: Document, next output: FilePath
  ) throws(MetaError) {
    self.transcoder = transcoder
    self.tracks = tracks
    let asset = Asset(path: transcoder.path, formats: transcoder.formats)
    reader = AssetReader(asset: asset, codecs: transcoder.codecs)
    try reader.setStopsAtDamage(!transcoder.options.export.allowsLoss)
    let range = transcoder.options.export.timeRange
    if let range { try reader.setTimeRange(range) }
    start = range?.start ?? .zero
    writer = try AssetWriter(unnamedFor: output, fileType: fileType, codecs: transcoder.codecs)
    let whole = document.duration?.seconds ?? 0
    let end = range.flatMap { $0.end.isNumeric ? $0.end.seconds : nil } ?? whole
    duration = min(whole, end) - start.seconds
  }

  /// One track on its way.
  private struct Line: @unchecked Sendable {
    let provider: SampleProvider
    let receiver: SampleBufferReceiver
    var result: TranscodeResult.Track
    /// When an empty edit at the beginning ends, which the new track has, too; nil without one.
    let start: MediaTime?

    /// A sample without the silence that stands for that edit; nil where nothing is left.
    func trimmed(_ sample: SampleBuffer) -> SampleBuffer? {
      guard let start, let sound = sample.audio, sample.presentationTime < start else {
        return sample
      }
      let rate = UInt32(clamping: max(1, sound.format.sampleRate))
      let position = ExactTime(start).units(rate, .nearest)
      let missing = position.minus(ExactTime(sample.presentationTime).units(rate, .nearest))
      guard missing < Int64(sound.frameCount) else { return nil }
      return SampleBuffer(
        sound[Int(missing)..<sound.frameCount], atSample: position, damage: sample.damage)
    }
  }

  func run(_ progress: CopyProgress?) async throws(MetaError) -> Encoded {
    var lines: [Line] = []
    for (track, settings) in tracks {
      let input = input(for: track, settings)
      let output = FirstTrackOutput(track.mediaType, track: track.id, settings: .decoded)
      lines.append(
        Line(
          provider: try reader.outputProvider(for: output),
          receiver: try writer.inputReceiver(for: input),
          result: TranscodeResult.Track(id: track.id, settings: settings), start: track.start))
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

  /// What the new movie says of a track; one that gets the samples only, says the rest itself.
  private func input(
    for track: TrackDescription, _ settings: OutputSettings
  ) -> AssetWriterInput {
    var input = AssetWriterInput(
      track.mediaType, settings: settings, sourceFormatHint: FormatDescription(track))
    if case .video = settings { input.mediaTimeScale = track.timescale }
    input.languageTag = track.language
    input.title = track.name
    input.marksOutputTrackAsEnabled = track.isEnabled ?? true
    return input
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
    var result = line.result
    while let sample = try await line.provider.next() {
      try Task.checkCancellation()
      guard let sample = line.trimmed(sample) else { continue }
      try await line.receiver.append(sample)
      result.sampleCount += Int64(sample.sampleCount)
      progress.note(sample.presentationTime)
    }
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

extension TrackDescription {
  /// When an empty edit at the beginning ends; nil without one.
  fileprivate var start: MediaTime? {
    guard let first = edits.first, first.mediaStart == nil, first.duration.isNumeric else {
      return nil
    }
    return first.duration
  }
}

extension OutputSettings {
  /// The same settings with what the track says where they do not.
  func completed(for track: TrackDescription) -> OutputSettings {
    guard case .video(var settings) = self, let video = track.video else { return self }
    if settings.expectedSourceFrameRate == nil {
      settings.expectedSourceFrameRate = video.frameRate
    }
    if settings.pixelAspectRatio == nil, settings.keepsShape, let aspect = video.pixelAspect,
      aspect.count == 2
    {
      settings.pixelAspectRatio = PixelAspectRatio(
        horizontalSpacing: aspect[0], verticalSpacing: aspect[1])
    }
    return .video(settings)
  }
}

extension VideoOutputSettings {
  /// Whether the shape of pixels is that of the source.
  fileprivate var keepsShape: Bool { width == nil && height == nil || scalingMode != .resize }
}
