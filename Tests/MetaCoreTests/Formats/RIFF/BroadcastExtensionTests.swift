import Testing

@testable import MetaCore

@Suite struct BroadcastExtensionTests {
  private var items: [MetadataItem] {
    func item(_ key: String, _ value: MetadataValue, _ type: DataType = .utf8) -> MetadataItem {
      MetadataItem(keySpace: .riff, key: .text(key), value: value, dataType: type)
    }
    return [
      item("bext/Description", .string("Blue Train")),
      item("bext/OriginationDate", .string("2024-03-09")),
      item("bext/TimeReference", .integer(8000), DataType(name: "uint64")),
      item("bext/UMID", .data(.bytes(ByteSlice([UInt8](repeating: 9, count: 64)))), .raw),
      item("bext/LoudnessValue", .real(-23.01), DataType(name: "int16")),
      item("bext/CodingHistory", .string("A=PCM\r\n")),
    ]
  }

  @Test func itemsRoundTrip() throws {
    let body = BroadcastExtension(items).encode()
    #expect(body.count == BroadcastExtension.fixedSize + 7)
    let parsed = try BroadcastExtension.parse(ByteSlice(body))
    #expect(parsed.metadataItems(at: ItemLocation()) == items)
  }

  @Test func bytesRoundTrip() throws {
    let body = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    #expect(try BroadcastExtension.parse(ByteSlice(body)).encode() == body)
  }

  @Test func removedLoudnessIsAbsent() throws {
    let others = items.filter {
      !BroadcastExtension.loudnessKeys.contains($0.key.description)
    }
    let new = try BroadcastExtension(others, changing: BroadcastExtension(items))
    #expect(new.version == 2)
    #expect(new.loudness == [Int16](repeating: 0x7FFF, count: 5))
    #expect(new.metadataItems(at: ItemLocation()) == others)
  }

  @Test func shortChunkErrorHasItsOffset() {
    #expect(throws: ParseError.self) {
      try BroadcastExtension.parse(ByteSlice([UInt8](repeating: 0, count: 601)))
    }
  }

  @Test func descriptionIsAField() {
    #expect(MetadataView(items, precedence: [.riff])[.description] == .string("Blue Train"))
  }
}
