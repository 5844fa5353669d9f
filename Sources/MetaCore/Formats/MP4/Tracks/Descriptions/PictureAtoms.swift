/// `pasp`: the ratio of width to height of the pixels of a video track, parsed or to be written
/// (ISO/IEC 14496-12 §12.1.4).
///
///     u32 horizontal, u32 vertical spacing
struct PixelAspectAtom: Sendable, Hashable {
  var horizontal: UInt32
  var vertical: UInt32

  static func parse(_ payload: ByteSlice) throws(ParseError) -> PixelAspectAtom {
    var reader = ByteReader(payload)
    return PixelAspectAtom(horizontal: try reader.u32(), vertical: try reader.u32())
  }

  func encode(into writer: inout ByteWriter) {
    writer.u32(horizontal)
    writer.u32(vertical)
  }
}

/// `clap`: the clean aperture of a video track, parsed or to be written: the size and position of
/// the visible part of the frame, in pixels (ISO/IEC 14496-12 §12.1.4).
///
///     width, height, horizontal and vertical offset of the centre: i32 numerator, i32 denominator each
struct CleanApertureAtom: Sendable, Hashable {
  /// A length in pixels as a fraction.
  struct Fraction: Sendable, Hashable {
    var numerator: Int32
    var denominator: Int32

    /// The value; 0 if the denominator is 0.
    var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
  }

  var width: Fraction
  var height: Fraction
  var horizontalOffset: Fraction
  var verticalOffset: Fraction

  static func parse(_ payload: ByteSlice) throws(ParseError) -> CleanApertureAtom {
    var reader = ByteReader(payload)
    return CleanApertureAtom(
      width: try fraction(&reader), height: try fraction(&reader),
      horizontalOffset: try fraction(&reader), verticalOffset: try fraction(&reader))
  }

  private static func fraction(_ reader: inout ByteReader) throws(ParseError) -> Fraction {
    Fraction(numerator: try reader.i32(), denominator: try reader.i32())
  }

  func encode(into writer: inout ByteWriter) {
    for fraction in [width, height, horizontalOffset, verticalOffset] {
      writer.i32(fraction.numerator)
      writer.i32(fraction.denominator)
    }
  }
}

/// `colr`: the colour description of a video track, parsed or to be written: codes of primaries,
/// transfer function and matrix, or an ICC profile (ISO/IEC 14496-12 §12.1.5, QTFF "Color Parameter
/// Atoms").
///
///     u32 kind                    `nclx`, `nclc`; `prof`, `rICC`: an ICC profile follows
///     u16 primaries, transfer, matrix
///     u8 full range               `nclx` only, in the highest bit
struct ColorAtom: Sendable, Hashable {
  var kind: FourCC
  var primaries: UInt16 = 0
  var transfer: UInt16 = 0
  var matrix: UInt16 = 0
  /// The remaining bytes: the range byte, or the profile.
  var rest = ByteSlice.empty

  static let nclx = FourCC("n", "c", "l", "x")
  static let nclc = FourCC("n", "c", "l", "c")

  var hasCodes: Bool { kind == ColorAtom.nclx || kind == ColorAtom.nclc }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> ColorAtom {
    var reader = ByteReader(payload)
    var atom = ColorAtom(kind: try reader.fourCC())
    if atom.hasCodes {
      atom.primaries = try reader.u16()
      atom.transfer = try reader.u16()
      atom.matrix = try reader.u16()
    }
    atom.rest = reader.rest
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    writer.fourCC(kind)
    if hasCodes {
      writer.u16(primaries)
      writer.u16(transfer)
      writer.u16(matrix)
    }
    writer.append(rest)
  }

  /// The atom as a ``ColorDescription``, the type of the model.
  var description: ColorDescription {
    var color = ColorDescription(kind: kind.description)
    guard hasCodes else { return color }
    color.primaries = Int(primaries)
    color.transfer = Int(transfer)
    color.matrix = Int(matrix)
    if kind == ColorAtom.nclx { color.isFullRange = rest[0].map { $0 & 0x80 != 0 } }
    return color
  }
}

/// `mdcv`: the colour volume of the display on which an HDR video was mastered, parsed or to be
/// written (ISO/IEC 14496-12 §12.1.7, SMPTE ST 2086).
///
///     { u16 x, u16 y } of green, blue, red and white, in steps of 0.00002
///     u32 maximum, u32 minimum luminance, in steps of 0.0001 cd/m²
struct MasteringDisplayAtom: Sendable, Hashable {
  /// A CIE 1931 chromaticity in steps of 0.00002.
  struct Point: Sendable, Hashable {
    var x: UInt16
    var y: UInt16
  }

  var green: Point
  var blue: Point
  var red: Point
  var white: Point
  var highest: UInt32
  var lowest: UInt32

  static func parse(_ payload: ByteSlice) throws(ParseError) -> MasteringDisplayAtom {
    var reader = ByteReader(payload)
    return MasteringDisplayAtom(
      green: try point(&reader), blue: try point(&reader), red: try point(&reader),
      white: try point(&reader), highest: try reader.u32(), lowest: try reader.u32())
  }

  private static func point(_ reader: inout ByteReader) throws(ParseError) -> Point {
    Point(x: try reader.u16(), y: try reader.u16())
  }

  func encode(into writer: inout ByteWriter) {
    for point in [green, blue, red, white] {
      writer.u16(point.x)
      writer.u16(point.y)
    }
    writer.u32(highest)
    writer.u32(lowest)
  }

  /// The display as parts of the model: chromaticities, and luminance in cd/m².
  var parts: [MetadataValue.Part] {
    func value(_ point: Point) -> MetadataValue {
      .list([.real(Double(point.x) / 50000), .real(Double(point.y) / 50000)])
    }
    return [
      MetadataValue.Part("red", value(red)), MetadataValue.Part("green", value(green)),
      MetadataValue.Part("blue", value(blue)), MetadataValue.Part("whitePoint", value(white)),
      MetadataValue.Part("maxLuminance", .real(Double(highest) / 10000)),
      MetadataValue.Part("minLuminance", .real(Double(lowest) / 10000)),
    ]
  }
}

/// `clli`: the content light level of an HDR video, parsed or to be written: the brightest pixel
/// and the brightest frame (ISO/IEC 14496-12 §12.1.6, CTA-861.3).
///
///     u16 brightest pixel, u16 brightest frame average, in cd/m²
struct ContentLightAtom: Sendable, Hashable {
  var maximum: UInt16
  var frameAverage: UInt16

  static func parse(_ payload: ByteSlice) throws(ParseError) -> ContentLightAtom {
    var reader = ByteReader(payload)
    return ContentLightAtom(maximum: try reader.u16(), frameAverage: try reader.u16())
  }

  func encode(into writer: inout ByteWriter) {
    writer.u16(maximum)
    writer.u16(frameAverage)
  }
}

/// `btrt`: the buffer size in bytes and the bit rates of one track, as declared by its writer
/// (ISO/IEC 14496-12 §8.5.2).
///
///     u32 buffer size, u32 maximum, u32 average bits per second
struct BitRateAtom: Sendable, Hashable {
  var bufferSize: UInt32
  var maximum: UInt32
  var average: UInt32

  static func parse(_ payload: ByteSlice) throws(ParseError) -> BitRateAtom {
    var reader = ByteReader(payload)
    return BitRateAtom(
      bufferSize: try reader.u32(), maximum: try reader.u32(), average: try reader.u32())
  }

  func encode(into writer: inout ByteWriter) {
    writer.u32(bufferSize)
    writer.u32(maximum)
    writer.u32(average)
  }
}
