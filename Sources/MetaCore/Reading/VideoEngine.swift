internal import SystemPackage

/// The ``SampleEngine`` for decoded video: takes frames from a ``VideoDecoder`` and delivers those
/// that the ``Timeline`` (edit list, clipped to the range read) presents, with their presentation
/// times.
///
/// Each part of the timeline begins with the frame presented at its start, even if that frame began
/// earlier; empty edits deliver nothing.
final class VideoEngine: SampleEngine {
  private let pictures: DecodedFrameCursor
  private let timeline: Timeline
  private let file: FilePath?
  private var partIndex = 0
  private var hasBegun = false
  /// The end of the last frame delivered, or its start if the end is unknown.
  private var end = MediaTime.zero

  init(_ decoder: any VideoDecoder, _ timeline: Timeline, file: FilePath?) {
    pictures = DecodedFrameCursor(decoder)
    self.timeline = timeline
    self.file = file
  }

  func next() throws(MetaError) -> SampleBuffer? {
    do {
      while partIndex < timeline.parts.count {
        let part = timeline.parts[partIndex]
        if let sample = try next(of: part) { return sample }
        partIndex += 1
        hasBegun = false
      }
      return lostEnd()
    } catch {
      throw MetaError(error, file: file)
    }
  }

  /// Returns the damage found after the last frame, as a gap.
  private func lostEnd() -> SampleBuffer? {
    guard let damage = pictures.takeDamage() else { return nil }
    var sample = SampleBuffer(.gap, at: end)
    sample.damage = damage
    return sample
  }

  /// Returns the next frame presented in a part of the timeline; nil at the end of the part.
  private func next(of part: Timeline.TimelineSegment) throws(ParseError) -> SampleBuffer? {
    guard let mediaStart = part.mediaStart else { return nil }
    if hasBegun {
      // A held frame is the only one in its part.
      guard part.rate != 0 else { return nil }
      try pictures.advance()
    } else {
      try pictures.move(to: mediaStart, isSingle: false)
      hasBegun = true
    }
    while let picture = pictures.current {
      let shown = Presentation(of: picture, until: try pictures.end(), in: part, mediaStart)
      guard shown.start < part.end else { return nil }
      if !shown.isOver, let pixels = picture.pixels { return sample(pixels, picture, shown) }
      try pictures.advance()
    }
    return nil
  }

  /// Returns a frame with the times of its presentation.
  private func sample(
    _ pixels: PixelBuffer, _ picture: DecodedFrame, _ shown: Presentation
  ) -> SampleBuffer {
    var sample = SampleBuffer(
      .pixels(pixels), at: shown.start,
      duration: shown.end.isNumeric ? shown.end - shown.start : nil)
    sample.isSync = picture.isSync
    sample.damage = pictures.takeDamage()
    end = shown.end.isNumeric ? shown.end : shown.start
    return sample
  }
}

/// The time for which a decoded frame is presented in a part of the timeline, in asset time,
/// computed from its time in the media.
private struct Presentation {
  /// The start, in asset time.
  var start: MediaTime
  /// The end; infinite if unknown.
  var end: MediaTime
  /// Whether the frame ends before the part begins.
  var isOver: Bool

  /// Determines the presentation of a frame whose media time ends at `mediaEnd`, if that is known.
  init(
    of picture: DecodedFrame, until mediaEnd: MediaTime?, in part: Timeline.TimelineSegment,
    _ mediaStart: MediaTime
  ) {
    (start, end, isOver) = (part.start, part.end, false)
    // If the rate is 0, the frame is held for the whole part.
    guard part.rate != 0 else { return }
    func assetTime(_ time: MediaTime) -> MediaTime {
      part.start + part.assetLength(time - mediaStart)
    }
    if picture.time > mediaStart { start = assetTime(picture.time) }
    guard let mediaEnd, mediaEnd.isNumeric else { return }
    isOver = mediaEnd <= mediaStart && picture.time < mediaStart
    end = min(part.end, max(start, assetTime(mediaEnd)))
  }
}

/// A ``SampleEngine`` that converts the pixel format and size of the frames of another engine.
final class VideoConvertingEngine: SampleEngine {
  private let engine: any SampleEngine
  private let target: VideoTarget
  private let converters: VideoConverters

  init(_ engine: any SampleEngine, to target: VideoTarget, _ codecs: MediaCodecs) {
    self.engine = engine
    self.target = target
    converters = VideoConverters(codecs)
  }

  func next() throws(MetaError) -> SampleBuffer? {
    guard var sample = try engine.next() else { return nil }
    if let pixels = sample.pixels {
      sample.content = .pixels(try converters.convert(pixels, to: target))
    }
    return sample
  }
}
