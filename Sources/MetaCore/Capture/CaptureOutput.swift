internal import Synchronization

/// What takes the samples of a capture session; AVFoundation's `AVCaptureOutput`.
public protocol CaptureOutput: AnyObject, Sendable {
  /// Whether it takes samples of a kind.
  func takes(_ mediaType: MediaType) -> Bool

  /// Takes a sample, on the thread of its source or its filter; pictures and sound may come at the
  /// same time.
  func take(_ sample: SampleBuffer, of mediaType: MediaType)

  /// Learns of a picture that was captured; it comes soon, or is dropped.
  func noteCaptured(at time: MediaTime, lasting duration: MediaTime)

  /// Learns of a picture that was dropped before it came here.
  func noteDropped(at time: MediaTime)

  /// No sample of a kind comes any more.
  func end(of mediaType: MediaType)
}

extension CaptureOutput {
  /// Does nothing.
  public func noteCaptured(at time: MediaTime, lasting duration: MediaTime) {}

  /// Does nothing.
  public func noteDropped(at time: MediaTime) {}
}

/// Gives the samples of one kind to a task; AVFoundation's `AVCaptureVideoDataOutput` and
/// `AVCaptureAudioDataOutput`.
///
///     let output = CaptureDataOutput(.video)
///     try session.addOutput(output)
///     try session.startRunning()
///     for await sample in output.samples { … }
public final class CaptureDataOutput: CaptureOutput {
  /// What its samples are.
  public let mediaType: MediaType
  /// The samples as they come; they end with the session.
  public let samples: AsyncStream<SampleBuffer>
  private let continuation: AsyncStream<SampleBuffer>.Continuation
  private let dropped = Mutex(0)

  /// How many samples wait that are not to be discarded: five seconds of sound, or of pictures.
  private static let most = 256

  /// An output of pictures or of sound.
  ///
  /// Where late samples are discarded, the newest one alone waits for the task; AVFoundation's
  /// `alwaysDiscardsLateVideoFrames`. Else up to 256 wait.
  public init(_ mediaType: MediaType, discardsLateSamples: Bool? = nil) {
    self.mediaType = mediaType
    let discards = discardsLateSamples ?? (mediaType == .video)
    (samples, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(discards ? 1 : CaptureDataOutput.most))
  }

  /// How many samples came faster than they were taken, and were dropped.
  public var droppedSampleCount: Int { dropped.withLock { $0 } }

  /// Whether it is of this kind.
  public func takes(_ mediaType: MediaType) -> Bool { mediaType == self.mediaType }

  /// Gives a sample to the task.
  public func take(_ sample: SampleBuffer, of mediaType: MediaType) {
    if case .dropped = continuation.yield(sample) { dropped.withLock { $0 += 1 } }
  }

  /// Ends ``samples``.
  public func end(of mediaType: MediaType) { continuation.finish() }
}
