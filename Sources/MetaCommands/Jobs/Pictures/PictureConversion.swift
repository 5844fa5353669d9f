internal import MetaCore

/// The conversion of pictures before they are added to a file (`--max` and `--convert` of `art set`
/// and `art add`): they are scaled down to a limit and encoded as a different type; pictures that
/// already comply keep their bytes.
struct PictureConversion: Sendable {
  /// The longest side in pixels, or nil for no limit.
  var longestSide: Int?
  /// The type of all pictures; if nil, PNG pictures that are scaled remain PNG, and all other
  /// scaled pictures become JPEG.
  var format: ImageFormat?
  /// The JPEG quality, from 0 to 1.
  var quality: Double

  /// The longest side that can be requested.
  static let largest = 16384

  /// Returns the converted picture, or the original if it already complies.
  ///
  /// - Throws: ``MetaError`` if the picture cannot be decoded or encoded.
  func converted(
    _ artwork: Artwork, _ bytes: [UInt8], codecs: MediaCodecs
  ) throws(MetaError) -> Artwork {
    let target = format ?? (artwork.mime == "image/png" ? .png : .jpeg)
    let isOfType = format == nil || artwork.mime == "image/\(target.rawValue)"
    if isOfType, let width = artwork.width, let height = artwork.height,
      max(width, height) <= longestSide ?? .max
    {
      return artwork
    }
    // JPEG has no alpha, so transparent pixels become white.
    let white = DrawingColor(red: 255, green: 255, blue: 255)
    let isOpaque = target == .jpeg || artwork.mime == "image/jpeg"
    let layout: PixelFormat = isOpaque ? .rgb24 : .rgba
    var picture = try PixelBuffer(
      image: bytes, background: target == .jpeg ? white : nil, format: layout, codecs: codecs)
    if let longestSide, max(picture.width, picture.height) > longestSide {
      let size = ImageFit.contain.scaled(
        width: picture.width, height: picture.height, toFit: (longestSide, longestSide))
      picture = try picture.converted(
        to: layout, width: size.width, height: size.height, codecs: codecs)
    }
    let encoded = try picture.encoded(as: target, quality: quality, codecs: codecs)
    guard
      let new = Artwork(encoded, kind: artwork.kind, description: artwork.description)
    else { throw MetaError(.backend, reason: "the picture could not be encoded") }
    return new
  }
}
