/// A transformation of the plane; AVFoundation's `CGAffineTransform`.
///
///     | a   b   0 |
///     | c   d   0 |
///     | tx  ty  1 |
public struct AffineTransform: Sendable, Hashable {
  /// How much of x goes into x.
  public var a: Double
  /// How much of x goes into y.
  public var b: Double
  /// How much of y goes into x.
  public var c: Double
  /// How much of y goes into y.
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

  /// The transformation that changes nothing.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// The matrix of a track header: a, b, u, c, d, v, x, y, w (ISO/IEC 14496-12 §6.2.2); nil when it is none.
  init?(matrix: [Double]) {
    guard matrix.count == 9 else { return nil }
    self.init(
      a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4], tx: matrix[6], ty: matrix[7])
  }
}
