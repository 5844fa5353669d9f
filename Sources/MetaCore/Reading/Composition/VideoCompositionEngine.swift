internal import SystemPackage

/// Delivers the frames of a video composition as `rgba` images: the frames of its layers at each
/// time, drawn on top of each other.
///
/// For each layer, the current frame and the next one are in memory.
final class VideoCompositionEngine: SampleEngine {
  private let composition: VideoComposition
  private let layers: [LayerFrames]
  private let range: MediaTimeRange
  private let file: FilePath?
  private let canvas: PixelBufferAttributes
  /// The start of the next frame, which is the end of the last one delivered; nil before the first
  /// one.
  private var time: MediaTime?
  private var count: Int64 = 0
  private var isOver = false

  /// Creates an engine; `engine` returns the decoded frames of a track.
  ///
  /// - Throws: ``MetaError`` with `invalidSize`, `invalidAttributes`, or `unsupported` for an
  ///   invalid composition.
  init(
    _ composition: VideoComposition, in range: MediaTimeRange, codecs: MediaCodecs,
    file: FilePath?, engine: (UInt32) throws(MetaError) -> any SampleEngine
  ) throws(MetaError) {
    self.composition = composition
    self.range = range
    self.file = file
    canvas = PixelBufferAttributes(
      format: .rgba, width: composition.width, height: composition.height)
    _ = try canvas.planes()
    if let duration = composition.frameDuration {
      guard duration.isNumeric, duration > .zero else {
        throw MetaError(
          .invalidAttributes, reason: "the frame duration of a composition must be positive")
      }
    }
    var layers: [LayerFrames] = []
    // The bottom layer is drawn first.
    for layer in composition.layers.reversed() {
      layers.append(try LayerFrames(layer, try engine(layer.track), codecs))
    }
    self.layers = layers
  }

  func next() throws(MetaError) -> SampleBuffer? {
    guard !isOver, let start = try nextStart() else {
      isOver = true
      return nil
    }
    var picture = try MutablePixelBuffer(canvas)
    let color = composition.backgroundColor
    picture.fill(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    var damage: Diagnostic?
    for layer in layers {
      try layer.move(to: start)
      damage = layer.takeDamage() ?? damage
      try layer.draw(at: start, on: &picture)
    }
    picture.color.isFullRange = true
    let end = try self.end(after: start)
    var sample = SampleBuffer(
      .pixels(picture.finished()), at: start, duration: end.isNumeric ? end - start : nil)
    sample.damage = damage
    time = end
    count = count.plus(1)
    return sample
  }

  /// Returns the start of the next frame; nil when no layer has frames left, and at the end of the
  /// range.
  private func nextStart() throws(MetaError) -> MediaTime? {
    var start = time
    if time == nil, count == 0 {
      var first = MediaTime.positiveInfinity
      for layer in layers {
        first = min(first, try layer.nextChange(after: .negativeInfinity) ?? first)
      }
      start = composition.frameDuration == nil ? first : range.start
    }
    guard let start, start.isNumeric, start < range.end else { return nil }
    for layer in layers where try layer.hasPictures(at: start) { return start }
    return nil
  }

  /// Returns the end of a frame: after its fixed duration or, without one, when the frame of a
  /// layer changes; at the latest, the end of the range.
  private func end(after start: MediaTime) throws(MetaError) -> MediaTime {
    if let duration = composition.frameDuration {
      return min(range.end, range.start + duration.multiplied(by: count.plus(1), over: 1))
    }
    var end = MediaTime.positiveInfinity
    for layer in layers { end = min(end, try layer.nextChange(after: start) ?? end) }
    return min(end, range.end)
  }
}

/// The frames of one layer in time order, with the frame at the current time ready to be drawn.
private final class LayerFrames {
  private let layer: VideoComposition.Layer
  private let placement: LayerPlacement
  private let engine: any SampleEngine
  private let converters: VideoConverters
  private var current: SampleBuffer?
  private var following: SampleBuffer?
  private var isAtEnd = false
  private var damage: Diagnostic?
  /// The prepared frame, until the next one.
  private var drawn: (picture: PixelBuffer, x: Int, y: Int)?

  init(
    _ layer: VideoComposition.Layer, _ engine: any SampleEngine, _ codecs: MediaCodecs
  ) throws(MetaError) {
    self.layer = layer
    self.engine = engine
    converters = VideoConverters(codecs)
    placement = try LayerPlacement(layer.transform)
  }

  func takeDamage() -> Diagnostic? {
    defer { damage = nil }
    return damage
  }

  /// Returns the frame after the current one, read in advance to determine when the current one
  /// ends.
  private func peeked() throws(MetaError) -> SampleBuffer? {
    if following == nil, !isAtEnd {
      following = try engine.next()
      damage = following?.damage ?? damage
      isAtEnd = following == nil
    }
    return following
  }

  /// Advances to the frame that is presented at the given time.
  func move(to time: MediaTime) throws(MetaError) {
    while let next = try peeked(), next.presentationTime <= time {
      current = next
      following = nil
      drawn = nil
    }
  }

  /// Returns the time of the next change: the start of the next frame, or the end of the current
  /// one if that is earlier; nil if there is no later change.
  func nextChange(after time: MediaTime) throws(MetaError) -> MediaTime? {
    let changes = [try currentEnd(), try peeked()?.presentationTime]
    return changes.compactMap(\.self).filter { $0 > time }.min()
  }

  /// The duration below which a gap between two frames is attributed to the rounding of times in
  /// edits, and the first frame remains visible.
  private static let longestRounding = MediaTime(numeric: 1, 100)

  /// Returns the end of the current frame; nil if it is unknown, or before the first frame.
  private func currentEnd() throws(MetaError) -> MediaTime? {
    guard let current, let duration = current.duration else { return nil }
    let end = current.presentationTime + duration
    guard let next = try peeked()?.presentationTime, next > end,
      next - end < LayerFrames.longestRounding
    else { return end }
    return next
  }

  /// Advances to the given time; returns whether a frame is presented then or later.
  func hasPictures(at time: MediaTime) throws(MetaError) -> Bool {
    try move(to: time)
    if try peeked() != nil { return true }
    return try currentEnd().map { $0 > time } ?? false
  }

  /// Draws the current frame if the layer is shown and not transparent at the given time.
  func draw(at time: MediaTime, on canvas: inout MutablePixelBuffer) throws(MetaError) {
    guard layer.timeRange.start <= time, time < layer.timeRange.end, let current,
      let pixels = current.pixels, try currentEnd().map({ $0 > time }) ?? true
    else { return }
    let opacity = Int((layer.opacity(at: time) * 255).rounded())
    guard opacity > 0 else { return }
    if drawn == nil { drawn = try prepared(pixels) }
    guard let drawn else { return }
    canvas.blend(drawn.picture, x: drawn.x, y: drawn.y, opacity: opacity)
  }

  /// Returns the frame cropped, scaled and rotated, with its position; nil if no part of it is
  /// visible.
  private func prepared(
    _ pixels: PixelBuffer
  ) throws(MetaError) -> (picture: PixelBuffer, x: Int, y: Int)? {
    let bounds = PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height)
    let visible = (layer.cropRectangle ?? bounds).intersection(bounds)
    guard let visible else { return nil }
    var image = pixels
    if visible != bounds {
      image = try converters.convert(image, to: VideoTarget(.rgba)).cropped(to: visible)
    }
    let size = placement.size(of: visible)
    image = try converters.convert(
      image, to: VideoTarget(.rgba, width: size.width, height: size.height))
    let origin = placement.origin(of: visible)
    return (try image.turned(placement.turn), origin.x, origin.y)
  }
}
