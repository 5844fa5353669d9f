import TestSupport
import Testing

@testable import MetaCore

@Suite struct QuickTimeValueTests {
  struct Sample: Sendable {
    let type: UInt32
    let hex: String
    let value: MetadataValue

    init(_ type: UInt32, _ hex: String, _ value: MetadataValue) {
      self.type = type
      self.hex = hex
      self.value = value
    }
  }

  static let samples = [
    Sample(1, "C3 A9", .string("é")),
    Sample(1, "", .string("")),
    Sample(2, "00 E9", .string("é")),
    Sample(3, "93 FA", .string("日")),
    Sample(
      8, "00112233 4455 6677 8899 AABBCCDDEEFF", .string("00112233-4455-6677-8899-AABBCCDDEEFF")),
    Sample(15, "61", .string("a")),
    Sample(16, "00 00 03 E8", .integer(1000)),
    Sample(
      17, "DB 1E 52 E0",
      .date(MetadataDate(year: 2020, month: 6, day: 28, hour: 14, minute: 0, second: 0, zone: .utc))
    ),
    Sample(21, "FF", .integer(-1)),
    Sample(21, "00 80", .integer(128)),
    Sample(21, "80 00 00 00", .integer(-2_147_483_648)),
    Sample(21, "00 00 00 01 00 00 00 00", .integer(1 << 32)),
    Sample(22, "FF", .integer(255)),
    Sample(22, "FF FF FF FF FF FF FF FF", .unsigned(.max)),
    Sample(23, "3F 80 00 00", .real(1)),
    Sample(24, "3F F0 00 00 00 00 00 00", .real(1)),
    Sample(65, "80", .integer(-128)),
    Sample(66, "FF FE", .integer(-2)),
    Sample(67, "00 00 00 2A", .integer(42)),
    Sample(70, "3F 80 00 00 C0 00 00 00", .list([.real(1), .real(-2)])),
    Sample(
      72, "3F800000 3F800000 3F800000 3F800000", .list([.real(1), .real(1), .real(1), .real(1)])),
    Sample(74, "FF FF FF FF FF FF FF FF", .integer(-1)),
    Sample(75, "FF", .integer(255)),
    Sample(76, "FF FF", .integer(65535)),
    Sample(77, "FF FF FF FF", .integer(4_294_967_295)),
    Sample(78, "80 00 00 00 00 00 00 00", .unsigned(1 << 63)),
    Sample(0, "01 02", .data(.bytes(ByteSlice([1, 2])))),
    Sample(13, "FF D8", .data(.bytes(ByteSlice([0xFF, 0xD8])))),
    Sample(999, "01", .data(.bytes(ByteSlice([1])))),
  ]

  @Test(arguments: samples) func roundTrips(sample: Sample) {
    let slice = ByteSlice(bytes(sample.hex))
    #expect(QuickTimeValue.parse(slice, type: sample.type) == sample.value)
    #expect(QuickTimeValue.encode(sample.value, type: sample.type) == bytes(sample.hex))
  }

  @Test func integersKeepARequestedWidth() {
    #expect(QuickTimeValue.encode(.integer(-1), type: 21, width: 3) == [0xFF, 0xFF, 0xFF])
    #expect(QuickTimeValue.parse(ByteSlice([0xFF, 0xFF, 0xFE]), type: 21) == .integer(-2))
    #expect(QuickTimeValue.encode(.integer(300), type: 21, width: 1) == nil)
    #expect(QuickTimeValue.encode(.boolean(true), type: 21) == [1])
  }

  @Test(arguments: [
    (UInt32(21), MetadataValue.string("1")), (65, .integer(128)), (75, .integer(-1)),
    (22, .integer(-1)), (1, .integer(1)), (8, .string("zz")), (70, .real(1)), (17, .string("2020")),
    (3, .string("🎵")),
  ])
  func unrepresentableValuesDoNotEncode(type: UInt32, value: MetadataValue) {
    #expect(QuickTimeValue.encode(value, type: type) == nil)
  }

  @Test func wrongWidthRemainsBytes() {
    for type in UInt32(0)...80 {
      for count in 0..<20 {
        let slice = ByteSlice(Array(repeating: 0xC1, count: count))
        let value = QuickTimeValue.parse(slice, type: type)
        if case .data(.bytes(let kept)) = value { #expect(kept == slice) }
      }
    }
    #expect(QuickTimeValue.parse(ByteSlice([1, 2, 3, 4, 5]), type: 21).dataValue?.count == 5)
  }

  @Test func singleByteOfType24IsARating() {
    #expect(QuickTimeValue.parse(ByteSlice([2]), type: 24) == .integer(2))
  }

  @Test func byteOrderMarkInUTF16IsRespected() {
    #expect(QuickTimeValue.parse(ByteSlice(bytes("FF FE E9 00")), type: 2) == .string("é"))
  }
}
