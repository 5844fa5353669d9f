import Foundation
import TestSupport
import Testing

/// The verbs that edit, from the command line to the bytes and back.
@Suite final class EditVerbTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// A copy of a sample in the folder of this test.
  private func copy(_ sample: String, as name: String? = nil) throws -> String {
    try scratch.copy(sample, as: name)
  }

  @discardableResult
  private func run(_ words: String..., input: String? = nil) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: scratch.folder, input: input.map { Data($0.utf8) },
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
  }

  private func get(_ file: String, _ field: String) throws -> [String] {
    try run("get", file, field).text.split(separator: "\n").map(String.init)
  }

  private func bytes(_ file: String) throws -> Data { try Data(contentsOf: scratch.file(file)) }

  private func metadata(_ file: String) throws -> Set<String> {
    let dump = try JSONSerialization.jsonObject(with: try run("dump", file).output)
    let entry = (dump as? [[String: Any]])?.first
    return Set((entry?["metadata"] as? [String: Any] ?? [:]).keys)
  }

  /// The media equals that of the sample, and undo restores the sample.
  private func mediaStayAndUndoIsTheSame(_ file: String, _ sample: String) throws {
    let against = try run("verify", file, "--against", Repository.sample(sample).path)
    #expect(against.text.contains("the media is identical"), "\(sample): \(against.text)")
    #expect(try run("undo", file).status == 0)
    #expect(try bytes(file) == Data(contentsOf: Repository.sample(sample)), "\(sample)")
  }

  // MARK: set

  private static let kinds = [
    "plain.m4a", "book-chapters.m4b", "episode.m4v", "moov-last.mp4", "fragmented-sidx.mp4",
    "camera-keys.mov", "udta-languages.mov", "phone-udta.3gp", "plain.mp3", "id3v22-everything.mp3",
    "id3v23-chapters.mp3", "id3v1.mp3", "id3.aac", "plain.aiff", "broadcast.wav", "rf64.wav",
    "silence.dsf", "tag.id3", "blocks.flac", "plain.flac", "song.ogg", "plain.ogg", "song.opus",
    "voice.spx", "flac.oga", "film.ogv", "song.wv", "plain.wv", "song.ape", "song.mpc",
    "stream7.mpc", "song.tta", "plain.tta", "song.ofr", "song.tak", "song.wma", "plain.wma",
    "film.wmv", "song.dff", "plain.dff",
  ]

  private static let fields = [
    "title", "artist", "album", "albumArtist", "composer", "comment", "copyright", "genre",
    "encodedBy", "description", "grouping", "lyrics", "titleSort", "bpm", "date",
  ]

  /// Two of the fields for each kind, or all with `METATOOL_TEST_ALL=1`.
  @Test("Every common field can be set in every kind of file and is read back", arguments: kinds)
  func usualFields(sample: String) throws {
    let file = try copy(sample)
    let seed = UInt64(sample.utf8.count)
    for field in Repository.cases(of: EditVerbTests.fields, usually: 2, seed: seed) {
      let value = field == "bpm" ? "121" : field == "date" ? "2021-03-04" : "Käse für \(field)"
      let result = try run("set", file, "\(field)=\(value)")
      #expect([0, 3].contains(result.status), "\(field): \(result.errors)")
      guard result.status == 0 else {
        // The only valid reason is that the format cannot store the field, or not completely.
        #expect(
          ["cannot store", "cannot hold", "can hold only the year"].contains {
            result.errors.contains($0)
          },
          "\(field): \(result.errors)")
        continue
      }
      #expect(try get(file, field) == [value], "\(field)")
      try mediaStayAndUndoIsTheSame(file, sample)
    }
  }

  @Test(
    "Setting an existing value writes nothing and keeps the modification time",
    arguments: Repository.cases(of: kinds, usually: 12, seed: 83))
  func equalValues(sample: String) throws {
    let file = try copy(sample)
    try run("set", file, "title=The same")
    let old = Date(timeIntervalSince1970: 1_000_000_000)
    let path = scratch.file(file).path
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: path)
    let before = try bytes(file)
    let result = try run("set", file, "title=The same")
    #expect(result.text == "\(file): nothing to change\n")
    #expect(try bytes(file) == before)
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    #expect(date as? Date == old)
  }

  @Test(
    "Two artists remain two artists",
    arguments: Repository.cases(of: kinds.filter { $0 != "id3v1.mp3" }, usually: 12, seed: 98))
  func twoArtists(sample: String) throws {
    let file = try copy(sample)
    let result = try run("set", file, "artist=Anna", "artist+=Berta", "--allow-loss")
    #expect(result.status == 0, "\(result.errors)")
    let artists = try get(file, "artist")
    #expect(artists == ["Anna", "Berta"] || result.text.contains("lost: "), "\(artists)")
  }

  @Test func tagVersionChangeIsReported() throws {
    let file = try copy("id3v24-everything.mp3")
    let refused = try run("set", file, "title=x", "--id3", "2.3")
    #expect(refused.status == 3)
    #expect(refused.errors.contains("--allow-loss"))
    let result = try run("set", file, "title=x", "--id3", "2.3", "--allow-loss")
    #expect(result.status == 0)
    #expect(result.text.contains("TDOR: lost"))
    try mediaStayAndUndoIsTheSame(file, "id3v24-everything.mp3")
  }

  // MARK: clear

  @Test(arguments: ["broadcast.wav", "two-truths.mp4", "action-camera.mp4"])
  func removingAllValuesRemovesTheEntry(sample: String) throws {
    let file = try copy(sample)
    let (whole, part) =
      sample == "action-camera.mp4" ? ("udta/GPMF", "gpmf/") : ("xmp/packet", "xmp/")
    #expect(try run("dump", file).text.contains(part))
    #expect(try run("set", file, "\(whole)=").status == 0)
    #expect(try !run("dump", file).text.contains(part))
    try mediaStayAndUndoIsTheSame(file, sample)
  }

  @Test func clearRemovesNamedFields() throws {
    let file = try copy("song-itunes.m4a")
    let all = try metadata(file)
    try run("clear", file, "--fields", "title,genre")
    #expect(try metadata(file) == all.subtracting(["title", "genre"]))
    try run("clear", file, "--keep", "artist,album")
    // Gapless information is not metadata.
    #expect(try metadata(file) == ["artist", "album", "gaplessInfo"])
    try run("clear", file, "--all")
    #expect(try metadata(file) == ["gaplessInfo"])
    for _ in 0..<2 { try run("undo", file) }
    try mediaStayAndUndoIsTheSame(file, "song-itunes.m4a")
  }

  // MARK: copy

  @Test(arguments: [
    "plain.m4a", "camera-keys.mov", "phone-udta.3gp", "plain.mp3", "plain.wav", "plain.aiff",
  ])
  func everythingIsCopied(target: String) throws {
    let source = try copy("song-itunes.m4a", as: "source.m4a")
    let file = try copy(target)
    let result = try run("copy", source, file, "--allow-loss", "--json")
    #expect(result.status == 0, "\(result.errors)")
    let report = try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]]
    let losses = report?.first?["losses"] as? [[String: Any]] ?? []
    let lost = Set(losses.compactMap { $0["field"] as? String })
    for field in try metadata(source).subtracting(lost) {
      #expect(try get(file, field) == get(source, field), "\(field)")
    }
    #expect(try run("art", "list", file).text.contains("image/"))
    try mediaStayAndUndoIsTheSame(file, target)
  }

  @Test func mergeKeepsAndReplaceRemoves() throws {
    let source = try copy("plain.m4a", as: "source.m4a")
    try run("set", source, "title=From", "artist=Source")
    let file = try copy("plain.mp3")
    try run("set", file, "title=Own", "album=Own")
    try run("copy", source, file, "--merge")
    #expect(try get(file, "title") == ["Own"])
    #expect(try get(file, "artist") == ["Source"])
    try run("copy", source, file, "--replace", "--allow-loss")
    #expect(try get(file, "title") == ["From"])
    #expect(try get(file, "album") == [])
  }

  @Test(arguments: ["plain.mp3", "plain.m4a", "plain.flac", "song.ape"])
  func addedValueIsPrinted(sample: String) throws {
    let file = try copy(sample)
    try run("set", file, "title=One")
    try run("set", file, "title+=Two")
    #expect(try get(file, "title") == ["One", "Two"])
  }

  // MARK: art

  @Test(arguments: ["plain.m4a", "plain.mp3", "camera-keys.mov", "plain.wav"])
  func picturesAreAddedAndRemoved(sample: String) throws {
    let file = try copy(sample)
    try run("art", "extract", Repository.sample("song-itunes.m4a").path, "-o", "art")
    let pictures = try FileManager.default.contentsOfDirectory(
      atPath: scratch.file("art").path
    ).sorted().map { "art/\($0)" }
    let first = try #require(pictures.first)
    let last = try #require(pictures.last)
    try #require(first != last)
    try run("art", "set", file, "--image", first)
    try run("art", "add", file, "--image", last, "--kind", "backCover", "--allow-loss")
    #expect(try run("art", "list", file).text.split(separator: "\n").count == 2)
    try run("art", "remove", file, "--index", "0")
    try run("art", "extract", file, "-o", "left")
    let left = try FileManager.default.contentsOfDirectory(atPath: scratch.file("left").path)
    #expect(left.count == 1)
    #expect(try left.map { try bytes("left/\($0)") } == [bytes(last)])
    try run("undo", file)
    try run("undo", file)
    try mediaStayAndUndoIsTheSame(file, sample)
  }

  @Test func nonPicturesAreRefused() throws {
    let file = try copy("plain.m4a")
    try Data("no picture".utf8).write(to: scratch.file("cover.jpg"))
    let result = try run("art", "set", file, "--image", "cover.jpg")
    #expect(result.status != 0)
    #expect(try bytes(file) == Data(contentsOf: Repository.sample("plain.m4a")))
  }

  // MARK: chapters

  @Test func unknownKeysOfChaptersAreRefused() throws {
    let file = try copy("plain.m4a")
    let form = #"[{"start": 0, "titel": "One"}]"#
    let result = try run("chapters", "import", file, "--from", "-", input: form)
    #expect(result.status == 65)
    #expect(result.errors.contains("unknown key “titel” in a chapter"), "\(result.errors)")
    #expect(try bytes(file) == Data(contentsOf: Repository.sample("plain.m4a")))
  }

  /// `episode.m4v`, whose second text track has a link for each chapter, as in podcasts.
  private func podcast(_ links: [String]) throws -> String {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
    var file = try Repository.bytes(of: "episode.m4v")
    let samples = links.map { link in
      let body = Array("href".utf8) + [0, 0, 0, 3, UInt8(link.utf8.count)] + Array(link.utf8) + [0]
      return [0, 3] + Array("see".utf8) + number(body.count + 4) + body
    }
    let media = samples.flatMap(\.self)
    for (table, skipped, values) in [
      ("stsz", 16, samples.map(\.count)), ("stco", 12, [file.count + 8]),
    ] {
      let place = try #require(file.ranges(of: Array(table.utf8)).last).lowerBound + skipped
      file.replaceSubrange(place..<(place + 4 * values.count), with: values.flatMap(number))
    }
    let end = number(media.count + 8) + Array("mdat".utf8) + media
    try Data(file + end).write(to: scratch.file("podcast.m4v"))
    return "podcast.m4v"
  }

  @Test func separateLinkTracksAreNotChapters() throws {
    let file = try podcast(["https://example.org/a", "https://example.org/b"])
    func chapters() throws -> [String] {
      let dump = try JSONSerialization.jsonObject(with: try run("dump", file).output)
      let chapters = (dump as? [[String: Any]])?.first?["chapters"] as? [[String: Any]]
      return try #require(chapters).map { "\($0["title"] ?? "") \($0["url"] ?? "")" }
    }
    #expect(try chapters() == ["Start https://example.org/a", "End https://example.org/b"])
    let form = try run("chapters", "export", file).text.replacing("Start", with: "Begin")
    #expect(try run("chapters", "import", file, "--from", "-", input: form).status == 0)
    #expect(try chapters() == ["Begin https://example.org/a", "End https://example.org/b"])
    #expect(try run("chapters", "export", file).text == form)
  }

  @Test func chapterPicturesRoundTripThroughJSON() throws {
    let book = Repository.sample("book-chapters.m4b").path
    let form = try run("chapters", "export", book).text
    #expect(form.contains(#""data""#))
    for sample in ["plain.m4a", "plain.mp3"] {
      let file = try copy(sample)
      #expect(try run("chapters", "import", file, "--from", "-", input: form).status == 0)
      #expect(try run("chapters", "export", file).text.contains(#""data""#), "\(sample)")
    }
    let without = form.replacing(#/, "data": "[^"]*"/#, with: "")
    let refused = try run("chapters", "import", book, "--from", "-", input: without)
    #expect(refused.status == 65)
    #expect(refused.errors.contains("has no “data”"), "\(refused.errors)")
  }

  @Test(
    arguments: ["json", "ffmetadata", "mp4chaps", "webvtt"],
    ["plain.m4a", "plain.mp3", "moov-first.mp4", "camera-keys.mov"])
  func chaptersRoundTripThroughEveryFormat(format: String, sample: String) throws {
    let book = Repository.sample("book-chapters.m4b").path
    let form = try run("chapters", "export", book, "--format", format).text
    let file = try copy(sample)
    let result = try run("chapters", "import", file, "--from", "-", input: form)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try run("chapters", "list", file).text == run("chapters", "list", book).text)
    try run("chapters", "clear", file)
    #expect(try run("chapters", "list", file).text == "")
    try run("undo", file)
    #expect(try run("undo", file).status == 0)
    #expect(try bytes(file) == Data(contentsOf: Repository.sample(sample)))
  }

  // MARK: undo

  @Test func commandIsUndoneAsAWhole() throws {
    let files = try [copy("plain.m4a"), copy("plain.mp3")]
    try run("set", files[0], files[1], "title=x")
    #expect(try run("undo", "--last").status == 0)
    for file in files { #expect(try bytes(file) == Data(contentsOf: Repository.sample(file))) }
    let nothing = try run("undo", "--last")
    #expect(nothing.status == 3)
    #expect(nothing.errors == "metatool: there is no command to undo\n")
  }

  @Test func filesChangedSinceAreNotUndone() throws {
    let file = try copy("plain.m4a")
    try run("set", file, "title=x")
    var changed = try bytes(file)
    changed[changed.count - 1] ^= 1
    try changed.write(to: scratch.file(file))
    let result = try run("undo", file)
    #expect(result.status == 3)
    #expect(try bytes(file) == changed)
  }
}
