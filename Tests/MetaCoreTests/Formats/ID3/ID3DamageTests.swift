import TestSupport
import Testing

@testable import MetaCore

/// Reading returns or throws for any bytes.
@Suite struct ID3DamageTests {
  /// A tag of each content of each shape, followed by a frame.
  private static func tags(
    _ version: ID3Version, flags: ID3TagHeader.Flags = []
  ) throws -> [[UInt8]] {
    var tags: [[UInt8]] = []
    var seen: Set<String> = []
    let next = try ID3TestTags.text(version == .v22 ? "TP1" : "TPE1", "Ada", version)
    for definition in ID3FrameTable.standard.all
    where definition.id.isShort == (version == .v22) {
      let shape = ID3FrameTable.standard.shape(of: definition).name
      guard seen.insert(shape).inserted else { continue }
      for content in ID3FrameRoundTripTests.contents[shape] ?? [] {
        let inside = shape == "chapter" || shape == "contents" ? next : []
        let frame = try ID3TestTags.frame(definition.name, bytes(content) + inside, version)
        tags.append(
          try ID3Tag.encode(frames: [frame, next], version: version, flags: flags, padding: 12))
      }
    }
    return tags
  }

  private func readAll(_ bytes: [UInt8]) {
    var log = DiagnosticLog()
    _ = try? ID3Tag.parse(at: 0, in: SourceWindow(DataSource(bytes)), log: &log)
  }

  @Test(arguments: ID3Version.allCases, [ID3TagHeader.Flags(), .unsynchronised])
  func everyPrefix(version: ID3Version, flags: ID3TagHeader.Flags) throws {
    for tag in try Self.tags(version, flags: flags) {
      for count in 0..<tag.count { readAll(Array(tag.prefix(count))) }
    }
  }

  @Test(arguments: ID3Version.allCases) func everyByteChanged(version: ID3Version) throws {
    for tag in try Self.tags(version) {
      for index in tag.indices {
        for value: UInt8 in [0, 0x7F, 0xFF, tag[index] &+ 1, tag[index] &- 1] {
          var changed = tag
          changed[index] = value
          readAll(changed)
        }
      }
    }
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
