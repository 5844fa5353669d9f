/// The colour volume of the display on which a video was mastered (SMPTE ST 2086).
public struct MasteringDisplay: Sendable, Hashable, Codable {
  /// A point in the CIE 1931 chromaticity diagram.
  public struct Chromaticity: Sendable, Hashable, Codable {
    /// The x coordinate, from 0 to 1.
    public var x: Double
    /// The y coordinate, from 0 to 1.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// The red primary.
  public var red: Chromaticity
  /// The green primary.
  public var green: Chromaticity
  /// The blue primary.
  public var blue: Chromaticity
  /// The white point.
  public var whitePoint: Chromaticity
  /// The maximum luminance, in cd/m².
  public var maximumLuminance: Double
  /// The minimum luminance, in cd/m².
  public var minimumLuminance: Double

  /// Creates the description of a mastering display.
  public init(
    red: Chromaticity, green: Chromaticity, blue: Chromaticity, whitePoint: Chromaticity,
    maximumLuminance: Double, minimumLuminance: Double
  ) {
    (self.red, self.green, self.blue, self.whitePoint) = (red, green, blue, whitePoint)
    (self.maximumLuminance, self.minimumLuminance) = (maximumLuminance, minimumLuminance)
  }
}

/// The maximum brightness of the pixels and frames in a high-dynamic-range video (CTA-861.3).
public struct ContentLightLevel: Sendable, Hashable, Codable {
  /// The light level of the brightest pixel in any frame (MaxCLL), in cd/m².
  public var maximum: Int
  /// The average light level of the brightest frame (MaxFALL), in cd/m².
  public var frameAverage: Int

  /// Creates a light level.
  public init(maximum: Int, frameAverage: Int) {
    self.maximum = maximum
    self.frameAverage = frameAverage
  }
}
