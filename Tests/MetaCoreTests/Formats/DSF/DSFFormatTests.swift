import Testing

@testable import MetaCore

@Suite struct DSFFormatTests {
  private func file(tagOffset: UInt64, _ tail: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.append("DSD ".utf8)
    for value in [28, UInt64(92 + tail.count), tagOffset] { writer.littleU64(value) }
    writer.append("fmt ".utf8)
    writer.littleU64(52)
    for value in [1, 0, 2, 2, 2_822_400, 1] as [UInt32] { writer.littleU32(value) }
    writer.littleU64(2_822_400)
    for value in [4096, 0] as [UInt32] { writer.littleU32(value) }
    writer.append("data".utf8)
    writer.littleU64(12)
    return writer.bytes + tail
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
