import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// `apply` as a command: edited dumps are written back.
@Suite struct ApplyTests {
  private typealias Object = [String: Any]

  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  // MARK: Helpers

  private func copy(_ sample: String, as name: String? = nil) throws -> String {
    try scratch.copy(sample, as: name)
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: scratch.file(name)) }

  private func dump(_ name: String, _ options: String...) throws -> Object {
    let result = try Program.run(Program.metatool, ["dump", name] + options, in: scratch.folder)
    let all = try JSONSerialization.jsonObject(with: result.output) as? [Object]
    return try #require(all?.first)
  }

  /// Applies changes in `changes.json`.
  @discardableResult
  private func apply(_ changes: Any, _ options: String...) throws -> Program.Result {
    try JSONSerialization.data(withJSONObject: changes).write(to: scratch.file("changes.json"))
    return try Program.run(
      Program.metatool, ["apply", "--no-undo", "changes.json"] + options, in: scratch.folder)
  }

  private func applyText(_ text: String, _ options: String...) throws -> Program.Result {
    try Data(text.utf8).write(to: scratch.file("changes.json"))
    return try Program.run(
      Program.metatool, ["apply", "--no-undo", "changes.json"] + options, in: scratch.folder)
  }

  private func metadata(_ name: String) throws -> Object {
    try #require(dump(name)["metadata"] as? Object)
  }

  private func items(_ dump: Object) -> [Object] { dump["items"] as? [Object] ?? [] }

  /// The items that are not those of these identifiers, with their bytes.
  private func others(_ dump: Object, but identifiers: String...) -> [String] {
    items(dump).compactMap { item in
      let name = item["identifier"] as? String ?? ""
      let entry = item["entry"] as? Object
      return identifiers.contains(name) ? nil : "\(name) \(entry?["bytes"] as? String ?? "")"
    }
  }

  // MARK: Round trip

  @Test func everySampleHasItsItemsRestored() throws {
    let round = try DumpRoundTrip(
      Repository.samples, in: Repository.root.appending(path: "Samples"))
    #expect(round.failed == [:])
    #expect(Set(round.uncleared.keys) == ["compressed-moov.mov"])
    #expect(round.withItems > 50)
  }

  @Test(arguments: [[], ["--complete"], ["--binary", "digest"], ["--binary", "base64"]])
  func uneditedDumpWritesNothing(options: [String]) throws {
    let names = try Repository.samples.map { try copy($0) }
    let before = try names.map(bytes)
    let dumps = try Program.run(
      Program.metatool, ["dump", "--format", "ndjson"] + options + names, in: scratch.folder)
    let changes = try dumps.output.split(separator: 0x0A).map {
      try JSONSerialization.jsonObject(with: $0)
    }
    let result = try apply(
      changes.filter { ($0 as? Object)?["path"] as? String != "compressed-moov.mov" })
    #expect(result.status == 0, "\(result.errors)")
    // Nothing but the summary.
    #expect(result.errors.hasSuffix("0 edited, \(names.count - 1) unchanged\n"), "\(result.errors)")
    #expect(try names.map(bytes) == before)
  }

  // MARK: Fields

  @Test(
    arguments: [
      "song-itunes.m4a", "id3v24-everything.mp3", "id3v23-unsync.mp3", "camera-keys.mov",
      "info-differs.wav", "chunks.aiff", "silence.dsf", "all-tags.mp3", "in-step.mp4",
    ], [true, false])
  func anEditedFieldWins(sample: String, isComplete: Bool) throws {
    let name = try copy(sample)
    var dump = try dump(name, isComplete ? "--complete" : "--quiet")
    var fields = try #require(dump["metadata"] as? Object)
    let artists = fields["artist"] as? [String] ?? []
    fields["title"] = "A longer title than before: Ж"
    fields["artist"] = artists + ["Second"]
    fields["comment"] = nil
    dump["metadata"] = fields
    let result = try apply([dump], "--allow-loss")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try metadata(name) as NSDictionary == fields as NSDictionary)
    let again = try apply([dump], "--json", "--allow-loss")
    #expect(again.text.contains(#""strategy": "none""#), "\(again.text)")
  }

  @Test func everythingElseStaysAsItIs() throws {
    let name = try copy("song-itunes.m4a")
    var dump = try dump(name, "--complete")
    var fields = try #require(dump["metadata"] as? Object)
    fields["title"] = "Red"
    fields["albumArtist"] = nil
    fields["track"] = ["number": 4]
    dump["metadata"] = fields
    #expect(try apply(dump).status == 0)
    let after = try self.dump(name, "--complete")
    #expect(after["metadata"] as? NSDictionary == fields as NSDictionary)
    let edited = ["itsk/%A9nam", "itsk/aART", "itsk/trkn"]
    #expect(
      others(after, but: edited[0], edited[1], edited[2])
        == others(dump, but: edited[0], edited[1], edited[2]))
  }

  @Test func aFewFieldsAreEnough() throws {
    let name = try copy("id3v24-everything.mp3")
    let before = try metadata(name)
    let result = try applyText(
      #"{"path": "\#(name)", "metadata": {"title": "Red", "date": "2001", "comment": null}}"#)
    #expect(result.status == 0, "\(result.errors)")
    let after = try metadata(name)
    #expect(after["title"] as? String == "Red")
    #expect(after["date"] as? String == "2001")
    #expect(after["comment"] == nil)
    #expect(after["album"] as? String == before["album"] as? String)
  }

  @Test func onlyEditedEntriesOfAnIncompleteDumpAreWritten() throws {
    let name = try copy("song-itunes.m4a")
    var dump = try dump(name)
    // The file changes after the dump.
    let set = try Program.metatool("set", name, "album=Newer", "--no-undo", in: scratch.folder)
    #expect(set.status == 0)
    var fields = try #require(dump["metadata"] as? Object)
    fields["title"] = "Red"
    dump["metadata"] = fields
    let result = try apply([dump])
    #expect(result.status == 0)
    #expect(result.errors.contains("only complete dumps"))
    let after = try metadata(name)
    #expect(after["title"] as? String == "Red" && after["album"] as? String == "Newer")
    // The pictures were given only by size.
    #expect((try self.dump(name)["artwork"] as? [Any])?.count == 2)
  }

  // MARK: Items

  @Test func itemsOfACompleteDumpAreWritten() throws {
    let name = try copy("id3v24-everything.mp3")
    var dump = try dump(name, "--complete")
    var items = items(dump)
    let mood = try #require(
      items.firstIndex { ($0["extra"] as? Object)?["info"] as? String == "MOOD" })
    items[mood]["value"] = "Stormy"
    let counter = try #require(items.firstIndex { $0["identifier"] as? String == "id3/PCNT" })
    items.remove(at: counter)
    items.append([
      "identifier": "id3/TXXX", "dataType": "utf8", "value": "new", "extra": ["info": "ADDED"],
    ])
    dump["items"] = items
    dump["metadata"] = nil
    let result = try apply([dump])
    #expect(result.status == 0, "\(result.errors)")
    let after = try self.dump(name, "--complete")
    let moods = self.items(after).filter { ($0["extra"] as? Object)?["info"] as? String == "MOOD" }
    #expect(moods.map { $0["value"] as? String } == ["Stormy"])
    #expect(!self.items(after).contains { $0["identifier"] as? String == "id3/PCNT" })
    #expect(self.items(after).last?["value"] as? String == "new")
    #expect(
      others(after, but: "id3/TXXX", "id3/PCNT") == others(dump, but: "id3/TXXX", "id3/PCNT"))
  }

  @Test func itemRemovedFromItsEntryIsDeleted() throws {
    var keySpaces: Set<String> = []
    for sample in Repository.samples {
      let name = try copy(sample)
      let dump = try dump(name, "--complete")
      let all = items(dump)
      let entries = Dictionary(grouping: all.indices) { index in
        let entry = all[index]["entry"] as? Object
        return "\(entry?["container"] ?? "") \(entry?["offset"] ?? "")"
      }
      for gone in entries.values.filter({ $0.count > 1 }).compactMap(\.last) {
        let name = try copy(sample)
        var changed = dump
        changed["items"] = all.indices.filter { $0 != gone }.map { all[$0] }
        for view in ["metadata", "artwork", "chapters"] { changed[view] = nil }
        let identifier = try #require(all[gone]["identifier"] as? String)
        keySpaces.insert(String(identifier.prefix { $0 != "/" }))
        let result = try apply([changed])
        #expect(result.status == 0, "\(sample): \(result.errors)")
        #expect(try items(self.dump(name)).count == all.count - 1, "\(sample): \(identifier)")
      }
    }
    #expect(keySpaces.isSuperset(of: ["xmp", "riff", "gpmf", "itsk", "udta"]))
  }

  @Test func editedItemsOfAnEmptiedFileAreWritten() throws {
    let name = try copy("book-chapters.m4b")
    var dump = try dump(name, "--complete")
    var items = items(dump)
    let index = try #require(items.firstIndex { $0["dataType"] as? String == "int8" })
    let identifier = try #require(items[index]["identifier"] as? String)
    items[index]["value"] = 6
    dump["items"] = items
    dump["metadata"] = nil
    let cleared = try Program.metatool("clear", "--all", "--no-undo", name, in: scratch.folder)
    #expect(cleared.status == 0)
    let result = try apply([dump])
    #expect(result.status == 0, "\(result.errors)")
    let after = try self.dump(name, "--complete")
    #expect(
      self.items(after).first { $0["identifier"] as? String == identifier }?["value"] as? Int == 6)
    #expect(others(after, but: identifier) == others(dump, but: identifier))
  }

  @Test func fieldOverridesAnEditedItemWithANote() throws {
    let name = try copy("song-itunes.m4a")
    var dump = try dump(name, "--complete")
    var items = items(dump)
    let index = try #require(items.firstIndex { $0["identifier"] as? String == "itsk/%A9nam" })
    items[index]["value"] = "Item"
    dump["items"] = items
    let result = try apply([dump])
    #expect(result.errors.contains("metadata.title overrides the edited items"))
    #expect(try metadata(name)["title"] as? String == "Blue Train")
    dump["metadata"] = nil
    #expect(try apply([dump]).errors == "")
    #expect(try metadata(name)["title"] as? String == "Item")
  }

  // MARK: Pictures and chapters

  @Test(arguments: ["song-itunes.m4a", "id3v24-everything.mp3"], [true, false])
  func picturesAreRemovedAndChanged(sample: String, isComplete: Bool) throws {
    let name = try copy(sample)
    var dump = try dump(name, isComplete ? "--complete" : "--quiet")
    var pictures = try #require(dump["artwork"] as? [Object])
    let last = try #require(pictures.last)
    let count = pictures.count
    pictures.removeFirst()
    dump["artwork"] = pictures
    #expect(try apply([dump]).status == 0)
    let after = try #require(self.dump(name)["artwork"] as? [Object])
    #expect(after.count == count - 1)
    #expect(after.last?["bytes"] as? Int == last["bytes"] as? Int)
  }

  @Test func aPictureIsAddedWithItsBytes() throws {
    let source = try dump(copy("song-itunes.m4a"), "--complete")
    let picture = try #require((source["artwork"] as? [Object])?.first)
    let name = try copy("plain.mp3")
    let change: Object = [
      "path": name, "artwork": [["kind": "backCover", "data": picture["data"] ?? ""]],
    ]
    #expect(try apply(change).status == 0)
    let after = try #require(dump(name)["artwork"] as? [Object])
    #expect(after.first?["kind"] as? String == "backCover")
    #expect(after.first?["bytes"] as? Int == picture["bytes"] as? Int)
  }

  @Test(
    arguments: ["book-chapters.m4b", "id3v24-chapters.mp3", "nero-chpl-v0.m4b"], [true, false])
  func aChapterIsRenamed(sample: String, isComplete: Bool) throws {
    let name = try copy(sample)
    var dump = try dump(name, isComplete ? "--complete" : "--quiet")
    var chapters = try #require(dump["chapters"] as? [Object])
    chapters[1]["title"] = "Renamed: Ж"
    dump["chapters"] = chapters
    let result = try apply([dump])
    #expect(result.status == 0, "\(result.errors)")
    let after = try #require(self.dump(name)["chapters"] as? [Object])
    func plain(_ chapters: [Object]) -> [[String]] {
      chapters.map { ["\($0["start"] ?? "")", "\($0["end"] ?? "")", "\($0["title"] ?? "")"] }
    }
    #expect(plain(after) == plain(chapters))
  }

  // MARK: Other files

  @Test(
    arguments: [
      ("id3v24-everything.mp3", "plain.m4a"), ("song-itunes.m4a", "plain.mp3"),
      ("id3v23-everything.mp3", "plain.wav"), ("phone-udta.3gp", "plain.m4a"),
      ("id3v23-everything.mp3", "id3v24-everything.mp3"), ("podcast.m4a", "song-itunes.m4a"),
      ("camera-keys.mov", "plain.m4a"),
    ])
  func aDumpIsWrittenToAnotherFile(source: String, target: String) throws {
    var dump = try dump(copy(source), "--complete")
    dump["path"] = try copy(target, as: "target-" + target)
    let result = try apply([dump], "--allow-loss")
    #expect(result.status == 0, "\(result.errors)")
    let after = try metadata("target-" + target)
    let before = try #require(dump["metadata"] as? Object)
    for field in ["title", "artist", "album", "genre", "date"] where before[field] != nil {
      #expect(after[field] as? NSObject == before[field] as? NSObject, "\(field)")
    }
  }

  @Test func pathsAreRelativeToTheRoot() throws {
    let name = try copy("plain.m4a", as: "below/song.m4a")
    try Data("x".utf8).write(to: scratch.file("song.m4a"))
    let change = #"{"path": "song.m4a", "metadata": {"title": "Red"}}"#
    let result = try applyText(change, "--root", "below")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try metadata(name)["title"] as? String == "Red")
    let encoded = Data("song.m4a".utf8).base64EncodedString()
    let other = #"{"path": "?", "pathBase64": "\#(encoded)", "metadata": {"title": "Blue"}}"#
    #expect(try applyText(other, "--root", "below").status == 0)
    #expect(try metadata(name)["title"] as? String == "Blue")
  }

  @Test func standardInputAndLinesAreAccepted() throws {
    let names = [try copy("plain.m4a"), try copy("plain.mp3")]
    let lines = names.map { #"{"path": "\#($0)", "metadata": {"title": "Red"}}"# + "\n" }.joined()
    let result = try Program.metatool(
      "apply", "--no-undo", "-", in: scratch.folder, input: Data(lines.utf8))
    #expect(result.status == 0, "\(result.errors)")
    for name in names { #expect(try metadata(name)["title"] as? String == "Red") }
  }

  @Test func oneBadFileDoesNotStopTheOthers() throws {
    let name = try copy("plain.m4a")
    let changes = """
      [{"path": "missing.m4a", "metadata": {"title": "Red"}},
       {"path": "dumped.flac", "error": {"code": "backend", "message": "FLAC"}},
       {"path": "\(name)", "metadata": {"title": "Red"}}]
      """
    let result = try applyText(changes)
    #expect(result.status == 1)
    #expect(result.errors.contains("missing.m4a: "))
    #expect(result.errors.contains("dumped.flac: could not be read when it was dumped"))
    #expect(try metadata(name)["title"] as? String == "Red")
    #expect(try applyText(#"{"path": "missing.m4a", "metadata": {}}"#).status == 66)
  }

  @Test func aDryRunWritesNothing() throws {
    let name = try copy("plain.m4a")
    let before = try bytes(name)
    let change = #"{"path": "\#(name)", "metadata": {"title": "Red"}}"#
    let result = try applyText(change, "--dry-run", "--json")
    #expect(result.status == 0)
    #expect(result.text.contains(#""name": "title""#))
    #expect(try bytes(name) == before)
  }

  // MARK: Wrong changes

  @Test(
    arguments: [
      (#"[{"path": "A", "metadata": {"title": "x"}}"#, "line 1: expected a comma or ]"),
      ("", "no JSON value found"), ("[3]", "expected a dump object"),
      (#"[{"metadata": {}}]"#, "entry 1 (no path): line 1: the object has no “path”"),
      (#"[{"path": "-"}]"#, "standard input cannot be edited"),
      (
        #"[{"path": "A"}, {"path": "A"}]"#,
        "entry 2 (A): line 1: duplicate entry for the same file"
      ),
      (#"[{"path": "A", "metdata": {}}]"#, "unknown key “metdata” in a dump"),
      (
        #"[{"path": "A"},"# + "\n" + #"{"path": "B", "metadata": {"titel": "x"}}]"#,
        "changes.json: entry 2 (B): line 2: metadata: unknown field titel; did you mean title?"
      ),
      (
        #"[{"path": "A", "metadata": {"title": ["a", "b"]}}]"#,
        "metadata.title takes one value, not a list"
      ),
      (#"[{"path": "A", "metadata": {"track": "x/y"}}]"#, "metadata.track must be a number"),
      (
        #"[{"path": "A", "metadata": {"track": {"number": "x"}}}]"#,
        "metadata.track “number” must be a non-negative integer"
      ),
      (#"[{"path": "A", "metadata": {"date": "soon"}}]"#, "metadata.date must be a date"),
      (
        #"[{"path": "A", "artwork": [{"kind": "cover"}]}]"#,
        "artwork[0] has an unknown picture “kind”"
      ),
      (#"[{"path": "A", "artwork": [{"data": "!"}]}]"#, "artwork[0].data is not valid base64"),
      (
        #"[{"path": "A", "chapters": [{"title": "x"}]}]"#, "chapters[0]: the chapter has no “start”"
      ),
      (#"[{"path": "A", "items": [{"value": "x"}]}]"#, "items[0] has no “identifier”"),
      (
        #"[{"path": "A", "items": [{"identifier": "x/y", "value": "x"}]}]"#,
        "has an unknown identifier"
      ),
      (
        #"[{"path": "A", "items": [{"identifier": "id3/TIT2", "value": "x", "entry": {"container": "ID3v2.4", "bytes": 3}}]}]"#,
        "items[0].entry.bytes is not valid base64"
      ),
    ])
  func wrongChangesWriteNothing(text: String, complaint: String) throws {
    let name = try copy("plain.m4a")
    let before = try bytes(name)
    let changes = text.replacingOccurrences(of: #""A""#, with: #""\#(name)""#)
    let result = try applyText(changes)
    #expect(result.status == 65)
    let sentence = result.errors.replacingOccurrences(of: name, with: "A")
    #expect(sentence.contains(complaint), "\(result.errors)")
    #expect(try bytes(name) == before)
  }

  @Test func invalidEntryPreventsWritingTheOthers() throws {
    let name = try copy("plain.m4a")
    let before = try bytes(name)
    let changes =
      #"[{"path": "\#(name)", "metadata": {"title": "Red"}}, {"path": "x", "metadata": 3}]"#
    #expect(try applyText(changes).status == 65)
    #expect(try bytes(name) == before)
    #expect(try Program.metatool("apply", "none.json", in: scratch.folder).status == 66)
    #expect(try Program.metatool("apply", in: scratch.folder).status == 64)
  }

  @Test func picturesWithoutBytesAreRefusedWhereTheFileHasNone() throws {
    let name = try copy("plain.m4a")
    let result = try applyText(#"{"path": "\#(name)", "artwork": [{"index": 0, "bytes": 100}]}"#)
    #expect(result.status == 3)
    #expect(result.errors.contains("artwork[0]: its bytes are neither in the JSON nor in the file"))
  }
}
