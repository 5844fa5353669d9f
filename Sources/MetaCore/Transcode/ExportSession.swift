internal import Synchronization
public import SystemPackage

/// Exports the media of an asset to another file; AVFoundation's `AVAssetExportSession`.
///
///     let session = ExportSession(asset: Asset(path: "holiday.mov"))
///     session.options.edits = [.set(.title, .string("Holiday"))]
///     try await session.export(to: "holiday.mp4")
///
/// Without a preset all samples are unchanged, as with AVFoundation's passthrough preset, but
/// metadata can be changed too. With a preset, video and audio are encoded. The output appears
/// complete or not at all. A session can export once.
public final class ExportSession: Sendable {
  /// The state of a session.
  @nonexhaustive
  public enum Status: Sendable, Hashable {
    /// The export has not been started.
    case unknown
    /// The file is read, and the new one planned.
    case waiting
    /// The new file is written.
    case exporting
    /// The new file is complete.
    case completed
    /// The export failed; ``ExportSession/error`` has the reason.
    case failed
    /// The export was cancelled; there is no new file.
    case cancelled
  }

  /// A state of a session that has not ended; AVFoundation's `AVAssetExportSession.State`.
  @nonexhaustive
  public enum State: Sendable, Hashable {
    /// The export has not begun.
    case pending
    /// The file is read, and the new one planned.
    case waiting
    /// The new file is written; the progress is from 0 to 1.
    case exporting(progress: Double)
  }

  fileprivate struct Storage {
    var options = ExportOptions()
    var status = Status.unknown
    var progress = 0.0
    var error: MetaError?
    var task: Task<Result<EditResult, MetaError>, Never>?
    var listeners: [Listener] = []

    /// The state that is reported; nil when the session has ended.
    var reported: State? {
      switch status {
      case .unknown: .pending
      case .waiting: .waiting
      case .exporting: .exporting(progress: progress)
      case .completed, .failed, .cancelled: nil
      }
    }
  }

  /// A stream of states, and when it had the last one.
  fileprivate struct Listener {
    let id: Int
    let continuation: AsyncStream<State>.Continuation
    let interval: Duration
    var last: ContinuousClock.Instant
  }

  /// What is exported.
  public let asset: Asset
  /// The settings of video and audio in the new file; nil to keep the samples unchanged.
  public let preset: OutputSettingsPreset?
  /// What decodes and encodes.
  private let codecs: MediaCodecs
  private let state = Mutex(Storage())

  /// Makes a session for an asset, without reading it.
  ///
  /// A preset needs the codecs of `MetaForeign`.
  public init(
    asset: Asset, preset: OutputSettingsPreset? = nil, codecs: MediaCodecs = .standard
  ) {
    self.asset = asset
    self.preset = preset
    self.codecs = codecs
  }

  /// The options; they can be changed until ``export(to:as:)-(FilePath,_)`` is called.
  public var options: ExportOptions {
    get { state.withLock { $0.options } }
    set { state.withLock { $0.options = newValue } }
  }

  /// The items of the new file instead of those of the asset; nil for these.
  ///
  /// The same as ``ExportOptions/metadata``.
  public var metadata: [MetadataItem]? {
    get { options.metadata }
    set { state.withLock { $0.options.metadata = newValue } }
  }

  /// The state of the session.
  public var status: Status { state.withLock { $0.status } }

  /// The reason why there is no new file; nil until it is known.
  public var error: MetaError? { state.withLock { $0.error } }

  /// How much of the new file is written, from 0 to 1.
  public var progress: Double { state.withLock { $0.progress } }

  /// The states of the session, from the current one to the end of the export; AVFoundation's
  /// method of this name.
  ///
  /// Progress is reported at most once per `updateInterval`, except for the end. If states are not
  /// read in time, the last 16 are kept.
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

  // MARK: Asking first

  /// The file types to which the asset can be exported, its own family first; empty when its media
  /// cannot be exported.
  ///
  /// - Throws: ``MetaError`` when the asset cannot be read.
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

  /// The reason why the asset cannot be exported to a type without encoding; nil when it can.
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

  private func reason(against fileType: FileType, _ path: FilePath) -> MetaError? {
    do throws(MetaError) {
      if let foreign, let name = fileType.pathExtension {
        var output = path
        output.extension = name
        if try isForeign(path, options, to: output) {
          var options = options
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

  private func transcoder(
    _ path: FilePath, _ options: ExportOptions, as fileType: FileType?
  ) -> Transcoder {
    var wanted = TranscodeOptions()
    wanted.export = options
    wanted.export.fileType = fileType ?? options.fileType
    wanted.preset = preset
    if preset == nil { wanted.mediaTreatments = [.video: .copied, .audio: .copied] }
    return Transcoder(path: path, options: wanted, codecs: codecs)
  }

  /// Exports formats that MetaCore does not support; it does not encode.
  private var foreign: (any ExportingBackend)? {
    preset == nil ? asset.backend as? any ExportingBackend : nil
  }

  /// Whether the backend of the asset makes the new file.
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

  /// Exports to a file of a type, by default the one of the file name extension.
  ///
  /// Cancelling the task cancels the export.
  ///
  /// - Throws: ``MetaError``: `refused` when the new file cannot hold what is requested or exists
  ///   already, `cancelled`, or the reason why reading or writing failed. ``status`` has the same.
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

  /// Exports to a file by its path as text.
  ///
  /// - Throws: ``MetaError``, as ``export(to:as:)-(FilePath,_)`` does.
  @discardableResult
  public func export(
    to output: String, as fileType: FileType? = nil
  ) async throws(MetaError) -> EditResult {
    try await export(to: FilePath(output), as: fileType)
  }

  /// Cancels the export; there is no new file, unless it is already complete.
  public func cancelExport() {
    let task = state.withLock { state in
      if state.status == .unknown { state.status = .cancelled }
      return state.task
    }
    task?.cancel()
  }

  private func begin(
    _ path: FilePath, _ output: FilePath, _ fileType: FileType?
  ) throws(MetaError) -> Task<Result<EditResult, MetaError>, Never> {
    let begun = state.withLock {
      state -> Result<Task<Result<EditResult, MetaError>, Never>, MetaError> in
      guard state.status != .cancelled else { return .failure(.cancelled(path)) }
      guard state.status == .unknown else {
        return .failure(.refused("the session has exported already", path))
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
      let done = try await transcoder.run(planned, to: output) { [weak self] in self?.tell($0) }
      end(.completed, nil)
      return .success(done.result)
    } catch {
      end(error.code == .cancelled ? .cancelled : .failed, error)
      return .failure(error)
    }
  }

  /// The export of a backend; nil where the new file is made here.
  private func run(
    _ backend: any ExportingBackend, _ transcoder: Transcoder, _ output: FilePath
  ) throws(MetaError) -> EditResult? {
    let (path, options) = (transcoder.path, transcoder.options.export)
    try FileExporter(path: path, options: options).checkOutput(output)
    guard try isForeign(path, options, to: output) else { return nil }
    try beginWriting(path)
    return try backend.export(path, to: output, options, isDryRun: false) { [weak self] progress in
      self?.tell(progress)
    }
  }

  private func beginWriting(_ path: FilePath) throws(MetaError) {
    guard !Task.isCancelled else { throw .cancelled(path) }
    state.withLock { state in
      state.status = .exporting
      state.report(isUrgent: true)
    }
  }

  private func tell(_ progress: Double) {
    state.withLock { state in
      state.progress = progress
      state.report(isUrgent: progress >= 1)
    }
  }

  private func end(_ status: Status, _ error: MetaError?) {
    let listeners = state.withLock { state in
      if status == .completed, state.progress < 1 {
        state.progress = 1
        state.report(isUrgent: true)
      }
      state.status = status
      state.error = error
      state.task = nil
      defer { state.listeners = [] }
      return state.listeners
    }
    // Ending a stream calls back, so not under the lock.
    for listener in listeners { listener.continuation.finish() }
  }
}

extension ExportSession.Storage {
  /// Reports the state to the observers that are due, or to all of them if it must not be missed.
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
