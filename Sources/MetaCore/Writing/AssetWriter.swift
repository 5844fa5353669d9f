internal import Synchronization
public import SystemPackage

/// Writes samples to a new movie file (QuickTime, MP4, M4A, 3GPP, …), unchanged or encoded; the
/// counterpart of AVFoundation's `AVAssetWriter`.
///
///     let writer = try AssetWriter(path: "copy.mov", fileType: .quickTimeMovie)
///     let receiver = try writer.inputReceiver(for: AssetWriterInput(.video))
///     try writer.start()
///     try writer.startSession(atSourceTime: .zero)
///     while let sample = try await provider.next() { try await receiver.append(sample) }
///     receiver.finish()
///     try await writer.finishWriting()
///
/// The file appears complete when writing finishes, or not at all, unless it is written in
/// fragments (``movieFragmentInterval``). An input can be appended to regardless of how far the
/// others have come. Calling a method in a state that does not allow it throws `wrongState`; after
/// a failure, methods that write throw the reason for the failure, so that the first of several
/// tasks to end reports it.
public final class AssetWriter: Sendable {
  /// The state of an ``AssetWriter``, from its creation to its end.
  public enum Status: Sendable, Hashable {
    /// Writing has not started.
    case unknown
    /// Samples can be appended.
    case writing
    /// The file is complete.
    case completed
    /// Writing failed with ``AssetWriter/error``; there is no file, or a file with complete
    /// fragments (``AssetWriter/movieFragmentInterval``).
    case failed
    /// Writing was cancelled with ``AssetWriter/cancelWriting()``; there is no file.
    case cancelled
  }

  /// The state protected by the lock: the configuration, which is fixed once writing starts, and
  /// then the tracks with their encoders and the open file.
  struct State: Sendable {
    var status = Status.unknown
    var error: MetaError?
    var metadata: [MetadataItem] = []
    var durationHint: MediaTime?
    var isFastStart = true
    var fragments = FragmentSettings()
    var tracks: [WrittenTrack] = []
    var encoders: [InputEncoder?] = []
    var inputs: [ClassicWriterInput] = []
    var relations = TrackRelations()
    /// The number of appended samples.
    var appendedCount = 0
    var sessions: [WritingSession] = []
    var output: OutputFile?
    var file: MovieFileWriter?
  }

  /// The path of the file to create.
  public let path: FilePath
  /// The file type.
  public let fileType: FileType
  let target: MovieTarget
  let codecs: MediaCodecs
  /// The permissions of an output without a name, for which an existing file with the name is
  /// accepted; nil for an output that gets the name.
  private let unnamedPermissions: FilePermissions?
  let state = Mutex(State())

  /// Creates a writer for a file that does not exist yet.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for a file type that cannot be written from
  ///   samples.
  public convenience init(
    path: FilePath, fileType: FileType, codecs: MediaCodecs = .standard
  ) throws(MetaError) {
    try self.init(path, fileType, codecs, unnamed: nil)
  }

  /// Creates a writer for an unnamed file in the same folder as another file; `permissions` are
  /// limited by the umask.
  ///
  /// Finish it with ``finishUnnamed()``.
  ///
  /// - Throws: ``MetaError``, as for ``init(path:fileType:codecs:)``.
  package convenience init(
    unnamedFor path: FilePath, fileType: FileType, codecs: MediaCodecs,
    permissions: FilePermissions = .ownerReadWrite
  ) throws(MetaError) {
    try self.init(path, fileType, codecs, unnamed: permissions)
  }

  private init(
    _ path: FilePath, _ fileType: FileType, _ codecs: MediaCodecs,
    unnamed permissions: FilePermissions?
  ) throws(MetaError) {
    guard let target = MovieTarget.of(fileType) else {
      throw MetaError(
        .unsupported, file: path, reason: "cannot write \(fileType.name) from samples")
    }
    self.path = path
    self.fileType = fileType
    self.target = target
    self.codecs = codecs
    unnamedPermissions = permissions
  }

  // MARK: Configuration

  /// The metadata of the movie.
  public var metadata: [MetadataItem] { state.withLock { $0.metadata } }

  /// Sets the metadata of the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started.
  public func setMetadata(_ items: [MetadataItem]) throws(MetaError) {
    try configure("set metadata") { $0.metadata = items }
  }

  /// Whether the movie atom comes before the media if the space reserved for it is sufficient; true
  /// by default.
  public var shouldOptimizeForNetworkUse: Bool { state.withLock { $0.isFastStart } }

  /// Sets whether the movie atom comes before the media.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started.
  public func setShouldOptimizeForNetworkUse(_ optimizes: Bool) throws(MetaError) {
    try configure("set the position of the movie atom") { $0.isFastStart = optimizes }
  }

  /// The expected duration of the movie, if known, which is used to estimate the space for the
  /// movie atom.
  public var overallDurationHint: MediaTime? { state.withLock { $0.durationHint } }

  /// Sets the expected duration of the movie, if known.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started.
  public func setOverallDurationHint(_ duration: MediaTime?) throws(MetaError) {
    try configure("set the duration hint") { $0.durationHint = duration }
  }

  /// Adds an input and returns the receiver of its samples.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if writing has started, `invalidAttributes` for
  ///   unchanged samples without ``AssetWriterInput/sourceFormatHint`` in a file other than a
  ///   QuickTime movie, `wrongMediaType` for settings or a format hint for another media type, or
  ///   `unsupported` for a codec that the file type does not support or that has no encoder.
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

  /// Adds a track; returns the index of its input.
  @discardableResult
  static func add(
    _ input: AssetWriterInput, to state: inout State, _ codecs: MediaCodecs
  ) -> Int {
    let index = state.tracks.count
    state.encoders.append(
      input.settings.map { settings in
        let request = EncoderRequest(
          settings, timescale: input.mediaTimeScale, source: input.sourceFormatHint)
        return InputEncoder(request, codecs, isRealTime: input.expectsMediaDataInRealTime)
      })
    state.tracks.append(WrittenTrack(input, id: trackID(ofInput: index)))
    return index
  }

  /// Checks that the samples of an input can be written: encoded with its settings, or unchanged.
  func check(_ input: AssetWriterInput) throws(MetaError) {
    if let settings = input.settings { return try check(settings, of: input) }
    guard let hint = input.sourceFormatHint else {
      guard target.isQuickTime else {
        throw MetaError(
          .invalidAttributes, file: path,
          reason:
            "writing unchanged samples to \(fileType.name) requires a sourceFormatHint")
      }
      return
    }
    guard hint.mediaType == input.mediaType else {
      throw MetaError(
        .wrongMediaType, file: path,
        reason: "\(hint.mediaType.rawValue) format hint for \(input.mediaType.rawValue) input"
      )
    }
  }

  /// Checks that an encoder for the settings exists, and that the file type supports its output.
  private func check(
    _ settings: OutputSettings, of input: AssetWriterInput
  ) throws(MetaError) {
    guard settings.mediaType == input.mediaType else {
      throw MetaError(
        .wrongMediaType, file: path,
        reason:
          "\(settings.mediaType.rawValue) settings for \(input.mediaType.rawValue) input"
      )
    }
    guard FileTypeCodecs.of(fileType)?.supports(settings) ?? false else {
      throw MetaError(
        .unsupported, file: path, reason: "\(fileType.name) does not support \(settings.codecName)")
    }
    guard codecs.encodes(settings) else {
      throw MetaError(
        .unsupported, file: path, reason: "no encoder for \(settings.codecName)")
    }
  }

  /// Changes the configuration if writing has not started.
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
    let reason =
      switch status {
      case .unknown: "writing has not started"
      case .writing: "writing has started"
      case .completed: "the file is complete"
      case .failed: "writing failed"
      case .cancelled: "writing was cancelled"
      }
    return MetaError(.wrongState, file: path, reason: "cannot \(what): \(reason)")
  }

  // MARK: State

  /// The state of the writer.
  public var status: Status { state.withLock { $0.status } }

  /// The error that ended writing; nil unless the status is `failed`.
  public var error: MetaError? { state.withLock { $0.error } }

  // MARK: Writing

  /// Creates the file and starts accepting samples.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the writer has no inputs or was already started,
  ///   `refused` if the file exists.
  public func start() throws(MetaError) {
    try change { (state) throws(MetaError) in
      guard state.status == .unknown else { throw self.wrongState("start", state.status) }
      guard !state.tracks.isEmpty else {
        throw MetaError(.wrongState, file: path, reason: "a writer without inputs cannot start")
      }
      let output =
        if let unnamedPermissions {
          try OutputFile(for: path, permissions: unnamedPermissions)
        } else {
          try OutputFile(opening: path, replacing: false)
        }
      state.output = output
      do throws(Errno) {
        state.file = try self.file(output, state)
      } catch { throw MetaError(error, "writing it", path) }
      state.status = .writing
    }
  }

  /// Writes the structures before the media, with space for the movie atom if it comes first.
  private func file(
    _ output: OutputFile, _ state: borrowing State
  ) throws(Errno) -> MovieFileWriter {
    let reserve =
      state.isFastStart ? MovieAtomReserve.size(state.durationHint, tracks: state.tracks) : 0
    var movie = NewMovie(target)
    guard state.fragments.interval != nil else {
      return try MovieFileWriter(output.file, brands: movie.brands(), room: reserve)
    }
    movie.isFragmented = true
    return try MovieFileWriter(named: path, output, brands: movie.brands(), room: reserve)
  }

  /// Starts a session, in which the given sample time corresponds to the current end of the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if a session is open or the writer is not writing,
  ///   `invalidAttributes` for a time that is not numeric.
  public func startSession(atSourceTime time: MediaTime) throws(MetaError) {
    try writing("start a session") { (state) throws(MetaError) in
      guard time.isNumeric else {
        throw MetaError(.invalidAttributes, file: path, reason: "invalid start time of a session")
      }
      guard state.sessions.last.map({ $0.end != nil }) ?? true else {
        throw MetaError(.wrongState, file: path, reason: "a session is already open")
      }
      state.sessions.append(WritingSession(start: ExactTime(time)))
    }
  }

  /// Ends the session; media after the given time is not presented, and samples cannot be appended
  /// until another session starts.
  ///
  /// The last frame of a video input with ``AssetWriterInput/expectsMediaDataInRealTime`` is
  /// presented until the given time.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if no session is open, `invalidAttributes` for a
  ///   time before the start of the session.
  public func endSession(atSourceTime time: MediaTime) throws(MetaError) {
    try writing("end a session") { (state) throws(MetaError) in
      guard let session = state.sessions.last, session.end == nil else {
        throw MetaError(.wrongState, file: path, reason: "no session is open")
      }
      guard time.isNumeric, ExactTime(time) >= session.start else {
        throw MetaError(
          .invalidAttributes, file: path, reason: "the session ends before it starts")
      }
      state.sessions[state.sessions.count - 1].end = ExactTime(time)
    }
  }

  /// Writes the remaining data and gives the file its name.
  ///
  /// Open inputs are finished. An input without samples produces no track.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the writer is not writing, `noSamples` if no
  ///   input has samples, `io` if a system call fails.
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

  /// Writes the remaining data to an unnamed file.
  ///
  /// - Throws: ``MetaError``, as for ``finishWriting()``.
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

  /// Writes the remaining samples of all tracks, and the movie atom.
  private func finish(_ state: inout State) throws {
    guard var file = state.file else { return }
    for index in state.tracks.indices {
      try state.tracks[index].end(state.sessions, to: &file)
    }
    if file.fragments != nil { try writeFragment(to: &file, of: &state) }
    var movie = NewMovie(target)
    movie.created = AssetWriter.now
    movie.tracks = state.tracks.compactMap { $0.finished(state.sessions) }
    guard !movie.tracks.isEmpty else {
      throw MetaError(.noSamples, file: path, reason: "no samples were appended to any input")
    }
    state.relations.apply(to: &movie)
    movie.chooseTimescale()
    var metadata = MovieMetadata(state.metadata, tracks: state.tracks.map(\.input))
    metadata.addGaplessInfo(of: movie)
    try metadata.add(to: &movie)
    try file.finish(movie.encoded())
  }

  /// The current time, in seconds since 1904.
  static var now: UInt64 { UInt64(max(0, FileTime.now.seconds + Calendar.macEpochOffset)) }

  /// Cancels writing; no file remains.
  public func cancelWriting() {
    state.withLock { state in
      guard state.status == .unknown || state.status == .writing else { return }
      state.status = .cancelled
      discard(&state)
    }
  }

  /// Removes the file, unless its fragments are to be kept.
  private func discard(_ state: inout State, keepingFragments: Bool = false) {
    if state.file?.fragments != nil {
      let isKept = keepingFragments && state.file?.fragments?.hasFragments == true
      if !isKept { state.output?.removeNamed(path) }
    } else {
      state.output?.discard()
    }
    (state.output, state.file) = (nil, nil)
  }

  /// Runs code that requires the writing state; errors end writing.
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

  /// Runs code that changes the state; errors not caused by the call itself end writing.
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

  /// Ends writing with an error; complete fragments are kept.
  private func fail(_ error: MetaError, _ state: inout State) {
    guard state.status != .failed else { return }
    state.status = .failed
    state.error = error
    discard(&state, keepingFragments: true)
  }

  /// Ends writing with an error, unless it has already ended.
  func fail(_ error: MetaError) {
    state.withLock { state in
      if state.status == .writing { fail(error, &state) }
    }
  }
}
