internal import LibAV
internal import MetaCore

/// Implements MetaCore's protocol for images with libavcodec: decodes image files to pixel buffers
/// by MIME type, and encodes pixel buffers as PNG or JPEG.
struct LibAVImageCoder: ImageCoding {
  /// Decoders by MIME type.
  private static let decoders = [
    "image/jpeg": "mjpeg", "image/png": "png", "image/webp": "webp", "image/gif": "gif",
    "image/bmp": "bmp", "image/tiff": "tiff",
  ]

  func decode(_ bytes: [UInt8], mime: String) throws(ParseError) -> PixelBuffer? {
    guard let decoder = LibAVImageCoder.decoders[mime] else { return nil }
    var log: [LogLine] = []
    do throws(LibAVError) {
      let frame = try LogCapture.collect(into: &log) { () throws(LibAVError) in
        try ImageCoder.decode(bytes, decoder: decoder)
      }
      return PixelBuffer(frame)
    } catch {
      let detail = log.first { $0.level == .error }.map { ": \($0.text)" } ?? ""
      throw ParseError(.malformed, at: 0, error.description + detail)
    }
  }

  /// Encodes a picture: as PNG losslessly with 8 or, if it has more, 16 bits per component, as JPEG
  /// in full-range 4:2:0.
  func encode(
    _ picture: PixelBuffer, as format: ImageFormat, quality: Double, effort: Int
  ) throws(ParseError) -> [UInt8] {
    var settings = ImageCoder.Settings(encoder: format == .png ? "png" : "mjpeg")
    let layout: PixelFormat
    switch format {
    case .png:
      settings.compressionLevel = max(0, min(9, effort))
      layout = LibAVImageCoder.layoutOfPNG(for: picture.format)
    case .jpeg:
      // For MJPEG quantisers, 2 has no visible loss and 31 is the coarsest.
      let loss = 1 - max(0, min(1, quality.isFinite ? quality : 1))
      settings.quantiser = 2 + Int((loss * 29).rounded())
      layout = PixelFormat(libavName: "yuvj420p") ?? .yCbCr420FullRange
    }
    do throws(LibAVError) {
      let converter: VideoScaler?
      if picture.format == layout {
        converter = nil
      } else {
        var target = VideoScaler.Target(pixelFormat: layout.libavName ?? "")
        target.isFullRange = true
        converter = try VideoScaler(to: target)
      }
      let frame = try picture.frame()
      return try ImageCoder.encode(converter?.convert(frame) ?? frame, settings)
    } catch {
      throw LibAVContainer.parseError(error)
    }
  }

  /// Returns the PNG pixel format that preserves a picture: RGB or grey, 8 or 16 bits, with alpha
  /// if present.
  private static func layoutOfPNG(for format: PixelFormat) -> PixelFormat {
    let name = format.libavName ?? ""
    let isDeep = (format.bitsPerComponent ?? 8) > 8
    let isGrey = name.hasPrefix("gray") || name.hasPrefix("ya")
    let hasAlpha = format.hasAlpha
    let pngFormat =
      isGrey
      ? (hasAlpha ? (isDeep ? "ya16be" : "ya8") : (isDeep ? "gray16be" : "gray"))
      : (hasAlpha ? (isDeep ? "rgba64be" : "rgba") : (isDeep ? "rgb48be" : "rgb24"))
    return PixelFormat(libavName: pngFormat) ?? .rgb24
  }
}
