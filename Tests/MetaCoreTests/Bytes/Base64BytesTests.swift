import Testing

@testable import MetaCore

@Suite("Bytes as base64") struct Base64BytesTests {
  private static func text(_ bytes: [UInt8]) -> ByteSlice {
    var digits: [UInt8] = []
    Base64.encode(bytes[...]) { digits.append($0) }
    return ByteSlice(digits)
  }

  @Test("Every part of every length decodes to the same bytes", arguments: 0...13)
  func parts(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 37 + 11) }
    let encoded = try #require(Base64Bytes(Base64BytesTests.text(bytes)))
    #expect(encoded.count == count)
    for start in 0...count {
      for end in start...count {
        let part = encoded.clamped(from: start, count: end - start)
        #expect(try part.decoded() == Array(bytes[start..<end]))
        // A part of a part.
        let rest = part.clamped(from: 1, count: .max)
        #expect(try rest.decoded() == Array(bytes[start..<end].dropFirst()))
      }
    }
  }

  @Test("Wrongly padded text is not base64", arguments: ["A", "AA", "AAA", "AAAAA"])
  func padding(text: String) {
    #expect(Base64Bytes(ByteSlice(Array(text.utf8))) == nil)
  }

  @Test("An invalid digit is detected only when it is decoded")
  func brokenDigit() throws {
    var picture = PictureBlock(type: 3, mime: .empty, description: .empty, data: .bytes(.empty))
    picture.mime = ByteSlice(Array("image/png".utf8))
    picture.data = .bytes(ByteSlice([UInt8](repeating: 9, count: 3000)))
    let digits = Array(Base64BytesTests.text(picture.encoded).bytes)
    func item(_ digits: [UInt8]) -> MetadataItem {
      VorbisField.metadataItem(
        ByteSlice(Array("METADATA_BLOCK_PICTURE=".utf8) + digits),
        at: ItemLocation(container: OggFormat.comments, offset: 0, size: 0))
    }
    var broken = digits
    broken[2000] = UInt8(ascii: "!")
    for (digits, isSound) in [(digits, true), (broken, false)] {
      let data = try #require(item(digits).value.dataValue)
      #expect(data.count == 3000)
      let loaded = try? data.load(from: DataSource([]))
      #expect((loaded == ByteSlice([UInt8](repeating: 9, count: 3000))) == isSound)
      #expect((loaded != nil) == isSound)
    }
    // An unreadable header is not a picture.
    broken[2] = UInt8(ascii: "!")
    #expect(item(broken).value.stringValue == String(decoding: broken, as: UTF8.self))
  }
}
