import TestSupport
import Testing

@testable import MetaCore

@Suite("Invalid frames, and the frames that other readers find after them") struct ID3RestTests {
  private static let versions: [ID3Version] = [.v23, .v24]

  /// A text frame with an ID that our writers never use.
  private func odd(_ id: String, _ text: String) -> [UInt8] {
    Array(id.utf8) + [0, 0, 0, UInt8(text.utf8.count + 1), 0, 0, 0] + Array(text.utf8)
  }

  private func file(_ frames: [[UInt8]], _ version: ID3Version, padding: Int = 50) throws -> [UInt8]
  {
    try ID3Tag.encode(frames: frames, version: version, padding: padding)
      + AudioBuilder.mp3(frames: 4)
  }

  private func title(_ harness: EditHarness, _ text: String) throws -> DocumentEdit {
    var item = try #require(harness.document.items.first { $0.key == "TIT2" })
    item.value = .string(text)
    var edit = DocumentEdit()
    edit.changes = [.replace(item.location, .init([item]))]
    return edit
  }

  @Test(
    "iTunes 8.1: three letters and a space are an ID, and the frames keep their bytes",
    arguments: versions)
  func blankIDs(_ version: ID3Version) throws {
    let sorts = [odd("TST ", "Title, A"), odd("TSA ", "Album, An"), odd("TSP\0", "Artist, The")]
    let frames =
      [try ID3TestTags.text("TIT2", "A Title", version)] + sorts
      + [try ID3TestTags.text("TALB", "An Album", version)]
    let harness = try EditHarness(try file(frames, version))
    #expect(harness.document.items.map(\.key.description) == ["TIT2", "TST", "TSA", "TSP", "TALB"])
    #expect(harness.document.diagnostics.isEmpty)
    let view = MetadataView(harness.document)
    #expect(view[.titleSort] == .string("Title, A"))
    #expect(view[.albumSort] == .string("Album, An"))
    for text in ["T", String(repeating: "long ", count: 60)] {
      let new = try harness.result(try title(harness, text)).document
      #expect(new.items.map(\.key.description) == harness.document.items.map(\.key.description))
      #expect(MetadataView(new)[.title] == .string(text))
    }
  }

  @Test("Consecutive damaged frames are skipped by their sizes", arguments: versions)
  func damagedFrames(_ version: ID3Version) throws {
    let frames = [
      try ID3TestTags.text("TIT2", "A Title", version), odd("tst1", "lower"), odd("T-T2", "dash"),
      odd("\u{7F}\u{7F}\u{7F}\u{7F}", "none"), try ID3TestTags.text("TALB", "An Album", version),
    ]
    let harness = try EditHarness(try file(frames, version))
    #expect(harness.document.items.map(\.key.description) == ["TIT2", "TALB"])
    let new = try harness.result(try title(harness, "Another and longer title")).bytes
    let junk = frames[1] + frames[2] + frames[3] + frames[4]
    #expect(new.firstRange(of: junk) != nil, "the album follows them as it did")
  }

  @Test(
    "Data after the last frame is never preceded by new zeros", arguments: versions)
  func otherBytesAreUnchanged(_ version: ID3Version) throws {
    let junk = Array("!!!! this is not a frame, and others may read on behind it".utf8)
    let frames = [try ID3TestTags.text("TIT2", "A Title", version), junk]
    let harness = try EditHarness(try file(frames, version))
    for text in ["T", "A title that is longer than before", String(repeating: "x", count: 90)] {
      let outcome = try harness.result(try title(harness, text))
      let title = try ID3TestTags.text("TIT2", text, version)
      #expect(outcome.bytes.firstRange(of: title + junk) != nil)
    }
  }

  @Test(
    "Data that is not a frame cannot change version: refused, or noted if losses are allowed"
  )
  func conversion() throws {
    let frames = [
      try ID3TestTags.text("TIT2", "A Title", .v23), odd("tst1", "lower"),
      try ID3TestTags.text("TALB", "An Album", .v23), Array("!!!! no frame".utf8),
    ]
    let harness = try EditHarness(try file(frames, .v23))
    let edit = try title(harness, "Another")
    var shape = LayoutConstraints(movement: .free)
    shape.id3Version = .v24
    let refused = #expect(throws: ParseError.self) { _ = try harness.outcome(edit, shape) }
    #expect(refused?.code == .wouldLose)
    shape.allowsLoss = true
    let outcome = try harness.result(edit, shape)
    #expect(outcome.plan.notes.filter { $0.code == .lost }.count == 2)
  }

  @Test(
    "Unreadable frames are not padding when private data is cleared, and are listed as left"
  )
  func traces() throws {
    let junk = Array("!!!! this is not a frame".utf8)
    let bytes = try file([try ID3TestTags.text("TIT2", "A Title", .v24), junk], .v24)
    var traces = PrivateTraces()
    _ = try traces.addTag(at: 0, in: SourceWindow(DataSource(bytes)))
    #expect(traces.report.left.contains { $0.name.contains("cannot be read as frames") })
  }
}
