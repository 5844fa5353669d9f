import Foundation
import TestSupport
import Testing

/// `transcode`, as a command; ffprobe examines the result.
@Suite("The transcode verb", .enabled(if: Program.find("ffmpeg") != nil))
struct TranscodeVerbTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  private func probe(_ name: String, _ stream: String, _ entries: String) throws -> [String] {
    let result = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "stream=\(entries)", "-of",
        "default=nw=1", files.file(name).path,
      ])
    return result.text.split(separator: "\n").map(String.init)
  }

  private func report(_ words: [String]) throws -> [String: Any] {
    let result = try files.run(words + ["--json"])
    return try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  private func damage(_ file: URL) throws -> String {
    try Program.run(
      try #require(Program.find("ffmpeg")), ["-v", "error", "-i", file.path, "-f", "null", "-"]
    ).errors
  }

  @Test("A preset encodes video and audio, and the rest is kept")
  func preset() throws {
    _ = try files.create(
      "film.mov",
      MadeFiles.filmArguments(seconds: 2) + ["-timecode", "01:00:00:00", "-metadata", "title=Old"])
    let result = try files.run(
      ["transcode", "film.mov", "film.mp4", "--preset", "640x480", "title=New"])
    #expect(
      result.text.hasPrefix("track 1: h264 128x96, 50 frames, "), "\(result.text)")
    #expect(result.text.contains("; track 2: aac 44100 Hz mono, "))
    #expect(result.text.contains("; track 3: copied\nfilm.mp4: "))
    #expect(
      try probe("film.mp4", "v", "codec_name,width,nb_frames,profile") == [
        "codec_name=h264", "profile=High", "width=128", "nb_frames=50",
      ])
    #expect(try files.run(["get", "film.mp4", "title"]).text.contains("New"))
    #expect(try damage(files.file("film.mp4")) == "")
  }

  @Test("A track that ends before the range is not in the new file", arguments: ["mp4", "mkv"])
  func tracksWithoutSamples(kind: String) throws {
    let film = ["-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=4"]
    let tone = ["-f", "lavfi", "-i", "sine=frequency=440:duration=1"]
    _ = try files.create(
      "film.\(kind)", film + tone + ["-c:v", "libx264", "-g", "10", "-c:a", "aac"])
    let audioOptions = ["--audio", "codec=aac", "--start", "2"]
    let words = ["transcode", "film.\(kind)", "new.mov", "--allow-loss", "--force"]
    let result = try files.run(words + audioOptions + ["--video", "codec=h264,speed=ultrafast"])
    #expect(result.text.contains("track 1: h264 128x96, "), "\(result.text)")
    #expect(!result.text.contains("track 2: "))
    let isNoted = result.text.contains(
      "track 2 has no samples, so the new file does not contain it")
    #expect(isNoted == (kind == "mkv"))
    #expect(try probe("new.mov", "a", "codec_name") == [])
    let alone = try files.metatool(words + audioOptions + ["--video", "none"])
    let reason =
      kind == "mp4" ? "the range contains no samples" : "there are no samples to encode"
    #expect(alone.status == (kind == "mp4" ? 3 : 65))
    #expect(alone.errors.contains(reason), "\(alone.errors)")
    guard kind == "mp4" else { return }
    let copied = try files.run(words + audioOptions + ["--video", "copy"])
    #expect(copied.text.contains("track 1: copied"), "\(copied.text)")
    #expect(try probe("new.mov", "v", "nb_frames") == ["nb_frames=50"])
  }

  @Test(
    "A value from standard input is stored in the new file",
    arguments: ["transcode film.mov film.mp4 --video none", "export film.mov film.mkv"])
  func standardInput(words: String) throws {
    _ = try files.create("film.mov", MadeFiles.filmArguments(seconds: 1))
    let words = words.split(separator: " ").map(String.init)
    let result = try files.metatool(
      words + ["title=@-"] + (words[0] == "transcode" ? ["--audio", "codec=alac"] : []),
      input: "New\n")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try files.metatool(["get", words[2], "title"]).text == "New\n")
  }

  @Test("Errors are reported once")
  func errorsAreReportedOnce() throws {
    _ = try files.create("film.mov", MadeFiles.filmArguments(seconds: 1))
    let result = try files.metatool(["transcode", "film.mov", "film.mp4", "titel=x"])
    #expect(result.status == 64)
    #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    #expect(result.errors.contains("unknown field titel"))
  }

  @Test("The new ID of a renumbered track is reported")
  func numbers() throws {
    _ = try files.create("film.mkv", MadeFiles.filmArguments(seconds: 1))
    let words = ["--video", "none", "--audio", "codec=aac", "--allow-loss"]
    let report = try report(["transcode", "film.mkv", "song.m4a"] + words)
    let track = try #require((report["tracks"] as? [[String: Any]])?.first)
    #expect(track["encoded"] as? Bool == true && track["codec"] as? String == "aac", "\(track)")
  }

  @Test(
    "Inputs that cannot become such a file are refused",
    arguments: ["tag.id3 tag.mov", "a.mp4 a.mkv"])
  func otherTypes(names: String) throws {
    let names = names.split(separator: " ").map(String.init)
    if names[0] == "a.mp4" {
      _ = try files.film("a.mp4", seconds: 0.2)
    } else {
      try FileManager.default.copyItem(
        at: Repository.root.appending(path: "Samples/tag.id3"), to: files.file("tag.id3"))
    }
    let result = try files.metatool(["transcode"] + names)
    #expect(result.status == 3, "\(result.errors)")
  }

  @Test("An encrypted track is not encoded")
  func encrypted() throws {
    let key = "00112233445566778899aabbccddeeff"
    _ = try files.create(
      "secret.mp4",
      MadeFiles.filmArguments(seconds: 1) + [
        "-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key,
      ])
    let words = ["transcode", "secret.mp4", "open.mp4", "--audio", "copy", "--video"]
    let result = try files.metatool(words + ["codec=h264", "--allow-loss"])
    #expect(result.status == 3)
    #expect(result.errors.contains("track 1 is encrypted (cenc)"), "\(result.errors)")
    #expect(try files.run(words + ["copy"]).text.contains("tracks 1, 2: copied"))
  }

  @Test("Without settings, only tracks that the new file cannot store are encoded")
  func onlyNecessaryTracksAreEncoded() throws {
    _ = try files.create(
      "cut.mov",
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=1", "-f", "lavfi", "-i",
        "sine=frequency=440:duration=1", "-c:v", "prores_ks", "-c:a", "aac",
      ])
    let tracks = try #require(
      try report(["transcode", "cut.mov", "cut.mp4"])["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["encoded"] as? Bool } == [true, false])
    #expect(tracks.first?["pictures"] as? Int == 25)
    #expect(try probe("cut.mp4", "v", "codec_name") == ["codec_name=h264"])
    // Nothing has to be encoded here, so no helper is needed either.
    let copy = try Program.run(
      Program.metatool,
      ["transcode", files.file("cut.mov").path, files.file("copy.mov").path],
      environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(copy.status == 0, "\(copy.errors)")
    #expect(copy.text.hasPrefix("tracks 1, 2: copied\n"))
  }

  @Test("Tracks are copied, omitted or encoded by their IDs")
  func tracks() throws {
    _ = try files.create(
      "three.mov",
      MadeFiles.filmArguments(seconds: 1)
        + ["-map", "0:v", "-map", "1:a", "-map", "1:a", "-ac:a:1", "2"])
    let words = [
      "transcode", "three.mov", "one.mov", "--video", "none", "--audio",
      "codec=alac", "--track", "3=codec=aac,bitrate=64k,rate=32000",
    ]
    let tracks = try #require(try report(words)["tracks"] as? [[String: Any]])
    #expect(tracks.map { $0["id"] as? Int } == [2, 3])
    #expect(tracks.map { $0["codec"] as? String } == ["alac", "aac"])
    #expect(
      try probe("one.mov", "a", "codec_name,sample_rate,channels") == [
        "codec_name=alac", "sample_rate=44100", "channels=1", "codec_name=aac",
        "sample_rate=32000", "channels=2",
      ])
    #expect(try probe("one.mov", "v", "codec_name") == [])
  }

  @Test("The frame rate is that of the source unless another is requested")
  func frameRate() throws {
    _ = try files.create("slow.mov", MadeFiles.filmArguments(seconds: 2))
    let words = ["transcode", "slow.mov", "--video", "codec=h264,speed=ultrafast"]
    _ = try files.run(words + ["same.mov"])
    _ = try files.run(words + ["fast.mov", "--fps", "60000/1001"])
    _ = try files.run(words + ["slower.mov", "--fps", "10", "--start", "0.5", "--end", "1.5"])
    #expect(
      try probe("same.mov", "v", "r_frame_rate,nb_frames,duration") == [
        "r_frame_rate=25/1", "duration=2.000000", "nb_frames=50",
      ])
    #expect(
      try probe("fast.mov", "v", "r_frame_rate,nb_frames") == [
        "r_frame_rate=60000/1001", "nb_frames=120",
      ])
    #expect(
      try probe("slower.mov", "v", "r_frame_rate,nb_frames,duration") == [
        "r_frame_rate=10/1", "duration=1.000000", "nb_frames=10",
      ])
  }

  @Test("A rotation is kept, or applied to the frames", arguments: [90, 180, 270])
  func rotation(degrees: Int) throws {
    _ = try files.create("upright.mov", MadeFiles.filmArguments(seconds: 1))
    try files.run(["set", "upright.mov", "--track", "1", "rotation=\(degrees)"])
    let words = ["transcode", "upright.mov", "--video", "codec=h264,quality=1"]
    let kept = try files.run(words + ["kept.mov"])
    #expect(kept.text.contains("128x96"))
    try files.run(words + ["turned.mov", "--rotate", "apply"])
    let isHigh = degrees != 180
    #expect(
      try probe("turned.mov", "v", "width,height") == [
        "width=\(isHigh ? 96 : 128)", "height=\(isHigh ? 128 : 96)",
      ])
    #expect(try probe("turned.mov", "v", "side_data_list=rotation:stream_side_data=rotation") == [])
    #expect(try similarity("kept.mov", "turned.mov") > 35)
  }

  /// The PSNR of two files as they are displayed, in dB.
  private func similarity(_ one: String, _ other: String) throws -> Double {
    let result = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-i", files.file(one).path, "-i", files.file(other).path, "-lavfi", "[0:v][1:v]psnr",
        "-f", "null", "-",
      ])
    let average = try #require(result.errors.components(separatedBy: "average:").last)
    let number = average.prefix { !$0.isWhitespace }
    return number == "inf" ? 100 : try #require(Double(number))
  }

  @Test("A width alone keeps the aspect ratio")
  func width() throws {
    _ = try files.create("wide.mov", MadeFiles.filmArguments(seconds: 1))
    try files.run(["transcode", "wide.mov", "small.mov", "--video", "codec=h264,width=66"])
    #expect(try probe("small.mov", "v", "width,height") == ["width=66", "height=50"])
  }

  @Test("A dry run writes nothing and reports the result")
  func dryRun() throws {
    _ = try files.create("dry.mov", MadeFiles.filmArguments(seconds: 1))
    let words = ["transcode", "dry.mov", "wet.mp4", "--preset", "hevc1920x1080", "--dry-run"]
    #expect(
      try files.run(words).text == "track 1: hevc 128x96; track 2: aac 44100 Hz mono\n")
    #expect(!files.exists(files.file("wet.mp4")))
  }

  @Test(arguments: [
    (["film.mov"], 64), (["film.mov", "out.mp4", "--preset", "1280x7200"], 64),
    (["film.mov", "out.mp4", "--video", "codec=h265"], 64),
    (["film.mov", "out.mp4", "--video", "codec=aac"], 64),
    (["film.mov", "out.mp4", "--audio", "bitrate=lots"], 64),
    (["film.mov", "out.mp4", "--track", "1"], 64),
    (["film.mov", "out.mp4", "--track", "1=copy", "--track", "1=none"], 64),
    (["film.mov", "out.mp4", "--fps", "0"], 64), (["film.mov", "out.mp4", "--fps", "1/0"], 64),
    (["film.mov", "out.mp4", "--rotate", "left"], 64),
    (["film.mov", "out.mp4", "--track", "9=copy"], 65),
    (["film.mov", "out.mp4", "--track", "1=codec=aac"], 65),
    (["film.mov", "out.mp4", "--video", "codec=proRes422"], 3),
    (["film.mov", "out.mp4", "--video", "copy", "--fps", "5"], 3),
    (["film.mov", "out.mp4", "--preset", "mvhevc960x960"], 65),
    (["film.mov", "out.xyz", "--preset", "640x480"], 3),
    (["film.mov", "film.mov", "--preset", "640x480"], 3),
    (["film.mov", "there.mp4", "--preset", "640x480"], 3),
    (["none.mov", "out.mp4"], 66), (["there.mp4", "out.mp4", "--preset", "640x480"], 65),
  ])
  func whatCannotBeIsSaid(words: [String], status: Int) throws {
    _ = try files.film("film.mov", seconds: 1)
    try Data("nothing".utf8).write(to: files.file("there.mp4"))
    let result = try files.metatool(["transcode"] + words)
    #expect(Int(result.status) == status, "\(result.errors)")
    #expect(!result.errors.isEmpty)
    #expect(result.output.isEmpty)
    #expect(!files.exists(files.file("out.mp4")))
  }

  @Test("Damage is an error, or is listed if losses are allowed")
  func damageIsReported() throws {
    let film = try files.film("film.mp4", seconds: 2)
    var bytes = try Data(contentsOf: film)
    let media = try #require(bytes.range(of: Data("mdat".utf8))).upperBound
    for place in (media + 2000)..<(media + 14000) where place < bytes.count { bytes[place] = 0xFF }
    try bytes.write(to: files.file("damaged.mp4"))
    let words = ["transcode", "damaged.mp4", "out.mp4", "--preset", "640x480"]
    let strict = try files.metatool(words)
    #expect(strict.status == 65)
    #expect(strict.errors.contains("track"), "\(strict.errors)")
    #expect(!files.exists(files.file("out.mp4")))
    let report = try report(words + ["--allow-loss"])
    #expect((report["damage"] as? [String])?.isEmpty == false)
    #expect(try damage(files.file("out.mp4")) == "")
  }
}
