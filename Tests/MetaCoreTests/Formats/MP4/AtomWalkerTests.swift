import TestSupport
import Testing

@testable import MetaCore

private func walk(
  _ bytes: [UInt8], depth: AtomContainer.Depth = .reading, limits: Limits = .standard
) throws -> (atoms: [Atom], findings: [Diagnostic]) {
  var walker = AtomWalker(SourceWindow(DataSource(bytes)), limits: limits, depth: depth)
  var log = DiagnosticLog()
  let atoms = try walker.walk(log: &log)
  return (atoms, log.diagnostics)
}

@Suite struct AtomHeaderTests {
  @Test(arguments: [
    "0000 0010 6D6F 6F76", "0000 0000 6D64 6174", "0000 0001 6D64 6174 0000 0001 0000 0000",
    "0000 0028 7575 6964 BE7A CFCB 97A9 42E8 9C71 9994 91E3 AFAC",
    "0000 0001 7575 6964 0000 0000 0000 0040 BE7A CFCB 97A9 42E8 9C71 9994 91E3 AFAC",
  ]) func headersRoundTrip(hex: String) throws {
    var reader = ByteReader(ByteSlice(bytes(hex)))
    let header = try AtomHeader.parse(&reader)
    var writer = ByteWriter()
    header.encode(into: &writer)
    #expect(writer.bytes == bytes(hex))
    #expect(header.headerSize == writer.count)
  }

  @Test(arguments: ["0000 0007 6D6F 6F76", "0000 0001 6D64 6174 0000 0000 0000 000F"])
  func sizesBelowTheHeaderAreRefused(hex: String) {
    var reader = ByteReader(ByteSlice(bytes(hex)))
    #expect(throws: ParseError(.malformed, at: 0, "")) { try AtomHeader.parse(&reader) }
  }

  @Test func userTypesReadAsUUIDs() {
    #expect(UserType.xmp.description == "BE7ACFCB-97A9-42E8-9C71-999491E3AFAC")
  }
}

@Suite struct AtomWalkerTests {
  @Test func containersAreWalked() throws {
    let file = atom("ftyp", [1, 2, 3, 4]) + atom("moov", atom("mvhd", [7]), atom("udta"))
    let (atoms, findings) = try walk(file)
    #expect(atoms.map(\.type.description) == ["ftyp", "moov"])
    #expect(atoms.first(.moov)?.children.map(\.type.description) == ["mvhd", "udta"])
    #expect(findings.isEmpty)
  }

  @Test func childBeyondItsParentIsTruncated() throws {
    let (atoms, findings) = try walk(
      atom("moov", bytes("0000 0099 7472 616B")) + atom("free", [1]))
    #expect(atoms.map(\.type) == [.moov, .free])
    #expect(atoms.first?.child(.trak)?.size == 8)
    #expect(findings.map(\.code.rawValue) == ["truncated"])
    #expect(findings.first?.path.description == "moov")
    #expect(findings.first?.offset == 8)
  }

  @Test func sizeZeroExtendsToTheEnd() throws {
    let (atoms, findings) = try walk(atom("moov") + bytes("0000 0000 6D64 6174 01 02 03"))
    #expect(atoms.map(\.size) == [8, 11])
    #expect(findings.isEmpty)
  }

  @Test func zeroEndsUserData() throws {
    let (atoms, findings) = try walk(atom("moov", atom("udta", atom("name", [65]), [0, 0, 0, 0])))
    #expect(atoms.first?.first(.udta)?.children.count == 1)
    #expect(findings.isEmpty)
  }

  @Test func bothFormsOfMetaAreDistinguished() throws {
    let inside = atom("hdlr", [1]) + atom("ilst")
    for meta in [atom("meta", inside), fullAtom("meta", inside)] {
      let (atoms, _) = try walk(atom("moov", meta))
      #expect(atoms.first?.first(.meta)?.children.map(\.type.description) == ["hdlr", "ilst"])
    }
  }

  @Test func theFirstMovieAtomCounts() throws {
    let (atoms, _) = try walk(atom("moov", atom("udta")) + atom("moov", atom("trak")))
    #expect(atoms.map(\.children.count) == [1, 0])
  }

  @Test func depthIsLimited() throws {
    var nested = atom("udta")
    for _ in 0..<100 { nested = atom("trak", nested) }
    let (_, findings) = try walk(nested)
    #expect(findings.map(\.code.rawValue) == ["limitExceeded"])
  }

  @Test func countIsLimited() throws {
    var limits = Limits.standard
    limits.structures = 10
    let (atoms, findings) = try walk(
      [UInt8]((0..<20).flatMap { _ in atom("free") }), limits: limits)
    #expect(atoms.count == 10)
    #expect(findings.map(\.code.rawValue) == ["limitExceeded"])
  }

  @Test func fragmentsAreWalkedWhenAsked() throws {
    let file = atom("moof", atom("traf", atom("tfhd")))
    var walker = AtomWalker(SourceWindow(DataSource(file)))
    var log = DiagnosticLog()
    let moof = try #require(try walker.walk(log: &log).first)
    #expect(moof.children.isEmpty)
    let children = try walker.children(of: moof, log: &log)
    #expect(children.first?.type == .traf)
    #expect(children.first?.children.first?.type.description == "tfhd")
  }

  @Test func everyPrefixIsWalked() throws {
    let file =
      atom("ftyp", [1, 2, 3, 4]) + atom("moov", fullAtom("meta", atom("ilst", atom("©nam", [1]))))
    for count in 0...file.count { _ = try walk(Array(file[..<count]), depth: .complete) }
  }
}
