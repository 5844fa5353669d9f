public import SystemPackage

/// Creates a movie from images, optionally with audio and a chapter for each image, for the verb
/// `slideshow`.
///
///     var slideshow = Slideshow(["beach.jpg", "boat.jpg"].map { Slideshow.Image(path: $0) })
///     slideshow.timing = .total(MediaTime(seconds: 60, preferredTimescale: 1))
///     slideshow.sound = Asset(path: "waves.m4a")
///     let result = try await slideshow.write(to: "holiday.mp4", codecs: codecs)
///
/// Images are shown one after another, each for a whole number of frames. The movie is as long as
/// its images: longer audio is truncated, and shorter audio is followed by silence. By default,
/// each image is a chapter. The file appears complete or not at all; cancelling the task ends the
/// work.
///
/// If possible, only one independent group of pictures of about two seconds is encoded for each
/// image and stored as often as the duration requires, and a shorter group for the remaining frames
/// (``repeatsGroups``).
public struct Slideshow: Sendable {
  /// One image of a slideshow, with its duration and the title of its chapter.
  public struct Image: Sendable {
    /// The source of the pixels of an image.
    @nonexhaustive
    public enum Content: Sendable {
      /// A PNG, JPEG, WebP, GIF, BMP or TIFF file, whose Exif orientation is applied.
      case file(FilePath)
      /// The bytes of a file in one of these formats.
      case bytes([UInt8])
      /// Pixels.
      case pixels(PixelBuffer)
    }

    /// The source of the image.
    public var content: Content
    /// The duration; nil means the duration from ``Slideshow/timing``.
    public var duration: MediaTime?
    /// The title of the chapter; nil means the file name without the extension, or `Image` with the
    /// number of the image.
    public var title: String?

    /// Creates an image.
    public init(_ content: Content, duration: MediaTime? = nil, title: String? = nil) {
      self.content = content
      self.duration = duration
      self.title = title
    }

    /// Creates an image from a file.
    public init(path: FilePath, duration: MediaTime? = nil, title: String? = nil) {
      self.init(.file(path), duration: duration, title: title)
    }
  }

  /// The duration of images that have no duration of their own.
  @nonexhaustive
  public enum Timing: Sendable, Hashable {
    /// A fixed duration for each image.
    case each(MediaTime)
    /// The duration of the movie; images without their own duration share the remaining time
    /// equally.
    case total(MediaTime)
    /// The duration of the audio, shared as with `total`.
    case sound

    /// Five seconds for each image.
    public static let usual = Timing.each(MediaTime(numeric: 5, 1))
  }

  /// The images, in order.
  public var images: [Image]
  /// The timing of images without their own duration.
  public var timing = Timing.usual
  /// The duration of a frame: from 1/1000 s to 1000 s.
  public var frameDuration = MediaTime(numeric: 1, 30)
  /// The width of the movie; nil means the width of the first image, or the width derived from the
  /// height and the aspect ratio.
  ///
  /// 4:2:0 and 4:2:2 codecs require even sizes, so odd sizes are rounded down, which is noted in
  /// the result.
  public var width: Int?
  /// The height of the movie; nil has the same meaning as for ``width``.
  public var height: Int?
  /// How images with a different aspect ratio are fitted to the frame.
  public var fit = ImageFit.contain
  /// The colour of areas that an image does not cover and of transparent pixels; its alpha is
  /// ignored.
  public var background = DrawingColor(red: 0, green: 0, blue: 0)
  /// The audio file, of which the first audio track is used; nil means a movie without audio.
  public var sound: Asset?
  /// The settings for encoding the images; nil means the recommended codec for the file type, with
  /// default parameters.
  ///
  /// Their size applies if ``width`` and ``height`` are nil; their scaling mode is ignored. If they
  /// have no colour properties, frames are tagged with ITU-R BT.709 primaries and transfer function
  /// and with the matrix of BT.601, which libswscale uses for untagged RGB.
  public var videoSettings: VideoOutputSettings?
  /// The settings for encoding the audio; nil means the recommended settings for the file type.
  public var audioSettings: AudioOutputSettings?
  /// Whether coded groups of pictures are stored repeatedly; if false, every frame of the movie is
  /// encoded.
  ///
  /// It has no effect if groups cannot be repeated (``SlideshowResult/isRepeated``).
  public var repeatsGroups = true
  /// Whether each image becomes a chapter.
  public var hasChapters = true
  /// The metadata of the movie.
  public var edits: [MetadataEdit] = []
  /// The file type; nil means the type for the file name extension.
  public var fileType: FileType?
  /// Whether to replace an existing file.
  public var force = false

  /// Creates a slideshow with ``Timing/usual`` timing.
  public init(_ images: [Image]) { self.images = images }

  /// The maximum number of frames: 38 hours at 60 frames per second.
  public static let maxFrames = 1 << 23

  /// Writes the movie.
  ///
  /// - Throws: ``MetaError``: `refused` if the file exists or cannot hold the requested content,
  ///   `invalidAttributes` if there are no images, or for invalid durations or sizes,
  ///   `limitExceeded` for too many frames, `notReadable`, `unknownFormat` or `malformed` for an
  ///   image or audio that cannot be read, `notAvailable` for an audio file without audio,
  ///   `unsupported` for a codec without an encoder, `cancelled`, `io`.
  @concurrent
  public func write(
    to output: FilePath, codecs: MediaCodecs = .standard,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(MetaError) -> SlideshowResult {
    try await SlideshowWork(self, to: output, codecs).run(progress)
  }
}

/// The result of writing a slideshow: the new file, and how its images and audio were encoded.
public struct SlideshowResult: Sendable {
  /// An image of the movie, with the time range in which it is shown.
  public struct Image: Sendable, Hashable {
    /// The image file; nil for an image in memory.
    public let path: FilePath?
    /// The title of the chapter.
    public let title: String
    /// The time at which the image starts.
    public let start: MediaTime
    /// The duration.
    public let duration: MediaTime
    /// The display width in pixels; nil if the file does not specify it.
    public let width: Int?
    /// The display height in pixels; nil if the file does not specify it.
    public let height: Int?
  }

  /// The images, in order.
  public let images: [Image]
  /// The video settings used, with the size of the movie.
  public let video: VideoOutputSettings
  /// The audio settings used; nil for a movie without audio.
  public let audio: AudioOutputSettings?
  /// The duration of the audio in the movie, without the silence after it; nil for a movie without
  /// audio.
  public let soundDuration: MediaTime?
  /// The duration of a frame.
  public let frameDuration: MediaTime
  /// The number of frames in the movie.
  public let frameCount: Int
  /// The number of frames that were encoded.
  public let encodedFrameCount: Int
  /// Whether coded groups are stored repeatedly.
  public let isRepeated: Bool
  /// The damage found in the audio; audio that cannot be decoded is silent.
  public let findings: [Diagnostic]
  /// The deviations from the request.
  public let notes: [String]
  /// The plan of the export that adds metadata and chapters.
  public let draft: ExportDraft
  /// The new file.
  public let result: EditResult

  /// The duration of the movie.
  public var duration: MediaTime { frameDuration * frameCount }
}
