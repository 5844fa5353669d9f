internal import LibC

/// Functions of the mathematical library of the system.
enum Mathematics {
  /// A number to the power of another.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }
}
