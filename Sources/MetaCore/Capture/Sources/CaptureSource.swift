/// Where pictures or sound of a capture session come from.
///
/// One thread starts it and asks for samples; ``stop()`` may come from another.
package protocol CaptureSource: AnyObject, Sendable {
  /// What its samples are.
  var mediaType: MediaType { get }

  /// Whether samples come whether they are taken or not, as those of a camera do; else the source
  /// waits for whoever takes them.
  var isLive: Bool { get }

  /// How long each picture is presented, as far as that is constant; nil where it is not, and of
  /// sound.
  var frameDuration: MediaTime? { get }

  /// How its samples are coded, once it is started; nil before, and where they do not say.
  var format: FormatDescription? { get }

  /// By how much the clock of the session is ahead of the samples of this source, where those are
  /// counted; zero where they go by that clock.
  var clockDrift: MediaTime { get }

  /// Starts; times are those of this clock.
  ///
  /// - Throws: ``MetaError`` when it cannot be opened or has other samples than were asked for.
  func start(_ clock: CaptureClock) throws(MetaError)

  /// The next picture or piece of sound, with its time; waits until it is there. Nil at the end,
  /// and when it was stopped.
  ///
  /// - Throws: ``MetaError`` when the source is lost.
  func next() throws(MetaError) -> SampleBuffer?

  /// Ends it; who waits for a sample returns soon.
  func stop()
}

extension CaptureSource {
  package var clockDrift: MediaTime { .zero }
}

extension FormatDescription {
  /// Pictures as a source delivers them.
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

  /// Sound as a source delivers it.
  init?(sound format: AudioFormat) {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = "lpcm"
    var audio = AudioDescription()
    (audio.sampleRate, audio.channels) = (Double(format.sampleRate), format.channels)
    audio.bitsPerSample = format.pcm.bits
    track.audio = audio
    self.init(track)
  }
}

/// What is asked of a source; nil for what it has itself.
public struct CaptureFormat: Sendable, Hashable {
  /// The width of pictures in pixels.
  public var width: Int?
  /// The height of pictures in pixels.
  public var height: Int?
  /// The width that is asked of a camera where ``width`` is not set; other sources have the size
  /// that they have.
  package var preferredWidth: Int?
  /// The height, likewise.
  package var preferredHeight: Int?
  /// How long each picture is presented.
  public var frameDuration: MediaTime?
  /// Samples of sound per second and channel.
  public var sampleRate: Int?
  /// How many channels.
  public var channels: Int?
  /// The layout of pixels; for raw pictures of a pipe.
  public var pixelFormat: PixelFormat?
  /// How samples of sound are stored; for raw sound of a pipe.
  public var pcm: PCMFormat?

  /// Nothing is asked for.
  public init() {}
}
