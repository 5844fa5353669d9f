internal import LibC

/// Mathematical functions of the C library (power, logarithm, sine), under names that do not
/// require its module.
enum Mathematics {
  /// Returns a number raised to a power.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// Returns the logarithm of a number to base 10.
  static func logarithm(_ number: Double) -> Double { log10(number) }

  /// Returns the sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }
}
