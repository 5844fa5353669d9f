/// An sRGB colour with opacity, 8 bits per component.
public struct DrawingColor: Sendable, Hashable {
  /// Red, from 0 to 255.
  public var red: UInt8
  /// Green, from 0 to 255.
  public var green: UInt8
  /// Blue, from 0 to 255.
  public var blue: UInt8
  /// Opacity, from 0 (transparent) to 255 (opaque).
  public var alpha: UInt8

  /// Creates a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// Full transparency.
  public static let transparent = DrawingColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// The basic colour keywords and `transparent` (CSS Color Module Level 3, §4.1 and §4.2.3).
  private static let names: [String: UInt32] = [
    "black": 0x0000_00FF, "silver": 0xC0C0_C0FF, "gray": 0x8080_80FF, "white": 0xFFFF_FFFF,
    "maroon": 0x8000_00FF, "red": 0xFF00_00FF, "purple": 0x8000_80FF, "fuchsia": 0xFF00_FFFF,
    "green": 0x0080_00FF, "lime": 0x00FF_00FF, "olive": 0x8080_00FF, "yellow": 0xFFFF_00FF,
    "navy": 0x0000_80FF, "blue": 0x0000_FFFF, "teal": 0x0080_80FF, "aqua": 0x00FF_FFFF,
    "transparent": 0,
  ]

  /// Creates a colour from CSS notation: `#rgb`, `#rrggbb`, `#rrggbbaa`, one of the 16 basic names
  /// or `transparent`; returns nil for anything else.
  public init?(css text: String) {
    let lowercase = text.lowercased()
    if let number = DrawingColor.names[lowercase] {
      self.init(rgba: number)
      return
    }
    guard lowercase.first == "#", lowercase.utf8.count == lowercase.count else { return nil }
    var digits = String(lowercase.dropFirst())
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    if digits.count == 3 { digits = digits.map { "\($0)\($0)" }.joined() }
    if digits.count == 6 { digits += "ff" }
    guard digits.count == 8, let number = UInt32(digits, radix: 16) else { return nil }
    self.init(rgba: number)
  }

  private init(rgba number: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: number >> 24), green: UInt8(truncatingIfNeeded: number >> 16),
      blue: UInt8(truncatingIfNeeded: number >> 8), alpha: UInt8(truncatingIfNeeded: number))
  }

  /// The colour as `#rrggbb`, or as `#rrggbbaa` if it is not opaque.
  public var css: String {
    let bytes = alpha == 255 ? [red, green, blue] : [red, green, blue, alpha]
    return "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns this colour composited over another; `coverage` is the fraction of the pixel that it
  /// covers.
  func over(_ other: DrawingColor, coverage: Double) -> DrawingColor {
    let front = Double(alpha) / 255 * max(0, min(1, coverage))
    let back = Double(other.alpha) / 255 * (1 - front)
    let sum = front + back
    guard sum > 0 else { return .transparent }
    func mixed(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8(max(0, min(255, ((Double(one) * front + Double(two) * back) / sum).rounded())))
    }
    return DrawingColor(
      red: mixed(red, other.red), green: mixed(green, other.green), blue: mixed(blue, other.blue),
      alpha: UInt8(max(0, min(255, (sum * 255).rounded()))))
  }
}
