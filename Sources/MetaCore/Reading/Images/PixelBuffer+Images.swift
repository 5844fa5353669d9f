extension PixelBuffer {
  /// Decodes an image file: PNG, JPEG, WebP, GIF, BMP or TIFF, rotated according to its Exif
  /// orientation.
  ///
  /// If a width and a height are given, the image has this size, and `fit` determines how it is
  /// adapted to a different aspect ratio. A background fills transparent areas and the bars next to
  /// a contained image; without a background, the image keeps its alpha and the bars are black.
  ///
  /// - Throws: ``MetaError`` with `unknownFormat` for bytes that are not an image, `malformed` if
  ///   decoding fails, `noDecoder` if no decoder supports the type, `invalidSize` for an invalid
  ///   size.
  public init(
    image bytes: [UInt8], width: Int? = nil, height: Int? = nil, fit: ImageFit = .contain,
    background: DrawingColor? = nil, format: PixelFormat = .rgba,
    codecs: MediaCodecs = .standard
  ) throws(MetaError) {
    guard let info = ImageInfo.probe(ByteSlice(bytes)) else {
      throw MetaError(.unknownFormat, reason: "not a recognised image")
    }
    let picture: PixelBuffer
    do throws(ParseError) {
      guard let decoded = try codecs.imageCoder().decode(bytes, mime: info.mime) else {
        throw ParseError(.unsupported, at: 0, "no decoder for images of type \(info.mime)")
      }
      picture = decoded
    } catch {
      throw MetaError(decoding: error)
    }
    let turn = PictureTurn(exifOrientation: ImageOrientation.of(bytes))
    let size = turn.swapsSides ? (picture.height, picture.width) : (picture.width, picture.height)
    let target = PixelBufferAttributes(
      format: format, width: width ?? size.0, height: height ?? size.1)
    self = try picture.fitted(into: target, fit, turn, background: background, codecs: codecs)
  }

  /// Returns the image rotated and fitted to a size, drawn over a background if one is given.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` or `invalidPixelFormat` for an invalid target,
  ///   `noDecoder` if no converter supports it.
  package func fitted(
    into target: PixelBufferAttributes, _ fit: ImageFit, _ turn: PictureTurn = .none,
    background: DrawingColor? = nil, codecs: MediaCodecs
  ) throws(MetaError) -> PixelBuffer {
    _ = try target.planes()
    let converters = VideoConverters(codecs)
    let size = turn.swapsSides ? (height, width) : (width, height)
    let scaled = fit.scaled(
      width: size.0, height: size.1, toFit: (target.width, target.height))
    let (width, height) =
      turn.swapsSides ? (scaled.height, scaled.width) : (scaled.width, scaled.height)
    var image = try converters.convert(
      self, to: VideoTarget(.rgba, width: width, height: height)
    ).turned(turn)
    let isTransparent = background != nil && mayBeTransparent
    if isTransparent || image.width != target.width || image.height != target.height {
      var canvas = try MutablePixelBuffer(
        PixelBufferAttributes(format: .rgba, width: target.width, height: target.height))
      let color = background ?? DrawingColor(red: 0, green: 0, blue: 0)
      canvas.fill(red: color.red, green: color.green, blue: color.blue, alpha: 255)
      let (x, y) = ((target.width - image.width) / 2, (target.height - image.height) / 2)
      if isTransparent {
        canvas.blend(image, x: x, y: y, opacity: 255)
      } else {
        canvas.draw(image, x: x, y: y)
      }
      canvas.color = image.color
      image = canvas.finished()
    }
    return try converters.convert(image, to: VideoTarget(target.format))
  }

  /// Whether the image may have alpha; palettes may include alpha.
  private var mayBeTransparent: Bool { format.hasAlpha || format.libavName == "pal8" }

  /// Returns the image in the given pixel format and size.
  ///
  /// - Throws: ``MetaError`` with `invalidPixelFormat`, `invalidSize`, or `noDecoder` if no
  ///   converter supports the conversion.
  public func converted(
    to format: PixelFormat, width: Int? = nil, height: Int? = nil, codecs: MediaCodecs = .standard
  ) throws(MetaError) -> PixelBuffer {
    _ = try PixelBufferAttributes(
      format: format, width: width ?? self.width, height: height ?? self.height
    ).planes()
    return try VideoConverters(codecs).convert(
      self, to: VideoTarget(format, width: width, height: height))
  }

  /// Encodes the image as a file; `quality`, from 0 to 1, applies to lossy formats, and `effort`,
  /// from 0 to 9, to lossless ones.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if no encoder supports the format.
  public func encoded(
    as format: ImageFormat, quality: Double = 0.9, effort: Int = 3, codecs: MediaCodecs = .standard
  ) throws(MetaError) -> [UInt8] {
    do throws(ParseError) {
      return try codecs.imageCoder().encode(self, as: format, quality: quality, effort: effort)
    } catch {
      throw MetaError(decoding: error)
    }
  }
}

/// Reads the Exif orientation from the bytes of an image file: JPEG, PNG or WebP.
package enum ImageOrientation {
  /// Returns the Exif orientation, 1 to 8; 1 if it is missing or invalid.
  package static func of(_ bytes: [UInt8]) -> Int {
    let image = ByteSlice(bytes)
    let exif =
      switch ImageInfo.probe(image)?.mime {
      case "image/jpeg": jpegExif(image)
      case "image/png": pngExif(image)
      case "image/webp": webPExif(image)
      default: nil as ByteSlice?
      }
    let orientation = exif.flatMap { ExifTurn.turn($0) }.map { Int($0) } ?? 1
    return (1...8).contains(orientation) ? orientation : 1
  }

  /// Returns the payload of the APP1 segment that begins with `Exif` (CIPA DC-008 §4.7.2).
  private static func jpegExif(_ image: ByteSlice) -> ByteSlice? {
    var offset = 2
    while let marker = image.bigEndian(at: offset, width: 2), marker >= 0xFFC0, marker != 0xFFDA,
      let size = image.bigEndian(at: offset + 2, width: 2), size >= 2
    {
      let content = image.clamped(from: offset + 4, count: Int(size) - 2)
      if marker == 0xFFE1, content.starts(with: Array("Exif\0\0".utf8)) {
        return content.clamped(from: 6)
      }
      offset += 2 + Int(size)
    }
    return nil
  }

  /// Returns the payload of the `eXIf` chunk (PNG third edition §11.3.4.5).
  private static func pngExif(_ image: ByteSlice) -> ByteSlice? {
    var offset = 8
    while let size = image.bigEndian(at: offset), let type = image.bigEndian(at: offset + 4) {
      let content = image.clamped(from: offset + 8, count: Int(size))
      if type == 0x6558_4966 { return content }
      // The third edition requires Exif data to precede the image data.
      guard type != 0x4944_4154, type != 0x4945_4E44, size < 1 << 31 else { return nil }
      offset += 12 + Int(size)
    }
    return nil
  }

  /// Returns the payload of the `EXIF` chunk (RFC 9649 §2.7.1.5), to which some programs add JPEG's
  /// prefix.
  private static func webPExif(_ image: ByteSlice) -> ByteSlice? {
    var offset = 12
    while let type = image.bigEndian(at: offset), let size = image.littleEndian(at: offset + 4) {
      let content = image.clamped(from: offset + 8, count: Int(size))
      if type == 0x4558_4946 {
        return content.starts(with: Array("Exif\0\0".utf8)) ? content.clamped(from: 6) : content
      }
      offset += 8 + Int(size) + Int(size & 1)
    }
    return nil
  }
}
