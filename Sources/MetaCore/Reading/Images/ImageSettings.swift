/// How the images of an ``ImageGenerator`` are made.
package struct ImageSettings: Sendable {
  /// No image is wider or higher; nil for the size of the track.
  package var maximumSize: (width: Int, height: Int)?
  /// Whether images are turned as the track says.
  package var appliesPreferredTrackTransform = true
  /// How much earlier than requested a picture may be.
  package var toleranceBefore = MediaTime.zero
  /// How much later than requested a picture may be.
  package var toleranceAfter = MediaTime.zero
  /// What becomes of pictures with a high dynamic range.
  package var dynamicRangePolicy = ImageGenerator.DynamicRangePolicy.forceSDR

  /// Images as they are displayed, exact in time, of a standard dynamic range.
  package init() {}
}

/// Makes images for display of the decoded pictures of one track: with square pixels, turned, of a
/// limited size, tone-mapped.
final class ImageFinisher {
  private let settings: ImageSettings
  private let track: TrackDescription
  private let turn: PictureTurn
  private let converters: PictureConverters
  private var maps: [ToneMap.Transfer: ToneMap] = [:]

  init(_ settings: ImageSettings, for track: TrackDescription, codecs: MediaCodecs) {
    self.settings = settings
    self.track = track
    converters = PictureConverters(codecs)
    turn =
      settings.appliesPreferredTrackTransform
      ? PictureTurn(
        degrees: track.video?.rotation ?? 0, isMirrored: track.video?.isMirrored ?? false) : .none
  }

  /// The image of a picture.
  ///
  /// - Throws: ``MetaError`` when it cannot be converted.
  func image(of picture: PixelBuffer) throws(MetaError) -> PixelBuffer {
    let size = displaySize(of: picture)
    func converted(to name: String) throws(MetaError) -> PixelBuffer {
      let format = PixelFormat(libavName: name) ?? .rgba64
      return try converters.convert(
        picture, to: PictureTarget(format, width: size.width, height: size.height))
    }
    let image: PixelBuffer
    if settings.dynamicRangePolicy == .matchSource, (picture.format.bitsPerComponent ?? 8) > 8 {
      image = try converted(to: "rgb48be")
    } else if settings.dynamicRangePolicy == .forceSDR, let transfer = transfer(of: picture) {
      image = try map(for: transfer).mapped(try converted(to: "rgb48le"))
    } else {
      image = try converted(to: picture.format.hasAlpha ? "rgba" : "rgb24")
    }
    return try image.turned(turn)
  }

  private func transfer(of picture: PixelBuffer) -> ToneMap.Transfer? {
    (picture.color.transfer ?? track.video?.color?.transfer).flatMap(ToneMap.Transfer.init)
  }

  private func map(for transfer: ToneMap.Transfer) -> ToneMap {
    if let map = maps[transfer] { return map }
    let map = ToneMap(transfer, peak: peak)
    maps[transfer] = map
    return map
  }

  /// The brightest that the content gets, in cd/m²; 1000 where it does not say so.
  private var peak: Float {
    let level = track.video?.contentLight?.first ?? 0
    return level > 0 ? Float(level) : 1000
  }

  /// The size with square pixels, before the picture is turned.
  private func displaySize(of picture: PixelBuffer) -> (width: Int, height: Int) {
    var (width, height) = (Double(picture.width), Double(picture.height))
    if let aspect = track.video?.pixelAspect, aspect.count == 2, aspect[0] > 0, aspect[1] > 0 {
      let ratio = Double(aspect[0]) / Double(aspect[1])
      // The longer side of a pixel sets the size, so that no row or column is lost.
      if ratio > 1 { width *= ratio } else { height /= ratio }
    }
    if let limit = settings.maximumSize, limit.width > 0, limit.height > 0 {
      let room = turn.swapsSides ? (limit.height, limit.width) : (limit.width, limit.height)
      let factor = min(1, Double(room.0) / width, Double(room.1) / height)
      (width, height) = (width * factor, height * factor)
    }
    func side(_ length: Double) -> Int { max(1, min(1 << 20, Int(length.rounded()))) }
    return (side(width), side(height))
  }
}
