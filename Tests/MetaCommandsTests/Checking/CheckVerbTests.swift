import Foundation
import TestSupport
import Testing

@testable import MetaCommands

/// `check` on libraries of files, from outside.
@Suite struct CheckVerbTests {
  /// A finding from JSON, in one line.
  private static func line(_ finding: [String: Any]) -> String {
    let files = (finding["files"] as? [[String: Any]] ?? []).map { $0["path"] as? String ?? "" }
    return "\(finding["kind"] as? String ?? ""): \(files.joined(separator: ", "))"
  }

  private static func findings(_ result: Program.Result) throws -> [[String: Any]] {
    let json = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try #require(json?["findings"] as? [[String: Any]])
  }

  @Test func libraryHas40Faults() {
    #expect(PlantedFault.all.count == 40)
    #expect(PlantedLibrary.faults.count == 40)
    #expect(Set(PlantedFault.all.map(\.kind)) == Set(FindingKind.allCases.map(\.rawValue)))
  }

  @Test func findsExactlyThePlantedFaults() throws {
    let library = try PlantedLibrary()
    let clean = try library.place.run("check", ".", "--format", "json")
    #expect(clean.status == 0, "\(clean.errors)")
    #expect(try CheckVerbTests.findings(clean).isEmpty, "\(clean.text)")
    try library.plant()
    let result = try library.place.run("check", "Artist *", "--format", "json")
    #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
    let found = try CheckVerbTests.findings(result)
    #expect(found.count == 40)
    let lines = Set(found.map(CheckVerbTests.line))
    #expect(PlantedLibrary.faults.subtracting(lines).sorted() == [], "not found")
    #expect(lines.subtracting(PlantedLibrary.faults).sorted() == [], "found, but not planted")
    let fixable = found.filter { $0["fix"] as? String == "possible" }.map(CheckVerbTests.line)
    #expect(Set(fixable) == PlantedLibrary.repaired)
    // Several threads and one give the same findings in the same order.
    let single = try library.place.run("check", "Artist *", "--format", "json", "-j", "1")
    #expect(single.output == result.output)
  }

  @Test func repairsWhatIsSafe() throws {
    let library = try PlantedLibrary()
    try library.plant()
    let place = library.place
    let before = try place.contents
    let media = try media(in: place)
    let dry = try place.run("check", ".", "--fix", "--dry-run", "--format", "json")
    #expect(dry.status == 1)
    #expect(try place.contents == before)
    #expect(
      try CheckVerbTests.findings(dry).filter { $0["fix"] as? String == "possible" }.count
        == PlantedLibrary.repaired.count)
    let result = try place.run("check", "Artist *", "--fix", "--format", "json")
    #expect(result.status == 1 && result.errors.isEmpty, "\(result.errors)")
    let found = try CheckVerbTests.findings(result)
    let done = found.filter { $0["fix"] as? String == "done" }.map(CheckVerbTests.line)
    #expect(Set(done) == PlantedLibrary.repaired)
    let again = try place.run("check", "Artist *", "--format", "json")
    let left = Set(try CheckVerbTests.findings(again).map(CheckVerbTests.line))
    #expect(left == PlantedLibrary.faults.subtracting(PlantedLibrary.repaired))
    #expect(try self.media(in: place) == media)
    let changed = try place.contents.filter { before[$0.key] != $0.value }.map(\.key)
    #expect(changed.count == PlantedLibrary.repaired.count, "\(changed)")
    #expect(try place.run("undo", "--last").status == 0)
    #expect(try place.contents == before)
  }

  /// The digests of the media of all songs that can be read.
  private func media(in place: CommandFolder) throws -> [String: String] {
    let result = try place.run("dump", "-r", ".", "--media-digest", "--format", "ndjson")
    var media: [String: String] = [:]
    for line in result.text.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let tracks = object?["media"] as? [[String: Any]] ?? []
      media[object?["path"] as? String ?? ""] =
        tracks.map { $0["sha256"] as? String ?? "" }.joined(separator: " ")
    }
    return media
  }

  // MARK: One album

  /// An album of two songs with a fault of the title and one of the spelling.
  private func smallLibrary() throws -> CommandFolder {
    let place = try CommandFolder()
    for (number, name) in ["1", "2", "3"].enumerated() {
      var bytes = try Repository.bytes(of: "plain.mp3")
      bytes[bytes.count - 2] = UInt8(number)
      try Data(bytes).write(to: place.file("\(name).mp3"))
      let album = number == 2 ? "blue, and \"red\"" : "Blue, and \"Red\""
      let result = try place.run(
        "set", "\(name).mp3", "title=Song \(name)", "artist=Ada", "album=\(album)",
        "track=\(name)/3")
      #expect(result.status == 0, "\(result.errors)")
    }
    return place
  }

  @Test func textNamesFilesKindsAndUncheckedFiles() throws {
    let place = try smallLibrary()
    let result = try place.run("check", ".", "--skip", "coverMissing")
    #expect(result.status == 1)
    #expect(
      result.text == """
        spelling: album “Blue, and "Red"”: album is spelled “Blue, and "Red"” in 2 files, “blue, and "red"” in 1 file (--fix can repair it)
            ./3.mp3
        not checked in 3 files: MPEG audio has no checksums; --decode checks it by decoding
        3 files, 1 album: 1 finding, 1 of which --fix can repair

        """)
    let quiet = try place.run("check", ".", "--only", "coverMissing", "--quiet")
    #expect(
      quiet.text == ["1", "2", "3"].map { "coverMissing: ./\($0).mp3: has no cover\n" }.joined())
    let fixed = try place.run("check", ".", "--only", "spelling", "--fix")
    #expect(fixed.status == 0)
    #expect(fixed.text.contains("in 1 file (repaired)\n"))
    #expect(fixed.text.hasSuffix("3 files, 1 album: 1 finding, 1 repaired, 0 remaining\n"))
    #expect(try place.value("3.mp3", "album") == "Blue, and \"Red\"")
    let clean = try place.run("check", ".", "--only", "spelling")
    #expect(clean.status == 0 && clean.text == "3 files, 1 album: nothing found\n")
  }

  @Test func tablesHaveOneRowPerFile() throws {
    let place = try smallLibrary()
    let csv = try place.run("check", ".", "--only", "spelling,coverMissing", "--format", "csv")
    let rows = csv.text.split(separator: "\n")
    #expect(
      rows.first == "path,kind,finding,album,field,fix,message" && rows.count == 5, "\(csv.text)")
    #expect(rows[1] == "./1.mp3,coverMissing,1,,,none,has no cover")
    #expect(
      rows.contains {
        $0.hasPrefix(
          "./3.mp3,spelling,3,\"Blue, and \"\"Red\"\"\",album,possible,\"album is spelled")
      })
    let tsv = try place.run("check", ".", "--only", "coverMissing", "--format", "tsv")
    #expect(tsv.text.hasPrefix("path\tkind\tfinding\talbum\tfield\tfix\tmessage\n./1.mp3\t"))
    // A table has no column for unchecked files.
    let warned = try place.run("check", ".", "--format", "csv", "--no-media")
    #expect(
      warned.errors.contains(
        "not checked in 3 files: --no-media disables the checks for damage and duplicates"))
    #expect(try place.run("check", ".", "--format", "csv", "--no-media", "--quiet").errors == "")
  }

  @Test func jsonLinesEndWithASummary() throws {
    let place = try smallLibrary()
    let result = try place.run("check", ".", "--only", "spelling", "--format", "ndjson")
    let lines = try result.text.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    try #require(lines.count == 2)
    #expect(lines[0]?["kind"] as? String == "spelling")
    #expect(lines[0]?["field"] as? String == "album")
    #expect(lines[1]?["files"] as? Int == 3)
    #expect(lines[1]?["checked"] as? [String] == ["spelling"])
  }

  @Test func damageAndDuplicatesRequireReadingMedia() throws {
    let place = try smallLibrary()
    try place.copy("plain.flac", as: "a.flac", "b.flac")
    let result = try place.run("check", ".", "--no-media", "--format", "json")
    let json = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    let checked = try #require(json?["checked"] as? [String])
    #expect(!checked.contains("damaged") && !checked.contains("duplicateMedia"))
    #expect(checked.contains("mojibake"))
    let unchecked = try #require(json?["unchecked"] as? [[String: Any]])
    #expect(unchecked.map { $0["name"] as? String } == ["media"])
    #expect(unchecked.map { $0["files"] as? Int } == [5])
    // Checks that were not requested are not reported as missing.
    for words in [["mojibake", "--no-media"], ["mojibake"]] {
      let few = try place.run(["check", ".", "--format", "json", "--only"] + words)
      let json = try JSONSerialization.jsonObject(with: few.output) as? [String: Any]
      #expect((json?["unchecked"] as? [Any])?.count == 0, "\(words)")
    }
    let with = try place.run("check", ".", "--only", "duplicateMedia", "--quiet")
    #expect(
      with.text == "duplicateMedia: these 2 files have the same media\n    ./a.flac\n    ./b.flac\n"
    )
  }

  @Test func unreadableFilesFailAsInVerify() throws {
    let place = try smallLibrary()
    let missing = try place.run("check", "missing.mp3", "1.mp3", "--only", "mojibake")
    #expect(missing.status == 1 && missing.errors.contains("missing.mp3: no such file"))
    #expect(try place.run("check", "missing.mp3").status == 66)
    for words in [
      [], [".", "--only", "nonsense"], [".", "--dry-run"], [".", "--min-cover", "-1"],
      [".", "--fix", "-o", "x"],
    ] {
      #expect(try place.run(["check"] + words).status == 64, "\(words)")
    }
  }

  @Test func refusedRepairIsSkippedWithAReason() throws {
    let place = try smallLibrary()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: place.file("3.mp3").path)
    for words in [["--fix", "--dry-run"], ["--fix"]] {
      let result = try place.run(["check", ".", "--only", "spelling"] + words)
      #expect(result.status == 1)
      #expect(result.errors.contains("3.mp3: the file is write-protected"))
      #expect(
        result.text.contains("(repair refused)") || result.text.contains("(not repaired)"))
      #expect(!result.text.contains("would be repaired)"))
    }
    #expect(try place.value("3.mp3", "album") == "blue, and \"red\"")
  }
}
