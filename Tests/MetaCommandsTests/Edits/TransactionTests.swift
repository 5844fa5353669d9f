import Foundation
import TestSupport
import Testing

/// `--transaction`: all files are edited or none; `undo --last` undoes all edits of a command.
@Suite struct TransactionTests {
  private let place: CommandFolder

  init() throws {
    place = try CommandFolder()
    try place.copy("song-itunes.m4a", as: "a.m4a")
    try place.copy("id3v24-everything.mp3", as: "b.mp3")
    try place.copy("plain.m4a", as: "c.m4a")
  }

  private let files = ["a.m4a", "b.mp3", "c.m4a"]

  /// Nothing remains of a transaction, and every file is unchanged.
  private func expectNothingDone(_ before: [String: Data]) throws {
    #expect(try place.contents == before)
    #expect(place.left("transactions").isEmpty)
    #expect(place.left("undo").filter { $0.contains("-") }.isEmpty)
  }

  @Test(arguments: [
    ["set", "title=New", "artist=Ada"], ["clear", "--all"], ["art", "remove"],
    ["chapters", "clear"],
    ["set", "title=New", "-j", "3"], ["set", "title=New", "--strategy", "rewrite", "--json"],
  ])
  func transactionIsCommittedAndUndone(words: [String]) throws {
    let before = try place.contents
    let result = try place.run(words + files + ["--transaction"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("a.m4a"))
    #expect(place.left("transactions").isEmpty)
    let after = try place.contents
    #expect(Set(after.keys) == Set(before.keys))
    guard after != before else { return }
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.contents == before)
  }

  @Test func refusedFilePreventsAllEdits() throws {
    let before = try place.contents
    let words = ["set", "location=+37.5-122.25/"] + files
    #expect(try place.run(words + ["--no-undo"]).status == 1)
    #expect(try place.contents != before)
    try place.copy("song-itunes.m4a", as: "a.m4a")
    try place.copy("plain.m4a", as: "c.m4a")
    let result = try place.run(words + ["--transaction", "--json"])
    #expect(result.status == 3)
    #expect(result.errors.contains("b.mp3: "))
    #expect(
      result.errors.contains(
        "metatool: nothing was changed, because a file could not be processed\n"))
    let files = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    let codes = files?.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["notDone", "refused", "notDone"])
    try expectNothingDone(before)
  }

  @Test func failedWriteRollsBackAllFiles() throws {
    // The last one exceeds the file size limit.
    var last = try Data(contentsOf: place.file("c.m4a"))
    last += Data([0, 0x10, 0, 0]) + Data("free".utf8) + Data(count: 0x10_0000 - 8)
    try last.write(to: place.file("c.m4a"))
    let before = try place.contents
    let script =
      "ulimit -f 1024; exec '\(Program.metatool.path)' set title=New "
      + files.joined(separator: " ") + " --transaction --strategy rewrite"
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-c", script], in: place.folder,
      environment: ["XDG_STATE_HOME": place.state.path])
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.text.isEmpty)
    #expect(result.errors.contains("c.m4a: "))
    #expect(result.errors.contains("all changes were undone"))
    try expectNothingDone(before)
  }

  @Test func filesThatWereNotStartedAreListed() throws {
    // The first one exceeds the file size limit.
    var first = try Data(contentsOf: place.file("a.m4a"))
    first += Data([0, 0x10, 0, 0]) + Data("free".utf8) + Data(count: 0x10_0000 - 8)
    try first.write(to: place.file("a.m4a"))
    let before = try place.contents
    let script =
      "ulimit -f 1024; exec '\(Program.metatool.path)' set title=New "
      + files.joined(separator: " ") + " --transaction --strategy rewrite --json -j 1"
    let result = try Program.run(
      URL(filePath: "/bin/sh"), ["-c", script], in: place.folder,
      environment: ["XDG_STATE_HOME": place.state.path])
    #expect(result.status == 74, "\(result.errors)")
    let objects = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    #expect(objects?.map { $0["path"] as? String } == files)
    let codes = objects?.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == ["io", "notDone", "notDone"])
    try expectNothingDone(before)
  }

  @Test func writeProtectedFileIsDetectedBeforeWriting() throws {
    // The superuser can write despite the mode, but metatool requires --force.
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: place.file("c.m4a").path)
    let before = try place.contents
    let result = try place.run(["set", "title=New"] + files + ["--transaction"])
    #expect(result.status == 3)
    #expect(result.text.isEmpty)
    #expect(result.errors.contains("c.m4a: the file is write-protected"))
    #expect(result.errors.contains("nothing was changed"))
    let dry = try place.run("set", "title=New", "c.m4a", "--dry-run")
    #expect(dry.status == 3)
    #expect(dry.errors == "metatool: c.m4a: the file is write-protected; use --force to edit it\n")
    try expectNothingDone(before)
    #expect(try place.run("set", "title=New", "c.m4a", "--force").status == 0)
    #expect(try place.run("undo", "--last").status == 3)
    #expect(try place.run("undo", "--last", "--force").status == 0)
    #expect(try place.contents == before)
  }

  @Test func dumpIsAppliedToAllOrNone() throws {
    let before = try place.contents
    var changes = files.map { #"{"path": "\#($0)", "metadata": {"title": "New"}}"# }
    let good = changes.joined(separator: "\n")
    changes.append(#"{"path": "missing.m4a", "metadata": {"title": "New"}}"#)
    let bad = changes.joined(separator: "\n")
    #expect(try place.run("apply", "-", "--transaction", input: bad).status == 66)
    try expectNothingDone(before)
    #expect(try place.run("apply", "-", "--transaction", input: good).status == 0)
    #expect(try place.value("c.m4a", "title") == "New")
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.contents == before)
  }

  @Test func copiesGoIntoAllFilesOrNone() throws {
    let before = try place.contents
    try Data("no media".utf8).write(to: place.file("d.m4a"))
    let words = ["copy", "a.m4a", "c.m4a", "d.m4a", "--fields", "title", "--transaction"]
    #expect(try place.run(words).status == 65)
    try FileManager.default.removeItem(at: place.file("d.m4a"))
    try expectNothingDone(before)
  }

  @Test func aDryRunWritesNothing() throws {
    let before = try place.contents
    let result = try place.run(["set", "title=New", "--dry-run", "--transaction"] + files)
    #expect(result.status == 0)
    #expect(result.text.contains("+ title: New"))
    try expectNothingDone(before)
  }

  @Test func disabledUndoKeepsNothing() throws {
    let result = try place.run(["set", "title=New", "--no-undo", "--transaction"] + files)
    #expect(result.status == 0)
    #expect(place.left("undo").filter { $0.contains("-") }.isEmpty)
    #expect(try place.run("undo", "--last").status == 3)
  }

  @Test func impossibleOptionsAreUsageErrors() throws {
    #expect(try place.run("set", "a.m4a", "title=x", "--transaction", "-o", "x.m4a").status == 64)
    #expect(try place.run("clear", "a.m4a", "--private", "--transaction").status == 64)
  }

  @Test func onlySelectedFilesTakePart() throws {
    let before = try place.contents
    try Data("no media".utf8).write(to: place.file("d.mp3"))
    let result = try place.run(
      "set", "-r", ".", "title=New", "--transaction", "--where", "extension == m4a and title")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try place.value("a.m4a", "title") == "New")
    #expect(try place.contents["c.m4a"] == before["c.m4a"])
  }

  @Test func ctrlCRollsBackAllFiles() throws {
    let process = Process()
    // The fifth lock is waited for, so that the signal surely comes in between.
    try place.copy("plain.m4a", as: "d.m4a")
    let before = try place.contents
    let lock = try #require(Program.find("flock"))
    let holder = Process()
    holder.executableURL = lock
    holder.arguments = [place.file("d.m4a").path, "sleep", "30"]
    try holder.run()
    defer { holder.terminate() }
    process.executableURL = Program.find("env")
    process.arguments =
      ["--default-signal=INT", Program.metatool.path, "set", "title=New", "--transaction"]
      + ["a.m4a", "b.mp3", "c.m4a", "d.m4a"]
    process.currentDirectoryURL = place.folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_STATE_HOME": place.state.path]) { $1 }
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // Until the others are edited.
    while try Data(contentsOf: place.file("c.m4a")) == before["c.m4a"] { usleep(1000) }
    process.interrupt()
    holder.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == SIGINT)
    try expectNothingDone(before)
  }

  // MARK: undo --last

  @Test func lastCommandIsUndoneAsAWhole() throws {
    let before = try place.contents
    #expect(try place.run(["set", "title=One"] + files).status == 0)
    let between = try place.contents
    #expect(try place.run(["set", "title=Two", "a.m4a", "c.m4a", "c.m4a"]).status == 0)
    let last = try place.run("undo", "--last")
    #expect(last.status == 0)
    #expect(last.text.split(separator: "\n").count == 2)
    #expect(try place.contents == between)
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.contents == before)
    #expect(try place.run("undo", "--last").status == 3)
  }

  @Test func changedFileIsNamedAndTheOthersAreRestored() throws {
    let before = try place.contents
    #expect(try place.run(["set", "title=One"] + files).status == 0)
    #expect(try place.run(["set", "title=Two"] + files).status == 0)
    var bytes = try Data(contentsOf: place.file("b.mp3"))
    bytes.append(contentsOf: [0, 0, 0])
    try bytes.write(to: place.file("b.mp3"))
    let result = try place.run("undo", "--last", "--json")
    #expect(result.status == 1)
    #expect(
      result.errors
        == "metatool: b.mp3: the file has changed since the edit\n".replacing(
          "b.mp3", with: place.file("b.mp3").resolvingSymlinksInPath().path))
    #expect(try place.value("a.m4a", "title") == "One")
    #expect(try place.contents["b.mp3"] == bytes)
    // Its remains do not hide the previous command.
    #expect(try place.run("undo", "--last").status == 1)
    #expect(try place.contents["a.m4a"] == before["a.m4a"])
    #expect(try place.contents["c.m4a"] == before["c.m4a"])
  }

  @Test func fileEditedSinceByAnotherCommandIsLeftAlone() throws {
    #expect(try place.run(["set", "title=One"] + files).status == 0)
    #expect(try place.run(["set", "title=Two", "b.mp3"]).status == 0)
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.value("b.mp3", "title") == "One")
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.value("b.mp3", "title") != "One")
  }
}
