import MetaCore
import Testing

@testable import MetaCommands

/// Each rule separately: what it reports, and what it does not.
@Suite struct CheckRuleTests {
  /// A song of an album of three, as it should be.
  private static func song(_ number: Int, in folder: String = "Blue") -> CheckedFile {
    var file = CheckedFile(path: InputPath(text: "\(folder)/\(number).mp3"))
    file.isMusic = true
    file.title = "Song \(number)"
    file.artists = ["Ada"]
    file.album = "Blue"
    file.albumArtists = ["Ada"]
    file.genres = ["Jazz"]
    file.year = 1999
    file.track = NumberPair(number: number, count: 3)
    file.disc = NumberPair(number: 1, count: 1)
    file.covers = [.init(isFront: true, width: 600, height: 600, digest: "c0ffee")]
    file.media.digest = ["\(folder) \(number)"]
    return file
  }

  private static func album(_ change: (inout [CheckedFile]) -> Void = { _ in }) -> [CheckedFile] {
    var files = [song(1), song(2), song(3)]
    change(&files)
    return files
  }

  private static func findings(_ files: [CheckedFile], minimumCover: Int = 500) -> [Finding] {
    CheckedLibrary(files).findings(
      of: Set(FindingKind.allCases), by: CheckRules.all(minimumCover: minimumCover))
  }

  /// A change of the album, and the resulting findings: kinds and files.
  struct Row: Sendable {
    let name: String
    let found: [String]
    let change: @Sendable (inout [CheckedFile]) -> Void

    init(
      _ name: String, _ found: [String], _ change: @escaping @Sendable (inout [CheckedFile]) -> Void
    ) {
      (self.name, self.found, self.change) = (name, found, change)
    }
  }

  static let rows: [Row] = [
    Row("an album as it should be", []) { _ in },
    Row("damage", ["damaged 1"]) { $0[1].media.damage = ["truncated", "malformed"] },
    Row("the same media", ["duplicateMedia 0,2"]) { $0[2].media.digest = $0[0].media.digest },
    Row("tracks in another order", ["duplicateMedia 0,2"]) {
      $0[0].media.digest = ["a", "b"]
      $0[2].media.digest = ["b", "a"]
    },
    Row("media that were not read", []) {
      for index in $0.indices { $0[index].media.digest = nil }
    },
    Row("files without media", []) { for index in $0.indices { $0[index].media.digest = [] } },
    Row("no title", ["titleMissing 0"]) { $0[0].title = nil },
    Row("no artist, but one of the album", []) { $0[0].artists = [] },
    Row("a film needs no fields and no cover", []) {
      for index in $0.indices {
        $0[index].isMusic = false
        $0[index].title = nil
        $0[index].album = nil
        $0[index].covers = []
      }
    },
    Row("two spellings of the album", ["spelling 2"]) { $0[2].album = "BLUE " },
    Row("two spellings of an artist", ["spelling 1"]) { $0[1].artists = ["Bo", "ada"] },
    Row("another artist", []) { $0[1].artists = ["Bo"] },
    Row("another album artist", ["albumArtistUnequal 1"]) { $0[1].albumArtists = ["Bo"] },
    Row("an album artist is missing", ["albumArtistUnequal 1"]) { $0[1].albumArtists = [] },
    Row("no album artists", []) { for index in $0.indices { $0[index].albumArtists = [] } },
    Row("several album artists in another order", []) {
      for index in $0.indices { $0[index].albumArtists = ["Ada", "Bo"] }
      $0[1].albumArtists = ["Bo", "Ada"]
    },
    Row("another year", ["dateUnequal 2"]) { $0[2].year = 2001 },
    Row("all years differ", ["dateUnequal 0,1,2"]) {
      $0[1].year = 2000
      $0[2].year = 2001
    },
    Row("years and genres of a compilation", []) {
      for index in $0.indices {
        $0[index].isCompilation = true
        $0[index].year = 2000 + index
        $0[index].genres = ["Genre \(index)"]
      }
    },
    Row("years of various artists", []) {
      for index in $0.indices {
        $0[index].albumArtists = ["Various Artists"]
        $0[index].year = 2000 + index
      }
    },
    Row("another genre", ["genreUnequal 0"]) { $0[0].genres = ["Pop"] },
    Row("another count of discs", ["discCountUnequal 0"]) { $0[0].disc?.count = 2 },
    Row("a count of discs is missing", []) { $0[0].disc = nil },
    Row("another count of tracks", ["trackCountUnequal 2"]) { $0[2].track?.count = 9 },
    Row("a track number is missing", ["trackMissing 1"]) { $0[1].track = nil },
    Row("no track numbers", []) { for index in $0.indices { $0[index].track = nil } },
    Row("a gap", ["trackGap 0,1"]) { $0.remove(at: 1) },
    Row("a gap at the end, by the count", ["trackGap 0,1"]) { $0.remove(at: 2) },
    Row("few songs of an album", []) { files in
      for index in files.indices { files[index].track = NumberPair(number: 2 + index, count: 12) }
    },
    Row("one song of an album", []) { $0.removeSubrange(1...) },
    Row("a huge number", []) { $0[2].track = NumberPair(number: .max) },
    Row("a double number", ["trackDouble 1,2"]) { files in
      for index in files.indices { files[index].track?.count = 2 }
      files[2].track?.number = 2
    },
    Row("sides of a record", []) { files in
      for index in files.indices { files[index].track = NumberPair(number: nil, label: "A1") }
    },
    Row("beyond the count", ["trackBeyondCount 2"]) { files in
      for index in files.indices { files[index].track?.count = 2 }
    },
    Row("no cover", ["coverMissing 0"]) { $0[0].covers = [] },
    Row("an image of unknown size", []) { $0[0].covers[0].width = nil },
    Row("another cover", ["coverUnequal 1"]) { $0[1].covers[0].digest = "bad" },
    Row("a back cover besides", []) { files in
      for index in files.indices {
        files[index].covers.append(.init(isFront: false, width: 9, height: 9, digest: "back"))
      }
    },
    Row("two front covers", ["coverSeveral 0"]) {
      $0[0].covers.append(.init(isFront: true, width: 600, height: 600, digest: "other"))
    },
    Row("several pictures in MP4", []) {
      $0[0].covers[0].hasKind = false
      $0[0].covers.append(.init(isFront: true, hasKind: false, digest: "other"))
    },
    Row("one picture twice in MP4", ["coverSeveral 0"]) {
      $0[0].covers[0].hasKind = false
      $0[0].covers.append($0[0].covers[0])
    },
    Row("one album title in two folders", []) { files in
      files += [song(1, in: "Other"), song(2, in: "Other"), song(3, in: "Other")]
      for index in 3..<6 { files[index].year = 2010 }
    },
    Row("two discs in folders of their own", []) { files in
      files = [1, 2, 3].flatMap { [song($0, in: "Blue/CD1"), song($0, in: "Blue/Disc 2 - Live")] }
      for index in files.indices {
        files[index].disc = nil
        files[index].covers[0].digest = files[index].path.text.contains("CD1") ? "one" : "two"
      }
    },
    Row("the album artist of another disc", ["albumArtistUnequal 0,1,2,3,4,5"]) { files in
      files += [1, 2, 3].map { song($0, in: "Blue/CD2") }
      for index in 3..<6 {
        files[index].disc = NumberPair(number: 2)
        files[index].albumArtists = ["Bo"]
      }
    },
  ]

  @Test(arguments: rows.map(\.name)) func finds(name: String) throws {
    let row = try #require(CheckRuleTests.rows.first { $0.name == name })
    let findings = CheckRuleTests.findings(CheckRuleTests.album(row.change)).map { finding in
      "\(finding.kind.rawValue) \(finding.files.map(String.init).joined(separator: ","))"
    }
    #expect(findings == row.found)
  }

  @Test func coverBelowTheMinimumIsReportedAsSmall() {
    let files = CheckRuleTests.album { $0[1].covers[0].height = 499 }
    #expect(CheckRuleTests.findings(files).map(\.kind) == [.coverSmall])
    #expect(CheckRuleTests.findings(files, minimumCover: 499).isEmpty)
  }

  @Test func spellingIsRepairedOnlyByAClearMajority() throws {
    let files = CheckRuleTests.album { $0[2].albumArtists = ["ADA"] }
    let finding = try #require(CheckRuleTests.findings(files).first)
    #expect(
      finding.fixes == [FieldFix(file: 2, field: .albumArtist, replacements: ["ADA": "Ada"])])
    #expect(finding.message == "albumArtist is spelled “Ada” in 2 files, “ADA” in 1 file")
    let even = CheckRuleTests.album {
      $0[2].albumArtists = ["ADA"]
      $0.remove(at: 1)
      for index in $0.indices { $0[index].track = nil }
    }
    let other = try #require(CheckRuleTests.findings(even).first)
    #expect(other.kind == .spelling && other.fixes.isEmpty)
  }

  @Test func discFoldersBelongToTheirParentFolder() {
    let folders = [
      ("Blue/CD1/", 1, "Blue/"), ("Blue/cd 02/", 2, "Blue/"), ("Blue/Disc 3 (Live)/", 3, "Blue/"),
      ("CD2/", 2, ""),
    ]
    for (folder, number, album) in folders {
      let path = InputPath(text: folder + "1.mp3")
      #expect(path.discOfFolder == number && path.albumFolder == album, "\(folder)")
    }
    for folder in ["Blue/", "Discovery/", "CDs/", "Disco 2000/", "Blue/CD/", "CD2x/", ""] {
      let path = InputPath(text: folder + "1.mp3")
      #expect(path.discOfFolder == nil && path.albumFolder == folder, "\(folder)")
    }
  }

  @Test func findingNamesAreCommandLineWords() throws {
    #expect(try FindingKind.kinds("mojibake, coverSmall") == [.mojibake, .coverSmall])
    #expect { try FindingKind.kinds("mojibak") } throws: { error in
      (error as? Failure)?.message == "unknown finding mojibak; did you mean mojibake?"
    }
  }
}
