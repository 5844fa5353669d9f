import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Items that callers give: stored with their data type, language and extra attributes, or refused.
@Suite("Items stored as given") struct GivenItemTests {
  private func edited(_ sample: String, _ edits: MetadataEdit...) async throws -> [MetadataItem] {
    let new = try await Asset(bytes: try Repository.bytes(of: sample)).edited(edits)
    return try await Asset(bytes: new).load(.metadata)
  }

  private func found(
    _ identifier: MetadataIdentifier, in items: [MetadataItem]
  ) -> [MetadataItem] {
    items.filter { $0.identifier == identifier }
  }

  @Test(
    "Values of unknown keys keep their type",
    arguments: [
      (MetadataValue.integer(5), nil, "int", MetadataValue.integer(5)),
      (.integer(-70000), nil, "int", .integer(-70000)), ("5", nil, "utf8", "5"),
      (.real(0.1), nil, "float64", .real(0.1)),
      (.real(0.5), DataType(quickTimeName: "float32"), "float32", .real(0.5)),
      (.integer(5), DataType(quickTimeName: "uint16"), "uint16", .integer(5)),
      ("Bléu", .utf16, "utf16", "Bléu"), (.boolean(true), nil, "int", .integer(1)),
      (
        .data(.bytes(ByteSlice([0xFF, 0, 1]))), nil, "raw", .data(.bytes(ByteSlice([0xFF, 0, 1])))
      ),
    ] as [(MetadataValue, DataType?, String, MetadataValue)])
  func typesStay(
    _ value: MetadataValue, _ type: DataType?, _ name: String, _ read: MetadataValue
  ) async throws {
    let places: [(String, MetadataIdentifier)] = [
      ("moov-first.mp4", "itlk/com.example.KEY"), ("camera-keys.mov", "mdta/com.example.key"),
    ]
    for (sample, identifier) in places {
      let items = try await edited(
        sample, .setItem(MetadataItem(identifier, value, dataType: type)))
      let item = try #require(found(identifier, in: items).first)
      #expect(item.value == read)
      #expect(item.dataType.name.hasPrefix(name))
    }
  }

  @Test("A replacing value has its own type and exactly its own bytes")
  func replaced() async throws {
    let identifier: MetadataIdentifier = "mdta/com.example.key"
    let first = MetadataItem(identifier, .data(.bytes(ByteSlice([UInt8](repeating: 7, count: 10)))))
    // Also as many bytes as the payload of the whole atom of the first.
    for count in 1...40 {
      let bytes = [UInt8](repeating: 9, count: count)
      let items = try await edited(
        "camera-keys.mov", .setItem(first),
        .setItem(MetadataItem(identifier, .data(.bytes(ByteSlice(bytes))))))
      #expect(found(identifier, in: items).map(\.value) == [.data(.bytes(ByteSlice(bytes)))])
    }
    let once = try await Asset(bytes: try Repository.bytes(of: "camera-keys.mov"))
      .edited([.setItem(first)])
    for count in 1...40 {
      let item = MetadataItem(
        identifier, .data(.bytes(ByteSlice([UInt8](repeating: 9, count: count)))))
      let twice = try await Asset(bytes: once).edited([.setItem(item)])
      let items = try await Asset(bytes: twice).load(.metadata)
      #expect(found(identifier, in: items).map(\.value) == [item.value])
    }
  }

  @Test("Known keys store the value in their own form, or refuse it by name")
  func knownKeys() async throws {
    let items = try await edited(
      "moov-first.mp4", .setItem(MetadataItem("itsk/trkn", "8/10")),
      .setItem(MetadataItem("itsk/tmpo", .integer(120))),
      .setItem(MetadataItem("itsk/%A9nam", "Blue")))
    #expect(found("itsk/trkn", in: items).map(\.value) == [.pair(NumberPair(number: 8, count: 10))])
    #expect(found("itsk/tmpo", in: items).map(\.value) == [.integer(120)])
    #expect(found("itsk/%A9nam", in: items).map(\.value) == ["Blue"])
    await #expect {
      _ = try await edited("moov-first.mp4", .setItem(MetadataItem("itsk/tmpo", "fast")))
    } throws: { error in
      "\(error)".contains("itsk/tmpo holds a whole number, not text")
    }
  }

  @Test("Frames are distinguished by description, language and owner")
  func frames() async throws {
    let mood = ExtraAttribute(.info, .string("MOOD"))
    let items = try await edited(
      "plain.mp3", .setItem(MetadataItem("id3/TXXX", "calm", extraAttributes: [mood])),
      .setItem(
        MetadataItem("id3/TXXX", "x", extraAttributes: [ExtraAttribute(.info, .string("Y"))])),
      .setItem(MetadataItem("id3/TXXX", "wild", extraAttributes: [mood])),
      .setItem(
        MetadataItem(
          "id3/COMM", "Hallo", language: LanguageTag(rawValue: "de"),
          extraAttributes: [ExtraAttribute(.info, .string("note"))])),
      .addItem(
        MetadataItem(
          "id3/PRIV", .data(.bytes(ByteSlice([1, 2]))),
          extraAttributes: [ExtraAttribute(.owner, .string("example.com"))])))
    let texts = found("id3/TXXX", in: items).filter {
      ["MOOD", "Y"].contains($0[extra: .info]?.stringValue)
    }
    #expect(texts.map(\.value) == ["wild", "x"])
    let comment = try #require(
      found("id3/COMM", in: items).first { $0[extra: .info] == .string("note") })
    #expect(comment.value == "Hallo" && comment[extra: .language] == .string("deu"))
    #expect(found("id3/PRIV", in: items).last?[extra: .owner] == .string("example.com"))
  }

  @Test("Added items follow the others, without duplicates")
  func added() async throws {
    let item = MetadataItem("itlk/com.example.KEY", "b")
    let items = try await edited(
      "moov-first.mp4", .setItem(MetadataItem("itlk/com.example.KEY", "a")), .addItem(item),
      .addItem(item))
    #expect(found(item.identifier, in: items).map(\.value) == ["a", "b"])
    let comments = try await edited(
      "plain.flac", .setItem(MetadataItem("vorb/MOOD", "a")),
      .addItem(MetadataItem("vorb/MOOD", "b")))
    #expect(found("vorb/MOOD", in: comments).map(\.value) == ["a", "b"])
  }

  @Test(
    "Items of common keys and other key spaces are converted to their field",
    arguments: ["plain.mp3", "plain.flac", "moov-first.mp4", "camera-keys.mov", "plain.wav"])
  func otherKeySpaces(_ sample: String) async throws {
    let bytes = try Repository.bytes(of: sample)
    let new = try await Asset(bytes: bytes).edited([
      .setItem(MetadataItem("common/title", "Common")),
      .setItem(MetadataItem("ape/Artist", "Other")),
    ])
    let fields = try await Asset(bytes: new).load(.fields)
    #expect(fields[.title] == "Common" && fields[.artist] == .list(["Other"]))
    await #expect(throws: MetaError.self) {
      try await Asset(bytes: bytes).edited([.setItem(MetadataItem("lyrics3/XYZ", "x"))])
    }
  }

  @Test("A given picture is read back from the base64 of a Vorbis comment")
  func encodedPicture() async throws {
    let cover: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let item = MetadataItem("vorb/METADATA_BLOCK_PICTURE", .data(.bytes(ByteSlice(cover))))
    let new = Asset(
      bytes: try await Asset(bytes: try Repository.bytes(of: "plain.ogg")).edited([.addItem(item)]))
    let found = try #require(
      try await new.load(.metadata).first { $0.identifier == item.identifier })
    #expect(try await new.data(of: found) == cover)
  }

  @Test("Setting an existing item changes nothing")
  func unchanged() async throws {
    for sample in [
      "moov-first.mp4", "camera-keys.mov", "song-itunes.m4a", "id3v24-everything.mp3", "song.ogg",
    ] {
      let bytes = try Repository.bytes(of: sample)
      let asset = Asset(bytes: bytes)
      for item in try await asset.load(.metadata) where item.value.dataValue == nil {
        #expect(try await asset.edited([.setItem(item)]) == bytes, "\(item.identifier)")
      }
    }
  }

  @Test("The bytes of an item and of a picture are those in the file")
  func bytesOfItems() async throws {
    let asset = Asset(path: FilePath(Repository.sample("plain.m4a").path))
    let cover = [UInt8]([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let new = Asset(
      bytes: try await asset.edited([
        .setItem(MetadataItem("itsk/covr", .data(.bytes(ByteSlice(cover)))))
      ]))
    let item = try #require(try await new.load(.metadata).first { $0.identifier == "itsk/covr" })
    #expect(try await new.data(of: item) == cover)
    await #expect(throws: MetaError.self) {
      try await new.data(of: MetadataItem("itsk/%A9nam", "x"))
    }
  }
}
