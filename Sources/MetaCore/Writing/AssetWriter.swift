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
/// The file appears complete, when writing is finished, or not at all, unless it is written in
/// fragments (``movieFragmentInterval``). Inputs do not wait for each other. A call that is not
/// allowed in the current state throws `wrongState`; after a failure, calls that write throw the
/// reason of the failure, so that the first of several tasks to end reports it.
public final class AssetWriter: Sendable {
  /// The state of the writer.
  public enum Status: Sendable, Hashable {
    /// It was not started.
    case unknown
    /// Samples can be appended.
    case writing
    /// The file is complete.
    case completed
    /// Writing failed with ``AssetWriter/error``; there is no file, or one with complete fragments
    /// (``AssetWriter/movieFragmentInterval``).
    case failed
    /// ``AssetWriter/cancelWriting()`` was called; there is no file.
    case cancelled
  }

  struct State: Sendable {
    var status = Status.unknown
    var error: MetaError?
    var metadata: [MetadataItem] = []
    var durationHint: MediaTime?
    var isFastStart = true
    var fragments = FragmentSettings()
    var tracks: [WrittenTrack] = []
    var encoders: [EncodedInput?] = []
    var inputs: [ClassicWriterInput] = []
    var relations = TrackRelations()
    /// How many samples were appended.
    var appendedCount = 0
    var sessions: [WritingSession] = []
    var output: OutputFile?
    var file: MovieFileWriter?
  }

  /// Where the file will be.
  public let path: FilePath
  /// The type of the file.
  public let fileType: FileType
  let target: MovieTarget
  let codecs: MediaCodecs
  /// Whether an existing file of that name is accepted, because this one has no name.
  private let isUnnamed: Bool
  let state = Mutex(State())

  /// A writer of a file that is not there yet.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for a type of file that is not a movie.
  public convenience init(
    path: FilePath, fileType: FileType, codecs: MediaCodecs = .standard
  ) throws(MetaError) {
    try self.init(path, fileType, codecs, isUnnamed: false)
  }

  /// Makes a writer of a file without a name, in the folder of another one; use
  /// ``finishUnnamed()``.
  ///
  /// - Throws: ``MetaError``, as ``init(path:fileType:codecs:)`` does.
  package convenience init(
    unnamedFor path: FilePath, fileType: FileType, codecs: MediaCodecs
  ) throws(MetaError) {
    try self.init(path, fileType, codecs, isUnnamed: true)
  }

  private init(
    _ path: FilePath, _ fileType: FileType, _ codecs: MediaCodecs, isUnnamed: Bool
  ) throws(MetaError) {
    guard let target = MovieTarget.of(fileType) else {
      throw MetaError(
        .unsupported, file: path, reason: "\(fileType.name) is not written from samples")
    }
    self.path = path
    self.fileType = fileType
    self.target = target
    self.codecs = codecs
    self.isUnnamed = isUnnamed
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

  /// Whether the movie atom comes before the media; true by default.
  public var shouldOptimizeForNetworkUse: Bool { state.withLock { $0.isFastStart } }

  /// Sets whether the movie atom comes before the media.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started.
  public func setShouldOptimizeForNetworkUse(_ optimizes: Bool) throws(MetaError) {
    try configure("set where the movie atom is") { $0.isFastStart = optimizes }
  }

  /// The expected duration of the movie, if known; space for the movie atom is reserved
  /// accordingly.
  public var overallDurationHint: MediaTime? { state.withLock { $0.durationHint } }

  /// Sets how long the movie will be, as far as that is known.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started.
  public func setOverallDurationHint(_ duration: MediaTime?) throws(MetaError) {
    try configure("set a duration") { $0.durationHint = duration }
  }

  /// Makes the receiver of the samples of a track.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer was started, `invalidAttributes` for
  ///   unchanged samples without ``AssetWriterInput/sourceFormatHint`` in another file than a
  ///   QuickTime movie, `unsupported` for settings without an encoder.
  public func inputReceiver(
    for input: AssetWriterInput
  ) throws(MetaError) -> sending SampleBufferReceiver {
    try check(input)
    var index = 0
    try configure("add an input") { state in
      index = AssetWriter.add(input, to: &state, self.codecs)
    }
    return SampleBufferReceiver(index, of: self)
  }

  /// Adds a track; the number of its input, from zero.
  @discardableResult
  static func add(
    _ input: AssetWriterInput, to state: inout State, _ codecs: MediaCodecs
  ) -> Int {
    let index = state.tracks.count
    state.encoders.append(
      input.settings.map { settings in
        let request = EncoderRequest(
          settings, timescale: input.mediaTimeScale, source: input.sourceFormatHint)
        return EncodedInput(request, codecs, isRealTime: input.expectsMediaDataInRealTime)
      })
    state.tracks.append(WrittenTrack(input, id: trackID(ofInput: index)))
    return index
  }

  func check(_ input: AssetWriterInput) throws(MetaError) {
    if let settings = input.settings { return try check(settings, of: input) }
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

  private func check(
    _ settings: OutputSettings, of input: AssetWriterInput
  ) throws(MetaError) {
    guard settings.mediaType == input.mediaType else {
      throw MetaError(
        .wrongMediaType, file: path,
        reason:
          "settings of \(settings.mediaType.rawValue) for an input of \(input.mediaType.rawValue)"
      )
    }
    guard FileTypeCodecs.of(fileType)?.holds(settings) ?? false else {
      throw MetaError(
        .unsupported, file: path, reason: "\(fileType.name) does not hold \(settings.codecName)")
    }
    guard codecs.encodes(settings) else {
      throw MetaError(
        .unsupported, file: path, reason: "there is no encoder for \(settings.codecName) here")
    }
  }

  func configure(
    _ what: String, _ change: (inout sending State) -> Void
  ) throws(MetaError) {
    let status = state.withLock { state in
      if state.status == .unknown { change(&state) }
      return state.status
    }
    guard status == .unknown else { throw wrongState(what, status) }
  }

  func wrongState(_ what: String, _ status: Status) -> MetaError {
    MetaError(
      .wrongState, file: path, reason: "to \(what) is not possible when the writer is \(status)")
  }

  // MARK: State

  /// The state of the writer.
  public var status: Status { state.withLock { $0.status } }

  /// Why it failed; nil unless it did.
  public var error: MetaError? { state.withLock { $0.error } }

  // MARK: Writing

  /// Creates the file and starts accepting samples.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer has no input or was started already,
  ///   `refused` when the file exists.
  public func start() throws(MetaError) {
    try change { (state) throws(MetaError) in
      guard state.status == .unknown else { throw self.wrongState("start", state.status) }
      guard !state.tracks.isEmpty else {
        throw MetaError(.wrongState, file: path, reason: "a writer without an input cannot start")
      }
      let output =
        try isUnnamed ? OutputFile(for: path) : OutputFile(opening: path, replacing: false)
      state.output = output
      do throws(Errno) {
        state.file = try self.file(output, state)
      } catch { throw MetaError(error, "writing it", path) }
      state.status = .writing
    }
  }

  private func file(
    _ output: OutputFile, _ state: borrowing State
  ) throws(Errno) -> MovieFileWriter {
    let room = state.isFastStart ? MovieRoom.size(state.durationHint, tracks: state.tracks) : 0
    var movie = NewMovie(target)
    guard state.fragments.interval != nil else {
      return try MovieFileWriter(output.file, brands: movie.brands(), room: room)
    }
    movie.isFragmented = true
    return try MovieFileWriter(named: path, output, brands: movie.brands(), room: room)
  }

  /// Begins a session: this time of the samples is the next time of the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when a session is open, or the writer is not
  ///   writing.
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

  /// Ends the session: samples presented later are not in the movie.
  ///
  /// The last frame of an input with ``AssetWriterInput/expectsMediaDataInRealTime`` is presented
  /// until then.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when no session is open, `invalidAttributes` for a
  ///   time before its start.
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

  /// Writes the remaining data and gives the file its name.
  ///
  /// Open inputs are ended. An input without samples has no track.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the writer is not writing, `noSamples` when no
  ///   input has any, `io` when the system fails.
  @concurrent
  public func finishWriting() async throws(MetaError) {
    try await finishEncoders()
    try writing("finish") { (state) throws(MetaError) in
      do {
        try self.finish(&state)
        if state.file?.fragments == nil { try state.output?.finish(path, replacing: false) }
      } catch { throw MetaError(editing: path, error) }
      state.status = .completed
      (state.output, state.file) = (nil, nil)
    }
  }

  /// Writes the remaining data into a file without a name.
  ///
  /// - Throws: ``MetaError``, as ``finishWriting()`` does.
  @concurrent
  package func finishUnnamed() async throws(MetaError) -> OutputFile? {
    try await finishEncoders()
    return try writing("finish") { (state) throws(MetaError) in
      do {
        try self.finish(&state)
      } catch { throw MetaError(editing: path, error) }
      state.status = .completed
      defer { (state.output, state.file) = (nil, nil) }
      return state.output
    }
  }

  private func finish(_ state: inout State) throws {
    guard var file = state.file else { return }
    for index in state.tracks.indices {
      try state.tracks[index].finish(to: &file, until: state.sessions.last?.end)
    }
    if file.fragments != nil { try writeFragment(to: &file, of: &state) }
    var movie = NewMovie(target)
    movie.created = AssetWriter.now
    movie.tracks = state.tracks.compactMap { $0.finished(state.sessions) }
    guard !movie.tracks.isEmpty else {
      throw MetaError(.noSamples, file: path, reason: "no sample was appended to any input")
    }
    state.relations.apply(to: &movie)
    movie.settleTimescale()
    var metadata = MovieMetadata(state.metadata, tracks: state.tracks.map(\.input))
    metadata.addGaplessSound(of: movie)
    try metadata.add(to: &movie)
    try file.finish(movie.encoded())
  }

  /// The time in seconds since 1904.
  static var now: UInt64 { UInt64(max(0, FileTime.now.seconds + Calendar.macEpochOffset)) }

  /// Cancels writing; there is no file.
  public func cancelWriting() {
    state.withLock { state in
      guard state.status == .unknown || state.status == .writing else { return }
      state.status = .cancelled
      discard(&state)
    }
  }

  /// Removes the file, unless it is readable and should be kept.
  private func discard(_ state: inout State, keepingFragments: Bool = false) {
    if state.file?.fragments != nil {
      let isKept = keepingFragments && state.file?.fragments?.hasFragments == true
      if !isKept { state.output?.removeNamed(path) }
    } else {
      state.output?.discard()
    }
    (state.output, state.file) = (nil, nil)
  }

  /// Runs what needs a writer that is writing; what fails ends it.
  func writing<Result: Sendable>(
    _ what: String, _ body: (inout State) throws(MetaError) -> Result
  ) throws(MetaError) -> Result {
    try change { (state) throws(MetaError) in
      guard state.status == .writing else {
        throw state.error ?? self.wrongState(what, state.status)
      }
      return try body(&state)
    }
  }

  /// Runs what changes the state; an error that is not about the call itself ends writing.
  func change<Result: Sendable>(
    _ body: (inout State) throws(MetaError) -> Result
  ) throws(MetaError) -> Result {
    try state.withLock { (state) throws(MetaError) in
      do throws(MetaError) {
        return try body(&state)
      } catch {
        let isOfCall = error.code == .wrongState || error.code == .invalidAttributes
        if !isOfCall { self.fail(error, &state) }
        throw error
      }
    }
  }

  private func fail(_ error: MetaError, _ state: inout State) {
    guard state.status != .failed else { return }
    state.status = .failed
    state.error = error
    discard(&state, keepingFragments: true)
  }

  /// Ends writing, unless that has ended.
  func fail(_ error: MetaError) {
    state.withLock { state in
      if state.status == .writing { fail(error, &state) }
    }
  }
}
