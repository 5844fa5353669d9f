internal import CLibAV

/// A rectangle of a picture, in pixels from its top left corner: the part that is scaled, or the
/// part that is filled.
struct FrameRectangle: Equatable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// Creates the whole area of a picture.
  init(_ size: (width: Int, height: Int)) {
    (x, y, width, height) = (0, 0, size.width, size.height)
  }

  /// Creates a centred area of at most `width` by `height`; its edges are at even pixels, where the
  /// chroma samples of 4:2:0 are located, or at those of the picture.
  init(inMiddleOf size: (width: Int, height: Int), width: Int, height: Int) {
    self.width = FrameRectangle.even(width, atMost: size.width)
    self.height = FrameRectangle.even(height, atMost: size.height)
    x = (size.width - self.width) / 4 * 2
    y = (size.height - self.height) / 4 * 2
  }

  private static func even(_ length: Int, atMost most: Int) -> Int {
    length >= most ? most : max(min(2, most), length / 2 * 2)
  }
}

extension VideoScaler.Fit {
  /// Returns the area of the source that is shown, and the area of the target that it fills.
  func areas(
    _ source: (width: Int, height: Int), _ target: (width: Int, height: Int)
  ) -> (source: FrameRectangle, target: FrameRectangle) {
    let fullAreas = (FrameRectangle(source), FrameRectangle(target))
    // Products of sizes up to 2^31 do not overflow.
    let (wide, high) = (source.width * target.height, source.height * target.width)
    guard self != .stretched, source.width > 0, source.height > 0, wide != high else {
      return fullAreas
    }
    let isWider = wide > high
    if self == .contained {
      let area =
        isWider
        ? FrameRectangle(
          inMiddleOf: target, width: target.width,
          height: rounded(source.height * target.width, source.width))
        : FrameRectangle(
          inMiddleOf: target, width: rounded(source.width * target.height, source.height),
          height: target.height)
      return (fullAreas.0, area)
    }
    let area =
      isWider
      ? FrameRectangle(
        inMiddleOf: source, width: rounded(target.width * source.height, target.height),
        height: source.height)
      : FrameRectangle(
        inMiddleOf: source, width: source.width,
        height: rounded(target.height * source.width, target.width))
    return (area, fullAreas.1)
  }

  private func rounded(_ number: Int, _ divisor: Int) -> Int {
    (number + divisor / 2) / max(1, divisor)
  }
}

extension MediaFrame {
  /// Creates a reference to an area of a picture without copying; the caller must free it.
  ///
  /// - Throws: ``LibAVError`` if there is not enough memory or the area is invalid.
  static func part(
    _ area: FrameRectangle, of frame: UnsafeMutablePointer<AVFrame>
  ) throws(LibAVError) -> UnsafeMutablePointer<AVFrame> {
    let action = "cropping a picture"
    guard let part = unsafe av_frame_clone(frame) else {
      throw LibAVError(LibAVError.noMemory, action)
    }
    let (width, height) = unsafe (Int(frame.pointee.width), Int(frame.pointee.height))
    unsafe part.pointee.crop_left = max(0, area.x)
    unsafe part.pointee.crop_top = max(0, area.y)
    unsafe part.pointee.crop_right = max(0, width - area.x - area.width)
    unsafe part.pointee.crop_bottom = max(0, height - area.y - area.height)
    let code = unsafe av_frame_apply_cropping(part, Int32(AV_FRAME_CROP_UNALIGNED))
    guard code >= 0 else {
      var part: UnsafeMutablePointer<AVFrame>? = unsafe part
      unsafe av_frame_free(&part)
      throw LibAVError(code, action)
    }
    return unsafe part
  }

  /// Fills a picture with black.
  ///
  /// - Throws: ``LibAVError`` for a pixel format without black.
  static func blacken(_ frame: UnsafeMutablePointer<AVFrame>) throws(LibAVError) {
    let (data, sizes) = unsafe (frame.pointee.data, frame.pointee.linesize)
    var planes: [UnsafeMutablePointer<UInt8>?] = unsafe [data.0, data.1, data.2, data.3]
    let strides = [Int(sizes.0), Int(sizes.1), Int(sizes.2), Int(sizes.3)]
    try LibAVError.check(
      unsafe av_image_fill_black(
        &planes, strides, AVPixelFormat(frame.pointee.format), frame.pointee.color_range,
        frame.pointee.width, frame.pointee.height), "creating a black picture")
  }
}
