/// The display on which pictures were mastered (SMPTE ST 2086).
public struct MasteringDisplay: Sendable, Hashable, Codable {
  /// A place in the CIE 1931 chromaticity diagram.
  public struct Chromaticity: Sendable, Hashable, Codable {
    /// The first coordinate, from 0 to 1.
    public var x: Double
    /// The second coordinate, from 0 to 1.
    public var y: Double

    /// Makes a place.
    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// Its red.
  public var red: Chromaticity
  /// Its green.
  public var green: Chromaticity
  /// Its blue.
  public var blue: Chromaticity
  /// Its white.
  public var whitePoint: Chromaticity
  /// Its highest luminance, in cd/m².
  public var maximumLuminance: Double
  /// Its lowest luminance, in cd/m².
  public var minimumLuminance: Double

  /// Makes a display.
  public init(
    red: Chromaticity, green: Chromaticity, blue: Chromaticity, whitePoint: Chromaticity,
    maximumLuminance: Double, minimumLuminance: Double
  ) {
    (self.red, self.green, self.blue, self.whitePoint) = (red, green, blue, whitePoint)
    (self.maximumLuminance, self.minimumLuminance) = (maximumLuminance, minimumLuminance)
  }
}

/// How bright pictures are (CTA-861.3).
public struct ContentLightLevel: Sendable, Hashable, Codable {
  /// The brightest pixel of all pictures (MaxCLL), in cd/m².
  public var maximum: Int
  /// The average of the brightest picture (MaxFALL), in cd/m².
  public var frameAverage: Int

  /// Makes a level.
  public init(maximum: Int, frameAverage: Int) {
    self.maximum = maximum
    self.frameAverage = frameAverage
  }
}
