internal import Synchronization
internal import SystemPackage

/// Encodes the tracks of a transcode, each in its own task, into an unnamed movie that has only
/// these tracks; ``Transcoder`` or ``NewTranscodedMovie`` then copies their samples from it to the
/// new file.
struct TranscodeWork {
  /// The movie with the encoded tracks, and the damage found in their media.
  struct Encoded {
    /// The unnamed movie file; nil if no track has samples.
    let file: OutputFile?
    /// The tracks that have samples, with their IDs in that movie.
    let tracks: [TranscodeResult.Track]
    let findings: [Diagnostic]

    /// The track IDs in that movie, keyed by their IDs in the source file.
    var numbers: [UInt32: UInt32] {
      Dictionary(tracks.map { ($0.id, $0.newID) }) { first, _ in first }
    }
  }

  let tracks: [TranscodePlan.EncodedTrack]
  private let transcoder: Transcoder
  private let reader: AssetReader
  private let writer: AssetWriter
  /// The start of the time range, at which the session of the new movie also starts.
  private let start: MediaTime
  private let duration: Double

  init(
    _ tracks: [TranscodePlan.EncodedTrack], in transcoder: Transcoder, _ fileType: FileType,
    _ document: Document, next output: FilePath
  ) throws(MetaError) {
    self.transcoder = transcoder
    self.tracks = tracks
    let asset = Asset(path: transcoder.path, formats: transcoder.formats)
    reader = AssetReader(asset: asset, codecs: transcoder.codecs)
    // Damaged media would be a loss.
    try reader.setStopsAtDamage(!transcoder.options.export.allowsLoss)
    let range = transcoder.options.export.timeRange
    if let range { try reader.setTimeRange(range) }
    start = range?.start ?? .zero
    writer = try AssetWriter(unnamedFor: output, fileType: fileType, codecs: transcoder.codecs)
    let totalDuration = document.duration?.seconds ?? 0
    let end = range.flatMap { $0.end.isNumeric ? $0.end.seconds : nil } ?? totalDuration
    duration = min(totalDuration, end) - start.seconds
  }

  /// One track being encoded: its decoder, the changes to its frames, and its encoder.
  ///
  /// Its parts are not Sendable, but only one task uses it.
  private struct Line: @unchecked Sendable {
    let provider: SampleProvider
    let receiver: SampleBufferReceiver
    let pictures: VideoStage
    var result: TranscodeResult.Track
    /// The end of an initial empty edit, which the new track also has; nil if there is no such
    /// edit.
    let start: MediaTime?

    /// Returns a sample without the silence of the initial empty edit; nil if nothing remains.
    func trimmed(_ sample: SampleBuffer) -> SampleBuffer? {
      guard let start, let audio = sample.audio, sample.presentationTime < start else {
        return sample
      }
      let rate = UInt32(clamping: max(1, audio.format.sampleRate))
      let position = ExactTime(start).units(rate, .nearest)
      let missing = position.minus(ExactTime(sample.presentationTime).units(rate, .nearest))
      guard missing < Int64(audio.frameCount) else { return nil }
      return SampleBuffer(
        audio[Int(missing)..<audio.frameCount], atSample: position, damage: sample.damage)
    }
  }

  /// Encodes all tracks concurrently; returns the unnamed movie, if any track has samples, which
  /// the caller must discard.
  func run(_ progress: CopyProgress?) async throws(MetaError) -> Encoded {
    var lines: [Line] = []
    for encoded in tracks {
      let track = encoded.track
      let output = FirstTrackOutput(track.mediaType, track: track.id, settings: .decoded)
      let receiver = try writer.inputReceiver(for: input(for: encoded))
      lines.append(
        Line(
          provider: try reader.outputProvider(for: output), receiver: receiver,
          pictures: VideoStage(encoded, transcoder.codecs),
          result: TranscodeResult.Track(encoded, as: receiver.trackID),
          start: track.start))
    }
    try reader.start()
    try writer.start()
    try writer.startSession(atSourceTime: start)
    do {
      let done = try await encode(lines, Progress(duration, from: start.seconds, progress))
      return try await finished(done)
    } catch {
      reader.cancelReading()
      writer.cancelWriting()
      if error is CancellationError { throw .cancelled(transcoder.path) }
      throw error as? MetaError ?? MetaError(editing: transcoder.path, error)
    }
  }

  /// Finishes the movie; if there are no samples, there is no movie.
  private func finished(_ done: [TranscodeResult.Track]) async throws -> Encoded {
    let tracks = done.filter { $0.sampleCount > 0 }
    guard !tracks.isEmpty else {
      writer.cancelWriting()
      return Encoded(file: nil, tracks: [], findings: reader.findings)
    }
    guard let file = try await writer.finishUnnamed() else { throw MetaError.cancelled(nil) }
    return Encoded(file: file, tracks: tracks, findings: reader.findings)
  }

  /// Returns the input for a track of the new movie, or for a track that only provides samples.
  private func input(for encoded: TranscodePlan.EncodedTrack) -> AssetWriterInput {
    let track = encoded.track
    var input = AssetWriterInput(
      track.mediaType, settings: encoded.settings,
      sourceFormatHint: FormatDescription(track.turned(by: encoded.turn)))
    if case .video = encoded.settings {
      input.mediaTimeScale = encoded.frameDuration?.timescale ?? track.timescale
    }
    input.languageTag = track.language
    input.title = track.name
    input.marksOutputTrackAsEnabled = track.isEnabled ?? true
    return input
  }

  /// Encodes all tracks, each in its own task; returns them in file order.
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
      guard let sample = line.trimmed(sample) else { continue }
      try await pictures.add(sample, append)
      progress.note(sample.presentationTime)
    }
    try await pictures.finish(append)
    line.receiver.finish()
    return result
  }

  /// The progress of encoding, which is that of the latest sample in any track.
  ///
  /// It is reported at least once per second, even if it increases slowly or is unknown, because a
  /// waiting process interprets a lack of reports as a failure.
  private final class Progress: Sendable {
    private let duration: Double
    private let start: Double
    private let report: CopyProgress?
    private let lastReport = Mutex((part: 0.0, time: ContinuousClock.now))

    init(_ duration: Double, from start: Double, _ report: CopyProgress?) {
      self.duration = duration
      self.start = start
      self.report = report
    }

    func note(_ time: MediaTime) {
      guard let report else { return }
      let now = ContinuousClock.now
      let reached = duration > 0 ? min(1, max(0, (time.seconds - start) / duration)) : 0
      let part = lastReport.withLock { lastReport -> Double? in
        guard reached >= lastReport.part + 0.01 || now - lastReport.time >= .seconds(1) else {
          return nil
        }
        lastReport = (max(lastReport.part, reached), now)
        return lastReport.part
      }
      if let part { report(part) }
    }
  }
}

extension TrackDescription {
  /// The end of an initial empty edit; nil if there is no such edit.
  fileprivate var start: MediaTime? {
    guard let first = edits.first, first.mediaStart == nil, first.duration.isNumeric else {
      return nil
    }
    return first.duration
  }
}
