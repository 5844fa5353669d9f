/// Assigns the movie's frames to the images of a slideshow according to their durations, and
/// divides the frames of each image into the groups of pictures that ``RepeatedSlideshowTrack``
/// encodes.
struct SlideshowPlan: Sendable {
  /// The frames of one image as groups of pictures: a repeated group, and a shorter one for the
  /// remaining frames, if any.
  struct Groups: Sendable, Hashable {
    /// The number of frames in the repeated group.
    var length: Int
    /// The number of times that the group is stored.
    var count: Int
    /// The number of frames in the last group; 0 if there is no such group.
    var rest: Int
  }

  /// The duration of a frame.
  let frameDuration: MediaTime
  /// The index of the first frame of each image, followed by the total number of frames.
  let bounds: [Int]

  /// Plans the frames; `soundDuration` is required for ``Slideshow/Timing/sound``.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes` or `limitExceeded`.
  init(_ slideshow: Slideshow, soundDuration: MediaTime?) throws(MetaError) {
    frameDuration = slideshow.frameDuration
    guard frameDuration.isNumeric, (0.001...1000).contains(frameDuration.seconds),
      frameDuration.value <= Int64(Int32.max), frameDuration.timescale <= UInt32(Int32.max)
    else {
      throw MetaError(
        .invalidAttributes, reason: "the frame duration must be from 1/1000 s to 1000 s")
    }
    guard !slideshow.images.isEmpty else {
      throw MetaError(.invalidAttributes, reason: "a slideshow needs at least one image")
    }
    let usual = try SlideshowPlan.usualSeconds(slideshow, soundDuration)
    var (bounds, end) = ([0], 0.0)
    for (index, image) in slideshow.images.enumerated() {
      end += image.duration?.seconds ?? usual
      let frame = (end / frameDuration.seconds).rounded()
      guard frame <= Double(Slideshow.maxFrames) else {
        throw MetaError(
          .limitExceeded, reason: "the movie has more than \(Slideshow.maxFrames) frames")
      }
      guard frame > Double(bounds[index]) else {
        throw MetaError(
          .invalidAttributes,
          reason:
            "the duration of image \(index + 1) is too short for a frame at \(1 / frameDuration.seconds) frames per second"
        )
      }
      bounds.append(Int(frame))
    }
    self.bounds = bounds
  }

  /// Returns the duration, in seconds, of an image that has no duration of its own; 0 if there is
  /// no such image and ``Slideshow/timing`` is not a fixed duration.
  private static func usualSeconds(
    _ slideshow: Slideshow, _ soundDuration: MediaTime?
  ) throws(MetaError) -> Double {
    let fixedDurations = slideshow.images.compactMap(\.duration)
    for duration in fixedDurations { try check(duration) }
    let total: MediaTime
    switch slideshow.timing {
    case .each(let duration):
      try check(duration)
      return duration.seconds
    case .total(let duration): total = duration
    case .sound:
      guard let soundDuration else {
        throw MetaError(
          .invalidAttributes, reason: "the duration of the audio is unknown; set a duration")
      }
      total = soundDuration
    }
    try check(total)
    let remainingImages = slideshow.images.count - fixedDurations.count
    guard remainingImages > 0 else { return 0 }
    let rest = total.seconds - fixedDurations.reduce(0) { $0 + $1.seconds }
    guard rest > 0 else {
      throw MetaError(
        .invalidAttributes, reason: "the images with durations leave no time for the others")
    }
    return rest / Double(remainingImages)
  }

  private static func check(_ duration: MediaTime) throws(MetaError) {
    guard duration.isNumeric, duration.value > 0 else {
      throw MetaError(.invalidAttributes, reason: "the duration of an image must be positive")
    }
  }

  /// The number of frames.
  var frameCount: Int { bounds.last ?? 0 }

  /// Returns the number of frames of an image.
  func frameCount(of image: Int) -> Int { bounds[image + 1] - bounds[image] }

  /// Returns the time of a frame.
  func time(of frame: Int) -> MediaTime { frameDuration * frame }

  // MARK: Groups

  /// The default duration of groups in seconds: longer groups make seeking slow, and shorter groups
  /// need more key frames, which are large.
  private static let usualGroup = 2.0

  /// Returns the maximum number of frames in a group.
  func longestGroup(_ settings: VideoOutputSettings) -> Int {
    if settings.codec.isIntraOnly { return 1 }
    var seconds = SlideshowPlan.usualGroup
    if let longest = settings.maxKeyFrameIntervalDuration { seconds = min(seconds, longest) }
    let frames = Int(min(1e6, max(0, seconds / frameDuration.seconds)).rounded())
    return max(settings.codec.shortestGroup, min(frames, settings.maxKeyFrameInterval ?? frames))
  }

  /// Returns the groups for an image; their length, between half the maximum and the maximum, is
  /// the one that leaves the smallest possible remainder, or the longest of several such lengths.
  func groups(of image: Int, _ settings: VideoOutputSettings) -> Groups {
    SlideshowPlan.groups(
      of: frameCount(of: image), longest: longestGroup(settings),
      shortest: settings.codec.shortestGroup)
  }

  /// Divides frames into groups; returns one group if every possible length leaves a remainder that
  /// is too short for a group.
  static func groups(of frames: Int, longest: Int, shortest: Int) -> Groups {
    let singleGroup = Groups(length: frames, count: 1, rest: 0)
    guard frames > longest, longest >= shortest else { return singleGroup }
    var best: Groups?
    for length in (max(shortest, longest / 2)...longest).reversed() {
      let rest = frames % length
      guard rest == 0 || rest >= shortest, rest < best?.rest ?? Int.max else { continue }
      best = Groups(length: length, count: frames / length, rest: rest)
      if rest == 0 { break }
    }
    return best ?? singleGroup
  }
}

extension VideoOutputSettings.Codec {
  /// Whether every frame is a key frame.
  var isIntraOnly: Bool {
    switch self {
    case .h264, .hevc, .av1, .vp9: false
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444, .jpeg, .png: true
    }
  }

  /// The minimum number of frames in a group that follows another group.
  ///
  /// In H.264, two consecutive IDR pictures need different values of `idr_pic_id` (7.4.3), and
  /// every encoder starts with the same value.
  var shortestGroup: Int { self == .h264 ? 2 : 1 }

  /// Whether width and height must be even: RGB becomes 4:2:0, and ProRes 422 uses 4:2:2.
  var needsEvenSize: Bool { self != .png && self != .jpeg && self != .proRes4444 }
}
