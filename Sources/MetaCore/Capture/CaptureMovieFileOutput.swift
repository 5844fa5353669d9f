internal import Synchronization
public import SystemPackage

/// Records what is captured as a movie; AVFoundation's `AVCaptureMovieFileOutput`.
///
/// The movie begins with the first picture after the start; sound before it is left out. It is
/// written in fragments, so all but the last of them can be played whatever happens to the program,
/// and becomes a movie with one `moov` when it is finished.
public final class CaptureMovieFileOutput: CaptureOutput {
  /// How a movie is recorded.
  public struct Settings: Sendable {
    /// How pictures are encoded; nil for ``CaptureSession/recommendedVideoSettings(for:codec:)``.
    public var video: VideoOutputSettings?
    /// How sound is encoded; nil for ``CaptureSession/recommendedAudioSettings(for:)``.
    public var audio: AudioOutputSettings?
    /// How much is lost at most when the program ends early.
    public var movieFragmentInterval = MediaTime(numeric: 1, 1)
    /// When recording ends by itself; nil for never.
    public var maxRecordedDuration: MediaTime?
    /// At how many bytes recording ends by itself; nil for never.
    public var maxRecordedFileSize: Int64?
    /// The metadata of the movie.
    public var metadata: [MetadataItem] = []

    /// Settings with our own choices.
    public init() {}
  }

  private let recording = Mutex<MovieRecording?>(nil)

  /// An output that does not record yet.
  public init() {}

  // MARK: Commands

  /// Starts to record what a session captures that has open inputs and this output.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when the session is not open, does not have this
  ///   output, or something is recorded already, and as ``AssetWriter`` does for settings and for a
  ///   file that exists.
  public func startRecording(
    to path: FilePath, as fileType: FileType? = nil, in session: CaptureSession,
    _ settings: Settings = Settings()
  ) throws(MetaError) {
    guard session.isOpen, !isRecording,
      let video = session.connection(to: self, for: .video)
    else {
      throw MetaError(
        .wrongState, file: path,
        reason:
          "to record needs a session with open inputs and this output, and one movie at a time")
    }
    let new = try MovieRecording(path, fileType ?? .quickTimeMovie, session, video, settings)
    recording.withLock { $0 = new }
  }

  /// Leaves out what is captured from now on.
  public func pauseRecording() { current?.pause() }

  /// Goes on with the next picture.
  public func resumeRecording() { current?.resume() }

  /// Finishes the movie.
  ///
  /// - Throws: ``MetaError`` with `wrongState` when nothing is recorded, `noSamples` when no
  ///   picture came, and why writing failed.
  @discardableResult
  public func stopRecording() async throws(MetaError) -> CaptureResult {
    guard let last = current, last.mayFinish() else {
      throw MetaError(.wrongState, reason: "nothing is recorded")
    }
    // What is on its way still goes there.
    defer { recording.withLock { $0 = nil } }
    return try await last.finish()
  }

  private var current: MovieRecording? { recording.withLock { $0 } }

  // MARK: State

  /// Whether something is recorded, or paused.
  public var isRecording: Bool { current != nil }

  /// Whether recording is paused.
  public var isRecordingPaused: Bool { current?.isPaused ?? false }

  /// How long the movie is so far, without pauses.
  public var recordedDuration: MediaTime { current?.duration ?? .zero }

  /// How many bytes the file has so far.
  public var recordedFileSize: Int64 { current?.fileSize ?? 0 }

  /// Whether the recording has reached one of its limits, its source has ended, or it has failed:
  /// it is to be stopped.
  public var hasEnded: Bool { current?.hasEnded ?? false }

  // MARK: Samples

  /// It takes pictures and sound.
  public func takes(_ mediaType: MediaType) -> Bool { mediaType == .video || mediaType == .audio }

  /// Records a sample.
  public func take(_ sample: SampleBuffer, of mediaType: MediaType) {
    current?.take(sample, of: mediaType)
  }

  /// Decides whether a picture is recorded.
  public func noteCaptured(at time: MediaTime, lasting duration: MediaTime) {
    current?.noteCaptured(at: time, lasting: duration)
  }

  /// Counts a picture that was dropped.
  public func noteDropped(at time: MediaTime) { current?.noteDropped(at: time) }

  /// Nothing more comes of this kind.
  public func end(of mediaType: MediaType) { current?.end(of: mediaType) }
}

/// What was recorded.
public struct CaptureResult: Sendable, Hashable {
  /// How long the movie is, without pauses.
  public var duration: MediaTime
  /// How many pictures were captured while it was recorded.
  public var capturedFrameCount: Int64
  /// How many of them are in the movie; the others were dropped, since they came faster than they
  /// could be filtered and encoded.
  public var writtenFrameCount: Int64
  /// How many samples of sound each channel has.
  public var soundSampleCount: Int64
  /// How often sound was missing, and is silence.
  public var soundGapCount: Int
  /// How many bytes the file has.
  public var fileSize: Int64

  /// How many pictures are not in the movie.
  public var droppedFrameCount: Int64 { capturedFrameCount - writtenFrameCount }
}
