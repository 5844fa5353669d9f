/// An affine transform of the plane, with which a video track specifies how its frames are placed
/// for display; the counterpart of Core Graphics' `CGAffineTransform`.
///
///     | a   b   0 |
///     | c   d   0 |
///     | tx  ty  1 |
///
/// A point (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty).
public struct AffineTransform: Sendable, Hashable {
  /// The factor by which the original x contributes to the new x.
  public var a: Double
  /// The factor by which the original x contributes to the new y.
  public var b: Double
  /// The factor by which the original y contributes to the new x.
  public var c: Double
  /// The factor by which the original y contributes to the new y.
  public var d: Double
  /// The translation along x.
  public var tx: Double
  /// The translation along y.
  public var ty: Double

  /// Creates a transform from its coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity transform.
  public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Creates a transform from the matrix of a track header: a, b, u, c, d, v, x, y, w (ISO/IEC
  /// 14496-12 §6.2.2); returns nil if the list does not have nine numbers.
  init?(matrix: [Double]) {
    guard matrix.count == 9 else { return nil }
    self.init(
      a: matrix[0], b: matrix[1], c: matrix[3], d: matrix[4], tx: matrix[6], ty: matrix[7])
  }
}
