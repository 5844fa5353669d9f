import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// The settings file, and the verb that prints the effective settings.
@Suite struct ConfigTests {
  private let scratch: Scratch
  private let file: URL

  init() throws {
    scratch = try Scratch()
    file = scratch.file("config.toml")
    _ = try scratch.copy("id3v24-encodings.mp3", as: "a.mp3")
  }

  private func write(_ text: String) throws { try Data(text.utf8).write(to: file) }

  private func run(_ words: String..., named: String? = nil) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: scratch.folder,
      environment: [
        "METATOOL_CONFIG": named ?? file.path, "XDG_STATE_HOME": scratch.file("state").path,
      ])
  }

  private var tagVersion: UInt8 {
    get throws { try #require(try Data(contentsOf: scratch.file("a.mp3")).dropFirst(3).first) }
  }

  // MARK: The verb

  @Test func printsValuesAndTheirLines() throws {
    try write("# mine\nid3 = \"2.3\"\n\nundo-limit = \"1 GiB\"\njobs = 3\n")
    let lines = try run("config").text.split(separator: "\n")
      .map { $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init) }
    #expect(lines.count == SettingName.allCases.count)
    #expect(lines.contains(["id3", "2.3", file.path + ":2"]))
    #expect(lines.contains(["undo-limit", "1073741824", file.path + ":4"]))
    #expect(lines.contains(["jobs", "3", file.path + ":5"]))
    #expect(lines.contains(["undo", "true", "default"]))
    let json = try run("config", "--format", "json").output
    let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(object["file"] as? String == file.path)
    let settings = try #require(object["settings"] as? [[String: Any]])
    #expect(settings.first { $0["name"] as? String == "jobs" }?["value"] as? Int == 3)
    #expect(
      settings.first { $0["name"] as? String == "padding" }?["source"] as? String == "default")
  }

  @Test func pathIsInTheUsersFolder() throws {
    #expect(try run("config", "--path").text == file.path + "\n")
    func path(_ environment: [String: String]) throws -> Program.Result {
      // env removes the variable that tests set.
      let words = environment.map { "\($0.key)=\($0.value)" }
      return try Program.run(
        URL(filePath: "/usr/bin/env"),
        ["-u", "METATOOL_CONFIG", "-u", "XDG_CONFIG_HOME"] + words
          + [Program.metatool.path, "config", "--path"])
    }
    #expect(try path(["XDG_CONFIG_HOME": "/c"]).text == "/c/metatool/config.toml\n")
    #expect(try path(["HOME": "/h"]).text == "/h/.config/metatool/config.toml\n")
    #expect(try path(["XDG_CONFIG_HOME": "c", "HOME": "/h"]).text.hasPrefix("/h/.config/"))
    let none = try run("config", "--path", named: "")
    #expect(none.status == 66)
    #expect(none.errors.contains("METATOOL_CONFIG"))
  }

  @Test func everyKindOfValueIsChecked() throws {
    try write(
      "id3 = \"keep\"\npadding = 0\nformat = \"yaml\"\nundo = false\nundo-limit = 0\n"
        + "keep-mtime = true\nverify = true\njobs = 1\n")
    #expect(try run("config").status == 0)
  }

  static let wrong: [(text: String, line: Int, names: String)] = [
    ("id3 = 2.3", 1, "id3"), ("\nid3 = \"2.2\"", 2, "id3"), ("padding = -1", 1, "padding"),
    ("padding = \"4 kB\"", 1, "padding"), ("format = \"xml\"", 1, "format"),
    ("undo = \"yes\"", 1, "undo"), ("undo-limit = \"1 Gb\"", 1, "undo-limit"),
    ("undo-limit = \"9999999999999 TiB\"", 1, "undo-limit"), ("jobs = 0", 1, "jobs"),
    ("keep_mtime = true", 1, "keep-mtime"), ("[id3]\nversion = \"2.3\"", 2, "id3.version"),
    ("colour = true", 1, "colour"), ("id3 = ", 1, "TOML"),
    ("id3 = \"2.3\"\nid3 = \"2.4\"", 2, "TOML"),
    ("jobs = [1]", 1, "jobs"), ("\u{0}", 1, "TOML"),
  ]

  @Test(arguments: wrong)
  func errorsNameFileLineAndSetting(text: String, line: Int, names: String) throws {
    try write(text)
    let shown = try run("config")
    #expect(shown.status == 64)
    #expect(shown.errors.contains("\(file.path):\(line): "), "\(shown.errors)")
    #expect(shown.errors.contains(names), "\(shown.errors)")
    let before = try Data(contentsOf: scratch.file("a.mp3"))
    for words in [["set", "a.mp3", "title=New"], ["set", "a.mp3", "title=New", "--force"]] {
      let edited = try Program.run(
        Program.metatool, words, in: scratch.folder, environment: ["METATOOL_CONFIG": file.path])
      #expect(edited.status == 64)
      #expect(edited.errors.contains(file.path))
    }
    #expect(try Data(contentsOf: scratch.file("a.mp3")) == before)
    // Reading commands continue.
    let dumped = try run("dump", "a.mp3")
    #expect(dumped.status == 0)
    #expect(dumped.text == (try run("dump", "a.mp3", named: "").text))
    #expect(dumped.errors.contains("\(file.path):\(line): "))
    #expect(dumped.errors.components(separatedBy: file.path).count == 2)
  }

  @Test func namedFileMustExist() throws {
    #expect(try run("config", named: "/nowhere/config.toml").status == 66)
    #expect(try run("set", "a.mp3", "title=New", named: "/nowhere/config.toml").status == 66)
    #expect(try run("dump", "a.mp3", named: "/nowhere/config.toml").status == 0)
  }

  @Test func otherFilesAreRefused() throws {
    try Data(repeating: 0x23, count: 70_000).write(to: file)
    #expect(try run("config").status == 64)
    try write("a." + String(repeating: "b.", count: 15_000) + "c = 1")
    #expect(try run("config").status == 64)
    #expect(try run("config", named: scratch.folder.path).status == 66)
  }

  // MARK: Effective settings

  @Test func tagVersionComesFromTheSettings() throws {
    try write("id3 = \"2.3\"")
    #expect(try tagVersion == 4)
    #expect(try run("set", "a.mp3", "title=One", "--id3", "keep").status == 0)
    #expect(try tagVersion == 4)
    #expect(try run("set", "a.mp3", "title=Two", named: "").status == 0)
    #expect(try tagVersion == 4)
    #expect(try run("set", "a.mp3", "title=Three", "--allow-loss").status == 0)
    #expect(try tagVersion == 3)
  }

  @Test func undoAndItsLimit() throws {
    try write("undo = false")
    #expect(try run("set", "a.mp3", "title=One").status == 0)
    #expect(try run("undo", "a.mp3").status != 0)
    #expect(try run("set", "a.mp3", "title=Two", "--undo").status == 0)
    #expect(try run("undo", "a.mp3").status == 0)
    try write("undo-limit = 0")
    let edited = try run("set", "a.mp3", "title=Three", "--json")
    #expect(edited.status == 0)
    #expect(edited.text.contains("\"canUndo\": false"), "\(edited.text)")
    try write("undo-limit = \"1 GiB\"")
    #expect(try run("set", "a.mp3", "title=Four").status == 0)
    #expect(try run("undo", "a.mp3").status == 0)
  }

  @Test func modificationTimeIsKept() throws {
    let path = scratch.file("a.mp3").path
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    func modified() throws -> Date? {
      try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
    }
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    try write("keep-mtime = true")
    #expect(try run("set", "a.mp3", "title=One").status == 0)
    #expect(try modified() == old)
    #expect(try run("set", "a.mp3", "title=Two", "--no-keep-mtime").status == 0)
    #expect(try modified() != old)
  }

  @Test func paddingIsLeft() throws {
    _ = try scratch.copy("plain.mp3", as: "b.mp3")
    _ = try scratch.copy("plain.mp3", as: "c.mp3")
    try write("padding = 50000")
    #expect(try run("set", "b.mp3", "title=One", "--strategy", "rewrite").status == 0)
    #expect(
      try run("set", "c.mp3", "title=One", "--strategy", "rewrite", "--padding", "10").status == 0)
    let sizes = try ["b.mp3", "c.mp3"].map { try Data(contentsOf: scratch.file($0)).count }
    #expect(sizes[0] > sizes[1] + 40_000)
  }

  @Test func dumpFormatComesFromTheSettings() throws {
    func text(_ words: String..., format: String) throws -> String {
      try write("format = \"\(format)\"")
      return try Program.run(
        Program.metatool, ["dump", "a.mp3"] + words, in: scratch.folder,
        environment: ["METATOOL_CONFIG": file.path]
      ).text
    }
    func option(_ words: String...) throws -> String {
      try Program.run(Program.metatool, ["dump", "a.mp3"] + words, in: scratch.folder).text
    }
    for format in ["text", "csv", "yaml", "paths", "ndjson"] {
      #expect(try text(format: format) == option("--format", format))
      #expect(try text("--format", "json", format: format) == option())
      #expect(try text("--complete", format: format) == option("--complete"))
      #expect(try text("--binary", "digest", format: format) == option("--binary", "digest"))
      #expect(try text("--template", "{title}", format: format) == option("--template", "{title}"))
    }
    // The parser and the shortcut past it.
    #expect(try text("--exact", format: "text") == option("--exact", "--format", "text"))
  }

  @Test func serveReadsNoSettings() throws {
    try write("format = \"text\"\nid3 = 1")
    let request = Data(
      "{\"id\": 1, \"verb\": \"config\", \"arguments\": [\"--format\", \"json\"]}\n".utf8)
    let answer = try Program.run(
      Program.metatool, ["serve"], in: scratch.folder, input: request,
      environment: ["METATOOL_CONFIG": file.path])
    #expect(answer.status == 0)
    #expect(answer.text.contains("\"source\":\"default\""))
    #expect(!answer.text.contains(file.path))
  }

  // MARK: Tables

  @Test func wordsMatchTheOptions() {
    func words(_ name: SettingName) -> [String] {
      if case .word(let words) = name.kind { words } else { [] }
    }
    #expect(words(.format) == Dump.Format.allCases.map(\.rawValue))
    #expect(words(.id3) == WriteOptions.TagVersion.allCases.map(\.rawValue))
  }

  @Test func documentAndHelpListAllSettings() throws {
    let page = Repository.root.appending(path: "docs/config.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let help = Config.configuration.discussion
    for name in SettingName.allCases {
      #expect(text.contains("| `\(name.rawValue)` |"), "\(name)")
      #expect(help.contains("\(name.rawValue) = "), "\(name)")
    }
  }
}
