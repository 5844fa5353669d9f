/// Properties of encoded video that its sample description in an MP4 or QuickTime file stores in
/// addition to the codec configuration, in atoms such as `colr` and `pasp`.
package struct VideoProperties: Sendable, Hashable {
  /// The temporal order of the fields of interlaced video; the raw value is the one in the `fiel`
  /// atom.
  package enum FieldOrder: UInt8, Sendable, Hashable {
    /// Not interlaced.
    case progressive = 0
    /// Top field first.
    case topFirst = 1
    /// Bottom field first.
    case bottomFirst = 6
  }

  /// The colour properties.
  package var color = ColorProperties()
  /// The pixel aspect ratio.
  package var pixelAspect: PixelAspectRatio?
  /// The field order.
  package var fieldOrder: FieldOrder?

  /// Creates unspecified properties.
  package init() {}

  /// Returns the atoms for these properties, except for types in `existing`.
  fileprivate func atoms(besides existing: Set<FourCC>) -> [UInt8] {
    var writer = ByteWriter()
    func add(_ type: FourCC, _ body: (inout ByteWriter) -> Void) {
      if !existing.contains(type) { writer.atom(type, body) }
    }
    if let fieldOrder {
      // QTFF "Field": the number of fields per frame, and their order.
      add(.fiel) { $0.append([fieldOrder == .progressive ? 1 : 2, fieldOrder.rawValue]) }
    }
    if let colors = ColorAtom(color) { add(.colr) { colors.encode(into: &$0) } }
    if let pixelAspect, let aspect = PixelAspectAtom(pixelAspect) {
      add(.pasp) { aspect.encode(into: &$0) }
    }
    if let display = color.masteringDisplay {
      add(.mdcv) { MasteringDisplayAtom(display).encode(into: &$0) }
    }
    if let light = color.contentLightLevel {
      add(.clli) { ContentLightAtom(light).encode(into: &$0) }
    }
    return writer.bytes
  }
}

extension FormatDescription {
  /// Returns the same format with the given video properties added, except those it already has.
  package func adding(_ pictures: VideoProperties) -> FormatDescription {
    let atoms = pictures.atoms(besides: Set(extensionAtoms.map(\.type)))
    guard !atoms.isEmpty else { return self }
    return adding(atoms) { video in
      guard video.pixelAspect == nil, let aspect = pictures.pixelAspect else { return }
      video.pixelAspect = [aspect.horizontalSpacing, aspect.verticalSpacing]
    }
  }

  /// Returns the same format with a clean aperture (`clap`, ISO/IEC 14496-12 §12.1.4).
  package func adding(_ aperture: CleanAperture) -> FormatDescription {
    func fraction(_ number: Int) -> CleanApertureAtom.Fraction {
      CleanApertureAtom.Fraction(numerator: Int32(clamping: number), denominator: 1)
    }
    return adding(
      CleanApertureAtom(
        width: fraction(aperture.width), height: fraction(aperture.height),
        horizontalOffset: fraction(aperture.horizontalOffset),
        verticalOffset: fraction(aperture.verticalOffset)))
  }

  /// Returns the same format with the clean aperture of another format, scaled by `to / from` in
  /// each direction.
  ///
  /// Returns the format unchanged if the other format has no aperture or if a value exceeds 32
  /// bits.
  package func addingAperture(
    of source: FormatDescription, width: (to: Int, from: Int), height: (to: Int, from: Int)
  ) -> FormatDescription {
    guard let payload = source.extensionAtoms.first(where: { $0.type == .clap })?.bytes,
      let aperture = (try? CleanApertureAtom.parse(payload))?.scaled(width, height)
    else { return self }
    return adding(aperture)
  }

  private func adding(_ aperture: CleanApertureAtom) -> FormatDescription {
    var writer = ByteWriter()
    writer.atom(.clap) { aperture.encode(into: &$0) }
    let numbers = [
      aperture.width, aperture.height, aperture.horizontalOffset, aperture.verticalOffset,
    ]
    return adding(writer.bytes) { $0.cleanAperture = numbers.map(\.value) }
  }

  /// The dynamic range metadata of the video, if the file has any.
  package var dynamicRange: (display: MasteringDisplay?, light: ContentLightLevel?) {
    func atom(_ type: FourCC) -> ByteSlice? { extensionAtoms.first { $0.type == type }?.bytes }
    let display = atom(.mdcv).flatMap { try? MasteringDisplayAtom.parse($0) }
    let light = atom(.clli).flatMap { try? ContentLightAtom.parse($0) }
    return (display.map(MasteringDisplay.init), light.map(ContentLightLevel.init))
  }
}

// MARK: Atoms

extension ColorAtom {
  /// Creates the atom for colour properties; returns nil if primaries, transfer and matrix are all
  /// unspecified.
  fileprivate init?(_ color: ColorProperties) {
    let numbers = [color.primaries, color.transfer, color.matrix].map { UInt16(clamping: $0 ?? 2) }
    guard numbers.contains(where: { $0 != 2 }) else { return nil }
    self.init(kind: ColorAtom.nclx)
    (primaries, transfer, matrix) = (numbers[0], numbers[1], numbers[2])
    rest = ByteSlice([color.isFullRange == true ? 0x80 : 0])
  }
}

extension PixelAspectAtom {
  /// Creates the atom for a pixel aspect ratio; returns nil if the ratio is invalid.
  fileprivate init?(_ aspect: PixelAspectRatio) {
    guard let horizontal = UInt32(exactly: aspect.horizontalSpacing),
      let vertical = UInt32(exactly: aspect.verticalSpacing), horizontal > 0, vertical > 0
    else { return nil }
    self.init(horizontal: horizontal, vertical: vertical)
  }
}

extension CleanApertureAtom {
  /// Returns the aperture scaled to another frame size; nil if a value exceeds 32 bits.
  fileprivate func scaled(
    _ width: (to: Int, from: Int), _ height: (to: Int, from: Int)
  ) -> CleanApertureAtom? {
    guard let wide = self.width.scaled(width), let high = self.height.scaled(height),
      let across = horizontalOffset.scaled(width), let down = verticalOffset.scaled(height)
    else { return nil }
    return CleanApertureAtom(
      width: wide, height: high, horizontalOffset: across, verticalOffset: down)
  }
}

extension CleanApertureAtom.Fraction {
  /// Returns the fraction multiplied by `to / from`, reduced; nil if a number exceeds 32 bits.
  fileprivate func scaled(_ scale: (to: Int, from: Int)) -> CleanApertureAtom.Fraction? {
    guard scale.to != scale.from else { return self }
    // Products of 32-bit factors do not overflow.
    guard let to = Int32(exactly: scale.to), let from = Int32(exactly: scale.from) else {
      return nil
    }
    var (top, bottom) = (Int64(numerator) * Int64(to), Int64(denominator) * Int64(from))
    var (one, other) = (top.magnitude, bottom.magnitude)
    while other > 0 { (one, other) = (other, one % other) }
    let divisor = Int64(clamping: max(1, one))
    (top, bottom) = (top / divisor, bottom / divisor)
    guard let numerator = Int32(exactly: top), let denominator = Int32(exactly: bottom) else {
      return nil
    }
    return CleanApertureAtom.Fraction(numerator: numerator, denominator: denominator)
  }
}

extension MasteringDisplayAtom {
  fileprivate init(_ display: MasteringDisplay) {
    func point(_ place: MasteringDisplay.Chromaticity) -> Point {
      Point(
        x: UInt16(clamping: MasteringDisplay.steps(place.x, 50000)),
        y: UInt16(clamping: MasteringDisplay.steps(place.y, 50000)))
    }
    self.init(
      green: point(display.green), blue: point(display.blue), red: point(display.red),
      white: point(display.whitePoint),
      highest: UInt32(clamping: MasteringDisplay.steps(display.maximumLuminance, 10000)),
      lowest: UInt32(clamping: MasteringDisplay.steps(display.minimumLuminance, 10000)))
  }
}

extension MasteringDisplay {
  /// Returns a value as a number of steps of `1 / each`, rounded; 0 for NaN, infinity and negative
  /// numbers.
  package static func steps(_ value: Double, _ each: Double) -> Int64 {
    Int64(min(max(0, value.isFinite ? value * each : 0), 0x1p40).rounded())
  }

  fileprivate init(_ atom: MasteringDisplayAtom) {
    func chromaticity(_ point: MasteringDisplayAtom.Point) -> Chromaticity {
      Chromaticity(x: Double(point.x) / 50000, y: Double(point.y) / 50000)
    }
    self.init(
      red: chromaticity(atom.red), green: chromaticity(atom.green), blue: chromaticity(atom.blue),
      whitePoint: chromaticity(atom.white), maximumLuminance: Double(atom.highest) / 10000,
      minimumLuminance: Double(atom.lowest) / 10000)
  }
}

extension ContentLightAtom {
  fileprivate init(_ light: ContentLightLevel) {
    self.init(
      maximum: UInt16(clamping: light.maximum), frameAverage: UInt16(clamping: light.frameAverage))
  }
}

extension ContentLightLevel {
  fileprivate init(_ atom: ContentLightAtom) {
    self.init(maximum: Int(atom.maximum), frameAverage: Int(atom.frameAverage))
  }
}

extension FourCC {
  fileprivate static let fiel = FourCC("f", "i", "e", "l")
}
