/// A source of video or audio for a capture session, such as a device, a pipe or a test picture:
/// once started, it returns one uncompressed frame or audio buffer after another.
///
/// One thread starts it and requests samples; ``stop()`` may be called from another thread.
package protocol CaptureSource: AnyObject, Sendable {
  /// The media type of the samples.
  var mediaType: MediaType { get }

  /// Whether samples arrive even if they are not consumed, as from a camera; otherwise the source
  /// waits for its consumer.
  var isLive: Bool { get }

  /// The duration of each frame, if it is constant; nil otherwise and for audio.
  var frameDuration: MediaTime? { get }

  /// The format of the samples once the source is started; nil if unknown, as it may be before
  /// that.
  var format: FormatDescription? { get }

  /// How far the session clock is ahead of the samples from this source, if the samples are
  /// counted; zero if their times come from the session clock.
  var clockDrift: MediaTime { get }

  /// Starts the source, which times its samples by the given clock.
  ///
  /// - Throws: ``MetaError`` if it cannot be opened or cannot deliver the requested format.
  func start(_ clock: CaptureClock) throws(MetaError)

  /// Waits for and returns the next frame or audio buffer with its time; nil at the end, or after
  /// the source was stopped.
  ///
  /// - Throws: ``MetaError`` if the source is lost.
  func next() throws(MetaError) -> SampleBuffer?

  /// Stops the source; a thread waiting for a sample returns soon.
  func stop()
}

extension CaptureSource {
  package var clockDrift: MediaTime { .zero }
}

extension FormatDescription {
  /// Creates the format description for a source's frames.
  init?(
    pictures attributes: PixelBufferAttributes, lasting duration: MediaTime?,
    pixelAspect: [Int]? = nil
  ) {
    var track = TrackDescription(id: 1, mediaType: .video)
    track.codec = "raw "
    var video = VideoDescription(width: attributes.width, height: attributes.height)
    video.pixelAspect = pixelAspect
    video.frameRate = duration.flatMap { $0.value > 0 ? 1 / $0.seconds : nil }
    track.video = video
    self.init(track)
  }

  /// Creates the format description for a source's audio.
  init?(audio format: AudioFormat) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = "lpcm"
    var audio = AudioDescription()
    (audio.sampleRate, audio.channels) = (Double(format.sampleRate), format.channels)
    audio.bitsPerSample = format.pcm.bits
    track.audio = audio
    self.init(track)
  }
}

/// The format requested from a source, or the format of raw data from a pipe; the source determines
/// values that are nil.
public struct CaptureFormat: Sendable, Hashable {
  /// The frame width in pixels.
  public var width: Int?
  /// The frame height in pixels.
  public var height: Int?
  /// The width requested from a camera or the test picture if ``width`` is not set; screens and
  /// pipes keep their own size.
  package var preferredWidth: Int?
  /// The height requested from a camera or the test picture if ``height`` is not set.
  package var preferredHeight: Int?
  /// The duration of each frame.
  public var frameDuration: MediaTime?
  /// The number of audio samples per second in each channel.
  public var sampleRate: Int?
  /// The number of channels.
  public var channels: Int?
  /// The pixel format of raw frames from a pipe; devices ignore it.
  public var pixelFormat: PixelFormat?
  /// The sample format of raw audio from a pipe; devices ignore it.
  public var pcm: PCMFormat?

  /// Creates a format that requests nothing.
  public init() {}
}
