/// The settings with which an ``ImageReader`` selects frames and creates images from them; they are
/// the settings of an ``ImageGenerator``.
package struct ImageSettings: Sendable {
  /// The maximum width and height; nil means the size of the track.
  package var maximumSize: (width: Int, height: Int)?
  /// Whether to apply the track's rotation to the images.
  package var appliesPreferredTrackTransform = true
  /// The maximum time by which a frame may precede the requested time.
  package var toleranceBefore = MediaTime.zero
  /// The maximum time by which a frame may follow the requested time.
  package var toleranceAfter = MediaTime.zero
  /// How high-dynamic-range frames are converted.
  package var dynamicRangePolicy = ImageGenerator.DynamicRangePolicy.forceSDR

  /// Creates settings for rotated images in standard dynamic range, without tolerances.
  package init() {}
}

/// Converts decoded frames of a track to images for display, with square pixels, rotation, a
/// limited size and tone mapping.
final class ImageFinisher {
  private let settings: ImageSettings
  private let track: TrackDescription
  private let turn: PictureTurn
  private let converters: VideoConverters
  private var maps: [ToneMap.Transfer: ToneMap] = [:]

  init(_ settings: ImageSettings, for track: TrackDescription, codecs: MediaCodecs) {
    self.settings = settings
    self.track = track
    converters = VideoConverters(codecs)
    turn =
      settings.appliesPreferredTrackTransform
      ? PictureTurn(
        degrees: track.video?.rotation ?? 0, isMirrored: track.video?.isMirrored ?? false) : .none
  }

  /// Returns the image for a frame.
  ///
  /// - Throws: ``MetaError`` if the frame cannot be converted.
  func image(of picture: PixelBuffer) throws(MetaError) -> PixelBuffer {
    let size = displaySize(of: picture)
    func converted(to name: String) throws(MetaError) -> PixelBuffer {
      let format = PixelFormat(libavName: name) ?? .rgba64
      return try converters.convert(
        picture, to: VideoTarget(format, width: size.width, height: size.height))
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

  /// Returns the tone map for a transfer function, whose tables are computed only once.
  private func map(for transfer: ToneMap.Transfer) -> ToneMap {
    if let map = maps[transfer] { return map }
    let map = ToneMap(transfer, peak: peak)
    maps[transfer] = map
    return map
  }

  /// The peak luminance of the content, in cd/m²; 1000 if the track does not specify it.
  private var peak: Float {
    let level = track.video?.contentLight?.first ?? 0
    return level > 0 ? Float(level) : 1000
  }

  /// Returns the size with square pixels, before rotation.
  private func displaySize(of picture: PixelBuffer) -> (width: Int, height: Int) {
    var (width, height) = (Double(picture.width), Double(picture.height))
    if let aspect = track.video?.pixelAspect, aspect.count == 2, aspect[0] > 0, aspect[1] > 0 {
      let ratio = Double(aspect[0]) / Double(aspect[1])
      // Pixels are only stretched, never shrunk, so no row or column is lost.
      if ratio > 1 { width *= ratio } else { height /= ratio }
    }
    if let limit = settings.maximumSize, limit.width > 0, limit.height > 0 {
      let available = turn.swapsSides ? (limit.height, limit.width) : (limit.width, limit.height)
      let factor = min(1, Double(available.0) / width, Double(available.1) / height)
      (width, height) = (width * factor, height * factor)
    }
    func side(_ length: Double) -> Int { max(1, min(1 << 20, Int(length.rounded()))) }
    return (side(width), side(height))
  }
}
