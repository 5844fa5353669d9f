import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing FLAC and Ogg") struct XiphEditTests {
  @Test("All fields but the edited one keep their bytes and positions")
  func orderAndBytes() throws {
    let old = try Repository.bytes(of: "blocks.flac")
    let new = try #require(
      try EditHarness.edited(
        old, LayoutConstraints(movement: .free), .set(.field(.album), [.string("Other")])))
    func fields(_ file: [UInt8]) throws -> [String] {
      let document = try Inspector.inspect(DataSource(file))
      return try document.items.filter { $0.keySpace == .vorbis && $0.key != "ALBUM" }.map {
        "\($0.key) \(Array(try document.storedEntry(at: $0.location).load(from: DataSource(file)).bytes))"
      }
    }
    #expect(try fields(new) == fields(old))
    #expect(try fields(old).contains { $0.hasPrefix("= ") }, "the field without a name")
  }

  @Test(
    "COMMENT stays after DESCRIPTION in any order of setting: libavformat reads both as the comment",
    arguments: [[Field.comment, .description], [.description, .comment]])
  func commentAfterDescription(fields: [Field]) throws {
    var file = try Repository.bytes(of: "plain.flac")
    for field in fields {
      let edit = MetadataEdit.set(field, .string(field.name))
      file = try #require(try EditHarness.edited(file, LayoutConstraints(movement: .free), edit))
    }
    let document = try Inspector.inspect(DataSource(file))
    let texts = document.items.filter { $0.keySpace == .vorbis }.map(\.key.description)
    #expect(texts == ["DESCRIPTION", "COMMENT"])
    let view = MetadataView(document)
    #expect(view[.comment] == "comment" && view[.description] == "description")
    let bare = try #require(
      try EditHarness.edited(file, LayoutConstraints(movement: .free), .set(.comment)))
    let left = MetadataView(try Inspector.inspect(DataSource(bare)))
    #expect(left[.comment] == nil && left[.description] == "description")
  }

  @Test("Damaged and concatenated files are refused")
  func refusals() throws {
    let flac = try Repository.bytes(of: "plain.flac")
    var lost = flac
    // The block says that it is not the last: frames are no blocks.
    lost[4] &= 0x7F
    let ogg = try Repository.bytes(of: "song.ogg")
    for (name, file) in [
      ("frames as blocks", lost), ("cut off", Array(flac.prefix(30))),
      ("chained", ogg + (try renamed(ogg))), ("headers cut off", Array(ogg.prefix(500))),
    ] {
      #expect(throws: ParseError.self, "\(name)") {
        try EditHarness.edited(
          file, LayoutConstraints(movement: .free), .set(.field(.title), [.string("x")]))
      }
    }
  }

  /// The same Ogg file with another number of its stream.
  private func renamed(_ file: [UInt8]) throws -> [UInt8] {
    let window = SourceWindow(DataSource(file))
    var writer = ByteWriter()
    var position: Int64 = 0
    while var page = try OggPage.parse(at: position, in: window) {
      let content = try window.bytes(at: page.contentOffset, count: page.contentSize)
      position = page.range.upperBound
      page.stream ^= 0x55
      page.encode(content.bytes, into: &writer)
    }
    return writer.bytes
  }

  @Test(
    "Truncated FLAC is detected by its last frame", arguments: ["plain.flac", "blocks.flac"])
  func truncationError(sample: String) throws {
    let file = try Repository.bytes(of: sample)
    func findings(_ file: [UInt8]) throws -> [String] {
      try Inspector.integrity(of: DataSource(file)).findings.map(\.code.rawValue)
    }
    #expect(try findings(file) == [])
    var log = DiagnosticLog()
    let frames = try FLACLayout(
      SourceWindow(DataSource(file)), limits: .standard, log: &log
    ).frames
    for share in [2, 3, 9] {
      let end = frames.lowerBound + Int64(frames.count * share / 10)
      #expect(try findings(Array(file.prefix(Int(end)))).last == "truncated")
    }
    // A whole frame, but not the last.
    let starts = file.indices.filter { index in
      index > frames.lowerBound
        && (try? FLACFrame.parse(ByteSlice(Array(file[index...].prefix(20))))) != nil
    }
    let last = try #require(starts.last)
    #expect(try findings(Array(file.prefix(last))) == ["truncated"])
  }

  @Test("A repeated first page is not a second stream", arguments: [1, 2])
  func repeatedPage(following count: Int) throws {
    let file = try Repository.bytes(of: "song.ogg")
    let window = SourceWindow(DataSource(file))
    var (pages, end) = ([OggPage](), Int64(0))
    while pages.count < count, let page = try OggPage.parse(at: end, in: window) {
      pages.append(page)
      end = page.range.upperBound
    }
    let first = Array(file[..<pages[0].size])
    let twice = Array(file[..<Int(end)]) + first + Array(file[Int(end)...])
    let (old, new) = (
      try Inspector.inspect(DataSource(file)), try Inspector.inspect(DataSource(twice))
    )
    #expect(new.tracks.count == 1)
    #expect(new.duration == old.duration)
    #expect(new.items.map(\.value) == old.items.map(\.value))
    let edited = try #require(
      try EditHarness.edited(
        twice, LayoutConstraints(movement: .free), .set(.field(.title), [.string("Other")])))
    #expect(edited.ranges(of: first).count == 2)
  }

  @Test("A page is renumbered without reading it")
  func renumbering() throws {
    let file = try Repository.bytes(of: "song.ogg")
    let window = SourceWindow(DataSource(file))
    var position: Int64 = 0
    var count = 0
    while let page = try OggPage.parse(at: position, in: window) {
      var other = page
      other.number = page.number ^ 0x8010_0203
      var writer = ByteWriter()
      let content = try window.bytes(at: page.contentOffset, count: page.contentSize)
      page.encode(content.bytes, into: &writer)
      #expect(writer.bytes == Array(file[Int(position)..<Int(page.range.upperBound)]))
      var otherWriter = ByteWriter()
      other.encode(content.bytes, into: &otherWriter)
      writer.overwrite(page.renumbered(other.number), at: OggPage.numbering.lowerBound)
      #expect(writer.bytes == otherWriter.bytes)
      #expect(try page.hasValidChecksum(in: window))
      position = page.range.upperBound
      count += 1
    }
    #expect(count > 3)
  }
}
