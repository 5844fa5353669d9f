/// The rotation of an image for display: quarter turns, then mirroring.
public struct PictureTurn: Sendable, Hashable {
  /// The number of clockwise quarter turns: 0 to 3.
  public let quarterTurns: Int
  /// Whether the image is mirrored left to right after rotation.
  public let isMirrored: Bool

  /// No change.
  public static let none = PictureTurn(quarterTurns: 0, isMirrored: false)

  private init(quarterTurns: Int, isMirrored: Bool) {
    self.quarterTurns = quarterTurns
    self.isMirrored = isMirrored
  }

  /// Creates a rotation by a multiple of 90 degrees clockwise; other angles are ignored.
  public init(degrees: Int, isMirrored: Bool = false) {
    let isQuarter = degrees % 90 == 0
    quarterTurns = isQuarter ? ((degrees / 90) % 4 + 4) % 4 : 0
    self.isMirrored = isMirrored
  }

  /// Creates the transform for an Exif orientation, 1 to 8 (CIPA DC-008 §4.6.4, tag 274); other
  /// values mean no change.
  public init(exifOrientation: Int) {
    switch exifOrientation {
    case 2: self.init(degrees: 0, isMirrored: true)
    case 3: self.init(degrees: 180)
    case 4: self.init(degrees: 180, isMirrored: true)
    case 5: self.init(degrees: 90, isMirrored: true)
    case 6: self.init(degrees: 90)
    case 7: self.init(degrees: 270, isMirrored: true)
    case 8: self.init(degrees: 270)
    default: self = .none
    }
  }

  /// Whether width and height are swapped.
  public var swapsSides: Bool { quarterTurns % 2 == 1 }
}

extension PixelBuffer {
  /// Returns the image rotated and mirrored for display.
  ///
  /// - Throws: ``MetaError`` with `invalidPixelFormat` for formats whose blocks have several pixels
  ///   or do not fill whole bytes, and for quarter turns of formats whose chroma subsampling
  ///   differs between directions (4:2:2). Convert images in those formats first.
  public func turned(_ turn: PictureTurn) throws(MetaError) -> PixelBuffer {
    guard turn != .none else { return self }
    guard let row = format.row, row.isTurned(by: turn) else {
      throw MetaError(
        .invalidPixelFormat,
        reason: "cannot rotate images in pixel format \(format); convert them first")
    }
    let size = turn.swapsSides ? (height, width) : (width, height)
    let target = PixelBufferAttributes(format: format, width: size.0, height: size.1)
    var turned = try MutablePixelBuffer(target)
    turned.color = color
    for (index, plane) in row.planes.enumerated() {
      copy(plane, index, turnedBy: turn, into: &turned)
    }
    return turned.finished()
  }

  /// Copies one plane into the rotated image, one row of the rotated image at a time.
  private func copy(
    _ plane: PixelFormat.Plane, _ index: Int, turnedBy turn: PictureTurn,
    into turned: inout MutablePixelBuffer
  ) {
    let columns = (width + plane.blockWidth - 1) / plane.blockWidth
    let rows = self.rows(ofPlane: index)
    let places = TurnedPixelOffsets(
      turn, columns, rows, bytesPerRow(ofPlane: index), plane.bits / 8)
    let size = turn.swapsSides ? (rows, columns) : (columns, rows)
    let stride = turned.bytesPerRow(ofPlane: index)
    withBytes(ofPlane: index) { source in
      turned.withMutableBytes(ofPlane: index) { bytes in
        for row in 0..<size.1 {
          bytes.copyBlocks(
            size.0, of: places.size, from: source, at: places.start(ofRow: row), step: places.step,
            to: row * stride)
        }
      }
    }
  }
}

extension PixelFormat.Row {
  /// Returns whether images with this layout can be rotated without conversion: each block is one
  /// value of a plane, and planes keep their aspect ratio.
  func isTurned(by turn: PictureTurn) -> Bool {
    // If a block of the first plane has several pixels, they are packed.
    planes.first?.blockWidth == 1
      && planes.allSatisfy { plane in
        plane.blockWidth > 0 && plane.bits > 0 && plane.bits % 8 == 0
          && (plane.blockWidth == plane.rowsOfPixels || !turn.swapsSides)
      }
  }
}

/// Maps one plane of a rotated image to the original: the position at which each row of the rotated
/// plane begins in the original's bytes, and the distance between its pixels there.
private struct TurnedPixelOffsets {
  /// The number of bytes per pixel.
  let size: Int
  /// The distance between horizontally adjacent target pixels, in bytes of the original.
  let step: Int
  private let first: Int
  private let rowStep: Int

  init(_ turn: PictureTurn, _ width: Int, _ height: Int, _ bytesPerRow: Int, _ size: Int) {
    self.size = size
    let (right, bottom) = ((width - 1) * size, (height - 1) * bytesPerRow)
    // The offset of the first pixel, the step between pixels, and the step between rows.
    let plain: (Int, Int, Int)
    switch turn.quarterTurns {
    case 1: plain = (bottom, -bytesPerRow, size)
    case 2: plain = (right + bottom, -size, -bytesPerRow)
    case 3: plain = (right, bytesPerRow, -size)
    default: plain = (0, size, bytesPerRow)
    }
    let count = turn.swapsSides ? height : width
    first = turn.isMirrored ? plain.0 + (count - 1) * plain.1 : plain.0
    step = turn.isMirrored ? -plain.1 : plain.1
    rowStep = plain.2
  }

  func start(ofRow row: Int) -> Int { first + row * rowStep }
}
