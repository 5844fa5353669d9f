import Testing

@testable import MetaCore

@Suite struct FileNameEncodingTests {
  @Test(arguments: [
    [UInt8]("plain.m4a".utf8), Array("é🎵".utf8), [0x63, 0xE9, 0x2E], [0xFF], [0xC3],
    [0xF0, 0x9F, 0x8E], [0xED, 0xA0, 0x80], Array("\u{10FF80}\u{10FFFF}".utf8), [],
  ])
  func anyBytesRoundTrip(bytes: [UInt8]) {
    let text = FileNameEncoding.text(of: bytes)
    #expect(FileNameEncoding.bytes(of: text) == bytes)
  }

  @Test func utf8IsUnchanged() {
    #expect(FileNameEncoding.text(of: Array("é🎵".utf8)) == "é🎵")
  }
}
