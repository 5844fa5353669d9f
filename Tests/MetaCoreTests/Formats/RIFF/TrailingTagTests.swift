import TestSupport
import Testing

@testable import MetaCore

/// An ID3v1 tag after the form of a WAV file, as programs for MP3 leave it there.
@Suite struct TrailingTagTests {
  private static let tag = AudioBuilder.id3v1(title: "Old")

  private static func file(_ chunks: [UInt8] = []) -> [UInt8] {
    AudioBuilder.wav(dataSize: 320, chunks) + tag
  }

  private static let info = InfoChunk.encode([
    InfoChunk(id: FourCC("I", "N", "A", "M"), text: "Old")
  ])

  @Test func tagIsReadAndIsNoChunk() throws {
    let document = try AudioBuilder.document(Self.file(Self.info))
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(document.values("riff/INAM") == ["Old"])
    #expect(document.container.facts.tags == ["INFO", "ID3v1"])
    #expect(document.diagnostics == [])
    let nodes = try Inspector.structure(of: DataSource(Self.file(Self.info)))
    #expect(nodes.map(\.name) == ["RIFF", "ID3v1"])
    #expect(nodes.last?.size == 128)
  }

  @Test func tagBehindAnOddLastChunkIsRead() throws {
    var wav = AudioBuilder.wav(dataSize: 321)
    // The size of the form counts the pad or does not: programs differ.
    for size in [wav.count - 8, wav.count - 9] {
      wav[4] = UInt8(size & 0xFF)
      wav[5] = UInt8(size >> 8)
      #expect(try AudioBuilder.document(wav + Self.tag).values("id3v1/title") == ["Old"])
    }
  }

  @Test func chunkOfItsSizeIsNoTag() throws {
    let chunk = AudioBuilder.riff("TAGS", AudioBuilder.zeros(120))
    let document = try AudioBuilder.document(AudioBuilder.wav(dataSize: 320, chunk))
    #expect(document.items == [] && document.container.facts.tags == [])
    #expect(document.diagnostics == [])
  }

  @Test(arguments: ["New", "A title that is a little longer than before"])
  func fieldChangesInTheTagToo(_ title: String) throws {
    for chunks in [Self.info, []] {
      let file = Self.file(chunks)
      for shape in EditHarness.shapes {
        guard let new = try EditHarness.edited(file, shape, .set(.title, .string(title))) else {
          #expect(shape.movement != .free)
          continue
        }
        let document = try AudioBuilder.document(new)
        #expect(document.values("id3v1/title") == [String(title.prefix(30))])
        #expect(MetadataView(document)[.title] == .string(title))
        #expect(document.findings(with: MetadataView(document)).isEmpty)
        #expect(new.suffix(128).starts(with: "TAG".utf8))
      }
    }
  }

  @Test func tagStaysBehindWhatGrows() throws {
    let file = Self.file(Self.info)
    let new = try #require(
      try EditHarness.edited(
        file, PlanShape(movement: .free), .set(.artist, .string("Ada"))))
    let document = try AudioBuilder.document(new)
    #expect(document.values("riff/IART") == ["Ada"])
    #expect(document.values("id3v1/artist") == ["Ada"])
    #expect(document.values("id3v1/title") == ["Old"])
    #expect(document.diagnostics == [])
  }

  @Test func clearingLeavesAnEmptyTag() throws {
    let file = try EditHarness(Self.file(Self.info))
    let outcome = try file.result(file.clear)
    #expect(outcome.document.items == [])
    #expect(outcome.document.container.facts.tags.contains("ID3v1"))
    #expect(outcome.bytes.suffix(128).starts(with: "TAG".utf8))
  }

  @Test func everyPrefixAndByteIsReadOrRefused() {
    let file = Self.file(Self.info)
    for length in file.indices { _ = try? AudioBuilder.document(Array(file[..<length])) }
    for index in file.indices where index < 60 || index > 360 {
      var damaged = file
      damaged[index] ^= 0xFF
      guard let harness = try? EditHarness(damaged) else { continue }
      _ = try? harness.outcome(harness.clear)
    }
  }
}
