public import SystemPackage

/// Makes a movie of images.
///
///     var slideshow = Slideshow(["beach.jpg", "boat.jpg"].map { Slideshow.Image(path: $0) })
///     slideshow.timing = .total(MediaTime(seconds: 60, preferredTimescale: 1))
///     slideshow.sound = Asset(path: "waves.m4a")
///     let result = try await slideshow.write(to: "holiday.mp4", codecs: codecs)
///
/// Every image is presented for a whole number of frames, one after the other. The movie is as long
/// as its images: sound that is longer is cut there, and after sound that is shorter there is
/// silence. Each image is a chapter. The file appears whole or not at all; cancelling the task ends
/// the work.
///
/// A still picture is encoded once, as a group of pictures of about two seconds that needs no
/// others, and its coded samples are stored as often as the duration requires (``repeatsGroups``).
public struct Slideshow: Sendable {
  /// One image.
  public struct Image: Sendable {
    /// Where an image is.
    @nonexhaustive
    public enum Content: Sendable {
      /// In a file: PNG, JPEG, WebP, GIF, BMP or TIFF. Its Exif orientation is applied.
      case file(FilePath)
      /// In memory, as such a file has it.
      case bytes([UInt8])
      /// As pixels.
      case pixels(PixelBuffer)
    }

    /// Where it is.
    public var content: Content
    /// Its duration; nil for the one from ``Slideshow/timing``.
    public var duration: MediaTime?
    /// The title of its chapter; nil for its file name without the extension, or `Image` with its
    /// number.
    public var title: String?

    /// An image.
    public init(_ content: Content, duration: MediaTime? = nil, title: String? = nil) {
      self.content = content
      self.duration = duration
      self.title = title
    }

    /// An image in a file.
    public init(path: FilePath, duration: MediaTime? = nil, title: String? = nil) {
      self.init(.file(path), duration: duration, title: title)
    }
  }

  /// The duration of images without their own.
  @nonexhaustive
  public enum Timing: Sendable, Hashable {
    /// So long, each of them.
    case each(MediaTime)
    /// The movie has this duration: they have equal parts of what the other images leave.
    case total(MediaTime)
    /// The movie has the duration of its sound.
    case sound

    /// Five seconds each.
    public static let usual = Timing.each(MediaTime(numeric: 5, 1))
  }

  /// The images, in their order.
  public var images: [Image]
  /// How long they are presented.
  public var timing = Timing.usual
  /// How long a frame is presented: from 1/1000 s to 1000 s.
  public var frameDuration = MediaTime(numeric: 1, 30)
  /// The width of the movie; nil for that of the first image, or the one that follows from the
  /// height and the aspect ratio.
  ///
  /// Codecs with 4:2:0 need even sizes: odd ones are rounded down, which is noted in the result.
  public var width: Int?
  /// The height of the movie; nil as for ``width``.
  public var height: Int?
  /// How images of another shape become frames.
  public var fit = ImageFit.contain
  /// The colour of areas that an image does not cover and of transparent pixels; its own alpha is
  /// ignored.
  public var background = DrawingColor(red: 0, green: 0, blue: 0)
  /// The audio file, of which the first audio track is used; nil for a movie without audio.
  public var sound: Asset?
  /// The settings for encoding the images; nil for the recommended codec of the file type, with
  /// default parameters.
  ///
  /// Its size is used where ``width`` and ``height`` are nil, its scaling mode is not. Without
  /// colours, the frames are tagged with ITU-R BT.709 primaries and transfer function and with the
  /// matrix of BT.601, by which libswscale converts RGB without tags.
  public var videoSettings: VideoOutputSettings?
  /// The settings for encoding the audio; nil for the recommended ones of the file type.
  public var audioSettings: AudioOutputSettings?
  /// Whether coded groups of pictures are stored repeatedly; false to encode every frame of the
  /// movie.
  ///
  /// It has no effect where that is not possible (``SlideshowResult/isRepeated``).
  public var repeatsGroups = true
  /// Whether each image becomes a chapter.
  public var hasChapters = true
  /// The metadata of the movie.
  public var edits: [MetadataEdit] = []
  /// The type of the file; nil for the one that its name stands for.
  public var fileType: FileType?
  /// Whether an existing file is replaced.
  public var force = false

  /// A slideshow of images with the ``Timing/usual`` timing.
  public init(_ images: [Image]) { self.images = images }

  /// A movie has at most this many frames: 38 hours at 60 frames per second.
  public static let mostFrames = 1 << 23

  /// Makes the movie.
  ///
  /// - Throws: ``MetaError``: `refused` when the file exists or cannot hold what is requested,
  ///   `invalidAttributes` without images and for durations and sizes that are not possible,
  ///   `limitExceeded` for too many frames, `notReadable`, `unknownFormat` or `malformed` for an
  ///   image or sound that cannot be read, `notAvailable` for a sound file without audio,
  ///   `unsupported` for a codec without an encoder, `cancelled`, `io`.
  @concurrent
  public func write(
    to output: FilePath, codecs: MediaCodecs = .standard,
    progress: (@Sendable (Double) -> Void)? = nil
  ) async throws(MetaError) -> SlideshowResult {
    try await SlideshowWork(self, to: output, codecs).run(progress)
  }
}

/// What a slideshow came to.
public struct SlideshowResult: Sendable {
  /// An image of the movie.
  public struct Image: Sendable, Hashable {
    /// Its file; nil for an image in memory.
    public let path: FilePath?
    /// The title of its chapter.
    public let title: String
    /// When it begins to be presented.
    public let start: MediaTime
    /// How long it is presented.
    public let duration: MediaTime
    /// Its display width in pixels; nil when the file does not give it.
    public let width: Int?
    /// Its display height in pixels; nil when the file does not give it.
    public let height: Int?
  }

  /// The images, in their order.
  public let images: [Image]
  /// How they were encoded, with the size of the movie.
  public let video: VideoOutputSettings
  /// The settings with which the audio was encoded; nil for a movie without audio.
  public let audio: AudioOutputSettings?
  /// The duration of the audio; nil for a movie without audio.
  public let soundDuration: MediaTime?
  /// How long a frame is presented.
  public let frameDuration: MediaTime
  /// How many frames the movie has.
  public let frameCount: Int
  /// How many of them were encoded.
  public let encodedFrameCount: Int
  /// Whether coded groups are stored repeatedly.
  public let isRepeated: Bool
  /// Problems of the audio, which is silent there.
  public let findings: [Diagnostic]
  /// Deviations from what was requested.
  public let notes: [String]
  /// What the metadata came to.
  public let draft: ExportDraft
  /// The new file.
  public let result: EditResult

  /// How long the movie is.
  public var duration: MediaTime { frameDuration * frameCount }
}
