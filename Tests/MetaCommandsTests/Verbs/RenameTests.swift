import Foundation
import TestSupport
import Testing

/// `metatool rename`, `set --from-name` and the way back.
@Suite struct RenameTests {
  private let place: CommandFolder

  init() throws { place = try CommandFolder() }

  private var names: [String] { get throws { try place.contents.keys.sorted() } }

  private func song(_ name: String, _ edits: String...) throws {
    try place.copy("plain.m4a", as: name)
    #expect(try place.run(["set", "--no-undo", "--quiet", name] + edits).status == 0)
  }

  @Test func filesAreMovedByTheirFields() throws {
    try song("Music/x.M4A", "title=One/Two", "artist=Ada", "album=Night", "track=3")
    try song("Music/y.m4a", "title=Two", "artist=Ada", "album=Night", "track=12", "disc=2")
    let template = "{albumArtist|artist}/{album}/[{disc}-]{track:02} {title}"
    let before = try place.contents
    let dry = try place.run("rename", "--to", template, "-r", "Music", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.text.hasPrefix("Music/x.M4A -> Music/Ada/Night/03 One-Two.M4A\n"))
    #expect(try place.contents == before)
    #expect(try place.run("rename", "--to", template, "-r", "Music").status == 0)
    let after = ["Music/Ada/Night/03 One-Two.M4A", "Music/Ada/Night/2-12 Two.m4a"]
    #expect(try names == after)
    // The second time, nothing is left to do: paths are relative to the folder.
    let again = try place.run("rename", "--to", template, "-r", "Music")
    #expect(again.text.split(separator: "\n").allSatisfy { $0.hasSuffix("nothing to change") })
    #expect(try names == after)
    let undone = try place.run("undo", "--last")
    #expect(undone.status == 0, "\(undone.errors)")
    #expect(try place.contents == before)
    #expect(!FileManager.default.fileExists(atPath: place.file("Music/Ada").path))
    #expect(try place.run("undo", "--last").status == 3)
  }

  @Test func renamedFileStaysInItsFolder() throws {
    try song("in/x.m4a", "title=One")
    #expect(try place.run("rename", "--to", "{title}", "in/x.m4a").status == 0)
    #expect(try names == ["in/One.m4a"])
    #expect(try place.run("rename", "--to", "a/{title}", "in/One.m4a", "--root", "out").status == 0)
    #expect(try names == ["out/a/One.m4a"])
    #expect(try place.run("rename", "--to", "../{title} 2", "out/a/One.m4a").status == 0)
    #expect(try names == ["out/One 2.m4a"])
  }

  @Test func swapsAndCyclesWork() throws {
    try song("a.m4a", "title=b")
    try song("b.m4a", "title=c")
    try song("c.m4a", "title=a")
    let before = try place.contents
    #expect(try place.run("rename", "--to", "{title}", "a.m4a", "b.m4a", "c.m4a").status == 0)
    let after = try place.contents
    #expect(
      after == ["b.m4a": before["a.m4a"], "c.m4a": before["b.m4a"], "a.m4a": before["c.m4a"]])
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.contents == before)
  }

  @Test func collisionsAreRefusedBeforeAnythingIsRenamed() throws {
    try song("a.m4a", "title=same")
    try song("b.m4a", "title=same")
    try song("c.m4a", "title=other")
    try song("d.m4a", "title=taken")
    try song("taken.m4a", "album=none")
    let result = try place.run(
      "rename", "--to", "{title}", "a.m4a", "b.m4a", "c.m4a", "d.m4a", "taken.m4a")
    #expect(result.status == 1)
    #expect(result.errors.contains("metatool: a.m4a: b.m4a would get the same name\n"))
    #expect(result.errors.contains("taken.m4a already exists\n"))
    #expect(result.errors.contains("metatool: taken.m4a: the file has no title\n"))
    #expect(try names == ["a.m4a", "b.m4a", "d.m4a", "other.m4a", "taken.m4a"])
  }

  @Test func aTransactionRenamesAllOrNone() throws {
    try song("a.m4a", "title=one")
    try song("b.m4a", "album=x")
    let result = try place.run(
      "rename", "--transaction", "--to", "{title}", "a.m4a", "b.m4a", "--json")
    #expect(result.status == 3)
    #expect(try names == ["a.m4a", "b.m4a"])
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    let codes = files?.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["notDone", "missingField"])
    #expect(try place.run("rename", "--transaction", "--to", "{title|album}", "*.m4a").status == 0)
    #expect(try names == ["one.m4a", "x.m4a"])
  }

  @Test func allOrNoNamesAreRestored() throws {
    try song("a.m4a", "title=one")
    try song("b.m4a", "title=two")
    #expect(try place.run("rename", "--to", "{title}", "a.m4a", "b.m4a").status == 0)
    try Data().write(to: place.file("a.m4a"))
    let result = try place.run("undo", "--last")
    #expect(result.status == 3)
    #expect(result.errors.contains("another file has its old name"))
    #expect(try names == ["a.m4a", "one.m4a", "two.m4a"])
    try FileManager.default.removeItem(at: place.file("a.m4a"))
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try names == ["a.m4a", "b.m4a"])
  }

  @Test func missingFileIsNamedAndTheOthersAreRestored() throws {
    try song("a.m4a", "title=one")
    try song("b.m4a", "title=two")
    #expect(try place.run("set", "b.m4a", "album=x").status == 0)
    #expect(try place.run("rename", "--to", "{title}", "a.m4a", "b.m4a").status == 0)
    try FileManager.default.removeItem(at: place.file("one.m4a"))
    let result = try place.run("undo", "--last", "--json")
    #expect(result.status == 1)
    #expect(result.errors.contains("one.m4a: the file no longer has the name it was renamed to"))
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(files?.count == 2)
    #expect(try names == ["b.m4a"])
    // The previous command is next.
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.value("b.m4a", "album") == "")
  }

  @Test func anotherFileUnderTheNewNameIsLeftAlone() throws {
    try song("a.m4a", "title=one")
    #expect(try place.run("rename", "--to", "{title}", "a.m4a").status == 0)
    try song("other.m4a", "title=other")
    let other = try place.contents["other.m4a"]
    try FileManager.default.removeItem(at: place.file("one.m4a"))
    try FileManager.default.moveItem(at: place.file("other.m4a"), to: place.file("one.m4a"))
    #expect(try place.run("undo", "--last").status == 3)
    #expect(try place.contents == ["one.m4a": other])
  }

  @Test func whereCannotBeUsedForTheLastCommand() throws {
    try song("a.m4a", "title=one")
    #expect(try place.run("rename", "--to", "{title}", "a.m4a").status == 0)
    #expect(try place.run("undo", "--last", "--where", "title == two").status == 64)
    #expect(try names == ["one.m4a"])
  }

  @Test func impossibleNamesAreRefusedAndTheOthersContinue() throws {
    try song("a.m4a", "title=one", "album=Foo")
    try song("b.m4a", "title=two", "album=Bar")
    try song("c.m4a", "title=three", "album=Bar/x", "comment=Bar")
    try Data().write(to: place.file("Foo"))
    let words = ["rename", "--to", "{album}/{title}", "a.m4a", "b.m4a"]
    for words in [words + ["--dry-run"], words] {
      let result = try place.run(words)
      #expect(result.status == 1)
      #expect(result.errors.contains("Foo is not a folder"))
    }
    #expect(try names == ["Bar/two.m4a", "Foo", "a.m4a", "c.m4a"])
  }

  @Test func linkThatWouldBreakIsNotMoved() throws {
    try song("real/x.m4a", "title=one")
    try FileManager.default.createDirectory(
      at: place.file("lib"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.file("lib/l.m4a").path, withDestinationPath: "../real/x.m4a")
    let result = try place.run("rename", "--to", "Sub/{title}", "lib/l.m4a")
    #expect(result.status == 3)
    #expect(result.errors.contains("it is a relative link, which would break in another folder"))
    #expect(try place.run("rename", "--to", "{title}", "lib/l.m4a").status == 0)
    #expect(try place.value("lib/one.m4a", "title") == "one")
  }

  @Test func extensionBytesAreKept() throws {
    try song("x.m4a", "title=one")
    let script =
      "mv x.m4a \"$(printf 'a.m4\\377a')\" && '\(Program.metatool.path)' rename --to '{title}' a.*"
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-c", script + " && ls | od -An -c"], in: place.folder,
      environment: ["XDG_STATE_HOME": place.state.path])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("377"))
  }

  @Test func meaninglessTemplatesAreUsageErrors() throws {
    try song("a.m4a", "title=one")
    for template in ["/tmp/{title}", "{_}", "{title|_}", "{title|}"] {
      #expect(try place.run("rename", "--to", template, "a.m4a").status == 64, "\(template)")
    }
    #expect(try names == ["a.m4a"])
    #expect(try place.run("set", "--from-name", "{year} x", "a.m4a").status == 3)
    try FileManager.default.moveItem(at: place.file("a.m4a"), to: place.file("1999 x.m4a"))
    #expect(try place.run("set", "--from-name", "{year} x", "1999 x.m4a").status == 0)
    #expect(try place.value("1999 x.m4a", "date") == "1999")
  }

  @Test func editsAndRenamesAreUndoneInOrder() throws {
    try place.copy("plain.m4a", as: "a.m4a")
    let before = try place.contents
    #expect(try place.run("set", "a.m4a", "title=one").status == 0)
    #expect(try place.run("rename", "--to", "{title}", "a.m4a").status == 0)
    #expect(try place.run("set", "one.m4a", "title=two", "--strategy", "rewrite").status == 0)
    for name in ["one.m4a", "a.m4a", "a.m4a"] {
      let undone = try place.run("undo", "--last")
      #expect(undone.status == 0, "\(undone.errors)")
      #expect(try names == [name])
    }
    #expect(try place.contents == before)
  }

  @Test func disabledUndoRecordsNothing() throws {
    try song("a.m4a", "title=one")
    #expect(try place.run("rename", "--no-undo", "--to", "{title}", "a.m4a").status == 0)
    #expect(try place.run("undo", "--last").status == 3)
    #expect(place.left("transactions").isEmpty)
    #expect(place.left("renames").isEmpty)
  }

  @Test func whereSelectsFiles() throws {
    try song("a.m4a", "title=one", "genre=Jazz")
    try song("b.m4a", "title=two")
    #expect(
      try place.run("rename", "--to", "{title}", "*.m4a", "--where", "genre == jazz").status == 0)
    #expect(try names == ["b.m4a", "one.m4a"])
  }

  @Test func invalidTemplateIsAUsageError() throws {
    let result = try place.run("rename", "--to", "{titel}", "a.m4a")
    #expect(result.status == 64)
    #expect(result.errors.contains("column 2: unknown field titel; did you mean title?"))
    #expect(try place.run("rename", "--to", "{title}").status == 64)
    #expect(try place.run("rename", "a.m4a").status == 64)
  }

  @Test func namesAreReadIntoFields() throws {
    try place.copy("plain.m4a", as: "Ada/Night/2-07 One - Two.m4a", "loose.m4a")
    let template = "{artist}/{album}/[{disc}-]{track} {title}"
    let result = try place.run("set", "--from-name", template, "-r", ".", "genre=Jazz")
    #expect(result.status == 1)
    #expect(result.errors.contains("loose.m4a: the name “"))
    let file = "Ada/Night/2-07 One - Two.m4a"
    for (field, value) in [
      ("artist", "Ada"), ("album", "Night"), ("disc", "2"), ("track", "7"), ("title", "One - Two"),
      ("genre", "Jazz"),
    ] {
      #expect(try place.value(file, field) == value)
    }
    #expect(try place.value("loose.m4a", "genre") == "")
    #expect(try place.run("undo", file).status == 0)
    #expect(try place.contents[file] == Data(Repository.bytes(of: "plain.m4a")))
    let wrong = try place.run("set", "--from-name", "{codec}", file)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("column 1: codec cannot be set from a name"))
  }
}
