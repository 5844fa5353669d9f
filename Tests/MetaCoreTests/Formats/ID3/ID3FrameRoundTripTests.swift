import TestSupport
import Testing

@testable import MetaCore

/// Every known frame, in every version that has ids of its length: bytes to value to the same
/// bytes, value to bytes to an equal value.
@Suite struct ID3FrameRoundTripTests {
  /// One content, or several, of each shape.
  static let contents: [String: [String]] = [
    "raw": ["00", "01 02 03"],
    "text": [
      "00 42 6C 75 65", "00 41 00 42", "01 FF FE 41 00", "02 00 41 00 00 00 42", "03 C3 A9",
    ],
    "people": ["00 70 00 4C 69 6E 64 00", "03 70 00 4C 00 71 00 4D 00"],
    "userText": ["00 4D 4F 4F 44 00 43 61 6C 6D", "01 FF FE 41 00 00 00 FF FE 42 00"],
    "url": ["68 74 74 70 3A 2F 2F 61"],
    "userURL": ["00 53 00 68 74 74 70", "01 FF FE 53 00 00 00 68 74 74 70"],
    "owned": ["61 2E 62 00 01 02", "61 00"],
    "comment": ["00 65 6E 67 00 48 69", "03 64 65 75 C3 A9 00 41", "00 58 58 58 61 00 62 00 63"],
    "terms": ["00 65 6E 67 4E 6F"],
    "syncedText": ["00 65 6E 67 02 01 4C 00 61 00 00 00 00 01 62 00 00 00 00 02"],
    "picture": [
      "00 69 6D 61 67 65 2F 70 6E 67 00 03 46 00 89 50", "00 2D 2D 3E 00 11 00 68 74 74 70",
      "01 69 6D 61 67 65 2F 6A 70 65 67 00 04 FF FE 41 00 00 00 FF D8", "00 00 00 00",
    ],
    "picture22": ["00 4A 50 47 03 46 00 FF D8", "00 58 59 5A 00 00 01", "00 2D 2D 3E 11 00 68"],
    "object": ["00 74 2F 70 00 61 2E 62 00 4E 00 01 02", "03 00 00 00"],
    "popularimeter": ["61 40 62 00 C4 00 00 00 07", "00 01"],
    "number": ["00 00 00 2A", "01 00 00 00 00", "FF FF FF FF FF FF FF FF"],
    "number32": ["00 00 01 00"],
    "events": ["02 03 00 00 00 00 11 00 00 03 84"],
    "tempos": ["02 60 00 00 00 00 FF 2D 00 00 01 F4"],
    "position": ["02 00 00 00 FA"],
    "locations": ["00 0A 00 02 08 00 01 05 08 08 01 02"],
    "channels": [
      "61 00 01 F4 00 10 7D 00", "00 01 02 00 00 02 FE 00 48 01 02 03 04 05 06 07 08 09",
    ],
    "speakers": ["03 10 03 E8 03 E8", "00 10 00 01 00 02 00 03 00 04", "0F 08 01 02 03 04 05 06"],
    "points": ["01 62 00 03 70 06 00 07 D0 FE 00"],
    "bands": ["10 81 B8 01 2C 02 00 00 05"],
    "reverb": ["00 64 00 64 00 01 02 03 04 05 06 07"],
    "buffer": ["00 10 00 01 00 00 00 05", "00 10 00 00"],
    "link": ["54 50 45 31 68 74 00 61 00 62", "54 50 45 31 68 74 00"],
    "link22": ["54 50 31 68 74 00 61"],
    "ownership": ["00 45 55 52 39 00 32 30 32 34 30 33 31 30 53 00"],
    "commercial": [
      "00 45 00 32 30 33 30 31 32 33 31 75 00 03 53 00 44 00",
      "00 45 00 32 30 33 30 31 32 33 31 75 00 03 53 00 44 00 69 2F 70 00 01 02",
    ],
    "method": ["61 00 80 5A", "61 00 80"],
    "group": ["61 00 81 01 02"],
    "signature": ["81 01 02 03"],
    "seekPoints": [
      "00 00 00 00 00 00 08 00 00 02 08 00 40", "00 00 00 01 00 00 08 00 00 02 10 00 01 00 02",
    ],
    "audioEncryption": ["61 00 00 01 00 02 03"],
    "encryptedMeta": ["61 00 62 00 01 02"],
    "audioText": ["00 61 2F 6D 00 00 42 6C 00 FF FB"],
    "gain": ["3F 80 00 00 2C 40 4E 40"],
    "chapter": ["63 68 31 00 00 00 00 00 00 00 01 90 FF FF FF FF FF FF FF FF"],
    "contents": ["74 6F 63 00 03 02 61 00 62 00", "74 00 00 00"],
  ]

  /// Version, id, content.
  struct Case: CustomTestStringConvertible {
    let version: ID3Version
    let id: String
    let content: String
    var testDescription: String { "\(version.name) \(id) \(content)" }
  }

  static var cases: [Case] {
    var cases: [Case] = []
    let table = ID3FrameTable.standard
    for definition in table.all {
      let versions: [ID3Version] = definition.id.isShort ? [.v22] : [.v23, .v24]
      for version in versions {
        for content in contents[table.shape(of: definition).name] ?? [] {
          cases.append(Case(version: version, id: definition.name, content: content))
        }
      }
    }
    return cases
  }

  @Test func everyFrameTypeHasContents() {
    for definition in ID3FrameTable.standard.all {
      #expect(Self.contents[ID3FrameTable.standard.shape(of: definition).name] != nil)
    }
  }

  @Test(arguments: cases) func bytesRoundTrip(row: Case) throws {
    let stored = try ID3TestTags.frame(row.id, bytes(row.content), row.version)
    let reading = try ID3TestTags.read(frames: [stored], row.version)
    let item = try #require(reading.tag.items.first)
    #expect(reading.tag.items.count == 1)
    #expect(reading.diagnostics.isEmpty)
    #expect(item.key == .text(row.id))
    #expect(try ID3Frame.encode(item, version: row.version) == stored)
  }

  @Test(arguments: cases) func valuesRoundTrip(row: Case) throws {
    let stored = try ID3TestTags.frame(row.id, bytes(row.content), row.version)
    let item = try #require(
      try ID3TestTags.read(frames: [stored], row.version).tag.items.first)
    let encoded = try ID3Frame.encode(item, version: row.version)
    #expect(try ID3TestTags.read(frames: [encoded], row.version).tag.items == [item])
  }

  @Test func framesInsideAChapterRoundTrip() throws {
    let inside =
      try ID3TestTags.text("TIT2", "One")
      + ID3TestTags.frame(
        "APIC", bytes("00 69 2F 70 00 03 46 00 01 02"))
    let head = bytes("63 68 31 00 00 00 00 00 00 00 01 90 FF FF FF FF FF FF FF FF")
    let stored = try ID3TestTags.frame("CHAP", head + inside)
    let item = try #require(try ID3TestTags.read(frames: [stored]).tag.items.first)
    #expect(try ID3Frame.encode(item, version: .v24) == stored)
  }

  @Test func flagsRoundTrip() throws {
    let content = bytes("81 80 00 00 00 06 01 02")
    let stored = try ID3TestTags.frame("TXXX", content, flags: [.grouped, .encrypted, .readOnly])
    let item = try #require(try ID3TestTags.read(frames: [stored]).tag.items.first)
    #expect(item.dataType == .raw)
    #expect(item[extra: .group] == .integer(0x81))
    #expect(item[extra: .encryptionMethod] == .integer(0x80))
    #expect(try ID3Frame.encode(item, version: .v24) == stored)
  }

  /// The content as stored, with its flags, and the encrypted bytes in it.
  struct EncryptedFrame {
    let version: ID3Version
    let content: String
    let flags: ID3FrameHeader.Flags
    let value: String
  }

  @Test(
    "The value of an encrypted frame is the encrypted bytes; its data length is kept",
    arguments: [
      EncryptedFrame(
        version: .v24, content: "80 FF 00 E0 01", flags: [.encrypted, .unsynchronised],
        value: "FF E0 01"),
      EncryptedFrame(
        version: .v24, content: "80 00 00 01 06 FF 00 E0 01",
        flags: [.encrypted, .unsynchronised, .dataLength], value: "FF E0 01"),
      EncryptedFrame(
        version: .v24, content: "80 00 00 01 06 78 01",
        flags: [.encrypted, .compressed, .dataLength],
        value: "78 01"),
      EncryptedFrame(
        version: .v23, content: "00 00 01 06 80 78 01", flags: [.encrypted, .compressed],
        value: "78 01"),
    ])
  func encryptedFramesRoundTrip(_ frame: EncryptedFrame) throws {
    let stored = try ID3TestTags.frame(
      "TIT2", bytes(frame.content), frame.version, flags: frame.flags)
    let tag = try ID3TestTags.read(frames: [stored], frame.version).tag
    let item = try #require(tag.items.first)
    #expect(item.value == .data(.bytes(ByteSlice(bytes(frame.value)))))
    #expect(try ID3Frame.encode(item, version: frame.version) == stored)
  }

  @Test func latin1RefusesUnsupportedCharacters() {
    let item = MetadataItem(
      keySpace: .id3, key: "TIT2", value: .string("李"), dataType: .latin1)
    #expect(throws: ParseError(.notRepresentable, at: 0, "", path: StructurePath(["TIT2"]))) {
      try ID3Frame.encode(item, version: .v23)
    }
  }

  @Test func idsOfOtherLengthAreRefused() {
    let item = MetadataItem(keySpace: .id3, key: "TIT2", value: .string("A"), dataType: .latin1)
    #expect(throws: ParseError.self) { try ID3Frame.encode(item, version: .v22) }
  }
}
