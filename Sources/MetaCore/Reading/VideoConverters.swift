/// Converts the pixel format and size of video frames; keeps one converter of a library per target,
/// for use by one thread at a time.
final class VideoConverters {
  private let codecs: MediaCodecs
  private var converters: [VideoTarget: any VideoConverting] = [:]

  init(_ codecs: MediaCodecs) { self.codecs = codecs }

  /// Returns a frame converted to a target, or the same frame if it already matches.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` if no converter supports it.
  func convert(
    _ picture: PixelBuffer, to target: VideoTarget
  ) throws(MetaError) -> PixelBuffer {
    guard
      picture.format != target.format || picture.width != target.width ?? picture.width
        || picture.height != target.height ?? picture.height
    else { return picture }
    do throws(ParseError) {
      if let converter = converters[target] { return try converter.convert(picture) }
      let converter = try codecs.pictureConverter(to: target)
      converters[target] = converter
      return try converter.convert(picture)
    } catch {
      throw MetaError(decoding: error)
    }
  }
}
