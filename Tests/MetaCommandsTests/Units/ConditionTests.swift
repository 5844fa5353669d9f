import Foundation
import MetaCore
import TestSupport
import Testing

@testable import MetaCommands

/// `--where`: valid expressions, and the files that match them.
@Suite struct ConditionTests {
  /// A file with values of all kinds.
  private static let document: Document = {
    let reader = FileReader(in: .test())
    guard case .success(let reading) = reader.read(song) else {
      preconditionFailure("the sample is not here")
    }
    return reading.document
  }()

  private static let song = InputPath(text: Repository.sample("song-itunes.m4a").path)

  private func holds(_ expression: String) throws -> Bool {
    FileFilter(try Condition(expression)).accepts(ConditionTests.song, ConditionTests.document)
  }

  // The sample: title Blue Train, artist Ada Lind, track 3/9, date 2024-03-09, genre Jazz, two
  // pictures.

  @Test(arguments: [
    "title", "TITLE", "artwork", "not lyrics or lyrics", "title == 'Blue Train'",
    "title=='blue train'",
    "title contains TRAIN", "title contains ''", "title matches '^Blue'",
    "title matches '(?i)^blue'",
    "title matches \"T\\w+n$\"", "title >= a", "title < c", "itsk/©nam == 'Blue Train'",
    "itsk/%A9nam contains blue", "\"itsk/©nam\"", "track", "track == 3", "track == 3/9",
    "track.count == 9", "track.number<=3", "track.count>8.5", "track > 2/9", "track < 3/10",
    "artwork == 2", "artwork.count > 1", "artist == 'Ada Lind'", "artist != 'Bo Ek'",
    "genre != Rock", "mood != x", "!mood", "not (artist == 'Bo Ek')",
    "title and artist and not mood", "mood or title", "mood or mood or title",
    "mood and title or artist", "artist or mood and mood", "(artist or mood) and title",
    "title && artist || mood", "not not title", "!!title", "( ( title ) )",
    "fileType == com.apple.m4a-audio", "container == mp4", "extension == M4A",
    "fileName == song-itunes.m4a", "path contains Samples", "folder matches 'Samples$'",
    "size > 1k", "size < 1M", "size >= 1", "duration < 3:20", "duration < 1h30m", "duration > 0",
    "codec == mp4a", "codec contains mp4a.40", "mediaType == audio", "channels >= 1",
    "sampleRate > 8000", "tracks == 1", "tracks", "compilation == 1",
  ])
  func expressionsThatHold(expression: String) throws {
    #expect(try holds(expression), "\(expression)")
  }

  @Test(arguments: [
    ("==", [false, true, false]), ("!=", [true, false, true]), ("<", [true, false, false]),
    ("<=", [true, true, false]), (">", [false, false, true]), (">=", [false, true, true]),
  ])
  func recordSidesAreOrdered(relation: String, holds: [Bool]) throws {
    let condition = try Condition("track \(relation) b1")
    guard case .compare(let comparison) = condition.root else { return }
    for (side, isTrue) in zip(["A1", "B1", "C1"], holds) {
      let value = try #require(Field.named("track")?.value(of: side))
      #expect(comparison.matches(for: [value], []) == isTrue, "\(side) \(relation)")
    }
    let number = MetadataValue.pair(NumberPair(number: 1, count: nil))
    #expect(comparison.matches(for: [number], []) == (relation == "!="))
  }

  @Test(arguments: [
    "mood", "!title", "title == Blue", "title matches '^blue'", "title contains bluest",
    "title < a",
    "track == 4", "track == 3/8", "track.count < 9", "track > 3", "track < 3/9", "artwork == 1",
    "artist != 'Ada Lind'", "mood == x", "mood < x", "mood contains x", "mood matches '.*'",
    "title and mood", "mood or not title", "not (title or mood)", "width > 0", "mediaType == video",
    "size > 1G", "duration > 1:00", "path contains nowhere", "extension == mp3", "lyrics3/ETT",
    "(artist or mood) and mood",
  ])
  func expressionsThatDoNotHold(expression: String) throws {
    #expect(try !holds(expression), "\(expression)")
  }

  @Test(arguments: [
    ("", 1, "expected the name of a field"), ("   ", 4, "expected the name of a field"),
    ("gnere == Jazz", 1, "unknown field gnere; did you mean genre?"),
    ("title and durtion", 11, "unknown field durtion; did you mean duration?"),
    ("xyzxyzxyz", 1, "unknown field xyzxyzxyz"), ("title ==", 9, "expected a value"),
    ("title = x", 7, "use == to compare values"), ("(title", 7, "unclosed parenthesis"),
    ("title)", 6, "unexpected “)”; expected “and” or “or”"),
    ("title artist", 7, "unexpected “artist”; expected “and” or “or”"),
    ("title == 'x", 10, "unclosed quote"), ("bpm > fast", 7, "“fast” is not a number"),
    ("date < soon", 8, "“soon” is not a date (1999, 1999-04-01, 2018-08-05T15:39:27+02:00)"),
    ("duration < long", 12, "“long” is not a time (90, 3:20, 1h30m)"),
    ("size > big", 8, "“big” is not a number of bytes (3000, 500k, 1.5M)"),
    ("compilation == maybe", 16, "“maybe” is not a flag (true or false)"),
    ("title matches '('", 15, "“(” is not a regular expression"),
    ("title and", 10, "expected the name of a field"),
    ("not", 4, "expected the name of a field"),
    ("title.count > 1", 1, "unknown field title.count"),
    ("== x", 1, "expected the name of a field"),
  ])
  func errorsNameTheirColumn(expression: String, column: Int, message: String) {
    do {
      _ = try Condition(expression)
      Issue.record("\(expression) was read")
    } catch {
      #expect(error.place == column, "\(expression): \(error)")
      #expect(error.reason.hasPrefix(message), "\(error)")
    }
  }

  @Test(arguments: ["(", "not ", "!"])
  func depthIsBounded(opening: String) {
    #expect(throws: TextError.self) {
      try Condition(String(repeating: opening, count: 100_000) + "title")
    }
  }

  @Test func longChainsDoNotCountAsDepth() throws {
    let expression = Array(repeating: "title", count: 20_000).joined(separator: " and ")
    #expect(try holds(expression))
  }

  @Test func operatorWordsInsideNamesAreNotOperators() throws {
    #expect(try Condition("originalDate").root == .exists(#require(Operand("originalDate"))))
    let condition = try Condition("title==and and artist==or")
    guard case .all(let nodes) = condition.root else {
      Issue.record("no conjunction")
      return
    }
    #expect(nodes.count == 2)
  }

  @Test(arguments: [
    ("1999-04-01", "1999", 0), ("1999", "1999-04", -1), ("1999-04", "1999-04-01", -1),
    ("1999-05", "1999-04-01", 1), ("2000", "1999", 1), ("1998-12-31", "1999", -1),
    ("1999-04-01T10:00:00Z", "1999-04-01T12:00:00+02:00", 0),
    ("1999-04-01T10:00:00Z", "1999-04-01T10:00:00+02:00", 1),
    ("1999-04-01T10:00:30Z", "1999-04-01T10:00Z", 0),
    ("1999-04-01T10:00:30", "1999-04-01T10:00Z", 0), ("1999-04-01", "1999-04-01T10:00Z", -1),
  ])
  func datesCompareUpToTheirPrecision(date: String, given: String, order: Int) throws {
    let one = try #require(MetadataDate(iso8601: date))
    let other = try #require(MetadataDate(iso8601: given))
    #expect(DateOrder.order(one, other) == order)
  }

  @Test func anyListValueMayMatch() throws {
    let operand = try #require(Operand("artist"))
    func holds(_ relation: Comparison.Relation, _ values: [String]) -> Bool {
      Comparison(operand: operand, relation: relation, expected: .text("b", nil))
        .matches(for: values.map { .string($0) }, [])
    }
    #expect(holds(.equal, ["A", "B"]))
    #expect(!holds(.equal, ["A", "C"]))
    #expect(!holds(.notEqual, ["A", "B"]))
    #expect(holds(.notEqual, ["A", "C"]))
    #expect(holds(.notEqual, []))
    #expect(!holds(.less, []))
    #expect(holds(.less, ["A", "C"]))
  }

  @Test func numbersInItemsCompareAsNumbers() throws {
    let operand = try #require(Operand("itsk/tmpo"))
    let wanted = try #require(Comparison.ExpectedValue("9", operand.kind))
    func holds(_ value: MetadataValue) -> Bool {
      Comparison(operand: operand, relation: .greater, expected: wanted).matches(for: [value], [])
    }
    #expect(holds(.integer(10)))
    #expect(holds(.string("10")))
    #expect(!holds(.integer(8)))
    // A value that is not a number is text.
    #expect(holds(.string("fast")))
  }

  @Test func flagsAreTrueOrFalse() throws {
    let operand = try #require(Operand("compilation"))
    #expect(Comparison.isPresent(.boolean(true), operand))
    #expect(!Comparison.isPresent(.boolean(false), operand))
    let wanted = try #require(Comparison.ExpectedValue("No", .boolean))
    let comparison = Comparison(operand: operand, relation: .equal, expected: wanted)
    #expect(comparison.matches(for: [.boolean(false)], []))
    #expect(!comparison.matches(for: [.boolean(true)], []))
  }

  @Test func pathConditionsNeedNoFile() throws {
    func mayTake(_ expression: String) throws -> Bool {
      FileFilter(try Condition(expression)).mayTake(InputPath(text: "not/there.m4a"))
    }
    #expect(try !mayTake("extension == mp3"))
    #expect(try !mayTake("extension == mp3 and title"))
    #expect(try mayTake("extension == mp3 or title"))
    #expect(try mayTake("extension == m4a and title"))
    #expect(try !mayTake("not (path contains there or title)"))
  }

  @Test func factNamesMatchDumps() {
    // Users search for properties of the file, not for values written into it.
    let fields = FileFact.allCases.filter { Field.named($0.rawValue) != nil }
    #expect(fields == [.fileType, .mediaType])
    for fact in FileFact.allCases {
      #expect(Operand(fact.rawValue.uppercased()) == .fact(fact))
    }
  }
}
