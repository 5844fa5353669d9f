/// A transformation of the plane; AVFoundation's `CGAffineTransform`.
///
///     | a   b   0 |
///     | c   d   0 |
///     | tx  ty  1 |
public struct AffineTransform: Sendable, Hashable {
  /// The factor from x to x.
  public var a: Double
  /// The factor from x to y.
  public var b: Double
  /// The factor from y to x.
  public var c: Double
  /// The factor from y to y.
  public var d: Double
  /// The shift along x.
  public var tx: Double
  /// The shift along y.
  public var ty: Double

  /// Makes a transformation of its numbers.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity transformation.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes a transformation from the matrix of a track header: a, b, u, c, d, v, x, y, w (ISO/IEC
  /// 14496-12 §6.2.2); nil when the list has another length.
  init?(matrix: [Double]) {
    guard matrix.count == 9 else { return nil }
    self.init(
      a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4], tx: matrix[6], ty: matrix[7])
  }
}
