import Foundation
import TestSupport
import Testing

/// Fields in values, numbering, replacements and keys, with the built tool.
@Suite struct ExpressionTests {
  private let place: CommandFolder

  init() throws {
    place = try CommandFolder()
    try place.copy("song-itunes.m4a", as: "a.m4a", "Disc 1/x.m4a", "Disc 1/y.m4a", "Disc 2/z.m4a")
    try place.copy("plain.mp3", as: "b.mp3")
  }

  private func set(_ words: String..., status: Int32 = 0) throws -> Program.Result {
    let result = try place.run(["set", "--quiet"] + words)
    #expect(result.status == status, "\(words): \(result.errors)")
    return result
  }

  private func lines(_ file: String, _ field: String) throws -> [String] {
    try place.run("get", file, field).text.split(separator: "\n").map(String.init)
  }

  // MARK: Values

  @Test func valuesHaveFieldsOfTheSameFile() throws {
    _ = try set("a.m4a", "artist=Ada", "artist+=Bo", "title=the blue train")
    _ = try set(
      "a.m4a", "albumArtist={artist}", "composer={artist:first}", "title={title:titlecase}",
      "comment={artist} on {{{album}}", "disc={track}")
    #expect(try lines("a.m4a", "albumArtist") == ["Ada", "Bo"])
    #expect(try lines("a.m4a", "composer") == ["Ada"])
    #expect(try lines("a.m4a", "title") == ["The Blue Train"])
    #expect(try lines("a.m4a", "comment") == ["Ada, Bo on {Night Lines}"])
    #expect(try lines("a.m4a", "disc") == ["3/9"])
  }

  @Test(arguments: ["title={artist}", "artist/Рус/рус/"])
  func valuesAreRedecodedFirst(edit: String) throws {
    _ = try set("b.mp3", "artist=Ðóññêèé", "title=x")
    _ = try set("b.mp3", "--source-encoding", "cp1251", edit)
    let isTitle = edit.hasPrefix("title")
    #expect(try lines("b.mp3", "title") == [isTitle ? "Русский" : "x"])
    #expect(try lines("b.mp3", "artist") == [isTitle ? "Русский" : "русский"])
  }

  @Test func valuesAreThoseBeforeTheEdit() throws {
    _ = try set("a.m4a", "artist={title}", "title={artist}", "artist+={album}")
    #expect(try lines("a.m4a", "artist") == ["Blue Train", "Night Lines"])
    #expect(try lines("a.m4a", "title") == ["Ada Lind"])
  }

  @Test func missingFieldIsNamed() throws {
    let before = try place.contents
    let result = try set("b.mp3", "a.m4a", "comment={title}", status: 1)
    #expect(
      result.errors.contains(
        "b.mp3: comment: the file has no title; use {field|'text'} for a default"))
    #expect(try place.contents["b.mp3"] == before["b.mp3"])
    #expect(try lines("a.m4a", "comment") == ["Blue Train"])
    _ = try set("b.mp3", "comment={title|'none'}", "genre={title|''}")
    #expect(try lines("b.mp3", "comment") == ["none"])
    #expect(try place.run("get", "b.mp3", "genre").status == 1)
    let one = try set("b.mp3", "date={comment}", status: 3)
    #expect(one.errors.contains("b.mp3: date must be a date"))
  }

  @Test func literalValuesAreUsedAsTheyAre() throws {
    _ = try set("a.m4a", "title={album}", "--literal", "comment={album}", "artist={{x")
    #expect(try lines("a.m4a", "title") == ["Night Lines"])
    #expect(try lines("a.m4a", "comment") == ["{album}"])
    #expect(try lines("a.m4a", "artist") == ["{{x"])
    let other = try set("a.m4a", "--literal", "track=#", status: 64)
    #expect(other.errors.contains("track must be a number"))
  }

  @Test func nothingIsExpandedInFilesAndRequests() throws {
    try Data("{title} #".utf8).write(to: place.file("w.txt"))
    _ = try set("a.m4a", "lyrics=@w.txt")
    #expect(try lines("a.m4a", "lyrics") == ["{title} #"])
    let request = #"{"id":1,"verb":"set","arguments":["a.m4a","comment={title}"]}"#
    let served = try place.run("serve", input: request + "\n")
    #expect(served.status == 0)
    #expect(try lines("a.m4a", "comment") == ["{title}"])
    let patch = #"{"path":"a.m4a","metadata":{"comment":"{album}"}}"#
    #expect(try place.run("apply", "-", input: patch).status == 0)
    #expect(try lines("a.m4a", "comment") == ["{album}"])
  }

  @Test func filesOfValuesArePerFile() throws {
    try Data("one".utf8).write(to: place.file("Disc 1/words.txt"))
    try Data("two".utf8).write(to: place.file("Disc 2/words.txt"))
    try Data("x".utf8).write(to: place.file("x-Blue Train.txt"))
    _ = try set("-r", "Disc 1", "Disc 2", "lyrics=@{folder}/words.txt")
    #expect(try lines("Disc 1/y.m4a", "lyrics") == ["one"])
    #expect(try lines("Disc 2/z.m4a", "lyrics") == ["two"])
    _ = try set("a.m4a", "title=x/Blue Train")
    _ = try set("a.m4a", "lyrics=@{folder}/{title}.txt")
    #expect(try lines("a.m4a", "lyrics") == ["x"])
    let missing = try set("a.m4a", "lyrics=@{stem}.txt", status: 66)
    #expect(
      missing.errors.contains("a.m4a: a.txt: no such file")
        || missing.errors.contains("a.txt: no such file"))
  }

  /// The shortcut and the parser may both read a value, as does each file.
  @Test(arguments: [
    ["lyrics=@-", "albumArtist={artist}"], ["lyrics=@-", "--transaction"], ["lyrics=@-", "b.mp3"],
    ["lyrics=@-", "comment=@-"],
  ])
  func standardInputIsReadOnce(edits: [String]) throws {
    _ = try set("a.m4a", "b.mp3", "artist=Ada")
    let result = try place.run(["set", "b.mp3"] + edits, input: "some words\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try lines("b.mp3", "lyrics") == ["some words"])
    #expect(try lines("b.mp3", "comment") == (edits.contains("comment=@-") ? ["some words"] : []))
  }

  @Test func keyWithSeveralTargetsReadsStandardInputOnce() throws {
    let result = try place.run("set", "b.mp3", "own:MYTAG=@-", input: "some words\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try lines("b.mp3", "TXXX:MYTAG") == ["some words"])
  }

  @Test func invalidStandardInputIsRefused() throws {
    _ = try set("b.mp3", "lyrics=old")
    let before = try place.contents
    let result = try place.run(["set", "b.mp3", "lyrics=@-"], bytes: Data([0xFF]))
    #expect(result.status == 64)
    #expect(result.errors.contains("lyrics must be text, but - is not UTF-8"))
    #expect(try place.contents == before)
  }

  @Test func listAndValueCannotShareStandardInput() throws {
    let before = try place.contents
    let words = ["set", "--files-from", "-", "lyrics=@-", "--no-progress"]
    let result = try place.run(words, input: "b.mp3\n")
    #expect(result.status == 64)
    #expect(result.errors.contains("standard input can be used only once"))
    #expect(try place.contents == before)
  }

  /// A name that `rename` made is found by the same fields.
  @Test func pathPlaceholdersUseSafeCharacters() throws {
    _ = try set("a.m4a", "title=One\u{2028}Two/Three")
    #expect(try place.run("rename", "a.m4a", "--to", "{title}").status == 0)
    try Data("words".utf8).write(to: place.file("One Two-Three.txt"))
    _ = try set("One Two-Three.m4a", "lyrics=@{title}.txt")
    #expect(try lines("One Two-Three.m4a", "lyrics") == ["words"])
  }

  @Test func suspiciousBraceCausesARemark() throws {
    let result = try place.run("set", "a.m4a", "title={titel}")
    #expect(result.status == 0)
    #expect(
      result.errors.contains(
        "title: {titel} is used literally, because titel is not a field; did you mean {title}?"))
    #expect(try lines("a.m4a", "title") == ["{titel}"])
    let wrong = try set("a.m4a", "title={artist:uper}", status: 64)
    #expect(
      wrong.errors.contains("title: column 9: unknown filter “uper”; did you mean upper?"))
  }

  // MARK: Numbers

  @Test func filesAreNumberedInTheOrderGiven() throws {
    _ = try set(
      "Disc 2/z.m4a", "Disc 1/x.m4a", "Disc 1/y.m4a", "track=#/#", "comment=No. {fileNumber:03}")
    #expect(try lines("Disc 2/z.m4a", "track") == ["1/3"])
    #expect(try lines("Disc 1/y.m4a", "track") == ["3/3"])
    #expect(try lines("Disc 1/y.m4a", "comment") == ["No. 003"])
    _ = try set(
      "-r", ".", "track={numberInFolder}/{countInFolder}", "disc=", "--where", "path contains Disc",
      "-j", "3")
    #expect(try lines("Disc 1/x.m4a", "track") == ["1/2"])
    #expect(try lines("Disc 1/y.m4a", "track") == ["2/2"])
    #expect(try lines("Disc 2/z.m4a", "track") == ["1/1"])
    _ = try set("a.m4a", "Disc 1/x.m4a", "Disc 2/z.m4a", "track=#", "--where", "path contains Disc")
    #expect(try lines("Disc 1/x.m4a", "track") == ["1/2"])
    #expect(try lines("Disc 2/z.m4a", "track") == ["2/1"])
    let list = "Disc 2/z.m4a\na.m4a\n"
    let listed = try place.run(["set", "--files-from", "-", "track=#/#"], input: list)
    #expect(listed.status == 0, "\(listed.errors)")
    #expect(try lines("a.m4a", "track") == ["2/2"])
    _ = try set("a.m4a", "title=#")
    #expect(try lines("a.m4a", "title") == ["#"])
  }

  @Test func namesHaveNumbers() throws {
    let template = "{fileNumber:02} of {fileCount}"
    let result = try place.run("rename", "--to", template, "Disc 1/x.m4a", "Disc 1/y.m4a")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try place.contents.keys.contains("Disc 1/02 of 2.m4a"))
    #expect(try place.run("dump", "a.m4a", "--where", "fileNumber == 1").status == 64)
  }

  // MARK: Replacements

  @Test(arguments: [
    ("title/Blue/Red/", "Red Train"), ("title/blue/Red/i", "Red Train"),
    ("title/blue/Red/", "Blue Train"),
    ("title/~[aeiou]/*/g", "Bl** Tr**n"), ("title/~[aeiou]/*/", "Bl*e Train"),
    (#"title/~(\w+) (\w+)/\2 \1/"#, "Train Blue"), (#"title/~\w+/<\0>/g"#, "<Blue> <Train>"),
    ("title/Blue/{album:upper}/", "NIGHT LINES Train"), (#"title/ /\//"#, "Blue/Train"),
    ("title/Train//", "Blue "),
    ("©nam/Blue/Red/", "Red Train"), ("itsk/©nam/Blue/Red/", "Red Train"),
    (#"title/e\\/x/"#, "Blue Train"),
    ("title/Blue/{{x}/", "{x} Train"), ("title/a=b/c/", "Blue Train"),
    (#"title/~^/Live: /"#, "Live: Blue Train"),
  ])
  func textIsReplaced(edit: String, title: String) throws {
    _ = try set("a.m4a", edit)
    #expect(try place.run("get", "a.m4a", "title").text == title + "\n")
  }

  @Test func replacementsFollowEachOther() throws {
    _ = try set(
      "a.m4a", "title=Aab", "title/a/b/", "title/b/c/g", "artist/Ada/Eve/", "date/2024/2023/")
    #expect(try lines("a.m4a", "title") == ["Acc"])
    #expect(try lines("a.m4a", "artist") == ["Eve Lind"])
    #expect(try lines("a.m4a", "date") == ["2023-03-09"])
    let result = try set("a.m4a", "date/2023/nonsense/", status: 3)
    #expect(result.errors.contains("date must be a date"))
    _ = try set("a.m4a", "artist=Ada", "artist+=Bo", "artist/~.*a.*//")
    #expect(try lines("a.m4a", "artist") == ["Bo"])
  }

  @Test func replacementsFollowShifts() throws {
    _ = try set("a.m4a", "date=2020-12-31")
    _ = try set("a.m4a", "date+=1d", "date/01-01/02-02/")
    #expect(try lines("a.m4a", "date") == ["2021-02-02"])
    _ = try set("a.m4a", "date-=1d", "year=2021")
    #expect(try lines("a.m4a", "date") == ["2021-02-01"])
  }

  @Test func nothingToReplaceWritesNothing() throws {
    let before = try place.contents
    #expect(
      try place.run("set", "a.m4a", "b.mp3", "title/nothing/x/").text.contains(
        "nothing to change"))
    #expect(try place.contents == before)
  }

  @Test func existingPathIsAPath() throws {
    try place.copy("plain.mp3", as: "title/x/y/i")
    _ = try set("title/x/y/i", "title=Blue")
    #expect(try lines("title/x/y/i", "title") == ["Blue"])
    #expect(try place.run("set", "title/a/b/c", "album=x").status == 66)
  }

  @Test(arguments: ["title//x/", "title/~(/x/", "artwork/a/b/", "title/~/x/"])
  func invalidReplacementIsAUsageError(edit: String) throws {
    let before = try place.contents
    _ = try set("a.m4a", edit, status: 64)
    #expect(try place.contents == before)
  }

  // MARK: Keys

  @Test func customKeysWorkInEveryFormat() throws {
    let samples = [
      "plain.mp3", "plain.m4a", "plain.flac", "plain.ogg", "song.ape", "plain.wma", "plain.aiff",
      "plain.wav", "silence.dsf",
      "old-quicktime.mov", "song.wv",
    ]
    for sample in samples {
      try place.copy(sample, as: sample)
      _ = try set(sample, "own:MYTAG=some {stem}", "own:OTHER TAG=2")
      #expect(
        try lines(sample, "own:MYTAG") == ["some " + sample.prefix { $0 != "." }], "\(sample)")
      _ = try set(sample, "own:MYTAG/some/any/", "own:OTHER TAG/~$/3/")
      #expect(try lines(sample, "own:MYTAG") == ["any " + sample.prefix { $0 != "." }], "\(sample)")
      #expect(try lines(sample, "own:OTHER TAG") == ["23"], "\(sample)")
      #expect(try place.run("clear", sample, "--fields", "own:MYTAG", "--quiet").status == 0)
      #expect(try place.run("get", sample, "own:MYTAG").status == 1)
      #expect(try lines(sample, "own:OTHER TAG") == ["23"], "\(sample)")
    }
  }

  @Test func keysAreUsedUnchanged() throws {
    _ = try set("b.mp3", "TIT2=Blue", "TXXX:MYMOOD=calm")
    #expect(try lines("b.mp3", "title") == ["Blue"])
    #expect(try lines("b.mp3", "id3/TXXX:MYMOOD") == ["calm"])
    #expect(try lines("b.mp3", "TXXX:MYMOOD") == ["calm"])
    _ = try set("a.m4a", "©nam=Red")
    #expect(try lines("a.m4a", "title") == ["Red"])
    #expect(try place.dumped("a.m4a", "b.mp3", "--where", "TXXX:MYMOOD == calm") == ["b.mp3"])
    let wrong = try set("a.m4a", "foo=1", status: 64)
    #expect(wrong.errors.contains("TXXX:MOOD"))
    let field = try set("a.m4a", "own:TITLE=x", status: 64)
    #expect(field.errors.contains("own:TITLE is a key of the field title"))
  }

  @Test func exportsHaveFieldsOfTheirInput() throws {
    let result = try place.run(
      "export", "a.m4a", "o.m4a", "title={album}", "own:MYTAG=1", "--literal", "comment={album}")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try lines("o.m4a", "title") == ["Night Lines"])
    #expect(try lines("o.m4a", "own:MYTAG") == ["1"])
    #expect(try lines("o.m4a", "comment") == ["{album}"])
  }
}
