import TestSupport
import Testing

@testable import MetaCore

@Suite struct EditFieldTests {
  // MARK: Places

  @Test func newFieldGoesToTheFirstInsertionPoint() throws {
    let song = try EditBench(.m4a).applying(set("title", "Blue"))
    #expect(song.lines == ["itsk/©nam=Blue"])
    #expect(song["title"] == "Blue")
    let movie = try EditBench(.mov).applying(set("title", "Blue"))
    #expect(movie.lines == ["mdta/com.apple.quicktime.title=Blue", "udta/©nam=Blue"])
    #expect(try EditBench(.mobile).applying(set("title", "Blue")).lines == ["uiso/titl=Blue"])
    #expect(try EditBench(.mobile).applying(set("bpm", "120")).lines == ["itsk/tmpo=120"])
  }

  @Test func everyContainerOfAFieldIsChanged() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TIT2", "Old", in: "ID3v2.4"),
      item(.ape, "TITLE", "Older", in: "APEv2"), item(.id3v1, "title", "Old", in: "ID3v1"))
    let edited = try bench.applying(set("title", "A title that is longer than thirty characters"))
    #expect(
      edited.lines == [
        "org.id3/TIT2=A title that is longer than thirty characters",
        "ape/TITLE=A title that is longer than thirty characters",
        "id3v1/title=A title that is longer than th",
      ])
    #expect(edited.view.findings.isEmpty)
  }

  @Test(.timeLimit(.minutes(60))) func longTextsAreTruncatedAndCountedOnce() {
    let count = Repository.runsEverything ? 1_000_000 : 100_000
    let text = String(repeating: "e\u{301}", count: count)
    #expect(LimitedText.fit(text, limit: count - 1).unicodeScalars.count == count - 1)
  }

  @Test func keysAreUnchanged() throws {
    let bench = EditBench(
      .mp323, items: item(.id3, "TYER", "1999", in: "ID3v2.3"),
      item(
        .id3, "TXXX", "1980", extra: [ExtraAttribute(.info, "originalyear")], in: "ID3v2.3"))
    let edited = try bench.applying(set("date", "2001"), set("originalYear", "1981"))
    #expect(edited.lines == ["org.id3/TYER=2001", "org.id3/TXXX:originalyear=1981"])
  }

  @Test func aliasesAreReplacedByTheNewValue() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TDRC", "1999-04-01", in: "ID3v2.4"),
      item(.id3, "TYER", "1999", in: "ID3v2.4"))
    #expect(try bench.applying(set("date", "1999-04-01")).lines == bench.lines)
    #expect(try bench.applying(set("date", "2001")).lines == ["org.id3/TDRC=2001"])
  }

  @Test func dateUsesTheNecessaryFrames() throws {
    let bench = EditBench(.mp323, items: item(.id3, "TYER", "1999", in: "ID3v2.3"))
    let day = try bench.applying(set("date", "2018-08-05"))
    #expect(day.lines == ["org.id3/TYER=2018", "org.id3/TDAT=0508"])
    #expect(try day.applying(set("date", "2001")).lines == ["org.id3/TYER=2001"])
  }

  @Test func genreWithoutANumberBecomesText() throws {
    var genre = item(.iTunes, "gnre", .integer(9), in: EditBench.list.rawValue)
    genre.dataType = DataType(name: "uint16", code: 0)
    let bench = EditBench(.m4a, items: genre)
    #expect(try bench.applying(set("genre", "Rock")).lines == ["itsk/gnre=18"])
    #expect(try bench.applying(set("genre", "Zydeco Punk")).lines == ["itsk/©gen=Zydeco Punk"])
    let two = try bench.applying(set("genre", "Rock", "Jazz"))
    #expect(two.lines == ["itsk/©gen=Rock", "itsk/©gen=Jazz"])
  }

  @Test func itemsOfTracksAreLeftAlone() throws {
    var name = item(.quickTimeUserData, "©nam", "Track", in: "moov/trak/udta")
    name.trackID = 1
    let bench = EditBench(.mov, items: name)
    let edited = try bench.applying(set("title", "Film"))
    #expect(edited.lines.first == "udta/©nam=Track")
    #expect(edited["title"] == "Film")
    #expect(try edited.applying(set("title")).lines == ["udta/©nam=Track"])
  }

  @Test func otherLanguagesAreKept() throws {
    func text(_ text: String, _ language: String) -> MetadataItem {
      var userDataItem = item(.quickTimeUserData, "©nam", .string(text), in: "moov/udta")
      userDataItem.language = LanguageTag(rawValue: language)
      return userDataItem
    }
    let bench = EditBench(.mov, [[text("Blue", "en"), text("Blau", "de"), text("Blue", "fr")]])
    let resolved = try bench.resolve(set("title", "Red"))
    #expect(resolved.notes.map(\.code.rawValue) == ["translationsKept"])
    let edited = bench.applying(resolved.edit)
    #expect(edited.lines == ["udta/©nam=Red", "udta/©nam=Blau", "udta/©nam=Red"])
    #expect(edited.document.items.map(\.language?.rawValue) == ["en", "de", "fr"])
    #expect(try bench.applying(set("title")).lines.isEmpty)
  }

  @Test func descriptionAndLanguageAreKept() throws {
    let comment = item(
      .id3, "COMM", "Old",
      extra: [ExtraAttribute(.language, "eng"), ExtraAttribute(.info, "")], in: "ID3v2.4")
    let purpose = item(
      .id3, "COMM", "x", extra: [ExtraAttribute(.info, "Songs-DB_Custom1")], in: "ID3v2.4")
    let edited = try EditBench(.mp3, items: comment, purpose).applying(set("comment", "New"))
    #expect(edited.lines == ["org.id3/COMM:=New", "org.id3/COMM:Songs-DB_Custom1=x"])
    #expect(edited.document.items[0][extra: .language] == "eng")
  }

  @Test func existingValuesAreNotRewritten() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TIT2", "Blue", in: "ID3v2.4"),
      item(.id3, "TRCK", "08/10", in: "ID3v2.4"), item(.id3v1, "title", "Blue", in: "ID3v1"))
    let track = MetadataValue.pair(NumberPair(number: 8, count: 10))
    #expect(try bench.resolve(set("title", "Blue"), set("track", track)).edit.isEmpty)
    #expect(try bench.resolve(set("title", "Red"), set("title", "Blue")).edit.isEmpty)
  }

  @Test func unsupportedFieldIsRefused() throws {
    let bench = EditBench(.aiff)
    #expect(throws: EditRefusal.self) { try bench.resolve(set("executiveProducer", "A")) }
    do {
      _ = try bench.resolve(set("executiveProducer", "A"))
    } catch let refusal as EditRefusal {
      #expect(refusal.losses.map(\.reason) == [.noKey] && refusal.isLossy)
    }
  }

  @Test func invalidValueIsRefused() throws {
    let bench = EditBench(.mp3)
    let edits = [
      try set("compilation", "perhaps"), try set("bpm", "fast"), try set("rating", .integer(101)),
      try set("location", "here"), try set("movementNumber", "x"),
    ]
    for edit in edits {
      do {
        _ = try bench.resolve(edit)
        Issue.record("\(edit) was not refused")
      } catch let refusal as EditRefusal {
        #expect(refusal.losses.map(\.reason) == [.wrongType] && !refusal.isLossy)
      }
    }
  }

  // MARK: Lists

  @Test func listsFollowTheKeySpace() throws {
    let atoms = try EditBench(.m4a).applying(set("artist", "A", "B"))
    #expect(atoms.lines == ["itsk/©ART=A", "itsk/©ART=B"])
    #expect(Set(atoms.document.items.map(\.location)).count == 1)
    let frame = try EditBench(.mp3).applying(set("artist", "A", "B"))
    #expect(frame.lines == ["org.id3/TPE1=A|B"])
    let more = try atoms.applying(add("artist", "C"))
    #expect(more.lines == ["itsk/©ART=A", "itsk/©ART=B", "itsk/©ART=C"])
    #expect(Set(more.document.items.map(\.location)).count == 1)
    #expect(try frame.applying(add("artist", "C")).lines == ["org.id3/TPE1=A|B|C"])
    #expect(try frame.resolve(add("artist", "B")).edit.isEmpty)
    #expect(try more.applying(remove("artist", "B")).lines == ["itsk/©ART=A", "itsk/©ART=C"])
    #expect(try frame.applying(remove("artist", "A", "B")).lines.isEmpty)
    #expect(try frame.resolve(remove("artist", "D")).edit.isEmpty)
  }

  @Test func repeatedAtomsStaySeparate() throws {
    let list = EditBench.list.rawValue
    let bench = EditBench(
      .m4a, items: item(.iTunes, "©ART", "A", in: list), item(.iTunes, "©ART", "B", in: list))
    let edit = try bench.resolve(set("artist", "A", "C")).edit
    #expect(edit.changes.count == 1)
    #expect(bench.applying(edit).lines == ["itsk/©ART=A", "itsk/©ART=C"])
    #expect(try bench.applying(set("artist", "C")).lines == ["itsk/©ART=C"])
  }

  @Test func singleValueContainerStoresTheFirst() throws {
    let bench = EditBench(
      .wav, items: item(.id3, "TPE1", "A", in: "ID3v2.3"), item(.riff, "IART", "A", in: "INFO"))
    let both = try bench.applying(set("artist", "B", "C"))
    #expect(both.lines == ["org.id3/TPE1=B|C", "riff/IART=B"])
    #expect(both.view.findings.isEmpty)
    let alone = EditBench(.wav, items: item(.riff, "IART", "A", in: "INFO"))
    #expect(
      try alone.applying(set("artist", "B", "C")).lines
        == ["riff/IART=B", "org.id3/TPE1=B|C"])
  }

  @Test func secondTextFollowsTheFirst() throws {
    let bench = EditBench(.mp3, items: item(.id3, "TIT2", "One", in: "ID3v2.4"))
    let two = try bench.applying(add("title", "Two"))
    #expect(two.lines == ["org.id3/TIT2=One|Two"])
    #expect(two["title"] == "One")
    #expect(try two.applying(remove("title", "One"))["title"] == "Two")
    #expect(throws: EditRefusal.self) {
      try EditBench(.mp3, items: item(.id3, "TBPM", "120", in: "ID3v2.4"))
        .resolve(add("bpm", "121"))
    }
  }

  @Test func removingAValueKeepsOthers() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TPE1", "A", in: "ID3v2.4"),
      item(.ape, "Artist", .list(["A", "B"]), in: "APEv2"))
    #expect(try bench.applying(remove("artist", "A")).lines == ["ape/Artist=B"])
  }

  // MARK: Losses

  @Test func lossesRequirePermission() throws {
    var bench = EditBench(.mp3)
    let zoned = try set("date", "2018-08-05T15:39:00+02:00")
    do {
      _ = try bench.resolve(zoned)
      Issue.record("not refused")
    } catch let refusal as EditRefusal {
      #expect(refusal.losses.map(\.reason) == [.lessPrecise] && refusal.isLossy)
    }
    bench.options.allowsLoss = true
    let resolved = try bench.resolve(zoned)
    #expect(resolved.losses.map(\.reason) == [.lessPrecise])
    #expect(bench.applying(resolved.edit).lines == ["org.id3/TDRC=2018-08-05T15:39:00"])
  }

  @Test func latin1ContainersStoreWhatTheyCan() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TIT2", "Old", in: "ID3v2.4"),
      item(.id3v1, "title", "Old", in: "ID3v1"), item(.id3v1, "genre", .integer(8), in: "ID3v1"))
    let title = "Привет, Größe e\u{301} x\u{301}"
    let edited = try bench.applying(set("title", .string(title)), set("genre", "Post-Zydeco"))
    #expect(
      edited.lines == [
        "org.id3/TIT2=" + title, "id3v1/title=??????, Größe é x", "org.id3/TCON=Post-Zydeco",
      ])
    #expect(try edited.resolve(set("title", .string(title))).edit.isEmpty)
  }

  @Test func onlyALimitedContainerIsSupplemented() throws {
    let bench = EditBench(.mp3, items: item(.id3v1, "title", "Old", in: "ID3v1"))
    #expect(try bench.applying(set("title", "Short")).lines == ["id3v1/title=Short"])
    let long = try bench.applying(set("title", "A title that is longer than thirty characters"))
    #expect(long.lines.count == 2)
    #expect(long["title"] == "A title that is longer than thirty characters")
  }

  @Test func onlyTheRequestedValueIsRemoved() throws {
    let bench = EditBench(.mp3, items: item(.id3, "TDRC", "1999-04-01", in: "ID3v2.4"))
    #expect(try bench.resolve(remove("date", "1999")).edit.isEmpty)
    #expect(try bench.applying(remove("date", "1999-04-01")).lines.isEmpty)
  }

  @Test func emptyItemIsFilled() throws {
    let bench = EditBench(.m4a, items: item(.iTunes, "©nam", "", in: EditBench.list.rawValue))
    #expect(try bench.applying(set("title", "Blue")).lines == ["itsk/©nam=Blue"])
  }

  @Test func iTunesListUsesTheFirstKeyOfTheTable() throws {
    let edited = try EditBench(.m4a).applying(set("label", "L"), set("bpm", "120.5"))
    #expect(edited.lines == ["itlk/com.apple.iTunes.LABEL=L", "itlk/com.apple.iTunes.BPM=120.5"])
    #expect(edited.document.items[0][extra: .mean] == "com.apple.iTunes")
  }

  @Test func severalTagsAreUpdatedTogether() throws {
    let bench = EditBench(
      .mp3, items: item(.id3, "TIT2", "Old", in: "ID3v2.4"),
      item(.id3, "TIT2", "Older", in: "ID3v2.3#2"))
    #expect(
      try bench.applying(set("title", "New")).lines == ["org.id3/TIT2=New", "org.id3/TIT2=New"])
  }
}
