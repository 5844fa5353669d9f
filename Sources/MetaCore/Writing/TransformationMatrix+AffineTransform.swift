extension TransformationMatrix {
  /// The matrix of a track header for a transformation (ISO/IEC 14496-12 §6.2.2).
  init(_ transform: AffineTransform) {
    self.init(
      a: FixedPoint.signed(transform.a), b: FixedPoint.signed(transform.b), u: 0,
      c: FixedPoint.signed(transform.c), d: FixedPoint.signed(transform.d), v: 0,
      x: FixedPoint.signed(transform.tx), y: FixedPoint.signed(transform.ty), w: 0x4000_0000)
  }
}
