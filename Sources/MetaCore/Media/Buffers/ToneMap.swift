internal import LibC

/// Maps high-dynamic-range images (PQ or HLG, ITU-R BT.2100) with 16 bits per component to images
/// with 8 bits for any display, in the range and primaries of ITU-R BT.709.
///
/// Luminance follows the curve of ITU-R BT.2390 §5.4, applied to the largest of the three
/// components so that hues are preserved. The reference white of 203 cd/m² (ITU-R BT.2408) maps to
/// white.
struct ToneMap {
  /// The transfer characteristics for high dynamic range, with their numbers in ISO/IEC 23091-2.
  enum Transfer: Int, Sendable {
    /// SMPTE ST 2084.
    case pq = 16
    /// ARIB STD-B67.
    case hlg = 18
  }

  /// The luminance that maps to white, in cd/m².
  static let white: Float = 203
  /// The number of steps in the tables below.
  ///
  /// The tables are indexed by a square root, which assigns more steps to dark values, where
  /// differences are more visible.
  private static let steps = 4096

  private let transfer: Transfer
  private let peak: Float
  /// The linear light of each code: cd/m² for PQ, a fraction of 1 for HLG.
  private let light: [Float]
  /// The factors applied to light, indexed by the square root of its fraction of the peak.
  private let factors: [Float]
  /// The output codes, indexed by the square root of light.
  private let codes: [UInt8]

  /// Creates a map for content with a peak luminance in cd/m², which is limited to the range from
  /// ``white`` to 10,000.
  init(_ transfer: Transfer, peak: Float) {
    self.transfer = transfer
    self.peak = max(ToneMap.white, min(10_000, peak))
    let code = Float(UInt16.max)
    light = (0...Int(UInt16.max)).map { number in
      transfer == .pq
        ? ToneMap.pqLight(Float(number) / code) : ToneMap.hlgLight(Float(number) / code)
    }
    let peak = self.peak
    factors = (0...ToneMap.steps).map { step in
      let part = Float(step) / Float(ToneMap.steps)
      // This must not be zero, because it is a divisor.
      let light = max(part * part * peak, 1e-4)
      return ToneMap.mapped(light, peak) / light / ToneMap.white
    }
    codes = (0...ToneMap.steps).map { step in
      let part = Float(step) / Float(ToneMap.steps)
      // The inverse of the display's gamma (ITU-R BT.1886).
      return UInt8(max(0, min(255, (powf(part * part, 1 / 2.4) * 255).rounded())))
    }
  }

  // MARK: Curves

  private static let (m1, m2): (Float, Float) = (2610 / 16384, 2523 / 4096 * 128)
  private static let (c1, c2, c3): (Float, Float, Float) = (
    3424 / 4096, 2413 / 4096 * 32, 2392 / 4096 * 32
  )

  /// Returns the light for a signal, in cd/m² (SMPTE ST 2084 §5.2).
  static func pqLight(_ signal: Float) -> Float {
    let power = powf(signal, 1 / m2)
    return 10_000 * powf(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
  }

  /// Returns the signal for a light level in cd/m² (SMPTE ST 2084 §5.3).
  static func pqSignal(_ light: Float) -> Float {
    let power = powf(light / 10_000, m1)
    return powf((c1 + c2 * power) / (1 + c3 * power), m2)
  }

  /// Returns the scene light for a signal, as a fraction of 1 (ITU-R BT.2100, table 5).
  static func hlgLight(_ signal: Float) -> Float {
    let (a, b, c): (Float, Float, Float) = (0.17883277, 0.28466892, 0.55991073)
    return signal <= 0.5 ? signal * signal / 3 : (expf((signal - c) / a) + b) / 12
  }

  /// Returns the display light for content light (ITU-R BT.2390 §5.4.1), both in cd/m².
  static func mapped(_ light: Float, _ peak: Float) -> Float {
    let peakSignal = pqSignal(peak)
    let largest = pqSignal(white) / peakSignal
    guard largest < 1 else { return light }
    let signal = pqSignal(light) / peakSignal
    let knee = 1.5 * largest - 0.5
    guard signal > knee else { return light }
    let t = (min(signal, 1) - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let result =
      (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (-2 * t3 + 3 * t2) * largest
    return pqLight(result * peakSignal)
  }

  // MARK: Images

  /// Maps an image with 16 little-endian bits of red, green and blue each (`rgb48le`) to 8 bits
  /// each.
  ///
  /// - Throws: ``MetaError`` with `invalidPixelFormat` for any other pixel format.
  func mapped(_ picture: PixelBuffer) throws(MetaError) -> PixelBuffer {
    guard picture.format.libavName == "rgb48le" else {
      throw MetaError(
        .invalidPixelFormat, reason: "cannot tone-map images in pixel format \(picture.format)")
    }
    var result = try MutablePixelBuffer(
      PixelBufferAttributes(format: .rgb24, width: picture.width, height: picture.height))
    result.color.primaries = 1
    result.color.transfer = 1
    result.color.isFullRange = true
    let (stride, target) = (picture.bytesPerRow(ofPlane: 0), result.bytesPerRow(ofPlane: 0))
    picture.withBytes(ofPlane: 0) { source in
      result.withMutableBytes(ofPlane: 0) { bytes in
        for row in 0..<picture.height where row * stride + picture.width * 6 <= source.byteCount {
          let codes = source.extracting((row * stride)..<(row * stride + picture.width * 6))
          codes.withValues(of: UInt16.self) { map($0, into: &bytes, at: row * target) }
        }
      }
    }
    return result.finished()
  }

  private func map(_ row: Span<UInt16>, into bytes: inout MutableRawSpan, at start: Int) {
    var offset = start
    for index in stride(from: 0, to: row.count - 2, by: 3) {
      let (red, green, blue) = pixel(row[index], row[index + 1], row[index + 2])
      bytes.storeBytes(of: red, toByteOffset: offset, as: UInt8.self)
      bytes.storeBytes(of: green, toByteOffset: offset + 1, as: UInt8.self)
      bytes.storeBytes(of: blue, toByteOffset: offset + 2, as: UInt8.self)
      offset += 3
    }
  }

  /// Returns the mapped colour of a pixel.
  private func pixel(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> (UInt8, UInt8, UInt8) {
    var (r, g, b) = (light[Int(red)], light[Int(green)], light[Int(blue)])
    if transfer == .hlg {
      // The system gamma of 1.2 for a display of 1000 cd/m² (ITU-R BT.2100, note 5e), scaled to the
      // peak.
      let luminance = 0.2627 * r + 0.6780 * g + 0.0593 * b
      let gain = peak * powf(max(luminance, 1e-6), 0.2)
      (r, g, b) = (r * gain, g * gain, b * gain)
    }
    let part = (min(max(r, g, b), peak) / peak).squareRoot()
    let factor = factors[Int(part * Float(ToneMap.steps))]
    (r, g, b) = (r * factor, g * factor, b * factor)
    // ITU-R BT.2020 to BT.709 (ITU-R BT.2087, table 4, inverted).
    return (
      code(1.6605 * r - 0.5876 * g - 0.0728 * b), code(-0.1246 * r + 1.1329 * g - 0.0083 * b),
      code(-0.0182 * r - 0.1006 * g + 1.1187 * b)
    )
  }

  private func code(_ light: Float) -> UInt8 {
    codes[Int(max(0, min(1, light)).squareRoot() * Float(ToneMap.steps))]
  }
}
