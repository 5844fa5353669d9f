internal import Synchronization

/// A consumer of the samples of a ``CaptureSession``, such as a movie file, a preview or a task;
/// the counterpart of AVFoundation's `AVCaptureOutput`.
public protocol CaptureOutput: AnyObject, Sendable {
  /// Returns whether the output accepts the given media type.
  func accepts(_ mediaType: MediaType) -> Bool

  /// Receives a sample, on the thread of its source or filter; video and audio may arrive
  /// concurrently.
  func receive(_ sample: SampleBuffer, of mediaType: MediaType)

  /// Called when a frame is captured; it will be delivered soon, or dropped.
  func noteCaptured(at time: MediaTime, lasting duration: MediaTime)

  /// Called when a frame is dropped before delivery.
  func noteDropped(at time: MediaTime)

  /// Called when no more samples of a media type will arrive.
  func end(of mediaType: MediaType)
}

extension CaptureOutput {
  /// Does nothing.
  public func noteCaptured(at time: MediaTime, lasting duration: MediaTime) {}

  /// Does nothing.
  public func noteDropped(at time: MediaTime) {}
}

/// Delivers the samples of one media type to a task; the counterpart of AVFoundation's
/// `AVCaptureVideoDataOutput` and `AVCaptureAudioDataOutput`.
///
/// By default, video keeps only the newest frame that waits for the task, and audio up to 256
/// buffers; older ones are dropped and counted.
///
///     let output = CaptureDataOutput(.video)
///     try session.addOutput(output)
///     try session.startRunning()
///     for await sample in output.samples { … }
public final class CaptureDataOutput: CaptureOutput {
  /// The media type of the samples.
  public let mediaType: MediaType
  /// The samples as they arrive; the stream ends with the input.
  public let samples: AsyncStream<SampleBuffer>
  private let continuation: AsyncStream<SampleBuffer>.Continuation
  private let dropped = Mutex(0)

  /// The maximum number of waiting samples if late samples are kept: about five seconds of audio in
  /// buffers of 20 ms.
  private static let maxBufferedSamples = 256

  /// Creates an output for video or audio.
  ///
  /// If late samples are discarded, which is the default for video, only the newest one is kept for
  /// the task; the counterpart of AVFoundation's `alwaysDiscardsLateVideoFrames`. Otherwise up to
  /// 256 are kept.
  public init(_ mediaType: MediaType, discardsLateSamples: Bool? = nil) {
    self.mediaType = mediaType
    let discards = discardsLateSamples ?? (mediaType == .video)
    (samples, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(discards ? 1 : CaptureDataOutput.maxBufferedSamples))
  }

  /// The number of frames or audio buffers dropped because they arrived faster than they were
  /// consumed.
  public var droppedSampleCount: Int { dropped.withLock { $0 } }

  /// Returns whether the media type is that of the output.
  public func accepts(_ mediaType: MediaType) -> Bool { mediaType == self.mediaType }

  /// Delivers a sample to the task.
  public func receive(_ sample: SampleBuffer, of mediaType: MediaType) {
    if case .dropped = continuation.yield(sample) { dropped.withLock { $0 += 1 } }
  }

  /// Ends ``samples``.
  public func end(of mediaType: MediaType) { continuation.finish() }
}
