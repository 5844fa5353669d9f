/// A rectangle of pixels.
public struct PixelRectangle: Sendable, Hashable {
  /// The distance of its left side from the left side of the picture.
  public var x: Int
  /// The distance of its upper side from the upper side of the picture.
  public var y: Int
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int

  /// Makes a rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// How an image that has another shape becomes a picture of a given size.
public enum ImageFit: String, Sendable, Hashable, CaseIterable {
  /// As large as it can be without being cut, in the middle of a black picture.
  case contain
  /// As small as it can be without leaving room, its middle.
  case cover
  /// Width and height are scaled by different factors.
  case stretch

  /// The size that an image is scaled to.
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
  /// Copies a picture of the same layout to a place; what is outside is left out. Layouts of one plane with whole bytes only.
  package mutating func draw(_ picture: PixelBuffer, x: Int, y: Int) {
    guard picture.format == attributes.format, let plane = picture.format.row?.planes.first,
      planeCount == 1, plane.blockWidth == 1, plane.bits % 8 == 0
    else { return }
    let size = plane.bits / 8
    let (left, right) = (max(0, -x), min(picture.width, attributes.width - x))
    let (top, bottom) = (max(0, -y), min(picture.height, attributes.height - y))
    guard left < right, top < bottom else { return }
    let (from, to) = (picture.bytesPerRow(ofPlane: 0), bytesPerRow(ofPlane: 0))
    picture.withBytes(ofPlane: 0) { source in
      withMutableBytes(ofPlane: 0) { bytes in
        for row in top..<bottom {
          bytes.copy(
            (right - left) * size, from: source, at: row * from + left * size,
            to: (row + y) * to + (left + x) * size)
        }
      }
    }
  }

  /// Draws a picture over what is there, with its alpha times an opacity from 0 to 255. Both have the layout `rgba`.
  package mutating func blend(_ picture: PixelBuffer, x: Int, y: Int, opacity: Int) {
    guard picture.format == .rgba, attributes.format == .rgba, opacity > 0 else { return }
    let (left, right) = (max(0, -x), min(picture.width, attributes.width - x))
    let (top, bottom) = (max(0, -y), min(picture.height, attributes.height - y))
    guard left < right, top < bottom else { return }
    let (from, to) = (picture.bytesPerRow(ofPlane: 0), bytesPerRow(ofPlane: 0))
    picture.withBytes(ofPlane: 0) { source in
      withMutableBytes(ofPlane: 0) { bytes in
        for row in top..<bottom {
          PixelBlend.row(
            of: source, at: row * from + left * 4, into: &bytes,
            at: (row + y) * to + (left + x) * 4, count: right - left, opacity: opacity)
        }
      }
    }
  }

  /// Makes every pixel the same. The layout is `rgba`.
  package mutating func fill(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    guard attributes.format == .rgba else { return }
    withMutableBytes(ofPlane: 0) { bytes in
      for place in stride(from: 0, to: bytes.byteCount - 3, by: 4) {
        for (index, value) in [red, green, blue, alpha].enumerated() {
          bytes.storeBytes(of: value, toByteOffset: place + index, as: UInt8.self)
        }
      }
    }
  }
}

/// Draws rows of pixels over others.
private enum PixelBlend {
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
        // Over an opaque pixel, the sum of both alphas is 255.
        let sum = over * alpha + under * rest
        let value = old == 255 ? rounded(sum) : sum / max(1, alpha + rest)
        target.storeBytes(
          of: UInt8(clamping: value), toByteOffset: to + channel, as: UInt8.self)
      }
      target.storeBytes(of: UInt8(clamping: alpha + rest), toByteOffset: to + 3, as: UInt8.self)
    }
  }

  /// A product of two numbers up to 255, divided by 255 and rounded.
  private static func rounded(_ product: Int) -> Int { (product + 127) / 255 }
}
