internal import Synchronization
internal import SystemPackage

/// One recording of a ``CaptureMovieFileOutput``, from start to stop.
///
/// The threads of the session pass it captured samples in session time. A ``RecordingTimeline``
/// determines which of them are recorded and when they are presented; an ``AssetWriter`` encodes
/// and writes them. Gaps in the audio are filled with silence.
final class MovieRecording: Sendable {
  private let path: FilePath
  private let session: CaptureSession
  private let settings: CaptureMovieFileOutput.Settings
  private let writer: AssetWriter
  /// The indexes of the writer's inputs.
  private let inputs: [MediaType: Int]
  private let isLive: Bool
  private let state: Mutex<State>
  private let audioState = Mutex(AudioState())

  /// The timeline and the frame counters, which the video and audio threads share.
  private struct State {
    var timeline = RecordingTimeline()
    /// The end of the latest frame received, recorded or not.
    var latest = MediaTime.zero
    /// The numbers of frames to be recorded, passed to the writer, and dropped.
    var captured: Int64 = 0
    var appended: Int64 = 0
    var dropped: Int64 = 0
    var error: MetaError?
    var ended: Set<MediaType> = []
    var hasReachedLimit = false
    var isFinishing = false
    /// Whether the session of the writer is ended; samples still in transit are then not recorded.
    var isSessionEnded = false
  }

  /// The state of the audio being recorded.
  ///
  /// It has its own lock, which is held while audio is written, because the video thread also
  /// writes held audio.
  private struct AudioState {
    /// Audio that is held until it is known whether to record it.
    var heldSamples: [SampleBuffer] = []
    /// The number of samples per channel in the movie.
    var written: Int64 = 0
    var gaps = 0
    /// The end of the latest audio received; in a recording without video, of the latest audio
    /// written.
    var latest = MediaTime.zero
  }

  /// How long to wait for audio and video in transit when recording ends, in seconds.
  private static let patience = (live: 0.3, piped: 10.0)
  /// The reciprocal, in 1/s, of the longest gap in audio that is attributed to clock inaccuracy and
  /// not counted.
  private static let gap: Int64 = 100

  /// Creates the file; the movie begins with the first frame that is captured afterwards.
  init(
    _ path: FilePath, _ fileType: FileType, _ session: CaptureSession,
    _ connection: CaptureConnection, _ settings: CaptureMovieFileOutput.Settings
  ) throws(MetaError) {
    (self.path, self.session, self.settings) = (path, session, settings)
    let video = session.source(of: .video)
    let audio = session.source(of: .audio)
    isLive = video?.isLive ?? audio?.isLive ?? true
    writer = try AssetWriter(path: path, fileType: fileType, codecs: session.codecs)
    try writer.setMetadata(settings.metadata)
    try writer.setMovieFragmentInterval(settings.movieFragmentInterval)
    var inputs: [MediaType: Int] = [:]
    if let video {
      inputs[.video] = inputs.count
      _ = try writer.inputReceiver(
        for: MovieRecording.input(for: video, connection, session, fileType, settings.video))
    }
    if let audio {
      inputs[.audio] = inputs.count
      var input = AssetWriterInput(
        .audio,
        settings: .audio(
          settings.audio ?? session.recommendedAudioSettings(for: fileType)
            ?? AudioOutputSettings(.aac)))
      input.expectsMediaDataInRealTime = audio.isLive
      _ = try writer.inputReceiver(for: input)
    }
    self.inputs = inputs
    try writer.start()
    try writer.startSession(atSourceTime: .zero)
    var state = State()
    state.timeline.start(at: isLive ? session.time : .zero)
    self.state = Mutex(state)
  }

  /// Returns the video input of the writer, with the settings of the recording or, if it has none,
  /// the recommended settings for frames after rotation.
  private static func input(
    for source: any CaptureSource, _ connection: CaptureConnection, _ session: CaptureSession,
    _ fileType: FileType, _ settings: VideoOutputSettings?
  ) -> AssetWriterInput {
    let format = source.format?.turned(by: connection.pixelTurn)
    let recommended = format?.video.flatMap {
      session.recommendedVideoSettings(for: fileType, codec: nil, $0)
    }
    var video = settings ?? recommended ?? CaptureMovieFileOutput.usualVideo
    video.pixelAspectRatio = video.pixelAspectRatio ?? format?.video.flatMap(PixelAspectRatio.init)
    if let duration = source.frameDuration, video.expectedSourceFrameRate == nil {
      video.expectedSourceFrameRate = 1 / duration.seconds
    }
    var input = AssetWriterInput(.video, settings: .video(video))
    input.sourceFormatHint = format
    input.turn = connection.statedTurn
    input.expectsMediaDataInRealTime = source.isLive
    input.mediaTimeScale = timescale(for: source.frameDuration)
    return input
  }

  /// Returns a multiple of the timescale of the frame duration, which represents the frame rate
  /// exactly and other times closely; 90,000 if the frame duration is not constant.
  private static func timescale(for duration: MediaTime?) -> UInt32 {
    guard var scale = duration?.timescale, scale > 0 else { return 90_000 }
    while scale < 10_000 { scale *= 10 }
    return scale
  }

  // MARK: Commands

  private var now: MediaTime { isLive ? session.time : state.withLock { $0.latest } }

  func pause() {
    let now = now
    state.withLock { $0.timeline.pause(at: now) }
  }

  func resume() {
    let now = now
    state.withLock { $0.timeline.resume(at: now) }
  }

  // MARK: State

  var isPaused: Bool { state.withLock { $0.timeline.isPaused } }

  var duration: MediaTime { state.withLock { $0.timeline.duration } }

  var fileSize: Int64 { (try? FileStatus(of: path, following: true).identity.size) ?? 0 }

  /// The media type that determines what is recorded.
  private var main: MediaType { inputs[.video] == nil ? .audio : .video }

  var hasEnded: Bool {
    let hasEnded = state.withLock {
      $0.hasReachedLimit || $0.error != nil || $0.ended.contains(main)
    }
    return hasEnded || writer.status == .failed
  }

  // MARK: Samples

  func append(_ sample: SampleBuffer, of mediaType: MediaType) {
    do throws(MetaError) {
      if mediaType == .video {
        try receiveFrame(sample)
      } else {
        try receiveAudio(sample)
      }
    } catch {
      state.withLock { state in
        // On a busy machine, samples may arrive after the end.
        if state.isSessionEnded, error.code == .wrongState { return }
        state.error = state.error ?? error
      }
    }
  }

  /// Determines whether a frame is recorded, before it is delivered or dropped.
  func noteCaptured(at time: MediaTime, lasting duration: MediaTime) {
    let count = state.withLock { state in
      if MovieRecording.add(time, duration, &state, limit: settings.maxRecordedDuration) != nil {
        state.captured += 1
      }
      return state.captured
    }
    if count % MovieRecording.sizeInterval == 0 { checkSize() }
  }

  /// The number of recorded frames between checks of the file size, which require system calls.
  private static let sizeInterval: Int64 = 10

  func noteDropped(at time: MediaTime) {
    state.withLock { state in
      if state.timeline.movieTime(of: time) != nil { state.dropped += 1 }
    }
  }

  func end(of mediaType: MediaType) { state.withLock { _ = $0.ended.insert(mediaType) } }

  /// Writes a frame if it is to be recorded, and then the audio that waited for it.
  private func receiveFrame(_ sample: SampleBuffer) throws(MetaError) {
    guard let index = inputs[.video] else { return }
    let time = state.withLock { $0.timeline.movieTime(of: sample.presentationTime) }
    guard let time else { return }
    var moved = sample
    moved.presentationTime = time
    let isWritten = try writer.append(moved, to: index)
    state.withLock { state in
      if isWritten { state.appended += 1 } else { state.dropped += 1 }
    }
    try flushAudio()
  }

  /// Adds a frame, or audio in a recording without video; returns its time in the movie, or nil if
  /// it is not recorded.
  private static func add(
    _ time: MediaTime, _ length: MediaTime, _ state: inout State, limit: MediaTime?
  ) -> MediaTime? {
    state.latest = max(state.latest, time + length)
    guard !state.hasReachedLimit else { return nil }
    var timeline = state.timeline
    let movieTime = timeline.add(time, lasting: length)
    if let movieTime, let limit, movieTime >= limit {
      state.hasReachedLimit = true
      return nil
    }
    state.timeline = timeline
    return movieTime
  }

  /// Ends the recording if the file has reached its size limit.
  private func checkSize() {
    guard let limit = settings.maxRecordedFileSize, fileSize >= limit else { return }
    state.withLock { $0.hasReachedLimit = true }
  }

  // MARK: Audio

  /// Writes or holds audio.
  ///
  /// Without video, the audio itself determines which part is recorded.
  private func receiveAudio(_ sample: SampleBuffer) throws(MetaError) {
    guard inputs[.audio] != nil, let audio = sample.audio else { return }
    if inputs[.video] == nil {
      let length = sample.duration ?? .zero
      let time = state.withLock { state in
        MovieRecording.add(
          sample.presentationTime, length, &state, limit: settings.maxRecordedDuration)
      }
      guard let time else { return }
      checkSize()
      let rate = UInt32(clamping: max(1, audio.format.sampleRate))
      let position = ExactTime(time).units(rate, .nearest)
      return try audioState.withLock { (audioState) throws(MetaError) in
        try self.write(audio, at: position, &audioState)
        audioState.latest = max(audioState.latest, sample.presentationTime + length)
      }
    }
    // The process that writes to the pipe has to wait until the frame arrives that determines
    // whether this audio is recorded.
    while !isLive, !isDecided(sample), !hasEnded, !isFinishing { ThreadPause.wait(seconds: 0.005) }
    try audioState.withLock { (audioState) throws(MetaError) in
      audioState.latest = max(
        audioState.latest, sample.presentationTime + (sample.duration ?? .zero))
      audioState.heldSamples.append(sample)
      try self.flush(&audioState)
    }
  }

  /// Returns whether it is already known which part of the audio is recorded, so that it need not
  /// be held.
  private func isDecided(_ sample: SampleBuffer) -> Bool {
    guard let audio = sample.audio else { return true }
    return state.withLock { state in
      state.timeline.parts(
        from: sample.presentationTime, count: audio.frameCount, rate: audio.format.sampleRate)
        != nil || state.ended.contains(.video)
    }
  }

  private func flushAudio() throws(MetaError) {
    guard inputs[.audio] != nil else { return }
    try audioState.withLock { (audioState) throws(MetaError) in
      guard !audioState.heldSamples.isEmpty else { return }
      try self.flush(&audioState)
    }
  }

  /// Writes the held audio that is known to be recorded, and discards audio that is known not to
  /// be.
  private func flush(_ audioState: inout AudioState) throws(MetaError) {
    let timeline = state.withLock { $0.timeline }
    var rest: [SampleBuffer] = []
    for sample in audioState.heldSamples {
      guard let audio = sample.audio else { continue }
      let parts = timeline.parts(
        from: sample.presentationTime, count: audio.frameCount, rate: audio.format.sampleRate)
      guard let parts else {
        let end = sample.presentationTime + (sample.duration ?? .zero)
        if !timeline.isPast(from: sample.presentationTime, to: end) { rest.append(sample) }
        continue
      }
      for part in parts { try write(audio[part.samples], at: part.position, &audioState) }
    }
    audioState.heldSamples = rest
  }

  /// Writes audio at its position in the movie: after silence if there is a gap, and without
  /// samples for which audio was already written.
  private func write(
    _ audio: AudioBuffer, at position: Int64, _ audioState: inout AudioState
  ) throws(MetaError) {
    guard let index = inputs[.audio] else { return }
    var audio = audio
    if position > audioState.written {
      let missing = position - audioState.written
      // A device may start late.
      let isGap = missing > Int64(audio.format.sampleRate) / MovieRecording.gap
      if audioState.written > 0, isGap { audioState.gaps += 1 }
      try writeSilence(missing, like: audio.format, &audioState, index)
    } else if position < audioState.written {
      let overlap = min(Int64(audio.frameCount), audioState.written - position)
      audio = audio[Int(overlap)..<audio.frameCount]
    }
    guard audio.frameCount > 0 else { return }
    try writer.append(SampleBuffer(audio, atSample: audioState.written), to: index)
    audioState.written += Int64(audio.frameCount)
  }

  /// Writes silence in pieces, so that a long gap does not need a buffer of the same length.
  private func writeSilence(
    _ count: Int64, like format: AudioFormat, _ audioState: inout AudioState, _ index: Int
  ) throws(MetaError) {
    var rest = count
    while rest > 0 {
      let piece = min(rest, AudioBuffer.longestSilence)
      let silence = AudioBuffer(silence: Int(piece), format)
      try writer.append(SampleBuffer(silence, atSample: audioState.written), to: index)
      audioState.written += piece
      rest -= piece
    }
  }

  // MARK: End

  /// Whether the recording is being finished, so that no frame determines which audio is recorded.
  private var isFinishing: Bool { state.withLock { $0.isFinishing } }

  /// Returns whether finishing may begin; false after the first call.
  func mayFinish() -> Bool {
    state.withLock { state in
      defer { state.isFinishing = true }
      return !state.isFinishing
    }
  }

  /// Writes the samples in transit, and finishes the movie.
  func finish() async throws(MetaError) -> CaptureResult {
    let now = now
    // Frames captured up to now are recorded even if they are still in transit; later ones are not.
    state.withLock { $0.timeline.pause(at: now) }
    await waitForSamples(at: now)
    // From here on, it is known for all audio whether it is recorded.
    state.withLock { $0.timeline.end(at: now) }
    if writer.status == .writing {
      if inputs[.video] != nil { try flushAudio() }
      let duration = duration
      state.withLock { $0.isSessionEnded = true }
      if duration > .zero { try writer.endSession(atSourceTime: duration) }
    }
    try await writer.finishWriting()
    let (state, audioState) = (state.withLock { $0 }, audioState.withLock { $0 })
    if let error = state.error { throw error }
    return CaptureResult(
      duration: duration, capturedFrameCount: state.captured,
      writtenFrameCount: state.appended,
      soundSampleCount: audioState.written, soundGapCount: audioState.gaps, fileSize: fileSize)
  }

  /// Waits for frames captured before the given time, and then for audio up to the end of the last
  /// one; without video, for audio captured before that time.
  private func waitForSamples(at time: MediaTime) async {
    let patience = isLive ? MovieRecording.patience.live : MovieRecording.patience.piped
    let limit = ContinuousClock.now + .milliseconds(Int64(patience * 1000))
    while ContinuousClock.now < limit, !isSettled(at: time), writer.status == .writing {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Returns whether all frames captured before the given time were written or dropped, and the
  /// audio reaches the end of the last one; without video, whether all audio captured before that
  /// time was written.
  private func isSettled(at time: MediaTime) -> Bool {
    let state = state.withLock { $0 }
    // A pipe delivers samples only on request, so that no samples before the given time can follow.
    let isComplete = !isLive || state.ended.contains(main) || state.latest > time
    guard isComplete, state.appended + state.dropped == state.captured else { return false }
    guard inputs[.audio] != nil, !state.ended.contains(.audio) else { return true }
    let end = state.timeline.stretches.last?.end ?? .zero
    return audioState.withLock { $0.latest } >= end
  }
}

extension CaptureMovieFileOutput {
  /// H.264 settings suitable for real-time encoding, with key frames at most two seconds apart.
  package static let usualVideo: VideoOutputSettings = {
    var video = VideoOutputSettings(codec: .h264)
    video.speed = "veryfast"
    video.maxKeyFrameIntervalDuration = 2
    return video
  }()
}
