/// A rectangle of whole pixels in an image, measured from the image's upper left corner.
public struct PixelRectangle: Sendable, Hashable {
  /// The distance from the left edge of the image.
  public var x: Int
  /// The distance from the top edge of the image.
  public var y: Int
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Creates a rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

extension PixelRectangle {
  private var right: Int { Int(clamping: Int64(x).plus(Int64(width))) }
  private var bottom: Int { Int(clamping: Int64(y).plus(Int64(height))) }

  /// Returns the intersection of both rectangles; nil if it is empty.
  func intersection(_ other: PixelRectangle) -> PixelRectangle? {
    let (left, top) = (max(x, other.x), max(y, other.y))
    let (right, bottom) = (min(self.right, other.right), min(self.bottom, other.bottom))
    guard left < right, top < bottom else { return nil }
    return PixelRectangle(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// How an image is fitted to a size with a different aspect ratio.
@nonexhaustive
public enum ImageFit: String, Sendable, Hashable, CaseIterable {
  /// Scales the image to fit entirely inside, centred on a background, which is black by default.
  case contain
  /// Scales the image to fill the whole size and crops it to its centre.
  case cover
  /// Scales width and height independently.
  case stretch

  /// Returns the size to which an image is scaled.
  package func scaled(
    width: Int, height: Int, toFit target: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    guard self != .stretch, width > 0, height > 0 else { return target }
    let factors = (Double(target.width) / Double(width), Double(target.height) / Double(height))
    let factor = self == .contain ? min(factors.0, factors.1) : max(factors.0, factors.1)
    func side(_ length: Int) -> Int {
      max(1, min(1 << 20, Int((Double(length) * factor).rounded())))
    }
    return (side(width), side(height))
  }
}

extension MutablePixelBuffer {
  /// Copies an image of the same pixel format to a position, clipped to the bounds.
  ///
  /// Does nothing unless the format has one plane whose pixels are whole bytes.
  package mutating func draw(_ picture: PixelBuffer, x: Int, y: Int) {
    guard picture.format == attributes.format, let plane = picture.format.row?.planes.first,
      planeCount == 1, plane.blockWidth == 1, plane.bits % 8 == 0
    else { return }
    let size = plane.bits / 8
    guard let shown = visible(picture, x, y) else { return }
    let (from, to) = (picture.bytesPerRow(ofPlane: 0), bytesPerRow(ofPlane: 0))
    picture.withBytes(ofPlane: 0) { source in
      withMutableBytes(ofPlane: 0) { bytes in
        for row in shown.y..<(shown.y + shown.height) {
          bytes.copy(
            shown.width * size, from: source, at: (row - y) * from + (shown.x - x) * size,
            to: row * to + shown.x * size)
        }
      }
    }
  }

  /// Composites an image over the current content, with its alpha scaled by an opacity from 0 to
  /// 255.
  ///
  /// Does nothing unless both images are `rgba`.
  package mutating func blend(_ picture: PixelBuffer, x: Int, y: Int, opacity: Int) {
    guard picture.format == .rgba, attributes.format == .rgba, opacity > 0 else { return }
    guard let shown = visible(picture, x, y) else { return }
    let (from, to) = (picture.bytesPerRow(ofPlane: 0), bytesPerRow(ofPlane: 0))
    picture.withBytes(ofPlane: 0) { source in
      withMutableBytes(ofPlane: 0) { bytes in
        for row in shown.y..<(shown.y + shown.height) {
          PixelBlend.row(
            of: source, at: (row - y) * from + (shown.x - x) * 4, into: &bytes,
            at: row * to + shown.x * 4, count: shown.width, opacity: opacity)
        }
      }
    }
  }

  /// Returns the part of this image that another image covers; nil if it covers nothing.
  private func visible(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> PixelRectangle? {
    PixelRectangle(x: x, y: y, width: picture.width, height: picture.height).intersection(
      PixelRectangle(x: 0, y: 0, width: attributes.width, height: attributes.height))
  }

  /// Fills an `rgba` image with one colour; does nothing for other formats.
  package mutating func fill(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    guard attributes.format == .rgba else { return }
    withMutableBytes(ofPlane: 0) { bytes in
      for offset in stride(from: 0, to: bytes.byteCount - 3, by: 4) {
        for (index, value) in [red, green, blue, alpha].enumerated() {
          bytes.storeBytes(of: value, toByteOffset: offset + index, as: UInt8.self)
        }
      }
    }
  }
}

extension PixelBuffer {
  /// Returns part of the image, which must have one plane whose pixels are whole bytes; the part
  /// outside the image is filled with zeros.
  ///
  /// - Throws: ``MetaError`` with `invalidSize` for a rectangle without pixels.
  package func cropped(to rectangle: PixelRectangle) throws(MetaError) -> PixelBuffer {
    var part = try MutablePixelBuffer(
      PixelBufferAttributes(format: format, width: rectangle.width, height: rectangle.height))
    part.color = color
    part.draw(self, x: -rectangle.x, y: -rectangle.y)
    return part.finished()
  }
}

/// Composites rows of 8-bit RGBA pixels, whose colours are not multiplied by their alpha.
private enum PixelBlend {
  /// Composites `count` pixels at byte offset `start` of the source over the pixels at byte offset
  /// `end` of the target.
  static func row(
    of source: RawSpan, at start: Int, into target: inout MutableRawSpan, at end: Int, count: Int,
    opacity: Int
  ) {
    for index in 0..<count {
      let (from, to) = (start + index * 4, end + index * 4)
      let alpha = rounded(Int(source.byte(at: from + 3)) * opacity)
      guard alpha > 0 else { continue }
      let old = Int(target.byte(at: to + 3))
      let rest = rounded(old * (255 - alpha))
      for channel in 0..<3 {
        let over = Int(source.byte(at: from + channel))
        let under = Int(target.byte(at: to + channel))
        // Over an opaque pixel, both alphas add up to 255.
        let sum = over * alpha + under * rest
        let value = old == 255 ? rounded(sum) : sum / max(1, alpha + rest)
        target.storeBytes(
          of: UInt8(clamping: value), toByteOffset: to + channel, as: UInt8.self)
      }
      target.storeBytes(of: UInt8(clamping: alpha + rest), toByteOffset: to + 3, as: UInt8.self)
    }
  }

  /// Returns the given product of two numbers up to 255, divided by 255 and rounded.
  private static func rounded(_ product: Int) -> Int { (product + 127) / 255 }
}
