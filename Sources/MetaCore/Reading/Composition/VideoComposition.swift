/// A description of how several video tracks are combined into one, for an
/// ``AssetReaderVideoCompositionOutput``; the counterpart of AVFoundation's `AVVideoComposition`.
///
///     var composition = VideoComposition(width: 1280, height: 720)
///     var logo = VideoComposition.Layer(track: 2)
///     logo.transform = AffineTransform(a: 0.25, b: 0, c: 0, d: 0.25, tx: 940, ty: 20)
///     logo.setOpacityRamp(from: 0, to: 1, in: MediaTimeRange(start: .zero, end: second))
///     composition.layers = [logo, VideoComposition.Layer(track: 1)]
///
/// Layers are blended in the display's RGB with 8 bits per component.
public struct VideoComposition: Sendable, Hashable {
  /// One track of the composition: where its frames are placed, which part of them is visible,
  /// when, and with which opacity.
  public struct Layer: Sendable, Hashable {
    /// The ID of the track.
    public var track: UInt32
    /// The placement of the frame.
    ///
    /// It combines scaling (independent for width and height), rotation by multiples of 90 degrees,
    /// mirroring, and translation in pixels; other transforms are rejected.
    public var transform = AffineTransform.identity
    /// The visible part of the frame, in pixels of the stored frame; nil means the whole frame.
    public var cropRectangle: PixelRectangle?
    /// The time range in which the layer is shown; by default, it is always shown.
    public var timeRange = MediaTimeRange.all
    private var opacities: [Ramp] = []

    /// Creates a layer that shows all of a track in place.
    public init(track: UInt32) { self.track = track }

    /// A linear change of opacity during a time range, which may be a single time.
    private struct Ramp: Sendable, Hashable {
      let start: Double
      let end: Double
      let range: MediaTimeRange
    }

    /// Sets the opacity, from 0 to 1, starting at the given time; if this is the earliest setting,
    /// the layer has this opacity before that time, too.
    public mutating func setOpacity(_ opacity: Double, at time: MediaTime) {
      setOpacityRamp(
        from: opacity, to: opacity, in: MediaTimeRange(start: time, end: time))
    }

    /// Changes the opacity linearly during a time range; before the first ramp, the opacity is the
    /// start value of that ramp, and after a ramp, it is the ramp's end value.
    public mutating func setOpacityRamp(
      from start: Double, to end: Double, in range: MediaTimeRange
    ) {
      opacities.append(Ramp(start: start, end: end, range: range))
      opacities.sort { $0.range.start < $1.range.start }
    }

    /// Returns the opacity at the given time, from 0 to 1.
    public func opacity(at time: MediaTime) -> Double {
      guard let ramp = opacities.last(where: { $0.range.start <= time }) ?? opacities.first else {
        return 1
      }
      let value: Double
      if time <= ramp.range.start, ramp.range.end > ramp.range.start {
        value = ramp.start
      } else if time >= ramp.range.end {
        value = ramp.end
      } else {
        let part =
          (time - ramp.range.start).seconds / (ramp.range.end - ramp.range.start).seconds
        value = ramp.start + (ramp.end - ramp.start) * part
      }
      return value.isFinite ? max(0, min(1, value)) : 0
    }
  }

  /// The width of the output in pixels; the counterpart of AVFoundation's `renderSize`.
  public var width: Int
  /// The height of the output in pixels.
  public var height: Int
  /// The layers, topmost first.
  public var layers: [Layer] = []
  /// The duration of each output frame; nil means that a frame is output whenever the frame of a
  /// layer changes, but not when the opacity or time range of a layer changes.
  public var frameDuration: MediaTime?
  /// The colour below all layers.
  public var backgroundColor = DrawingColor(red: 0, green: 0, blue: 0)

  /// Creates a composition without layers.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// The transform of a layer, divided into scaling, rotation and the position of the result, which
/// are the steps in which ``VideoCompositionEngine`` draws it.
struct LayerPlacement: Sendable {
  let scaleX: Double
  let scaleY: Double
  let turn: PictureTurn
  private let transform: AffineTransform

  /// Divides a transform into steps.
  ///
  /// - Throws: ``MetaError`` with `unsupported` for transforms other than scaling to a positive
  ///   size, mirroring, rotation by multiples of 90 degrees and translation.
  init(_ transform: AffineTransform) throws(MetaError) {
    self.transform = transform
    let numbers = [transform.a, transform.b, transform.c, transform.d, transform.tx, transform.ty]
    let isUpright = transform.b == 0 && transform.c == 0
    let isTurned = transform.a == 0 && transform.d == 0
    guard numbers.allSatisfy({ $0.isFinite && abs($0) < 1e6 }), isUpright != isTurned else {
      throw MetaError(
        .unsupported,
        reason: "layers support only scaling, rotation by multiples of 90° and translation")
    }
    scaleX = isUpright ? abs(transform.a) : abs(transform.b)
    scaleY = isUpright ? abs(transform.d) : abs(transform.c)
    guard scaleX > 0, scaleY > 0 else {
      throw MetaError(.unsupported, reason: "cannot scale a layer to zero size")
    }
    turn = LayerPlacement.turn(of: transform, isUpright)
  }

  /// Returns the rotation and mirroring given by the signs of the coefficients
  /// (x' = a·x + c·y, y' = b·x + d·y).
  private static func turn(of transform: AffineTransform, _ isUpright: Bool) -> PictureTurn {
    if isUpright {
      switch (transform.a > 0, transform.d > 0) {
      case (true, true): return .none
      case (false, true): return PictureTurn(degrees: 0, isMirrored: true)
      case (false, false): return PictureTurn(degrees: 180)
      case (true, false): return PictureTurn(degrees: 180, isMirrored: true)
      }
    }
    switch (transform.b > 0, transform.c > 0) {
    case (true, false): return PictureTurn(degrees: 90)
    case (true, true): return PictureTurn(degrees: 90, isMirrored: true)
    case (false, true): return PictureTurn(degrees: 270)
    case (false, false): return PictureTurn(degrees: 270, isMirrored: true)
    }
  }

  /// Returns the position in the output of the upper left corner of a transformed rectangle in the
  /// frame.
  func origin(of rectangle: PixelRectangle) -> (x: Int, y: Int) {
    let (left, top) = (Double(rectangle.x), Double(rectangle.y))
    let (right, bottom) = (left + Double(rectangle.width), top + Double(rectangle.height))
    let xs = [left, right].flatMap { x in
      [top, bottom].map { y in transform.a * x + transform.c * y + transform.tx }
    }
    let ys = [left, right].flatMap { x in
      [top, bottom].map { y in transform.b * x + transform.d * y + transform.ty }
    }
    func rounded(_ number: Double?) -> Int { Int(max(-1e9, min(1e9, (number ?? 0).rounded()))) }
    return (rounded(xs.min()), rounded(ys.min()))
  }

  /// Returns the size to which a rectangle in the frame is scaled, before rotation.
  func size(of rectangle: PixelRectangle) -> (width: Int, height: Int) {
    func side(_ length: Int, _ scale: Double) -> Int {
      max(1, min(1 << 20, Int((Double(length) * scale).rounded())))
    }
    return (side(rectangle.width, scaleX), side(rectangle.height, scaleY))
  }
}
