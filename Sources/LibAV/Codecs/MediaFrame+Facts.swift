internal import CLibAV

extension MediaFrame {
  /// Whether a picture has two interlaced fields, and which of them is shown first.
  package enum FieldOrder: Sendable, Hashable {
    /// Not interlaced.
    case progressive
    /// Interlaced, top field first.
    case topFirst
    /// Interlaced, bottom field first.
    case bottomFirst
  }

  /// The scan order.
  package var fieldOrder: FieldOrder {
    guard unsafe pointer.pointee.interlaced_frame != 0 else { return .progressive }
    return unsafe pointer.pointee.top_field_first != 0 ? .topFirst : .bottomFirst
  }

  /// The display on which the colours of an HDR video were graded (SMPTE ST 2086), as stored in a
  /// frame.
  package struct MasteringDisplay: Sendable, Hashable {
    /// The chromaticities of red, green, blue and white, each as x and y.
    package let chromaticities: [Double]
    /// The lowest and highest luminance, in cd/m².
    package let luminances: [Double]
  }

  /// The mastering display; nil if it is unknown or incomplete.
  package var masteringDisplay: MasteringDisplay? {
    guard let data = unsafe data(AV_FRAME_DATA_MASTERING_DISPLAY_METADATA) else { return nil }
    let display = unsafe data.load(as: AVMasteringDisplayMetadata.self)
    guard display.has_primaries != 0, display.has_luminance != 0 else { return nil }
    let (red, green, blue) = display.display_primaries
    let white = display.white_point
    let places = [red.0, red.1, green.0, green.1, blue.0, blue.1, white.0, white.1]
    return MasteringDisplay(
      chromaticities: places.map(MediaFrame.number),
      luminances: [display.min_luminance, display.max_luminance].map(MediaFrame.number))
  }

  /// The maximum content light level and the maximum frame-average light level, in cd/m²; nil if
  /// unknown.
  package var contentLight: (maximum: Int, frameAverage: Int)? {
    guard let data = unsafe data(AV_FRAME_DATA_CONTENT_LIGHT_LEVEL) else { return nil }
    let light = unsafe data.load(as: AVContentLightMetadata.self)
    return (Int(light.MaxCLL), Int(light.MaxFALL))
  }

  private static func number(_ fraction: AVRational) -> Double {
    fraction.den == 0 ? 0 : Double(fraction.num) / Double(fraction.den)
  }

  /// Returns side data from the decoder or the container, if any.
  private func data(_ type: AVFrameSideDataType) -> UnsafeMutableRawPointer? {
    guard let sideData = unsafe av_frame_get_side_data(pointer, type) else { return nil }
    return unsafe sideData.pointee.data.map { UnsafeMutableRawPointer($0) }
  }
}
