import Foundation
import TestSupport
import Testing

@testable import MetaCore

/// `capture` as a command; Scripts/media-capture has the tests that need real time.
@Suite("The capture verb", .enabled(if: Program.find("ffmpeg") != nil))
struct CaptureVerbTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  private func probe(_ file: URL, _ stream: String, _ entries: String) throws -> [String] {
    let result = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-select_streams", stream, "-show_entries", entries, "-of",
        "default=nw=1:nk=1", file.path,
      ])
    return result.text.split(separator: "\n").map(String.init)
  }

  private func report(_ arguments: [String]) throws -> [String: Any] {
    let result = try files.run(["capture"] + arguments + ["--json"])
    return try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
  }

  /// The types of the atoms at the top of a file.
  private func atoms(_ file: URL) throws -> [String] {
    try files.run(["tree", file.path]).text.matches(of: /(?m)^ *\d+ +\d+  (\S+)/)
      .map { String($0.1) }
  }

  // MARK: Pipes

  @Test func pipeLosesNoPicturesOrSamples() throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=160x120:rate=30000/1001:duration=3"])
    let audio = try files.create("tone.wav", ["-f", "lavfi", "-i", "sine=duration=4"])
    let output = files.file("new.mp4")
    let report = try report([
      "-o", output.path, "--video", film.path, "--audio", audio.path, "--encode-video",
      "speed=ultrafast",
    ])
    let video = try #require(report["video"] as? [String: Int])
    #expect(video == ["captured": 90, "written": 90, "dropped": 0])
    #expect((report["audio"] as? [String: Int])?["gaps"] == 0)
    #expect(try probe(output, "v", "stream=nb_frames,duration") == ["3.003000", "90"])
    #expect(try abs(files.seconds(output) - 3.003) < 0.001)
    let first = try #require(try probe(output, "a", "packet=pts_time").first)
    #expect(try #require(Double(first)) < 0.03)
    // One movie atom, and no fragment.
    #expect(try atoms(output).filter { $0 == "moov" }.count == 1)
    #expect(try !atoms(output).contains("moof"))
    #expect(try files.metatool(["verify", output.path]).status == 0)
  }

  @Test func rawVideoAndRawAudio() throws {
    let film = try files.create(
      "film.raw",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=2", "-pix_fmt", "bgra", "-f",
        "rawvideo",
      ])
    let audio = try files.create(
      "tone.raw", ["-f", "lavfi", "-i", "sine=duration=2", "-f", "f32le"])
    let output = files.file("new.mov")
    let report = try report([
      "-o", output.path, "--video", film.path, "--size", "64x48", "--fps", "10", "--pixel-format",
      "bgra", "--audio", audio.path, "--sample-format", "f32le", "--rate", "44100", "--channels",
      "1", "--encode-video", "codec=png", "--encode-audio", "codec=alac",
    ])
    #expect((report["video"] as? [String: Int])?["written"] == 20)
    #expect((report["audio"] as? [String: Int])?["samples"] == 88200)
    // Both codecs lose nothing.
    func sums(_ arguments: [String]) throws -> String {
      try Program.run(
        try #require(Program.find("ffmpeg")), ["-v", "error"] + arguments + ["-f", "md5", "-"]
      ).text
    }
    let raw = ["-f", "rawvideo", "-pix_fmt", "bgra", "-s", "64x48", "-r", "10", "-i", film.path]
    #expect(
      try sums(["-i", output.path, "-map", "0:v", "-pix_fmt", "rgb24", "-c:v", "rawvideo"])
        == sums(raw + ["-pix_fmt", "rgb24", "-c:v", "rawvideo"]))
    #expect(try sums(["-i", output.path, "-map", "0:a"]).hasPrefix("MD5="))
  }

  @Test func picturesAreReadFromStandardInput() throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1"])
    let output = files.file("new.mov")
    let result = try Program.run(
      Program.metatool, ["capture", "-o", output.path, "--video", "-"],
      input: try Data(contentsOf: film))
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text.contains("10 frames captured, 10 written, 0 dropped"))
  }

  @Test("A filter gives the same frames as ffmpeg's lut3d", arguments: ["noir", "table"])
  func filters(name: String) throws {
    let film = try files.create(
      "film.raw",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", "-pix_fmt", "rgb24", "-f",
        "rawvideo",
      ])
    let table = files.file("own.cube")
    let effect = name == "noir" ? "noir" : "process"
    try files.run(["capture", "--print-filter", effect]).output.write(to: table)
    let output = files.file("new.mov")
    try files.run([
      "capture", "-o", output.path, "--video", film.path, "--size", "64x48", "--fps", "5",
      "--pixel-format", "rgb24", "--encode-video", "codec=png", "--filter",
      name == "noir" ? name : table.path,
    ])
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let ours = try Program.run(
      ffmpeg, ["-v", "error", "-i", output.path, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"]
    ).output
    let theirs = try Program.run(
      ffmpeg,
      [
        "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x48", "-i", film.path, "-vf",
        "lut3d=\(table.path):interp=tetrahedral", "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
      ]
    ).output
    #expect(ours.count == theirs.count && !ours.isEmpty)
    #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }

  @Test func thePreviewHasTheFilteredPictures() throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1"])
    let preview = files.file("preview.y4m")
    try files.run([
      "capture", "-o", files.file("new.mov").path, "--video", film.path, "--filter", "mono",
      "--preview", preview.path,
    ])
    let bytes = try Data(contentsOf: preview)
    #expect(bytes.starts(with: Data("YUV4MPEG2 W64 H48 ".utf8)))
    let start = try #require(bytes.range(of: Data("FRAME\n".utf8))).upperBound
    // Chroma of grey.
    let chroma = bytes[(start + 64 * 48)..<(start + 64 * 48 * 3 / 2)]
    #expect(chroma.allSatisfy { abs(Int($0) - 128) <= 1 })
  }

  @Test(arguments: ["film.y4m", "notes.txt"])
  func thePreviewReplacesNoFile(name: String) throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.5"])
    try Data("notes".utf8).write(to: files.file("notes.txt"))
    let before = try Data(contentsOf: files.file(name))
    let result = try files.metatool([
      "capture", "-o", "new.mov", "--video", film.path, "--preview", name,
    ])
    #expect(result.status == 3)
    #expect(result.errors.contains("\(name): a file with that name exists"))
    #expect(try Data(contentsOf: files.file(name)) == before)
    #expect(!files.exists(files.file("new.mov")))
  }

  @Test func aFailedRecordingLeavesNoPreview() throws {
    let result = try files.metatool([
      "capture", "-o", "new.mov", "--video", "missing.y4m", "--preview", "preview.y4m",
    ])
    #expect(result.status != 0)
    #expect(!files.exists(files.file("preview.y4m")))
  }

  @Test(arguments: [false, true])
  func rotation(inPixels: Bool) throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.5"])
    let output = files.file("new.mov")
    try files.run(
      ["capture", "-o", output.path, "--video", film.path, "--rotation", "90"]
        + (inPixels ? ["--turn-pixels"] : []))
    let size = try probe(output, "v", "stream=width,height")
    #expect(size == (inPixels ? ["48", "64"] : ["64", "48"]))
    let text = try files.run(["dump", output.path]).text
    #expect(text.contains("\"rotation\": 90") == !inPixels, "\(text)")
  }

  @Test func presetAndEncoderSettings() throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=0.5"])
    let output = files.file("new.mov")
    try files.run([
      "capture", "-o", output.path, "--video", film.path, "--preset", "low", "--encode-video",
      "codec=hevc",
    ])
    #expect(try probe(output, "v", "stream=codec_name,width") == ["hevc", "192"])
  }

  @Test(
    "A size limit may be far below the memory that the helper needs", arguments: ["100K", "1M"])
  func sizeLimit(size: String) throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=320x240:rate=10:duration=60"])
    let report = try report([
      "-o", files.file("new.mov").path, "--video", film.path, "--encode-video", "codec=png",
      "--max-size", size,
    ])
    let written = try #require((report["video"] as? [String: Int])?["written"])
    #expect(written > 0 && written < 600)
  }

  // MARK: Test sources

  @Test func testSourcesRecord() throws {
    let output = files.file("test.mov")
    let report = try report([
      "-o", output.path, "--video", "test", "--audio", "test", "--size", "128x96", "--fps", "20",
      "--duration", "1", "--encode-video", "speed=ultrafast",
    ])
    let video = try #require(report["video"] as? [String: Int])
    #expect(video["captured"] == 20)
    #expect(video["captured"] == (video["written"] ?? 0) + (video["dropped"] ?? 0))
    #expect((report["audio"] as? [String: Int])?["gaps"] == 0)
    #expect(report["duration"] as? Double == 1)
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func anInterruptionFinishesTheMovie(signal: Int32) throws {
    let output = files.file("test.mov")
    let process = try files.started([
      "capture", "-o", output.path, "--video", "test", "--size", "128x96", "--quiet",
    ])
    // It has its final name from the first recorded frame on.
    while !files.exists(output), process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
    Thread.sleep(forTimeInterval: 1)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try !atoms(output).contains("moof"))
    #expect(try files.seconds(output) > 0.5)
  }

  /// An encoder with much left at the end takes longer than the waiting program needs to forward
  /// another interrupt.
  @Test func aSlowEndIsNotInterrupted() throws {
    let output = files.file("test.mov")
    let process = try files.started([
      "capture", "-o", output.path, "--video", "test", "--size", "1280x720", "--quiet",
      "--encode-video", "speed=slower",
    ])
    while !files.exists(output), process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
    Thread.sleep(forTimeInterval: 1)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    #expect(try !atoms(output).contains("moof"))
  }

  @Test func anInterruptionEndsTheWaitForAPipe() throws {
    let pipe = files.file("pipe")
    _ = try Program.run(try #require(Program.find("mkfifo")), [pipe.path])
    let output = files.file("test.mov")
    let process = try files.started(["capture", "-o", output.path, "--video", pipe.path])
    Thread.sleep(forTimeInterval: 1)
    #expect(process.isRunning)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(try files.isGone(output.path, within: .seconds(4)))
    #expect(!files.exists(output))
  }

  @Test(arguments: ["\n", "\r\n"]) func commandsAreReadAsLines(lineBreak: String) throws {
    let output = files.file("test.mov")
    let result = try Program.run(
      Program.metatool,
      ["capture", "-o", output.path, "--video", "test", "--size", "64x48", "--duration", "1"],
      input: Data(
        "filter mono\nfoo bar\nfilter mon\npause\nresume\n".replacing("\n", with: lineBreak).utf8))
    #expect(result.status == 0)
    #expect(!result.errors.contains("line 1 ") && !result.errors.contains("line 4 "))
    #expect(result.errors.contains("line 2 of standard input: “foo bar” is not a command"))
    #expect(
      result.errors.contains(
        "line 3 of standard input: unknown filter “mon”; did you mean mono?"))
    #expect(try files.exists(output) && abs(files.seconds(output) - 1) < 0.05)
  }

  // MARK: Impossible requests

  @Test(arguments: [
    (["--video", "test"], 64, "Specify the movie file with -o"),
    (["-o", "x.mov"], 64, "--list shows the devices"),
    (["-o", "-", "--video", "test"], 64, "cannot be written to standard output"),
    (["-o", "x.mov", "--video", "test", "--filter", "noirr"], 64, "did you mean noir?"),
    (["-o", "x.mov", "--video", "test", "--rotation", "45"], 64, "--rotation"),
    (["-o", "x.mov", "--video", "test", "--preset", "1280x702"], 64, "did you mean 1280x720?"),
    (["-o", "x.mov", "--video", "tset"], 66, "did you mean test?"),
    (["-o", "x.mov", "--audio", "nothing"], 66, "no audio device"),
    (["-o", "x.mov", "--video", "/none.y4m"], 66, "/none.y4m"),
    (["-o", "x.mov", "--video", "-", "--audio", "-"], 64, "standard input"),
    (["-o", "x.mov", "--video", "test", "--filter", "/none.cube"], 66, "none.cube"),
    (["-o", "x.mov", "--video", "test", "--encode-video", "codec=foo"], 64, "--encode-video"),
    (["-o", "x.mov", "--video", "test", "--max-size", "0M"], 64, "--max-size"),
    (["-o", "x.mov", "--video", "test", "--memory", "63M"], 64, "--memory"),
    (["--print-filter", "sepia"], 64, "sepia"),
  ])
  func impossibleCaptures(words: [String], status: Int32, message: String) throws {
    let result = try files.metatool(["capture"] + words)
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!files.exists(files.file("x.mov")))
  }

  @Test func existingFileIsNotReplaced() throws {
    let output = files.file("there.mov")
    try Data("old".utf8).write(to: output)
    let result = try files.metatool(["capture", "-o", output.path, "--video", "test"])
    #expect(result.status == 3, "\(result.errors)")
    #expect(try Data(contentsOf: output) == Data("old".utf8))
  }

  @Test func pipeEndingInsideAPictureIsFinished() throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1"])
    let bytes = try Data(contentsOf: film)
    try bytes.dropLast(100).write(to: film)
    let output = files.file("cut.mov")
    let result = try files.run(["capture", "-o", output.path, "--video", film.path])
    #expect(result.text.contains("9 frames captured, 9 written"))
  }

  @Test func damagedPipeIsFinished() throws {
    let film = try files.create(
      "film.y4m", ["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1"])
    var bytes = try Data(contentsOf: film)
    let frames = bytes.ranges(of: Data("FRAME".utf8))
    bytes.replaceSubrange(frames[4], with: Data("XXXXX".utf8))
    try bytes.write(to: film)
    let output = files.file("cut.mov")
    let result = try files.metatool(["capture", "-o", output.path, "--video", film.path])
    #expect(result.status == 74, "\(result.errors)")
    #expect(result.errors.contains("frame 4 does not begin with FRAME"))
    #expect(try probe(output, "v", "stream=nb_frames") == ["4"])
    #expect(try !atoms(output).contains("moof"))
  }

  @Test func devicesAreListed() throws {
    let text = try files.run(["capture", "--list"]).text
    #expect(text.contains("video  test") && text.contains("audio  test"))
  }
}
