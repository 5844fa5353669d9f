internal import Synchronization

/// An output with the calls of AVFoundation before 2025; its `AVAssetReaderOutput`.
///
///     let output = ClassicReaderOutput(AssetReaderTrackOutput(track: track, settings: nil))
///     if reader.canAdd(output) { try reader.add(output) }
///     guard reader.startReading() else { ... }
///     while let sample = try output.copyNextSampleBuffer() { ... }
///
/// Every kind of output is wrapped in one. It belongs to one reader, which has to be kept as long
/// as samples are read.
public final class ClassicReaderOutput: Sendable {
  /// What it delivers.
  public let output: any AssetReaderOutput

  private struct State {
    weak var reader: AssetReader?
    var delivery: SampleDelivery?
    var ranges = ReadingRanges()
    var supportsRandomAccess = false
    var alwaysCopiesSampleData = true
  }

  private let state = Mutex(State())

  /// An output that belongs to no reader yet.
  public init(_ output: some AssetReaderOutput) { self.output = output }

  /// The media type that it delivers.
  public var mediaType: MediaType { output.mediaType }

  /// Accepted, and without effect: buffers never change, so copies share their bytes.
  ///
  /// AVFoundation's `alwaysCopiesSampleData`.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.alwaysCopiesSampleData } }
    set { state.withLock { $0.alwaysCopiesSampleData = newValue } }
  }

  /// Whether other ranges of time can be read after the first; false unless it is set.
  public var supportsRandomAccess: Bool { state.withLock { $0.supportsRandomAccess } }

  /// Sets whether other ranges of time can be read after the first.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the output was added to a reader.
  public func setSupportsRandomAccess(_ supports: Bool) throws(MetaError) {
    let isSet = state.withLock { state in
      guard state.delivery == nil else { return false }
      state.supportsRandomAccess = supports
      state.ranges = ReadingRanges(isFinal: !supports)
      return true
    }
    guard isSet else {
      throw MetaError(
        .wrongState, reason: "to set random access is not possible after an output was added")
    }
  }

  // MARK: Reading

  /// Returns the next samples; nil after the last one, and when reading was cancelled or has
  /// failed, which the reader's status and error show.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the output belongs to no reader, and before the
  ///   reader is started.
  public func copyNextSampleBuffer() throws(MetaError) -> SampleBuffer? {
    let reader = try reader("read samples")
    do throws(MetaError) {
      return try state.withLock { (state) throws(MetaError) in
        try state.delivery?.next(of: reader)
      }
    } catch {
      guard error.code != .wrongState else { throw error }
      return nil
    }
  }

  /// Reads other time ranges; AVFoundation's `reset(forReadingTimeRanges:)`.
  ///
  /// - Throws: ``MetaError``, as ``RandomAccessController/resetForReading(_:)`` does.
  public func resetForReading(_ timeRanges: [MediaTimeRange]) throws(MetaError) {
    let reader = try reader("read other ranges")
    try state.withLock { $0.ranges }.reset(to: timeRanges, of: reader)
  }

  /// Ends random access after the requested ranges.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the output belongs to no reader, or has no
  ///   random access.
  public func markConfigurationAsFinal() throws(MetaError) {
    let reader = try reader("end random access")
    let (ranges, isPossible) = state.withLock { ($0.ranges, $0.supportsRandomAccess) }
    guard isPossible else {
      throw MetaError(.wrongState, reason: "the output has no random access")
    }
    ranges.markAsFinal(of: reader)
  }

  // MARK: For readers

  /// Whether it belongs to no reader.
  var isFree: Bool { state.withLock { $0.delivery == nil } }

  /// Assigns it to a reader; returns false when it already belongs to one.
  func attach(to reader: AssetReader) -> Bool {
    let request = output.request
    return state.withLock { state in
      guard state.delivery == nil else { return false }
      state.delivery = SampleDelivery(request, state.ranges)
      state.reader = reader
      return true
    }
  }

  private func reader(_ what: String) throws(MetaError) -> AssetReader {
    guard let reader = state.withLock({ $0.reader }) else {
      throw MetaError(
        .wrongState, reason: "to \(what) is not possible for an output that belongs to no reader")
    }
    return reader
  }
}

/// The calls of AVFoundation before 2025.
extension AssetReader {
  /// The outputs that were added with ``add(_:)``, in order.
  public var outputs: [ClassicReaderOutput] { state.withLock { $0.outputs } }

  /// Whether an output can be added: it belongs to no reader, and this one was not started.
  public func canAdd(_ output: ClassicReaderOutput) -> Bool { status == .unknown && output.isFree }

  /// Adds an output.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the reader was started, or the output belongs
  ///   to a reader.
  public func add(_ output: ClassicReaderOutput) throws(MetaError) {
    guard status == .unknown else { throw AssetReader.wrongState("add an output", status) }
    guard output.attach(to: self) else {
      throw MetaError(.wrongState, reason: "the output belongs to a reader")
    }
    try configure("add an output") { state in
      state.openOutputs += 1
      state.outputs.append(output)
    }
  }

  /// Opens the asset and starts reading; returns false when that is not possible.
  ///
  /// ``error`` has the reason, unless the reader was in another state.
  public func startReading() -> Bool { (try? start()) != nil }
}
