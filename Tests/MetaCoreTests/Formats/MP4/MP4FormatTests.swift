import TestSupport
import Testing

@testable import MetaCore

@Suite struct MP4FormatTests {
  private func match(_ file: [UInt8]) -> FormatMatch {
    let window = SourceWindow(DataSource(file))
    return MP4Format().match(FormatHead(ByteSlice(Array(file.prefix(4096)))), window)
  }

  @Test func brandsAndOldMoviesMatch() {
    #expect(match(atom("ftyp", bytes("69736F6D 00000000"))) == .yes)
    #expect(match(atom("moov", atom("mvhd"))) == .yes)
    #expect(match(atom("wide") + atom("mdat", [1]) + atom("moov")) == .maybe(90))
    #expect(match(atom("mdat", [1, 2, 3])) == .maybe(55))
    #expect(match(atom("wide") + atom("free", [1])) == .maybe(30))
  }

  @Test(arguments: [
    "", "00", "FFFB9064 00000000", "4944330300000000", "52494646 24000000 57415645",
    "00000020 6A756E6B 01020304", "00000018 6A502020 00000000",
  ]) func otherFilesDoNotMatch(hex: String) { #expect(match(bytes(hex)) == .no) }

  @Test(arguments: [
    ("M4A ", "mp4", "com.apple.m4a-audio"), ("M4B ", "mp4", "com.apple.m4a-audio"),
    ("M4V ", "mp4", "com.apple.m4v-video"), ("isom", "mp4", "public.mpeg-4"),
    ("qt  ", "mov", "com.apple.quicktime-movie"), ("3gp5", "3gp", "public.3gpp"),
    ("3g2a", "3g2", "public.3gpp2"), ("heic", "heif", "public.heic"),
    ("avif", "avif", "public.avif"), ("jp2 ", "jp2", "public.jpeg-2000"),
    ("crx ", "cr3", "com.canon.cr3-raw-image"),
  ]) func kindsByBrand(brand: String, kind: String, type: String) throws {
    let file = atom("ftyp", Array(brand.utf8), bytes("00000000"))
    let document = try Inspector.inspect(DataSource(file))
    #expect(document.container.kind == kind)
    #expect(document.fileType == type)
  }

  @Test func imageFilesShowTheirItems() throws {
    let meta = fullAtom(
      "meta", fullAtom("hdlr", bytes("00000000 70696374")), fullAtom("pitm", bytes("0003")),
      fullAtom("iinf", bytes("0002")))
    let file = atom("ftyp", Array("mif1".utf8), bytes("00000000"), Array("heic".utf8)) + meta
    let document = try Inspector.inspect(DataSource(file))
    #expect(document.fileType == "public.heic")
    let details = document.container.details
    #expect(details.first { $0.name == "metaHandler" }?.value == .string("pict"))
    #expect(details.first { $0.name == "itemCount" }?.value == .integer(2))
    #expect(details.first { $0.name == "primaryItem" }?.value == .integer(3))
  }

  @Test func structureShowsEveryAtom() throws {
    let file = atom(
      "moov", atom("udta", atom("zzzz", [1])),
      atom("stsd", bytes("00000000 00000001"), atom("mp4a")))
    let nodes = try Inspector.structure(of: DataSource(file))
    #expect(nodes.first?.children.map(\.name) == ["udta", "stsd"])
    #expect(nodes.first?.children.last?.children.map(\.name) == ["mp4a"])
  }

  @Test func aSecondMovieIsAFinding() throws {
    let file = atom("moov", atom("udta")) + atom("moov", atom("udta"))
    #expect(
      try Inspector.inspect(DataSource(file)).diagnostics.map(\.code.rawValue) == ["malformed"])
  }

  @Test func manyTopLevelAtoms() throws {
    let one = atom("uuid", [UInt8](repeating: 1, count: 16))
    let file = atom("moov", atom("udta")) + [UInt8]((0..<100_000).flatMap { _ in one })
    #expect(try Inspector.inspect(DataSource(file)).items.isEmpty)
  }

  @Test func everyPrefixIsRead() throws {
    let texts = atom(
      "udta", atom("©nam", bytes("0001 0000 41")), atom("albm", bytes("00000000 15C7 41 00 03")),
      atom("chpl", bytes("01000000 00 00000001 0000000000989680 02 4242")),
      atom("Xtra", bytes("0000001D 00000005 5469746C65 00000001 0000000C 0008 410042000000")),
      fullAtom("meta", atom("ilst", atom("©ART", atom("data", bytes("00000001 00000000 41"))))))
    let file = atom("ftyp", bytes("69736F6D 00000000")) + atom("moov", texts)
    for count in 1...file.count {
      _ = try? Inspector.inspect(DataSource(Array(file[..<count])))
      _ = try? Inspector.structure(of: DataSource(Array(file[..<count])))
    }
    for index in file.indices {
      for value: UInt8 in [0, 1, 8, 0x7F, 0xFF] {
        var changed = file
        changed[index] = value
        _ = try? Inspector.inspect(DataSource(changed))
      }
    }
  }
}
