import Foundation
import TestSupport
import Testing

@testable import MetaCommands
@testable import MetaCore

@Suite struct EditArgumentsTests {
  private func edits(_ arguments: String..., track: UInt32? = nil) throws -> [MetadataEdit] {
    try EditArguments(arguments, track: track, in: .test()).edits
  }

  private func field(_ name: String) throws -> EditTarget {
    .field(try #require(Field.named(name)))
  }

  private func complaint(_ arguments: String..., track: UInt32? = nil) -> String {
    do {
      _ = try EditArguments(arguments, track: track, in: .test())
      Issue.record("\(arguments) were taken")
      return ""
    } catch {
      #expect(error.status == .usage)
      return error.message
    }
  }

  // MARK: Edits and paths

  @Test func editsAndPathsMayBeMixed() throws {
    let arguments = try EditArguments(
      ["a.m4a", "title=Blue", "/x/y.mp3"], following: ["title=Blue"], in: .test())
    #expect(arguments.paths.map(\.text) == ["a.m4a", "/x/y.mp3", "title=Blue"])
    #expect(arguments.edits == [.set(try field("title"), ["Blue"])])
  }

  @Test func allSigns() throws {
    let artist = try field("artist")
    #expect(
      try edits("artist=A", "artist+=B", "artist-=C", "artist=", "ARTIST=D=E", "artist=+=")
        == [
          .set(artist, ["A"]), .add(artist, ["B"]), .remove(artist, ["C"]), .set(artist, []),
          .set(artist, ["D=E"]), .set(artist, ["+="]),
        ])
  }

  @Test func mistypedFieldIsNotAPath() {
    #expect(
      complaint("titel=Blue")
        == "unknown field titel; did you mean title? \(FieldWord.forms) (and there is no file titel=Blue)"
    )
    #expect(
      complaint("xyzzyplugh=1")
        == "unknown field xyzzyplugh; \(FieldWord.forms) (and there is no file xyzzyplugh=1)")
    #expect(complaint("albumartits+=x").contains("albumArtist"))
    #expect(complaint("foo/bar=x").contains("foo/bar"))
  }

  @Test func aFileWithASignInItsNameIsAPath() throws {
    let scratch = try Scratch()
    let path = scratch.path("a=b.m4a")
    try scratch.write("x", to: "a=b.m4a")
    #expect(try EditArguments([path], in: .test()).paths.map(\.text) == [path])
    #expect(complaint(scratch.path("c=d.m4a")).contains("c=d.m4a"))
    #expect(try EditArguments(["-", "=x"], in: .test()).paths.count == 2)
  }

  // MARK: Values

  @Test func valuesHaveTheTypeOfTheirField() throws {
    func value(_ argument: String) throws -> MetadataValue? {
      guard case .set(_, let values)? = try edits(argument).first?.change else { return nil }
      return values.first
    }
    #expect(try value("track=8/10") == .pair(NumberPair(number: 8, count: 10)))
    #expect(try value("track=/10") == .pair(NumberPair(number: nil, count: 10)))
    #expect(try value("track=A1") == .pair(NumberPair(number: nil, label: "A1")))
    #expect(try value("compilation=yes") == .boolean(true))
    #expect(try value("bpm=120.5") == .real(120.5))
    #expect(try value("tvSeason=3") == .integer(3))
    #expect(try value("rating=80") == .integer(80))
    #expect(try value("mediaKind=movie") == "Movie")
    #expect(try value("mediaKind=9") == "Movie")
    #expect(try value("date=1999-04") == MetadataDate(iso8601: "1999-04").map { .date($0) })
    #expect(try value("location=37.5,-122.25") == "+37.5-122.25/")
    #expect(try value("title= Blue ") == " Blue ")
  }

  @Test(arguments: [
    ("track=one", "track must be a number, optionally with a count (8/10), not “one”"),
    ("track=8/x", "track must be a number, optionally with a count (8/10), not “8/x”"),
    ("compilation=maybe", "compilation must be true or false, not “maybe”"),
    ("bpm=fast", "bpm must be a number, not “fast”"),
    ("tvSeason=3.5", "tvSeason must be a whole number, not “3.5”"),
    (
      "rating=101",
      "rating must be a whole number from 0 to 100, a fraction (3/5) or stars (★★★, 3.5 stars), not “101”"
    ),
    ("advisory=rude", "advisory must be one of None, Explicit, Clean, not “rude”"),
    (
      "location=here",
      "location must be a location (+37.5-122.25/ as in ISO 6709, or 37.5,-122.25), not “here”"
    ),
    ("date=soon", "date must be a date (1999, 1999-04-01, 2018-08-05T15:39:27+02:00), not “soon”"),
    (
      "artwork=cover.jpg",
      "artwork must be an image from a file (artwork=@cover.jpg), not “cover.jpg”"
    ),
    ("artwork-=x", "artwork must be removed by its number in the list of pictures, not “x”"),
    ("chapters=x", "chapters must be set by “metatool chapters import”, not “x”"),
    ("title+=", "title: there is no value after the operator"),
  ])
  func errorsNameTheFieldAndTheExpectedValue(_ argument: String, _ message: String) {
    #expect(complaint(argument) == message)
  }

  @Test(arguments: [
    ("1h", 3600), ("90s", 90), ("1h30m", 5400), ("2d", 172_800), ("1w", 604_800), ("1:30", 5400),
    ("01:30:15", 5415),
  ])
  func datesAreShifted(_ text: String, _ seconds: Int64) throws {
    let creation = Field.creationDate
    #expect(try edits("creationDate+=\(text)") == [.shift(creation, seconds: seconds)])
    #expect(try edits("creationDate-=\(text)") == [.shift(creation, seconds: -seconds)])
  }

  @Test func valueThatIsNotATimeMayBeADate() throws {
    let date = try #require(MetadataDate(iso8601: "1999"))
    #expect(
      try edits("date+=1999", "date-=1999") == [
        .add(field("date"), [.date(date)]), .remove(field("date"), [.date(date)]),
      ])
    #expect(complaint("date+=1y").contains("a time offset"))
  }

  // MARK: Files

  @Test func valuesComeFromFiles() throws {
    let scratch = try Scratch()
    try scratch.write("Line one\nLine two\n", to: "words.txt")
    let lyrics = try field("lyrics")
    #expect(
      try edits("lyrics=@" + scratch.path("words.txt")) == [.set(lyrics, ["Line one\nLine two"])])
    #expect(try edits("lyrics=@@home") == [.set(lyrics, ["@home"])])
    #expect(
      complaint("artwork=@" + scratch.path("words.txt")).contains("an image of a supported format"))
    #expect(throws: Failure.self) { try edits("lyrics=@" + scratch.path("none")) }
  }

  // MARK: Identifiers

  @Test func identifiersAreFields() throws {
    let frame = MetadataIdentifier(keySpace: .id3, key: "TXXX")
    #expect(
      try edits("id3/TXXX:MOOD=calm") == [
        .set(.items(frame, [ExtraAttribute(.info, "MOOD")]), ["calm"])
      ])
    let name = MetadataIdentifier(rawValue: "itsk/%A9nam")
    #expect(
      try edits("itsk/©nam=Blue", "itsk/%A9nam=") == [
        .set(.items(name, []), ["Blue"]), .set(.items(name, []), []),
      ])
    #expect(try edits("common/title=Blue") == [.set(field("title"), ["Blue"])])
  }

  // MARK: Tracks

  @Test func fieldsOfATrack() throws {
    var language = TrackEdit(trackID: 2)
    language.language = LanguageTag(rawValue: "de")
    var enabled = TrackEdit(trackID: 2)
    enabled.isEnabled = false
    #expect(
      try edits("language=deu", "enabled=false", "title=T", track: 2)
        == [.track(language), .track(enabled), .onTrack(2, .set(field("title"), ["T"]))])
    #expect(complaint("rotation=45", track: 2) == "rotation must be 0, 90, 180 or 270, not “45”")
    #expect(complaint("language=?", track: 2).contains("a language"))
  }
}

extension Scratch {
  fileprivate func path(_ name: String) -> String { file(name).path }

  fileprivate func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: file(name))
  }
}
