import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Colour tables, and the effects made from them.
@Suite("Colour tables")
struct ColorCubeTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A picture with random colours.
  private func picture(_ format: PixelFormat = .rgb24, seed: UInt64 = 1) throws -> PixelBuffer {
    var generator = SeededGenerator(seed: seed)
    var picture = try MutablePixelBuffer(
      PixelBufferAttributes(format: format, width: 64, height: 64))
    picture.withMutableBytes(ofPlane: 0) { bytes in
      for index in bytes.byteOffsets {
        bytes.storeBytes(
          of: UInt8.random(in: 0...255, using: &generator), toByteOffset: index, as: UInt8.self)
      }
    }
    return picture.finished()
  }

  @Test(arguments: Repository.runsEverything ? [2, 17, 33, 256] : [2, 17, 33])
  func identityTableChangesNothing(size: Int) throws {
    let cube = try #require(ColorCube(size: size) { SIMD3($0, $1, $2) })
    for format in cube.pixelFormats {
      let picture = try picture(format)
      #expect(try cube.apply(to: picture).packedBytes() == picture.packedBytes())
    }
    #expect(ColorCube(size: 1) { SIMD3($0, $1, $2) } == nil)
    #expect(ColorCube(size: 257) { SIMD3($0, $1, $2) } == nil)
  }

  @Test(
    "Effects equal ffmpeg's lut3d with the same table",
    .enabled(if: Program.find("ffmpeg") != nil), arguments: PhotoEffect.allCases)
  func effectsMatchFFmpeg(effect: PhotoEffect) throws {
    let picture = try picture()
    let (table, raw) = (scratch.file("effect.cube"), scratch.file("in.raw"))
    try Data(effect.cube.text.utf8).write(to: table)
    try Data(picture.packedBytes()).write(to: raw)
    let result = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x64", "-i", raw.path, "-vf",
        "lut3d=\(table.path):interp=tetrahedral", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
      ])
    try #require(result.status == 0, "\(result.errors)")
    let ours = try effect.cube.apply(to: picture).packedBytes()
    #expect(ours.count == result.output.count)
    #expect(zip(ours, result.output).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
    #expect(ours != picture.packedBytes())
  }

  @Test func effectsDiffer() throws {
    let picture = try picture()
    let results = try PhotoEffect.allCases.map { try $0.cube.apply(to: picture).packedBytes() }
    #expect(Set(results).count == 8)
    for effect in [PhotoEffect.mono, .noir, .tonal] {
      let bytes = try effect.cube.apply(to: picture).packedBytes()
      let places = stride(from: 0, to: bytes.count, by: 3)
      let isNeutral = places.allSatisfy { Set(bytes[$0..<($0 + 3)]).count == 1 }
      #expect(isNeutral, "\(effect)")
    }
  }

  @Test func alphaIsKept() throws {
    let picture = try picture(.bgra)
    let result = try PhotoEffect.process.cube.apply(to: picture).packedBytes()
    let old = picture.packedBytes()
    #expect(stride(from: 3, to: old.count, by: 4).allSatisfy { result[$0] == old[$0] })
    #expect(throws: MetaError.self) {
      try PhotoEffect.mono.cube.apply(
        to: MutablePixelBuffer(.init(format: .yCbCr420Planar, width: 2, height: 2)).finished())
    }
  }

  @Test func effectsHaveThreeNames() {
    for name in ["noir", "CIPhotoEffectNoir", "photo effect noir", "NOIR"] {
      #expect(PhotoEffect(named: name) == .noir)
    }
    #expect(PhotoEffect(named: "sepia") == nil)
  }

  // MARK: Text

  @Test func textIsReadAgain() throws {
    let cube = PhotoEffect.transfer.cube
    let again = try ColorCube(text: cube.text)
    #expect(again.size == cube.size && again.title == "Photo Effect Transfer")
    #expect(again.text == cube.text)
    let crlf = try ColorCube(text: cube.text.replacing("\n", with: "\r\n"))
    #expect(crlf == again)
  }

  private static let identity = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }
    .joined(separator: "\n")

  @Test func commentsAndDomains() throws {
    let text = """
      # made by hand
      TITLE "a b"

      LUT_3D_SIZE 2
      DOMAIN_MIN 0 0 0
      DOMAIN_MAX 1 1 1
      \(ColorCubeTests.identity)
      """
    let cube = try ColorCube(text: text)
    #expect(cube.title == "a b")
    let picture = try picture()
    #expect(try cube.apply(to: picture).packedBytes() == picture.packedBytes())
  }

  @Test(arguments: [
    ("", "LUT_3D_SIZE is missing"), ("LUT_3D_SIZE 2\n0 0 0", "1 colours instead of 8"),
    ("LUT_3D_SIZE 1", "2 to 256"), ("LUT_3D_SIZE 99999999999999999999", "2 to 256"),
    ("LUT_1D_SIZE 2", "one-dimensional"), ("0 0 0", "before LUT_3D_SIZE"),
    ("LUT_3D_SIZE 2\n0 0", "three numbers"), ("LUT_3D_SIZE 2\n0 0 nan", "three numbers"),
    ("LUT_3D_SIZE 2\n" + identity + "\n0 0 0", "more colours"),
    ("LUT_3D_SIZE 2\nDOMAIN_MAX 2 2 2\n" + identity, "domain"),
    ("LUT_3D_SIZE 2\n" + String(repeating: "1", count: 5000), "longer than 4096 bytes"),
  ])
  func invalidTables(text: String, reason: String) {
    let error = #expect(throws: MetaError.self) { try ColorCube(text: text) }
    #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
  }
}
