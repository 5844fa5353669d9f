/// The video track of a slideshow, to which the images are written in order.
protocol SlideshowTrack: AnyObject {
  /// The number of frames encoded.
  var encodedFrames: Int { get }

  /// Writes all frames of an image, which show `picture`, and periodically reports the index of the
  /// next frame; returns false if groups cannot be repeated.
  ///
  /// - Throws: ``MetaError`` from the encoder, from writing, or from `report`.
  func write(
    _ image: Int, _ picture: () throws(MetaError) -> PixelBuffer,
    _ report: (_ frame: Int) throws(MetaError) -> Void
  ) throws(MetaError) -> Bool

  /// Finishes the track.
  func finish()
}

/// A slideshow track in which every frame is encoded.
final class EncodedSlideshowTrack: SlideshowTrack {
  private let plan: SlideshowPlan
  private let receiver: SampleBufferReceiver
  private(set) var encodedFrames = 0

  /// Adds a track to a movie.
  ///
  /// - Throws: ``MetaError``, as for ``AssetWriter/inputReceiver(for:)``.
  init(
    _ plan: SlideshowPlan, _ settings: VideoOutputSettings, in writer: AssetWriter
  ) throws(MetaError) {
    self.plan = plan
    var input = AssetWriterInput(.video, settings: .video(settings))
    input.mediaTimeScale = plan.frameDuration.timescale
    receiver = try writer.inputReceiver(for: input)
  }

  func write(
    _ image: Int, _ picture: () throws(MetaError) -> PixelBuffer,
    _ report: (_ frame: Int) throws(MetaError) -> Void
  ) throws(MetaError) -> Bool {
    let picture = try picture()
    for frame in plan.bounds[image]..<plan.bounds[image + 1] {
      let sample = SampleBuffer(
        .pixels(picture), at: plan.time(of: frame), duration: plan.frameDuration)
      _ = try receiver.appendImmediately(sample)
      encodedFrames += 1
      try report(frame + 1)
    }
    return true
  }

  func finish() { receiver.finish() }
}

/// A slideshow track in which one group of frames is encoded for each image, and a shorter one for
/// the remaining frames, if any; the coded samples of the first are stored repeatedly, according to
/// the ``SlideshowPlan``.
final class RepeatedSlideshowTrack: SlideshowTrack {
  private let plan: SlideshowPlan
  private let settings: VideoOutputSettings
  private let encoder: StillImageGroups
  private let receiver: SampleBufferReceiver
  private let format: FormatDescription
  /// The number of frames between decoding and presentation of a sample, if samples were in
  /// presentation order.
  private let delay: Int
  /// The first encoded group, until it is written.
  private var first: (image: Int, group: StillImageGroups.Group)?
  /// The number of samples written, which is the index of the next one in decode order.
  private var written = 0
  private(set) var encodedFrames = 0

  /// Encodes the group of one image, which determines the format and delay of the track, and adds
  /// the track to a movie; returns nil if the group cannot be repeated.
  ///
  /// - Throws: ``MetaError`` from the encoder, or as for ``AssetWriter/inputReceiver(for:)``.
  init?(
    _ plan: SlideshowPlan, _ settings: VideoOutputSettings, first image: Int,
    _ picture: PixelBuffer, in writer: AssetWriter
  ) throws(MetaError) {
    self.plan = plan
    self.settings = settings
    guard
      plan.bounds.indices.dropLast().allSatisfy({ image in
        plan.frameCount(of: image) >= settings.codec.shortestGroup
      })
    else { return nil }
    encoder = StillImageGroups(
      settings: settings, frameDuration: plan.frameDuration, codecs: writer.codecs)
    // Rejects codecs that the file type does not support, as for other tracks.
    try writer.check(AssetWriterInput(.video, settings: .video(settings)))
    let frames = plan.groups(of: image, settings).length
    guard let group = try encoder.group(of: picture, frames: frames) else { return nil }
    first = (image, group)
    encodedFrames = frames
    (format, delay) = (group.format, group.delay)
    var input = AssetWriterInput(.video, sourceFormatHint: group.format)
    input.mediaTimeScale = plan.frameDuration.timescale
    receiver = try writer.inputReceiver(for: input)
  }

  func write(
    _ image: Int, _ picture: () throws(MetaError) -> PixelBuffer,
    _ report: (_ frame: Int) throws(MetaError) -> Void
  ) throws(MetaError) -> Bool {
    let groups = plan.groups(of: image, settings)
    let repeated: StillImageGroups.Group?
    if let first, first.image == image {
      repeated = first.group
      self.first = nil
    } else {
      repeated = try group(of: try picture(), groups.length)
    }
    guard let repeated else { return false }
    for _ in 0..<groups.count {
      try write(repeated)
      try report(written)
    }
    guard groups.rest > 0 else { return true }
    guard let rest = try group(of: try picture(), groups.rest) else { return false }
    try write(rest)
    try report(written)
    return true
  }

  /// Encodes a group; returns nil if it cannot follow the other groups because its format differs
  /// or its frame reordering needs a larger delay.
  private func group(
    of picture: PixelBuffer, _ frames: Int
  ) throws(MetaError) -> StillImageGroups.Group? {
    encodedFrames += frames
    guard let group = try encoder.group(of: picture, frames: frames), group.format == format,
      group.delay <= delay
    else { return nil }
    return group
  }

  /// Writes the samples of a group, with times computed from the number of samples before them.
  private func write(_ group: StillImageGroups.Group) throws(MetaError) {
    let start = written
    for sample in group.samples {
      var buffer = SampleBuffer(
        .stored(sample.bytes), at: plan.time(of: start + sample.frame),
        duration: plan.frameDuration)
      buffer.decodeTime = plan.time(of: written - delay)
      buffer.isSync = sample.isSync
      buffer.formatDescription = group.format
      _ = try receiver.appendImmediately(buffer)
      written += 1
    }
  }

  func finish() { receiver.finish() }
}
