internal import Synchronization
public import SystemPackage

/// Exports the media of an asset to another file; the counterpart of AVFoundation's
/// `AVAssetExportSession`.
///
///     let session = ExportSession(asset: Asset(path: "holiday.mov"))
///     session.options.edits = [.set(.title, .string("Holiday"))]
///     try await session.export(to: "holiday.mp4")
///
/// Without a preset, samples are copied unchanged, as with AVFoundation's passthrough preset. With
/// a preset, video and audio are encoded, or omitted if the preset does not include them. In both
/// cases, ``options`` can change metadata and select tracks and a time range. The output appears
/// complete or not at all. A session can export only once.
public final class ExportSession: Sendable {
  /// The state of an export session, from its creation to its end.
  @nonexhaustive
  public enum Status: Sendable, Hashable {
    /// The export has not started.
    case unknown
    /// The file is being read, and the new file is being planned.
    case waiting
    /// The new file is being written.
    case exporting
    /// The new file is complete.
    case completed
    /// The export failed with ``ExportSession/error``.
    case failed
    /// The export was cancelled; no file was created.
    case cancelled
  }

  /// The state of a session that has not ended; the counterpart of AVFoundation's
  /// `AVAssetExportSession.State`.
  @nonexhaustive
  public enum State: Sendable, Hashable {
    /// The export has not started.
    case pending
    /// The file is being read, and the new file is being planned.
    case waiting
    /// The new file is being written; the progress is from 0 to 1.
    case exporting(progress: Double)
  }

  /// The state protected by the lock: the options and progress of the export, and its observers.
  fileprivate struct Storage {
    var options = ExportOptions()
    var status = Status.unknown
    var progress = 0.0
    var error: MetaError?
    var task: Task<Result<EditResult, MetaError>, Never>?
    var listeners: [Listener] = []

    /// The reported state; nil if the session has ended.
    var reported: State? {
      switch status {
      case .unknown: .pending
      case .waiting: .waiting
      case .exporting: .exporting(progress: progress)
      case .completed, .failed, .cancelled: nil
      }
    }
  }

  /// A stream of states that a caller observes, with the time of the last one.
  fileprivate struct Listener {
    let id: Int
    let continuation: AsyncStream<State>.Continuation
    let interval: Duration
    var last: ContinuousClock.Instant
  }

  /// The asset to export.
  public let asset: Asset
  /// The preset for video and audio; nil means that samples are copied unchanged.
  public let preset: OutputSettingsPreset?
  /// The decoders and encoders.
  private let codecs: MediaCodecs
  private let state = Mutex(Storage())

  /// Creates a session for an asset, without reading it.
  ///
  /// A preset requires the codecs of `MetaForeign`.
  public init(
    asset: Asset, preset: OutputSettingsPreset? = nil, codecs: MediaCodecs = .standard
  ) {
    self.asset = asset
    self.preset = preset
    self.codecs = codecs
  }

  /// The options; changes after ``export(to:as:)-(FilePath,_)`` is called have no effect.
  public var options: ExportOptions {
    get { state.withLock { $0.options } }
    set { state.withLock { $0.options = newValue } }
  }

  /// The items that replace those of the asset in the new file; nil means that the asset's items
  /// are kept.
  ///
  /// This is the same as ``ExportOptions/metadata``.
  public var metadata: [MetadataItem]? {
    get { options.metadata }
    set { state.withLock { $0.options.metadata = newValue } }
  }

  /// The state of the session.
  public var status: Status { state.withLock { $0.status } }

  /// The error that ended the export; nil unless it failed, or was cancelled after it had started.
  public var error: MetaError? { state.withLock { $0.error } }

  /// The completed fraction of the work, from 0 to 1.
  public var progress: Double { state.withLock { $0.progress } }

  /// Returns the states of the session, from the current one to the end of the export; the
  /// counterpart of AVFoundation's method with the same name.
  ///
  /// Progress is reported at most once per `updateInterval`, except for the end. If states are not
  /// consumed in time, the last 16 are kept.
  public func states(updateInterval: Duration = .milliseconds(100)) -> AsyncStream<State> {
    AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
      let isOver = state.withLock { state in
        guard let present = state.reported else { return true }
        continuation.yield(present)
        let id = (state.listeners.last?.id ?? 0) + 1
        state.listeners.append(
          Listener(id: id, continuation: continuation, interval: updateInterval, last: .now))
        continuation.onTermination = { [weak self] _ in
          self?.state.withLock { $0.listeners.removeAll { $0.id == id } }
        }
        return false
      }
      if isOver { continuation.finish() }
    }
  }

  // MARK: Compatibility

  /// Returns the file types to which the asset can be exported, its own type first and the others
  /// in a fixed order; empty if its media cannot be exported.
  ///
  /// - Throws: ``MetaError`` if the asset cannot be read.
  @concurrent
  public func supportedFileTypes() async throws(MetaError) -> [FileType] {
    let path = try path()
    return try await FileThreads.run { () throws(MetaError) in
      var types: [FileType] = []
      for type in try fileTypes(of: path) where reason(against: type, path) == nil {
        types.append(type)
      }
      return types
    }
  }

  /// Returns the reason why the session cannot export the asset to a file type; nil if it can.
  @concurrent
  public func reason(against fileType: FileType) async -> MetaError? {
    do throws(MetaError) {
      let path = try path()
      return await FileThreads.run { reason(against: fileType, path) }
    } catch {
      return error
    }
  }

  private func fileTypes(of path: FilePath) throws(MetaError) -> [FileType] {
    do throws(MetaError) {
      return try FileExporter(path: path).fileTypes()
    } catch {
      guard error.code == .backend, let foreign else { throw error }
      return foreign.exportedFileTypes
    }
  }

  /// Returns the reason why the asset cannot be exported to a file type, found by planning the
  /// export without writing anything.
  private func reason(against fileType: FileType, _ path: FilePath) -> MetaError? {
    do throws(MetaError) {
      if let foreign, let name = fileType.pathExtension {
        var (output, options) = (path, options)
        output.extension = name
        options.fileType = fileType
        if try isForeign(path, options, to: output) {
          // A file may exist at this path, but nothing is written.
          options.force = true
          _ = try foreign.export(path, to: output, options, isDryRun: true, progress: nil)
          return nil
        }
      }
      _ = try transcoder(path, options, as: fileType).preview(to: path)
      return nil
    } catch {
      return error
    }
  }

  /// Returns the transcoder for the export; without a preset, it copies all samples.
  private func transcoder(
    _ path: FilePath, _ options: ExportOptions, as fileType: FileType?
  ) -> Transcoder {
    var transcodeOptions = TranscodeOptions()
    transcodeOptions.export = options
    transcodeOptions.export.fileType = fileType ?? options.fileType
    transcodeOptions.preset = preset
    if preset == nil { transcodeOptions.mediaTreatments = [.video: .copied, .audio: .copied] }
    return Transcoder(path: path, options: transcodeOptions, codecs: codecs)
  }

  /// The backend for formats that MetaCore does not support; nil if there is a preset, because the
  /// backend does not encode.
  private var foreign: (any ExportingBackend)? {
    preset == nil ? asset.backend as? any ExportingBackend : nil
  }

  /// Returns whether the asset's backend performs the export.
  private func isForeign(
    _ path: FilePath, _ options: ExportOptions, to output: FilePath
  ) throws(MetaError) -> Bool {
    if case .foreign = try FileExporter(path: path, options: options).route(to: output) {
      return true
    }
    return false
  }

  private func path() throws(MetaError) -> FilePath {
    guard let path = asset.path else {
      throw MetaError(.notReadable, reason: "an asset in memory cannot be exported")
    }
    return path
  }

  // MARK: Export

  /// Exports to a file of the given type, by default the type for the file name extension.
  ///
  /// Cancelling the task cancels the export.
  ///
  /// - Throws: ``MetaError``: `refused` if the new file cannot hold the requested content or
  ///   already exists, `cancelled`, or an error from reading or writing. ``status`` also indicates
  ///   the outcome.
  @discardableResult
  public func export(
    to output: FilePath, as fileType: FileType? = nil
  ) async throws(MetaError) -> EditResult {
    let path = try path()
    let task = try begin(path, output, fileType)
    let result = await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
    return try result.get()
  }

  /// Exports to the file at a path given as a string.
  ///
  /// - Throws: ``MetaError``, as for ``export(to:as:)-(FilePath,_)``.
  @discardableResult
  public func export(
    to output: String, as fileType: FileType? = nil
  ) async throws(MetaError) -> EditResult {
    try await export(to: FilePath(output), as: fileType)
  }

  /// Cancels the export; no file is created, unless it is already complete.
  public func cancelExport() {
    let (task, listeners) = state.withLock { state in
      guard state.status == .unknown else { return (state.task, [Listener]()) }
      state.status = .cancelled
      return (nil, state.takeListeners())
    }
    task?.cancel()
    ExportSession.finish(listeners)
  }

  /// Starts the export task, unless the session was already used.
  private func begin(
    _ path: FilePath, _ output: FilePath, _ fileType: FileType?
  ) throws(MetaError) -> Task<Result<EditResult, MetaError>, Never> {
    let begun = state.withLock {
      state -> Result<Task<Result<EditResult, MetaError>, Never>, MetaError> in
      guard state.status != .cancelled else { return .failure(.cancelled(path)) }
      guard state.status == .unknown else {
        return .failure(.refused("the session has already exported", path))
      }
      let transcoder = transcoder(path, state.options, as: fileType)
      state.status = .waiting
      state.report(isUrgent: true)
      let task = Task(executorPreference: FileThreads.shared) {
        await self.run(transcoder, output)
      }
      state.task = task
      return .success(task)
    }
    return try begun.get()
  }

  /// Plans and performs the export; the result also becomes the state of the session.
  @concurrent
  private func run(
    _ transcoder: Transcoder, _ output: FilePath
  ) async -> Result<EditResult, MetaError> {
    do throws(MetaError) {
      if let foreign, let result = try run(foreign, transcoder, output) {
        end(.completed, nil)
        return .success(result)
      }
      let planned = try transcoder.planned(to: output)
      try beginWriting(transcoder.path)
      let done = try await transcoder.run(planned, to: output) { [weak self] in
        self?.reportProgress($0)
      }
      end(.completed, nil)
      return .success(done.result)
    } catch {
      end(error.code == .cancelled ? .cancelled : .failed, error)
      return .failure(error)
    }
  }

  /// Runs the export in a backend; returns nil if MetaCore performs it.
  private func run(
    _ backend: any ExportingBackend, _ transcoder: Transcoder, _ output: FilePath
  ) throws(MetaError) -> EditResult? {
    let (path, options) = (transcoder.path, transcoder.options.export)
    try FileExporter(path: path, options: options).checkOutput(output)
    guard try isForeign(path, options, to: output) else { return nil }
    try beginWriting(path)
    return try backend.export(path, to: output, options, isDryRun: false) { [weak self] progress in
      self?.reportProgress(progress)
    }
  }

  private func beginWriting(_ path: FilePath) throws(MetaError) {
    guard !Task.isCancelled else { throw .cancelled(path) }
    state.withLock { state in
      state.status = .exporting
      state.report(isUrgent: true)
    }
  }

  private func reportProgress(_ progress: Double) {
    state.withLock { state in
      state.progress = progress
      state.report(isUrgent: progress >= 1)
    }
  }

  /// Records the end of the session, and ends the streams of its observers.
  private func end(_ status: Status, _ error: MetaError?) {
    let listeners = state.withLock { state in
      if status == .completed, state.progress < 1 {
        state.progress = 1
        state.report(isUrgent: true)
      }
      state.status = status
      state.error = error
      state.task = nil
      return state.takeListeners()
    }
    ExportSession.finish(listeners)
  }

  /// Ends the streams of observers; because this calls back, the lock must not be held.
  private static func finish(_ listeners: [Listener]) {
    for listener in listeners { listener.continuation.finish() }
  }
}

extension ExportSession.Storage {
  /// Removes and returns all observers.
  fileprivate mutating func takeListeners() -> [ExportSession.Listener] {
    defer { listeners = [] }
    return listeners
  }

  /// Reports the state to the observers that are due, or to all if the state must not be missed.
  fileprivate mutating func report(isUrgent: Bool) {
    guard let reported else { return }
    let now = ContinuousClock.now
    for index in listeners.indices
    where isUrgent || now - listeners[index].last >= listeners[index].interval {
      listeners[index].continuation.yield(reported)
      listeners[index].last = now
    }
  }
}
