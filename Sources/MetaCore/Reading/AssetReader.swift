internal import Synchronization
internal import SystemPackage

/// Reads the samples of an ``Asset`` or a ``Composition``, decoded or as stored; the counterpart of
/// AVFoundation's `AVAssetReader`.
///
///     let asset = Asset(path: "song.m4a")
///     let reader = AssetReader(asset: asset)
///     let output = AssetReaderTrackOutput(track: track, settings: .pcm(.int16))
///     let provider = try reader.outputProvider(for: output)
///     try reader.start()
///     while let sample = try await provider.next() { ... }
///
/// Calling a method in a state that does not allow it throws `wrongState`. Samples that cannot be
/// decoded are replaced by silence or omitted, and reported in ``findings``; with
/// ``stopsAtDamage``, reading fails at the first one.
public final class AssetReader: Sendable {
  /// The state of an ``AssetReader``, from its creation to its end.
  public enum Status: Sendable, Hashable {
    /// Reading has not started.
    case unknown
    /// Samples are ready to be read.
    case reading
    /// All samples of all outputs have been read.
    case completed
    /// Reading failed with ``AssetReader/error``.
    case failed
    /// Reading was cancelled with ``AssetReader/cancelReading()``.
    case cancelled
  }

  /// The state protected by the lock: the status, the configuration, which is fixed once reading
  /// starts, and the number of outputs that have not yet delivered all of their samples.
  struct State {
    var status = Status.unknown
    var error: MetaError?
    var timeRange = MediaTimeRange.all
    var stopsAtDamage = false
    var findings: [Diagnostic] = []
    var openOutputs = 0
    var media: (any MediaSource)?
    /// The outputs added through the classic interface.
    var outputs: [ClassicReaderOutput] = []
  }

  /// The media that the reader reads: an asset, or a composition of several assets.
  private enum Origin: Sendable {
    case asset(Asset)
    case composition(Composition)
  }

  let state = Mutex(State())
  private let origin: Origin
  let codecs: MediaCodecs

  /// Creates a reader for an asset, without opening it.
  public init(asset: Asset, codecs: MediaCodecs = .standard) {
    origin = .asset(asset)
    self.codecs = codecs
  }

  /// Creates a reader for the current state of a composition; its assets are opened when their
  /// samples are read.
  public init(composition: Composition, codecs: MediaCodecs = .standard) {
    origin = .composition(composition)
    self.codecs = codecs
  }

  private func opened() throws(MetaError) -> any MediaSource {
    switch origin {
    case .asset(let asset): try AssetMedia(of: asset)
    case .composition(let composition): CompositionMedia(composition)
    }
  }

  /// The asset; nil for a composition.
  public var asset: Asset? {
    if case .asset(let asset) = origin { asset } else { nil }
  }

  /// The path of the file; nil for bytes in memory and for compositions.
  var file: FilePath? { asset?.path }

  // MARK: Configuration

  /// The time range of the asset to read; by default, the whole asset is read.
  public var timeRange: MediaTimeRange { state.withLock { $0.timeRange } }

  /// Sets the time range to read.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has started, `invalidAttributes` for an
  ///   invalid range.
  public func setTimeRange(_ range: MediaTimeRange) throws(MetaError) {
    guard AssetReader.isReadable(range) else {
      throw MetaError(.invalidAttributes, reason: "invalid time range")
    }
    try configure("set the time range") { $0.timeRange = range }
  }

  /// Whether reading ends with an error at the first sample that cannot be decoded.
  public var stopsAtDamage: Bool { state.withLock { $0.stopsAtDamage } }

  /// Sets whether reading ends with an error at the first sample that cannot be decoded.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has started.
  public func setStopsAtDamage(_ stops: Bool) throws(MetaError) {
    try configure("set how damage is handled") { $0.stopsAtDamage = stops }
  }

  /// Returns whether the given time range can be read.
  static func isReadable(_ range: MediaTimeRange) -> Bool {
    range.isValid && range.start.isNumeric
      && (range.end.isNumeric || range.end.isPositiveInfinity)
  }

  /// Changes the configuration if reading has not started.
  func configure(
    _ what: String, _ change: (inout State) -> Void
  ) throws(MetaError) {
    let status = state.withLock { state in
      let status = state.status
      if status == .unknown { change(&state) }
      return status
    }
    guard status == .unknown else { throw AssetReader.wrongState(what, status) }
  }

  static func wrongState(_ what: String, _ status: Status) -> MetaError {
    let reason =
      switch status {
      case .unknown: "reading has not started"
      case .reading: "reading has started"
      case .completed: "reading is complete"
      case .failed: "reading failed"
      case .cancelled: "reading was cancelled"
      }
    return MetaError(.wrongState, reason: "cannot \(what): \(reason)")
  }

  // MARK: State

  /// The state of the reader.
  public var status: Status { state.withLock { $0.status } }

  /// The error that ended reading; nil unless the status is `failed`.
  public var error: MetaError? { state.withLock { $0.error } }

  /// The damage found so far, up to a limit.
  public var findings: [Diagnostic] { state.withLock { $0.findings } }

  // MARK: Reading

  /// Adds an output and returns the provider of its samples.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has started.
  public func outputProvider(
    for output: some AssetReaderOutput
  ) throws(MetaError) -> sending SampleProvider {
    try configure("add an output") { $0.openOutputs += 1 }
    return SampleProvider(SampleDelivery(output.request, ReadingRanges()), of: self)
  }

  /// Adds an output that can be reread in different time ranges, and returns its provider and
  /// controller; the counterpart of AVFoundation's `outputProviderWithRandomAccess(for:)`.
  ///
  /// The reader does not complete until ``RandomAccessController/markConfigurationAsFinal()`` is
  /// called.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has started.
  public func outputProviderWithRandomAccess(
    for output: some AssetReaderOutput
  ) throws(MetaError) -> sending (SampleProvider, RandomAccessController) {
    try configure("add an output") { $0.openOutputs += 1 }
    let ranges = ReadingRanges(isFinal: false)
    return (
      SampleProvider(SampleDelivery(output.request, ranges), of: self),
      RandomAccessController(ranges, of: self)
    )
  }

  /// Opens the asset and starts reading.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the reader has no outputs, was already started,
  ///   or is cancelled meanwhile; or the reason why the asset cannot be read.
  public func start() throws(MetaError) {
    let (status, outputs) = state.withLock { ($0.status, $0.openOutputs) }
    guard status == .unknown else { throw AssetReader.wrongState("start", status) }
    guard outputs > 0 else {
      throw MetaError(.wrongState, reason: "a reader without outputs cannot start")
    }
    let media: any MediaSource
    do throws(MetaError) {
      media = try opened()
    } catch {
      fail(error)
      throw error
    }
    try configure("start") { state in
      state.media = media
      state.status = .reading
    }
  }

  /// Cancels reading; providers then return nil.
  public func cancelReading() {
    state.withLock { state in
      guard state.status == .unknown || state.status == .reading else { return }
      state.status = .cancelled
      state.media = nil
    }
  }

  // MARK: For providers

  /// Returns whether samples can be read; false if reading was cancelled, failed or is complete.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has not started.
  func isReading() throws(MetaError) -> Bool {
    let status = status
    guard status != .unknown else { throw AssetReader.wrongState("read samples", status) }
    return status == .reading
  }

  /// Returns the engine for an output and a time range, by default the reader's time range; nil if
  /// the reader is not reading, for example because it was cancelled or has failed.
  func engine(
    for request: AssetReaderRequest, in range: MediaTimeRange?
  ) throws(MetaError) -> (any SampleEngine)? {
    let (media, defaultRange) = state.withLock { ($0.media, $0.timeRange) }
    return try media?.engine(for: request, in: range ?? defaultRange, codecs: codecs)
  }

  /// Records damage; then ends reading with an error and throws if reading stops at damage.
  func note(_ finding: Diagnostic) throws(MetaError) {
    let stops = state.withLock { state in
      if state.findings.count < Limits.standard.diagnostics { state.findings.append(finding) }
      return state.stopsAtDamage
    }
    guard !stops else {
      let error = MetaError(.damaged, file: file, reason: finding.message)
      fail(error)
      throw error
    }
  }

  /// Ends reading with an error, unless it has ended already.
  func fail(_ error: MetaError) {
    state.withLock { state in
      guard state.status == .unknown || state.status == .reading else { return }
      state.status = .failed
      state.error = error
      state.media = nil
    }
  }

  /// Called when an output has delivered all of its samples.
  func outputEnded() {
    state.withLock { state in
      state.openOutputs -= 1
      if state.openOutputs == 0, state.status == .reading { state.status = .completed }
    }
  }
}

/// Provides the samples of one output of an ``AssetReader``, to one task at a time; decoding runs
/// on the calling thread.
public final class SampleProvider {
  private let reader: AssetReader
  private var delivery: SampleDelivery

  init(_ delivery: SampleDelivery, of reader: AssetReader) {
    self.delivery = delivery
    self.reader = reader
  }

  /// Returns the next samples; nil after the last one, or if reading was cancelled or has failed.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has not started, `cancelled` if the task
  ///   is cancelled, or the error that ended reading.
  public nonisolated(nonsending) func next() async throws(MetaError) -> SampleBuffer? {
    guard !Task.isCancelled else {
      reader.cancelReading()
      throw MetaError(.cancelled, file: reader.file, reason: "reading was cancelled")
    }
    return try copyNextSampleBuffer()
  }

  /// Returns the next samples; the synchronous form of ``next()``.
  ///
  /// - Throws: ``MetaError``, as for ``next()``.
  public func copyNextSampleBuffer() throws(MetaError) -> SampleBuffer? {
    try delivery.next(of: reader)
  }
}

/// A source of samples from one or more tracks, which delivers them one by one: decoded samples in
/// presentation order, stored samples in decode order.
///
/// Each output of an ``AssetReader`` reads from an engine, which may take its samples from other
/// engines, for example to convert or mix them. Reading and decoding run in ``next()``.
protocol SampleEngine: AnyObject {
  /// Returns the next sample; nil after the last.
  func next() throws(MetaError) -> SampleBuffer?
}
