import Testing

@testable import MetaCore

/// Rotated frames: the position of each value of each plane.
@Suite("Rotated images")
struct PictureTurnTests {
  /// A picture whose values are their numbers in each plane.
  private func picture(_ format: PixelFormat, _ width: Int, _ height: Int) throws -> PixelBuffer {
    var buffer = try MutablePixelBuffer(
      PixelBufferAttributes(format: format, width: width, height: height))
    for plane in 0..<buffer.planeCount {
      let (rows, stride) = (buffer.rows(ofPlane: plane), buffer.bytesPerRow(ofPlane: plane))
      buffer.withMutableBytes(ofPlane: plane) { bytes in
        for place in 0..<(rows * stride) {
          bytes.storeBytes(
            of: UInt8(truncatingIfNeeded: place), toByteOffset: place, as: UInt8.self)
        }
      }
    }
    return buffer.finished()
  }

  /// The blocks of a plane, row by row.
  private func blocks(_ picture: PixelBuffer, _ plane: Int, of size: Int) -> [[[UInt8]]] {
    let stride = picture.bytesPerRow(ofPlane: plane)
    let columns =
      (picture.format.row?.planes[plane].size(width: picture.width, height: 1).bytesPerRow ?? 0)
      / size
    return picture.withBytes(ofPlane: plane) { span in
      (0..<picture.rows(ofPlane: plane)).map { row in
        (0..<columns).map { column in
          (0..<size).map { span.byte(at: row * stride + column * size + $0) }
        }
      }
    }
  }

  @Test(
    "Each plane is rotated",
    arguments: ["yuv420p", "nv12", "yuv444p", "yuv420p10le", "p010le", "rgb24", "rgba64le"],
    [(90, false), (180, false), (270, false), (0, true), (90, true), (180, true), (270, true)])
  func planes(name: String, turn: (degrees: Int, isMirrored: Bool)) throws {
    let format = try #require(PixelFormat(libavName: name))
    let old = try picture(format, 7, 5)
    let turned = try old.turned(
      PictureTurn(degrees: turn.degrees, isMirrored: turn.isMirrored))
    let isQuarter = turn.degrees % 180 != 0
    #expect((turned.width, turned.height) == (isQuarter ? (5, 7) : (7, 5)))
    for (index, plane) in try #require(format.row).planes.enumerated() {
      let size = plane.bits / 8
      let (from, to) = (blocks(old, index, of: size), blocks(turned, index, of: size))
      let (width, height) = (to[0].count, to.count)
      for y in 0..<height {
        for x in 0..<width {
          let right = turn.isMirrored ? width - 1 - x : x
          let place: (x: Int, y: Int) =
            switch turn.degrees {
            case 90: (y, width - 1 - right)
            case 180: (width - 1 - right, height - 1 - y)
            case 270: (height - 1 - y, right)
            default: (right, y)
            }
          #expect(to[y][x] == from[place.y][place.x], "\(name) plane \(index) at \(x),\(y)")
        }
      }
    }
  }

  @Test(
    "Formats that change when rotated are refused",
    arguments: [
      ("yuv422p", 90, true), ("yuv422p", 180, false), ("yuyv422", 180, true), ("pal8", 90, true),
      ("p210le", 270, true), ("p210le", 180, false), ("monob", 90, true),
    ])
  func forms(name: String, degrees: Int, isRefused: Bool) throws {
    guard let format = PixelFormat(libavName: name) else { return }
    let picture = try picture(format, 8, 4)
    let turn = PictureTurn(degrees: degrees)
    if isRefused {
      let error = #expect(throws: MetaError.self) { try picture.turned(turn) }
      #expect(error?.code == .invalidPixelFormat)
    } else {
      #expect(try picture.turned(turn).turned(turn).packedBytes() == picture.packedBytes())
    }
  }
}
