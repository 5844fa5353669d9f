/// Finds the pictures of one track that are presented at given times, and makes images of them.
package final class ImageReader {
  private let media: AssetMedia
  private let track: TrackDescription
  private let timeline: Timeline
  private let pictures: PictureCursor
  private let finisher: ImageFinisher
  private let settings: ImageSettings

  /// Opens an asset; without a track, its first one with video is meant.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when there is no video, `noDecoder` when nothing
  ///   decodes it.
  package init(
    asset: Asset, track id: UInt32? = nil, settings: ImageSettings, codecs: MediaCodecs
  ) throws(MetaError) {
    media = try AssetMedia(of: asset)
    track = try media.track(id, .video)
    self.settings = settings
    timeline = Timeline(media.edits(of: track), isUsed: true, range: .all)
    finisher = ImageFinisher(settings, for: track, codecs: codecs)
    pictures = PictureCursor(try media.pictureDecoder(for: track, codecs))
  }

  /// How long the track is; nil when nothing says so.
  package var duration: MediaTime? { track.duration ?? media.document.duration }

  /// What was wrong with pictures since the last image.
  package private(set) var damage: Diagnostic?

  /// The image that is presented at a time of the asset, and when it begins to be.
  ///
  /// - Throws: ``MetaError`` with `notAvailable` when no picture is presented at that time.
  package func image(
    at time: MediaTime
  ) throws(MetaError) -> (image: PixelBuffer, actualTime: MediaTime) {
    guard let part = timeline.parts.first(where: { $0.start <= time && time < $0.end }),
      let mediaStart = part.mediaStart
    else { throw nothing(at: time) }
    let wanted = mediaStart + part.mediaLength(time - part.start)
    let found: DecodedPicture?
    do throws(ParseError) {
      found = try picture(at: wanted, in: part)
    } catch {
      throw media.decodingError(error)
    }
    damage = pictures.takeDamage()
    guard let found, let pixels = found.pixels else { throw nothing(at: time) }
    let image = try finisher.image(of: pixels)
    guard part.rate != 0, found.time > mediaStart else { return (image, part.start) }
    return (image, part.start + part.assetLength(found.time - mediaStart))
  }

  private func nothing(at time: MediaTime) -> MetaError {
    MetaError(
      .notAvailable, file: media.asset.path,
      reason: "track \(track.id) has no picture at \(time.roundedSeconds) s")
  }

  /// The picture that is presented at a time of the media, or the first one after it; nil after the
  /// end.
  private func picture(
    at time: MediaTime, in part: Timeline.Part
  ) throws(ParseError) -> DecodedPicture? {
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
    // The media end before: an edit list may hold the last picture for longer, nothing else does.
    return part.end.isNumeric ? picture : nil
  }
}
