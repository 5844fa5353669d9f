import Foundation
import TestSupport
import Testing

@testable import MetaForeign

/// The report of an export is counted: missing samples, media hidden by an edit list, entries of
/// the old container.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct ExportCountTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  // MARK: Missing samples

  @Test(arguments: ["mkv", "ts", "wav", "mp4", "mka", "avi"])
  func truncatedMoviesAreRefusedInEveryContainer(kind: String) throws {
    let audioFile = try files.create(
      "sound.mov", ["-f", "lavfi", "-i", "sine=d=4", "-c:a", kind == "wav" ? "pcm_s16le" : "aac"])
    let front = files.file("front.mov")
    try files.run(["export", audioFile.path, front.path])
    let cut = files.file("cut.mov")
    try Data(contentsOf: front).dropLast(9000).write(to: cut)
    let output = files.file("out.\(kind)")
    let refused = try files.metatool(["export", cut.path, output.path])
    #expect(refused.status == 3, "\(refused.errors)")
    #expect(refused.errors.contains("samples of track 1"), "\(refused.errors)")
    #expect(refused.errors.contains("--allow-loss"), "\(refused.errors)")
    #expect(!files.exists(output))
    let losses = try files.losses(["export", cut.path, output.path])
    #expect(losses.contains { $0.contains("samples of track 1") }, "\(losses)")
  }

  @Test(arguments: ["mkv", "ts", "mp4"])
  func exportWithoutSamplesLeavesNoFile(kind: String) throws {
    let film = try files.film("film.mp4")
    let bytes = try Data(contentsOf: film)
    let front = files.file("front.mp4")
    try files.run(["export", film.path, front.path])
    let all = try Data(contentsOf: front)
    let media = try #require(all.range(of: Data("mdat".utf8)))
    let bare = files.file("bare.mp4")
    try all[..<media.upperBound].write(to: bare)
    #expect(bytes.count > bare.path.count)
    let output = files.file("out.\(kind)")
    for words in [[], ["--allow-loss"]] {
      let result = try files.metatool(["export", bare.path, output.path] + words)
      #expect(result.status == (words.isEmpty ? 3 : 65), "\(result.errors)")
      #expect(!files.exists(output))
    }
  }

  @Test(arguments: ["mp4", "avi", "mka"])
  func truncatedMatroskaIsRefusedOrListed(kind: String) throws {
    let film = try files.create(
      "film.mkv", MadeFiles.filmArguments(seconds: 6) + ["-cluster_time_limit", "500"])
    let bytes = try Data(contentsOf: film)
    let cut = files.file("cut.mkv")
    try bytes.prefix(bytes.count / 2).write(to: cut)
    let output = files.file("out.\(kind)")
    let refused = try files.metatool(["export", cut.path, output.path])
    #expect(refused.status == 3, "\(refused.errors)")
    #expect(!files.exists(output))
    let losses = try files.losses(["export", cut.path, output.path])
    #expect(
      losses.contains { $0.contains("s of 6.") || $0.contains("bytes are missing") }, "\(losses)")
  }

  @Test func cutsOfTruncatedAudioReportMissingData() throws {
    let tone = try files.create(
      "tone.mp3", ["-f", "lavfi", "-i", "sine=d=8", "-c:a", "libmp3lame"], plain: false)
    let bytes = try Data(contentsOf: tone)
    let cut = files.file("cut.mp3")
    try bytes.prefix(bytes.count / 2).write(to: cut)
    for kind in ["mp3", "mka"] {
      let words = ["export", cut.path, files.file("part.\(kind)").path, "--start", "1"]
      let refused = try files.metatool(words)
      #expect(refused.status == 3, "\(refused.errors)")
      #expect(refused.errors.contains("frames that its header declares"), "\(refused.errors)")
      #expect(!files.exists(files.file("part.\(kind)")))
      #expect(try files.losses(words).contains { $0.contains("frames that its header declares") })
      // The available part can be cut out.
      try files.run(words + ["--end", "2", "--force"])
    }
    let whole = try files.metatool(["export", cut.path, files.file("whole.mka").path])
    #expect(whole.status == 3, "\(whole.errors)")
    let wave = try files.create("tone.wav", ["-f", "lavfi", "-i", "sine=d=8"])
    try Data(contentsOf: wave).prefix(300_000).write(to: files.file("cut.wav"))
    let short = try files.metatool(
      ["export", files.file("cut.wav").path, files.file("wave.mka").path])
    #expect(short.status == 3, "\(short.errors)")
  }

  // MARK: Edit lists

  @Test func cutNeedingEarlierFramesReportsTheExcess() throws {
    let film = try files.film("film.mp4", seconds: 6)
    let part = files.file("part.mp4")
    try files.run(["export", film.path, part.path, "--start", "2.52", "--end", "3.52"])
    for kind in ["mkv", "avi", "ts"] {
      let output = files.file("part.\(kind)")
      let refused = try files.metatool(["export", part.path, output.path])
      #expect(refused.status == 3)
      #expect(refused.errors.contains("0.520 s that its edit list excludes"), "\(refused.errors)")
      #expect(!files.exists(output))
      let losses = try files.losses(["export", part.path, output.path])
      #expect(losses.contains { $0.contains("0.520 s") }, "\(losses)")
    }
    // The last picture is needed by those before it.
    let times = try files.times(files.file("part.mkv"), "v")
    #expect((38...40).contains(times.count))
    #expect((times.max() ?? 0) < 1.6)
  }

  @Test func cutAtAKeyFrameIsExact() throws {
    let film = try files.film("film.mp4", seconds: 6)
    let part = files.file("part.mp4")
    try files.run(["export", film.path, part.path, "--start", "2", "--end", "3"])
    let output = files.file("part.mkv")
    try files.run(["export", part.path, output.path])
    #expect(try files.times(output, "v").max() ?? 2 < 1)
    #expect(abs(try files.audioEnd(output, rate: 44100) - 1) < 0.002)
    #expect(try files.frames(output, "v") == files.frames(part, "v"))
    #expect(try files.frames(output, "v").count == 25)
  }

  @Test(arguments: [("aac", "m4a"), ("alac", "m4a"), ("pcm_s16le", "mov"), ("libmp3lame", "mp4")])
  func audioIsCutToTheSample(codec: String, kind: String) throws {
    let tone = try files.create(
      "tone.\(kind)", ["-f", "lavfi", "-i", "sine=d=6:r=44100", "-c:a", codec])
    let part = files.file("part.\(kind)")
    try files.run(["export", tone.path, part.path, "--start", "2.5", "--end", "3.75"])
    let output = files.file("part.mka")
    try files.run(["export", part.path, output.path])
    // Samples decoded before the part have negative times and are not played.
    let times = try files.times(output, "a")
    let first = try #require(times.first)
    #expect(first <= 0.001 && first > -0.3)
    #expect(times.contains { abs($0) < 0.1 })
    #expect(abs(try files.audioEnd(output, rate: 44100) - 1.25) < 0.002)
  }

  @Test func partsAndDelaysAreApplied() throws {
    let film = try files.film("film.mp4", seconds: 6, gop: 5)
    // Movie time scale 1000: half a second of nothing, one second from 1.0, one second from 4.0.
    let video = try files.withEdits(
      film, track: 0, [(500, -1), (1000, 12800 + 1024), (1000, 4 * 12800 + 1024)])
    let output = files.file("out.mkv")
    let losses = try files.losses(["export", video.path, output.path, "--tracks", "1"])
    let times = try files.times(output, "v")
    #expect(losses.isEmpty, "\(losses)")
    #expect(times.count == 50)
    #expect(abs((times.min() ?? 0) - 0.5) < 0.002)
    #expect(abs((times.max() ?? 0) - 2.46) < 0.002)
  }

  @Test func partWithoutALengthExtendsToTheEnd() throws {
    let film = try files.film("film.mp4", seconds: 2)
    let video = try files.withEdits(film, track: 0, [(0, 1024)])
    let output = files.file("out.mkv")
    try files.run(["export", video.path, output.path, "--tracks", "1"])
    #expect(try files.times(output, "v").count == 50)
  }

  @Test func exportsThatNeedAnEditListAreRefused() throws {
    let film = try files.film("film.mp4", seconds: 4)
    let cases: [([(Int, Int)], String)] = [
      ([(1000, 1024), (1000, 1024)], "repeatedly or out of order"),
      ([(1000, 25600 + 1024), (1000, 1024)], "repeatedly or out of order"),
      ([(1000, 1024), (1000, 2 * 12800 + 1024 + 512 * 7)], "the samples before it"),
    ]
    for (edits, reason) in cases {
      let video = try files.withEdits(film, track: 0, edits)
      let output = files.file("out.mkv")
      let refused = try files.metatool(["export", video.path, output.path, "--tracks", "1"])
      #expect(refused.status == 3)
      #expect(refused.errors.contains(reason), "\(refused.errors)")
      #expect(refused.errors.contains("2.000 s longer"), "\(refused.errors)")
      #expect(!files.exists(output))
    }
    let fast = try files.withEdits(film, track: 0, [(1000, 1024)], rate: 0x20000)
    let refused = try files.metatool(
      ["export", fast.path, files.file("out.mkv").path, "--tracks", "1"])
    #expect(refused.status == 3)
    #expect(refused.errors.contains("at a different rate"), "\(refused.errors)")
  }

  // MARK: The input itself

  @Test func theInputIsNeverTheOutput() throws {
    let film = try files.film("film.mp4")
    let (hard, soft) = (files.file("hard.mp4"), files.file("soft.mp4"))
    try FileManager.default.linkItem(at: film, to: hard)
    try FileManager.default.createSymbolicLink(at: soft, withDestinationURL: film)
    let old = try Data(contentsOf: film)
    for output in [film, hard, soft] {
      for words in [["--start", "1"], ["--start", "1", "--dry-run"]] {
        let result = try files.metatool(["export", film.path, output.path, "--force"] + words)
        #expect(result.status == 3)
        #expect(result.errors.contains("another output"), "\(result.errors)")
      }
    }
    let tone = try files.create("tone.mkv", ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "flac"])
    let result = try files.metatool(["export", tone.path, tone.path, "--force"])
    #expect(result.status == 3 && result.errors.contains("another output"))
    #expect(try Data(contentsOf: film) == old)
  }

  // MARK: The old container

  @Test(arguments: ["mkv", "avi", "ts", "flv", "mov", "mp4"])
  func containerMetadataDoesNotPreventARemux(kind: String) throws {
    let film = try files.film("film.mp4", plain: false)
    let other = files.file("other.\(kind)")
    let again = files.file("again.mkv")
    try files.ffmpeg(["-i", film.path, "-c", "copy", "-movflags", "use_metadata_tags", other.path])
    try files.ffmpeg(["-fflags", "+genpts", "-i", other.path, "-c", "copy", again.path])
    for input in [other, again] {
      let output = files.file("\(input.deletingPathExtension().lastPathComponent)-new.mp4")
      try files.run(["export", input.path, output.path])
    }
    let notes = try files.notes(["export", again.path, files.file("third.mp4").path])
    let isNamed = notes.contains { $0.contains("describe only the source file: mkv/") }
    #expect(isNamed, "\(notes)")
  }

  @Test func encoderMetadataDoesNotPreventARemux() throws {
    let film = try files.film("film.mp4")
    let tagged = files.file("tagged.mkv")
    try files.ffmpeg([
      "-i", film.path, "-c", "copy", "-metadata:s:0", "ENCODER_OPTIONS=--crf 20",
      "-metadata:s:0", "creation_time=2020-01-02T03:04:05Z", "-metadata:s:1",
      "ENCODER=opusenc", tagged.path,
    ])
    let notes = try files.notes(["export", tagged.path, files.file("out.mp4").path])
    #expect(notes.contains { $0.contains("mkv/ENCODER_OPTIONS of track 1") }, "\(notes)")
    // They are kept if the container supports them.
    let copy = files.file("copy.mkv")
    try files.run(["export", tagged.path, copy.path])
    #expect(try files.run(["dump", copy.path]).text.contains("--crf 20"))
  }

  /// libavformat's muxer writes only one value per name, and only text.
  @Test(arguments: [
    ([], ["1 ARTIST", "1 ARTIST", "1 MOOD", "2 ARTIST"]), (["--tracks", "2"], ["1 ARTIST"]),
  ])
  func trackTagsAreCopiedUnchanged(options: [String], tags: [String]) throws {
    let tone = ["-f", "lavfi", "-i", "sine=duration=0.2"]
    let tagged = try files.create(
      "tagged.mka",
      tone + tone + [
        "-map", "0", "-map", "1", "-metadata:s:0", "ARTIST=One", "-metadata:s:0", "BRTIST=Two",
        "-metadata:s:0", "MOOD=calm", "-metadata:s:1", "ARTIST=Three",
      ])
    var bytes = try Data(contentsOf: tagged)
    let repeated = try #require(bytes.range(of: Data("BRTIST".utf8)))
    bytes.replaceSubrange(repeated, with: Data("ARTIST".utf8))
    let mood = try #require(bytes.range(of: Data("MOOD".utf8)))
    // TagBinary instead of TagString.
    bytes[mood.upperBound + 1] = 0x85
    try bytes.write(to: tagged)
    let copy = files.file("copy.mka")
    #expect(try files.losses(["export", tagged.path, copy.path] + options) == [])
    let found = try trackTags(copy)
    #expect(found.map { "\($0.track) \($0.key)" } == tags)
    let old = try trackTags(tagged).filter { options.isEmpty || $0.track == 2 }
    #expect(found.map(\.value) == old.map(\.value))
  }

  private func trackTags(_ file: URL) throws -> [(track: Int, key: String, value: String)] {
    let dump = try JSONSerialization.jsonObject(with: files.run(["dump", file.path]).output)
    let document = try #require((dump as? [[String: Any]])?.first)
    return try #require(document["items"] as? [[String: Any]]).compactMap { item in
      guard let track = item["track"] as? Int, let key = item["key"] as? String,
        ["ARTIST", "MOOD"].contains(key)
      else { return nil }
      return (track, key, "\(item["value"] ?? "")")
    }
  }

  /// The table of keys has two for `ISFT`; the order of a dictionary differs between processes.
  @Test func everyProcessReportsTheEncoderName() throws {
    let tone = try files.create(
      "tone.mka", ["-f", "lavfi", "-i", "sine=duration=0.2", "-c:a", "pcm_s16le"])
    let counts = try (0..<8).map { index in
      let output = files.file("\(index).avi").path
      return try files.notes(["export", tone.path, output, "encoder=Foo"])
        .filter { $0 == "the encoder name Foo is not written to the new file" }.count
    }
    #expect(counts == Array(repeating: 1, count: 8))
  }

  @Test func lostTrackTagsAreReported() throws {
    let film = try files.film("film.mp4")
    let tagged = files.file("tagged.mkv")
    try files.ffmpeg([
      "-i", film.path, "-c", "copy", "-metadata:s:0", "COMMENT=mine", "-metadata:s:0",
      "DURATION=00:00:02", tagged.path,
    ])
    let result = try files.metatool(["export", tagged.path, files.file("out.mp4").path])
    #expect(result.status == 3)
    #expect(result.errors.contains("mkv/COMMENT of track 1 cannot be stored"), "\(result.errors)")
    let copy = files.file("copy.mkv")
    try files.run(["export", tagged.path, copy.path])
    #expect(try files.run(["dump", copy.path]).text.contains("\"mine\""))
  }
}
