import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// A picture without its private data, and the report.
struct CleanPicture {
  let bytes: [UInt8]
  let removed: [String]
  let left: [String]

  init(_ old: [UInt8]) throws {
    let source = DataSource(old)
    let traces = try PictureTraces.find(
      in: 0..<source.length, of: SourceWindow(source), place: "picture", isPicture: true)
    bytes = try MaskedSource(source: source, mask: traces.mask).read(at: 0, count: old.count)
    removed = traces.report.removed.map(\.name)
    left = traces.report.left.map(\.name)
  }
}

@Suite("Private data in pictures")
struct PictureTracesTests {
  static let kinds = PictureSamples.all.keys.sorted()

  private static func sample(_ kind: String) throws -> [UInt8] {
    try #require(PictureSamples.all[kind])
  }

  /// A sample that holds nothing private any more.
  private static func plain(_ kind: String) throws -> [UInt8] {
    try CleanPicture(sample(kind)).bytes
  }

  private func expectClean(
    _ picture: [UInt8], without secrets: [String],
    _ sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> CleanPicture {
    let clean = try CleanPicture(picture)
    #expect(clean.bytes.count == picture.count, sourceLocation: sourceLocation)
    for secret in secrets {
      #expect(
        Data(clean.bytes).range(of: Data(secret.utf8)) == nil, "\(secret)",
        sourceLocation: sourceLocation)
    }
    let again = try CleanPicture(clean.bytes)
    #expect(again.bytes == clean.bytes, sourceLocation: sourceLocation)
    #expect(again.removed == [], sourceLocation: sourceLocation)
    return clean
  }

  // MARK: Kinds

  @Test(arguments: kinds) func noPrivateDataRemains(kind: String) throws {
    let clean = try expectClean(
      PictureTracesTests.sample(kind), without: PictureSamples.secrets)
    #expect(!clean.removed.isEmpty)
    #expect(
      clean.left
        == (kind == "jpeg2000" ? ["comments in JPEG 2000 tiles, which are not inspected"] : [])
    )
  }

  @Test(.enabled(if: Program.find("exiftool") != nil), arguments: kinds)
  func exiftoolFindsNothingPrivate(kind: String) throws {
    let exiftool = try #require(Program.find("exiftool"))
    let scratch = try Scratch()
    let file = scratch.file("picture")
    try Data(try PictureTracesTests.plain(kind)).write(to: file)
    let shown = try Program.run(exiftool, ["-a", "-G1", "-s", "-n", "-ee", file.path]).text
    for word in PictureSamples.secrets + ["GPS", "SerialNumber", "Artist", "Creator"] {
      #expect(!shown.contains(word), "\(shown)")
    }
    if !["gif", "jpeg2000"].contains(kind) {
      #expect(shown.contains("Orientation"), "\(shown)")
    }
    let verdict = try Program.run(exiftool, ["-validate", "-warning", "-a", file.path]).text
    #expect(!verdict.contains("Error") && !verdict.contains("CRC"), "\(verdict)")
  }

  @Test(.enabled(if: Program.find("ffmpeg") != nil), arguments: kinds)
  func pixelsAreUnchanged(kind: String) throws {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let scratch = try Scratch()
    let pixels = try [PictureTracesTests.sample(kind), PictureTracesTests.plain(kind)].map {
      bytes in
      let file = scratch.file(kind == "jpeg2000" ? "picture.jp2" : "picture")
      try Data(bytes).write(to: file)
      let result = try Program.run(
        ffmpeg, ["-v", "error", "-i", file.path, "-f", "framemd5", "-"])
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      return result.text
    }
    #expect(pixels[0] == pixels[1])
  }

  // MARK: Parts

  private static func segment(_ code: UInt8, _ content: [UInt8]) -> [UInt8] {
    [0xFF, code, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 0xFF)] + content
  }

  private static func segment(_ code: UInt8, _ content: String) -> [UInt8] {
    segment(code, Array(content.utf8))
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + content
    return words(UInt32(content.count)) + body + words(Checksum.of(body[...]))
  }

  private static func chunk(_ type: String, _ content: String) -> [UInt8] {
    chunk(type, Array(content.utf8))
  }

  private static let extendedXMP =
    "http://ns.adobe.com/xmp/extension/\0" + String(repeating: "0", count: 40) + "<a>SECRET</a>"
  private static let widePacket =
    Array("http://ns.adobe.com/xap/1.0/\0".utf8)
    + (TextEncoding.utf16BigEndian.encode("<x>SECRET</x>") ?? [])

  /// Parts of images, their offsets, and the findings for them.
  static let parts: [(kind: String, part: [UInt8], place: Int, name: String)] = [
    ("jpeg", segment(0xFE, "SECRET"), 2, "comment"),
    ("jpeg", segment(0xED, "Photoshop 3.0\0SECRET"), 2, "IPTC and Photoshop resources"),
    ("jpeg", segment(0xEB, "JP\0\0jumbc2paSECRET"), 2, "C2PA"),
    ("jpeg", segment(0xEB, "JP\0\0SECRET"), 2, "JUMBF"),
    ("jpeg", segment(0xE0, "JFXX\0SECRET"), 2, "a thumbnail"),
    ("jpeg", segment(0xE1, extendedXMP), 2, "extended XMP"),
    ("jpeg", segment(0xE1, widePacket), 2, "XMP"),
    ("jpeg", segment(0xE2, "FPXR\0SECRET"), 2, "APP2"),
    ("jpeg", segment(0xE5, "SECRET"), 2, "APP5"),
    ("jpeg", [0xFF, 0xFF] + segment(0xE5, "SECRET"), 2, "APP5"),
    ("jpeg", Array("SECRET".utf8), 0, "data after the end of the picture"),
    ("jpeg", [0, 0, 0xFF, 0xD8] + segment(0xFE, "SECRET") + [0xFF, 0xD9], 0, "comment"),
    ("png", chunk("tEXt", "Author\0SECRET"), 33, "tEXt Author"),
    ("png", chunk("zTXt", "Comment\0\0SECRET"), 33, "zTXt Comment"),
    ("png", chunk("iTXt", "XML:com.adobe.xmp\0\0\0\0\0SECRET"), 33, "iTXt XML:com.adobe.xmp"),
    ("png", chunk("tEXt", "Raw profile type exif\0SECRET"), 33, "tEXt Raw profile type exif"),
    ("png", chunk("caBX", "SECRET"), 33, "C2PA"),
    ("png", chunk("eXIf", "SECRET"), 33, "Exif"),
    ("png", chunk("tIME", "SECRET "), 33, "modification date"),
    ("png", chunk("prVt", "SECRET"), 33, "prVt chunk"),
    ("png", Array("SECRET".utf8), 0, "data after the end of the picture"),
    ("webP", AudioBuilder.riff("C2PA", Array("SECRET".utf8)), 30, "C2PA"),
    ("webP", AudioBuilder.riff("XMP ", Array("SECRET".utf8)), 30, "XMP"),
    ("webP", AudioBuilder.riff("EXIF", Array("SECRET".utf8)), 30, "Exif"),
    ("webP", AudioBuilder.riff("abcd", Array("SECRET".utf8)), 30, "abcd chunk"),
    ("webP", Array("SECRET".utf8), 0, "data after the end of the picture"),
    ("gif", Array("SECRET".utf8), 0, "data after the end of the picture"),
    ("jpeg2000", atom("xml ", Array("SECRET".utf8)), 0, "XML"),
    ("jpeg2000", atom("jumb", Array("c2pa SECRET".utf8)), 0, "C2PA"),
    ("avif", atom("uuid", UserType.contentCredentials.bytes, Array("SECRET".utf8)), 0, "C2PA"),
    ("avif", atom("free", Array("SECRET".utf8)), 0, "free box"),
  ]

  @Test(arguments: parts.indices) func eachPart(index: Int) throws {
    let row = PictureTracesTests.parts[index]
    var picture = try PictureTracesTests.plain(row.kind)
    picture.insert(contentsOf: row.part, at: row.place == 0 ? picture.count : row.place)
    if row.kind == "webP", row.place > 0 {
      let size = UInt32(picture.count - 8)
      picture.replaceSubrange(4..<8, with: words(size).reversed())
    }
    let secret =
      row.part == PictureTracesTests.segment(0xE1, PictureTracesTests.widePacket)
      ? "S\0E\0C\0R\0E\0T" : "SECRET"
    let clean = try expectClean(picture, without: [secret])
    #expect(clean.removed == [row.name])
  }

  @Test func displayPropertiesAreKept() throws {
    let profile = PictureTracesTests.segment(0xE2, "ICC_PROFILE\0\u{1}\u{1}profile")
    let adobe = PictureTracesTests.segment(0xEE, "Adobe\0d\0\0\0\0\0")
    var picture = try PictureTracesTests.plain("jpeg")
    picture.insert(contentsOf: profile + adobe, at: 2)
    let clean = try CleanPicture(picture)
    #expect(clean.bytes == picture)
    #expect(clean.removed == [] && clean.left == [])
    var png = try PictureTracesTests.plain("png")
    png.insert(contentsOf: PictureTracesTests.chunk("iCCP", "name\0\0profile"), at: 33)
    #expect(try CleanPicture(png).bytes == png)
  }

  @Test func pictureTableKeepsOnlyItsOffsets() throws {
    // Little-endian; a number of pictures, and their names (CIPA DC-007 §5.2.3).
    let index =
      Array("MPF\0II*\0".utf8) + [8, 0, 0, 0, 2, 0] + [1, 0xB0, 4, 0, 1, 0, 0, 0, 2, 0, 0, 0]
      + [3, 0xB0, 7, 0, 6, 0, 0, 0, 38, 0, 0, 0] + [0, 0, 0, 0] + Array("SECRET".utf8)
    var picture = try PictureTracesTests.plain("jpeg")
    picture.insert(contentsOf: PictureTracesTests.segment(0xE2, index), at: 2)
    let clean = try expectClean(picture, without: ["SECRET"])
    #expect(clean.removed == ["image numbers in MPF"])
    let kept = Array("MPF\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 1, 0xB0, 4, 0, 1, 0, 0, 0, 2, 0, 0, 0]
    #expect(Data(clean.bytes).range(of: Data(kept)) != nil)
  }

  // MARK: Uninspected data

  @Test func uninspectedPartsAreListed() throws {
    let jpeg = try PictureTracesTests.plain("jpeg")
    let rows: [([UInt8], String)] = [
      (
        Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
        "a picture in a format that is not inspected"
      ),
      (Array(jpeg.prefix(2)) + [0xFF, 0xE1, 0xFF, 0xFF, 1], "a damaged picture"),
      (try PictureTracesTests.plain("png").prefix(50) + [1, 2, 3], "a damaged picture"),
      (Array("II*\0".utf8) + [0xFF, 0xFF, 0, 0], "a damaged TIFF of 8 bytes"),
      (Array("GIF89a".utf8) + [1, 0, 1, 0, 0, 0, 0, 0x55], "a damaged picture"),
    ]
    for (bytes, words) in rows {
      let clean = try CleanPicture(bytes)
      #expect(clean.left.contains { $0.hasPrefix(words) }, "\(clean.left)")
      #expect(clean.bytes == bytes)
    }
  }

  @Test(arguments: kinds) func hostilePicturesAreCleanedConsistently(kind: String) throws {
    var generator = SeededGenerator(seed: 6)
    let sample = try PictureTracesTests.sample(kind)
    for _ in 0..<300 {
      var bytes = sample
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[index] =
          [0, 0xFF, 0x7F, UInt8.random(in: 0...255, using: &generator)]
          .randomElement(using: &generator) ?? 0
      }
      if Bool.random(using: &generator) {
        bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
      }
      let clean = try CleanPicture(bytes)
      #expect(clean.bytes.count == bytes.count)
      // Items that share bytes are left, which is reported.
      if clean.left.isEmpty { #expect(try CleanPicture(clean.bytes).removed == []) }
    }
  }

  // MARK: Items of HEIF

  /// A file of pictures: a coded one, Exif in `idat`, a page of a place, and a description by its
  /// owner.
  static func heic(exif: Range<UInt32> = 0..<34) -> [UInt8] {
    func entry(_ id: UInt8, _ type: String, _ rest: [UInt8]) -> [UInt8] {
      atom("infe", [2, 0, 0, 0, 0, id, 0, 0], Array(type.utf8), rest)
    }
    let tiff: [UInt8] =
      [0, 0, 0, 0] + Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 0] + Array("SECRET at home     ".utf8)
      + [0]
    let page = Array("SECRET page".utf8)
    func place(_ id: UInt8, _ method: UInt8, _ offset: UInt32, _ size: UInt32) -> [UInt8] {
      [0, id, 0, method, 0, 0, 0, 1] + words(offset, size)
    }
    let media: [UInt8] = Array("pixels".utf8)
    func meta(_ start: UInt32) -> [UInt8] {
      let places =
        place(1, 0, start, UInt32(media.count)) + place(2, 1, exif.lowerBound, UInt32(exif.count))
        + place(3, 1, UInt32(tiff.count), UInt32(page.count))
      return fullAtom(
        "meta", fullAtom("hdlr", words(0), Array("pict".utf8), AudioBuilder.zeros(13)),
        fullAtom("pitm", [0, 1]),
        fullAtom(
          "iinf", [0, 3], entry(1, "hvc1", [0]), entry(2, "Exif", [0]),
          entry(3, "uri ", [0] + Array("tag:example".utf8) + [0])),
        atom("iloc", [1, 0, 0, 0, 0x44, 0, 0, 3], places),
        atom("iprp", atom("ipco", fullAtom("udes", Array("SECRET words\0".utf8)))),
        atom("idat", tiff, page))
    }
    let head = atom("ftyp", Array("heic".utf8), words(0), Array("mif1heic".utf8))
    let start = UInt32(head.count + meta(0).count + 8)
    return head + meta(start) + atom("mdat", media)
  }

  @Test func itemsOfPictureFiles() throws {
    let clean = try expectClean(PictureTracesTests.heic(), without: ["SECRET"])
    #expect(Set(clean.removed) == ["Exif", "an item uri ", "a property udes"])
    #expect(Data(clean.bytes).range(of: Data("pixels".utf8)) != nil)
  }

  @Test("A list of extents without fields is not read", arguments: [0, 1] as [UInt8])
  func extentsWithoutFields(version: UInt8) throws {
    let method: [UInt8] = version == 0 ? [] : [0, 0]
    // In version 0, the last four bits are reserved.
    let widths: [UInt8] = version == 0 ? [0, 4] : [0, 0]
    let iloc = atom(
      "iloc", [version, 0, 0, 0] + widths + [0, 1], [0, 1] + method + [0, 0, 0, 2])
    #expect(ItemList(ByteSlice([0, 0, 0, 0] + iloc)) == nil)
  }

  @Test func itemsSharingBytesAreKept() throws {
    for range: Range<UInt32> in [0..<4000, 0xFFFF_FFF0..<0xFFFF_FFFF] {
      let clean = try CleanPicture(PictureTracesTests.heic(exif: range))
      #expect(clean.left.contains("an item Exif that is not stored separately in this file"))
      #expect(!clean.removed.contains("Exif"))
    }
  }
}
