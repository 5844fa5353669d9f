import TestSupport
import Testing

@testable import MetaCore

@Suite("Plans of movie files")
struct MP4RewriterTests {
  static let samples = Repository.samples.filter { name in
    ["m4a", "m4b", "m4v", "mp4", "mov", "3gp"].contains { name.hasSuffix("." + $0) }
  }

  static let shapes: [LayoutConstraints] = [
    LayoutConstraints(movement: .none), LayoutConstraints(movement: .blocks(4096)),
    LayoutConstraints(movement: .free),
    LayoutConstraints(movement: .free, padding: 0),
    LayoutConstraints(movement: .none, layout: .append),
    LayoutConstraints(movement: .free, layout: .append),
    LayoutConstraints(movement: .free, layout: .faststart),
    LayoutConstraints(movement: .blocks(4096), layout: .faststart),
  ]

  static let titles = [
    "", "B", "Blue Trai", "Red Train!", "Blue Train, 1", String(repeating: "long ", count: 25),
    String(repeating: "Longer than any room. ", count: 300),
  ]

  @Test("Media samples are kept, whatever the title", arguments: samples)
  func samplesKeepTheirMedia(name: String) throws {
    let check = try EditCheck(Repository.bytes(of: name))
    if name == "compressed-moov.mov" {
      #expect(throws: ParseError.self) {
        try check.plan(check.title("x"), LayoutConstraints(movement: .free))
      }
      return
    }
    try holdAll(check)
  }

  /// Every title in every shape; a third of these unless everything is requested.
  private func holdAll(_ check: EditCheck) throws {
    for (row, title) in MP4RewriterTests.titles.enumerated() {
      for (column, shape) in MP4RewriterTests.shapes.enumerated()
      where Repository.runsEverything || (row + column).isMultiple(of: 3) {
        try hold(check, title, shape)
      }
    }
  }

  private func hold(_ check: EditCheck, _ title: String, _ shape: LayoutConstraints) throws {
    let new = try check.apply(check.title(title), shape)
    if shape.movement == .free, shape.layout == .keep { #expect(new != nil) }
    guard let new else { return }
    #expect(try EditCheck.title(of: new) == title)
    // The other way round, in the new file's own room.
    let back = try EditCheck(new)
    let removed = try back.apply(back.title(nil), LayoutConstraints(movement: .free))
    #expect(removed != nil)
  }

  @Test("An edit that changes nothing writes nothing", arguments: samples)
  func nothingChanges(name: String) throws {
    guard name != "compressed-moov.mov" else { return }
    let check = try EditCheck(Repository.bytes(of: name))
    for shape in MP4RewriterTests.shapes where shape.layout == .keep {
      #expect(try check.plan(DocumentEdit(), shape)?.isUnchanged == true)
    }
  }

  // MARK: Generated files

  static let ftyp = MovieFixture.Part.raw(atom("ftyp", Array("isom".utf8), [0, 0, 2, 0]))
  static let list = fullAtom(
    "meta", fullAtom("hdlr", words([0]), Array("mdirappl".utf8), [UInt8](repeating: 0, count: 9)),
    atom("ilst", atom("©nam", atom("data", words([1, 0]), Array("Blue Train".utf8)))))

  static let fixtures: [(String, MovieFixture)] = {
    var all: [(String, MovieFixture)] = []
    func add(
      _ name: String, _ parts: [MovieFixture.Part],
      _ change: (inout MovieFixture) -> Void = { _ in }
    ) {
      var fixture = MovieFixture()
      fixture.parts = [ftyp] + parts
      change(&fixture)
      all.append((name, fixture))
    }
    add("first", [.moov, .mdat(.short)])
    add("last", [.mdat(.short), .moov])
    add("udta without meta", [.moov, .mdat(.short)]) { $0.movieEnd = atom("udta", [0, 0, 0, 0]) }
    add("a list", [.moov, .mdat(.short)]) { $0.movieEnd = atom("udta", list) }
    add("a list before the tracks", [.moov, .mdat(.short)]) { $0.movieStart = atom("udta", list) }
    add("a list and room", [.moov, .free(40), .mdat(.short)]) { $0.movieEnd = atom("udta", list) }
    add("room before the movie", [.free(100), .moov, .mdat(.short)]) {
      $0.movieEnd = atom("udta", list)
    }
    add("room inside", [.moov, .mdat(.short)]) {
      $0.movieEnd = atom("udta", list, atom("free", [1, 2, 3])) + atom("skip", [4, 5])
    }
    add("no handler", [.moov, .mdat(.short)]) { $0.movieEnd = atom("udta", fullAtom("meta")) }
    add("two mdat", [.mdat(.short), .moov, .mdat(.short)])
    add("two mdat and room", [.mdat(.long), .free(64), .moov, .free(20), .mdat(.short)])
    add("co64", [.moov, .mdat(.short)]) { $0.usesWideTables = true }
    add("mdat to the end", [.moov, .mdat(.toEnd)])
    add("long mdat", [.moov, .mdat(.long)])
    add("items", [.items, .moov, .mdat(.short)])
    add("items behind", [.moov, .items, .mdat(.short), .free(9)])
    add("items in the movie", [.moov, .mdat(.short)])
    add("trailing bytes", [.mdat(.short), .moov, .raw([1, 2, 3])])
    for base in [MovieFixture.Base.explicit, .zero, .fragment, .implicit] {
      for hasAuxiliary in [false, true] where !hasAuxiliary || base != .implicit {
        add(
          "50 fragments \(base) \(hasAuxiliary)",
          [.moov, .sidx] + [MovieFixture.Part](repeating: .fragment, count: 50) + [.mfra]
        ) {
          $0.base = base
          $0.hasAuxiliary = hasAuxiliary
          $0.movieEnd = atom("udta", list)
        }
      }
    }
    add("sidx before the movie", [.sidx, .moov, .fragment, .fragment, .mfra])
    add("hybrid", [.moov, .mdat(.short), .fragment, .fragment]) { $0.base = .explicit }
    add("fragments before the movie", [.mdat(.short), .fragment, .moov, .fragment, .mfra]) {
      $0.base = .explicit
    }
    return all
  }()

  @Test("Files of every structure keep their media samples", arguments: fixtures.map(\.0))
  func fixturesKeepTheirMedia(name: String) throws {
    let fixture = try #require(MP4RewriterTests.fixtures.first { $0.0 == name }).1
    let old = fixture.bytes()
    let check = try EditCheck(old)
    #expect(try ListedSamples(DataSource(old)).count > 0)
    try holdAll(check)
  }

  @Test(
    "A key table without a list accepts new keys; a list is created after it",
    arguments: [true, false])
  func keysWithoutList(hasKeys: Bool) throws {
    let check = try EditCheck(movie(counting: hasKeys ? 1 : nil))
    let new = try #require(
      try check.apply(check.title("Blue Train"), LayoutConstraints(movement: .free)))
    let document = try Inspector.inspect(DataSource(new))
    #expect(document.items.map(\.identifier.rawValue) == ["mdta/com.apple.quicktime.title"])
    #expect(document.items.first?.value == .string("Blue Train"))
    #expect(document.diagnostics.isEmpty)
  }

  @Test("A table with more keys than its count accepts no new ones")
  func uncountedKeys() throws {
    let check = try EditCheck(movie(counting: 0))
    let error = #expect(throws: ParseError.self) {
      try check.apply(check.title("Blue Train"), LayoutConstraints(movement: .free))
    }
    #expect(error?.code == .unsupported)
  }

  /// A movie whose metadata has one key but declares `count`, or has no key table.
  private func movie(counting count: UInt32?) -> [UInt8] {
    var fixture = MovieFixture()
    fixture.brand = "qt  "
    fixture.parts[0] = .raw(atom("ftyp", Array("qt  ".utf8), [0, 0, 2, 0]))
    let handler = fullAtom("hdlr", words([0]), Array("mdta".utf8), words([0, 0, 0]), [0])
    let key = Array("com.apple.quicktime.make".utf8)
    let keys = count.map {
      fullAtom("keys", words([$0, UInt32(key.count) + 8]), Array("mdta".utf8), key)
    }
    fixture.movieEnd = atom("meta", handler, keys ?? [])
    return fixture.bytes()
  }
}
