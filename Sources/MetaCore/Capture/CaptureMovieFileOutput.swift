internal import Synchronization
public import SystemPackage

/// Records captured media in a movie; the counterpart of AVFoundation's `AVCaptureMovieFileOutput`.
///
/// The movie, such as the output of `capture`, begins with the first video frame after recording
/// starts; earlier audio is omitted. A movie without video begins with the first audio. It is
/// written in fragments, so that all but the last fragment can be played even if the program
/// crashes, and becomes a movie with a single `moov` when it is finished.
public final class CaptureMovieFileOutput: CaptureOutput {
  /// The settings of one recording: its encoders, fragments, limits and metadata.
  public struct Settings: Sendable {
    /// The video settings; nil means ``CaptureSession/recommendedVideoSettings(for:codec:)``.
    public var video: VideoOutputSettings?
    /// The audio settings; nil means ``CaptureSession/recommendedAudioSettings(for:)``.
    public var audio: AudioOutputSettings?
    /// The minimum duration of a fragment; if the program crashes, the media since the last
    /// complete fragment is lost.
    public var movieFragmentInterval = MediaTime(numeric: 1, 1)
    /// The duration at which recording ends; nil means no limit.
    public var maxRecordedDuration: MediaTime?
    /// The file size in bytes at which recording ends; nil means no limit.
    public var maxRecordedFileSize: Int64?
    /// The metadata of the movie.
    public var metadata: [MetadataItem] = []

    /// Creates default settings.
    public init() {}
  }

  private let state = Mutex(State())

  /// The recording in progress, and whether one is being started.
  private struct State {
    var recording: MovieRecording?
    var isStarting = false
  }

  /// Creates an output that is not recording.
  public init() {}

  // MARK: Commands

  /// Starts recording a session with open inputs to which this output was added; without a file
  /// type, a QuickTime movie, whatever the extension.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if the session is not open or does not have this
  ///   output, or if a recording is in progress; for invalid settings or an existing file, the same
  ///   errors as ``AssetWriter``.
  public func startRecording(
    to path: FilePath, as fileType: FileType? = nil, in session: CaptureSession,
    _ settings: Settings = Settings()
  ) throws(MetaError) {
    guard session.isOpen, let video = session.connection(to: self, for: .video), mayStart()
    else {
      throw MetaError(
        .wrongState, file: path,
        reason:
          "recording requires a session with open inputs and this output, and only one recording can be in progress at a time"
      )
    }
    var new: MovieRecording?
    defer { state.withLock { $0 = State(recording: new) } }
    new = try MovieRecording(path, fileType ?? .quickTimeMovie, session, video, settings)
  }

  /// Returns whether a recording may be started; until it is started, no other may.
  private func mayStart() -> Bool {
    state.withLock { state in
      guard state.recording == nil, !state.isStarting else { return false }
      state.isStarting = true
      return true
    }
  }

  /// Pauses recording.
  public func pauseRecording() { current?.pause() }

  /// Resumes recording with the next video frame or, without video, the next audio buffer.
  public func resumeRecording() { current?.resume() }

  /// Finishes the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` if no recording is in progress or it is already
  ///   being finished, `noSamples` if nothing was recorded, or the error that ended writing.
  @discardableResult
  public func stopRecording() async throws(MetaError) -> CaptureResult {
    guard let last = current, last.mayFinish() else {
      throw MetaError(.wrongState, reason: "no recording is in progress")
    }
    // Samples in transit are still delivered to the recording.
    defer { state.withLock { $0.recording = nil } }
    return try await last.finish()
  }

  private var current: MovieRecording? { state.withLock { $0.recording } }

  // MARK: State

  /// Whether a recording is in progress, possibly paused or being finished.
  public var isRecording: Bool { current != nil }

  /// Whether recording is paused.
  public var isRecordingPaused: Bool { current?.isPaused ?? false }

  /// The duration recorded so far, without pauses.
  public var recordedDuration: MediaTime { current?.duration ?? .zero }

  /// The size of the file so far, in bytes.
  public var recordedFileSize: Int64 { current?.fileSize ?? 0 }

  /// Whether the recording has reached a limit or failed, or its source has ended; the recording
  /// must then be stopped.
  public var hasEnded: Bool { current?.hasEnded ?? false }

  // MARK: Samples

  /// Returns true for video and audio.
  public func accepts(_ mediaType: MediaType) -> Bool { mediaType == .video || mediaType == .audio }

  /// Records a sample, unless recording is paused.
  public func receive(_ sample: SampleBuffer, of mediaType: MediaType) {
    current?.append(sample, of: mediaType)
  }

  /// Determines whether a captured frame is recorded.
  public func noteCaptured(at time: MediaTime, lasting duration: MediaTime) {
    current?.noteCaptured(at: time, lasting: duration)
  }

  /// Counts a dropped frame.
  public func noteDropped(at time: MediaTime) { current?.noteDropped(at: time) }

  /// Notes that no more samples of a media type will arrive.
  public func end(of mediaType: MediaType) { current?.end(of: mediaType) }
}

/// The result of a finished recording, for reports: its duration and size, and how much was lost.
public struct CaptureResult: Sendable, Hashable {
  /// The duration of the movie, without pauses.
  public var duration: MediaTime
  /// The number of frames captured during the recording.
  public var capturedFrameCount: Int64
  /// The number of captured frames in the movie; most other frames were dropped because they came
  /// faster than they could be filtered and encoded.
  public var writtenFrameCount: Int64
  /// The number of audio samples per channel in the movie, including silence in gaps.
  public var soundSampleCount: Int64
  /// The number of gaps of more than 10 ms in the audio after its beginning; all gaps are filled
  /// with silence.
  public var soundGapCount: Int
  /// The size of the file in bytes.
  public var fileSize: Int64

  /// The number of captured frames missing from the movie.
  public var droppedFrameCount: Int64 { capturedFrameCount - writtenFrameCount }
}
