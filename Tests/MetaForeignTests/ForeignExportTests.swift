import Foundation
import MetaCore
import TestSupport
import Testing

@testable import MetaForeign

/// `metatool export` from and to containers that only libavformat writes, through the helper, as
/// for users.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct ForeignExportTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  static let edits = [
    "title=Blue", "artist=A", "artist+=B", "album=Alb", "track=3/9", "genre=Jazz",
    "date=2001-02-03", "comment=hello", "mood=calm",
  ]

  @Test func filmRoundTripsThroughMatroskaWithEveryValue() throws {
    let film = try film("film.mp4")
    try run(["set", film.path] + Self.edits)
    try run(["chapters", "import", film.path, "--from", try chapters()])
    let (between, back) = (scratch.file("film.mkv"), scratch.file("back.mp4"))
    try run(["export", film.path, between.path])
    try run(["export", between.path, back.path])
    for other in [between, back] {
      #expect(try metadata(of: other) == metadata(of: film))
      #expect(try titles(of: other) == ["One", "Two"])
      #expect(try packets(of: other) == packets(of: film))
    }
  }

  @Test func matroskaKeepsLevelsAndSeveralValues() throws {
    let film = try film("film.mp4")
    try run(["set", film.path] + Self.edits)
    let (first, second) = (scratch.file("first.mkv"), scratch.file("second.mkv"))
    try run(["export", film.path, first.path])
    try run(["export", first.path, second.path, "genre+=Rock", "title=Other"])
    var expected = try metadata(of: first)
    expected["genre"] = ["Jazz", "Rock"] as NSArray
    expected["title"] = "Other" as NSString
    #expect(try metadata(of: second) == expected)
    let keys = try items(of: second).compactMap { $0["key"] as? String }
    #expect(keys.contains("ALBUM/TOTAL_PARTS"))
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let decoded = try Program.run(ffmpeg, ["-v", "warning", "-i", second.path, "-f", "null", "-"])
    #expect(decoded.errors.isEmpty)
  }

  @Test(arguments: [
    ("tone.mp3", "libmp3lame", "tone.mka", "back.mp3"), ("tone.m4a", "aac", "tone.mka", "back.m4a"),
    ("tone.mp3", "libmp3lame", "tone.mp4", "back.mp3"),
    ("tone.wav", "pcm_s16le", "tone.mkv", "back.wav"),
    ("tone.aiff", "pcm_s16be", "tone.mka", "back.aiff"),
  ])
  func audioKeepsItsTagsThroughOtherFormats(
    name: String, codec: String, between: String, back: String
  ) throws {
    let tone = try made(name, ["-f", "lavfi", "-i", "sine=duration=2", "-c:a", codec])
    let edits = name.hasSuffix("aiff") || name.hasSuffix("wav") ? ["title=Blue"] : Self.edits
    try run(["set", tone.path] + edits)
    let (one, two) = (scratch.file(between), scratch.file(back))
    try run(["export", tone.path, one.path])
    try run(["export", one.path, two.path])
    #expect(try metadata(of: two) == metadata(of: tone))
    #expect(try packets(of: one) == packets(of: tone))
    #expect(try packets(of: two) == packets(of: tone))
  }

  @Test(arguments: [("flac", "flac"), ("ogg", "libvorbis"), ("opus", "libopus")])
  func vorbisCommentsRoundTrip(kind: String, codec: String) throws {
    let tags = [
      "TITLE=Blue", "ARTIST=A", "ALBUM=Alb", "track=3/9", "GENRE=Jazz", "DATE=2001-02-03",
      "comment=hello", "MOOD=calm",
    ]
    let tone = try made(
      "tone.\(kind)",
      ["-f", "lavfi", "-i", "sine=duration=2", "-c:a", codec]
        + tags.flatMap { ["-metadata", $0] })
    let (between, back) = (scratch.file("tone.mka"), scratch.file("back.\(kind)"))
    try run(["export", tone.path, between.path])
    try run(["export", between.path, back.path])
    var wanted = try metadata(of: tone)
    #expect(wanted.count >= 8)
    #expect(try metadata(of: between) == wanted)
    // libavformat does not write it; the export reports this.
    wanted["encoder"] = nil
    #expect(try metadata(of: back) == wanted)
    #expect(try packets(of: back) == packets(of: tone))
  }

  @Test func coversRoundTripAsAttachments() throws {
    let film = try film("film.mp4")
    let cover = try made(
      "cover.png", ["-f", "lavfi", "-i", "testsrc2=size=32x32:d=1", "-frames:v", "1"])
    try run(["art", "set", film.path, "--image", cover.path])
    let (between, back) = (scratch.file("film.mkv"), scratch.file("back.mp4"))
    try run(["export", film.path, between.path])
    try run(["export", between.path, back.path])
    for other in [between, back] {
      try run(["art", "extract", other.path, "-o", scratch.file("out").path, "--force"])
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.file("out").path)
      let name = try #require(
        names.first { $0.contains(other.deletingPathExtension().lastPathComponent) })
      let bytes = try Data(contentsOf: scratch.file("out").appendingPathComponent(name))
      #expect(try bytes == Data(contentsOf: cover))
    }
  }

  @Test func unsupportedContentIsRefused() throws {
    let film = try film("film.mp4")
    let output = scratch.file("film.wav")
    let result = try metatool(["export", film.path, output.path])
    #expect(result.status == 3)
    #expect(result.errors.contains("does not support"))
    #expect(try left() == ["film.mp4"])
    let stream = scratch.file("film.ts")
    try run(["set", film.path, "title=Blue"])
    #expect(try metatool(["export", film.path, stream.path]).status == 3)
    let lossy = try metatool(["export", film.path, stream.path, "--allow-loss", "--json"])
    #expect(lossy.status == 0)
    let report = try JSONSerialization.jsonObject(with: lossy.output) as? [String: Any]
    #expect((report?["losses"] as? [String])?.contains { $0.contains("title") } == true)
    #expect(try packets(of: stream).map(\.count) == packets(of: film).map(\.count))
  }

  /// Many outputs are written from a temporary file, which has mode 0600 and a new date.
  @Test(arguments: [
    ("libmp3lame", "in.mka", "export in.mka out.mp3"),
    ("pcm_s16le", "in.mka", "export in.mka out.wav"),
    ("flac", "in.mka", "export in.mka out.flac"),
    ("aac", "in.mka", "export in.mka out.m4a"),
    ("flac", "in.mka", "export in.mka out.mkv"),
    ("aac", "in.m4a", "export in.m4a out.mka --start 0.5"),
    ("aac", "in.m4a", "export in.m4a out.aac --start 0.5"),
    ("flac", "in.mka", "transcode in.mka out.m4a --audio codec=aac"),
    ("alac", "in.m4a", "transcode in.m4a out.m4a --audio codec=aac"),
  ])
  func outputHasModeAndTimeOfItsInput(codec: String, input: String, words: String) throws {
    let tone = try made(input, ["-f", "lavfi", "-i", "sine=duration=2", "-c:a", codec])
    let old = Date(timeIntervalSince1970: 1_500_000_000)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o640, .modificationDate: old], ofItemAtPath: tone.path)
    let arguments = words.split(separator: " ").map(String.init)
    try run(arguments + ["--allow-loss", "--keep-mtime"])
    let attributes = try FileManager.default.attributesOfItem(
      atPath: scratch.file(arguments[2]).path)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(attributes[.modificationDate] as? Date == old)
  }

  @Test func existingOutputIsKept() throws {
    let film = try film("film.mp4")
    let output = scratch.file("there.mkv")
    try Data("mine".utf8).write(to: output)
    #expect(try metatool(["export", film.path, output.path]).status == 3)
    #expect(try Data(contentsOf: output) == Data("mine".utf8))
    try run(["export", film.path, output.path, "--force"])
    #expect(try packets(of: output) == packets(of: film))
  }

  @Test func movieCutBeginsWithTheRightFrame() throws {
    let film = try film("film.mp4", seconds: 6)
    let output = scratch.file("part.mkv")
    try run(["export", film.path, output.path, "--start", "2", "--end", "4"])
    let document = try #require(try dump(output).first)
    let duration = try #require(document["duration"] as? Double)
    #expect(abs(duration - 2) < 0.2)
    let again = scratch.file("again.mp4")
    let whole = scratch.file("whole.mkv")
    try run(["export", film.path, whole.path])
    // From Matroska, the movie made afterwards cuts at the exact frame.
    try run(["export", whole.path, again.path, "--start", "1.5", "--end", "3"])
    let exact = try #require(try dump(again).first?["duration"] as? Double)
    #expect(abs(exact - 1.5) < 0.05)
  }

  @Test(arguments: [
    ("tone.mp2", ["-c:a", "mp2"]), ("phone.3g2", ["-c:a", "aac"]), ("phone.3gp", ["-c:a", "aac"]),
  ])
  func everyNameOfAFamilyIsCopied(name: String, codec: [String]) throws {
    let tone = try made(name, ["-f", "lavfi", "-i", "sine=duration=2"] + codec)
    let output = scratch.file("tone.mka")
    try run(["export", tone.path, output.path, "--allow-loss"])
    #expect(try packets(of: output) == packets(of: tone))
  }

  @Test func pixelAspectOfTheContainerHasPriority() throws {
    let film = scratch.file("wide.mp4")
    try Data(Repository.bytes(of: "moov-first.mp4")).write(to: film)
    let output = scratch.file("wide.mkv")
    try run(["export", film.path, output.path, "--allow-loss"])
    for file in [film, output] {
      let tracks = try #require(try dump(file).first?["tracks"] as? [[String: Any]])
      #expect(tracks.compactMap { $0["pixelAspect"] as? [Int] } == [[4, 3]])
    }
  }

  @Test func dryRunWritesNothing() throws {
    let film = try film("film.mp4")
    try run(["export", film.path, scratch.file("film.mkv").path, "--dry-run"])
    #expect(try left() == ["film.mp4"])
  }

  // MARK: Steps

  private func left() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.folder.path)
      .filter { $0 != "state" }.sorted()
  }

  private func film(_ name: String, seconds: Int = 2) throws -> URL {
    try made(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=\(seconds)", "-f", "lavfi",
        "-i",
        "sine=frequency=440:duration=\(seconds)", "-c:v", "libx264", "-bf", "2", "-g", "25", "-c:a",
        "aac",
      ])
  }

  private func chapters() throws -> String {
    let file = scratch.file("chapters.txt")
    try Data("00:00:00.000 One\n00:00:01.000 Two\n".utf8).write(to: file)
    return file.path
  }

  private func metatool(_ arguments: [String]) throws -> Program.Result {
    try Program.run(
      Program.metatool, arguments, in: scratch.folder,
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
  }

  @discardableResult
  private func run(_ arguments: [String]) throws -> Program.Result {
    let result = try metatool(arguments)
    #expect(result.status == 0, "\(arguments): \(result.errors)")
    return result
  }

  private func dump(_ file: URL) throws -> [[String: Any]] {
    let result = try run(["dump", file.path])
    return try #require(try JSONSerialization.jsonObject(with: result.output) as? [[String: Any]])
  }

  private func metadata(of file: URL) throws -> [String: NSObject] {
    var metadata = try #require(try dump(file).first?["metadata"] as? [String: NSObject])
    // libavformat names itself in what it writes.
    metadata["encoder"] = nil
    metadata["encoderSettings"] = nil
    return metadata
  }

  private func items(of file: URL) throws -> [[String: Any]] {
    try #require(try dump(file).first?["items"] as? [[String: Any]])
  }

  private func titles(of file: URL) throws -> [String?] {
    let chapters = try #require(try dump(file).first?["chapters"] as? [[String: Any]])
    return chapters.map { $0["title"] as? String }
  }

  private func made(_ name: String, _ arguments: [String]) throws -> URL {
    let file = scratch.file(name)
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg, ["-v", "error", "-y"] + arguments + ["-fflags", "+bitexact", file.path])
    try #require(result.status == 0, "\(result.errors)")
    return file
  }

  /// The video and audio packets by content, in order.
  private func packets(of file: URL) throws -> [[Substring]] {
    let ffprobe = try #require(Program.find("ffprobe"))
    return try ["v", "a"].map { kind in
      let result = try Program.run(
        ffprobe,
        [
          "-v", "error", "-show_data_hash", "MD5", "-select_streams", kind, "-show_entries",
          "packet=data_hash", "-of", "default=nk=1", file.path,
        ])
      return result.text.split(separator: "\n").filter { $0.hasPrefix("MD5:") }
    }
  }
}
