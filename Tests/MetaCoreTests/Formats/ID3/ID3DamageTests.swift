import TestSupport
import Testing

@testable import MetaCore

/// Whatever the bytes are, reading returns or throws.
@Suite struct ID3DamageTests {
  /// One frame of every shape.
  private static func tag(_ version: ID3Version, flags: ID3TagHeader.Flags = []) throws -> [UInt8] {
    var frames: [[UInt8]] = []
    var seen: Set<String> = []
    for definition in ID3FrameTable.standard.all
    where definition.id.isShort == (version == .v22) {
      let shape = ID3FrameTable.standard.shape(of: definition).name
      guard seen.insert(shape).inserted else { continue }
      for content in ID3FrameRoundTripTests.contents[shape] ?? [] {
        frames.append(try ID3TestTags.frame(definition.name, bytes(content), version))
      }
    }
    if version != .v22 {
      let inside = bytes("61 00 00 00 00 00 00 00 00 01 FF FF FF FF FF FF FF FF")
      frames.append(
        try ID3TestTags.frame("CHAP", inside + ID3TestTags.text("TIT2", "A", version), version))
    }
    return try ID3Tag.encode(frames: frames, version: version, flags: flags, padding: 16)
  }

  private func readAll(_ bytes: [UInt8]) {
    var log = DiagnosticLog()
    let window = SourceWindow(DataSource(bytes))
    _ = try? ID3Tag.parse(at: 0, in: window, log: &log)
    _ = try? ID3Tag.structure(at: 0, in: window)
  }

  @Test(arguments: ID3Version.allCases) func everyPrefix(version: ID3Version) throws {
    let tag = try Self.tag(version)
    for count in 0..<tag.count { readAll(Array(tag.prefix(count))) }
  }

  @Test(arguments: ID3Version.allCases) func everyByteChanged(version: ID3Version) throws {
    let tag = try Self.tag(version)
    for index in tag.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF, tag[index] &+ 1, tag[index] &- 1] {
        var changed = tag
        changed[index] = value
        readAll(changed)
      }
    }
  }

  @Test(arguments: ID3Version.allCases) func everyPrefixUnsynchronised(version: ID3Version) throws {
    let tag = try Self.tag(version, flags: .unsynchronised)
    for count in 0..<tag.count { readAll(Array(tag.prefix(count))) }
  }

  @Test(arguments: ID3Version.allCases) func everyFrameFlag(version: ID3Version) throws {
    guard version != .v22 else { return }
    let content = bytes("00 00 00 05 01 02 03 04 05 06")
    for raw in UInt8.min...UInt8.max {
      let flags = ID3FrameHeader.Flags(rawValue: raw)
      for count in 0...content.count {
        let frame = try ID3TestTags.frame(
          "TIT2", Array(content.prefix(count)), version, flags: flags)
        readAll(try ID3Tag.encode(frames: [frame], version: version))
      }
    }
  }

  @Test(arguments: 0..<ID3FrameTable.standard.all.count) func shortContents(index: Int) throws {
    let definition = ID3FrameTable.standard.all[index]
    let version: ID3Version = definition.id.isShort ? .v22 : .v24
    let shape = ID3FrameTable.standard.shape(of: definition).name
    for hex in ID3FrameRoundTripTests.contents[shape] ?? [] {
      let content = bytes(hex)
      for count in 0...content.count {
        let frame = try ID3TestTags.frame(definition.name, Array(content.prefix(count)), version)
        let next = try ID3TestTags.text(version == .v22 ? "TP1" : "TPE1", "Ada", version)
        let reading = try ID3TestTags.read(frames: [frame, next], version)
        #expect(reading.tag.items.count == 2)
        #expect(reading.tag.items.last?.value == .string("Ada"))
      }
    }
  }
}
