/// Converts the pixel format and size of video frames, and rotates them, with one library converter
/// per target; only one thread may use it at a time.
final class VideoConverters {
  private let codecs: MediaCodecs
  private var converters: [VideoTarget: any VideoConverting] = [:]

  init(_ codecs: MediaCodecs) { self.codecs = codecs }

  /// Returns a frame converted to the given target, or the same frame if it already matches.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if no converter supports the target.
  func convert(
    _ picture: PixelBuffer, to target: VideoTarget
  ) throws(MetaError) -> PixelBuffer {
    guard
      picture.format != target.format || picture.width != target.width ?? picture.width
        || picture.height != target.height ?? picture.height
    else { return picture }
    do throws(ParseError) {
      if let converter = converters[target] { return try converter.convert(picture) }
      let converter = try codecs.videoConverter(to: target)
      converters[target] = converter
      return try converter.convert(picture)
    } catch {
      throw MetaError(decoding: error)
    }
  }

  /// Returns a frame rotated and mirrored, in the same pixel format.
  ///
  /// Formats that cannot be rotated directly, such as 4:2:2 by 90 degrees, whose subsampling would
  /// change, are converted to 4:4:4, rotated, and converted back.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if no converter supports the format.
  func turned(_ picture: PixelBuffer, by turn: PictureTurn) throws(MetaError) -> PixelBuffer {
    guard turn != .none, picture.format.row?.isTurned(by: turn) != true else {
      return try picture.turned(turn)
    }
    let isDeep = (picture.format.bitsPerComponent ?? 8) > 8
    let name =
      picture.format.hasAlpha
      ? (isDeep ? "yuva444p16le" : "yuva444p") : (isDeep ? "yuv444p16le" : "yuv444p")
    guard let fullChroma = PixelFormat(libavName: name, isFullRange: picture.format.isFullRange)
    else {
      return try picture.turned(turn)
    }
    let turned = try convert(picture, to: VideoTarget(fullChroma)).turned(turn)
    return try convert(turned, to: VideoTarget(picture.format))
  }
}
