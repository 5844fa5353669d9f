internal import SystemPackage

/// Reads the images of a slideshow: determines their sizes and the size of the movie (the requested
/// size, or that of the first image), and returns each image as a frame of that size.
struct SlideshowImages {
  private let slideshow: Slideshow
  private let codecs: MediaCodecs
  /// The display size of each image; nil if its file does not specify it.
  let sizes: [(width: Int, height: Int)?]

  /// The maximum size of an image file, in bytes.
  private static let largestFile: Int64 = 1 << 28

  /// Reads the headers of all images, so that an unreadable image is found before anything is
  /// encoded.
  ///
  /// - Throws: ``MetaError`` with `notReadable`, `unknownFormat` or `limitExceeded`; it names the
  ///   file.
  init(_ slideshow: Slideshow, _ codecs: MediaCodecs) throws(MetaError) {
    self.slideshow = slideshow
    self.codecs = codecs
    sizes = try slideshow.images.map { (image) throws(MetaError) in
      if case .pixels(let pixels) = image.content { return (pixels.width, pixels.height) }
      let bytes = try SlideshowImages.bytes(of: image)
      guard let info = ImageInfo.probe(ByteSlice(bytes)) else {
        throw MetaError(
          .unknownFormat, file: image.path,
          reason: "not a PNG, JPEG, WebP, GIF, BMP or TIFF image")
      }
      guard let width = info.width, let height = info.height, width > 0, height > 0 else {
        return nil
      }
      let turn = PictureTurn(exifOrientation: ImageOrientation.of(bytes))
      return turn.swapsSides ? (height, width) : (width, height)
    }
  }

  /// Returns the bytes of an image file; empty for pixels.
  private static func bytes(of image: Slideshow.Image) throws(MetaError) -> [UInt8] {
    switch image.content {
    case .bytes(let bytes): return bytes
    case .pixels: return []
    case .file(let path):
      let source: FileSource
      do { source = try FileSource(path: path) } catch { throw MetaError(opening: path, error) }
      guard source.length <= largestFile else {
        throw MetaError(
          .limitExceeded, file: path,
          reason: "the image is too large (\(source.length) bytes; the limit is \(largestFile))")
      }
      do throws(ParseError) {
        return try source.read(at: 0, count: Int(clamping: source.length))
      } catch { throw MetaError(error, file: path) }
    }
  }

  // MARK: Size

  /// Returns the size of the movie, and the size before rounding.
  ///
  /// - Throws: ``MetaError`` with `invalidSize`, or the reason why the first image cannot be
  ///   decoded.
  func movieSize(
    _ settings: VideoOutputSettings
  ) throws(MetaError) -> (width: Int, height: Int, wanted: (width: Int, height: Int)) {
    let requested = try requestedSize(
      slideshow.width ?? settings.width, slideshow.height ?? settings.height)
    guard settings.codec.needsEvenSize else {
      return (requested.width, requested.height, requested)
    }
    return (
      SlideshowImages.even(requested.width), SlideshowImages.even(requested.height), requested
    )
  }

  /// Rounds down to an even number, at least two.
  private static func even(_ side: Int) -> Int { max(2, side - side % 2) }

  /// Returns the requested size; a missing side is derived from the aspect ratio of the first
  /// image.
  private func requestedSize(
    _ width: Int?, _ height: Int?
  ) throws(MetaError) -> (width: Int, height: Int) {
    if let width, let height { return try SlideshowImages.checked(width, height) }
    var first = sizes.first ?? nil
    if first == nil, let image = slideshow.images.first {
      let picture = try decoded(image, nil)
      first = (picture.width, picture.height)
    }
    guard let first else { throw MetaError(.invalidSize, reason: "no image specifies a size") }
    let shape = Double(first.width) / Double(first.height)
    func side(_ length: Double) -> Int { max(1, Int(min(0x1p20, length.rounded()))) }
    if let width { return try SlideshowImages.checked(width, side(Double(width) / shape)) }
    if let height { return try SlideshowImages.checked(side(Double(height) * shape), height) }
    return try SlideshowImages.checked(first.width, first.height)
  }

  private static func checked(
    _ width: Int, _ height: Int
  ) throws(MetaError) -> (width: Int, height: Int) {
    _ = try PixelBufferAttributes(format: .rgba, width: width, height: height).planes()
    return (width, height)
  }

  // MARK: Frames

  /// Returns an image as a frame of the movie.
  ///
  /// An image that differs from the frame size only by rounding is stretched, to avoid a line of
  /// background.
  ///
  /// - Throws: ``MetaError``, which names the image file.
  func frame(
    _ index: Int, width: Int, height: Int, isEven: Bool
  ) throws(MetaError) -> PixelBuffer {
    let image = slideshow.images[index]
    let target = PixelBufferAttributes(format: .rgba, width: width, height: height)
    var fit = slideshow.fit
    if isEven, let size = sizes[index], SlideshowImages.even(size.width) == width,
      SlideshowImages.even(size.height) == height
    {
      fit = .stretch
    }
    var picture = try decoded(image, (target, fit))
    // All frames are RGB, so they are converted and tagged in the same way.
    picture.color = ColorProperties()
    picture.color.isFullRange = true
    return picture
  }

  /// Decodes an image, fitted to a target if one is given; errors name the image file.
  private func decoded(
    _ image: Slideshow.Image, _ target: (PixelBufferAttributes, ImageFit)?
  ) throws(MetaError) -> PixelBuffer {
    do throws(MetaError) {
      if case .pixels(let pixels) = image.content {
        guard let (attributes, fit) = target else { return pixels }
        return try pixels.fitted(
          into: attributes, fit, background: slideshow.background, codecs: codecs)
      }
      return try PixelBuffer(
        image: try SlideshowImages.bytes(of: image), width: target?.0.width,
        height: target?.0.height, fit: target?.1 ?? .contain, background: slideshow.background,
        codecs: codecs)
    } catch {
      throw MetaError(
        error.code, file: image.path ?? error.file, reason: error.reason,
        underlying: error.underlying)
    }
  }
}

extension Slideshow.Image {
  /// The image file; nil for an image in memory.
  var path: FilePath? { if case .file(let path) = content { path } else { nil } }

  /// Returns the title of the image's chapter, given the number of the image.
  func chapterTitle(_ number: Int) -> String {
    title ?? path?.stem ?? "Image \(number)"
  }
}

extension Slideshow {
  /// Returns the size of the movie, from its options and the header of the first image.
  ///
  /// - Throws: ``MetaError`` if the image cannot be read, or if neither the options nor an image
  ///   specify the size.
  func expectedSize(
    _ settings: VideoOutputSettings, with first: FilePath?
  ) throws(MetaError) -> (width: Int, height: Int) {
    var slideshow = self
    slideshow.images = first.map { [Image(path: $0)] } ?? []
    let size = try SlideshowImages(slideshow, .standard).movieSize(settings)
    return (size.width, size.height)
  }
}
