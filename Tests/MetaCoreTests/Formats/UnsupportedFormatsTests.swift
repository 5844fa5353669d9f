import TestSupport
import Testing

@testable import MetaCore

@Suite struct UnsupportedFormatsTests {
  private func name(_ bytes: [UInt8]) throws -> String? {
    let window = SourceWindow(DataSource(bytes))
    return try UnsupportedFormats.name(of: window.bytes(at: 0, upTo: 4096), in: window)
  }

  @Test func everyTableLineIsARow() {
    let (lines, rows) = UnsupportedFormats.all
    #expect(lines == rows.count)
    for row in rows { #expect(!row.bytes.isEmpty && !row.name.isEmpty && row.offset < 64) }
    let last = rows.last
    #expect(last?.bytes == [0x1F, 0x8B, 0x08] && last?.name == "gzip archive")
  }

  @Test func shortenIsNamed() throws {
    #expect(try name(Array("ajkg".utf8) + [2, 0xFB, 0xB1]) == "Shorten audio")
  }

  @Test(arguments: [
    ("7FFE8001", "DTS audio"), ("FE7F0180", "DTS audio"), ("1FFFE800", "DTS audio"),
    ("FF1F00E8", "DTS audio"), ("4454534844484452", "DTS-HD audio"),
    ("0000 0400 57907536", "Audible audio"),
  ])
  func otherAudioFormatsAreNamed(start: String, expected: String) throws {
    let whole = bytes(start)
    #expect(try name(whole + AudioBuilder.zeros(40)) == expected)
    #expect(throws: ParseError.self) { try AudioBuilder.document(whole + AudioBuilder.zeros(40)) }
    for index in (expected == "Audible audio" ? 4 : 0)..<whole.count {
      var other = whole
      other[index] ^= 0x10
      #expect(try name(other + AudioBuilder.zeros(40)) != expected)
    }
  }

  @Test func formatAfterATagIsNamed() throws {
    let bytes = AudioBuilder.id3(title: "Blue") + Array("caff\0".utf8) + AudioBuilder.zeros(40)
    #expect(try name(bytes) == "Core Audio Format")
    #expect(throws: ParseError(.backend, at: 0, "")) { try AudioBuilder.document(bytes) }
  }

  @Test func packetsAreCompared() throws {
    var stream = AudioBuilder.zeros(188 * 3)
    for index in 0..<3 { stream[index * 188] = 0x47 }
    #expect(try name(stream) == "MPEG transport stream")
    stream[188] = 0
    #expect(try name(stream) == nil)
    #expect(try name([0x0B, 0x77, 0, 0, 0, 8 << 3]) == "AC-3 audio")
    #expect(try name([0x0B, 0x77, 0, 0, 0, 16 << 3]) == "E-AC-3 audio")
    // In swapped data, the bitstream ID is before the rate.
    #expect(try name([0x77, 0x0B, 0, 0, 8 << 3, 0x5E]) == "AC-3 audio")
    #expect(try name([0x77, 0x0B, 0, 0, 8 << 3, 0x9E]) == "AC-3 audio")
    #expect(try name([0x77, 0x0B, 31, 0, 16 << 3, 0x3F]) == "E-AC-3 audio")
    let frame: [UInt8] = [0x56, 0xE0, 2, 0, 0]
    #expect(try name(frame + frame) == "AAC in LATM")
  }

  @Test func audioFormatsAreNotForeign() throws {
    #expect(try name(AudioBuilder.mp3(frames: 3)) == nil)
    #expect(try name(AudioBuilder.adts(frames: 3)) == nil)
  }
}
