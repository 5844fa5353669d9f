import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing files of chunks: WAV, AIFF, DSF") struct ChunkEditTests {
  static let samples = ID3EditTests.samples.filter {
    !$0.hasSuffix(".mp3") && !$0.hasSuffix(".aac")
  }

  @Test("A title in every sample: shorter, longer, much longer", arguments: samples)
  func titles(_ name: String) throws {
    let file = try EditHarness(Repository.bytes(of: name))
    for text in ["T", "A title, a little longer", String(repeating: "Ж", count: 5000)] {
      for shape in EditHarness.shapes {
        guard let outcome = try file.outcome(file.title(text), shape) else {
          #expect(shape.movement != .free, "\(name): free is always possible")
          continue
        }
        for title in EditHarness.titles(of: outcome.document) { #expect(title == text) }
        try checkSizes(outcome.bytes)
        // A second edit, shorter again: it uses the space freed by the first one.
        let again = try EditHarness(outcome.bytes)
        let second = try again.result(again.title("Two"), LayoutConstraints(movement: .none))
        #expect(EditHarness.titles(of: second.document).allSatisfy { $0 == "Two" })
        try checkSizes(second.bytes)
      }
    }
  }

  @Test("Everything is removed", arguments: samples)
  func clear(_ name: String) throws {
    let file = try EditHarness(Repository.bytes(of: name))
    for shape in EditHarness.shapes {
      guard let outcome = try file.outcome(file.clear, shape) else { continue }
      #expect(outcome.document.items.isEmpty, "\(name)")
      try checkSizes(outcome.bytes)
    }
  }

  /// The form ends with the file, and every chunk at the start of the next.
  private func checkSizes(_ bytes: [UInt8]) throws {
    let window = SourceWindow(DataSource(bytes))
    var reader = ByteReader(ByteSlice(bytes))
    let form = try reader.fourCC()
    let size = try reader.u32()
    switch form {
    case ChunkID.riff: #expect(Int(size.byteSwapped) + 8 == bytes.count)
    case FourCC("F", "O", "R", "M"): #expect(Int(size) + 8 == bytes.count)
    case ChunkID.rf64:
      let wide = try window.bytes(at: 20, count: 8).bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
      #expect(wide + 8 == bytes.count)
    default: return
    }
    var log = DiagnosticLog()
    var walker =
      form == FourCC("F", "O", "R", "M")
      ? AIFFFormat.walker(window, options: ReadOptions())
      : try RIFFFormat.walker(window, options: ReadOptions(), log: &log)
    while try walker.next(log: &log) != nil {}
    #expect(log.diagnostics.isEmpty)
    #expect(walker.position == Int64(bytes.count))
  }

  private func title(_ text: String) -> [UInt8] {
    AudioBuilder.riff("INAM", Array(text.utf8) + [0])
  }

  @Test(
    "INFO before the audio: in place if it fits, using a free chunk, else at the end")
  func infoBeforeData() throws {
    let list = AudioBuilder.riff("LIST", Array("INFO".utf8) + title("A title"))
    for junk in [0, 40] {
      var body = Array("WAVE".utf8) + AudioBuilder.waveFormat + list
      if junk > 0 { body += AudioBuilder.riff("JUNK", AudioBuilder.zeros(junk)) }
      body += AudioBuilder.riff("data", AudioBuilder.zeros(3201))
      let file = try EditHarness(AudioBuilder.riff("RIFF", body))
      for text in ["Atitle", "T", "A title that is longer", String(repeating: "x", count: 99)] {
        let outcome = try file.result(file.title(text), LayoutConstraints(movement: .none))
        #expect(outcome.document.values("riff/INAM") == [text])
        try checkSizes(outcome.bytes)
        let fits = text.count < 7 || junk > 0 && text.count < 40
        if text != "T" || junk > 0 { #expect((outcome.bytes.count == file.old.count) == fits) }
      }
    }
  }

  @Test("An odd last chunk without padding gets it when a chunk is appended")
  func oddSizes() throws {
    var wav = AudioBuilder.wav(dataSize: 3201)
    wav.removeLast()
    let file = try EditHarness(wav)
    let outcome = try file.result(file.title("One"), LayoutConstraints(movement: .none))
    #expect(outcome.document.values("id3/TIT2") == ["One"])
    try checkSizes(outcome.bytes)
  }

  @Test(
    "An odd ID3 chunk without padding is changed in place", arguments: ["New", "A longer title"])
  func oddTag(_ text: String) throws {
    let tag = try ID3Tag.encode(
      frames: [ID3TestTags.text("TIT2", "Old")], version: .v24, padding: 31)
    #expect(tag.count % 2 == 1)
    let chunks = [
      AudioBuilder.waveFormat, Array(AudioBuilder.riff("data", AudioBuilder.zeros(321)).dropLast()),
      Array(AudioBuilder.riff("id3 ", tag).dropLast()),
      AudioBuilder.riff("fact", AudioBuilder.zeros(4)),
    ]
    let body = Array("WAVE".utf8) + chunks.flatMap { $0 }
    let file = try EditHarness(AudioBuilder.riff("RIFF", body))
    let outcome = try file.result(file.title(text), LayoutConstraints(movement: .none))
    #expect(outcome.document.values("id3/TIT2") == [text])
    #expect(outcome.bytes.count == file.old.count)
  }

  @Test("An odd text chunk without padding is changed in place")
  func oddText() throws {
    let common = AudioBuilder.aiff("COMM", AudioBuilder.zeros(18))
    let name = AudioBuilder.aiff("NAME", Array("Blue!".utf8)).dropLast()
    let audio = AudioBuilder.aiff("SSND", AudioBuilder.zeros(9)).dropLast()
    let file = try EditHarness(
      AudioBuilder.aiff("FORM", Array("AIFF".utf8) + common + name + audio))
    let outcome = try file.result(file.title("Train"), LayoutConstraints(movement: .none))
    #expect(outcome.document.values("aiff/NAME") == ["Train"])
    #expect(outcome.bytes.count == file.old.count)
  }

  @Test("The second ID3 tag is changed even if the first cannot be edited")
  func secondTag() throws {
    let unknown = Array("ID3".utf8) + [5, 0, 0, 0, 0, 0, 10] + AudioBuilder.zeros(10)
    let chunks =
      AudioBuilder.riff("id3 ", unknown)
      + AudioBuilder.riff("id3 ", AudioBuilder.id3(title: "Old"))
    let file = try EditHarness(AudioBuilder.wav(dataSize: 320, chunks))
    let outcome = try file.result(file.title("New"), LayoutConstraints(movement: .none))
    #expect(outcome.document.values("id3/TIT2") == ["New"])
    #expect(outcome.bytes.count == file.old.count)
  }

  @Test("A non-zero pad byte after the last INFO text: an appended text is found again")
  func infoWithStrangePad() throws {
    var artist = AudioBuilder.riff("IART", Array("Ada Linde".utf8))
    artist[artist.count - 1] = UInt8(ascii: "B")
    let list = AudioBuilder.riff("LIST", Array("INFO".utf8) + artist)
    let body = Array("WAVE".utf8) + AudioBuilder.waveFormat + list
    let file = try EditHarness(
      AudioBuilder.riff("RIFF", body + AudioBuilder.riff("data", AudioBuilder.zeros(3200))))
    let insertionPoint = try #require(file.insertionPoints.first { $0.keySpaces.contains(.riff) })
    var edit = DocumentEdit()
    let item = MetadataItem(keySpace: .riff, key: "INAM", value: "One", dataType: .utf8)
    edit.changes = [.add(insertionPoint, .init([item]))]
    let outcome = try file.result(edit)
    #expect(outcome.document.values("riff/INAM") == ["One"])
    #expect(outcome.document.values("riff/IART") == ["Ada Linde"])
    try checkSizes(outcome.bytes)
  }

  @Test(
    "Streaming forms: nothing is appended after audio of unknown length", arguments: [0, 0xFF])
  func streaming(_ fill: UInt8) throws {
    var wav = AudioBuilder.wav(dataSize: 3200)
    let data = 12 + AudioBuilder.waveFormat.count
    for place in Array(4..<8) + Array((data + 4)..<(data + 8)) { wav[place] = fill }
    let file = try EditHarness(wav)
    let error = #expect(throws: ParseError.self) {
      try file.outcome(file.title("One"), LayoutConstraints(movement: .free))
    }
    #expect(error?.code == .unsupported)
  }

  @Test("Audio that claims more bytes than the file has: refused")
  func truncated() throws {
    let wav = Array(AudioBuilder.wav(dataSize: 3200).dropLast(100))
    let file = try EditHarness(wav)
    #expect(throws: ParseError.self) { try file.outcome(file.title("One")) }
  }

  @Test("bext: one text changes, all other bytes are kept")
  func broadcast() throws {
    let file = try EditHarness(Repository.bytes(of: "broadcast.wav"))
    let items = file.document.items.filter { $0.location.container.rawValue == "bext" }
    let location = try #require(items.first?.location)
    var new = items
    new[0].value = .string("Another description")
    var edit = DocumentEdit()
    edit.changes = [.replace(location, .init(new))]
    let outcome = try file.result(edit, LayoutConstraints(movement: .none))
    #expect(outcome.bytes.count == file.old.count)
    #expect(outcome.document.values("riff/bext%2FDescription") == ["Another description"])
    let start = Int(location.offset) + 8 + 256
    #expect(outcome.bytes[start...] == file.old[start...])
    new[0].value = .string(String(repeating: "x", count: 257))
    edit.changes = [.replace(location, .init(new))]
    #expect(throws: ParseError.self) { try file.outcome(edit) }
  }

  @Test("The bext description is the description of the file, and changes with it")
  func broadcastDescription() throws {
    let old = try Repository.bytes(of: "broadcast.wav")
    let field = try #require(Field.named("description"))
    let before = try Inspector.inspect(DataSource(old))
    #expect(before.values("riff/bext%2FDescription") == ["Blue Train"])
    #expect(MetadataView(before)[field] == "Blue Train")
    let new = try #require(
      try EditHarness.edited(old, LayoutConstraints(movement: .free), .set(field, "New")))
    let after = try Inspector.inspect(DataSource(new))
    #expect(after.values("riff/bext%2FDescription") == ["New"])
    #expect(MetadataView(after)[field] == "New")
    #expect(after.values("riff/bext%2FOriginator") == ["metatool"])
  }

  @Test("Removed chunks are restored to their places")
  func restored() throws {
    let file = try EditHarness(Repository.bytes(of: "broadcast.wav"))
    let cleared = try file.result(file.clear, LayoutConstraints(movement: .none))
    var edit = DocumentEdit()
    var seen: Set<ItemLocation> = []
    for item in file.document.items where seen.insert(item.location).inserted {
      let place = Int(item.location.offset)..<Int(item.location.offset + item.location.size)
      let insertionPoint = InsertionPoint(item.location.container, [item.keySpace])
      let bytes = ByteSlice(Array(file.old[place]))
      let items = file.document.items.filter { $0.location == item.location }
      edit.changes.append(.add(insertionPoint, .init(items, bytes: bytes)))
    }
    let again = try EditHarness(cleared.bytes).result(edit, LayoutConstraints(movement: .none))
    #expect(again.document.items.map(\.identifier) == file.document.items.map(\.identifier))
    for (old, new) in zip(file.document.items, again.document.items) {
      #expect(EditHarness.stored(old, in: file.old) == EditHarness.stored(new, in: again.bytes))
    }
  }

  @Test("DSF: a tag is added, and the header has its offset")
  func dsf() throws {
    let file = try EditHarness(Repository.bytes(of: "silence.dsf"))
    let bare = try file.result(file.clear, LayoutConstraints(movement: .none))
    #expect(bare.document.container.facts.tags == file.document.container.facts.tags)
    let outcome = try file.result(
      file.title(String(repeating: "long ", count: 99)), LayoutConstraints(movement: .none))
    let size = outcome.bytes[12..<20].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == outcome.bytes.count)
  }

  @Test("AIFF: comments and texts")
  func aiffTexts() throws {
    let file = try EditHarness(Repository.bytes(of: "chunks.aiff"))
    let comments = file.document.items.filter { $0.key == "COMT" }
    if let location = comments.first?.location {
      var new = comments
      new[0].value = .string("Another, longer comment")
      var edit = DocumentEdit()
      edit.changes = [.replace(location, .init(new))]
      let outcome = try file.result(edit, LayoutConstraints(movement: .none))
      #expect(outcome.document.values("aiff/COMT") == new.compactMap(\.value.stringValue))
    }
    let insertionPoint = try #require(file.insertionPoints.first { $0.keySpaces == [.aiff] })
    let item = MetadataItem(
      keySpace: .aiff, key: "ANNO", value: .string("odd"), dataType: .utf8)
    var edit = DocumentEdit()
    edit.changes = [.add(insertionPoint, .init([item]))]
    let outcome = try file.result(edit, LayoutConstraints(movement: .none))
    #expect(outcome.document.values("aiff/ANNO").last == "odd")
    try checkSizes(outcome.bytes)
  }
}
