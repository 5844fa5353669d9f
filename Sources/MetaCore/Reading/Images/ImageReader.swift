/// Opens a video track, finds its frames at given times of the asset, and creates images for
/// display from them; ``ImageGenerator`` and the verb `frame` use it.
package final class ImageReader {
  private let media: AssetMedia
  private let track: TrackDescription
  private let timeline: Timeline
  private let pictures: DecodedFrameCursor
  private let finisher: ImageFinisher
  private let settings: ImageSettings

  /// Opens an asset; if no track ID is given, the first video track is used.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if there is no video, `noDecoder` if no decoder
  ///   supports it.
  package init(
    asset: Asset, track id: UInt32? = nil, settings: ImageSettings, codecs: MediaCodecs
  ) throws(MetaError) {
    media = try AssetMedia(of: asset)
    track = try media.track(id, .video)
    self.settings = settings
    timeline = Timeline(media.edits(of: track), isUsed: true, range: .all)
    finisher = ImageFinisher(settings, for: track, codecs: codecs)
    pictures = DecodedFrameCursor(try media.videoDecoder(for: track, codecs))
  }

  /// The duration of the track; nil if unknown.
  package var duration: MediaTime? { track.duration ?? media.document.duration }

  /// The damage found while the last image was decoded; nil if there was none.
  package private(set) var damage: Diagnostic?

  /// Returns the image at the given time of the asset, and the time at which its frame starts.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` if no frame is presented at that time.
  package func image(
    at time: MediaTime
  ) throws(MetaError) -> (image: PixelBuffer, actualTime: MediaTime) {
    guard let part = timeline.parts.first(where: { $0.start <= time && time < $0.end }),
      let mediaStart = part.mediaStart
    else { throw nothing(at: time) }
    let mediaTime = mediaStart + part.mediaLength(time - part.start)
    let frame: DecodedFrame?
    do throws(ParseError) {
      frame = try picture(at: mediaTime, in: part)
    } catch {
      throw media.decodingError(error)
    }
    damage = pictures.takeDamage()
    guard let frame, let pixels = frame.pixels else { throw nothing(at: time) }
    let image = try finisher.image(of: pixels)
    // If a frame starts before the part does, it is presented from the beginning of the part.
    guard part.rate != 0, frame.time > mediaStart else { return (image, part.start) }
    return (image, part.start + part.assetLength(frame.time - mediaStart))
  }

  /// Returns the error for a time at which no frame is presented.
  private func nothing(at time: MediaTime) -> MetaError {
    MetaError(
      .notAvailable, file: media.asset.path,
      reason: "track \(track.id) has no video frame at \(time.roundedSeconds) s")
  }

  /// Returns the frame presented at the given media time, or the first one after it; nil after the
  /// end.
  ///
  /// With tolerances, the sync frame at or before that time has priority if it is within them.
  private func picture(
    at time: MediaTime, in part: Timeline.TimelineSegment
  ) throws(ParseError) -> DecodedFrame? {
    if settings.toleranceBefore > .zero || settings.toleranceAfter > .zero {
      try pictures.moveToSyncPicture(before: time)
      if let picture = pictures.current, picture.time >= time - settings.toleranceBefore,
        picture.time <= time + settings.toleranceAfter
      {
        return picture
      }
    }
    try pictures.move(to: time, isSingle: true)
    guard let picture = pictures.current, picture.time <= time,
      let end = try pictures.end(), end.isNumeric, end <= time
    else { return pictures.current }
    // The media ends earlier; only an edit list can hold the last frame for longer.
    return part.end.isNumeric ? picture : nil
  }
}
