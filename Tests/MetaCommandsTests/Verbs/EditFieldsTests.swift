import Foundation
import TestSupport
import Testing

/// `edit`: changes made in a text editor are written, and nothing else.
@Suite struct EditFieldsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Runs with an editor: a command of the shell.
  @discardableResult
  private func run(editor: String = "true", _ words: String...) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: scratch.folder,
      environment: [
        "XDG_STATE_HOME": scratch.file("state").path, "EDITOR": editor, "VISUAL": "",
        "TMPDIR": scratch.file("tmp").path, "METATOOL": Program.metatool.path,
      ])
  }

  private func edit(_ files: String..., by editor: String, _ more: [String] = ["--yes"]) throws
    -> Program.Result
  {
    try FileManager.default.createDirectory(
      at: scratch.file("tmp"), withIntermediateDirectories: true)
    return try Program.run(
      Program.metatool, ["edit"] + files + more, in: scratch.folder,
      environment: [
        "XDG_STATE_HOME": scratch.file("state").path, "EDITOR": editor, "VISUAL": "",
        "TMPDIR": scratch.file("tmp").path, "METATOOL": Program.metatool.path,
      ])
  }

  private func bytes(_ file: String) throws -> Data { try Data(contentsOf: scratch.file(file)) }

  /// The texts left in the temporary folder.
  private func left() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.file("tmp").path)
  }

  @Test func changedFieldsAreWritten() throws {
    let files = try [scratch.copy("song-itunes.m4a"), scratch.copy("plain.mp3")]
    let result = try edit(
      files[0], files[1],
      by: "sed -i -e 's/^  title:.*/  title: 1984/' -e 's/^  track:.*/  track: 4\\/9/'")
    #expect(result.status == 0, "\(result.errors)")
    for file in files {
      #expect(try run("get", file, "title").text == "1984\n")
      #expect(try run("get", file, "track").text == "4/9\n")
    }
    #expect(try run("get", files[0], "artist").text == "Ada Lind\n")
    #expect(try left() == [])
    #expect(try run("undo", "--last").status == 0)
    for file in files { #expect(try bytes(file) == Data(contentsOf: Repository.sample(file))) }
  }

  @Test func listsLinesAndRemovedFieldsAreUnderstood() throws {
    let file = try scratch.copy("plain.flac")
    try run("set", file, "lyrics=one\n two", "artist=A; B", "artist+=C", "comment=x")
    let first = try edit(file, by: "cp \"$1\" text.yaml; true", ["--dry-run"])
    #expect(first.status == 0)
    let text = try String(contentsOf: scratch.file("text.yaml"), encoding: .utf8)
    #expect(text.contains("  lyrics: |-\n    one\n     two\n"), "\(text)")
    #expect(text.contains("  artist:\n  - A; B\n  - C\n"), "\(text)")
    let script = #"'s/^  - C/  - "D \\u00e9"\n  - yes/'"#
    let result = try edit(
      file, by: "sed -i -e '/comment:/d' -e \(script) -e 's/     two/    three/'")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try run("get", file, "artist").text == "A; B\nD é\nyes\n")
    #expect(try run("get", file, "lyrics").text == "one\nthree\n")
    #expect(try run("get", file, "comment").status != 0)
  }

  /// Every value of every sample survives the text unchanged.
  @Test func uneditedTextChangesNothing() throws {
    for name in Repository.samples {
      let file = try scratch.copy(name)
      let result = try edit(file, by: "true")
      #expect(result.status == 0, "\(name): \(result.errors)")
      #expect(result.errors == "metatool: nothing was changed\n", "\(name): \(result.errors)")
      #expect(try bytes(file) == Data(contentsOf: Repository.sample(name)), "\(name)")
    }
    #expect(try left() == [])
  }

  @Test func aDryRunWritesNothing() throws {
    let file = try scratch.copy("song-itunes.m4a")
    let result = try edit(file, by: "sed -i 's/Blue Train/Green Train/'", ["--dry-run"])
    #expect(result.status == 0)
    #expect(result.text.contains("- title: Blue Train\n+ title: Green Train\n"))
    #expect(try bytes(file) == Data(contentsOf: Repository.sample("song-itunes.m4a")))
  }

  @Test(
    arguments: [
      ("s/title:.*/title: [/", "did not find expected"),
      ("s/title:.*/titel: x/", "line 4: unknown field titel; did you mean title?"),
      ("s/title:.*/artist: x/", "duplicate key “artist”"),
      ("s/path:.*/path: other.mp3/", "other.mp3 is not one of the opened files"),
      ("s/title:.*/title: [a, b]/", "title takes one value, not a list"),
      ("s/title:.*/title: {a: b}/", "title must be a string or a list"),
      ("s/title:.*/title: \\&a x\\n  album: *a/", "aliases are not supported"),
    ])
  func unreadableTextIsKept(script: String, message: String) throws {
    let file = try scratch.copy("plain.mp3")
    let result = try edit(file, by: "sed -i '\(script)'")
    #expect(result.status == 65)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(result.errors.contains("the edited text is in "))
    #expect(try left().count == 1)
    #expect(try bytes(file) == Data(contentsOf: Repository.sample("plain.mp3")))
  }

  @Test func invalidValueIsRefusedAndTheTextKept() throws {
    let file = try scratch.copy("plain.mp3")
    let result = try edit(file, by: "sed -i 's/track:.*/track: many/'")
    #expect(result.status == 3)
    #expect(
      result.errors.contains("track must be a number, optionally with a count (8/10), not “many”"))
    #expect(try left().count == 1)
  }

  @Test func concurrentlyChangedFileIsRefused() throws {
    let file = try scratch.copy("plain.mp3")
    let result = try edit(
      file, by: "\"$METATOOL\" set plain.mp3 album=Other --quiet; sed -i 's/title:.*/title: x/'")
    #expect(result.status == 3)
    #expect(result.errors.contains("its album has changed since the editor was opened"))
    #expect(try run("get", file, "title").text != "x\n")
  }

  @Test func failingEditorWritesNothing() throws {
    let file = try scratch.copy("plain.mp3")
    let result = try edit(file, by: "exit 7; true")
    #expect(result.status == 3)
    #expect(result.errors.contains("exited with code 7; nothing was written"))
    #expect(try bytes(file) == Data(contentsOf: Repository.sample("plain.mp3")))
  }

  @Test func withoutATerminalTheAnswerIsRequired() throws {
    let file = try scratch.copy("plain.mp3")
    let result = try edit(file, by: "true", [])
    #expect(result.status == 64)
    #expect(result.errors.contains("--yes"))
    #expect(try edit(file, by: "true", ["-o", "x.mp3", "--yes"]).status == 64)
    #expect(try edit(file, file, by: "true").status == 1)
  }
}
