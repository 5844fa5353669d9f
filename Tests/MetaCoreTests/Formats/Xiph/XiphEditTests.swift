import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing FLAC and Ogg") struct XiphEditTests {
  static let samples = Repository.samples.filter { name in
    [".flac", ".ogg", ".oga", ".ogv", ".opus", ".spx"].contains { name.hasSuffix($0) }
  }

  private static let shapes: [PlanShape] = [
    PlanShape(movement: .none), PlanShape(movement: .blocks(4096)), PlanShape(movement: .free),
    PlanShape(movement: .free, padding: 0),
  ]

  /// The file after edits in a shape; nil when it cannot be laid out so.
  private func edited(
    _ file: [UInt8], _ shape: PlanShape, _ edits: MetadataEdit...
  ) throws -> [UInt8]? {
    let source = DataSource(file)
    let document = try Inspector.inspect(source)
    let homes = try Inspector.homes(of: document, in: source)
    let resolved = try EditResolver.resolve(edits, for: document, homes: homes)
    let plan = try Inspector.plan(resolved.edit, of: document, in: source, shape: shape)
    guard let plan else { return nil }
    let new = plan.rewrite.applied(to: file)
    let back = try plan.rewrite.inverse(of: source)
    #expect(back.applied(to: new) == file)
    return new
  }

  /// No rule is broken that was kept, and the media are the same.
  private func check(_ new: [UInt8], against old: [UInt8], _ name: String) throws {
    let (before, after) = (StrictFile(Data(old)), StrictFile(Data(new)))
    #expect(before.faults == [] && after.faults == [], "\(name)")
    #expect(before.media == after.media, "\(name)")
  }

  private func value(_ file: [UInt8], _ field: Field) throws -> MetadataValue? {
    MetadataView(try Inspector.inspect(DataSource(file)))[field]
  }

  @Test("A title of any length in every shape", arguments: samples)
  func titles(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    for length in [0, 1, 3, 7, 8, 9, 100, 255, 256, 300, 5000, 70_000] {
      let title = String(repeating: "x", count: length)
      for shape in XiphEditTests.shapes {
        guard let new = try edited(old, shape, .set(.field(.title), [.string(title)])) else {
          #expect(shape.movement != .free, "\(name): free is always possible")
          continue
        }
        #expect(try value(new, .title)?.stringValue ?? "" == title, "\(name)")
        if shape.movement == .none { #expect(new.count == old.count) }
        try check(new, against: old, name)
      }
    }
  }

  @Test("Pictures large and small, and away again", arguments: samples)
  func pictures(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    var file = old
    for size in [10, 200_000, 3, 70_000] {
      let bytes = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: size)
      let picture = Artwork(index: 0, kind: .frontCover, data: .bytes(ByteSlice(bytes)))
      file = try #require(try edited(file, PlanShape(movement: .free), .setArtwork([picture])))
      let document = try Inspector.inspect(DataSource(file))
      #expect(document.artwork.count == 1)
      #expect(try document.artwork.first?.data.load(from: DataSource(file)).bytes == bytes[...])
      try check(file, against: old, name)
    }
    file = try #require(try edited(file, PlanShape(movement: .free), .setArtwork([])))
    #expect(try Inspector.inspect(DataSource(file)).artwork.isEmpty)
    try check(file, against: old, name)
  }

  @Test("Everything is taken away but chapters", arguments: samples)
  func clear(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    let new = try #require(
      try edited(old, PlanShape(movement: .free), .clear(keeping: [])))
    let document = try Inspector.inspect(DataSource(new))
    #expect(document.chapters == (try Inspector.inspect(DataSource(old)).chapters))
    #expect(
      document.items.allSatisfy { VorbisChapters.part(of: $0.key.description) != nil }, "\(name)")
    try check(new, against: old, name)
  }

  @Test("Chapters are set, and go", arguments: samples)
  func chapters(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    let wanted = try [0, 250, 750].enumerated().map { number, start in
      Chapter(
        start: try #require(MediaTime(value: start, timescale: 1000)), title: "Nr. \(number) ö",
        source: "test")
    }
    let shape = PlanShape(movement: .free)
    let new = try #require(try edited(old, shape, .setChapters(wanted)))
    let found = try Inspector.inspect(DataSource(new)).chapters
    #expect(found.map(\.title) == wanted.map(\.title))
    #expect(found.map(\.start.seconds) == wanted.map(\.start.seconds))
    let bare = try #require(try edited(new, shape, .setChapters([])))
    #expect(try Inspector.inspect(DataSource(bare)).chapters.isEmpty)
    try check(bare, against: old, name)
  }

  @Test("What every field but one holds keeps its bytes and its place")
  func orderAndBytes() throws {
    let old = try Repository.bytes(of: "blocks.flac")
    let new = try #require(
      try edited(old, PlanShape(movement: .free), .set(.field(.album), [.string("Other")])))
    func fields(_ file: [UInt8]) throws -> [String] {
      let document = try Inspector.inspect(DataSource(file))
      return try document.items.filter { $0.keySpace == .vorbis && $0.key != "ALBUM" }.map {
        "\($0.key) \(Array(try document.entryBytes(at: $0.location, from: DataSource(file)).bytes))"
      }
    }
    #expect(try fields(new) == fields(old))
    #expect(try fields(old).contains { $0.hasPrefix("= ") }, "the field without a name")
  }

  @Test("Files that are damaged or several in one are refused")
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
        try edited(file, PlanShape(movement: .free), .set(.field(.title), [.string("x")]))
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

  @Test("A page gets another number without being read")
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
      var made = ByteWriter()
      other.encode(content.bytes, into: &made)
      writer.overwrite(page.renumbered(other.number), at: OggPage.numbering.lowerBound)
      #expect(writer.bytes == made.bytes)
      #expect(try page.isSound(in: window))
      position = page.range.upperBound
      count += 1
    }
    #expect(count > 3)
  }
}
