import Foundation
import TestSupport
import Testing

/// The helper as a process: it may crash, hang or be killed, which fails only the current file.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct HelperTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      [
        "-v", "error", "-f", "lavfi", "-i", "sine=duration=0.2", "-metadata", "title=Blue", "-c:a",
        "flac", scratch.file("tone.mka").path,
      ])
    try #require(result.status == 0, "\(result.errors)")
  }

  @Test func crashingFileAffectsOnlyItself() throws {
    let names = try copies(12) + ["crash.mka", "hang.mka"]
    for name in names.suffix(2) {
      try FileManager.default.copyItem(at: scratch.file("tone.mka"), to: scratch.file(name))
    }
    let result = try failing(
      ["dump", "--format", "ndjson", "-j", "4"] + names, ["METATOOL_FOREIGN_SECONDS": "2"])
    #expect(result.status == 1)
    let failed = try lines(result).filter { $0["error"] != nil }.compactMap {
      $0["path"] as? String
    }
    #expect(failed == ["crash.mka", "hang.mka"])
    #expect(result.errors.contains("crash.mka: metatool-foreign ended unexpectedly (signal 9)"))
    #expect(result.errors.contains("hang.mka: metatool-foreign did not respond in time"))
  }

  /// Of a line and of lines without end, for reading and for writing; each takes twenty seconds.
  @Test(
    arguments: Repository.cases(
      of: [
        ("endless-line", "get"), ("endless-lines", "get"), ("endless-line", "export"),
        ("endless-lines", "export"),
      ], usually: 1, seed: 9))
  func endlessAnswerIsStopped(way: String, verb: String) throws {
    try FileManager.default.copyItem(
      at: scratch.file("tone.mka"), to: scratch.file(way + ".mka"))
    let time = try #require(Program.find("time"))
    let words =
      verb == "get" ? ["get", way + ".mka", "title"] : ["export", way + ".mka", "new.mkv"]
    let result = try failing(words, program: time, before: ["-f", "%M KiB", Program.metatool.path])
    #expect(result.status == 74)
    #expect(result.errors.contains("metatool-foreign sent too much data and was stopped"))
    let kibibytes = try #require(
      result.errors.split(separator: "\n").last?.split(separator: " ").first.flatMap { Int($0) })
    #expect(kibibytes < 1 << 20, "\(result.errors)")
  }

  @Test func repeatedlyKilledHelperLosesNothing() throws {
    let names = try copies(100)
    let result = try failing(
      ["dump", "--format", "ndjson", "-j", "4"] + names, ["FAILING_EVERY": "7"])
    #expect(result.status == 0, "\(result.errors)")
    let titles = try lines(result).map { ($0["metadata"] as? [String: Any])?["title"] as? String }
    #expect(titles == [String](repeating: "Blue", count: 100))
  }

  @Test(arguments: [
    ["set", "tone.mka", "title=X"], ["set", "tone.mka", "title=X", "--allow-loss"],
    ["clear", "--all", "tone.mka"], ["clear", "--private", "tone.mka"],
    ["set", "tone.mka", "--id3", "2.3", "title=X"],
  ])
  func readOnlyKindReportsNoLosses(words: [String]) throws {
    let before = try Data(contentsOf: scratch.file("tone.mka"))
    let result = try Program.run(Program.metatool, words, in: scratch.folder)
    #expect(result.status == 3)
    #expect(
      result.errors
        == "metatool: tone.mka: files of this kind can be read, but not edited; export writes an edited copy\n"
    )
    #expect(try Data(contentsOf: scratch.file("tone.mka")) == before)
  }

  @Test func readOnlyKindAcceptsEditsThatChangeNothing() throws {
    let result = try Program.metatool("set", "tone.mka", "title=Blue", in: scratch.folder)
    #expect(result.status == 0)
    #expect(result.text == "tone.mka: nothing to change\n")
  }

  @Test func lostExportLeavesNoFile() throws {
    try FileManager.default.copyItem(
      at: scratch.file("tone.mka"), to: scratch.file("crash.mka"))
    let result = try failing(["export", "crash.mka", "out.mkv"])
    #expect(result.status == 65)
    #expect(result.errors.contains("ended unexpectedly"))
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path).sorted()
    #expect(left == ["crash.mka", "tone.mka"])
  }

  @Test func helperEndsWithItsParent() throws {
    // The helper does not outlive its client: no process of this name has init as its parent.
    _ = try Program.run(Program.metatool, ["dump", "tone.mka"], in: scratch.folder)
    let deadline = ContinuousClock.now + .seconds(10)
    while try orphans() > 0, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.05) }
    #expect(try orphans() == 0)
  }

  @Test func memoryIsLimited() throws {
    let limits = try Program.run(
      try #require(Program.find("sh")),
      [
        "-c",
        """
        "$1" dump tone.mka > /dev/null & pid=$!
        for i in $(seq 200); do
          for child in $(cat /proc/$pid/task/*/children 2>/dev/null); do
            grep "Max data size *2147483648" /proc/$child/limits 2>/dev/null && wait && exit
            tr '\\0' ' ' < /proc/$child/cmdline 2>/dev/null
          done
        done
        wait
        """, "sh", Program.metatool.path,
      ], in: scratch.folder)
    // On a busy machine, the helper may not be seen at all.
    if limits.text.contains("stop-at-end") { #expect(limits.text.contains("2147483648")) }
  }

  @Test func serveRequestsArePassedToTheHelper() throws {
    let request = #"{"id":1,"verb":"get","arguments":["tone.mka","title"]}"#
    let export = #"{"id":2,"verb":"export","arguments":["tone.mka","new.mp4","--json"]}"#
    let result = try Program.run(
      Program.metatool, ["serve"], in: scratch.folder,
      input: Data((request + "\n" + export + "\n").utf8))
    #expect(result.text.contains(#"{"id":1,"result":"Blue\n"}"#))
    #expect(result.text.contains(#"{"id":2,"done":{"status":0}}"#))
    #expect(FileManager.default.fileExists(atPath: scratch.file("new.mp4").path))
  }

  // MARK: Steps

  private func copies(_ count: Int) throws -> [String] {
    try (0..<count).map { number in
      let name = "\(number).mka"
      try FileManager.default.copyItem(at: scratch.file("tone.mka"), to: scratch.file(name))
      return name
    }
  }

  private func failing(
    _ arguments: [String], _ more: [String: String] = [:], program: URL = Program.metatool,
    before: [String] = []
  ) throws -> Program.Result {
    let helper = Repository.root.appending(path: "Tests/MetaForeignTests/failing_helper.py")
    return try Program.run(
      program, before + arguments, in: scratch.folder,
      environment: ["METATOOL_FOREIGN": helper.path, "REAL_HELPER": Program.foreign.path]
        .merging(more) { $1 })
  }

  private func lines(_ result: Program.Result) throws -> [[String: Any]] {
    try result.output.split(separator: 0x0A).map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
    }
  }

  private func orphans() throws -> Int {
    let ps = try #require(Program.find("ps"))
    let result = try Program.run(ps, ["-eo", "ppid=,args="])
    return result.text.split(separator: "\n").count { line in
      line.contains("metatool-foreign serve --stop-at-end")
        && line.drop { $0 == " " }.hasPrefix("1 ")
    }
  }
}
