internal import Synchronization
public import SystemPackage

/// Writes samples into a movie; AVFoundation's `AVAssetWriter`.
///
///     let writer = try AssetWriter(path: "copy.mov", fileType: .quickTimeMovie)
///     let receiver = try writer.inputReceiver(for: AssetWriterInput(.video))
///     try writer.start()
///     try writer.startSession(atSourceTime: .zero)
///     while let sample = try await provider.next() { try await receiver.append(sample) }
///     receiver.finish()
///     try await writer.finishWriting()
///
/// The file appears whole, when writing is finished, or not at all. No input waits for another. A call that is not possible in the state that
/// the writer is in throws `wrongState`.
public final class AssetWriter: Sendable {
  /// How far the writer is.
  public enum Status: Sendable, Hashable {
    /// It was not started.
    case unknown
    /// Samples can be appended.
    case writing
    /// The file is complete.
    case completed
    /// It ended with ``AssetWriter/error``; there is no file.
    case failed
    /// ``AssetWriter/cancelWriting()`` was called; there is no file.
    case cancelled
  }

  private struct State: Sendable {
    var status = Status.unknown
    var error: MetaError?
    var metadata: [MetadataItem] = []
    var durationHint: MediaTime?
    var isFastStart = true
    var tracks: [WrittenTrack] = []
    var encoders: [EncodedInput?] = []
    var sessions: [WritingSession] = []
    var output: OutputFile?
    var file: MovieFileWriter?
  }

  /// Where the file will be.
  public let path: FilePath
  /// The type of the file.
  public let fileType: FileType
  private let target: MovieTarget
  private let codecs: MediaCodecs
  private let state = Mutex(State())

  /// A writer of a file that is not there yet.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for a type of file that is not a movie.
  public init(
    path: FilePath, fileType: FileType, codecs: MediaCodecs = .standard
  ) throws(MetaError) {
    guard let target = MovieTarget.of(fileType) else {
      throw MetaError(
        .unsupported, file: path, reason: "\(fileType.name) is not written from samples")
    }
    self.path = path
    self.fileType = fileType
    self.target = target
    self.codecs = codecs
  }

  // MARK: Configuration

  /// The metadata of the movie.
  public var metadata: [MetadataItem] { state.withLock { $0.metadata } }

  /// Sets the metadata of the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started.
  public func setMetadata(_ items: [MetadataItem]) throws(MetaError) {
    try configure("set metadata") { $0.metadata = items }
  }

  /// Whether the movie atom comes before the media; true unless something else is set.
  public var shouldOptimizeForNetworkUse: Bool { state.withLock { $0.isFastStart } }

  /// Sets whether the movie atom comes before the media.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started.
  public func setShouldOptimizeForNetworkUse(_ optimizes: Bool) throws(MetaError) {
    try configure("set where the movie atom is") { $0.isFastStart = optimizes }
  }

  /// How long the movie will be, as far as that is known; room for the movie atom is left for it.
  public var overallDurationHint: MediaTime? { state.withLock { $0.durationHint } }

  /// Sets how long the movie will be, as far as that is known.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started.
  public func setOverallDurationHint(_ duration: MediaTime?) throws(MetaError) {
    try configure("set a duration") { $0.durationHint = duration }
  }

  /// What takes the samples of a track.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started, `invalidAttributes` for samples that are written as they are into
  ///   another file than a QuickTime movie without ``AssetWriterInput/sourceFormatHint``, `unsupported` for settings that no encoder has.
  public func inputReceiver(
    for input: AssetWriterInput
  ) throws(MetaError) -> sending SampleBufferReceiver {
    try check(input)
    let encoder = input.settings.map { settings in
      EncodedInput(EncoderRequest(settings, timescale: input.mediaTimeScale), codecs)
    }
    var index = 0
    try configure("add an input") { state in
      index = state.tracks.count
      state.tracks.append(WrittenTrack(input, id: UInt32(clamping: index + 1)))
      state.encoders.append(encoder)
    }
    return SampleBufferReceiver(index, of: self, encoder)
  }

  private func check(_ input: AssetWriterInput) throws(MetaError) {
    if let settings = input.settings {
      guard settings.mediaType == input.mediaType else {
        throw MetaError(
          .wrongMediaType, file: path,
          reason: "settings of \(settings.mediaType.rawValue) for an input of \(input.mediaType.rawValue)")
      }
      guard FileTypeCodecs.of(fileType)?.holds(settings) ?? false else {
        throw MetaError(
          .unsupported, file: path, reason: "\(fileType.name) does not hold \(settings.codecName)")
      }
      guard encodes(settings) else {
        throw MetaError(
          .unsupported, file: path, reason: "there is no encoder for \(settings.codecName) here")
      }
      return
    }
    guard let hint = input.sourceFormatHint else {
      guard target.isQuickTime else {
        throw MetaError(
          .invalidAttributes, file: path,
          reason:
            "samples that are written as they are into \(fileType.name) need a sourceFormatHint")
      }
      return
    }
    guard hint.mediaType == input.mediaType else {
      throw MetaError(
        .wrongMediaType, file: path,
        reason: "a format of \(hint.mediaType.rawValue) for an input of \(input.mediaType.rawValue)"
      )
    }
  }

  /// Whether there is an encoder for some settings.
  func encodes(_ settings: OutputSettings) -> Bool { codecs.encodes(settings) }

  private func configure(
    _ what: String, _ change: (inout sending State) -> Void
  ) throws(MetaError) {
    let status = state.withLock { state in
      if state.status == .unknown { change(&state) }
      return state.status
    }
    guard status == .unknown else { throw wrongState(what, status) }
  }

  private func wrongState(_ what: String, _ status: Status) -> MetaError {
    MetaError(
      .wrongState, file: path, reason: "to \(what) is not possible when the writer is \(status)")
  }

  // MARK: State

  /// How far the writer is.
  public var status: Status { state.withLock { $0.status } }

  /// Why it failed; nil unless it did.
  public var error: MetaError? { state.withLock { $0.error } }

  // MARK: Writing

  /// Makes the file and takes samples from then on.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer has no input or was started, `refused` when there is a file of this name.
  public func start() throws(MetaError) {
    try change { (state) throws(MetaError) in
      guard state.status == .unknown else { throw self.wrongState("start", state.status) }
      guard !state.tracks.isEmpty else {
        throw MetaError(.wrongState, file: path, reason: "a writer without an input cannot start")
      }
      let output = try OutputFile(opening: path, replacing: false)
      state.output = output
      let room = state.isFastStart ? MovieRoom.size(state.durationHint, tracks: state.tracks) : 0
      do throws(Errno) {
        state.file = try MovieFileWriter(output.file, brands: NewMovie(target).brands(), room: room)
      } catch { throw MetaError(error, "writing it", path) }
      state.status = .writing
    }
  }

  /// Begins a session: what is presented at this time of the samples comes next in the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when a session is open, or the writer is not writing.
  public func startSession(atSourceTime time: MediaTime) throws(MetaError) {
    try writing("start a session") { (state) throws(MetaError) in
      guard time.isNumeric else {
        throw MetaError(.invalidAttributes, file: path, reason: "a session that starts at no time")
      }
      guard state.sessions.last.map({ $0.end != nil }) ?? true else {
        throw MetaError(.wrongState, file: path, reason: "a session is open")
      }
      state.sessions.append(WritingSession(start: ExactTime(time)))
    }
  }

  /// Ends the session: what is presented later is not in the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when no session is open, `invalidAttributes` for a time before its start.
  public func endSession(atSourceTime time: MediaTime) throws(MetaError) {
    try writing("end a session") { (state) throws(MetaError) in
      guard let session = state.sessions.last, session.end == nil else {
        throw MetaError(.wrongState, file: path, reason: "no session is open")
      }
      guard time.isNumeric, ExactTime(time) >= session.start else {
        throw MetaError(
          .invalidAttributes, file: path, reason: "a session that ends before it starts")
      }
      state.sessions[state.sessions.count - 1].end = ExactTime(time)
    }
  }

  /// Writes what is left; the file then has its name.
  ///
  /// Inputs that are not finished are. An input without samples has no track.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer is not writing, `noSamples` when no input has any, `io` when the system fails.
  @concurrent
  public func finishWriting() async throws(MetaError) {
    for (index, encoder) in state.withLock({ $0.encoders }).enumerated() {
      guard let encoder else { continue }
      try finish(encoder, of: index)
    }
    try writing("finish") { (state) throws(MetaError) in
      do {
        try self.finish(&state)
      } catch { throw MetaError(editing: path, error) }
      state.status = .completed
      (state.output, state.file) = (nil, nil)
    }
  }

  private func finish(_ state: inout State) throws {
    guard let output = state.output, var file = state.file else { return }
    for index in state.tracks.indices { try state.tracks[index].finish(to: &file) }
    var movie = NewMovie(target)
    movie.created = UInt64(max(0, FileTime.now.seconds + Calendar.macEpochOffset))
    movie.tracks = state.tracks.compactMap { $0.finished(state.sessions) }
    guard !movie.tracks.isEmpty else {
      throw MetaError(.noSamples, file: path, reason: "no sample was appended to any input")
    }
    movie.settleTimescale()
    try MovieMetadata(state.metadata, tracks: state.tracks.map(\.input)).add(to: &movie)
    try file.finish(movie.encoded())
    try output.finish(path, replacing: false)
  }

  /// Ends writing; there is no file.
  public func cancelWriting() {
    state.withLock { state in
      guard state.status == .unknown || state.status == .writing else { return }
      state.status = .cancelled
      AssetWriter.discard(&state)
    }
  }

  private static func discard(_ state: inout State) {
    state.output?.discard()
    (state.output, state.file) = (nil, nil)
  }

  /// Runs what needs a writer that is writing; what fails ends it.
  private func writing<Result: Sendable>(
    _ what: String, _ body: (inout State) throws(MetaError) -> Result
  ) throws(MetaError) -> Result {
    try change { (state) throws(MetaError) in
      guard state.status == .writing else { throw self.wrongState(what, state.status) }
      return try body(&state)
    }
  }

  /// Runs what changes the state; an error that is not about the call itself ends writing.
  private func change<Result: Sendable>(
    _ body: (inout State) throws(MetaError) -> Result
  ) throws(MetaError) -> Result {
    try state.withLock { (state) throws(MetaError) in
      do throws(MetaError) {
        return try body(&state)
      } catch {
        let isOfCall = error.code == .wrongState || error.code == .invalidAttributes
        if !isOfCall {
          state.status = .failed
          state.error = error
          AssetWriter.discard(&state)
        }
        throw error
      }
    }
  }

  // MARK: For receivers

  /// Appends a sample to an input; one that is to be encoded waits for its encoder, and for no other input.
  func append(
    _ sample: SampleBuffer, to index: Int, _ encoder: EncodedInput?
  ) throws(MetaError) {
    let session = try writing("append a sample") { (state) throws(MetaError) in
      guard let last = state.sessions.last, last.end == nil else {
        throw MetaError(.wrongState, file: path, reason: "a sample needs a session that is open")
      }
      guard !state.tracks[index].isFinished else {
        throw MetaError(.wrongState, file: path, reason: "the input is finished")
      }
      return state.sessions.count - 1
    }
    if case .gap = sample.content { return }
    guard let encoder else { return try write(sample, to: index, session) }
    try failing { () throws(MetaError) in
      try encoder.append(sample, session: session) { (encoded, session) throws(MetaError) in
        try self.write(encoded, to: index, session)
      }
    }
  }

  private func write(_ sample: SampleBuffer, to index: Int, _ session: Int) throws(MetaError) {
    try writing("append a sample") { (state) throws(MetaError) in
      try write(index, of: &state) { try $0.append(sample, session: session, to: &$1, for: target) }
    }
  }

  /// Takes no more samples for an input.
  func finish(_ index: Int, _ encoder: EncodedInput?) {
    do throws(MetaError) {
      if let encoder { try finish(encoder, of: index) }
      try writing("finish an input") { (state) throws(MetaError) in
        try write(index, of: &state) { try $0.finish(to: &$1) }
      }
    } catch {
      // The writer has failed by it, or was not writing.
    }
  }

  private func finish(_ encoder: EncodedInput, of index: Int) throws(MetaError) {
    guard status == .writing else { return }
    try failing { () throws(MetaError) in
      try encoder.finish { (encoded, session) throws(MetaError) in
        try self.write(encoded, to: index, session)
      }
    }
  }

  /// Runs an encoder, whose errors end writing.
  private func failing(_ body: () throws(MetaError) -> Void) throws(MetaError) {
    do throws(MetaError) {
      try body()
    } catch {
      try change { (state) throws(MetaError) in
        guard state.status == .writing else { throw error }
        throw MetaError(error.code, file: error.file ?? path, reason: error.reason, underlying: error.underlying)
      }
    }
  }

  /// Lets a track write to the file.
  private func write(
    _ index: Int, of state: inout State,
    _ body: (inout WrittenTrack, inout MovieFileWriter) throws -> Void
  ) throws(MetaError) {
    guard var file = state.file else { return }
    do {
      try body(&state.tracks[index], &file)
    } catch { throw MetaError(editing: path, error) }
    state.file = file
  }
}

/// Takes the samples of one track of a movie that is written, from one task at a time; AVFoundation's `AVAssetWriterInput.SampleBufferReceiver`.
public final class SampleBufferReceiver {
  private let index: Int
  private let writer: AssetWriter
  private let encoder: EncodedInput?

  init(_ index: Int, of writer: AssetWriter, _ encoder: EncodedInput?) {
    self.index = index
    self.writer = writer
    self.encoder = encoder
  }

  /// Whether a sample can be appended now; it is encoded by the thread that appends it, so nothing waits in a queue.
  public var isReadyForMoreMediaData: Bool { writer.status == .writing }

  /// Appends a sample.
  ///
  /// - Throws: ``MetaError`` with `wrongState` before the writer is started, outside of a session and after ``finish()``, `wrongMediaType`,
  ///   `nonMonotonicTime`, `cancelled` when the task is, and what writing fails with.
  public nonisolated(nonsending) func append(_ sample: SampleBuffer) async throws(MetaError) {
    guard !Task.isCancelled else {
      writer.cancelWriting()
      throw MetaError(.cancelled, file: writer.path, reason: "the writing was cancelled")
    }
    try writer.append(sample, to: index, encoder)
  }

  /// Appends a sample if that is possible without waiting; whether it was.
  ///
  /// - Throws: ``MetaError``, as ``append(_:)`` does.
  public func appendImmediately(_ sample: SampleBuffer) throws(MetaError) -> Bool {
    try writer.append(sample, to: index, encoder)
    return true
  }

  /// Takes no more samples.
  public func finish() { writer.finish(index, encoder) }
}
