import Testing

@testable import MetaCore

@Suite struct BitReaderTests {
  @Test(arguments: [[1, 2, 3, 10], [5, 11], [16], [7, 9], [8, 8], [0, 13, 3]])
  func piecesFormTheWhole(widths: [Int]) throws {
    let whole: UInt32 = 0b1011_0010_0111_0101
    var reader = BitReader(ByteSlice([0b1011_0010, 0b0111_0101]))
    var joined: UInt32 = 0
    for width in widths { joined = joined << UInt32(width) | (try reader.bits(width)) }
    #expect(joined == whole)
    #expect(throws: ParseError.self) { try reader.bits(1) }
  }

  @Test func thirtyTwoBitsAcrossFiveBytes() throws {
    var reader = BitReader(ByteSlice([0x01, 0xFF, 0xFF, 0xFF, 0xFE]))
    #expect(try reader.bits(7) == 0)
    #expect(try reader.bits(32) == 0xFFFF_FFFF)
  }
}
