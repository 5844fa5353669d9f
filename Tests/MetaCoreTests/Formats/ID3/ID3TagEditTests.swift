import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing tags of every kind") struct ID3TagEditTests {
  private func file(_ tag: [UInt8], following: [UInt8] = []) throws -> EditHarness {
    try EditHarness(tag + AudioBuilder.mp3(frames: 4) + following)
  }

  private func replace(_ file: EditHarness, _ key: String, _ text: String) throws -> DocumentEdit {
    var edit = DocumentEdit()
    for var item in file.document.items where item.key.description == key {
      item.value = .string(text)
      edit.changes.append(.replace(item.location, .init([item])))
    }
    try #require(!edit.changes.isEmpty)
    return edit
  }

  @Test("A tag that is unsynchronised as a whole stays so", arguments: [ID3Version.v22, .v23])
  func unsynchronised(_ version: ID3Version) throws {
    let (title, other) = version == .v22 ? ("TT2", "TAL") : ("TIT2", "TALB")
    let frames = [
      try ID3TestTags.text(title, "One", version),
      try ID3TestTags.frame(other, [0, 0xFF, 0xE0, 0xFF, 0x00, 0xFF], version),
    ]
    let tag = try ID3Tag.encode(
      frames: frames, version: version, flags: .unsynchronised, padding: 30)
    let file = try file(tag)
    for shape in EditHarness.shapes {
      for text in ["ÿþ ÿÿ", "Жук", "T"] {
        guard let outcome = try file.outcome(replace(file, title, text), shape) else { continue }
        #expect(outcome.document.items.map(\.value.stringValue) == [text, "ÿàÿ"])
        #expect(outcome.bytes[5] == 0x80)
      }
    }
    let edit = try replace(file, other, "ends in ÿ")
    let last = try file.result(edit)
    #expect(last.document.items.last?.value == .string("ends in ÿ"))
  }

  @Test("Each frame of an unsynchronised 2.4 tag is unsynchronised")
  func unsynchronisedFrames() throws {
    let frames = [
      try ID3TestTags.frame("TIT2", [0, 0x41], flags: [.unsynchronised]),
      try ID3TestTags.frame("TALB", [0, 0xFF, 0x00, 0xE0], flags: [.unsynchronised]),
    ]
    let tag = try ID3Tag.encode(frames: frames, version: .v24, flags: .unsynchronised)
    let file = try file(tag)
    let outcome = try file.result(replace(file, "TIT2", "ÿà"))
    #expect(outcome.document.values("id3/TIT2") == ["ÿà"])
    #expect(outcome.document.values("id3/TALB") == ["ÿà"])
    // The data length is that of the three bytes before they were unsynchronised.
    #expect(Array(outcome.bytes[20..<24]) == [0, 0, 0, 3])
  }

  @Test("Extended headers: the checksum is that of the new frames")
  func extendedHeader() throws {
    for version in [ID3Version.v23, .v24] {
      let header = ID3ExtendedHeader(size: 0, paddingSize: 7, crc: 1)
      let tag = try ID3Tag.encode(
        frames: [ID3TestTags.text("TIT2", "One", version)], version: version, flags: .extended,
        extendedHeader: header, padding: 7)
      let file = try file(tag)
      let outcome = try file.result(
        replace(file, "TIT2", "Longer"), LayoutConstraints(movement: .free, padding: 9))
      var log = DiagnosticLog()
      let new = try #require(
        try ID3Tag.parse(at: 0, in: SourceWindow(DataSource(outcome.bytes)), log: &log))
      var checksum = Checksum()
      let end = version == .v24 ? new.end : new.framesEnd
      checksum.append(outcome.bytes[Int(new.framesOffset)..<Int(end)])
      #expect(new.extendedHeader?.crc == checksum.value)
      if version == .v23 { #expect(new.extendedHeader?.paddingSize == 9) }
      #expect(new.paddingSize == 9)
    }
  }

  @Test("The checksum is the standard CRC-32")
  func checksum() {
    var checksum = Checksum()
    checksum.append(Array("123456789".utf8)[...])
    #expect(checksum.value == 0xCBF4_3926)
  }

  @Test("Footers are kept, and exclude padding")
  func footer() throws {
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", "One")], version: .v24, flags: .footer)
    let file = try file(tag)
    #expect(
      try file.outcome(replace(file, "TIT2", "Four"), LayoutConstraints(movement: .none)) == nil)
    #expect(
      try file.outcome(replace(file, "TIT2", "Two"), LayoutConstraints(movement: .none)) != nil)
    let outcome = try file.result(replace(file, "TIT2", "Four"))
    #expect(outcome.bytes.count == file.old.count + 1)
    #expect(outcome.bytes[5] == 0x10)
  }

  @Test("Every tag with the field is changed, with its own container")
  func twoTags() throws {
    let first = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", "One", .v23)], version: .v23, padding: 20)
    let second = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", "One"), ID3TestTags.text("TALB", "B")], version: .v24,
      padding: 5)
    let file = try file(first + second)
    #expect(file.insertionPoints.map(\.container.rawValue) == ["ID3v2.3", "ID3v2.4#2"])
    let outcome = try file.result(
      replace(file, "TIT2", "Longer"), LayoutConstraints(movement: .none))
    #expect(outcome.document.values("id3/TIT2") == ["Longer", "Longer"])
    #expect(outcome.document.container.facts.tags == ["ID3v2.3", "ID3v2.4"])
  }

  @Test("Junk in the padding stays")
  func junk() throws {
    var tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", "One")], version: .v24, padding: 40)
    tag.replaceSubrange((tag.count - 10)..<(tag.count - 5), with: Array("junk!".utf8))
    let file = try file(tag)
    let outcome = try file.result(
      replace(file, "TIT2", "Longer"), LayoutConstraints(movement: .none))
    let text = String(decoding: outcome.bytes.prefix(tag.count), as: UTF8.self)
    #expect(text.contains("junk!"))
    let tooLong = String(repeating: "x", count: 40)
    #expect(
      try file.outcome(replace(file, "TIT2", tooLong), LayoutConstraints(movement: .none)) == nil)
  }

  @Test("A frame with an ambiguous size is not lost")
  func plainSizes() throws {
    // 2.4 with a plain size of 200, as old iTunes wrote it.
    let content = [UInt8(0)] + [UInt8](repeating: 0x41, count: 199)
    let odd = Array("TALB".utf8) + [0, 0, 0, 200, 0, 0] + content
    let frames = [odd, try ID3TestTags.text("TIT2", "One")]
    let file = try file(ID3Tag.encode(frames: frames, version: .v24, padding: 10))
    #expect(file.document.items.count == 2)
    let outcome = try file.result(replace(file, "TIT2", "Longer"))
    #expect(outcome.document.values("id3/TALB").first?.count == 199)
  }

  /// A tag whose size is a plain number that is not syncsafe: 200.
  private func plainTag(_ rest: [UInt8]) throws -> [UInt8] {
    let body = try ID3TestTags.text("TIT2", "One") + rest
    return Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 200]
      + (body + AudioBuilder.zeros(200)).prefix(200)
  }

  @Test("A tag whose size is not syncsafe is changed if its end is certain")
  func plainTagSizes() throws {
    let padded = try file(plainTag([]))
    let outcome = try padded.result(
      replace(padded, "TIT2", "Longer"), LayoutConstraints(movement: .none))
    #expect(outcome.bytes[6..<10] == [0, 0, 1, 72])
    #expect(outcome.document.values("id3/TIT2") == ["Longer"])
    let full = try file(
      plainTag(ID3TestTags.frame("TALB", [0] + [UInt8](repeating: 0x41, count: 175))))
    #expect(try full.outcome(replace(full, "TIT2", "Longer")) != nil)
    // Only frames up to the end of the file.
    let short = try EditHarness(Array(plainTag([]).dropLast(20)))
    #expect(try short.outcome(replace(short, "TIT2", "Longer")) != nil)
  }

  @Test("A tag whose size is not syncsafe is refused if its end is uncertain")
  func uncertainTagSizes() throws {
    let audio = Array(AudioBuilder.mp3(frames: 1).prefix(60))
    let cut = try ID3TestTags.frame("TALB", [UInt8](repeating: 0x41, count: 300))
    for tag in [try plainTag(audio), try plainTag(cut)] {
      let file = try file(tag)
      let edit = try replace(file, "TIT2", "Longer")
      let error = #expect(throws: ParseError.self) { try file.outcome(edit) }
      #expect(error?.code == .unsupported)
    }
  }

  @Test("The encoding of the old frame is kept if it can represent the text")
  func encodings() throws {
    let utf16 = try ID3TestTags.frame("TIT2", [1, 0xFF, 0xFE, 0x41, 0], .v23)
    let file = try file(ID3Tag.encode(frames: [utf16], version: .v23))
    let same = try file.result(replace(file, "TIT2", "Blue"))
    #expect(same.document.items[0].dataType.name == "utf16")
    let latin = try self.file(
      ID3Tag.encode(frames: [ID3TestTags.text("TIT2", "A", .v23)], version: .v23))
    let narrow = try latin.result(replace(latin, "TIT2", "Größe"))
    #expect(narrow.document.items[0].dataType.name == "latin1")
    let wide = try latin.result(replace(latin, "TIT2", "Жук"))
    #expect(wide.document.items[0].dataType.name == "utf16")
  }

  @Test("ID3v1, TAG+, APEv2 and Lyrics3 are changed in place")
  func inStep() throws {
    let file = try EditHarness(Repository.bytes(of: "all-tags.mp3"))
    let title = "Ein längerer Titel – mit Жук und mehr als dreißig Zeichen"
    let outcome = try file.result(file.title(title))
    let titles = EditHarness.titles(of: outcome.document)
    #expect(titles.count == EditHarness.titles(of: file.document).count)
    for item in outcome.document.items
    where EditHarness.titleKeys.contains(item.key.description) && item.keySpace != .id3v1 {
      #expect(item.value.stringValue == title)
    }
    let old = outcome.document.items.filter { $0.keySpace == .id3v1 && $0.key == "title" }
    for item in old { #expect(item.value.stringValue?.hasPrefix("Ein längerer Titel ?") == true) }
  }

  @Test("ID3v1: truncation, question marks, a track number shortens the comment")
  func id3v1() throws {
    let file = try file([], following: AudioBuilder.id3v1(title: "Old"))
    let insertionPoint = InsertionPoint(ID3v1.container, [.id3v1])
    func add(_ key: MetadataKey, _ value: MetadataValue) -> DocumentEdit.Change {
      .add(
        insertionPoint,
        .init([MetadataItem(keySpace: .id3v1, key: key, value: value, dataType: .latin1)]))
    }
    var edit = DocumentEdit()
    edit.changes = [
      add("artist", .string("Сергей Ÿ é")),
      add("comment", .string(String(repeating: "c", count: 31))),
      add("track", .integer(7)), add("genre", .integer(17)), add("year", .string("1999-04-01")),
    ]
    let outcome = try file.result(edit, LayoutConstraints(movement: .none))
    func value(_ key: MetadataKey) -> MetadataValue? {
      outcome.document.items.first { $0.keySpace == .id3v1 && $0.key == key }?.value
    }
    #expect(value("artist") == .string("?????? ? é"))
    #expect(value("comment") == .string(String(repeating: "c", count: 28)))
    #expect(value("track") == .integer(7))
    #expect(value("genre") == .integer(17))
    #expect(value("year") == .string("1999"))
    #expect(value("title") == .string("Old"))
    #expect(outcome.document.container.facts.tags == ["ID3v1"])
  }

  /// A new field for an ID3v1 tag.
  private func id3v1(_ key: MetadataKey, _ value: MetadataValue) -> DocumentEdit.Change {
    let item = MetadataItem(keySpace: .id3v1, key: key, value: value, dataType: .latin1)
    return .add(InsertionPoint(ID3v1.container, [.id3v1]), .init([item]))
  }

  /// The notes about a plan with these changes to a file with an ID3v1 tag, whose comment has this
  /// number of characters.
  private func id3v1Notes(
    _ changes: [DocumentEdit.Change], comment: Int, isEnhanced: Bool = false
  ) throws -> [String] {
    var tag = AudioBuilder.id3v1(title: "Old")
    tag.replaceSubrange(97..<(97 + comment), with: [UInt8](repeating: 0x63, count: comment))
    let enhanced = isEnhanced ? Array("TAG+".utf8) + AudioBuilder.zeros(223) : []
    let file = try file([], following: enhanced + tag)
    var edit = DocumentEdit()
    edit.changes = changes
    let outcome = try file.result(edit, LayoutConstraints(movement: .none))
    return outcome.plan.notes.filter { $0.code == .cut }.map { "\($0.path): \($0.message)" }
  }

  @Test("ID3v1: a comment that a track number shortens is reported", arguments: [28, 29, 30])
  func shortenedComment(_ size: Int) throws {
    let notes = try id3v1Notes([id3v1("track", .integer(7))], comment: size)
    #expect(notes == (size > 28 ? ["ID3v1/comment: truncated to 28 characters"] : []))
    let replaced = [id3v1("track", .integer(7)), id3v1("comment", .string("short"))]
    #expect(try id3v1Notes(replaced, comment: size) == [])
  }

  @Test("ID3v1: truncated strings that do not continue in TAG+ are reported")
  func fieldsWithoutContinuation() throws {
    let changes = [
      id3v1("title", .string(String(repeating: "t", count: 40))),
      id3v1("comment", .string(String(repeating: "c", count: 40))),
      id3v1("year", .string("1999-04-01")),
    ]
    let notes = try id3v1Notes(changes, comment: 0, isEnhanced: true)
    #expect(
      notes == [
        "ID3v1/comment: truncated to 30 characters", "ID3v1/year: truncated to 4 characters",
      ])
  }

  @Test("APEv2: items added and removed, with correct sizes and counts")
  func ape() throws {
    let items = [
      APEItem(key: "Title", flags: 0, fileName: nil, value: .bytes(ByteSlice(Array("One".utf8)))),
      APEItem(key: "Album", flags: 0, fileName: nil, value: .bytes(ByteSlice(Array("B".utf8)))),
    ]
    let file = try file([], following: APETag.encode(items) + AudioBuilder.id3v1(title: "One"))
    var edit = file.title("Longer")
    let item = MetadataItem(
      keySpace: .ape, key: "Artist", value: .list([.string("A"), .string("B")]), dataType: .utf8)
    edit.changes.append(.add(InsertionPoint(.init(rawValue: "APEv2"), [.ape]), .init([item])))
    let outcome = try file.result(edit, LayoutConstraints(movement: .none))
    let footer = try #require(
      APETagHeader(parsing: ByteSlice(Array(outcome.bytes.suffix(160).prefix(32)))))
    #expect(footer.itemCount == 3)
    let ape = outcome.document.items.filter { $0.keySpace == .ape }
    #expect(ape.map(\.key.description) == ["Title", "Album", "Artist"])
    #expect(ape[2].value == item.value)
    let empty = try file.result(file.clear, LayoutConstraints(movement: .none))
    #expect(empty.document.container.facts.tags == ["APEv2", "ID3v1"])
  }
}
