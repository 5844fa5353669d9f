import Testing

@testable import MetaCore

@Suite struct SpatialAtomTests {
  private func spatial(_ extensions: [UInt8]...) throws -> [String: MetadataValue] {
    let video = try CodecTests.pictures("avc1", extensions.flatMap { $0 }).video
    let parts = try #require(video?.spatial)
    return try Dictionary(parts.map { ($0.name, $0.value) }) { (_, _) in
      throw ParseError(.malformed, at: 0, "a part occurs twice")
    }
  }

  @Test func viewsOfTwoEyes() throws {
    let eyes = atom(
      "eyes", fullAtom("stri", [0b1011]), fullAtom("hero", [2]),
      atom("cams", fullAtom("blin", words(63_500))),
      atom("cmfy", fullAtom("dadj", words(UInt32(bitPattern: -250)))))
    let pack = atom("pack", fullAtom("pkin", Array("over".utf8)))
    let projection = atom("proj", fullAtom("prji", Array("hequ".utf8)))
    let read = try spatial(
      atom("vexu", eyes, projection, pack), atom("hfov", words(71_590)))
    #expect(
      read == [
        "eyes": .string("both"), "areEyesReversed": .boolean(true), "heroEye": .string("right"),
        "baseline": .real(63.5), "disparityAdjustment": .real(-0.025),
        "projection": .string("halfEquirectangular"), "packing": .string("topBottom"),
        "fieldOfView": .real(71.59),
      ])
  }

  @Test func sphere() throws {
    let projection = atom(
      "proj", fullAtom("prhd", words(90 << 16, UInt32(bitPattern: -0x8000), 0)),
      fullAtom("equi", words(0, 0, 1 << 30, 1 << 31)))
    let read = try spatial(
      fullAtom("st3d", [1]), atom("sv3d", fullAtom("svhd", Array("Tool\0".utf8)), projection))
    #expect(
      read == [
        "packing": .string("topBottom"), "source": .string("Tool"), "yaw": .real(90),
        "pitch": .real(-0.5), "projection": .string("equirectangular"),
        "bounds": .list([.real(0), .real(0), .real(0.25), .real(0.5)]),
      ])
  }

  @Test(arguments: [
    ("rect", "rectilinear"), ("equi", "equirectangular"), ("fish", "fisheye"),
    ("prim", "parametricImmersive"), ("new!", "new!"),
  ])
  func unknownProjectionCodesAreShown(code: String, name: String) throws {
    let read = try spatial(atom("vexu", atom("proj", fullAtom("prji", Array(code.utf8)))))
    #expect(read == ["projection": .string(name)])
  }

  /// Data before the damage is kept; the finding names the atom.
  @Test func damageIsAFinding() throws {
    let eyes = atom("eyes", fullAtom("stri", [3]), fullAtom("hero"))
    var log = DiagnosticLog()
    var description = VisualDescription(width: 320, height: 240)
    description.extensions = ByteSlice(atom("vexu", eyes))
    let fields = payload { description.encode(into: &$0) }
    let table = SampleDescriptionAtom([
      SampleDescriptionAtom.Entry(format: FourCC("avc1") ?? .free, fields: ByteSlice(fields))
    ])
    let format = SampleFormat.read(table, handler: .vide, log: &log)
    #expect(format?.video?.spatial.map(\.name) == ["eyes"])
    #expect(log.diagnostics.map { $0.path.description }.first?.hasSuffix("vexu/eyes/hero") == true)
  }

  /// Deeply nested atoms do not exhaust the stack.
  @Test func depthIsBounded() throws {
    var nested = fullAtom("prji", Array("rect".utf8))
    for _ in 0..<50_000 { nested = [0, 0, 0, 0] + Array("proj".utf8) + nested }
    #expect(try spatial(atom("vexu", nested)).isEmpty)
  }
}
