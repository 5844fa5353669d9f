internal import Synchronization

/// Delivers the samples that one output of an ``AssetReader`` requests, one time range after
/// another, and reports damage and the end to the reader.
struct SampleDelivery {
  private let request: AssetReaderRequest
  private let ranges: ReadingRanges
  private var engine: (any SampleEngine)?
  private var isOver = false

  init(_ request: AssetReaderRequest, _ ranges: ReadingRanges) {
    self.request = request
    self.ranges = ranges
  }

  /// Returns the next samples; nil after the last one of all ranges requested so far, or if reading
  /// was cancelled or has failed.
  mutating func next(of reader: AssetReader) throws(MetaError) -> SampleBuffer? {
    do {
      while !isOver, try reader.isReading() {
        guard let engine = try begin(of: reader) else { return nil }
        if let sample = try engine.next() {
          if let damage = sample.damage { try reader.note(damage) }
          return sample
        }
        self.engine = nil
      }
      engine = nil
      return nil
    } catch {
      if error.code != .wrongState {
        engine = nil
        reader.fail(error)
      }
      throw error
    }
  }

  /// Returns the engine for the current range; nil if all ranges requested so far have been read,
  /// or the reader has stopped reading.
  private mutating func begin(of reader: AssetReader) throws(MetaError) -> (any SampleEngine)? {
    if engine == nil {
      switch ranges.next() {
      case .range(let range): engine = try reader.engine(for: request, in: range)
      case .wait: return nil
      case .end:
        isOver = true
        reader.outputEnded()
      }
    }
    return engine
  }
}

/// The time ranges that an output has yet to deliver, shared by its ``SampleDelivery`` and its
/// ``RandomAccessController``, if any.
final class ReadingRanges: Sendable {
  /// The ranges to deliver, and whether other ranges may be requested after them.
  private struct State {
    /// The ranges; nil means the range of the reader.
    var pending: [MediaTimeRange?] = [nil]
    var isFinal: Bool
    /// Whether everything has been delivered.
    var isDelivered = false
    var hasEnded = false
  }

  /// The next action of a provider that has delivered a range.
  enum Step {
    /// Read the given range, or that of the reader if it is nil.
    case range(MediaTimeRange?)
    /// Deliver nothing until other ranges are requested.
    case wait
    /// End.
    case end
  }

  private let state: Mutex<State>

  /// Creates a list with the range of the reader; if not final, other ranges can be requested
  /// later.
  init(isFinal: Bool = true) { state = Mutex(State(isFinal: isFinal)) }

  /// Returns the next action.
  func next() -> Step {
    state.withLock { state in
      guard state.pending.isEmpty else { return .range(state.pending.removeFirst()) }
      state.isDelivered = true
      guard state.isFinal, !state.hasEnded else { return .wait }
      state.hasEnded = true
      return .end
    }
  }

  /// Requests other ranges; returns false if earlier ranges have not been delivered yet, or if no
  /// other ranges may follow.
  func reset(to ranges: [MediaTimeRange]) -> Bool {
    state.withLock { state in
      guard state.isDelivered, !state.isFinal else { return false }
      state.pending = ranges
      state.isDelivered = false
      return true
    }
  }

  /// Declares that no other ranges will follow; returns whether this ends the output.
  func markAsFinal() -> Bool {
    state.withLock { state in
      state.isFinal = true
      guard state.isDelivered, !state.hasEnded else { return false }
      state.hasEnded = true
      return true
    }
  }
}

/// Selects the time ranges of an output that are read after the first one; the counterpart of
/// AVFoundation's `AVAssetReaderOutput.RandomAccessController`.
///
/// ``AssetReader/outputProviderWithRandomAccess(for:)`` returns it.
public final class RandomAccessController: Sendable {
  private let ranges: ReadingRanges
  private let reader: AssetReader

  init(_ ranges: ReadingRanges, of reader: AssetReader) {
    self.ranges = ranges
    self.reader = reader
  }

  /// Starts reading other time ranges; all samples in the previous ranges must have been delivered,
  /// so that the provider has returned nil.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if samples have not been delivered, after
  ///   ``markConfigurationAsFinal()``, or if the reader is not reading; `invalidAttributes` for an
  ///   empty list, or for ranges that are invalid, overlap or are not in ascending order.
  public func resetForReading(_ timeRanges: [MediaTimeRange]) throws(MetaError) {
    try ranges.reset(to: timeRanges, of: reader)
  }

  /// Declares that no other ranges will be requested; the reader completes once the current ranges
  /// are delivered.
  ///
  /// It can be called in any state; repeated calls have no effect.
  public func markConfigurationAsFinal() { ranges.markAsFinal(of: reader) }
}

extension ReadingRanges {
  /// Requests other ranges from a reader.
  ///
  /// - Throws: ``MetaError``, as for ``RandomAccessController/resetForReading(_:)``.
  func reset(to ranges: [MediaTimeRange], of reader: AssetReader) throws(MetaError) {
    guard reader.status == .reading else {
      throw AssetReader.wrongState("read other time ranges", reader.status)
    }
    try ReadingRanges.check(ranges)
    guard reset(to: ranges) else {
      throw MetaError(
        .wrongState,
        reason:
          "cannot read other time ranges before all samples have been delivered, or after the configuration is final"
      )
    }
  }

  /// Declares to the reader that no other ranges will be requested for the output.
  func markAsFinal(of reader: AssetReader) { if markAsFinal() { reader.outputEnded() } }

  /// Checks that ranges can be read one after another.
  private static func check(_ ranges: [MediaTimeRange]) throws(MetaError) {
    var end: MediaTime?
    for range in ranges {
      guard AssetReader.isReadable(range), end.map({ $0 <= range.start }) ?? true else {
        throw MetaError(
          .invalidAttributes,
          reason: "time ranges that are invalid, overlap or are not in ascending order")
      }
      end = range.end
    }
    guard !ranges.isEmpty else {
      throw MetaError(.invalidAttributes, reason: "no time range to read")
    }
  }
}
