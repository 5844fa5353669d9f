import TestSupport
import Testing

@testable import MetaCore

@Suite("Conversion between versions of ID3v2") struct ID3ConversionTests {
  private func converted(
    _ frames: [[UInt8]], _ old: ID3Version, to new: ID3Version, flags: ID3TagHeader.Flags = [],
    separator: String? = nil, allowsLoss: Bool = false
  ) throws -> EditHarness.Outcome {
    let tag = try ID3Tag.encode(frames: frames, version: old, flags: flags, padding: 20)
    let file = try EditHarness(tag + AudioBuilder.mp3(frames: 4))
    var shape = LayoutConstraints(movement: .free, id3Version: new)
    shape.id3v23Separator = separator
    shape.allowsLoss = allowsLoss
    return try file.result(DocumentEdit(), shape)
  }

  @Test("Date frames of 2.3 become one of 2.4, and back")
  func dates() throws {
    let frames = try [("TYER", "1999"), ("TDAT", "0412"), ("TIME", "1530")].map {
      try ID3TestTags.text($0.0, $0.1, .v23)
    }
    let new = try converted(frames, .v23, to: .v24)
    #expect(new.document.items.map(\.key.description) == ["TDRC"])
    #expect(new.document.values("id3/TDRC") == ["1999-12-04T15:30"])
    #expect(!new.plan.notes.isEmpty)
    let text = try ID3TestTags.text("TDRC", "1999-12-04T15:30")
    let old = try converted([text], .v24, to: .v23)
    #expect(old.document.items.map(\.key.description) == ["TYER", "TDAT", "TIME"])
    #expect(old.document.items.map(\.value.stringValue) == ["1999", "0412", "1530"])
    let oldest = try converted([text], .v24, to: .v22)
    #expect(oldest.document.items.map(\.key.description) == ["TYE", "TDA", "TIM"])
  }

  @Test("Frames that a version cannot store are refused, unless losses are allowed")
  func losses() throws {
    let seconds = try ID3TestTags.text("TDRC", "1999-12-04T15:30:21")
    #expect(throws: ParseError(.wouldLose, at: 10, "", path: .init(["ID3v2.4", "TDRC"]))) {
      try converted([seconds], .v24, to: .v23)
    }
    let cut = try converted([seconds], .v24, to: .v23, allowsLoss: true)
    #expect(cut.document.items.map(\.value.stringValue) == ["1999", "0412", "1530"])
    #expect(cut.plan.notes.contains { $0.code == .lost })
    let priv = try ID3TestTags.frame("PRIV", [0x61, 0, 1, 2], .v23)
    #expect(throws: ParseError.self) { try converted([priv], .v23, to: .v22) }
    let without = try converted([priv], .v23, to: .v22, allowsLoss: true)
    #expect(without.document.items.isEmpty)
  }

  @Test("UTF-8 becomes UTF-16 in 2.3, and other contents are unchanged")
  func encodings() throws {
    let utf8 = try ID3TestTags.frame("TIT2", [3] + Array("Жук".utf8))
    let latin = try ID3TestTags.text("TALB", "Blue")
    let unknown = try ID3TestTags.frame("XYZ1", [9, 8, 7])
    let old = try converted([utf8, latin, unknown], .v24, to: .v23)
    #expect(old.document.items.map(\.dataType.name) == ["utf16", "latin1", "raw"])
    #expect(old.document.values("id3/TIT2") == ["Жук"])
    let back = try EditHarness(old.bytes).result(
      DocumentEdit(), LayoutConstraints(movement: .free, id3Version: .v24))
    #expect(back.document.items.map(\.dataType.name) == ["utf16", "latin1", "raw"])
    #expect(back.document.items.map(\.value) == old.document.items.map(\.value))
  }

  @Test("Encrypted frames lose their unsynchronisation, and nothing else")
  func encryption() throws {
    let stored = try ID3TestTags.frame(
      "TIT2", [0x80, 0xFF, 0x00, 0xE0], flags: [.encrypted, .unsynchronised])
    let old = try converted([stored], .v24, to: .v23, flags: .unsynchronised)
    let item = try #require(old.document.items.first)
    #expect(item.value == .data(.bytes(ByteSlice([0xFF, 0xE0]))))
    #expect(item[extra: .flags] == .list([.string("encrypted")]))
    #expect(old.bytes.prefix(23).suffix(3) == [0x80, 0xFF, 0xE0])
  }

  @Test("IDs of 2.2 become those of 2.3 and 2.4; pictures change their form")
  func ids() throws {
    let picture = [0] + Array("PNG".utf8) + [3, 0x61, 0, 1, 2, 3, 4]
    let frames = [
      try ID3TestTags.text("TT2", "One", .v22), try ID3TestTags.text("TCP", "1", .v22),
      try ID3TestTags.frame("PIC", picture, .v22), try ID3TestTags.text("TYE", "1999", .v22),
    ]
    let new = try converted(frames, .v22, to: .v23)
    #expect(new.document.items.map(\.key.description) == ["TIT2", "TCMP", "APIC", "TYER"])
    #expect(new.document.items[2][extra: .mime]?.stringValue == "image/png")
    #expect(new.document.artwork.first?.byteCount == 4)
    let newest = try converted(frames, .v22, to: .v24)
    #expect(newest.document.items.map(\.key.description) == ["TIT2", "TCMP", "APIC", "TDRC"])
    let back = try EditHarness(newest.bytes).result(
      DocumentEdit(), LayoutConstraints(movement: .free, id3Version: .v22))
    #expect(back.document.items.map(\.key.description) == ["TT2", "TCP", "PIC", "TYE"])
  }

  @Test("Several values are joined where players want it")
  func separator() throws {
    let artists = try ID3TestTags.frame("TPE1", [0] + Array("A\0B".utf8))
    let zeros = try converted([artists], .v24, to: .v23)
    #expect(zeros.document.items[0].value == .list([.string("A"), .string("B")]))
    let joined = try converted([artists], .v24, to: .v23, separator: "/")
    #expect(joined.document.items[0].value == .string("A/B"))
  }

  @Test("People in two frames are merged into one, and split again two versions back")
  func people() throws {
    let first = try ID3TestTags.frame("TIPL", [0] + Array("producer\0P\0".utf8))
    let second = try ID3TestTags.frame("TMCL", [0] + Array("drums\0D\0".utf8))
    let old = try converted([first, second], .v24, to: .v23)
    #expect(old.document.items.map(\.key.description) == ["IPLS"])
    guard case .list(let people) = old.document.items[0].value else {
      Issue.record("no people")
      return
    }
    #expect(people.map { $0[part: "name"]?.stringValue } == ["P", "D"])
  }

  @Test(
    "Every sample, to every version and back: the same values",
    arguments: Repository.samples.filter { $0.hasPrefix("id3v") })
  func samples(_ name: String) throws {
    let file = try EditHarness(Repository.bytes(of: name))
    for version in ID3Version.allCases {
      var shape = LayoutConstraints(movement: .free, id3Version: version)
      shape.allowsLoss = true
      let outcome = try file.result(DocumentEdit(), shape)
      if !name.contains("appended"), !name.contains("footer") {
        for tag in outcome.document.container.facts.tags where tag.hasPrefix("ID3v2") {
          #expect(tag == version.name)
        }
      }
      let lost = outcome.plan.notes.contains { $0.code == .lost }
      let (old, new) = (MetadataView(file.document), MetadataView(outcome.document))
      if !lost {
        for before in old.entries {
          let after = new.entries.first { $0.field == before.field }
          #expect(before.value == after?.value, "\(name) \(version) \(before.field.name)")
        }
      }
    }
  }
}
