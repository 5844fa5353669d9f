internal import Synchronization

/// An input with the calls of AVFoundation before 2025; its `AVAssetWriterInput`.
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
/// It belongs to one writer, which has to be kept as long as samples are appended.
public final class ClassicWriterInput: Sendable {
  /// The properties of the track.
  public let input: AssetWriterInput

  private struct State {
    weak var writer: AssetWriter?
    var index: Int?
    var isFinished = false
    var isRequesting = false
  }

  private let state = Mutex(State())

  /// An input that belongs to no writer yet.
  public init(_ input: AssetWriterInput) { self.input = input }

  /// The media type of its samples.
  public var mediaType: MediaType { input.mediaType }

  /// The number of its track in the new movie, from one; nil when it belongs to no writer.
  public var trackID: UInt32? {
    state.withLock { $0.index }.map { AssetWriter.trackID(ofInput: $0) }
  }

  // MARK: Appending

  /// Whether a sample can be appended now: the writer is writing, the input is not finished, and a
  /// real-time queue is not full.
  public var isReadyForMoreMediaData: Bool {
    let (writer, index, isFinished) = state.withLock { ($0.writer, $0.index, $0.isFinished) }
    guard !isFinished, let writer, let index else { return false }
    return writer.isReady(index)
  }

  /// The number of dropped samples, as ``SampleBufferReceiver/droppedSampleCount``.
  public var droppedSampleCount: Int {
    let (writer, index) = state.withLock { ($0.writer, $0.index) }
    guard let writer, let index else { return 0 }
    return writer.droppedSampleCount(of: index)
  }

  /// Appends a sample; returns false when that is not possible.
  ///
  /// The status and error of the writer have the reason, unless the writer was in another state, or
  /// a real-time sample was dropped.
  public func append(_ sample: SampleBuffer) -> Bool {
    let (writer, index) = state.withLock { ($0.writer, $0.index) }
    guard let writer, let index else { return false }
    return (try? writer.append(sample, to: index)) ?? false
  }

  /// Ends the input; without effect unless the writer is writing.
  public func markAsFinished() {
    let (writer, index) = state.withLock { ($0.writer, $0.index) }
    guard let writer, let index, writer.status == .writing else { return }
    writer.finish(index)
    state.withLock { $0.isFinished = true }
  }

  /// Calls a closure repeatedly, in a separate task, whenever samples can be appended, until the
  /// input is finished or the writer stops writing; AVFoundation's
  /// `requestMediaDataWhenReady(on:using:)`.
  ///
  /// It can be called before the writer is started.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the input belongs to no writer, is finished or
  ///   already has a closure, and when the writer has ended.
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
      throw MetaError(.wrongState, reason: "to request samples is not possible for this input now")
    }
    Task.detached { await self.request(body) }
  }

  /// The time that an idle task sleeps: one millisecond.
  private static let pause: UInt64 = 1_000_000

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

  /// Whether it belongs to no writer.
  var isFree: Bool { state.withLock { $0.index == nil } }

  /// Assigns it to a writer; returns false when it already belongs to one.
  func attach(to writer: AssetWriter, at index: Int) -> Bool {
    state.withLock { state in
      guard state.index == nil else { return false }
      state.index = index
      state.writer = writer
      return true
    }
  }

  /// The writer that it belongs to.
  var writer: AssetWriter? { state.withLock { $0.writer } }
}

/// The calls of AVFoundation before 2025.
extension AssetWriter {
  /// The inputs that were added with ``add(_:)-(ClassicWriterInput)``, in order.
  public var inputs: [ClassicWriterInput] { state.withLock { $0.inputs } }

  /// The kinds of media that a file of this type has tracks of.
  public var availableMediaTypes: [MediaType] {
    target.isAudioOnly ? [.audio, .text] : AssetWriter.mediaTypes
  }

  private static let mediaTypes: [MediaType] = [
    .audio, .video, .text, .subtitle, .closedCaption, .timecode, .metadata,
  ]

  /// Whether samples of a media type can be written with these settings; nil means unchanged
  /// samples.
  public func canApply(
    outputSettings settings: OutputSettings?, forMediaType mediaType: MediaType
  ) -> Bool {
    availableMediaTypes.contains(mediaType) && canApply(settings, for: mediaType)
  }

  /// Whether an input can be added: it belongs to no writer, is supported by the file type, and
  /// this writer was not started.
  public func canAdd(_ input: ClassicWriterInput) -> Bool {
    status == .unknown && input.isFree && availableMediaTypes.contains(input.mediaType)
      && (try? check(input.input)) != nil
  }

  /// Adds an input.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started or the input belongs to
  ///   a writer, `unsupported` for a media type without tracks in the file, and the errors of
  ///   ``inputReceiver(for:)``.
  public func add(_ input: ClassicWriterInput) throws(MetaError) {
    guard availableMediaTypes.contains(input.mediaType) else {
      throw MetaError(
        .unsupported, file: path,
        reason: "\(fileType.name) has no tracks of \(input.mediaType.rawValue)")
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
      throw MetaError(.wrongState, file: path, reason: "the input belongs to a writer")
    }
  }

  /// Starts writing; returns false when that is not possible.
  ///
  /// ``error`` has the reason, unless the writer was in another state.
  public func startWriting() -> Bool { (try? start()) != nil }

  /// How many samples were appended to all inputs.
  var appendedCount: Int { state.withLock { $0.appendedCount } }

  /// The number of the track of an input.
  static func trackID(ofInput index: Int) -> UInt32 { UInt32(clamping: index + 1) }
}
