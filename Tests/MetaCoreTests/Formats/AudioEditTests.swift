import TestSupport
import Testing

@testable import MetaCore

@Suite("Editing audio files") struct AudioEditTests {
  private static let extensions = [
    "flac", "ogg", "oga", "ogv", "opus", "spx", "wv", "ape", "mpc", "tta", "ofr", "tak", "wma",
    "wmv", "dff",
  ]
  static let samples = Repository.samples.filter { name in
    extensions.contains { name.hasSuffix("." + $0) }
  }

  /// APE tags have none.
  static func holdsChapters(_ name: String) -> Bool {
    !["wv", "ape", "mpc", "ofr", "tak"].contains { name.hasSuffix("." + $0) }
  }

  private func value(_ file: [UInt8]) throws -> MetadataValue? {
    MetadataView(try Inspector.inspect(DataSource(file)))[.title]
  }

  @Test("A title of any length in every layout", arguments: samples)
  func titles(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    for length in [0, 1, 3, 7, 8, 9, 100, 255, 256, 300, 5000, 70_000] {
      let title = String(repeating: "x", count: length)
      for shape in EditHarness.shapes {
        guard let new = try EditHarness.edited(old, shape, .set(.field(.title), [.string(title)]))
        else {
          #expect(shape.movement != .free, "\(name): free is always possible")
          continue
        }
        #expect(try value(new)?.stringValue ?? "" == title, "\(name)")
        try EditHarness.check(new, against: old, name)
      }
    }
  }

  @Test("Large and small pictures are added and removed", arguments: samples)
  func pictures(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    var file = old
    for size in [10, 200_000, 3, 70_000] {
      let bytes = [0xFF, 0xD8, 0xFF, 0xE0] + [UInt8](repeating: 7, count: size)
      let picture = Artwork(index: 0, kind: .frontCover, data: .bytes(ByteSlice(bytes)))
      file = try #require(
        try EditHarness.edited(file, LayoutConstraints(movement: .free), .setArtwork([picture])))
      let document = try Inspector.inspect(DataSource(file))
      #expect(document.artwork.count == 1)
      #expect(try document.artwork.first?.data.load(from: DataSource(file)).bytes == bytes[...])
      try EditHarness.check(file, against: old, name)
    }
    file = try #require(
      try EditHarness.edited(file, LayoutConstraints(movement: .free), .setArtwork([])))
    #expect(try Inspector.inspect(DataSource(file)).artwork.isEmpty)
    try EditHarness.check(file, against: old, name)
  }

  @Test("Everything except chapters is removed", arguments: samples)
  func clear(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    let new = try #require(
      try EditHarness.edited(old, LayoutConstraints(movement: .free), .clear(keeping: [])))
    let document = try Inspector.inspect(DataSource(new))
    #expect(document.chapters == (try Inspector.inspect(DataSource(old)).chapters))
    let rest = document.items.filter { VorbisChapters.part(of: $0.key.description) == nil }
    #expect(rest.isEmpty, "\(name)")
    try EditHarness.check(new, against: old, name)
  }

  @Test("Chapters are set and removed", arguments: samples.filter(holdsChapters))
  func chapters(_ name: String) throws {
    let old = try Repository.bytes(of: name)
    let wanted = try [0, 25, 75].enumerated().map { number, start in
      Chapter(
        start: try #require(MediaTime(value: start, timescale: 1000)), title: "Nr. \(number) ö",
        source: "test")
    }
    let shape = LayoutConstraints(movement: .free)
    let new = try #require(try EditHarness.edited(old, shape, .setChapters(wanted)))
    let found = try Inspector.inspect(DataSource(new)).chapters
    #expect(found.map(\.title) == wanted.map(\.title))
    #expect(found.map(\.start.seconds) == wanted.map(\.start.seconds))
    let bare = try #require(try EditHarness.edited(new, shape, .setChapters([])))
    #expect(try Inspector.inspect(DataSource(bare)).chapters.isEmpty)
    try EditHarness.check(bare, against: old, name)
  }

  @Test("Files that cannot store chapters report it", arguments: samples)
  func refusedChapters(_ name: String) throws {
    guard !AudioEditTests.holdsChapters(name) else { return }
    let chapter = Chapter(
      start: try #require(MediaTime(value: 0, timescale: 1)), title: "x", source: "test")
    let error = #expect(throws: ParseError.self, "\(name)") {
      try EditHarness.edited(
        try Repository.bytes(of: name), LayoutConstraints(movement: .free), .setChapters([chapter]))
    }
    #expect(error?.code == .notRepresentable, "\(name)")
  }
}
