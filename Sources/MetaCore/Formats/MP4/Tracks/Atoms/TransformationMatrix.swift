/// The matrix in `tkhd` and `mvhd` that maps the pixels of a frame to the display: rotation, scale
/// and translation (ISO/IEC 14496-12 §8.2.2, QTFF "Matrices").
///
///     a b u     a b c d and the position x y: 16.16 fixed point
///     c d v     u v w: 2.30
///     x y w
struct TransformationMatrix: Sendable, Hashable {
  var a: Int32
  var b: Int32
  var u: Int32
  var c: Int32
  var d: Int32
  var v: Int32
  var x: Int32
  var y: Int32
  var w: Int32

  static let identity = TransformationMatrix(
    a: 0x10000, b: 0, u: 0, c: 0, d: 0x10000, v: 0, x: 0, y: 0, w: 0x4000_0000)

  static func parse(_ reader: inout ByteReader) throws(ParseError) -> TransformationMatrix {
    TransformationMatrix(
      a: try reader.i32(), b: try reader.i32(), u: try reader.i32(), c: try reader.i32(),
      d: try reader.i32(), v: try reader.i32(), x: try reader.i32(), y: try reader.i32(),
      w: try reader.i32())
  }

  func encode(into writer: inout ByteWriter) {
    for number in [a, b, u, c, d, v, x, y, w] { writer.i32(number) }
  }
}

extension TransformationMatrix {
  /// Whether the frame is mirrored horizontally after the rotation.
  var isMirrored: Bool {
    Int64(a) * Int64(d) < Int64(b) * Int64(c)
  }

  /// The clockwise rotation in degrees; nil if it is not a multiple of 90, with or without scale.
  var rotation: Int? {
    let (a, c) = isMirrored ? (-Int64(a), -Int64(c)) : (Int64(a), Int64(c))
    if b == 0, c == 0 {
      if a > 0, d > 0 { return 0 }
      return a < 0 && d < 0 ? 180 : nil
    }
    guard a == 0, d == 0 else { return nil }
    if b > 0, c < 0 { return 90 }
    return b < 0 && c > 0 ? 270 : nil
  }

  /// The nine numbers, row by row.
  var numbers: [Double] {
    func number(_ value: Int32, _ fraction: Double) -> Double { Double(value) / fraction }
    return [
      number(a, 65536), number(b, 65536), number(u, 0x1p30),
      number(c, 65536), number(d, 65536), number(v, 0x1p30),
      number(x, 65536), number(y, 65536), number(w, 0x1p30),
    ]
  }
}

extension TransformationMatrix {
  /// Returns the matrix for frames of a different size: a rotated or mirrored frame keeps its upper
  /// left corner.
  ///
  /// Sizes are width and height in 16.16 fixed point. Rotation moves a frame above or to the left
  /// of its position; most movies translate it back by its old width or height.
  func placing(
    _ new: (UInt32, UInt32), insteadOf old: (UInt32, UInt32)
  ) -> TransformationMatrix {
    var result = self
    result.x = Self.moved(x, (a, c), new, old)
    result.y = Self.moved(y, (b, d), new, old)
    return result
  }

  /// Returns the position in one direction after the size has changed; `factors` are the numbers by
  /// which width and height contribute to that direction.
  private static func moved(
    _ position: Int32, _ factors: (Int32, Int32), _ new: (UInt32, UInt32), _ old: (UInt32, UInt32)
  ) -> Int32 {
    func leftEdge(_ size: (UInt32, UInt32)) -> Int64 {
      let (width, height) = (-min(0, Int64(factors.0)), -min(0, Int64(factors.1)))
      return width.times(Int64(size.0)).plus(height.times(Int64(size.1))) >> 16
    }
    let oldEdge = leftEdge(old)
    guard oldEdge > 0, Int64(position) >= oldEdge else { return position }
    return Int32(clamping: Int64(position).minus(oldEdge).plus(leftEdge(new)))
  }
}
