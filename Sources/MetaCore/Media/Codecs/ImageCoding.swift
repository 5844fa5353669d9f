/// A file format in which images can be encoded.
@nonexhaustive
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// PNG: lossless, 8 or 16 bits per component, with alpha if the image has it.
  case png
  /// JPEG: 8 bits per component, without alpha.
  case jpeg

  /// Creates the format for a file name extension (`png`, `jpg` or `jpeg`); nil for other
  /// extensions.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    default: return nil
    }
  }
}

/// Decodes and encodes image files, such as the images of a slideshow and video frames to be saved;
/// codec libraries implement it.
package protocol ImageCoding: Sendable {
  /// Decodes the first image in a file's bytes; returns nil for an unsupported type.
  ///
  /// - Throws: ``ParseError`` if decoding fails.
  func decode(_ bytes: [UInt8], mime: String) throws(ParseError) -> PixelBuffer?

  /// Encodes an image; `quality`, from 0 to 1, applies to lossy formats, and `effort`, from 0 to 9,
  /// to lossless ones.
  ///
  /// - Throws: ``ParseError`` if the image cannot be encoded.
  func encode(
    _ picture: PixelBuffer, as format: ImageFormat, quality: Double, effort: Int
  ) throws(ParseError) -> [UInt8]
}
