import Foundation
import TestSupport
import Testing

/// Commands that write a new file are killed at each system call that changes files, or one of them
/// fails because the disk is full or broken: the new file is then complete or missing, a replaced
/// file is the old one or the new one, and a later command removes all leftovers.
@Suite(.serialized) struct OutputCrashTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let words: [String]
    let output: String
    /// The existing file with the name of the output.
    var old: Data?

    var testDescription: String {
      words.joined(separator: " ") + (old == nil ? "" : " over a file")
    }
  }

  private static let cover = "file.cover.1.jpg"

  static let cases = [
    Case(words: ["art", "extract", "file.m4a", "--index", "0"], output: cover),
    Case(
      words: ["art", "extract", "file.m4a", "--index", "0", "--force"], output: cover,
      old: Data("a picture that was there".utf8)),
    Case(words: ["set", "file.m4a", "title=New", "-o", "new.m4a"], output: "new.m4a"),
    Case(
      words: ["set", "file.m4a", "title=New", "-o", "new.m4a", "--force"], output: "new.m4a",
      old: Data("a file that was there".utf8)),
    Case(words: ["export", "file.m4a", "new.mp4"], output: "new.mp4"),
    Case(
      words: ["export", "file.m4a", "new.mp4", "--force"], output: "new.mp4",
      old: Data("a film that was there".utf8)),
  ]

  @Test(.enabled(if: FaultInjection.isPossible, "strace is not installed"), arguments: cases)
  func outputIsCompleteOrMissing(kind: Case) throws {
    var tally = FaultInjection.Tally()
    let first = try Folder(kind)
    let (result, places) = try first.faults.calls(first.words(kind.words))
    #expect(result.status == 0, "\(result.errors)")
    let new = try #require(first.content(of: kind.output))
    #expect(new != kind.old)
    for place in Repository.cases(of: places, usually: 3, seed: 62) {
      for fault in FaultInjection.Fault.allCases {
        try check(kind, new, fault, place, &tally)
      }
    }
    print("\(kind.testDescription): \(tally)")
    #expect(tally.survivors == tally.cases)
    #expect(tally.cases > 5)
  }

  @Test(
    "If standard output accepts no bytes, the command ends with an error",
    .enabled(if: FaultInjection.isPossible, "strace is not installed"))
  func outputThatAcceptsNothing() throws {
    let strace = try #require(Program.find("strace"))
    let timeout = try #require(Program.find("timeout"))
    let words = ["-f", "-q", "-o", "/dev/null", "-e", "trace=write", "-e", "inject=write:retval=0"]
    let result = try Program.run(
      timeout, ["20", strace.path] + words + [Program.metatool.path, "fields"])
    #expect(result.status == 74)
  }

  private func check(
    _ kind: Case, _ new: Data, _ fault: FaultInjection.Fault, _ place: FaultInjection.Place,
    _ tally: inout FaultInjection.Tally
  ) throws {
    let folder = try Folder(kind)
    guard let result = try folder.faults.run(folder.words(kind.words), fault, at: place) else {
      Issue.record("\(kind.testDescription): no \(fault) at \(place)")
      return
    }
    tally.cases += 1
    let content = folder.content(of: kind.output)
    let isNew = content == new
    // Failed printing does not undo the written file.
    if result.status == 0 { #expect(isNew, "\(fault) at \(place)") }
    let isLeft = try folder.names.count > (content == nil ? 1 : 2)
    if isLeft { tally.recovered += 1 }
    // A file without a name leaves nothing after a crash.
    if kind.old == nil { #expect(!isLeft, "\(fault) at \(place)") }
    if content != nil { _ = try folder.run(["recover", kind.output]) }
    let names = try folder.names
    let survives =
      (isNew || content == kind.old) && folder.content(of: kind.output) == content
      && names == ["file.m4a", content == nil ? nil : kind.output].compactMap(\.self).sorted()
      && folder.content(of: "file.m4a") == folder.source
    #expect(survives, "\(fault) at \(place): \(names), \(result.errors)")
    tally.survivors += survives ? 1 : 0
    tally.old += isNew ? 0 : 1
  }

  @Test func existingFilesAreRefusedAndLinksNotFollowed() throws {
    let folder = try CommandFolder()
    try folder.copy("song-itunes.m4a", as: "file.m4a")
    let extract = ["art", "extract", "file.m4a", "--index", "0"]
    try FileManager.default.createSymbolicLink(
      atPath: folder.file(OutputCrashTests.cover).path, withDestinationPath: "elsewhere.jpg")
    let dangling = try folder.run(extract)
    #expect(dangling.status == 3, "\(dangling.errors)")
    #expect(try folder.contents.keys.sorted() == ["file.m4a"])
    try Data("mine".utf8).write(to: folder.file("elsewhere.jpg"))
    let existing = try folder.run(extract)
    #expect(existing.status == 3)
    #expect(existing.errors.contains("exists"))
    #expect(try folder.run(extract + ["--force"]).status == 0)
    #expect(try Data(contentsOf: folder.file("elsewhere.jpg")) == Data("mine".utf8))
    let cover = folder.file(OutputCrashTests.cover)
    #expect(try cover.resourceValues(forKeys: [.isSymbolicLinkKey]).isSymbolicLink == false)
    #expect(try folder.run(extract).status == 0)
  }

  @Test func newPicturesInheritPermissionsAndReplacedOnesKeepTheirs() throws {
    let folder = try CommandFolder()
    try folder.copy("song-itunes.m4a", as: "file.m4a")
    let cover = folder.file(OutputCrashTests.cover)
    func permissions() throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: cover.path)[.posixPermissions] as? Int
    }
    try folder.run("art", "extract", "file.m4a", "--index", "0")
    try Data().write(to: folder.file("usual"))
    let usual =
      try FileManager.default.attributesOfItem(atPath: folder.file("usual").path)[.posixPermissions]
      as? Int
    #expect(try permissions() == usual)
    try Data("other".utf8).write(to: cover)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: cover.path)
    try folder.run("art", "extract", "file.m4a", "--index", "0", "--force")
    #expect(try permissions() == 0o640)
  }
}

/// A folder with a source, and perhaps a file under the name of the output.
private struct Folder {
  let scratch: Scratch
  let faults: FaultInjection
  let source: Data

  init(_ kind: OutputCrashTests.Case) throws {
    scratch = try Scratch()
    source = Data(try Repository.bytes(of: "song-itunes.m4a"))
    let folder = scratch.file("work")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try source.write(to: folder.appending(path: "file.m4a"))
    if let old = kind.old { try old.write(to: folder.appending(path: kind.output)) }
    faults = FaultInjection(Program.metatool, in: scratch, state: scratch.file("state"))
  }

  /// The arguments with absolute paths: strace runs the program in another folder.
  func words(_ words: [String]) -> [String] {
    words.map { $0.contains(".m") ? scratch.file("work/\($0)").path : $0 }
  }

  func content(of name: String) -> Data? { try? Data(contentsOf: scratch.file("work/\(name)")) }

  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("work").path).sorted()
    }
  }

  func run(_ words: [String]) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: scratch.file("work"),
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
  }
}
