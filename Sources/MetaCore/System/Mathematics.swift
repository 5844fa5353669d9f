internal import LibC

/// Functions of the C library's mathematics, under names that do not need its module.
enum Mathematics {
  /// A number to the power of another.
  static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

  /// The logarithm of a number to base 10.
  static func logarithm(_ number: Double) -> Double { log10(number) }

  /// The sine of an angle in radians.
  static func sine(_ angle: Double) -> Double { sin(angle) }
}
