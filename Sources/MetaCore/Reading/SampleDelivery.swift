internal import Synchronization

/// Delivers the samples of one output of a reader, range after range.
struct SampleDelivery {
  private let request: AssetReaderRequest
  private let ranges: ReadingRanges
  private var engine: (any SampleEngine)?
  private var isOver = false

  init(_ request: AssetReaderRequest, _ ranges: ReadingRanges) {
    self.request = request
    self.ranges = ranges
  }

  /// The next samples; nil after the last one of all ranges, and when reading was cancelled or has
  /// failed.
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

  /// The engine of the range that is read; nil when all ranges are read.
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

/// The ranges of time that an output is still to deliver, which a provider and its controller
/// share.
final class ReadingRanges: Sendable {
  private struct State {
    /// Nil for the range of the reader.
    var pending: [MediaTimeRange?] = [nil]
    var isFinal: Bool
    /// Whether everything was delivered.
    var isDelivered = false
    var hasEnded = false
  }

  /// What a provider does next.
  enum Step {
    /// It reads a range, or that of the reader.
    case range(MediaTimeRange?)
    /// It delivers nothing until other ranges are requested.
    case wait
    /// It has ended.
    case end
  }

  private let state: Mutex<State>

  /// The range of the reader; others can be requested after it unless it is the last one.
  init(isFinal: Bool = true) { state = Mutex(State(isFinal: isFinal)) }

  /// What is to be read next.
  func next() -> Step {
    state.withLock { state in
      guard state.pending.isEmpty else { return .range(state.pending.removeFirst()) }
      state.isDelivered = true
      guard state.isFinal, !state.hasEnded else { return .wait }
      state.hasEnded = true
      return .end
    }
  }

  /// Requests other ranges; false while earlier ones are not delivered, or when no others may
  /// follow.
  func reset(to ranges: [MediaTimeRange]) -> Bool {
    state.withLock { state in
      guard state.isDelivered, !state.isFinal else { return false }
      state.pending = ranges
      state.isDelivered = false
      return true
    }
  }

  /// No other ranges follow; whether the output has ended by that.
  func markAsFinal() -> Bool {
    state.withLock { state in
      state.isFinal = true
      guard state.isDelivered, !state.hasEnded else { return false }
      state.hasEnded = true
      return true
    }
  }
}

/// Says which samples of an output are read again; AVFoundation's
/// `AVAssetReaderOutput.RandomAccessController`.
public final class RandomAccessController: Sendable {
  private let ranges: ReadingRanges
  private let reader: AssetReader

  init(_ ranges: ReadingRanges, of reader: AssetReader) {
    self.ranges = ranges
    self.reader = reader
  }

  /// Reads other ranges of time, once all samples of those before were delivered: the provider has
  /// returned nil.
  ///
  /// - Throws: ``MetaError`` with `wrongState` before that, after ``markConfigurationAsFinal()``
  ///   and when the reader is not reading; `invalidAttributes` for no ranges, and for ranges that
  ///   are not valid, not in ascending order, or overlap.
  public func resetForReading(_ timeRanges: [MediaTimeRange]) throws(MetaError) {
    try ranges.reset(to: timeRanges, of: reader)
  }

  /// No other ranges are read after those that were requested; the reader is completed when they
  /// are delivered.
  ///
  /// Possible in every state; after the first time it does nothing.
  public func markConfigurationAsFinal() { ranges.markAsFinal(of: reader) }
}

extension ReadingRanges {
  /// Requests other ranges of a reader.
  ///
  /// - Throws: ``MetaError``, as ``RandomAccessController/resetForReading(_:)`` does.
  func reset(to ranges: [MediaTimeRange], of reader: AssetReader) throws(MetaError) {
    guard reader.status == .reading else {
      throw AssetReader.wrongState("read other ranges", reader.status)
    }
    try ReadingRanges.check(ranges)
    guard reset(to: ranges) else {
      throw MetaError(
        .wrongState,
        reason:
          "other ranges are read after all samples of those before, and not after the last ones")
    }
  }

  /// Says of an output of a reader that no other ranges follow.
  func markAsFinal(of reader: AssetReader) { if markAsFinal() { reader.outputEnded() } }

  private static func check(_ ranges: [MediaTimeRange]) throws(MetaError) {
    var end: MediaTime?
    for range in ranges {
      guard AssetReader.isReadable(range), end.map({ $0 <= range.start }) ?? true else {
        throw MetaError(
          .invalidAttributes,
          reason: "ranges of time that are not valid, not in ascending order, or overlap")
      }
      end = range.end
    }
    guard !ranges.isEmpty else {
      throw MetaError(.invalidAttributes, reason: "no range of time to read")
    }
  }
}
