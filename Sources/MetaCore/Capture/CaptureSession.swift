internal import Synchronization

/// Pictures and sound on their way from where they are made to what takes them, in real time;
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
/// Each input has a thread of its own. Pictures of a live source wait for the filter, three of them
/// at most: what comes then is dropped, and counted by every output. Sound is not filtered, and
/// never waits for pictures.
public final class CaptureSession: Sendable {
  /// Something that happened.
  @nonexhaustive
  public enum Event: Sendable {
    /// A picture came faster than it could be filtered; when it should have been presented.
    case dropped(MediaTime)
    /// The filter failed over a picture, which was passed on as it came.
    case filterFailed(MetaError)
    /// A source was lost.
    case interrupted(MediaType, MetaError)
    /// A source has ended.
    case ended(MediaType)
  }

  private struct State {
    var inputs: [CaptureInput] = []
    var connections: [CaptureConnection] = []
    var preset = Preset.inputPriority
    var sources: [any CaptureSource] = []
    var clock: CaptureClock?
    var isStarted = false
    var isStopped = false
    var running = 0
    var error: MetaError?

    func source(of mediaType: MediaType) -> (any CaptureSource)? {
      sources.first { $0.mediaType == mediaType }
    }

    var soundDrift: MediaTime { source(of: .audio)?.clockDrift ?? .zero }
  }

  /// What happens; it ends when the session is stopped.
  public let events: AsyncStream<Event>
  let codecs: MediaCodecs
  private let devices: CaptureDevices
  private let state = Mutex(State())
  private let continuation: AsyncStream<Event>.Continuation
  private let filters: FilterStage

  /// A session without inputs and outputs.
  public init(codecs: MediaCodecs = .standard, devices: CaptureDevices = .standard) {
    self.codecs = codecs
    self.devices = devices
    (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(256))
    filters = FilterStage(codecs, continuation)
  }

  // MARK: Configuration

  /// Adds an input.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the session was started or has an input of that
  ///   kind.
  public func addInput(_ input: CaptureInput) throws(MetaError) {
    try configure("add an input") { (state) throws(MetaError) in
      guard !state.inputs.contains(where: { $0.mediaType == input.mediaType }) else {
        throw MetaError(
          .wrongState, reason: "the session has an input of \(input.mediaType.rawValue)")
      }
      state.inputs.append(input)
    }
  }

  /// Adds an output, which then has a ``CaptureConnection`` for each kind of samples that it takes.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the session was started.
  public func addOutput(_ output: some CaptureOutput) throws(MetaError) {
    let new = [MediaType.video, .audio].filter { output.takes($0) }
      .map { CaptureConnection($0, output) }
    try configure("add an output") { $0.connections += new }
  }

  /// The connections of all outputs.
  public var connections: [CaptureConnection] { state.withLock { $0.connections } }

  /// How samples of a kind come to an output; nil where it does not take them, or was not added.
  public func connection(
    to output: some CaptureOutput, for mediaType: MediaType
  ) -> CaptureConnection? {
    connections.first { $0.output === output && $0.mediaType == mediaType }
  }

  /// The size and quality of what is captured.
  public var sessionPreset: Preset { state.withLock { $0.preset } }

  /// Sets the size and quality of what is captured.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the session was started, `invalidAttributes`
  ///   for a preset that is not known.
  public func setSessionPreset(_ preset: Preset) throws(MetaError) {
    guard canSetSessionPreset(preset) else {
      throw MetaError(.invalidAttributes, reason: "there is no preset “\(preset.rawValue)”")
    }
    try configure("set a preset") { $0.preset = preset }
  }

  private func configure(
    _ what: String, _ change: (inout State) throws(MetaError) -> Void
  ) throws(MetaError) {
    try state.withLock { (state) throws(MetaError) in
      guard state.clock == nil, !state.isStopped else {
        throw MetaError(.wrongState, reason: "to \(what) is not possible after the start")
      }
      try change(&state)
    }
  }

  /// Sets the filter of the pictures from the next one on, at any time; nil for none.
  public func setVideoFilter(_ filter: (any VideoFilter)?) { filters.set(filter) }

  // MARK: Running

  /// Whether its inputs are open: samples come, or will when it is started.
  public var isOpen: Bool { state.withLock { $0.clock != nil && !$0.isStopped } }

  /// Whether it is started and not stopped.
  public var isRunning: Bool { state.withLock { $0.isStarted && !$0.isStopped } }

  /// Why a source was lost; nil where none was.
  public var error: MetaError? { state.withLock { $0.error } }

  /// The time of the session, by which its samples count; zero before its inputs are open.
  ///
  /// Where a device of sound counts its samples it is their time, as far as that is known: no two
  /// clocks run equally fast.
  public var time: MediaTime {
    let (clock, drift) = state.withLock { ($0.clock, $0.soundDrift) }
    return clock.map { $0.now - drift } ?? .zero
  }

  /// Opens all inputs without taking samples yet, so that a recording can begin with the first of
  /// them.
  ///
  /// - Throws: ``MetaError`` with `wrongState` without an input or when they are open, and why an
  ///   input cannot be opened; none is open then.
  public func openInputs() throws(MetaError) {
    let (inputs, preset) = state.withLock { state in
      (state.clock == nil && !state.isStopped ? state.inputs : [], state.preset)
    }
    guard !inputs.isEmpty else {
      throw MetaError(.wrongState, reason: "a session opens its inputs once, and has one at least")
    }
    var sources: [any CaptureSource] = []
    for input in inputs { sources.append(try input.source(of: devices, preset)) }
    let clock = CaptureClock()
    var started: [any CaptureSource] = []
    do throws(MetaError) {
      // Sound takes longer, and pictures would wait meanwhile.
      for source in sources.filter({ $0.mediaType == .audio })
        + sources.filter({ $0.mediaType != .audio })
      {
        try source.start(clock)
        started.append(source)
      }
    } catch {
      for source in started { source.stop() }
      throw error
    }
    state.withLock { state in
      state.clock = clock
      state.sources = sources
    }
  }

  /// Starts all inputs, which are opened first where that was not done.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when it was started, and as ``openInputs()`` does.
  public func startRunning() throws(MetaError) {
    if !isOpen { try openInputs() }
    let sources = state.withLock { state -> [any CaptureSource]? in
      guard !state.isStarted else { return nil }
      state.isStarted = true
      state.running = state.sources.count
      return state.sources
    }
    guard let sources else { throw MetaError(.wrongState, reason: "a session starts once") }
    for source in sources { run(source) }
  }

  /// The source of a kind, once the session is open.
  func source(of mediaType: MediaType) -> (any CaptureSource)? {
    state.withLock { $0.source(of: mediaType) }
  }

  /// How the samples of a kind are coded that come from the inputs; nil before these are open.
  public func format(of mediaType: MediaType) -> FormatDescription? {
    source(of: mediaType)?.format
  }

  /// Stops all inputs; outputs learn of their end soon.
  public func stopRunning() {
    let (sources, isStarted) = state.withLock { state in
      state.isStopped = true
      return (state.sources, state.isStarted)
    }
    for source in sources { source.stop() }
    if !isStarted { continuation.finish() }
  }

  private func run(_ source: any CaptureSource) {
    let kind = source.mediaType
    let connections = connections.filter { $0.mediaType == kind }
    let format = source.format
    WorkThread.start("capture.\(kind.rawValue)") { [self] in
      do throws(MetaError) {
        while var sample = try source.next() {
          sample.formatDescription = format
          if kind == .video {
            if source.isLive { sample.presentationTime = timeOfSound(sample.presentationTime) }
            filters.take(sample, isLive: source.isLive, for: connections)
          } else {
            for connection in connections where connection.isEnabled {
              connection.output.take(sample, of: kind)
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

  /// A time of the clock as time of the sound, which is counted by its samples.
  private func timeOfSound(_ time: MediaTime) -> MediaTime {
    time - state.withLock { $0.soundDrift }
  }

  private func ended(_ kind: MediaType, _ connections: [CaptureConnection]) {
    for connection in connections { connection.output.end(of: kind) }
    let isLast = state.withLock { state in
      state.running -= 1
      return state.running == 0
    }
    if isLast { continuation.finish() }
  }
}

/// The way of pictures through rotation and filter.
private final class FilterStage: Sendable {
  private let queue = RealTimeQueue(.video)
  private let filter = Mutex<(any VideoFilter)?>(nil)
  private let converters: Mutex<Converters>
  private let events: AsyncStream<CaptureSession.Event>.Continuation

  /// Used by one thread at a time.
  private struct Converters: @unchecked Sendable {
    let value: PictureConverters
  }

  init(_ codecs: MediaCodecs, _ events: AsyncStream<CaptureSession.Event>.Continuation) {
    converters = Mutex(Converters(value: PictureConverters(codecs)))
    self.events = events
  }

  func set(_ filter: (any VideoFilter)?) { self.filter.withLock { $0 = filter } }

  /// Filters a picture, at once or, of a live source, soon; one too many is dropped.
  func take(_ sample: SampleBuffer, isLive: Bool, for connections: [CaptureConnection]) {
    let (time, length) = (sample.presentationTime, sample.duration ?? .zero)
    let connections = connections.filter(\.isEnabled)
    for connection in connections { connection.output.noteCaptured(at: time, lasting: length) }
    guard isLive else { return process(sample, for: connections) }
    let isTaken = queue.add(1, count: 1) { self.process(sample, for: connections) }
    guard !isTaken else { return }
    events.yield(.dropped(time))
    for connection in connections { connection.output.noteDropped(at: time) }
  }

  /// Runs something after the last picture.
  func end(_ body: @escaping @Sendable () -> Void) { queue.close(body) }

  private func process(_ sample: SampleBuffer, for connections: [CaptureConnection]) {
    let filter = filter.withLock { $0 }
    var made: [PictureTurn: SampleBuffer] = [:]
    for connection in connections {
      let turn = connection.pixelTurn
      let ready = made[turn] ?? turned(sample, by: turn, filter)
      made[turn] = ready
      connection.output.take(ready, of: .video)
    }
  }

  private func turned(
    _ sample: SampleBuffer, by turn: PictureTurn, _ filter: (any VideoFilter)?
  ) -> SampleBuffer {
    guard let picture = sample.pixels else { return sample }
    var sample = sample
    do throws(MetaError) {
      let turned = try picture.turned(turn)
      sample.content = .pixels(try filtered(turned, at: sample.presentationTime, filter))
    } catch {
      events.yield(.filterFailed(error))
    }
    if turn != .none { sample.formatDescription = sample.formatDescription?.turned(by: turn) }
    return sample
  }

  private func filtered(
    _ turned: PixelBuffer, at time: MediaTime, _ filter: (any VideoFilter)?
  ) throws(MetaError) -> PixelBuffer {
    guard let filter else { return turned }
    let formats = filter.pixelFormats
    guard let first = formats.first, !formats.contains(turned.format) else {
      return try filter.apply(to: turned, at: time)
    }
    let converted = try converters.withLock { (converters) throws(MetaError) in
      try converters.value.convert(turned, to: PictureTarget(first))
    }
    return try filter.apply(to: converted, at: time)
  }
}
