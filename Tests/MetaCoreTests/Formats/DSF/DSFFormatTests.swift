import Testing

@testable import MetaCore

@Suite struct DSFFormatTests {
  /// A file with bytes after the fields of its fmt chunk, and `audio` bytes of audio.
  private func file(
    tagOffset: UInt64, _ tail: [UInt8], extra: [UInt8] = [], audio: Int = 0,
    samples: UInt64 = 2_822_400
  ) -> [UInt8] {
    var writer = ByteWriter()
    writer.append("DSD ".utf8)
    let size = UInt64(92 + extra.count + audio + tail.count)
    for value in [28, size, tagOffset] { writer.littleU64(value) }
    writer.append("fmt ".utf8)
    writer.littleU64(UInt64(52 + extra.count))
    for value in [1, 0, 2, 2, 2_822_400, 1] as [UInt32] { writer.littleU32(value) }
    writer.littleU64(samples)
    for value in [4096, 0] as [UInt32] { writer.littleU32(value) }
    writer.append(extra)
    writer.append("data".utf8)
    writer.littleU64(UInt64(12 + audio))
    return writer.bytes + AudioBuilder.zeros(audio) + tail
  }

  @Test func audioFollowsALongerFormatChunk() throws {
    func longer(samples: UInt64) -> [UInt8] {
      file(tagOffset: 0, [], extra: [0, 0, 0, 0], audio: 16, samples: samples)
    }
    var ranges: [Range<Int64>] = []
    try Inspector.visitMedia(of: DataSource(longer(samples: 64))) { ranges.append($0.range) }
    #expect(ranges == [96..<112])
    for (samples, codes) in [(UInt64(64), [String]()), (65, ["truncated"])] {
      let report = try Inspector.integrity(of: DataSource(longer(samples: samples)))
      #expect(report.findings.map(\.code.rawValue) == codes)
    }
    let harness = try EditHarness(longer(samples: 64))
    let outcome = try harness.result(harness.title("New"))
    #expect(outcome.document.values("id3/TIT2") == ["New"])
  }

  @Test func audioAndTagAreRead() throws {
    let bytes = file(tagOffset: 92, AudioBuilder.id3(title: "Blue"))
    let document = try AudioBuilder.document(bytes)
    #expect(document.container.kind == "dsf")
    #expect(document.duration?.seconds == 1)
    #expect(document.tracks.first?.audio?.channels == 2)
    #expect(document.values("id3/TIT2") == ["Blue"])
    let names = try Inspector.structure(of: DataSource(bytes)).map(\.name)
    #expect(names == ["DSD ", "fmt ", "data", "ID3v2.4"])
  }

  @Test func hostileNumbersDoNotTrap() throws {
    var bytes = file(tagOffset: 0, [])
    bytes.replaceSubrange(52..<60, with: [UInt8](repeating: 0xFF, count: 8))
    #expect(try AudioBuilder.document(bytes).tracks.first?.bitRate == nil)
  }

  @Test(arguments: [1000, UInt64.max]) func tagAfterTheEndIsAFinding(offset: UInt64) throws {
    let document = try AudioBuilder.document(file(tagOffset: offset, []))
    #expect(document.diagnostics.map(\.code.rawValue) == ["truncated"])
  }
}
