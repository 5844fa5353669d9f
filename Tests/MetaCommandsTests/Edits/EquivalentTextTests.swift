import Foundation
import TestSupport
import Testing

/// Canonically equivalent texts, such as a composed and a decomposed é, are different values and
/// different file names, although Swift's `==` says that they are equal.
@Suite struct EquivalentTextTests {
  private let folder: CommandFolder
  private static let composed = "Caf\u{E9} \u{212B} \u{D55C}"
  private static let decomposed = "Cafe\u{301} A\u{30A} \u{1112}\u{1161}\u{11AB}"

  init() throws { folder = try CommandFolder() }

  private func bytes(_ text: String?) -> [UInt8] { Array((text ?? "").utf8) }

  /// The titles of files, by path.
  private func titles(_ names: [String]) throws -> [String: [UInt8]] {
    let lines = try folder.run(["get", "--format", "ndjson"] + names + ["title"]).text
    var titles: [String: [UInt8]] = [:]
    for line in lines.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      titles[try #require(object?["path"] as? String)] = bytes(object?["title"] as? String)
    }
    return titles
  }

  @Test("A decomposed title replaces a composed one in every format")
  func titlesInEveryFormat() throws {
    let names = EditedSamples.files
    for name in names { try folder.copy(name, as: name) }
    try folder.run(["set"] + names + ["title=" + EquivalentTextTests.composed])
    let composed = try titles(names).filter { $0.value == bytes(EquivalentTextTests.composed) }
    #expect(composed.count > names.count / 2)
    let changed = composed.keys.sorted()
    try folder.run(["set"] + changed + ["title=" + EquivalentTextTests.decomposed])
    let unchanged = try titles(changed).filter {
      $0.value != bytes(EquivalentTextTests.decomposed)
    }
    #expect(unchanged.keys.sorted() == [])
  }

  @Test("ID3v1 stores the composed form of a decomposed title")
  func titleInLatin1() throws {
    let name = try folder.copy("id3v1.mp3")
    let result = try folder.run("set", name, "title=Cafe\u{301} A\u{30A}")
    #expect(result.status == 0)
    #expect(try bytes(folder.value(name, "title")) == bytes("Caf\u{E9} \u{C5}"))
  }

  @Test("A decomposed property replaces a composed one in an XMP packet")
  func properties() throws {
    let name = try folder.copy("two-truths.mp4")
    let key = "xmp/dc%3Atitle"
    for title in [EquivalentTextTests.composed, EquivalentTextTests.decomposed] {
      #expect(try folder.run("set", name, "\(key)=\(title)").status == 0)
      // The sample has two packets.
      let values = try folder.value(name, key).split(separator: "\n").map { bytes(String($0)) }
      #expect(values == [bytes(title), bytes(title)])
    }
  }

  @Test(
    "Chapters and picture descriptions change to the decomposed form",
    arguments: [
      "book-chapters.m4b", "id3v23-chapters.mp3",
    ])
  func chapters(sample: String) throws {
    let name = try folder.copy(sample)
    for title in [EquivalentTextTests.composed, EquivalentTextTests.decomposed] {
      let json = #"[{"path": "\#(name)", "chapters": [{"start": 0, "title": "\#(title)"}]}]"#
      #expect(try folder.run("apply", "-", input: json).status == 0)
      let dump = try folder.run("dump", name).text
      #expect(dump.utf8.contains(title.utf8), "\(title.unicodeScalars)")
    }
  }

  @Test("A difference in form is a difference")
  func differences() throws {
    try folder.copy("all-tags.mp3", as: "a.mp3", "b.mp3")
    try folder.run("set", "a.mp3", "title=" + EquivalentTextTests.composed)
    try folder.run("set", "b.mp3", "title=" + EquivalentTextTests.decomposed)
    let result = try folder.run("diff", "a.mp3", "b.mp3")
    #expect(result.status == 1)
    #expect(result.text.contains("title"))
  }

  // MARK: File names

  private static let names = ["caf\u{E9}.mp3", "cafe\u{301}.mp3"]

  /// Copies a sample under both names.
  private func copyTwice() throws {
    for name in EquivalentTextTests.names { try folder.copy("all-tags.mp3", as: name) }
  }

  /// Expects the titles One and Two, and files that nothing else has changed.
  private func expectTitles(_ titles: [String] = ["One", "Two"]) throws {
    let values = try EquivalentTextTests.names.map { try folder.value($0, "title") }
    #expect(values == titles)
  }

  @Test("A table changes each of two files with equivalent names")
  func table() throws {
    try copyTwice()
    let names = EquivalentTextTests.names
    let table = "path,title\n\(names[0]),One\n\(names[1]),Two\n"
    #expect(try folder.run("apply", "--format", "csv", "-", input: table).status == 0)
    try expectTitles()
  }

  @Test("An edited dump changes each of two files with equivalent names")
  func dump() throws {
    try copyTwice()
    let entries = zip(EquivalentTextTests.names, ["One", "Two"]).map {
      #"{"path": "\#($0)", "metadata": {"title": "\#($1)"}}"#
    }
    let json = "[" + entries.joined(separator: ",") + "]"
    #expect(try folder.run("apply", "-", input: json).status == 0)
    try expectTitles()
  }

  @Test("Two files with equivalent names have different numbers")
  func numbers() throws {
    try copyTwice()
    try folder.run(["set"] + EquivalentTextTests.names + ["title={fileNumber}"])
    try expectTitles(["1", "2"])
  }

  @Test("The editor changes each of two files with equivalent names")
  func editor() throws {
    try copyTwice()
    let script = folder.scratch.file("editor.sh")
    try Data(
      """
      #!/bin/sh
      awk '/path:/ { n++ } /^ *-? *title:/ { sub(/title:.*/, "title: " (n == 1 ? "One" : "Two")) } 1' "$1" >"$1.new"
      cat "$1.new" >"$1"
      """.utf8
    ).write(to: script)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    let result = try Program.run(
      Program.metatool, ["edit", "--yes"] + EquivalentTextTests.names, in: folder.folder,
      environment: ["XDG_STATE_HOME": folder.state.path, "EDITOR": script.path, "VISUAL": ""])
    #expect(result.status == 0, "\(result.errors)")
    try expectTitles()
  }

  @Test("A file is renamed to the composed form of its name")
  func renamed() throws {
    try folder.copy("all-tags.mp3", as: EquivalentTextTests.names[1])
    let title = String(EquivalentTextTests.names[0].dropLast(4))
    try folder.run("set", EquivalentTextTests.names[1], "title=" + title)
    try folder.run("rename", EquivalentTextTests.names[1], "--to", "{title}")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.folder.path)
    #expect(names.map { Array($0.utf8) } == [Array(EquivalentTextTests.names[0].utf8)])
  }
}
