internal import Synchronization

/// Delivers video and audio from inputs to outputs as they arrive; the counterpart of
/// AVFoundation's `AVCaptureSession`.
///
///     let session = CaptureSession(codecs: codecs)
///     try session.addInput(CaptureInput(device: .testPicture))
///     try session.addInput(CaptureInput(device: .testTone))
///     let movie = CaptureMovieFileOutput()
///     try session.addOutput(movie)
///     session.setVideoFilter(PhotoEffect.noir.cube)
///     try session.openInputs()
///     try movie.startRecording(to: "film.mov", in: session)
///     try session.startRunning()
///
/// The verb `capture` uses one session, which has at most one input for video and one for audio,
/// each with its own thread. Up to three frames from a live source wait for the filter; additional
/// frames are dropped, and the outputs are notified of each. Audio is not filtered, and does not
/// wait for the filter.
public final class CaptureSession: Sendable {
  /// An event in a running session, other than the delivery of samples.
  @nonexhaustive
  public enum Event: Sendable {
    /// The frame with this presentation time was dropped because frames came faster than they could
    /// be filtered.
    case dropped(MediaTime)
    /// Rotating or filtering a frame failed; it was passed on without the step that failed.
    case filterFailed(MetaError)
    /// A source was lost.
    case interrupted(MediaType, MetaError)
    /// A source has ended.
    case ended(MediaType)
  }

  /// The configuration of the session, its sources while and after they are opened, and their
  /// progress; `running` is the number of threads that are still delivering samples.
  private struct State {
    var inputs: [CaptureInput] = []
    var connections: [CaptureConnection] = []
    var preset = Preset.inputPriority
    var opening: [any CaptureSource] = []
    var sources: [any CaptureSource] = []
    var clock: CaptureClock?
    var isStarted = false
    var isStopped = false
    var running = 0
    var error: MetaError?

    /// Whether the inputs have not been opened yet.
    var mayOpen: Bool { clock == nil && opening.isEmpty && !isStopped }

    func source(of mediaType: MediaType) -> (any CaptureSource)? {
      sources.first { $0.mediaType == mediaType }
    }

    var audioDrift: MediaTime { source(of: .audio)?.clockDrift ?? .zero }
  }

  /// The events of the session, of which the newest 256 are kept until they are read; the stream
  /// ends once all sources have ended, or when a session that was not started is stopped.
  public let events: AsyncStream<Event>
  let codecs: MediaCodecs
  private let devices: CaptureDevices
  private let state = Mutex(State())
  private let continuation: AsyncStream<Event>.Continuation
  private let filters: FilterStage

  /// Creates a session without inputs or outputs.
  public init(codecs: MediaCodecs = .standard, devices: CaptureDevices = .standard) {
    self.codecs = codecs
    self.devices = devices
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    filters = FilterStage(codecs, continuation)
  }

  // MARK: Configuration

  /// Adds an input.
  ///
  /// - Throws: ``MetaError`` with `wrongState` after ``openInputs()`` or ``stopRunning()``, or if
  ///   the session already has an input of that media type.
  public func addInput(_ input: CaptureInput) throws(MetaError) {
    try configure("add an input") { (state) throws(MetaError) in
      guard !state.inputs.contains(where: { $0.mediaType == input.mediaType }) else {
        throw MetaError(
          .wrongState, reason: "the session already has an input for \(input.mediaType.rawValue)")
      }
      state.inputs.append(input)
    }
  }

  /// Adds an output, which then has a ``CaptureConnection`` for each media type that it accepts.
  ///
  /// - Throws: ``MetaError`` with `wrongState` after ``openInputs()`` or ``stopRunning()``.
  public func addOutput(_ output: some CaptureOutput) throws(MetaError) {
    let new = [MediaType.video, .audio].filter { output.accepts($0) }
      .map { CaptureConnection($0, output) }
    try configure("add an output") { $0.connections += new }
  }

  /// The connections of all outputs.
  public var connections: [CaptureConnection] { state.withLock { $0.connections } }

  /// Returns the connection to an output for a media type; nil if the output does not accept it or
  /// was not added.
  public func connection(
    to output: some CaptureOutput, for mediaType: MediaType
  ) -> CaptureConnection? {
    connections.first { $0.output === output && $0.mediaType == mediaType }
  }

  /// The preset for size and quality.
  public var sessionPreset: Preset { state.withLock { $0.preset } }

  /// Sets the preset for size and quality.
  ///
  /// - Throws: ``MetaError`` with `wrongState` after ``openInputs()`` or ``stopRunning()``,
  ///   `invalidAttributes` for an unknown preset.
  public func setSessionPreset(_ preset: Preset) throws(MetaError) {
    guard canSetSessionPreset(preset) else {
      throw MetaError(.invalidAttributes, reason: "unknown preset “\(preset.rawValue)”")
    }
    try configure("set a preset") { $0.preset = preset }
  }

  /// Changes the configuration, which is fixed once the inputs are open, because each thread keeps
  /// the connections that it started with.
  private func configure(
    _ what: String, _ change: (inout State) throws(MetaError) -> Void
  ) throws(MetaError) {
    try state.withLock { (state) throws(MetaError) in
      guard state.mayOpen else {
        throw MetaError(.wrongState, reason: "cannot \(what) after the session has started")
      }
      try change(&state)
    }
  }

  /// Sets the video filter, starting with the next frame; it can be changed at any time, and nil
  /// means no filter.
  public func setVideoFilter(_ filter: (any VideoFilter)?) { filters.set(filter) }

  // MARK: Running

  /// Whether the inputs are open and deliver samples or will do so once the session is started.
  public var isOpen: Bool { state.withLock { $0.clock != nil && !$0.isStopped } }

  /// Whether the session has been started and not stopped.
  public var isRunning: Bool { state.withLock { $0.isStarted && !$0.isStopped } }

  /// The first error that interrupted a source; nil if no source was interrupted.
  public var error: MetaError? { state.withLock { $0.error } }

  /// The session time, by which samples are timed; zero before the inputs are open.
  ///
  /// If the samples from an audio device are counted, the session follows the time of that device,
  /// because clocks never run at exactly the same speed.
  public var time: MediaTime {
    let (clock, drift) = state.withLock { ($0.clock, $0.audioDrift) }
    return clock.map { $0.now - drift } ?? .zero
  }

  /// Opens all inputs without reading samples yet, so that a recording can begin with the first
  /// sample.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if there are no inputs, they are already open, or
  ///   the session was stopped, possibly while they were opened; or the reason why an input cannot
  ///   be opened. No inputs remain open in these cases.
  public func openInputs() throws(MetaError) {
    let (inputs, preset) = state.withLock { ($0.mayOpen ? $0.inputs : [], $0.preset) }
    var sources: [any CaptureSource] = []
    for input in inputs { sources.append(try input.source(of: devices, preset)) }
    // The session can be stopped while its sources start, which may take long.
    let isOpening = state.withLock { state in
      guard state.mayOpen else { return false }
      state.opening = sources
      return !sources.isEmpty
    }
    guard isOpening else {
      throw MetaError(
        .wrongState, reason: "a session needs at least one input, and opens its inputs only once")
    }
    let clock = CaptureClock()
    let result = Result { () throws(MetaError) in try start(sources, clock) }
    let wasStopped = state.withLock { state in
      state.opening = []
      guard !state.isStopped else { return true }
      if case .success = result { (state.clock, state.sources) = (clock, sources) }
      return false
    }
    guard !wasStopped else {
      for source in sources { source.stop() }
      throw MetaError(
        .wrongState, reason: "the session was stopped while its inputs were being opened")
    }
    try result.get()
  }

  /// Starts all sources, or none if one of them fails, until the session is stopped.
  private func start(
    _ sources: [any CaptureSource], _ clock: CaptureClock
  ) throws(MetaError) {
    var started: [any CaptureSource] = []
    do throws(MetaError) {
      // Audio takes longer to start; if it were started last, video would have to wait for it.
      for source in sources.filter({ $0.mediaType == .audio })
        + sources.filter({ $0.mediaType != .audio })
      {
        guard !state.withLock({ $0.isStopped }) else { return }
        try source.start(clock)
        started.append(source)
      }
    } catch {
      for source in started { source.stop() }
      throw error
    }
  }

  /// Starts all inputs, opening them first if necessary.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the session was already started or stopped, or an
  ///   error from ``openInputs()``.
  public func startRunning() throws(MetaError) {
    if !isOpen { try openInputs() }
    let sources = state.withLock { state -> [any CaptureSource]? in
      guard !state.isStarted, !state.isStopped else { return nil }
      state.isStarted = true
      state.running = state.sources.count
      return state.sources
    }
    guard let sources else {
      throw MetaError(
        .wrongState, reason: "a session can be started only once, and not after it was stopped")
    }
    for source in sources { run(source) }
  }

  /// Returns the source for the given media type; nil before the inputs are open, or if there is no
  /// such input.
  func source(of mediaType: MediaType) -> (any CaptureSource)? {
    state.withLock { $0.source(of: mediaType) }
  }

  /// Returns the format of the samples for the given media type; nil before the inputs are open, if
  /// there is no such input, or if the format is unknown.
  public func format(of mediaType: MediaType) -> FormatDescription? {
    source(of: mediaType)?.format
  }

  /// Stops all inputs, even while they are being opened; outputs are notified of the end, shortly
  /// after if the session was started.
  public func stopRunning() {
    let (sources, unused) = state.withLock { state in
      defer { state.isStopped = true }
      let isUnused = !state.isStarted && !state.isStopped
      return (state.sources + state.opening, isUnused ? state.connections : nil)
    }
    for source in sources { source.stop() }
    guard let unused else { return }
    for connection in unused { connection.output.end(of: connection.mediaType) }
    continuation.finish()
  }

  /// Delivers all samples from a source, on a separate thread: video through the filter, audio
  /// directly to its outputs.
  private func run(_ source: any CaptureSource) {
    let kind = source.mediaType
    let connections = connections.filter { $0.mediaType == kind }
    let format = source.format
    WorkThread.start("capture.\(kind.rawValue)") { [self] in
      do throws(MetaError) {
        while var sample = try source.next() {
          sample.formatDescription = format
          if kind == .video {
            if source.isLive { sample.presentationTime = audioTime(sample.presentationTime) }
            filters.receive(sample, isLive: source.isLive, for: connections)
          } else {
            for connection in connections where connection.isEnabled {
              connection.output.receive(sample, of: kind)
            }
          }
        }
        continuation.yield(.ended(kind))
      } catch {
        state.withLock { $0.error = $0.error ?? error }
        continuation.yield(.interrupted(kind, error))
      }
      if kind == .video {
        filters.end { self.ended(kind, connections) }
      } else {
        ended(kind, connections)
      }
    }
  }

  /// Converts a clock time to the time of the audio, which is counted in samples.
  private func audioTime(_ time: MediaTime) -> MediaTime {
    time - state.withLock { $0.audioDrift }
  }

  /// Notifies the outputs that a media type has ended; the last call ends the event stream.
  private func ended(_ kind: MediaType, _ connections: [CaptureConnection]) {
    for connection in connections { connection.output.end(of: kind) }
    let isLast = state.withLock { state in
      state.running -= 1
      return state.running == 0
    }
    if isLast { continuation.finish() }
  }
}

/// Rotates and filters the video frames of a ``CaptureSession``, and delivers them to its outputs.
///
/// Frames from a live source wait in a queue, which drops frames that come too fast; other frames
/// are processed on the thread of the source, which waits.
private final class FilterStage: Sendable {
  private let queue = RealTimeQueue(.video)
  private let filter = Mutex<(any VideoFilter)?>(nil)
  private let converters: Mutex<Converters>
  private let events: AsyncStream<CaptureSession.Event>.Continuation

  /// A wrapper with which a lock can hold `VideoConverters`, which is not Sendable; only one thread
  /// at a time uses it.
  private struct Converters: @unchecked Sendable {
    let value: VideoConverters
  }

  init(_ codecs: MediaCodecs, _ events: AsyncStream<CaptureSession.Event>.Continuation) {
    converters = Mutex(Converters(value: VideoConverters(codecs)))
    self.events = events
  }

  func set(_ filter: (any VideoFilter)?) { self.filter.withLock { $0 = filter } }

  /// Filters a frame, immediately or, for a live source, in a queue; frames beyond the queue's
  /// limit are dropped.
  func receive(_ sample: SampleBuffer, isLive: Bool, for connections: [CaptureConnection]) {
    let (time, length) = (sample.presentationTime, sample.duration ?? .zero)
    let connections = connections.filter(\.isEnabled)
    for connection in connections { connection.output.noteCaptured(at: time, lasting: length) }
    guard isLive else { return process(sample, for: connections) }
    let isTaken = queue.add(1, count: 1) { self.process(sample, for: connections) }
    guard !isTaken else { return }
    events.yield(.dropped(time))
    for connection in connections { connection.output.noteDropped(at: time) }
  }

  /// Runs a closure after the last frame.
  func end(_ body: @escaping @Sendable () -> Void) { queue.close(body) }

  /// Delivers a frame to all connections; those with the same rotation share one filtered frame.
  private func process(_ sample: SampleBuffer, for connections: [CaptureConnection]) {
    let filter = filter.withLock { $0 }
    var samplesByTurn: [PictureTurn: SampleBuffer] = [:]
    for connection in connections {
      let turn = connection.pixelTurn
      let ready = samplesByTurn[turn] ?? rotated(sample, by: turn, filter)
      samplesByTurn[turn] = ready
      connection.output.receive(ready, of: .video)
    }
  }

  /// Returns the frame rotated and filtered; a step that fails is skipped and its error is reported
  /// as an event.
  private func rotated(
    _ sample: SampleBuffer, by turn: PictureTurn, _ filter: (any VideoFilter)?
  ) -> SampleBuffer {
    guard var picture = sample.pixels else { return sample }
    var sample = sample
    do throws(MetaError) {
      picture = try converters.withLock { (converters) throws(MetaError) in
        try converters.value.turned(picture, by: turn)
      }
      if turn != .none { sample.formatDescription = sample.formatDescription?.turned(by: turn) }
    } catch {
      events.yield(.filterFailed(error))
    }
    do throws(MetaError) {
      picture = try filtered(picture, at: sample.presentationTime, filter)
    } catch {
      events.yield(.filterFailed(error))
    }
    sample.content = .pixels(picture)
    return sample
  }

  /// Applies the filter, after a conversion if the filter does not support the pixel format.
  private func filtered(
    _ turned: PixelBuffer, at time: MediaTime, _ filter: (any VideoFilter)?
  ) throws(MetaError) -> PixelBuffer {
    guard let filter else { return turned }
    let formats = filter.pixelFormats
    guard let first = formats.first, !formats.contains(turned.format) else {
      return try filter.apply(to: turned, at: time)
    }
    let converted = try converters.withLock { (converters) throws(MetaError) in
      try converters.value.convert(turned, to: VideoTarget(first))
    }
    return try filter.apply(to: converted, at: time)
  }
}
