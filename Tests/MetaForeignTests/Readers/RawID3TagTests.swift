import Testing

@testable import MetaCommands
@testable import MetaCore

/// The first bytes of an ID3v2 tag, as used by the rules about other readers.
@Suite("Raw ID3v2 tags")
struct RawID3TagTests {
  private func tag(_ version: UInt8, _ flags: UInt8, _ body: [UInt8]) -> [UInt8] {
    Array("ID3".utf8) + [version, 0, flags, 0, 0, 0, UInt8(body.count)] + body
  }

  private func misread(_ file: [UInt8]) throws -> [UInt8]? {
    let tag = try #require(RawID3Tag(firstOf: file))
    return tag.misreadFrames(of: file)
  }

  @Test func framesUseTheStoredSize() throws {
    // Plain FF 00 is stored as FF 00 00; the reader takes two of the three bytes.
    let frame = Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0] + [0, 0xFF, 0, 0]
    let file = tag(3, 0x80, frame)
    #expect(
      try misread(file) == tag(3, 0, Array("TIT2".utf8) + [0, 0, 0, 2, 0, 0] + [0, 0xFF]))
    let whole = Array("TIT2".utf8) + [0, 0, 0, 4, 0, 0] + [0, 0xFF, 0, 0]
    let other = tag(3, 0x80, whole)
    #expect(
      try misread(other) == tag(3, 0, Array("TIT2".utf8) + [0, 0, 0, 3, 0, 0] + [0, 0xFF, 0]))
  }

  @Test func tagsOfOtherFormsAreNotMisread() throws {
    let file = tag(4, 0x80, Array("TIT2".utf8) + [0, 0, 0, 1, 0, 0, 0])
    #expect(try misread(file) == nil)
    #expect(RawID3Tag(firstOf: Array("ID3 chunk of AIFF".utf8)) == nil)
  }

  @Test func everyTruncatedTagIsReadOrRefused() {
    let frame = Array("TIT2".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0]
    for version in UInt8(2)...4 {
      let file = tag(version, 0xC0, frame)
      for count in 0...file.count {
        let part = Array(file.prefix(count))
        _ = RawID3Tag(firstOf: part)?.misreadFrames(of: part)
      }
    }
  }
}
