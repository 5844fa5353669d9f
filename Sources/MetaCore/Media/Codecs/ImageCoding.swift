/// A format of image files that pictures are encoded as.
@nonexhaustive
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// PNG, without loss: 8 or 16 bits per component, with alpha where the picture has it.
  case png
  /// JPEG: 8 bits per component, without alpha.
  case jpeg

  /// The format by the extension of a file name: `png`, `jpg`, `jpeg`; nil for others.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    default: return nil
    }
  }
}

/// Decodes and encodes images.
package protocol ImageCoding: Sendable {
  /// Decodes the first image of some bytes; nil for a type that it does not decode.
  ///
  /// - Throws: ``ParseError`` when the bytes do not decode.
  func decode(_ bytes: [UInt8], mime: String) throws(ParseError) -> PixelBuffer?

  /// Encodes a picture; a quality from 0 to 1 is for formats with loss, an effort from 0 to 9 for
  /// those without.
  ///
  /// - Throws: ``ParseError`` when the picture cannot be encoded.
  func encode(
    _ picture: PixelBuffer, as format: ImageFormat, quality: Double, effort: Int
  ) throws(ParseError) -> [UInt8]
}
