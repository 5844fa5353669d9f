internal import Synchronization

/// An output of an ``AssetReader`` with the interface that AVFoundation had before 2025; the
/// counterpart of `AVAssetReaderOutput`.
///
///     let output = ClassicReaderOutput(AssetReaderTrackOutput(track: track, settings: nil))
///     if reader.canAdd(output) { try reader.add(output) }
///     guard reader.startReading() else { ... }
///     while let sample = try output.copyNextSampleBuffer() { ... }
///
/// It wraps any kind of output and belongs to one reader, which must be kept alive while samples
/// are read.
public final class ClassicReaderOutput: Sendable {
  /// The wrapped output.
  public let output: any AssetReaderOutput

  /// The reader to which the output belongs, and the state of reading.
  ///
  /// The reference is weak because the reader holds its outputs.
  private struct State {
    weak var reader: AssetReader?
    var delivery: SampleDelivery?
    var ranges = ReadingRanges()
    var supportsRandomAccess = false
    var alwaysCopiesSampleData = true
  }

  private let state = Mutex(State())

  /// Creates an output that does not belong to a reader yet.
  public init(_ output: some AssetReaderOutput) { self.output = output }

  /// The media type of the output.
  public var mediaType: MediaType { output.mediaType }

  /// Has no effect: buffers are immutable, so copies share their bytes.
  ///
  /// This corresponds to AVFoundation's `alwaysCopiesSampleData`.
  public var alwaysCopiesSampleData: Bool {
    get { state.withLock { $0.alwaysCopiesSampleData } }
    set { state.withLock { $0.alwaysCopiesSampleData = newValue } }
  }

  /// Whether other time ranges can be read after the first; false by default.
  public var supportsRandomAccess: Bool { state.withLock { $0.supportsRandomAccess } }

  /// Sets whether other time ranges can be read after the first.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the output was already added to a reader.
  public func setSupportsRandomAccess(_ supports: Bool) throws(MetaError) {
    let isSet = state.withLock { state in
      guard state.delivery == nil else { return false }
      state.supportsRandomAccess = supports
      state.ranges = ReadingRanges(isFinal: !supports)
      return true
    }
    guard isSet else {
      throw MetaError(
        .wrongState,
        reason: "cannot enable or disable random access after the output was added to a reader")
    }
  }

  // MARK: Reading

  /// Returns the next samples; nil after the last one, or if reading was cancelled or has failed,
  /// as the reader's status and error indicate.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the output does not belong to a reader or reading
  ///   has not started.
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

  /// Starts reading other time ranges; the counterpart of AVFoundation's
  /// `reset(forReadingTimeRanges:)`.
  ///
  /// - Throws: ``MetaError``, as for ``RandomAccessController/resetForReading(_:)``.
  public func resetForReading(_ timeRanges: [MediaTimeRange]) throws(MetaError) {
    let reader = try reader("read other ranges")
    try state.withLock { $0.ranges }.reset(to: timeRanges, of: reader)
  }

  /// Ends random access after the requested ranges.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the output does not belong to a reader or does
  ///   not support random access.
  public func markConfigurationAsFinal() throws(MetaError) {
    let reader = try reader("end random access")
    let (ranges, isPossible) = state.withLock { ($0.ranges, $0.supportsRandomAccess) }
    guard isPossible else {
      throw MetaError(.wrongState, reason: "the output does not support random access")
    }
    ranges.markAsFinal(of: reader)
  }

  // MARK: For readers

  /// Whether the output does not belong to a reader yet.
  var isFree: Bool { state.withLock { $0.delivery == nil } }

  /// Assigns the output to a reader; returns false if it already belongs to one.
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
        .wrongState, reason: "cannot \(what): the output does not belong to a reader")
    }
    return reader
  }
}

/// The interface that AVFoundation had before 2025.
extension AssetReader {
  /// The outputs added with ``add(_:)``, in order.
  public var outputs: [ClassicReaderOutput] { state.withLock { $0.outputs } }

  /// Returns whether an output can be added: it must not belong to a reader yet, and reading must
  /// not have started.
  public func canAdd(_ output: ClassicReaderOutput) -> Bool { status == .unknown && output.isFree }

  /// Adds an output.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if reading has started or the output already belongs
  ///   to a reader.
  public func add(_ output: ClassicReaderOutput) throws(MetaError) {
    guard status == .unknown else { throw AssetReader.wrongState("add an output", status) }
    guard output.attach(to: self) else {
      throw MetaError(.wrongState, reason: "the output already belongs to a reader")
    }
    try configure("add an output") { state in
      state.openOutputs += 1
      state.outputs.append(output)
    }
  }

  /// Opens the asset and starts reading; returns false if that fails.
  ///
  /// ``error`` contains the reason, unless the reader was in the wrong state.
  public func startReading() -> Bool { (try? start()) != nil }
}
