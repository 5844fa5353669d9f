/// Converters of pictures, one for each target that was requested.
final class PictureConverters {
  private let codecs: MediaCodecs
  private var converters: [PictureTarget: any PictureConverting] = [:]

  init(_ codecs: MediaCodecs) { self.codecs = codecs }

  /// A picture as a target has it; the same one where it is like that already.
  ///
  /// - Throws: ``MetaError`` with `noDecoder` when nothing converts it.
  func convert(
    _ picture: PixelBuffer, to target: PictureTarget
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
