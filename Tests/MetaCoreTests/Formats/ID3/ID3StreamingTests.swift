import TestSupport
import Testing

@testable import MetaCore

/// The number of bytes read, and the time.
@Suite struct ID3StreamingTests {
  private func picture(_ size: Int, _ version: ID3Version = .v24) throws -> [UInt8] {
    let head = bytes("00 69 6D 61 67 65 2F 70 6E 67 00 03 46 00")
    return try ID3TestTags.frame(
      "APIC", head + [UInt8](repeating: 0x55, count: size), version)
  }

  @Test(arguments: [ID3Version.v23, .v24]) func artworkStaysInTheFile(version: ID3Version) throws {
    let frames = [
      try ID3TestTags.text("TIT2", "Blue", version), try picture(5_000_000, version),
      try ID3TestTags.text("TPE1", "Ada", version),
    ]
    let source = ReadRecorder(
      try ID3Tag.encode(frames: frames, version: version, padding: 1000))
    var log = DiagnosticLog()
    let tag = try ID3Tag.parse(at: 0, in: SourceWindow(source), log: &log)
    #expect(tag?.items.map(\.key) == ["TIT2", "APIC", "TPE1"])
    #expect(
      tag?.items[1].value == .data(.file(SourceWindow(source).location(at: 49, count: 5_000_000))))
    #expect(tag?.items[1][extra: .info] == .string("F"))
    #expect(source.bytesRead <= 8192)
    #expect(source.reads == 2)
  }

  @Test func artworkInsideAChapterStaysInTheFile() throws {
    let head = bytes("63 00 00 00 00 00 00 00 01 90 FF FF FF FF FF FF FF FF")
    let frame = try ID3TestTags.frame("CHAP", head + picture(1_000_000))
    let source = ReadRecorder(try ID3Tag.encode(frames: [frame], version: .v24))
    var log = DiagnosticLog()
    let tag = try ID3Tag.parse(at: 0, in: SourceWindow(source), log: &log)
    #expect(
      tag?.chapters.first?.image == .file(SourceWindow(source).location(at: 62, count: 1_000_000)))
    #expect(source.bytesRead <= 16384)
  }

  @Test func longDescriptionsAreReadToTheirEnd() throws {
    let text = [UInt8](repeating: 0x41, count: 5000)
    let content = bytes("00 69 2F 70 00 03") + text + [0] + [UInt8](repeating: 1, count: 100)
    let reading = try ID3TestTags.read(frames: [ID3TestTags.frame("APIC", content)])
    let item = try #require(reading.tag.items.first)
    #expect(item[extra: .info]?.stringValue?.count == 5000)
    #expect(item.value == .data(.bytes(ByteSlice([UInt8](repeating: 1, count: 100)))))
  }

  @Test func manyFramesTakeLinearTime() throws {
    func time(_ count: Int) throws -> Duration {
      let frame = try ID3TestTags.frame("TXXX", bytes("00 4D 00 41 42 43"))
      let bytes = try ID3Tag.encode(
        frames: Array(repeating: frame, count: count), version: .v24)
      let clock = ContinuousClock()
      var best = Duration.seconds(1000)
      for _ in 0..<3 {
        let start = clock.now
        let reading = try ID3TestTags.read(bytes)
        best = min(best, clock.now - start)
        #expect(reading.tag.items.count == count)
      }
      return best
    }
    // Twenty times as many: quadratic time would be 400 times as long, and other tests run at the
    // same time.
    let few = try time(2_500)
    let many = try time(50_000)
    #expect(many < few * 100)
  }

  @Test func inflationHasABudget() throws {
    var options = ReadOptions()
    options.limits.table = 64
    // zlib's form of 00 and 39 times 41.
    let packed = bytes("78 9C 63 70 24 0E 00 00 C6 34 09 E8")
    let frame = try ID3TestTags.frame(
      "TIT2", bytes("00 00 00 28") + packed, flags: [.compressed, .dataLength])
    let tag = try ID3Tag.encode(frames: [frame, frame, frame], version: .v24)
    let reading = try ID3TestTags.read(tag, options: options)
    #expect(reading.tag.items.count == 3)
    #expect(reading.tag.items.last?.dataType == .raw)
  }
}
