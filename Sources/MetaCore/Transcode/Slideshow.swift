public import SystemPackage

/// Makes a movie of images.
///
///     var slideshow = Slideshow(["beach.jpg", "boat.jpg"].map { Slideshow.Image(path: $0) })
///     slideshow.timing = .total(MediaTime(seconds: 60, preferredTimescale: 1))
///     slideshow.sound = Asset(path: "waves.m4a")
///     let result = try await slideshow.write(to: "holiday.mp4", codecs: codecs)
///
/// Every image is presented for a whole number of frames, one after the other. The movie is as long as its images: sound that is longer is cut
/// there, and after sound that is shorter there is silence. Each image is a chapter. The file appears whole or not at all; cancelling the task ends the work.
///
/// A still picture is encoded once, as a group of pictures of about two seconds that needs no others, and its coded samples are stored as often
/// as the duration requires (``repeatsGroups``).
public struct Slideshow: Sendable {
  /// One image.
  public struct Image: Sendable {
    /// Where an image is.
    @nonexhaustive
    public enum Content: Sendable {
      /// In a file: PNG, JPEG, WebP, GIF, BMP or TIFF. It is turned as its Exif data say.
      case file(FilePath)
      /// In memory, as such a file has it.
      case bytes([UInt8])
      /// As pixels.
      case pixels(PixelBuffer)
    }

    /// Where it is.
    public var content: Content
    /// How long it is presented; nil for what ``Slideshow/timing`` says.
    public var duration: MediaTime?
    /// The title of its chapter; nil for the name of its file without the extension, or `Image` with its number.
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

  /// How long images are presented that have no duration of their own.
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
  /// The width of the movie; nil for that of the first image, or what the height and its shape give.
  ///
  /// Codecs with 4:2:0 have even sizes: others are rounded down, which the result says.
  public var width: Int?
  /// The height of the movie; nil as for ``width``.
  public var height: Int?
  /// How images of another shape become frames.
  public var fit = ImageFit.contain
  /// The colour of what an image does not cover, next to it and where it is transparent; its own alpha is ignored.
  public var background = DrawingColor(red: 0, green: 0, blue: 0)
  /// The file with the sound, of which the first track of audio is taken; nil for a movie without sound.
  public var sound: Asset?
  /// How the images are encoded; nil for the codec that is recommended for the type of file, with the encoder's own choices.
  ///
  /// Its size is used where ``width`` and ``height`` are nil, its scaling mode is not. Without colours, the frames are tagged with ITU-R BT.709
  /// primaries and transfer function and with the matrix of BT.601, by which libswscale converts RGB without tags.
  public var videoSettings: VideoOutputSettings?
  /// How the sound is encoded; nil for what is recommended for the type of file.
  public var audioSettings: AudioOutputSettings?
  /// Whether coded groups of pictures are stored repeatedly; false to encode every frame of the movie.
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
  /// - Throws: ``MetaError``: `refused` when the file exists or cannot hold what is requested, `invalidAttributes` without images and for
  ///   durations and sizes that are not possible, `limitExceeded` for too many frames, `notReadable`, `unknownFormat` or `malformed` for an image or sound that
  ///   cannot be read, `notAvailable` for a sound file without audio, `unsupported` for a codec without an encoder, `cancelled`, `io`.
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
    /// Its width as it is displayed, in pixels; nil where the file does not say.
    public let width: Int?
    /// Its height as it is displayed, in pixels; nil where the file does not say.
    public let height: Int?
  }

  /// The images, in their order.
  public let images: [Image]
  /// How they were encoded, with the size of the movie.
  public let video: VideoOutputSettings
  /// How the sound was encoded; nil for a movie without sound.
  public let audio: AudioOutputSettings?
  /// How long the sound is; nil for a movie without sound.
  public let soundDuration: MediaTime?
  /// How long a frame is presented.
  public let frameDuration: MediaTime
  /// How many frames the movie has.
  public let frameCount: Int
  /// How many of them were encoded.
  public let encodedFrameCount: Int
  /// Whether coded groups are stored repeatedly.
  public let isRepeated: Bool
  /// What was wrong with the sound, which is silent there.
  public let findings: [Diagnostic]
  /// What was done in another way than was requested.
  public let notes: [String]
  /// What the metadata came to.
  public let draft: ExportDraft
  /// The new file.
  public let result: EditResult

  /// How long the movie is.
  public var duration: MediaTime { frameDuration * frameCount }
}
