import Foundation
import TestSupport
import Testing

/// Bytes that are not UTF-8 on the command line: refused as a value, accepted as a file name.
@Suite final class NotUTF8Tests {
  private let folder: CommandFolder

  init() throws { folder = try CommandFolder() }

  /// Runs a line of a shell, in which `m` is metatool and `$O` the byte F6, which is an ö in
  /// Latin-1.
  private func shell(_ line: String) throws -> Program.Result {
    let script = "m() { \"$METATOOL\" \"$@\"; }; O=$(printf '\\366'); \(line)"
    return try Program.run(
      URL(filePath: "/bin/sh"), ["-c", script], in: folder.folder,
      environment: [
        "METATOOL": Program.metatool.path, "XDG_STATE_HOME": folder.state.path,
      ])
  }

  static let values = [
    "m set a.mp3 \"title=Bj${O}rk\"", "m set a.mp3 \"title+=Bj${O}rk\"",
    "m set a.mp3 \"title-=Bj${O}rk\"", "m set a.mp3 \"title=@@Bj${O}rk\"",
    "m set a.mp3 \"track=${O}\"", "m set a.mp3 \"date=${O}\"",
    "m set a.mp3 \"id3/TXXX:MOOD=${O}\"", "m set a.mp3 \"id3/TXXX:${O}=x\"",
    "m set a.mp3 \"ape/${O}=x\"", "m set --json a.mp3 \"title=${O}\"",
    "printf \"${O}\" >words.txt; m set a.mp3 lyrics=@words.txt",
    "m set a.mp3 --from-name \"{title}${O}\"", "m rename a.mp3 --to \"${O}{title}\"",
    "m clear a.mp3 --fields \"id3/TXXX:${O}\"", "m clear a.mp3 --keep \"${O}\"",
    "m copy a.mp3 b.mp3 --fields \"${O}\"", "m get a.mp3 \"id3/TXXX:${O}\"",
    "m dump a.mp3 --where \"title == '${O}'\"",
    "m art add a.mp3 --image cover.png --description \"${O}\"",
    "m export a.mp3 c.mp3 \"title=${O}\"",
  ]

  @Test("A value that is not UTF-8 is refused, and nothing is written", arguments: values)
  func valueIsRefused(line: String) throws {
    try folder.copy("plain.mp3", as: "a.mp3", "b.mp3")
    let before = try folder.contents
    let result = try shell(line)
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains("UTF-8") || line.contains("--keep"), "\(result.errors)")
    let after = try folder.contents.filter { $0.key != "words.txt" }
    #expect(after == before)
  }

  @Test func errorNamesTheSourceEncodingOption() throws {
    try folder.copy("plain.mp3", as: "a.mp3")
    #expect(try shell("m set a.mp3 \"title=Bj${O}rk\"").errors.contains("--source-encoding"))
  }

  @Test func nonUTF8NameHasNoFields() throws {
    try folder.copy("plain.mp3", as: "a.mp3")
    let result = try shell("mv a.mp3 \"Bj${O}rk.mp3\"; m set *.mp3 --from-name '{title}'")
    #expect(result.status == 64)
    #expect(result.errors.contains("--source-encoding"))
    #expect(try shell("m get *.mp3 title").text != "Bj\u{FFFD}rk\n")
  }

  @Test func nonUTF8PathIsNotUsedInNewNames() throws {
    try folder.copy("plain.mp3", as: "a.mp3")
    let result = try shell("mv a.mp3 \"Bj${O}rk.mp3\"; m rename *.mp3 --to 'x[{fileName}]'")
    #expect(result.status == 64)
    #expect(try shell("test -f \"Bj${O}rk.mp3\"").status == 0)
  }

  @Test func filesWithAnyNameAreEditedExportedAndRenamed() throws {
    try folder.copy("plain.mp3", as: "a.mp3")
    let line = """
      mv a.mp3 "B${O}.mp3" && m set "B${O}.mp3" title=Blue && m get "B${O}.mp3" title && \
      m export "B${O}.mp3" "C${O}.mp3" --quiet && printf words >"w${O}" && \
      m set "B${O}.mp3" "lyrics=@w${O}" && m get "B${O}.mp3" lyrics && \
      m rename "B${O}.mp3" --to '{title}' --quiet && m get Blue.mp3 title && m get "C${O}.mp3" title
      """
    let result = try shell(line)
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.text.split(separator: "\n").filter { ["Blue", "words"].contains($0) }
    #expect(lines == ["Blue", "words", "Blue", "Blue"])
  }

  @Test(
    "Slashes in values are kept with characters of plane 16, too",
    arguments: ["https://a/b/ \u{100000}", "\u{100000}//", "/\u{10FFFD}///x/"])
  func slashesSurvive(text: String) throws {
    try folder.copy("plain.m4a", as: "a.m4a")
    try folder.run("set", "a.m4a", "comment=\(text)")
    #expect(try folder.value("a.m4a", "comment") == text)
  }

  @Test("Private characters of plane 16 are ordinary text")
  func privateCharactersSurvive() throws {
    try folder.copy("plain.m4a", as: "a.m4a")
    let text = "x\u{10FFFD}\u{10FF80}\u{10FFF6}y"
    #expect(try folder.run("set", "a.m4a", "title=\(text)").status == 0)
    #expect(try folder.value("a.m4a", "title") == text)
    try folder.run("set", "a.m4a", "artist=One", "artist+=\(text)", "itlk/MOOD\u{10FFFD}=1")
    #expect(try folder.value("a.m4a", "artist") == "One\n\(text)")
    #expect(try folder.value("a.m4a", "itlk/MOOD\u{10FFFD}") == "1")
    try folder.run("set", "a.m4a", "artist-=\(text)")
    #expect(try folder.value("a.m4a", "artist") == "One")
    #expect(try folder.run("rename", "a.m4a", "--to", "{title}").status == 0)
    #expect(try folder.contents.keys.contains("\(text).m4a"))
    #expect(try folder.run("set", "\(text).m4a", "--from-name", "{album}").status == 0)
    #expect(try folder.value("\(text).m4a", "album") == text)
  }

  @Test func serveRefusesNonUTF8Values() throws {
    try folder.copy("plain.mp3", as: "a.mp3")
    let value = Data("title=Bj".utf8 + [0xF6]).base64EncodedString()
    let good = Data("title=x\u{10FFFD}".utf8).base64EncodedString()
    let lines = [value, good].enumerated().map { index, text in
      #"{"id":\#(index),"verb":"set","arguments":["a.mp3",{"base64":"\#(text)"}]}"#
    }
    let answers = try ServeTests.serve(
      lines, ["--jobs", "1"], in: folder.folder, state: folder.state)
    let statuses = answers.compactMap { line in line.status.map { [line.id: $0] } }
    #expect(statuses.contains(["0": 64]) && statuses.contains(["1": 0]))
    #expect(try folder.value("a.mp3", "title") == "x\u{10FFFD}")
  }
}
