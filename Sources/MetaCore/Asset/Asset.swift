internal import Synchronization
public import SystemPackage

/// A media file, or its bytes in memory, whose properties are loaded on demand; the counterpart of
/// AVFoundation's `AVAsset`.
///
/// Creating an asset does no I/O; its file is opened when the first property is loaded:
///
///     let asset = Asset(path: "song.m4a")
///     let (items, tracks) = try await asset.load(.metadata, .tracks)
///
/// Only the parts of the file that a property needs are read, once for all properties of one call,
/// and kept for later calls. If reading fails because one part is damaged, the parts of each
/// property are read separately, so that one property can fail without the others.
///
/// ``apply(_:options:)`` edits the file, but does not change properties that were already loaded.
public final class Asset: Sendable {
  /// The path of the file; nil for bytes in memory.
  public let path: FilePath?

  let options: ReadOptions
  let formats: FormatRegistry
  /// The backend for formats that MetaCore does not support; nil if the program has no backend.
  let backend: (any AssetBackend)?
  private let source: (any ByteSource)?
  private let state = Mutex(State())

  /// The state protected by the lock: the read operations on the file, keyed by the parts that
  /// they include, and the outcome of each property, keyed by its name.
  private struct State {
    var readings: [AssetParts: DocumentLoad] = [:]
    var outcomes: [String: Outcome] = [:]

    /// Returns the parts of a read operation that includes all of `parts` and has succeeded or is
    /// running.
    func reading(of parts: AssetParts) -> AssetParts? {
      readings.first { key, reading in
        if case .done(.failure) = reading { return false }
        return key.isSuperset(of: parts)
      }?.key
    }
  }

  /// The outcome of loading one property.
  ///
  /// `done` identifies the read operation by its parts; the value itself is computed from the
  /// document that was read whenever it is requested.
  private enum Outcome {
    case loading
    case done(AssetParts)
    case failed(MetaError)
    case cancelled
  }

  /// A read operation on the file: either the running task, with the number of callers waiting for
  /// it, or its result.
  private enum DocumentLoad {
    case running(Task<Result<Document, MetaError>, Never>, waiting: Int)
    case done(Result<Document, MetaError>)
  }

  /// Creates an asset for a file, without opening it.
  public init(path: FilePath, options: ReadOptions = ReadOptions()) {
    self.path = path
    self.options = options
    formats = .standard
    backend = nil
    source = nil
  }

  /// Creates an asset for the file at a path given as a string.
  public convenience init(_ path: String, options: ReadOptions = ReadOptions()) {
    self.init(path: FilePath(path), options: options)
  }

  /// Creates an asset for a file whose format may be supported by another module.
  package init(path: FilePath, options: ReadOptions = ReadOptions(), formats: FormatRegistry) {
    self.path = path
    self.options = options
    self.formats = formats
    backend = nil
    source = nil
  }

  /// Creates an asset for a file, with a backend for formats that MetaCore does not support.
  package init(path: FilePath, options: ReadOptions = ReadOptions(), backend: any AssetBackend) {
    self.path = path
    self.options = options
    formats = backend.formats
    self.backend = backend
    source = nil
  }

  /// Creates an asset that reads its bytes from the given source.
  public init(source: any ByteSource, options: ReadOptions = ReadOptions()) {
    path = nil
    self.options = options
    formats = .standard
    backend = nil
    self.source = source
  }

  /// Creates an asset from the bytes of a file.
  public convenience init(bytes: [UInt8], options: ReadOptions = ReadOptions()) {
    self.init(source: DataSource(bytes), options: options)
  }

  /// Returns the bytes of an item's value, such as a picture or private data, up to `limit`.
  ///
  /// - Throws: ``MetaError``: `notAvailable` if the value is not binary, `limitExceeded`,
  ///   `otherSource` if the item is from another asset, or the reason why the bytes cannot be read.
  @concurrent
  public func data(
    of item: MetadataItem, limit: Int = Limits.standard.table
  ) async throws(MetaError) -> [UInt8] {
    guard let data = item.value.dataValue else {
      throw MetaError(
        .notAvailable, file: path,
        reason: "\(item.identifier) is \(item.value.kindInWords), not binary data")
    }
    return try await bytes(of: data, limit)
  }

  /// Returns the bytes of a picture, up to `limit`.
  ///
  /// - Throws: ``MetaError``, as for ``data(of:limit:)-(MetadataItem,Int)``.
  @concurrent
  public func data(
    of artwork: Artwork, limit: Int = Limits.standard.table
  ) async throws(MetaError) -> [UInt8] {
    try await bytes(of: artwork.data, limit)
  }

  /// Returns the bytes of the front cover, or else of the first picture; nil if the file has no
  /// pictures.
  ///
  /// - Throws: ``MetaError`` if the metadata cannot be loaded, `limitExceeded` if the picture has
  ///   more than `limit` bytes.
  @concurrent
  public func loadCoverData(
    limit: Int = Limits.standard.table
  ) async throws(MetaError) -> [UInt8]? {
    let pictures = try await loadProperty(.artwork)
    guard let cover = pictures.first(where: { $0.kind == .frontCover }) ?? pictures.first else {
      return nil
    }
    return try await bytes(of: cover.data, limit)
  }

  /// Returns the bytes of a value; the file is opened only if the value refers to a range in it.
  private func bytes(of data: DataValue, _ limit: Int) async throws(MetaError) -> [UInt8] {
    try await unlessCancelled { () throws(MetaError) in
      let source: any ByteSource = data.location == nil ? DataSource([]) : try self.opened()
      do throws(ParseError) {
        return Array(try data.load(from: source, limit: limit).bytes)
      } catch {
        throw MetaError(error, file: self.path)
      }
    }
  }

  /// Runs blocking work outside Swift's thread pool; throws immediately if the caller is cancelled.
  func unlessCancelled<Success: Sendable>(
    _ work: @escaping @Sendable () throws(MetaError) -> Success
  ) async throws(MetaError) -> Success {
    guard let result = await FileThreads.resultUnlessCancelled(of: work) else {
      throw .cancelled(path)
    }
    return try result.get()
  }

  /// Creates an asset from bytes whose format may be supported by another module.
  package init(
    source: any ByteSource, path: FilePath?, options: ReadOptions = ReadOptions(),
    formats: FormatRegistry
  ) {
    self.path = path
    self.options = options
    self.formats = formats
    backend = nil
    self.source = source
  }

  // MARK: Properties

  /// Loads a property.
  ///
  /// - Throws: ``MetaError`` if it cannot be loaded; ``status(of:)`` reports the same error.
  public func load<Value>(_ property: AssetProperty<Value>) async throws(MetaError) -> Value {
    try await loadProperty(property)
  }

  /// Loads several properties.
  ///
  /// - Throws: The ``MetaError`` for the first property that cannot be loaded; ``status(of:)``
  ///   reports the error for each property.
  /// - Returns: The values, in the order of the properties.
  public func load<each Value>(
    _ property: repeat AssetProperty<each Value>
  ) async throws(MetaError) -> (repeat each Value) {
    var parts: AssetParts = []
    for property in repeat each property {
      mark(property.name)
      parts.formUnion(property.parts)
    }
    // Loading is attempted for every property, so that one failure does not affect the others.
    let results = (repeat await result(of: each property, in: parts))
    return (repeat try (each results).get())
  }

  /// Returns the status of loading a property.
  public func status<Value>(of property: AssetProperty<Value>) -> AssetProperty<Value>.Status {
    let (outcome, document) = state.withLock { state in
      let outcome = state.outcomes[property.name]
      if case .done(let parts)? = outcome,
        case .done(.success(let document))? = state.readings[parts]
      {
        return (outcome, Optional(document))
      }
      return (outcome, nil)
    }
    switch outcome {
    case nil: return .unknown
    case .loading: return .loading
    case .failed(let error): return .failed(error)
    case .cancelled: return .cancelled
    case .done:
      guard let document else { return .unknown }
      do throws(MetaError) {
        return .loaded(try property.value(document))
      } catch {
        return .failed(error)
      }
    }
  }

  /// Loads the track with the given ID; returns nil if the file has no such track.
  ///
  /// - Throws: ``MetaError`` if the tracks cannot be loaded.
  public func loadTrack(withTrackID id: UInt32) async throws(MetaError) -> AssetTrack? {
    try await loadProperty(.tracks).first { $0.trackID == id }
  }

  /// Loads the tracks with the given media type, in file order.
  ///
  /// - Throws: ``MetaError`` if the tracks cannot be loaded.
  public func loadTracks(withMediaType type: MediaType) async throws(MetaError) -> [AssetTrack] {
    try await loadProperty(.tracks).filter { $0.mediaType == type }
  }

  /// Loads the metadata items in the given format.
  ///
  /// - Throws: ``MetaError`` if the metadata cannot be loaded.
  public func loadMetadata(for format: MetadataFormat) async throws(MetaError) -> [MetadataItem] {
    try await loadProperty(.metadata).items(of: format)
  }

  /// Returns the items in the given format if the metadata is already loaded; otherwise an empty
  /// array.
  public func metadata(forFormat format: MetadataFormat) -> [MetadataItem] {
    guard case .loaded(let items) = status(of: .metadata) else { return [] }
    return items.items(of: format)
  }

  /// Loads the chapters in the most preferred language available, as groups of items.
  ///
  /// - Throws: ``MetaError`` if the chapters cannot be loaded.
  public func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages languages: [LanguageTag]
  ) async throws(MetaError) -> [TimedMetadataGroup] {
    let groups = try await loadProperty(.chapterMetadataGroups)
    return TimedMetadataGroup.best(of: groups, for: languages)
  }

  // MARK: Loading

  /// Marks a property as loading, unless it is already loaded.
  private func mark(_ name: String) {
    state.withLock { state in
      if case .done = state.outcomes[name] { return }
      state.outcomes[name] = .loading
    }
  }

  private func result<Value>(
    of property: AssetProperty<Value>, in parts: AssetParts
  ) async -> Result<Value, MetaError> {
    do throws(MetaError) {
      return .success(try await loadProperty(property, in: parts))
    } catch {
      return .failure(error)
    }
  }

  /// Loads a property, preferably from a read operation for `parts`, and stores its outcome.
  private func loadProperty<Value>(
    _ property: AssetProperty<Value>, in parts: AssetParts = []
  ) async throws(MetaError) -> Value {
    mark(property.name)
    do {
      let (document, parts) = try await document(
        for: property.parts, in: parts.union(property.parts))
      let value = try property.value(document)
      note(.done(parts), of: property.name)
      return value
    } catch {
      note(error.code == .cancelled ? .cancelled : .failed(error), of: property.name)
      throw error
    }
  }

  private func note(_ outcome: Outcome, of name: String) {
    state.withLock { $0.outcomes[name] = outcome }
  }

  /// Returns a document with at least the parts that one property needs, and the parts that were
  /// read: at least `requestedParts` or, if reading them fails, `parts` only.
  private func document(
    for parts: AssetParts, in requestedParts: AssetParts
  ) async throws(MetaError) -> (Document, AssetParts) {
    let shared = state.withLock { $0.reading(of: requestedParts) } ?? requestedParts
    do {
      return (try await reading(of: shared), shared)
    } catch {
      // If the file itself cannot be read, reading less of it does not help.
      let isHopeless: Set<MetaError.Code> = [
        .cancelled, .notReadable, .unknownFormat, .backend, .io,
      ]
      guard parts != shared, !isHopeless.contains(error.code) else { throw error }
      return (try await reading(of: parts), parts)
    }
  }

  /// Returns the result of a read operation shared by concurrent callers; the operation is
  /// cancelled once no callers are waiting for it.
  private func reading(of parts: AssetParts) async throws(MetaError) -> Document {
    while true {
      guard !Task.isCancelled else { throw .cancelled(path) }
      let result = await join(parts)
      if case .failure(let error) = result, error.code == .cancelled {
        guard !Task.isCancelled else { throw error }
        // Another caller's cancellation ended the read operation before this caller joined it, so
        // start over.
        continue
      }
      guard !Task.isCancelled else { throw .cancelled(path) }
      return try result.get()
    }
  }

  /// Joins the running read operation for the given parts, or starts one, and returns its result.
  private func join(_ parts: AssetParts) async -> Result<Document, MetaError> {
    let task: Task<Result<Document, MetaError>, Never>? = state.withLock { state in
      switch state.readings[parts] {
      case .done: return nil
      case .running(let task, let waiting):
        state.readings[parts] = .running(task, waiting: waiting + 1)
        return task
      case nil:
        let task = Task(executorPreference: FileThreads.shared) { self.read(parts) }
        state.readings[parts] = .running(task, waiting: 1)
        return task
      }
    }
    guard let task else { return finishReading(parts) }
    guard let result = await task.resultUnlessCancelled() else {
      leave(parts)
      return .failure(.cancelled(path))
    }
    finish(parts, result)
    return result
  }

  /// Returns the result of a finished read operation; `cancelled` if it was removed meanwhile.
  private func finishReading(_ parts: AssetParts) -> Result<Document, MetaError> {
    state.withLock { state in
      if case .done(let result) = state.readings[parts] { return result }
      return .failure(.cancelled(path))
    }
  }

  /// Keeps the result of a read operation for later callers, unless it was cancelled; in that case,
  /// the next caller starts a new one.
  private func finish(_ parts: AssetParts, _ result: Result<Document, MetaError>) {
    state.withLock { state in
      guard case .running = state.readings[parts] else { return }
      let isCancelled =
        if case .failure(let error) = result { error.code == .cancelled } else { false }
      state.readings[parts] = isCancelled ? nil : .done(result)
    }
  }

  /// Removes a cancelled caller from a read operation, and cancels the operation if no other
  /// callers remain.
  private func leave(_ parts: AssetParts) {
    state.withLock { state in
      guard case .running(let task, let waiting) = state.readings[parts] else { return }
      // A read operation without callers may be stuck in its source, so the next caller starts a
      // new one.
      if waiting <= 1 { task.cancel() }
      state.readings[parts] = waiting <= 1 ? nil : .running(task, waiting: waiting - 1)
    }
  }

  /// Reads the given parts of the file, using the backend if MetaCore does not support the format.
  private func read(_ parts: AssetParts) -> Result<Document, MetaError> {
    do {
      let source = CancellableSource(try opened()) { Task.isCancelled }
      return .success(
        try FormatReader(source, formats: formats).document(options: parts.applied(to: options)))
    } catch let error as ParseError where error.code == .backend && backend != nil {
      return readElsewhere(error)
    } catch let error as ParseError {
      return .failure(Task.isCancelled ? .cancelled(path) : MetaError(error, file: path))
    } catch let error as MetaError {
      return .failure(error)
    } catch {
      return .failure(MetaError(.io, file: path, reason: "\(error)", underlying: error))
    }
  }

  /// Reads the file using the backend; if it returns no document, the result is MetaCore's error.
  private func readElsewhere(_ error: ParseError) -> Result<Document, MetaError> {
    do throws(MetaError) {
      if let path, let document = try backend?.document(of: path) { return .success(document) }
      return .failure(MetaError(error, file: path))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the bytes of the asset; a file is opened anew for each caller.
  func opened() throws(MetaError) -> any ByteSource {
    if let source { return source }
    guard let path else { throw MetaError(.notReadable, reason: "the asset has no file") }
    do { return try FileSource(path: path) } catch { throw MetaError(opening: path, error) }
  }
}
