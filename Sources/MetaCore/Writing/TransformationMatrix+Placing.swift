extension TransformationMatrix {
  /// Creates the track header matrix for a transform (ISO/IEC 14496-12 §6.2.2).
  init(_ transform: AffineTransform) {
    self.init(
      a: FixedPoint.signed(transform.a), b: FixedPoint.signed(transform.b), u: 0,
      c: FixedPoint.signed(transform.c), d: FixedPoint.signed(transform.d), v: 0,
      x: FixedPoint.signed(transform.tx), y: FixedPoint.signed(transform.ty), w: 0x4000_0000)
  }

  /// Creates the matrix that rotates and mirrors frames of the given size (width and height in
  /// 16.16 format) and keeps their upper left corner in place.
  init(_ turn: PictureTurn, of size: (width: UInt32, height: UInt32)) {
    let one: Int32 = 0x10000
    let (cosine, sine) = [(one, 0), (0, one), (-one, 0), (0, -one)][turn.quarterTurns % 4]
    self = .identity
    (a, b, c, d) = (cosine, sine, -sine, cosine)
    if turn.isMirrored { (a, c) = (-a, -c) }
    // Negative coordinates would move the frame to the left of its position, or above it.
    func shift(_ first: Int32, _ second: Int32) -> Int32 {
      let width = first < 0 ? Int64(size.width) : 0
      return Int32(clamping: width.plus(second < 0 ? Int64(size.height) : 0))
    }
    (x, y) = (shift(a, c), shift(b, d))
  }
}
