import Testing

@testable import MetaCore

/// Items in short, as the parsers make them.
func item(
  _ space: KeySpace, _ key: String, _ value: MetadataValue, extra: [ExtraAttribute] = [],
  in container: String = "tag"
) -> MetadataItem {
  MetadataItem(
    keySpace: space,
    key: space.hasFourByteKeys ? FourCC(key).map { .code($0) } ?? .text(key) : .text(key),
    value: value, dataType: .utf8, extraAttributes: extra,
    location: ItemLocation(container: MetadataContainer(rawValue: container)))
}

@Suite struct MetadataViewTests {
  private func view(_ items: MetadataItem..., by precedence: [KeySpace] = []) -> MetadataView {
    MetadataView(items, precedence: precedence)
  }

  private func value(_ name: String, _ view: MetadataView) -> MetadataValue? {
    Field.named(name).flatMap { view[$0] }
  }

  @Test func textIsAString() {
    #expect(value("title", view(item(.iTunes, "©nam", .string("Blue")))) == .string("Blue"))
  }

  @Test func listsAreListsEvenOfOne() {
    let one = view(item(.id3, "TPE1", .string("A")))
    #expect(value("artist", one) == .list([.string("A")]))
    let two = view(item(.iTunes, "©ART", .string("A")), item(.iTunes, "©ART", .string("B")))
    #expect(value("artist", two) == .list([.string("A"), .string("B")]))
    let many = view(item(.id3, "TPE1", .list([.string("A"), .string("B")])))
    #expect(value("artist", many) == .list([.string("A"), .string("B")]))
  }

  @Test func singleValueFieldShowsTheFirstWithANote() {
    let view = view(item(.iTunes, "©nam", .string("A")), item(.iTunes, "©nam", .string("B")))
    #expect(value("title", view) == .string("A"))
    #expect(view.findings.map(\.code.rawValue) == ["severalValues"])
  }

  @Test(arguments: [
    (["TRACKNUMBER=1", "TOTALTRACKS=9", "TRACKTOTAL=12"], 1),
    (["TRACKNUMBER=1", "TOTALTRACKS=9", "TRACKTOTAL=9"], 0),
    (["TRACKNUMBER=1/9", "TRACKTOTAL=9"], 0), (["TRACKNUMBER=1", "TRACKNUMBER=2"], 1),
  ])
  func differingCountsAreReported(_ comments: [String], _ findings: Int) {
    let items = comments.map { comment in
      let parts = comment.split(separator: "=").map(String.init)
      return MetadataItem(
        keySpace: .vorbis, key: .text(parts[0]), value: .string(parts[1]), dataType: .utf8)
    }
    let view = MetadataView(items, precedence: [.vorbis])
    #expect(view.findings.count { $0.code == .severalValues } == findings)
  }

  @Test func translationsAreNotAdditionalValues() {
    var first = item(.quickTimeUserData, "©nam", .string("Blue"))
    var second = item(.quickTimeUserData, "©nam", .string("Blau"))
    first.language = LanguageTag(rawValue: "en")
    second.language = LanguageTag(rawValue: "de")
    let view = view(first, second)
    #expect(value("title", view) == .string("Blue"))
    #expect(view.findings.isEmpty)
  }

  @Test func precedenceDecidesBetweenKeySpaces() {
    let old = item(.id3v1, "title", .string("Old"), in: "ID3v1")
    let new = item(.id3, "TIT2", .string("New"), in: "ID3v2.3")
    let view = view(old, new, by: [.id3, .id3v1])
    #expect(value("title", view) == .string("New"))
    #expect(view.findings.map(\.code.rawValue) == ["conflictingValues"])
  }

  @Test(
    "Different integers are a conflict; ratings and fractions may differ slightly",
    arguments: [
      (MetadataValue.integer(100), MetadataValue.string("101"), "tves", "TVEPISODE", 1),
      (.integer(100), .string("100"), "tves", "TVEPISODE", 0),
      (.integer(128), .string("129"), "tmpo", "BPM", 1),
      (.integer(128), .string("127.6"), "tmpo", "BPM", 0),
      (.integer(99), .string("5"), "rate", "RATING", 0),
    ])
  func integersAreExact(
    code: MetadataValue, text: MetadataValue, atom: String, name: String, conflicts: Int
  ) {
    let view = view(
      item(.iTunes, atom, code, in: "ilst"), item(.vorbis, name, text, in: "comments"),
      by: [.iTunes, .vorbis])
    #expect(view.conflicts.count == conflicts)
  }

  @Test func aFieldMissingInTheFirstTagComesFromTheNext() {
    let view = view(
      item(.id3, "TIT2", .string("One"), in: "ID3v2.3"),
      item(.id3, "TIT2", .string("Two"), in: "ID3v2.4"),
      item(.id3, "TALB", .string("Album"), in: "ID3v2.4"))
    #expect(value("title", view) == .string("One"))
    #expect(value("album", view) == .string("Album"))
  }

  @Test func truncatedValuesDoNotConflict() {
    let view = view(
      item(.id3, "TIT2", .string("A title that is longer than thirty"), in: "ID3v2"),
      item(.id3v1, "title", .string("A title that is longer than th"), in: "ID3v1"),
      by: [.id3, .id3v1])
    #expect(view.findings.isEmpty)
  }

  @Test func emptyValueIsIgnored() {
    let view = view(
      item(.iTunes, "©nam", .string(""), in: "a"), item(.id3, "TIT2", .string("B"), in: "b"))
    #expect(value("title", view) == .string("B"))
  }

  @Test func trackItemsAreIgnored() {
    var name = item(.quickTimeUserData, "©nam", .string("Track"))
    name.trackID = 1
    #expect(view(name).entries.isEmpty)
  }

  @Test func pairsOfAllForms() {
    let pair = MetadataValue.pair(NumberPair(number: 8, count: 10))
    #expect(value("track", view(item(.id3, "TRCK", .string("8/10")))) == pair)
    #expect(value("track", view(item(.iTunes, "trkn", pair))) == pair)
    let apart = view(
      item(.vorbis, "tracknumber", .string("08")), item(.vorbis, "TotalTracks", .string("10")))
    #expect(value("track", apart) == pair)
    let label = view(item(.id3, "TRK", .string("A1")))
    #expect(value("track", label) == .pair(NumberPair(number: nil, label: "A1")))
    #expect(view(item(.iTunes, "trkn", .pair(NumberPair(number: 0, count: 0)))).entries.isEmpty)
  }

  @Test func threeFramesMakeOneDate() {
    let view = view(
      item(.id3, "TIME", .string("1539")), item(.id3, "TDAT", .string("0508")),
      item(.id3, "TYER", .string("2018")))
    #expect(value("date", view).map(text) == "2018-08-05T15:39")
  }

  @Test(arguments: [("2018", "2018"), ("2018-08-05", "2018-08-05")])
  func yearAloneIsKept(_ year: String, _ date: String) {
    #expect(value("date", view(item(.id3, "TYER", .string(year)))).map(text) == date)
  }

  @Test func genresByNumberAreShownByName() {
    let jazz = MetadataValue.list([.string("Jazz")])
    #expect(value("genre", view(item(.iTunes, "gnre", .integer(9)))) == jazz)
    #expect(value("genre", view(item(.id3v1, "genre", .integer(8)))) == jazz)
    #expect(value("genre", view(item(.id3, "TCON", .string("(8)")))) == jazz)
    let both = view(item(.iTunes, "gnre", .integer(9)), item(.iTunes, "©gen", .string("Cool")))
    #expect(value("genre", both) == .list([.string("Cool")]))
  }

  @Test func invalidDateStaysText() {
    let spring = view(item(.iTunes, "©day", .string("spring 1999")))
    #expect(value("date", spring) == .string("spring 1999"))
    #expect(view(item(.iTunes, "©day", .string("þÿ"))).entries.isEmpty)
    let zone = view(item(.riff, "ICRD", .string("2016-07-31 10:25:09 UTC")))
    #expect(value("date", zone).map(text) == "2016-07-31T10:25:09Z")
  }

  private func text(_ value: MetadataValue) -> String {
    if case .date(let date) = value { return date.description }
    return value.stringValue ?? ""
  }

  @Test func commentsWithoutDescriptionComeFirst() {
    func comment(_ text: String, _ info: String) -> MetadataItem {
      item(.id3, "COMM", .string(text), extra: [ExtraAttribute(.info, .string(info))])
    }
    let view = view(
      comment(" 00000 00000", "iTunNORM"), comment("Old", "ID3v1 Comment"), comment("Words", ""))
    #expect(value("comment", view) == .string("Words"))
    #expect(value("soundCheck", view) == .string(" 00000 00000"))
    #expect(view.findings.isEmpty)
    let technical = MetadataView([comment("x", "iTunPGAP"), comment("y", "Mood")], precedence: [])
    #expect(value("comment", technical) == nil)
  }

  @Test func peopleByRole() {
    func person(_ role: String, _ name: String) -> MetadataValue {
      .record([.init("role", .string(role)), .init("name", .string(name))])
    }
    let view = view(
      item(.id3, "TIPL", .list([person("producer", "P"), person("engineer", "E")])),
      item(.id3, "TMCL", .list([person("guitar", "G")])))
    #expect(value("producer", view) == .list([.string("P")]))
    #expect(value("engineer", view) == .list([.string("E")]))
    #expect(value("performer", view) == .list([.string("G (guitar)")]))
  }

  @Test func workOverridesGrouping() {
    let alone = view(item(.id3, "TIT1", .string("Group")))
    #expect(value("grouping", alone) == .string("Group"))
    #expect(value("work", alone) == nil)
    let both = view(item(.id3, "TIT1", .string("Work")), item(.id3, "GRP1", .string("Group")))
    #expect(value("grouping", both) == .string("Group"))
    #expect(value("work", both) == .string("Work"))
  }

  @Test func movementNumberAndCountShareAFrame() {
    let view = view(item(.id3, "MVIN", .string("2/4")))
    #expect(value("movementNumber", view) == .integer(2))
    #expect(value("movementCount", view) == .integer(4))
  }

  @Test func ownersAndDescriptionsAreKeys() {
    let id = ByteSlice(Array("1234-abcd".utf8))
    let view = view(
      item(
        .id3, "UFID", .data(.bytes(id)),
        extra: [ExtraAttribute(.owner, .string("http://musicbrainz.org"))]),
      item(
        .id3, "TXXX", .string("-6.50 dB"),
        extra: [ExtraAttribute(.info, .string("replaygain_track_gain"))]),
      item(.iTunesLong, "com.apple.iTunes.MusicBrainz Album Id", .string("x")))
    #expect(value("musicBrainzRecordingID", view) == .string("1234-abcd"))
    #expect(value("replayGainTrackGain", view) == .real(-6.5))
    #expect(value("musicBrainzReleaseID", view) == .string("x"))
  }

  @Test func numbersFlagsAndNames() {
    let view = view(
      item(.iTunes, "tmpo", .integer(128)), item(.iTunes, "cpil", .integer(1)),
      item(.iTunes, "stik", .integer(10)), item(.iTunes, "rtng", .integer(1)),
      item(.iTunes, "pgap", .boolean(false)), item(.iTunes, "tvsn", .integer(3)))
    #expect(value("bpm", view) == .integer(128))
    #expect(value("compilation", view) == .boolean(true))
    #expect(value("mediaKind", view) == .string("TV Show"))
    #expect(value("advisory", view) == .string("Explicit"))
    #expect(value("gapless", view) == .boolean(false))
    #expect(value("tvSeason", view) == .integer(3))
  }

  @Test(arguments: [(0, nil), (1, 20), (64, 40), (128, 60), (196, 80), (255, 100), (160, 69)])
  func popularimetersAreStars(_ byte: Int, _ rating: Int64?) {
    let value: MetadataValue = .record([
      .init("rating", .integer(Int64(byte))), .init("count", .integer(7)),
    ])
    let view = view(item(.id3, "POPM", value))
    #expect(self.value("rating", view) == rating.map { .integer($0) })
    #expect(self.value("playCount", view) == .integer(7))
  }

  @Test func entriesFollowTheOrderOfTheTable() {
    let view = view(
      item(.iTunes, "©too", .string("x")), item(.iTunes, "©alb", .string("b")),
      item(.iTunes, "©nam", .string("a")))
    #expect(view.entries.map(\.field.name) == ["title", "album", "encoder"])
    #expect(view.entries.map(\.item) == [2, 1, 0])
  }

  @Test func manyItemsTakeLinearTime() {
    let clock = ContinuousClock()
    func time(_ count: Int) -> Duration {
      let items = (0..<count).map { item(.iTunes, "©ART", .string("\($0)"), in: "\($0 % 2)") }
      // The fastest of several runs, because other tests run at the same time.
      let times = (0..<3).map { _ in clock.measure { _ = MetadataView(items, precedence: []) } }
      return times.min() ?? .zero
    }
    #expect(time(20_000) < time(1000) * 100)
  }
}
