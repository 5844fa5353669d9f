import Testing

@testable import MetaCore

@Suite struct DeflateTests {
  /// "hello hello hello hello\n" compressed by zlib's own program.
  private let stream: [UInt8] = [
    0x78, 0x9C, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x57, 0xC8, 0x40, 0x27, 0xB9, 0x00, 0x70, 0xBE, 0x08,
    0xBB,
  ]

  @Test func aStreamIsInflated() throws {
    let text = try Deflate.inflate(ByteSlice(stream), limit: 100)
    #expect(String(decoding: text, as: UTF8.self) == "hello hello hello hello\n")
  }

  @Test func excessiveStreamIsRefused() {
    #expect(throws: ParseError(.limitExceeded, at: 0, "")) {
      try Deflate.inflate(ByteSlice(stream), limit: 10)
    }
  }

  @Test func aDamagedStreamIsRefused() {
    for length in 0..<stream.count {
      #expect(throws: ParseError(.malformed, at: 0, "")) {
        try Deflate.inflate(ByteSlice(Array(stream[..<length])), limit: 100)
      }
    }
  }
}
