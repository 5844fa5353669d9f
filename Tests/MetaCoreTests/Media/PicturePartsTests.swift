import MetaCore
import Testing

@testable import MetaCore

/// Rotating, blending and tone-mapping frames, compared with the definitions.
@Suite struct PicturePartsTests {
  private func picture(
    _ format: PixelFormat, _ width: Int, _ height: Int, _ value: (Int) -> UInt8
  ) throws -> PixelBuffer {
    var picture = try MutablePixelBuffer(
      PixelBufferAttributes(format: format, width: width, height: height))
    picture.withMutableBytes(ofPlane: 0) { bytes in
      for index in 0..<bytes.byteCount {
        bytes.storeBytes(of: value(index), toByteOffset: index, as: UInt8.self)
      }
    }
    return picture.finished()
  }

  @Test(arguments: [PixelFormat.rgb24, .rgba, .oneComponent8, .rgba64])
  func fourQuarterTurnsAndTwoMirroringsChangeNothing(format: PixelFormat) throws {
    let original = try picture(format, 5, 3) { UInt8(truncatingIfNeeded: $0) }
    var turned = original
    for _ in 0..<4 { turned = try turned.turned(PictureTurn(degrees: 90)) }
    #expect(turned.packedBytes() == original.packedBytes())
    let mirror = PictureTurn(degrees: 180, isMirrored: true)
    #expect(try original.turned(mirror).turned(mirror).packedBytes() == original.packedBytes())
    #expect(PictureTurn(degrees: -90) == PictureTurn(degrees: 270))
    #expect(PictureTurn(degrees: 45) == .none)
  }

  @Test func aQuarterTurnIsClockwise() throws {
    // 1 2 3      4 1
    // 4 5 6  ->  5 2
    //            6 3
    let original = try picture(.oneComponent8, 3, 2) { UInt8($0 + 1) }
    #expect(
      try original.turned(PictureTurn(degrees: 90)).packedBytes() == [4, 1, 5, 2, 6, 3])
    #expect(
      try original.turned(PictureTurn(degrees: 0, isMirrored: true)).packedBytes()
        == [3, 2, 1, 6, 5, 4])
    #expect(throws: MetaError.self) {
      try picture(.yCbCr422VideoRange, 4, 4) { _ in 0 }.turned(PictureTurn(degrees: 90))
    }
  }

  @Test func blendingIsPorterDuffOver() throws {
    let attributes = PixelBufferAttributes(format: .rgba, width: 256, height: 1)
    for (below, opacity) in [(255, 255), (255, 128), (128, 255), (0, 77)] {
      var canvas = try MutablePixelBuffer(attributes)
      canvas.fill(red: 200, green: 100, blue: 0, alpha: UInt8(below))
      let above = try picture(.rgba, 256, 1) { $0 % 4 == 3 ? UInt8($0 / 4) : UInt8(40 * ($0 % 4)) }
      canvas.blend(above, x: 0, y: 0, opacity: opacity)
      let bytes = canvas.finished().packedBytes()
      for x in 0..<256 {
        let (a, b) = (Double(x * opacity) / 255 / 255, Double(below) / 255)
        let alpha = a + b * (1 - a)
        for (channel, values) in [(0.0, 200.0), (40, 100), (80, 0)].enumerated() {
          let exact = alpha > 0 ? (values.0 * a + values.1 * b * (1 - a)) / alpha : 0
          let found = Double(bytes[x * 4 + channel])
          // With little of both left, 8 bits of alpha determine colours poorly.
          let tolerance = alpha > 0.99 ? 1.0 : 1 + 1 / max(alpha, 0.004)
          #expect(abs(found - exact) <= tolerance || (alpha == 0), "\(x) \(below) \(opacity)")
        }
        #expect(abs(Double(bytes[x * 4 + 3]) - alpha * 255) <= 1)
      }
    }
  }

  @Test func drawingOutsideChangesNothing() throws {
    var canvas = try MutablePixelBuffer(
      PixelBufferAttributes(format: .oneComponent8, width: 3, height: 3))
    let dot = try picture(.oneComponent8, 2, 2) { _ in 9 }
    for (x, y) in [(3, 0), (-2, 0), (0, 3), (.min, 0), (.max, .max), (0, .min)] {
      canvas.draw(dot, x: x, y: y)
    }
    canvas.draw(dot, x: 2, y: -1)
    #expect(canvas.finished().packedBytes() == [0, 0, 9, 0, 0, 0, 0, 0, 0])
  }

  @Test func perceptualQuantisationMatchesTheStandard() {
    // SMPTE ST 2084: half of the signal is 92.2 cd/m², all of it 10,000.
    #expect(abs(ToneMap.pqLight(0.5) - 92.2) < 0.2)
    #expect(abs(ToneMap.pqLight(1) - 10_000) < 1)
    for light in [0.1, 1, 100, 203, 1000, 4000] as [Float] {
      #expect(abs(ToneMap.pqLight(ToneMap.pqSignal(light)) / light - 1) < 0.002)
    }
    // ITU-R BT.2100: half of the signal of HLG is a twelfth of the light.
    #expect(abs(ToneMap.hlgLight(0.5) - 1 / 12) < 1e-5)
    #expect(abs(ToneMap.hlgLight(1) - 1) < 1e-3)
  }

  @Test(arguments: [ToneMap.Transfer.pq, .hlg])
  func toneMappingKeepsOrderAndGrey(transfer: ToneMap.Transfer) throws {
    let format = try #require(PixelFormat(libavName: "rgb48le"))
    let ramp = try picture(format, 256, 1) { index in
      // The same code in all three components, from black to the largest.
      let code = index / 6 * 257
      return UInt8(truncatingIfNeeded: index % 2 == 0 ? code : code >> 8)
    }
    let bytes = try ToneMap(transfer, peak: 1000).mapped(ramp).packedBytes()
    var last = 0
    for x in 0..<256 {
      let (red, green, blue) = (Int(bytes[x * 3]), Int(bytes[x * 3 + 1]), Int(bytes[x * 3 + 2]))
      #expect(abs(red - green) <= 1 && abs(green - blue) <= 1)
      #expect(green >= last)
      last = green
    }
    #expect(bytes[0] == 0)
    #expect(last == 255)
    #expect(throws: MetaError.self) {
      try ToneMap(transfer, peak: 1000).mapped(try picture(.rgb24, 2, 2) { _ in 0 })
    }
  }

  @Test func contactSheetsAreChecked() throws {
    #expect(throws: MetaError.self) { try ContactSheet(columns: 0, rows: 1, width: 8, height: 8) }
    #expect(throws: MetaError.self) {
      try ContactSheet(columns: 1000, rows: 1000, width: 16384, height: 16384)
    }
    let sheet = try ContactSheet(columns: 2, rows: 1, width: 2, height: 2, spacing: 1)
    let dot = try picture(.rgba, 2, 2) { _ in 255 }
    let picture = try sheet.picture(of: [dot])
    #expect((picture.width, picture.height) == (7, 4))
    #expect(
      Array(picture.packedBytes()[(7 * 4)..<(7 * 4 + 12)]) == [0, 0, 0, 255]
        + [UInt8](repeating: 255, count: 8))
  }
}
