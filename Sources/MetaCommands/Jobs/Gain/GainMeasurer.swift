internal import Dispatch
internal import MetaCore
internal import Synchronization

/// Measures the loudness of the files for one `gain` command, each file at most once, and returns
/// the edits to their tags.
///
/// The threads of the ``EditJob`` call it with one file at a time. For a file in an album, all
/// files in the album are measured first; threads that need the same album share the work. When
/// tags are written, files that already have gains are not measured, unless `--redo` is given.
final class GainMeasurer: Sendable {
  private let tags: GainTags
  private let environment: Environment
  /// Whether there is only one file, whose position in seconds is shown as progress.
  private let isAlone: Bool
  private let albums: [InputPath: GainAlbum]
  /// The results so far, which the report prints.
  private let outcomes = Mutex<[InputPath: GainOutcome]>([:])

  /// Creates a measurer; `albums` are groups of files that belong together.
  init(
    _ tags: GainTags, albums: [GainAlbum] = [], isAlone: Bool, in environment: Environment
  ) {
    self.tags = tags
    self.environment = environment
    self.isAlone = isAlone
    self.albums = Dictionary(albums.flatMap { album in album.files.map { ($0, album) } }) {
      first, _ in first
    }
  }

  /// Returns the outcome for a file, or nil if it was not examined.
  func outcome(of path: InputPath) -> GainOutcome? { outcomes.withLock { $0[path] } }

  /// Returns the edits that write or remove the loudness tags of a file, or no edits if it is only
  /// measured.
  ///
  /// - Throws: ``MetaError`` if the file cannot be measured.
  func edits(for path: InputPath, _ input: EditInput) throws(MetaError) -> [MetadataEdit] {
    if tags.settings.action == .remove { return GainTags.removal }
    if tags.settings.action == .write, input.insertionPoints.isEmpty {
      // Files that cannot be edited are refused before they are measured.
      return [.set(.field(.replayGainTrackGain), [.real(0)])]
    }
    do throws(Failure) {
      let outcome = try examined(path, input.document)
      return tags.settings.action == .write ? tags.edits(outcome, for: input) : []
    } catch {
      throw MetaError(.io, file: path.path, reason: error.message, underlying: error)
    }
  }

  /// Returns the outcome for a file, which is measured unless it has all tags; a second call for
  /// the same file, for example when a transaction plans each file twice, returns the first
  /// outcome.
  private func examined(
    _ path: InputPath, _ document: Document
  ) throws(Failure) -> GainOutcome {
    if let known = outcome(of: path) { return known }
    var outcome = GainOutcome()
    if let album = albums[path] {
      if !album.isComplete || tags.settings.redoes { outcome = try measured(path, of: album) }
    } else if tags.settings.redoes || tags.settings.action == .measure
      || !tags.areComplete(in: document)
    {
      let measured = try measure(path, document)
      outcome.track = LoudnessFigures([measured], tags.settings.peaks)
      outcome.notes = measured.findings.map(\.sentence)
    }
    outcomes.withLock { $0[path] = outcome }
    return outcome
  }

  /// Returns the outcome for a file in an album, after all files in the album were measured.
  private func measured(
    _ path: InputPath, of album: GainAlbum
  ) throws(Failure) -> GainOutcome {
    album.measure(tags.settings.peaks) { (path) throws(Failure) in
      try self.measure(path, nil)
    }
    return try album.outcome(of: path)
  }

  /// Measures one file, with its position in seconds as progress if it is the only one and its
  /// duration is known.
  private func measure(
    _ path: InputPath, _ document: Document?
  ) throws(Failure) -> MeasuredLoudness {
    let length = document?.duration.flatMap { Int(exactly: $0.seconds.rounded(.up)) } ?? 0
    let progress = ProgressLine(
      of: length, on: environment.sink, isShown: isAlone && length > 0, unit: "seconds")
    defer { progress.end() }
    let measuring = LoudnessMeasuring(
      track: tags.settings.track, measuresTruePeak: tags.settings.peaks == .true_)
    return try measuring.measure(path, in: environment, progress)
  }
}

/// The files in one album, which several threads measure, and which are gated together for the
/// album loudness.
final class GainAlbum: Sendable {
  let files: [InputPath]
  /// Whether all files already have the gains to write, so that they are not measured again.
  let isComplete: Bool

  /// The results so far; `next` is the index of the first file that no thread has started.
  private struct State {
    var next = 0
    var measured: [MeasuredLoudness] = []
    var tracks: [InputPath: LoudnessFigures] = [:]
    var notes: [InputPath: [String]] = [:]
    var failures: [InputPath: Failure] = [:]
    /// The figures of all files; nil until known, or if a file was not measured.
    var figures: LoudnessFigures?
  }

  private let state = Mutex(State())
  /// Entered once per file, and left when the file was measured or failed, so that threads can wait
  /// for all files.
  private let pendingFiles = DispatchGroup()

  init(_ files: [InputPath], isComplete: Bool) {
    self.files = files
    self.isComplete = isComplete
    for _ in files { pendingFiles.enter() }
  }

  /// Measures files that no other thread has started to measure, then waits for the other threads.
  func measure(
    _ peaks: GainSettings.Peaks, _ body: (InputPath) throws(Failure) -> MeasuredLoudness
  ) {
    while let path = next() {
      defer { pendingFiles.leave() }
      do throws(Failure) {
        let measured = try body(path)
        let figures = LoudnessFigures([measured], peaks)
        state.withLock { state in
          state.tracks[path] = figures
          state.notes[path] = measured.findings.map(\.sentence)
          state.measured.append(measured)
        }
      } catch {
        state.withLock { $0.failures[path] = error }
      }
    }
    pendingFiles.wait()
    state.withLock { state in
      guard state.figures == nil, state.failures.isEmpty else { return }
      state.figures = LoudnessFigures(state.measured, peaks)
      // The measurements are no longer needed.
      state.measured = []
    }
  }

  /// Returns a file that no thread has started, or nil if there are no more files.
  private func next() -> InputPath? {
    state.withLock { state in
      guard state.next < files.count else { return nil }
      defer { state.next += 1 }
      return files[state.next]
    }
  }

  /// Returns the outcome for a file after all files were measured; if a file failed, the album has
  /// no figures.
  func outcome(of path: InputPath) throws(Failure) -> GainOutcome {
    let state = state.withLock { $0 }
    if let failure = state.failures[path] { throw failure }
    var outcome = GainOutcome(track: state.tracks[path], album: state.figures)
    outcome.notes = state.notes[path] ?? []
    if let missing = state.failures.first {
      outcome.notes.append(
        "the album has no gain, because \(missing.key.display) was not measured")
    }
    return outcome
  }
}
