import MetaCore
import Testing

@testable import MetaCommands

/// Chapters as written by users and programs.
@Suite struct ChapterTextTests {
  private func read(_ text: String, _ form: ChapterForm? = nil) throws -> [Chapter] {
    try ChapterText.chapters(Array(text.utf8), form: form)
  }

  private func summary(_ chapters: [Chapter]) -> [String] {
    chapters.map { chapter in
      "\(chapter.start.seconds)-\(chapter.end.map { "\($0.seconds)" } ?? "") \(chapter.title ?? "nil")"
    }
  }

  private var written: [Chapter] {
    let rows: [(Int64, Int64, String)] = [
      (0, 61_500, "One = 1; #\\"), (61_500, 120_000, "<Two> & “zwei”"), (120_000, 125_001, ""),
    ]
    var chapters = rows.compactMap { start, end, title -> Chapter? in
      guard let start = MediaTime(value: start, timescale: 1000),
        let end = MediaTime(value: end, timescale: 1000)
      else { return nil }
      return Chapter(start: start, end: end, title: title, source: "test")
    }
    chapters[0].language = LanguageTag(iso639: "deu")
    chapters[1].url = "https://example.com/?a=b"
    return chapters
  }

  @Test(arguments: [ChapterForm.json, .ffmetadata, .webvtt, .mp4chaps, .list])
  func exportedChaptersAreReadBack(form: ChapterForm) throws {
    let text = form.text(written, duration: nil)
    let read = try read(text)
    #expect(read.map(\.start.seconds) == written.map(\.start.seconds))
    #expect(read.map(\.title) == written.map(\.title))
    #expect(form.text(read, duration: MediaTime(value: 125_001, timescale: 1000)) == text)
    if form == .json {
      #expect(read.map(\.language) == written.map(\.language))
      #expect(read.map(\.url) == written.map(\.url))
    }
  }

  /// A combining character forms one `Character` with the delimiter before it.
  @Test(arguments: [
    (ChapterForm.ffmetadata, ["&", "<", ">", "\\=", "\\;", "\\#", "\\\\"]),
    (.webvtt, ["&amp;", "&lt;", "&gt;", "=", ";", "#", "\\"]),
  ])
  func marksBeforeCombiningCharactersAreEscaped(form: ChapterForm, marks: [String]) throws {
    func joined(_ marks: [String]) -> String { marks.map { "x" + $0 + "\u{338}" }.joined() }
    let title = joined(["&", "<", ">", "=", ";", "#", "\\"])
    let text = form.text([Chapter(start: .zero, title: title, source: "test")], duration: nil)
    #expect(Array(text.utf8).contains(Array(joined(marks).utf8)))
    #expect(try read(text).first?.title.map { Array($0.utf8) } == Array(title.utf8))
  }

  @Test(arguments: ["One\r\nTwo", "One\rTwo", "One\nTwo"])
  func titleLineBreaksMatchFFmpeg(title: String) throws {
    let chapters = [Chapter(start: .zero, title: title, source: "test")]
    let text = ChapterForm.ffmetadata.text(chapters, duration: nil)
    #expect(text.contains("title=One\\\nTwo\n"))
    #expect(try read(text).map(\.title) == ["One\nTwo"])
  }

  @Test func jsonIsAnArrayOrADump() throws {
    let expected = ["0.0-1.5 A\u{1F600}", "62.0- nil"]
    let array =
      #"[{"start": 0, "end": 1.5, "title": "A\ud83d\ude00"}, {"start": "01:02", "title": null}]"#
    #expect(try summary(read(array)) == expected)
    #expect(try summary(read(#"{"path": "x", "chapters": \#(array)}"#)) == expected)
  }

  @Test func ffmetadataAsFFmpegWritesIt() throws {
    let text = """
      ;FFMETADATA1
      title=A=B
      encoder=Lavf59.27.100
      [CHAPTER]
      TIMEBASE=1/44100
      START=0
      END=44100
      title=One\\
      more \\= 1
      ; a comment
      [STREAM]
      language=eng
      [CHAPTER]
      START=1000000000
      END=2000000000
      """
    #expect(try summary(read(text)) == ["0.0-1.0 One\nmore = 1", "1.0-2.0 nil"])
  }

  @Test func bothMp4chapsFormatsAreRead() throws {
    #expect(
      try summary(
        read(
          "\u{FEFF}## total-duration: 00:03:00\r\n\r\n00:00:00.000 One\r\n00:01:02,5 Two words\r\n")
      )
        == ["0.0- One", "62.5- Two words"])
    #expect(
      try summary(
        read("CHAPTER01=00:00:01.000\nCHAPTER01NAME=One\nChapter2=1:00:00\nChapter2Name=Two"))
        == ["1.0- One", "3600.0- Two"])
  }

  @Test(
    "A time with a sign or with other text after its decimals is refused",
    arguments: [
      "-0:30 One", "+0:30 One", "0:-0:30 One", "00:00:01.123456789abc One",
      "WEBVTT\n\n-0:00.000 --> 00:01.000\nOne", "WEBVTT\n\n00:00.000 --> -0:01.000\nOne",
      #"[{"start": "-0:30"}]"#, #"[{"start": "1.123456789abc"}]"#,
    ])
  func malformedTimes(text: String) {
    #expect(throws: TextError.self) { try read(text) }
  }

  @Test func webvttWithEverything() throws {
    let text = """
      WEBVTT - a book

      NOTE
      not a cue

      STYLE
      ::cue { color: red }

      1
      00:00.000 --> 00:01.500 align:start
      <v Roger>One</v>
      &amp; more &lt;3

      01:00:00.000 --> 01:00:01.000
      Two
      """
    #expect(try summary(read(text)) == ["0.0-1.5 One & more <3", "3600.0-3601.0 Two"])
  }

  @Test func chaptersAreSorted() throws {
    #expect(try summary(read("00:00:02 B\n00:00:01 A")) == ["1.0- A", "2.0- B"])
  }

  @Test(arguments: [
    ("[\n{\"start\": 0},\n{\"title\": \"x\"}]", "line 3: the chapter has no “start”"),
    ("[\n\n{\"start\": true}]", "line 3: “start” must be a time in seconds"),
    ("[{\"start\": -1}]", "line 1: “start” must be a time in seconds"),
    ("[{\"start\": 2,\n\"end\": 1}]", "line 1: the chapter ends before it begins"),
    ("[1]", "line 1: a chapter must be an object"),
    ("{\"a\": 1}", "line 1: expected an array of chapters"),
    ("[\n{\"start\": 0},\n]", "line 3: not valid JSON"),
    ("[{\"start\": 01}]", "line 1: not valid JSON"),
    ("[\n", "line 2: expected a value"),
    ("[] x", "line 1: unexpected text after the value"),
    (";FFMETADATA1\n[CHAPTER]\nSTART=x", "line 3: START must be a non-negative integer"),
    (";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/0", "line 3: TIMEBASE must be a fraction such as 1/1000"),
    (";FFMETADATA1\n[CHAPTER]\nEND=1", "line 2: the chapter has no START"),
    (";FFMETADATA1\n[CHAPTER]\ntitle", "line 3: missing “=”"),
    ("00:00:00 A\n0:99:1x B", "line 2: expected a time such as 00:01:01.500"),
    ("00:00:61 A", "line 1: expected a time such as 00:01:01.500"),
    ("CHAPTER01NAME=A", "line 1: a chapter name without a matching chapter"),
    ("WEBVTT\n\n1\nfoo", "line 3: expected cue times such as 00:00.000 --> 00:10.000"),
    ("WEBVTT\n\n1\n00:00 -> 00:01", "line 3: expected cue times such as 00:00.000 --> 00:10.000"),
  ])
  func errorsNameTheirLine(text: String, message: String) {
    #expect {
      _ = try read(text)
    } throws: { ($0 as? TextError)?.description == message }
  }

  @Test func nonTextBytesAreRefused() {
    #expect(throws: TextError(2, "the text is not UTF-8")) {
      try ChapterText.chapters([0x0A, 0xFF])
    }
  }

  @Test func deepJSONIsRefused() {
    #expect(throws: TextError(1, "nested too deeply")) {
      try JSONReader.read(Array(String(repeating: "[", count: 100_000).utf8))
    }
  }

  @Test func escapesAreRead() throws {
    let node = try JSONReader.read(
      Array(#"{"a": "\"\\\/\b\f\n\r\t\u00e9", "a": [1e5, -0.5, null, true]}"#.utf8))
    #expect(
      node["a"]?.array?.map(\.value) == [.number("1e5"), .number("-0.5"), .null, .boolean(true)])
    guard case .object(let members) = node.value else { return }
    #expect(members.first?.node.string == "\"\\/\u{8}\u{C}\n\r\té")
    for broken in [#""\u12"#, #""\ud800""#, #""\x""#, "\"\u{1}\"", "\"", "tru", "-", "1.", "1e"] {
      #expect(throws: TextError.self) { try JSONReader.read(Array(broken.utf8)) }
    }
  }
}
