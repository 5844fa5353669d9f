import Foundation
import MetaCore
import TestSupport
import Testing

@testable import MetaCommands

/// Templates both ways: from fields to names, and from names to fields.
@Suite struct TemplateTests {
  // MARK: Names

  private func name(_ template: String, windows: Bool = false) throws -> String {
    let path = InputPath(text: Repository.sample("song-itunes.m4a").path)
    let reading = try FileReader(in: .test()).read(path).get()
    let subject = ConditionInput(path, reading.document, needsFields: true)
    let safety = SafeName(isForWindows: windows)
    let components = try Template(template).name(of: subject, safety)
    return components.map { $0.name(safety) ?? "(empty)" }.joined(separator: "/")
  }

  // The sample: title Blue Train, artist Ada Lind, album Night Lines, albumArtist Various
  // Travellers, track 3/9, disc 1/2, genre Jazz, date 2024-03-09, lyrics of two lines, no mood.

  @Test(arguments: [
    ("{title}", "Blue Train"), ("{track:02} {title}", "03 Blue Train"), ("{track}", "3"),
    ("{albumArtist|artist}/{album}/{title}", "Various Travellers/Night Lines/Blue Train"),
    ("{mood|artist}", "Ada Lind"), ("{mood|'Unknown'}", "Unknown"), ("{mood|\"a b\"}", "a b"),
    ("{mood|title:05}", "Blue Train"), ("{track.count:03}", "009"), ("{date.year}", "2024"),
    ("{year}-{date.month:02}", "2024-03"), ("{date}", "2024-03-09"),
    ("[{disc}-]{track:02}", "1-03"),
    ("[{mood} - ]{title}", "Blue Train"), ("[{disc}[.{mood}]-]{title}", "1-Blue Train"),
    ("\\{{title}\\} \\[x\\] \\\\", "{Blue Train} [x] \\"), ("{itsk/©nam}", "Blue Train"),
    ("{fileName}", "song-itunes.m4a"), ("{extension}", "m4a"), ("{codec}", "mp4a, mp4a.40.2"),
    ("{title:upper}", "BLUE TRAIN"), ("{title:lower:titlecase}", "Blue Train"),
    ("{mood|title:upper}", "BLUE TRAIN"), ("{mood|artist:upper|'x'}", "ADA LIND"),
    ("{mood|'not known':upper}", "NOT KNOWN"), ("{{title\\}", "{title}"),
    ("{stem}", "song-itunes"), ("{itsk/©nam:lower}", "blue train"), ("{©nam}", "Blue Train"),
    ("{lyrics}", "First line Second line"), ("/{title}", "Blue Train"),
    ("a//{title}", "a/Blue Train"),
    ("../{title}", "../Blue Train"), (".{title}", "_Blue Train"), ("{title}...", "Blue Train"),
    ("  {title}  ", "Blue Train"), ("{artwork}", "2"), ("{TITLE}", "Blue Train"),
  ])
  func namesOfFields(template: String, name: String) throws {
    #expect(try self.name(template) == name)
  }

  @Test(arguments: [
    ("{mood}", "the file has no mood"),
    ("{mood|conductor} x", "the file has no mood and no conductor"),
    ("{_}", "the file has no "),
  ])
  func aMissingFieldIsNamed(template: String, message: String) throws {
    do {
      _ = try name(template)
      Issue.record("\(template) was a name")
    } catch let failure as Failure {
      #expect(failure.message == message)
      #expect(failure.status == .refused)
    }
  }

  @Test(arguments: [
    ("", 1, "the template is empty"), ("{title", 1, "unclosed brace"),
    ("x{titel}", 3, "unknown field titel; did you mean title?"),
    ("[{title}", 1, "unclosed bracket"),
    ("a]", 2, "unmatched “]”"), ("a}", 2, "unmatched “}”"),
    ("{track:2}", 8, "write the number of digits"),
    ("{track:0}", 8, "write the number of digits"),
    ("{track:099}", 8, "write the number of digits"),
    ("[abc]", 1, "no field in the brackets"), ("{'x}", 2, "unclosed quote"),
    ("{'x'y}", 5, "expected “}”"), ("{}", 2, "missing field name"),
    ("{a|}", 2, "unknown field a"),
  ])
  func errorsNameTheirColumn(template: String, column: Int, message: String) {
    do {
      _ = try Template(template)
      Issue.record("\(template) was read")
    } catch {
      #expect(error.place == column, "\(template): \(error)")
      #expect(error.reason.hasPrefix(message), "\(error)")
    }
  }

  // MARK: Values

  @Test(arguments: [
    ("{artist}", "Ada Lind"), ("by {artist:upper}!", "by ADA LIND!"), ("{{artist}", "{artist}"),
    ("{titel} [x] \\t }", "{titel} [x] \\t }"), ("{", "{"), ("{}", "{}"), ("{artist", "{artist"),
    ("{{{artist}}", "{Ada Lind}"), ("{'a': 1}", "{'a': 1}"), ("{_}", "{_}"),
    ("{x|artist}", "{x|artist}"),
    ("{mood|'none'}", "none"), ("{mood|''}", ""), ("{track:03}/{track.count}", "003/9"), ("", ""),
  ])
  func valuesHaveFieldsOnly(text: String, value: String) throws {
    let path = InputPath(text: Repository.sample("song-itunes.m4a").path)
    let reading = try FileReader(in: .test()).read(path).get()
    let subject = ConditionInput(path, reading.document, needsFields: true)
    #expect(try Template(text, .value).text(of: subject) == value)
  }

  @Test(arguments: ["{title: x}", "{artist:foo}", "{mood|'x':foo}"])
  func filtersOfKnownFieldsAreChecked(text: String) {
    #expect(throws: TextError.self) { try Template(text, .value) }
  }

  @Test func mistypedFieldCausesARemark() throws {
    #expect(try Template("{titel} {x} {artist}", .value).remarks.count == 1)
    #expect(try Template("{titel", .value).remarks.isEmpty)
    #expect(try Template("{any text at all}", .value).remarks.isEmpty)
  }

  @Test func linesContainPresentValues() throws {
    let path = InputPath(text: Repository.sample("song-itunes.m4a").path)
    let reading = try FileReader(in: .test()).read(path).get()
    let subject = ConditionInput(path, reading.document, needsFields: true)
    #expect(
      try Template("{mood} - {title}[ ({mood})]\\t{lyrics}").line(of: subject)
        == " - Blue Train\tFirst line Second line")
  }

  @Test(arguments: ["{title:upper}", "{title|artist:lower}"]) func namesAreReadAsTheyAre(
    template: String
  ) {
    #expect(throws: TextError.self) { try NameReader(Template(template)) }
  }

  @Test func depthIsBounded() {
    #expect(throws: TextError.self) {
      try Template(String(repeating: "[{title}", count: 50_000))
    }
  }

  // MARK: Safe characters

  private func safe(_ value: String, windows: Bool = false, ending: String = "") -> String? {
    let safety = SafeName(isForWindows: windows)
    var component = SafeName.Component()
    component.append(value: value, safety)
    return component.name(safety, ending: ending)
  }

  @Test(arguments: [
    ("AC/DC", "AC-DC"), ("a\u{0}b\nc\u{7F}d\u{85}e", "a b c d e"), (".hidden", "_hidden"),
    ("..", nil),
    ("...and", "_..and"), ("end. . ", "end"), (" x ", "x"), ("", nil), (" ", nil), (".", nil),
    ("a:b?c", "a:b?c"), ("東京/大阪", "東京-大阪"), ("a\u{2028}b", "a b"), ("\r\n", nil),
  ])
  func valuesBecomeNames(value: String, name: String?) {
    #expect(safe(value) == name)
  }

  @Test(arguments: [
    ("a<b>c:d\"e\\f|g?h*i", "a_b_c_d_e_f_g_h_i"), ("con", "_con"), ("NUL.x", "_NUL.x"),
    ("COM1", "_COM1"),
    ("COM0", "COM0"), ("lpt9", "_lpt9"), ("console", "console"),
  ])
  func namesForWindows(value: String, name: String) {
    #expect(safe(value, windows: true) == name)
  }

  @Test func longNamesAreCutBetweenCharacters() throws {
    let family = "👨‍👩‍👧‍👦"
    let name = try #require(safe(String(repeating: family, count: 40), ending: ".m4a"))
    #expect(name.utf8.count <= 255)
    #expect(name.hasSuffix(".m4a"))
    #expect(name.dropLast(4).allSatisfy { String($0) == family })
    #expect(name.utf8.count > 255 - family.utf8.count)
    #expect(safe(String(repeating: "a", count: 251) + ". b", ending: ".m4a")?.utf8.count == 255)
    #expect(safe(String(repeating: "a", count: 250) + ". b", ending: ".m4a")?.utf8.count == 254)
  }

  @Test func singleLongCharacterIsTruncated() throws {
    let mark = "\u{301}"
    let name = try #require(safe("a" + String(repeating: mark, count: 300), ending: ".m4a"))
    #expect(name.utf8.starts(with: ("a" + mark).utf8))
    #expect((254...255).contains(name.utf8.count))
    #expect(safe("x", ending: "." + String(repeating: "e", count: 254)) == nil)
  }

  @Test func dotWithCombiningMarkIsADot() {
    #expect(safe(".\u{301}hidden") == "_\u{301}hidden")
  }

  @Test func templateTextIsMadeSafe() throws {
    var component = SafeName.Component()
    let safety = SafeName(isForWindows: true)
    component.append(value: "Two", safety)
    component.append(text: ": One?", safety)
    #expect(component.name(safety) == "Two_ One_")
  }

  // MARK: Names read

  private func read(_ template: String, _ path: String) throws -> [String] {
    let edits = try NameReader(Template(template)).edits(for: InputPath(text: path))
    return edits.map { edit in
      guard case .set(.field(let field), let values) = edit.change else { return "\(edit)" }
      return "\(field.name)=\(values.map(ValueText.line).joined(separator: ";"))"
    }
  }

  @Test(arguments: [
    ("{artist} - {title}", "Ada - Blue.m4a", ["artist=Ada", "title=Blue"]),
    ("{artist} - {title}", "A - B - C.mp3", ["artist=A", "title=B - C"]),
    ("{track} {title}", "07 Blue.mp3", ["track=7", "title=Blue"]),
    ("{track:02} {title}", "7 Blue.mp3", ["track=7", "title=Blue"]),
    ("{track}of{track.count} {title}", "3of9 x.mp3", ["track=3/9", "title=x"]),
    ("{track.count}-{track} {title}", "9-3 x.mp3", ["track=3/9", "title=x"]),
    ("{track.count} {title}", "9 x.mp3", ["track=/9", "title=x"]),
    ("[{disc}-]{track} {title}", "1-03 x.mp3", ["disc=1", "track=3", "title=x"]),
    ("[{disc}-]{track} {title}", "03 x.mp3", ["track=3", "title=x"]),
    (
      "{albumArtist|artist}/{album}/{title}", "/m/A/B/C.mp3",
      ["albumArtist=A", "album=B", "title=C"]
    ),
    ("{_}-{title}", "x-y.mp3", ["title=y"]),
    ("{title} ({date})", "x (1999).mp3", ["title=x", "date=1999"]),
    ("{title}", "東京.m4a", ["title=東京"]), ("{title}", "no extension", ["title=no extension"]),
    ("\\[{bpm}\\] {title}", "[96] x.mp3", ["bpm=96", "title=x"]),
    ("{title}{track}", "x12.mp3", ["title=x", "track=12"]),
  ])
  func fieldsOfNames(template: String, path: String, edits: [String]) throws {
    #expect(try read(template, path) == edits)
  }

  @Test(arguments: [
    ("{artist} - {title}", "Blue.m4a"), ("{track} {title}", "x y.mp3"),
    ("{title} ({date})", "x (soon).mp3"),
    ("a/{title}", "/b/c.mp3"), ("x{title}", "x.mp3"),
    ("{a}/{b}/{title}".replacing("{a}/{b}", with: "{artist}/{album}"), "/x.mp3"),
  ])
  func namesThatDoNotMatchTheTemplate(template: String, path: String) {
    #expect(throws: MetaError.self) { try read(template, path) }
  }

  @Test(arguments: [
    ("{codec}", 1), ("{title}{title}", 8), ("x", 1), ("{date.year}", 1), ("{'x'}", 1),
    ("{artwork}", 1),
    ("{itsk/©nam}", 1), ("{track}{track.number}", 8),
  ])
  func unsettablePlaceholdersAreNamed(template: String, column: Int) throws {
    let template = try Template(template)
    do {
      _ = try NameReader(template)
      Issue.record("it was taken")
    } catch {
      #expect(error.place == column)
    }
  }

  @Test func ambiguousNamesAreMatchedQuickly() throws {
    let template =
      "{artist}a{album}a{title}a{composer}a{comment}a{lyrics}a{copyright}a{description}a{subtitle}b"
    #expect(throws: MetaError.self) {
      try read(template, String(repeating: "a", count: 240) + ".mp3")
    }
  }

  @Test func everyNameRoundTrips() throws {
    let template = "{albumArtist}/{album}/{disc}-{track:02} {title}"
    let edits = try read(template, "/" + name(template) + ".m4a")
    #expect(
      edits == [
        "albumArtist=Various Travellers", "album=Night Lines", "disc=1", "track=3",
        "title=Blue Train",
      ])
  }
}
