import TestSupport
import Testing

@testable import MetaCore

@Suite struct SyncsafeIntegerTests {
  @Test(arguments: [
    (0x0000_017F as UInt32, 0xFF as UInt32), (0x7F7F_7F7F, 0x0FFF_FFFF), (0x0000_0201, 257),
  ])
  func sevenBitsCount(stored: UInt32, number: UInt32) {
    #expect(SyncsafeInteger.decode(stored) == number)
    #expect(SyncsafeInteger.encode(number) == stored)
  }

  @Test func highBitsAreRefused() {
    #expect(SyncsafeInteger.decode(0x0000_0080) == nil)
    #expect(SyncsafeInteger.encode(0x1000_0000) == nil)
  }
}

@Suite struct UnsynchronisationTests {
  @Test(arguments: ["", "41", "FF E0", "FF 00", "FF", "FF FF", "FF FE 41 00 FF", "00 FF 00 FF E0"])
  func roundTrip(hex: String) throws {
    let plain = bytes(hex)
    let stored = Unsynchronisation.encode(plain)
    let decoded = try #require(Unsynchronisation.decode(ByteSlice(stored)))
    #expect(decoded.bytes == plain)
    #expect(Unsynchronisation.encode(decoded.bytes) == stored)
  }

  @Test func frameSyncMeansThatUnsynchronisationWasNotApplied() {
    #expect(Unsynchronisation.decode(ByteSlice([0x41, 0xFF, 0xE0])) == nil)
  }

  @Test func plainIndexesMapToStoredOnes() throws {
    let stored = bytes("41 FF 00 42 FF 00 00 43")
    let decoded = try #require(Unsynchronisation.decode(ByteSlice(stored)))
    #expect(decoded.bytes == bytes("41 FF 42 FF 00 43"))
    #expect((0..<6).map { decoded.storedIndex(of: $0) } == [0, 1, 3, 4, 6, 7])
  }
}

@Suite struct ID3HeaderTests {
  @Test func tagHeaderRoundTrip() throws {
    let stored = bytes("49 44 33 04 00 B0 00 00 02 01")
    let header = try #require(ID3TagHeader(ByteSlice(stored)))
    #expect(header.version == .v24)
    #expect(header.flags == [.unsynchronised, .experimental, .footer])
    #expect(header.bodySize == 257)
    #expect(header.tagSize == 277)
    #expect(header.encode() == stored)
    #expect(header.encode(isFooter: true).prefix(3) == [0x33, 0x44, 0x49])
  }

  @Test(arguments: ["49 44 33 FF 00 00 00 00 00 00", "49 44 34 04 00 00 00 00 00 00", "49 44 33"])
  func noHeader(hex: String) {
    #expect(ID3TagHeader(ByteSlice(bytes(hex))) == nil)
  }

  @Test(arguments: [
    "00 00 00 06 00 00 00 00 00 20", "00 00 00 0A 80 00 00 00 00 20 12 34 56 78",
  ])
  func extendedHeader23RoundTrip(hex: String) throws {
    let stored = bytes(hex)
    let header = try ID3ExtendedHeader.parse(ByteSlice(stored), version: .v23)
    #expect(header.size == stored.count)
    #expect(header.paddingSize == 32)
    #expect(header.encode(version: .v23) == stored)
  }

  @Test(arguments: [
    "00 00 00 06 01 00", "00 00 00 0C 01 20 05 01 11 51 59 78",
    "00 00 00 0F 01 70 00 05 01 11 51 59 78 01 5A",
  ])
  func extendedHeader24RoundTrip(hex: String) throws {
    let stored = bytes(hex)
    let header = try ID3ExtendedHeader.parse(ByteSlice(stored), version: .v24)
    #expect(header.size == stored.count)
    #expect(header.encode(version: .v24) == stored)
  }

  @Test(arguments: ID3Version.allCases)
  func frameHeaderRoundTrip(version: ID3Version) throws {
    let id = try #require(ID3FrameID(version == .v22 ? "TT2" : "TIT2"))
    var header = ID3FrameHeader(id: id, storedSize: 0x123)
    if version != .v22 { header.flags = [.readOnly, .grouped, .compressed] }
    let stored = header.encode(version: version)
    #expect(stored.count == version.frameHeaderSize)
    #expect(ID3FrameHeader(ByteSlice(stored), version: version) == header)
  }

  @Test func unknownFlagBitsAreKept() throws {
    let stored = bytes("54 49 54 32 00 00 00 05 9F 1F")
    let header = try #require(ID3FrameHeader(ByteSlice(stored), version: .v23))
    #expect(header.flags == [.discardWhenTagChanges])
    #expect(header.encode(version: .v23) == stored)
  }
}
