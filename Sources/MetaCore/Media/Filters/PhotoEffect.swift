/// The eight photo effects of Apple's cameras (Core Image's `CIPhotoEffect…`), imitated by colour
/// transforms, for the filters of `capture`.
///
/// They look like Apple's, but the numbers are our own, since Apple does not publish its numbers.
/// First, the saturation is changed (towards the Rec. 709 luma), then the contrast (around 0.5). A
/// gamma is then applied to each channel, and the result is mapped to the range from `black` to
/// `white`. Values are clamped to 0…1 after the contrast step. ``cube`` is the lookup table that
/// applies the effect.
@nonexhaustive
public enum PhotoEffect: String, Sendable, Hashable, CaseIterable {
  /// Vivid colours with more contrast.
  case chrome
  /// Pale colours with less contrast.
  case fade
  /// Warm and faded, like an instant camera.
  case instant
  /// Black and white.
  case mono
  /// Black and white with strong contrast.
  case noir
  /// Cool shadows and pale light.
  case process
  /// Black and white with little contrast.
  case tonal
  /// Warm light and brown shadows.
  case transfer

  /// The parameters of an effect, in the order in which they are applied.
  private struct Row {
    let saturation: Double
    let contrast: Double
    var gamma = SIMD3<Double>(1, 1, 1)
    var black = SIMD3<Double>(0, 0, 0)
    var white = SIMD3<Double>(1, 1, 1)
  }

  private var row: Row {
    switch self {
    case .chrome: Row(saturation: 1.3, contrast: 1.15)
    case .fade: Row(saturation: 0.7, contrast: 0.85, black: SIMD3(0.08, 0.08, 0.08))
    case .instant:
      Row(
        saturation: 0.8, contrast: 0.95, gamma: SIMD3(0.88, 0.95, 1.1),
        black: SIMD3(0.06, 0.05, 0.09),
        white: SIMD3(1, 0.96, 0.86))
    case .mono: Row(saturation: 0, contrast: 1)
    case .noir: Row(saturation: 0, contrast: 1.6)
    case .process:
      Row(
        saturation: 0.85, contrast: 1.05, gamma: SIMD3(1.15, 0.97, 0.9),
        black: SIMD3(0, 0.04, 0.08),
        white: SIMD3(0.95, 1, 0.98))
    case .tonal: Row(saturation: 0, contrast: 0.8, black: SIMD3(0.04, 0.04, 0.04))
    case .transfer:
      Row(
        saturation: 0.9, contrast: 0.9, gamma: SIMD3(0.9, 1, 1.15), black: SIMD3(0.09, 0.05, 0.03),
        white: SIMD3(1, 0.97, 0.88))
    }
  }

  /// Returns the transformed colour.
  func color(_ red: Double, _ green: Double, _ blue: Double) -> SIMD3<Double> {
    let row = row
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    func channel(_ value: Double, _ index: Int) -> Double {
      let saturated = luma + row.saturation * (value - luma)
      let contrasted = min(max(0.5 + row.contrast * (saturated - 0.5), 0), 1)
      return row.black[index] + Mathematics.power(contrasted, row.gamma[index])
        * (row.white[index] - row.black[index])
    }
    return SIMD3(channel(red, 0), channel(green, 1), channel(blue, 2))
  }

  /// The number of points per axis of the lookup table.
  static let cubeSize = 33

  /// The colour lookup table of the effect.
  public var cube: ColorCube {
    ColorCube(title: displayName, validSize: PhotoEffect.cubeSize, color)
  }

  // MARK: Names

  /// The display name, such as `Photo Effect Noir`.
  public var displayName: String {
    "Photo Effect " + rawValue.prefix(1).uppercased() + rawValue.dropFirst()
  }

  /// Core Image's name, such as `CIPhotoEffectNoir`.
  public var coreImageName: String { "CI" + displayName.filter { $0 != " " } }

  /// Creates an effect from its name, Core Image's name or its display name, ignoring case; returns
  /// nil for an unknown name.
  public init?(named text: String) {
    let lowercased = text.lowercased()
    let match = PhotoEffect.allCases.first { effect in
      [effect.rawValue, effect.coreImageName, effect.displayName].contains {
        $0.lowercased() == lowercased
      }
    }
    guard let match else { return nil }
    self = match
  }
}
