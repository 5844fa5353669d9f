internal import Synchronization

/// An input of an ``AssetWriter`` with the interface that AVFoundation had before 2025; the
/// counterpart of `AVAssetWriterInput`.
///
///     let input = ClassicWriterInput(AssetWriterInput(.audio, sourceFormatHint: format))
///     if writer.canAdd(input) { try writer.add(input) }
///     guard writer.startWriting() else { ... }
///     try writer.startSession(atSourceTime: .zero)
///     try input.requestMediaDataWhenReady {
///       while input.isReadyForMoreMediaData {
///         guard let sample = next(), input.append(sample) else { return input.markAsFinished() }
///       }
///     }
///
/// An input belongs to one writer, which must be kept alive while samples are appended.
public final class ClassicWriterInput: Sendable {
  /// The properties of the track.
  public let input: AssetWriterInput

  /// The writer to which the input belongs, its index there, and whether samples are requested from
  /// a closure.
  ///
  /// The reference is weak because the writer holds its inputs.
  private struct State {
    weak var writer: AssetWriter?
    var index: Int?
    var isFinished = false
    var isRequesting = false
  }

  private let state = Mutex(State())

  /// Creates an input that does not belong to a writer yet.
  public init(_ input: AssetWriterInput) { self.input = input }

  /// The media type of the samples.
  public var mediaType: MediaType { input.mediaType }

  /// The ID of the track in the new movie, starting at 1; nil if the input does not have a writer.
  public var trackID: UInt32? {
    state.withLock { $0.index }.map { AssetWriter.trackID(ofInput: $0) }
  }

  // MARK: Appending

  /// Whether a sample can be appended now: the writer is writing, the input is not finished, and
  /// its real-time queue is not full.
  public var isReadyForMoreMediaData: Bool {
    let (writer, index, isFinished) = state.withLock { ($0.writer, $0.index, $0.isFinished) }
    guard !isFinished, let writer, let index else { return false }
    return writer.isReady(index)
  }

  /// The number of dropped samples; see ``SampleBufferReceiver/droppedSampleCount``.
  public var droppedSampleCount: Int {
    let (writer, index) = state.withLock { ($0.writer, $0.index) }
    guard let writer, let index else { return 0 }
    return writer.droppedSampleCount(of: index)
  }

  /// Appends a sample; returns false if that fails.
  ///
  /// The status and error of the writer indicate the reason, unless the writer was in the wrong
  /// state or a real-time sample was dropped.
  public func append(_ sample: SampleBuffer) -> Bool {
    let (writer, index) = state.withLock { ($0.writer, $0.index) }
    guard let writer, let index else { return false }
    return (try? writer.append(sample, to: index)) ?? false
  }

  /// Finishes the input; has no effect unless the writer is writing.
  public func markAsFinished() {
    let (writer, index) = state.withLock { ($0.writer, $0.index) }
    guard let writer, let index, writer.status == .writing else { return }
    writer.finish(index)
    state.withLock { $0.isFinished = true }
  }

  /// Calls a closure repeatedly, in a separate task, whenever samples can be appended, until the
  /// input is finished or the writer stops writing; the counterpart of AVFoundation's
  /// `requestMediaDataWhenReady(on:using:)`.
  ///
  /// It can be called before the writer is started.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the input does not belong to a writer, is
  ///   finished or already has a closure, or if the writer has ended.
  public func requestMediaDataWhenReady(
    using body: @escaping @Sendable () -> Void
  ) throws(MetaError) {
    let isPossible = state.withLock { state in
      guard let status = state.writer?.status, status == .unknown || status == .writing,
        !state.isFinished, !state.isRequesting
      else { return false }
      state.isRequesting = true
      return true
    }
    guard isPossible else {
      throw MetaError(.wrongState, reason: "cannot request samples for this input now")
    }
    Task.detached { await self.request(body) }
  }

  /// The time that an idle task sleeps: one millisecond.
  private static let pause: UInt64 = 1_000_000

  /// Calls the closure whenever samples can be appended, until the input or the writer ends.
  private func request(_ body: @Sendable () -> Void) async {
    while true {
      let (writer, isFinished) = state.withLock { ($0.writer, $0.isFinished) }
      guard !isFinished, let writer, writer.status == .unknown || writer.status == .writing
      else { return }
      let before = writer.appendedCount
      if isReadyForMoreMediaData { body() }
      // A closure that appended no samples is not called again immediately.
      if writer.appendedCount == before {
        try? await Task.sleep(nanoseconds: ClassicWriterInput.pause)
      } else {
        await Task.yield()
      }
    }
  }

  // MARK: For writers

  /// Whether the input does not belong to a writer yet.
  var isFree: Bool { state.withLock { $0.index == nil } }

  /// Assigns the input to a writer; returns false if it already belongs to one.
  func attach(to writer: AssetWriter, at index: Int) -> Bool {
    state.withLock { state in
      guard state.index == nil else { return false }
      state.index = index
      state.writer = writer
      return true
    }
  }

  /// The writer, if any.
  var writer: AssetWriter? { state.withLock { $0.writer } }
}

/// The interface that AVFoundation had before 2025.
extension AssetWriter {
  /// The inputs added with ``add(_:)-(ClassicWriterInput)``, in order.
  public var inputs: [ClassicWriterInput] { state.withLock { $0.inputs } }

  /// The media types that the file type supports as tracks.
  public var availableMediaTypes: [MediaType] {
    target.isAudioOnly ? [.audio, .text] : AssetWriter.mediaTypes
  }

  private static let mediaTypes: [MediaType] = [
    .audio, .video, .text, .subtitle, .closedCaption, .timecode, .metadata,
  ]

  /// Returns whether samples with the given media type can be written with the given settings; nil
  /// means unchanged samples.
  public func canApply(
    outputSettings settings: OutputSettings?, forMediaType mediaType: MediaType
  ) -> Bool {
    availableMediaTypes.contains(mediaType) && canApply(settings, for: mediaType)
  }

  /// Returns whether an input can be added: it must not belong to a writer yet, the file type must
  /// support it, and writing must not have started.
  public func canAdd(_ input: ClassicWriterInput) -> Bool {
    status == .unknown && input.isFree && availableMediaTypes.contains(input.mediaType)
      && (try? check(input.input)) != nil
  }

  /// Adds an input.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started or the input already belongs
  ///   to a writer, `unsupported` for a media type that the file type does not support, or an error
  ///   from ``inputReceiver(for:)``.
  public func add(_ input: ClassicWriterInput) throws(MetaError) {
    guard availableMediaTypes.contains(input.mediaType) else {
      throw MetaError(
        .unsupported, file: path,
        reason: "\(fileType.name) does not support \(input.mediaType.rawValue) tracks")
    }
    try check(input.input)
    var isAttached = false
    try configure("add an input") { state in
      isAttached = input.attach(to: self, at: state.tracks.count)
      guard isAttached else { return }
      AssetWriter.add(input.input, to: &state, self.codecs)
      state.inputs.append(input)
    }
    guard isAttached else {
      throw MetaError(.wrongState, file: path, reason: "the input already belongs to a writer")
    }
  }

  /// Starts writing; returns false if that fails.
  ///
  /// ``error`` contains the reason, unless the writer was in the wrong state.
  public func startWriting() -> Bool { (try? start()) != nil }

  /// The number of samples appended to all inputs.
  var appendedCount: Int { state.withLock { $0.appendedCount } }

  /// Returns the track ID of an input.
  static func trackID(ofInput index: Int) -> UInt32 { UInt32(clamping: index + 1) }
}
