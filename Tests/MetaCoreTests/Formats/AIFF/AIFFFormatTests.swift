import TestSupport
import Testing

@testable import MetaCore

@Suite struct AIFFFormatTests {
  private let common = AudioBuilder.aiff(
    "COMM", bytes("00 02 00 00 03 20 00 10 40 0B FA 00 00 00 00 00 00 00"))

  private func file(_ chunks: [UInt8], type: String = "AIFF") -> [UInt8] {
    AudioBuilder.aiff("FORM", Array(type.utf8) + chunks)
  }

  @Test func audioIsDescribed() throws {
    let document = try AudioBuilder.document(file(common))
    #expect(document.container.kind == "aiff")
    #expect(document.fileType == "public.aiff-audio")
    #expect(document.duration == MediaTime(value: 800, timescale: 8000))
    #expect(document.tracks.first?.codec == "lpcm")
  }

  @Test func compressionIsTheCodec() throws {
    let common = AudioBuilder.aiff(
      "COMM",
      bytes("00 02 00 00 03 20 00 10 40 0B FA 00 00 00 00 00 00 00 73 6F 77 74 00 00"))
    let document = try AudioBuilder.document(file(common, type: "AIFC"))
    #expect(document.fileType == "public.aifc-audio")
    #expect(document.tracks.first?.codec == "sowt")
  }

  @Test("A-law and μ-law have 8 bits per sample, regardless of the chunk")
  func compandedRate() throws {
    for name in ["alaw", "ULAW"] {
      let common = AudioBuilder.aiff(
        "COMM",
        bytes("00 02 00 00 03 20 00 10 40 0B FA 00 00 00 00 00 00 00") + Array(name.utf8) + [0, 0])
      let track = try AudioBuilder.document(file(common, type: "AIFC")).tracks.first
      #expect(track?.bitRate == 128_000, "\(name)")
    }
  }

  /// The compression type, and the size of a sample in bytes.
  private static let codings = [
    ("NONE", 2), ("sowt", 2), ("in24", 3), ("in32", 4), ("fl32", 4), ("FL64", 8), ("alaw", 1),
  ]

  @Test(
    "The check counts the samples of every PCM codec after the declared offset",
    arguments: codings)
  func checkedSamples(_ type: String, _ size: Int) throws {
    let common = AudioBuilder.aiff(
      "COMM",
      bytes("00 02 00 00 03 20 00 10 40 0B FA 00 00 00 00 00 00 00") + Array(type.utf8) + [0, 0])
    func report(missing: Int) throws -> IntegrityReport {
      let samples = AudioBuilder.zeros(800 * 2 * size - missing)
      let body = bytes("00 00 00 40 00 00 00 00") + AudioBuilder.zeros(0x40) + samples
      let audio = AudioBuilder.aiff("SSND", body)
      return try Inspector.integrity(of: DataSource(file(common + audio, type: "AIFC")))
    }
    let whole = try report(missing: 0)
    #expect(whole.findings.isEmpty)
    #expect(whole.gaps.map(\.name) == ["uncompressed"])
    #expect(try report(missing: 2).findings.map(\.code.rawValue) == ["truncated"])
  }

  @Test(arguments: [8000, 44100, 48000, 22050.5, 1, 0.5, 192_000])
  func extendedFloatsRoundTrip(number: Double) throws {
    let encoded = ExtendedFloat.encode(number)
    var reader = ByteReader(ByteSlice(encoded))
    let decoded = ExtendedFloat.decode(
      signAndExponent: try reader.u16(), significand: try reader.u64())
    #expect(decoded == number)
  }

  @Test func hostileFloatsAreNotARate() throws {
    let common = AudioBuilder.aiff(
      "COMM", bytes("00 02 00 00 03 20 00 10 7F FE FF FF FF FF FF FF FF FF"))
    let document = try AudioBuilder.document(file(common))
    #expect(document.duration == nil)
  }

  @Test func hostileNumbersDoNotTrap() throws {
    let common = AudioBuilder.aiff(
      "COMM", bytes("FF FF FF FF FF FF FF FF 40 1E FF FF FF FE 00 00 00 00"))
    #expect(try AudioBuilder.document(file(common)).tracks.first?.bitRate == nil)
  }

  @Test func textChunksAreItems() throws {
    let chunks =
      AudioBuilder.aiff("NAME", Array("Blue".utf8))
      + AudioBuilder.aiff("ANNO", Array("odd".utf8)) + AudioBuilder.aiff("AUTH", [0x8A, 0x41])
    let document = try AudioBuilder.document(file(common + chunks))
    #expect(document.values("aiff/NAME") == ["Blue"])
    #expect(document.values("aiff/ANNO") == ["odd"])
    #expect(document.values("aiff/AUTH") == ["äA"])
    #expect(document.items.compactMap { AIFFText.encode($0) }.flatMap { $0 } == chunks)
  }

  @Test func commentsRoundTrip() throws {
    let comments = [
      AIFFComment(timestamp: 3_500_000_000, marker: 0, text: "One"),
      AIFFComment(timestamp: 0, marker: 2, text: "Four"),
    ]
    let encoded = AIFFComment.encode(comments)
    let parsed = AIFFComment.parse(ByteSlice(encoded).clamped(from: ChunkForm.aiff.headerSize))
    #expect(parsed == comments)
    #expect(
      parsed.map { $0.metadataItem(at: ItemLocation()) }.compactMap { AIFFComment($0) }
        == comments)
  }

  @Test func namedMarkersAreChaptersButLoopsAreNot() throws {
    let marks = bytes(
      """
      00 03  00 01 00 00 01 90 03 54 77 6F  00 02 00 00 00 50 03 4F 6E 65
      00 03 00 00 00 00 04 4C 6F 6F 70 00
      """)
    let instrument = bytes("3C 00 00 7F 01 7F 00 00  00 01 00 03 00 03  00 00 00 00 00 00")
    let chunks = AudioBuilder.aiff("MARK", marks) + AudioBuilder.aiff("INST", instrument)
    let chapters = try AudioBuilder.document(file(common + chunks)).chapters
    #expect(chapters.map(\.title) == ["One", "Two"])
    #expect(chapters.map(\.start.seconds) == [0.01, 0.05])
  }

  @Test func loopEndMarkersAreNotChapters() throws {
    let names = ["beg loop", "End Loop", "end of the loop", "Start Release", "Start"]
    var marks: [UInt8] = [0, UInt8(names.count)]
    for (index, name) in names.enumerated() {
      marks += [0, UInt8(index + 1), 0, 0, 0, UInt8(index), UInt8(name.utf8.count)]
      marks += Array(name.utf8) + (name.utf8.count % 2 == 0 ? [0] : [])
    }
    let document = try AudioBuilder.document(file(common + AudioBuilder.aiff("MARK", marks)))
    #expect(document.chapters.map(\.title) == ["end of the loop", "Start"])
  }

  @Test func tagIsRead() throws {
    let chunk = AudioBuilder.aiff("ID3 ", AudioBuilder.id3(title: "Tag"))
    let bytes = file(common + chunk)
    #expect(try AudioBuilder.document(bytes).values("id3/TIT2") == ["Tag"])
    let tree = try Inspector.structure(of: DataSource(bytes))
    #expect(tree.first?.children.map(\.name) == ["COMM", "ID3 "])
    #expect(tree.first?.children.last?.children.first?.name == "ID3v2.4")
  }
}
