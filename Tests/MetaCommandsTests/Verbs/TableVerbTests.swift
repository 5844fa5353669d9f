import Foundation
import TestSupport
import Testing

/// `get` of several fields and files, tables from `dump`, and their `apply`, with the built tool.
@Suite struct TableVerbTests {
  private let place: CommandFolder

  init() throws {
    place = try CommandFolder()
    try place.copy("song-itunes.m4a", as: "a.m4a")
    try place.copy("plain.mp3", as: "b.mp3")
    try place.copy("song.ogg", as: "d/c.ogg")
  }

  private func text(_ words: String..., status: Int32 = 0) throws -> String {
    let result = try place.run(words)
    #expect(result.status == status, "\(words): \(result.errors)")
    return result.text
  }

  private func write(_ text: String, _ name: String = "t.csv") throws {
    try Data(text.utf8).write(to: place.file(name))
  }

  // MARK: get

  @Test func severalFilesAndFieldsAreLabelled() throws {
    #expect(try text("get", "a.m4a", "title") == "Blue Train\n")
    #expect(
      try text("get", "a.m4a", "d/c.ogg", "title") == "a.m4a\tBlue Train\nd/c.ogg\tBlue Train\n")
    #expect(try text("get", "a.m4a", "title", "year") == "title\tBlue Train\nyear\t2024\n")
    #expect(
      try text("get", "-r", ".", "title", "track.count")
        == "./a.m4a\ttitle\tBlue Train\n./a.m4a\ttrack.count\t9\n./d/c.ogg\ttitle\tBlue Train\n")
    #expect(try text("get", "a.m4a", "title", "--", "b.mp3") == "a.m4a\tBlue Train\n")
    #expect(try text("get", "--", "a.m4a", "title") == "Blue Train\n")
    #expect(
      try text("get", "a.m4a", "lyrics", "title").contains("lyrics\tFirst line Second line\n"))
    #expect(try text("get", "a.m4a", "lyrics") == "First line\nSecond line\n")
  }

  @Test(arguments: [
    ("year", "2024"), ("date.year", "2024"), ("duration", "1.0"), ("track.number", "3"),
    ("extension", "m4a"),
    ("©nam", "Blue Train"), ("itsk/©nam", "Blue Train"), ("NAME", "Blue Train"), ("size", nil),
    ("modified", nil),
  ])
  func wordsOfConditionsAreFields(field: String, value: String?) throws {
    let found = try text("get", "a.m4a", field)
    if let value { #expect(found == value + "\n") }
    #expect(!found.isEmpty)
  }

  @Test func missingValueExitsWith1() throws {
    #expect(try text("get", "b.mp3", "title", status: 1).isEmpty)
    #expect(try text("get", "b.mp3", "title", "artist", status: 1).isEmpty)
    #expect(try text("get", "b.mp3", "a.m4a", "title") == "a.m4a\tBlue Train\n")
    #expect(try text("get", "-r", ".", "mood", status: 1).isEmpty)
    #expect(try text("get", "a.m4a", "artwork", status: 1).isEmpty)
    #expect(try text("get", "b.mp3", "missing.mp3", "title", status: 1).isEmpty)
    #expect(try text("get", "missing", "title", status: 66).isEmpty)
    #expect(try text("get", "d", "title", status: 66).isEmpty)
  }

  @Test(arguments: [
    ["a.m4a", "titel"], ["a.m4a"], ["a.m4a", "b.mp3"], ["a.m4a", "title", "albun"],
    ["a.m4a", "foo/bar"], [],
  ])
  func unknownWordIsAUsageError(words: [String]) throws {
    let result = try place.run(["get"] + words)
    #expect(result.status == 64)
    if words.last == "titel" {
      #expect(result.errors.contains("unknown field titel; did you mean title?"))
      #expect(result.errors.contains("own:NAME"))
    }
  }

  @Test func objectsHaveTheTypesOfDumps() throws {
    let json = try text(
      "get", "-r", ".", "artist", "track", "year", "codec", "mood", "--format", "json")
    let files = try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
    #expect(files.map { $0["path"] as? String } == ["./a.m4a", "./b.mp3", "./d/c.ogg"])
    #expect(files[0]["artist"] as? [String] == ["Ada Lind"])
    #expect((files[0]["track"] as? [String: Int]) == ["number": 3, "count": 9])
    #expect(files[0]["year"] as? Int == 2024)
    #expect(files[0]["codec"] as? [String] == ["mp4a", "mp4a.40.2"])
    #expect(files[1].keys.sorted() == ["codec", "path"])
    #expect(
      try text("get", "a.m4a", "title", "--format", "ndjson")
        == "{\"path\":\"a.m4a\",\"title\":\"Blue Train\"}\n")
    #expect(
      try text("get", "a.m4a", "title", "--format", "tsv") == "path\ttitle\na.m4a\tBlue Train\n")
  }

  @Test func manyFilesKeepTheirOrder() throws {
    for number in 0..<40 { try place.copy("song.ogg", as: "m/\(100 + number).ogg") }
    let one = try text("get", "-r", "m", "title", "fileNumber", "-j", "1")
    #expect(try text("get", "-r", "m", "title", "fileNumber", "-j", "3") == one)
    #expect(one.hasSuffix("m/139.ogg\tfileNumber\t40\n"))
  }

  // MARK: dump

  @Test func tablesHaveTheirColumns() throws {
    #expect(
      try text(
        "dump", "a.m4a", "b.mp3", "--format", "csv", "--columns",
        "title,year,lyrics,duration,TXXX:X")
        == "path,title,year,lyrics,duration,TXXX:X\na.m4a,Blue Train,2024,\"First line\nSecond line\",1.0,\n"
        + "b.mp3,,,,1.0710204081632653,\n")
    let standard = try text("dump", "a.m4a", "--format", "tsv")
    #expect(
      standard.hasPrefix(
        "path\ttitle\tartist\talbumArtist\talbum\ttrack\tdisc\tdate\tgenre\tcomposer\tcomment\na.m4a\t"
      ))
    #expect(
      try text("dump", "a.m4a", "--format", "csv", "--columns", "title", "--where", "mood")
        == "path,title\n")
    #expect(try place.run("dump", "a.m4a", "--columns", "title").status == 64)
    #expect(try place.run("dump", "a.m4a", "--format", "csv", "--columns", "titel").status == 64)
    #expect(try place.run("dump", "a.m4a", "--format", "csv", "--complete").status == 64)
  }

  @Test func linesFollowTheTemplate() throws {
    #expect(
      try text("dump", "-r", ".", "--template", "{artist} - {title}[ ({year})]")
        == "Ada Lind - Blue Train (2024)\n - \nAda Lind - Blue Train\n")
    #expect(
      try text("dump", "a.m4a", "--template", "{fileNumber}/{fileCount}\\t{lyrics}")
        == "1/1\tFirst line Second line\n")
    #expect(try place.run("dump", "a.m4a", "--template", "{titel}").status == 64)
    #expect(try place.run("dump", "a.m4a", "--template", "{title}", "--format", "csv").status == 64)
  }

  @Test func pathsAreThoseSelected() throws {
    #expect(try text("dump", "-r", ".", "--format", "paths") == "./a.m4a\n./b.mp3\n./d/c.ogg\n")
    #expect(
      try text("dump", "-r", ".", "--format", "paths", "--where", "title", "-0")
        == "./a.m4a\0./d/c.ogg\0")
    let lines = try place.run(
      ["get", "--files-from", "-", "-0", "title"], input: "a.m4a\0d/c.ogg\0")
    #expect(lines.text == "a.m4a\tBlue Train\nd/c.ogg\tBlue Train\n")
    let odd = try text("dump", "a.m4a", "b.mp3", "--format", "paths")
    let fed = try place.run(["dump", "--files-from", "-", "--format", "paths"], input: odd)
    #expect(fed.text == odd)
  }

  @Test func dumpsHaveTimesAndDigests() throws {
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: place.file("a.m4a").path)
    #expect(try text("dump", "a.m4a").contains("\"modified\": \"2001-09-09T01:46:40Z\""))
    #expect(try text("get", "a.m4a", "modified") == "2001-09-09T01:46:40Z\n")
    #expect(try place.dumped("-r", ".", "--where", "modified < 2002") == ["./a.m4a"])
    let before = try text("dump", "a.m4a", "--media-digest")
    #expect(before.contains("\"sha256\": \""))
    #expect(try !text("dump", "a.m4a").contains("sha256"))
    _ = try text("set", "a.m4a", "title=Much longer than before", "--quiet")
    let digest = { (text: String) in text.split(separator: "\n").first { $0.contains("sha256") } }
    #expect(try digest(text("dump", "a.m4a", "--media-digest")) == digest(before))
  }

  // MARK: apply

  @Test(arguments: ["csv", "tsv", "json", "ndjson", "text"])
  func getExitsWith1WithoutAValue(format: String) throws {
    let words = ["get", "b.mp3", "--format", format]
    #expect(try place.run(words + ["lyrics", "bpm"]).status == 1)
    #expect(try place.run("set", "b.mp3", "bpm=99").status == 0)
    #expect(try place.run(words + ["lyrics", "bpm"]).status == 0)
  }

  @Test(arguments: ["csv", "tsv"]) func unchangedTableIsNoChange(format: String) throws {
    _ = try text(
      "set", "a.m4a", "artist=A; B", "artist+=C\\", "comment=say \"x\",\ty\r\nz", "--quiet")
    let before = try place.contents
    let columns =
      "title,artist,comment,lyrics,track,year,duration,artwork,©nam,bpm,rating,mediaKind,TXXX:X,own:ZZ"
    let table = try place.run("dump", "-r", ".", "--format", format, "--columns", columns)
    try table.output.write(to: place.file("t." + format))
    let result = try place.run("apply", "t." + format)
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.errors.contains("3 unchanged"))
    try FileManager.default.removeItem(at: place.file("t." + format))
    #expect(try place.contents == before)
  }

  @Test func editedCellsAreWritten() throws {
    let table =
      "path;title;artist;track;own:MYTAG\r\na.m4a;Red;\"A; B\";4;1\r\nd/c.ogg;;\"A\\; B; C\";;2;\r\n"
    try write("\u{FEFF}" + table)
    let before = try place.contents
    let dry = try place.run("apply", "t.csv", "--dry-run")
    #expect(dry.status == 0, "\(dry.errors)")
    #expect(dry.text.contains("Red"))
    #expect(try place.contents == before)
    #expect(try place.run("apply", "t.csv").status == 0)
    #expect(
      try text("get", "a.m4a", "title", "artist", "track", "own:MYTAG")
        == "title\tRed\nartist\tA\nartist\tB\ntrack\t4\nown:MYTAG\t1\n")
    #expect(
      try text("get", "d/c.ogg", "artist", "own:MYTAG") == "artist\tA; B\nartist\tC\nown:MYTAG\t2\n"
    )
    #expect(try text("get", "d/c.ogg", "title", status: 1).isEmpty)
  }

  @Test func emptyCellsMayBeIgnored() throws {
    try write("path,title,comment,track.count\na.m4a,,New,\n")
    #expect(try place.run("apply", "t.csv", "--ignore-empty").status == 0)
    #expect(
      try text("get", "a.m4a", "title", "comment", "track")
        == "title\tBlue Train\ncomment\tNew\ntrack\t3/9\n")
    #expect(try place.run("apply", "t.csv").status == 0)
    #expect(try text("get", "a.m4a", "comment", "track") == "comment\tNew\ntrack\t3\n")
    // A row that is short leaves the rest.
    try write("path,comment,track\na.m4a,Newer\n")
    #expect(
      try place.run("apply", "-", "--format", "csv", input: "path,comment,track\na.m4a,Newer\n")
        .status == 0)
    #expect(try text("get", "a.m4a", "comment", "track") == "comment\tNewer\ntrack\t3\n")
  }

  @Test(arguments: [
    ("path,titel\na.m4a,x\n", 65, "line 1: unknown field titel; did you mean title?"),
    ("path,title\na.m4a,x\n./a.m4a,y\n", 65, "line 3: duplicate row for the same file: a.m4a"),
    ("path,title\na.m4a,x\nnone.m4a,y\n", 66, "none.m4a: no such file (t.csv, line 3)"),
    ("title,artist\nx,y\n", 65, "line 1: the table has no column “path”"),
    ("path\na.m4a\n", 65, "line 1: none of the columns of the table is a field"),
    ("path,title\n,x\n", 65, "line 2: the row has no path"),
    ("path,title\na.m4a,x,y\n", 65, "line 2: cell 3 has no column"),
    ("path,title,name\na.m4a,x,y\n", 65, "line 1: the column name is given twice"),
    ("", 65, "the table is empty"),
    ("path,own:TITLE\na.m4a,x\n", 65, "own:TITLE is a key of the field title"),
    ("path,title\n-,x\n", 65, "path is “-”"),
    ("path,title\na.m4a,\"x\n", 65, "line 2: unterminated quoted cell"),
  ])
  func aWrongTableIsRefusedBeforeAnythingIsWritten(table: String, status: Int32, message: String)
    throws
  {
    try write(table)
    let before = try place.contents
    let result = try place.run("apply", "t.csv")
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try place.contents == before)
  }

  @Test(arguments: [
    ("bpm", "x", "bpm must be a number"),
    ("duration", "2.0", "duration cannot be set"),
    ("date", "9.3.2024", "date must be a date"),
    ("artwork", "0", "artwork cannot be changed through tables"),
    ("date.month", "4", "date.month can only be changed through the column date"),
  ])
  func unwritableCellIsRefused(column: String, cell: String, message: String) throws {
    try write("path,\(column)\na.m4a,\(cell)\n")
    let before = try place.contents
    let result = try place.run("apply", "t.csv")
    #expect(result.status == 3)
    #expect(result.errors.contains("a.m4a: " + message), "\(result.errors)")
    #expect(try place.contents == before)
  }

  @Test func nonTextNamesWork() throws {
    let shell = { (line: String) in
      try Program.run(
        URL(filePath: "/bin/sh"), ["-c", line], in: place.folder,
        environment: ["M": Program.metatool.path])
    }
    _ = try shell(
      #"cp a.m4a "$(printf 'x\377.m4a')"; "$M" dump -r . --format csv --columns title --where 'extension == m4a' > t.csv; sed -i s/Blue/Red/ t.csv"#
    )
    let result = try shell(
      #""$M" apply t.csv --no-undo && "$M" dump -r . --template '{title}' --where 'extension == m4a'"#
    )
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.hasSuffix("Red Train\nRed Train\n"))
  }

  // MARK: fields, help

  @Test func oneFieldIsShown() throws {
    let page = try text("fields", "track")
    #expect(
      page.contains("in JSON: object") && page.contains("org.id3: TRCK")
        && page.contains("track=3/12"))
    #expect(try text("fields", "TIT2").hasPrefix("title: "))
    let json = try text("fields", "rating", "name", "--format", "json")
    let fields = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
    #expect(fields?.map { $0["name"] as? String } == ["rating", "title"])
    #expect(fields?[0]["example"] as? String == "metatool set FILE rating=80")
    let wrong = try place.run("fields", "titel")
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean title?"))
    #expect(try place.run("fields", "TXXX:NOTHING").status == 64)
  }

  @Test func expressionsAreExplained() throws {
    let page = try text("help", "expressions")
    #expect(page.hasPrefix("EXPRESSIONS"))
    #expect(page.utf8.allSatisfy { $0 < 0x80 })
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 92 })
    let manual = try String(
      contentsOf: Repository.root.appending(path: "docs/man/metatool.1"), encoding: .utf8)
    for line in page.split(separator: "\n") {
      #expect(manual.contains(line.replacing("\\", with: "\\e")), "run Scripts/man")
    }
    #expect(try place.run("help", "expresions").status == 64)
  }
}
