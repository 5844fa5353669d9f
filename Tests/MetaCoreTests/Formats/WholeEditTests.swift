import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// Edits as users request them, on files that were once edited wrongly.
@Suite struct WholeEditTests {
  /// The file after edits, in the cheapest shape that has room.
  private func edited(_ file: [UInt8], _ edits: MetadataEdit...) throws -> [UInt8] {
    let source = DataSource(file)
    let document = try Inspector.inspect(source)
    let insertionPoints = try Inspector.insertionPoints(of: document, in: source)
    let resolved = try EditResolver.resolve(edits, for: document, insertionPoints: insertionPoints)
    for movement in [LayoutConstraints.Movement.none, .free] {
      let shape = LayoutConstraints(movement: movement)
      let plan = try Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
      if let plan { return plan.rewrite.applied(to: file) }
    }
    throw ParseError(.unsupported, at: 0, "no shape will do")
  }

  private func view(_ file: [UInt8], _ name: String) throws -> MetadataValue? {
    let view = MetadataView(try Inspector.inspect(DataSource(file)))
    return view[try #require(Field.named(name))]
  }

  @Test func longTitleContinuesInTheEnhancedTag() throws {
    let file = try Repository.bytes(of: "id3v11-enhanced.mp3")
    let letters = Array("abcdefghijklmnopqrs")
    for count in [29, 30, 31, 52, 90] {
      let title = MetadataValue.string(String((0..<count).map { letters[$0 % letters.count] }))
      #expect(try view(edited(file, set("title", title)), "title") == title, "\(count)")
    }
  }

  /// Players treat everything after a `data` chunk of size zero as audio.
  @Test func nothingIsAppendedToAudioOfUnknownLength() throws {
    let file = AudioBuilder.wav(dataSize: 0)
    #expect(throws: ParseError.self) { try edited(file, set("title", "Blue")) }
    let list = AudioBuilder.riff("LIST", Array("INFOINAM".utf8) + [2, 0, 0, 0, 0x41, 0])
    let following = AudioBuilder.wav(dataSize: 0, list)
    #expect(throws: ParseError.self) { try edited(following, set("title", "B")) }
    #expect(throws: Never.self) {
      try edited(AudioBuilder.wav(dataSize: 2), set("title", "Blue"))
    }
  }

  /// Some writers omit the zero after the last text.
  @Test func oddSizedTextIsPaddedBeforeAnother() throws {
    let odd = Array("INFOISFT".utf8) + [3, 0, 0, 0] + Array("abc".utf8)
    let list = Array("LIST".utf8) + [UInt8(odd.count), 0, 0, 0] + odd + [0]
    let new = try edited(AudioBuilder.wav(list), set("title", "Blue"))
    let info = try #require(Data(new).range(of: Data("ISFT".utf8)))
    #expect(
      Array(new[(info.upperBound + 4)...].prefix(8)) == Array("abc".utf8) + [0] + Array("INAM".utf8)
    )
    #expect(StrictFile(Data(new)).faults == [])
  }

  @Test func waveXMPIsEditedInPlace() throws {
    let file = try Repository.bytes(of: "broadcast.wav")
    let old = try Inspector.inspect(DataSource(file)).items.first { $0.key == "packet" }
    let new = try edited(file, set("title", "Blüe <2>"))
    let document = try Inspector.inspect(DataSource(new))
    let packet = document.items.first { $0.key == "packet" }?.value.stringValue
    let title = try #require(document.items.first { $0.keySpace == .xmp && $0.key == "dc:title" })
    #expect(title.value.stringValue == "Blüe <2>")
    #expect(packet?.contains("Blüe &lt;2&gt;") == true)
    #expect(try view(new, "title") == "Blüe <2>")
    let broken = try EditPromises.broken(from: Data(file), to: Data(new)) { item in
      Field.fields(of: item).contains { $0.name == "title" } || item.key == "packet"
    }
    #expect(broken == [])
    #expect(old?.value.stringValue?.count ?? 0 > 0)
  }

  /// A new ID3 tag would hide the old tag from players that read one kind.
  @Test func newFieldsGoToAnExistingAPETag() throws {
    let file = try Repository.bytes(of: "ape-only.mp3")
    let new = try edited(file, set("comment", "Said"), set("artist", "One", "Two"))
    let document = try Inspector.inspect(DataSource(new))
    #expect(document.container.facts.tags == ["APEv2"])
    #expect(try view(new, "artist") == .list(["One", "Two"]))
  }
}
