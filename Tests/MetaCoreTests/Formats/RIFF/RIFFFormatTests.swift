import TestSupport
import Testing

@testable import MetaCore

@Suite struct RIFFFormatTests {
  private func document(_ bytes: [UInt8]) throws -> Document { try AudioBuilder.document(bytes) }

  private func list(_ type: String, _ chunks: [UInt8]) -> [UInt8] {
    AudioBuilder.riff("LIST", Array(type.utf8) + chunks)
  }

  @Test func audioIsDescribed() throws {
    let document = try document(AudioBuilder.wav(dataSize: 3200))
    #expect(document.container.kind == "wav")
    #expect(document.duration == MediaTime(value: 800, timescale: 8000))
    let track = try #require(document.tracks.first)
    #expect(track.codec == "lpcm")
    #expect(track.audio?.channels == 2)
    #expect(track.audio?.bitsPerSample == 16)
    #expect(track.bitRate == 256_000)
  }

  @Test(arguments: [
    ("3F000000", "5.1"), ("0F060000", "5.1(side)"), ("37010000", "hexagonal"), ("00000000", nil),
  ])
  func speakerMaskDeterminesTheLayout(mask: String, layout: String?) throws {
    let format =
      bytes("FEFF 0600 80BB0000 00CA0800 0C00 1000 1600 1000 \(mask)")
      + bytes("01000000 0000 1000 8000 00AA00389B71")
    let body = AudioBuilder.riff("fmt ", format) + AudioBuilder.riff("data", AudioBuilder.zeros(24))
    let track = try document(AudioBuilder.riff("RIFF", Array("WAVE".utf8) + body)).tracks.first
    #expect(track?.codec == "lpcm" && track?.audio?.channels == 6)
    #expect(track?.channelLayout == layout)
  }

  @Test func infoTextsAreItems() throws {
    let info = InfoChunk.encode([
      InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Blue"),
      InfoChunk(id: FourCC("I", "A", "R", "T"), text: "Größe"),
    ])
    let document = try document(AudioBuilder.wav(info))
    #expect(document.values("riff/INAM") == ["Blue"])
    #expect(document.values("riff/IART") == ["Größe"])
    #expect(document.diagnostics == [])
  }

  @Test func infoTextInTheWindowsCodePageIsRead() throws {
    let chunk = AudioBuilder.riff("INAM", [0x47, 0x72, 0xF6, 0xDF, 0x65, 0x80, 0])
    let document = try document(AudioBuilder.wav(list("INFO", chunk)))
    #expect(document.values("riff/INAM") == ["Größe€"])
    #expect(document.items.first.flatMap { InfoChunk($0)?.encode() } == chunk)
  }

  @Test func infoChunkRoundTripsExactly() {
    let body = ByteSlice(Array("Blue Train\0\0\0".utf8))
    let chunk = InfoChunk.parse(FourCC("I", "N", "A", "M"), body: body)
    #expect(chunk.encode() == AudioBuilder.riff("INAM", Array(body.bytes)))
  }

  @Test func chunkWithoutPaddingIsSkipped() throws {
    let odd = Array("junk".utf8) + [3, 0, 0, 0, 1, 2, 3]
    let info = InfoChunk.encode([InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Blue")])
    #expect(try document(AudioBuilder.wav(odd + info)).values("riff/INAM") == ["Blue"])
  }

  @Test func bothTagsAreRead() throws {
    let info = InfoChunk.encode([InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Info")])
    let id3 = AudioBuilder.riff("id3 ", AudioBuilder.id3(title: "Tag"))
    let document = try document(AudioBuilder.wav(info + id3))
    #expect(document.values("riff/INAM") == ["Info"])
    #expect(document.values("id3/TIT2") == ["Tag"])
    #expect(document.precedence.first == .id3)
  }

  @Test func rf64SizeIsReadFromTheDS64Chunk() throws {
    var wide = ByteWriter()
    wide.littleU64(0)
    wide.littleU64(3200)
    wide.littleU64(800)
    wide.littleU32(0)
    let info = InfoChunk.encode([InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Blue")])
    var data = AudioBuilder.riff("data", AudioBuilder.zeros(3200))
    data.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    let body =
      Array("WAVE".utf8) + AudioBuilder.riff("ds64", wide.bytes) + AudioBuilder.waveFormat + data
      + info
    let document = try document(AudioBuilder.riff("RF64", body))
    #expect(document.duration?.value == 800)
    #expect(document.values("riff/INAM") == ["Blue"])
    #expect(document.diagnostics == [])
  }

  @Test(arguments: [0, 0xFF] as [UInt8]) func streamedAudioExtendsToTheEnd(fill: UInt8) throws {
    var bytes = AudioBuilder.wav(dataSize: 3200)
    let unknown = [UInt8](repeating: fill, count: 4)
    bytes.replaceSubrange(4..<8, with: unknown)
    bytes.replaceSubrange(40..<44, with: unknown)
    let document = try document(bytes)
    #expect(document.duration?.value == 800)
    #expect(document.diagnostics == [])
  }

  @Test func chunkWithExcessiveSizeIsAFinding() throws {
    var bytes = AudioBuilder.wav(dataSize: 3200)
    bytes[42] = 0x7F
    let document = try document(bytes)
    #expect(document.duration?.value == 800)
    #expect(document.diagnostics.map(\.code.rawValue) == ["truncated"])
  }

  @Test func cuePointsWithLabelsAreChapters() throws {
    var cue = ByteWriter()
    cue.littleU32(2)
    for (id, sample) in [(7, 400), (5, 80)] as [(UInt32, UInt32)] {
      cue.littleU32(id)
      for _ in 0..<4 { cue.u32(0) }
      cue.littleU32(sample)
    }
    let labels =
      AudioBuilder.riff("labl", [5, 0, 0, 0] + Array("One\0".utf8))
      + AudioBuilder.riff("labl", [7, 0, 0, 0] + Array("Two\0".utf8))
      + AudioBuilder.riff("ltxt", [5, 0, 0, 0, 80, 0, 0, 0] + AudioBuilder.zeros(12))
    let chunks = AudioBuilder.riff("cue ", cue.bytes) + list("adtl", labels)
    let chapters = try document(AudioBuilder.wav(chunks)).chapters
    #expect(chapters.map(\.title) == ["One", "Two"])
    #expect(chapters.map(\.start.seconds) == [0.01, 0.05])
    #expect(chapters.first?.end?.seconds == 0.02)
  }

  /// Two labelled points, and chunks that may play them in loops.
  private func looped(
    _ chunks: [UInt8], names: [String] = ["P0", "P1", "P2"]
  ) throws -> [String?] {
    var cue = ByteWriter()
    cue.littleU32(3)
    for (id, sample) in [(0, 80), (1, 200), (2, 400)] as [(UInt32, UInt32)] {
      cue.littleU32(id)
      for _ in 0..<4 { cue.u32(0) }
      cue.littleU32(sample)
    }
    let labels = (0...2).flatMap {
      AudioBuilder.riff("labl", [UInt8($0), 0, 0, 0] + Array("\(names[$0])\0".utf8))
    }
    return try document(
      AudioBuilder.wav(
        chunks + AudioBuilder.riff("cue ", cue.bytes) + list("adtl", labels))
    ).chapters.map(\.title)
  }

  private func sampler(_ loops: [(id: UInt32, first: UInt32, last: UInt32)]) -> [UInt8] {
    var body = ByteWriter()
    body.append(AudioBuilder.zeros(28))
    body.littleU32(UInt32(loops.count))
    body.littleU32(0)
    for loop in loops {
      for number in [loop.id, 0, loop.first, loop.last, 0, 0] { body.littleU32(number) }
    }
    return AudioBuilder.riff("smpl", body.bytes)
  }

  @Test func samplerLoopCuePointsAreNotChapters() throws {
    #expect(try looped(sampler([(1, 200, 300)])) == ["P0", "P2"])
  }

  @Test func loopEndCuePointsAreNotChapters() throws {
    #expect(try looped([], names: ["Loop", "beg loop", "End Sustain"]) == ["Loop"])
  }

  @Test func loopAwayFromItsCuePointKeepsTheChapter() throws {
    #expect(try looped(sampler([(0, 600, 700)])) == ["P0", "P1", "P2"])
  }

  @Test func playlistCuePointsAreNotChapters() throws {
    var body = ByteWriter()
    for number in [2, 2, 100, 4, 1, 100, 1] as [UInt32] { body.littleU32(number) }
    #expect(try looped(AudioBuilder.riff("plst", body.bytes)) == ["P0", "P1"])
  }

  /// A file that cannot be read to its end.
  private struct BrokenSource: ByteSource {
    let data: DataSource
    var length: Int64 { data.length }
    var sourceIdentity: SourceIdentity { data.sourceIdentity }

    func read(at offset: Int64, count: Int) throws(ParseError) -> [UInt8] {
      guard offset + Int64(count) < length else { throw ParseError(.io, at: offset, "broken") }
      return try data.read(at: offset, count: count)
    }
  }

  @Test func unreadableLoopsAreAnError() throws {
    let loops = sampler((0..<400).map { ($0, 200, 300) })
    var cue = ByteWriter()
    for number in [1, 1, 0, 0, 0, 0, 200] as [UInt32] { cue.littleU32(number) }
    let labels = AudioBuilder.riff("labl", [1, 0, 0, 0] + Array("One\0".utf8))
    let file = AudioBuilder.wav(
      AudioBuilder.riff("cue ", cue.bytes) + list("adtl", labels) + loops)
    #expect(try document(file).chapters == [])
    let error = #expect(throws: ParseError.self) {
      try Inspector.inspect(BrokenSource(data: DataSource(file)))
    }
    #expect(error?.code == .io)
    // A chunk that is too large is passed over.
    var options = ReadOptions()
    options.limits.value = 4096
    #expect(try AudioBuilder.document(file, options).chapters.map(\.title) == ["One"])
  }

  @Test func shortLoopChunksAreReadPartially() throws {
    let whole = sampler([(1, 200, 300), (2, 400, 500)])
    for length in 0..<(whole.count - 8) {
      let chunk = AudioBuilder.riff("smpl", Array(whole[8..<(8 + length)]))
      let titles = try looped(chunk)
      #expect(titles.first == "P0" && titles.count >= 2)
    }
  }

  @Test func xmpIsReadAndOtherXMLIsText() throws {
    let xmp = """
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">
      <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Blue</rdf:li></rdf:Alt></dc:title>
      </rdf:Description></rdf:RDF></x:xmpmeta>
      """
    let chunks =
      AudioBuilder.riff("_PMX", Array(xmp.utf8)) + AudioBuilder.riff("iXML", Array("<a/>".utf8))
    let document = try document(AudioBuilder.wav(chunks))
    #expect(document.items.contains { $0.key == "dc:title" && $0.keySpace == .xmp })
    #expect(document.items.last?.value == .string("<a/>"))
  }

  @Test func otherFormsAreNotRead() {
    let head = Array("RIFF".utf8) + [4, 0, 0, 0] + Array("AVI ".utf8)
    #expect(throws: ParseError(.backend, at: 0, "")) { try document(head) }
  }
}
