import Foundation
import TestSupport
import Testing

/// `read` and `waveform`, as commands.
@Suite("The read and waveform verbs")
struct ReadVerbTests {
  private let files: MadeFiles
  private let song: URL

  init() throws {
    files = try MadeFiles()
    song = try files.create(
      "song.m4a",
      [
        "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000:duration=2", "-ac", "2", "-c:a",
        "alac",
      ])
  }

  private func run(_ words: [String], environment: [String: String] = [:]) throws -> Program.Result
  {
    try Program.run(Program.metatool, words, environment: environment)
  }

  @Test func samplesAreWrittenToFilesAndPipes() throws {
    let raw = files.file("song.raw")
    let toFile = try run(["read", song.path, "--as", "s16le", "-o", raw.path])
    #expect(toFile.status == 0)
    #expect(toFile.errors == "")
    let toPipe = try run(["read", song.path, "--as", "s16le", "-o", "-"])
    #expect(toPipe.output.count == 2 * 48_000 * 4)
    #expect(try Data(contentsOf: raw) == toPipe.output)
    let again = try run(["read", song.path, "-o", raw.path])
    #expect(again.status == 3)
    #expect(try run(["read", song.path, "-o", raw.path, "--force", "--as", "u8"]).status == 0)
    #expect(try Data(contentsOf: raw).count == 2 * 48_000 * 2)
  }

  /// In this process and in the helper.
  @Test(arguments: ["s16le", "f32le --rate 8000"])
  func fileBeyondTheSizeLimitIsRemovedWithAnError(form: String) throws {
    let raw = files.file("song.raw")
    let script =
      "ulimit -f 10; exec '\(Program.metatool.path)' read '\(song.path)' --as \(form) -o '\(raw.path)'"
    let result = try Program.run(URL(filePath: "/bin/sh"), ["-c", script])
    #expect(result.status == 74, "\(result.errors)")
    #expect(!result.errors.isEmpty)
    #expect(!files.exists(raw))
  }

  @Test func checksumsMatchFFmpeg() throws {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let whole = try Program.run(
      ffmpeg, ["-v", "error", "-i", song.path, "-map", "0:a:0", "-f", "md5", "-"])
    #expect(try run(["read", song.path, "--as", "s16le", "--md5"]).text == whole.text)
    let frames = try run(["read", song.path, "--frame-md5"]).text.split(separator: "\n")
    #expect(frames.count == 24)
    #expect(frames.first?.hasPrefix("0,          0,          0,     4096,") == true)
  }

  @Test(arguments: [
    (["read", "none.m4a", "--md5"], 66), (["read", "README.md", "--md5"], 65),
    (["read", "Samples/plain.m4a", "--track", "9", "--md5"], 65),
    (["read", "Samples/plain.m4a", "--as", "s12le"], 64),
    (["read", "Samples/plain.m4a", "--media", "video", "--as", "s16le", "-o", "-"], 64),
    (["read", "Samples/plain.m4a", "--media", "audio", "--as", "bgra", "-o", "-"], 64),
    (["read", "Samples/plain.m4a", "--start", "9", "--end", "1", "--md5"], 64),
    (["read", "Samples/plain.m4a", "--rate", "8000", "--md5"], 64),
    (["read", "Samples/plain.m4a", "--start", "3600", "--md5"], 65),
    (["waveform", "Samples/plain.m4a", "--bins", "0"], 64),
    (["waveform", "Samples/plain.m4a", "-o", "x.gif"], 64),
    (["waveform", "Samples/plain.m4a", "--color", "none"], 64),
    (["waveform", "Samples/plain.m4a", "--stat", "median"], 64),
    (["waveform", "Samples/plain.m4a", "Samples/plain.mp3", "-o", "x.json"], 64),
    (["waveform", "Samples/plain.m4a", "--start", "3600"], 65),
    (["waveform", "Samples/plain.m4a", "--samples-per-pixel", "0"], 64),
    (["waveform", "Samples/plain.m4a", "-o", "x.dat", "--stat", "rms"], 64),
  ])
  func whatCannotBeIsSaid(words: [String], status: Int) throws {
    let result = try run(words)
    #expect(Int(result.status) == status, "\(result.errors)")
    #expect(!result.errors.isEmpty)
    #expect(result.output.isEmpty)
  }

  @Test func missingHelperIsNamed() throws {
    let result = try run(
      ["read", song.path, "--md5"], environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(result.status == 69)
    #expect(result.errors.contains("metatool-foreign"))
  }

  @Test func deadOrSilentHelperIsReported() throws {
    for (script, word) in [
      ("kill -SEGV $$", "signal 11"), ("exec sleep 60", "did not respond in time"),
    ] {
      let program = try files.script(script)
      let result = try run(
        ["read", song.path, "--md5"],
        environment: ["METATOOL_FOREIGN": program.path, "METATOOL_FOREIGN_SECONDS": "1"])
      #expect(result.status == 65)
      #expect(result.errors.contains(word), "\(result.errors)")
    }
  }

  /// libavcodec returns `EINVAL` for blocks without a size and audio without channels, which is not
  /// a system error.
  @Test(arguments: [12, 2])
  func undecodableNumbersAreDamage(_ field: Int) throws {
    var bytes = try Repository.bytes(of: "plain.wma")
    // WAVEFORMATEX: WMA 2, one channel.
    let start = try #require(bytes.indices.first { bytes[$0...].starts(with: [0x61, 1, 1, 0]) })
    bytes.replaceSubrange((start + field)..<(start + field + 2), with: [0, 0])
    let file = files.file("damaged.wma")
    try Data(bytes).write(to: file)
    let result = try run(["read", file.path, "--md5"])
    #expect(result.status == 65, "\(result.errors)")
  }

  @Test func waveformsAreWrittenInEveryFormat() throws {
    let dat = files.file("song.dat")
    #expect(try run(["waveform", song.path, "--bins", "100", "-o", dat.path]).status == 0)
    let json = files.file("song.json")
    let words = ["waveform", song.path, "--bins", "100", "--bits", "8", "--split-channels"]
    #expect(try run(words + ["-o", json.path]).status == 0)
    // An independent reader of both files, written from the page of the format.
    let reader = """
      import json, struct, sys
      data = open(sys.argv[1], 'rb').read()
      version, flags, rate, pixel, length, channels = struct.unpack('<iIiiIi', data[:24])
      values = struct.unpack('<%dh' % (length * channels * 2), data[24:])
      print(version, flags, rate, pixel, length, channels, min(values) < -2000, max(values) > 2000)
      other = json.load(open(sys.argv[2]))
      print(other['version'], other['bits'], other['sample_rate'], other['samples_per_pixel'], other['length'], other['channels'],
            len(other['data']))
      """
    let python = try #require(Program.find("python3"))
    let read = try Program.run(python, ["-c", reader, dat.path, json.path])
    let lines = read.text.split(separator: "\n").map(String.init)
    #expect(lines == ["2 0 48000 960 100 1 True True", "2 8 48000 960 100 2 400"])
    let numbers = try run(["waveform", song.path, "--bins", "4", "--json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: numbers.output) as? [String: Any])
    #expect(object["bins"] as? Int == 4)
    #expect(object["samples"] as? Int == 96_000)
    #expect((object["channels"] as? [Any])?.count == 1)
    #expect(try run(["waveform", song.path]).text.contains("█"))
    #expect(
      try run(["waveform", song.path, "-j", "1", "--json"]).output
        == run(["waveform", song.path, "-j", "2", "--json"]).output)
  }

  @Test func uncompressedAudioNeedsNoHelper() throws {
    let wave = try files.create(
      "tone.wav", ["-f", "lavfi", "-i", "sine=440:d=1", "-c:a", "pcm_s24le", "-ac", "2"])
    let alone = ["METATOOL_FOREIGN": "/nowhere"]
    let ours = try run(["read", wave.path, "--md5"], environment: alone)
    #expect(ours.errors == "")
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let theirs = try Program.run(
      ffmpeg, ["-v", "error", "-i", wave.path, "-c:a", "pcm_s32le", "-f", "md5", "-"])
    #expect(ours.text == theirs.text)
    let frames = try run(["read", wave.path, "--frame-md5"], environment: alone).text
    let others = try Program.run(
      ffmpeg, ["-v", "error", "-i", wave.path, "-c:a", "pcm_s32le", "-f", "framemd5", "-"]
    ).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(frames.split(separator: "\n") == others)
    let picture = files.file("tone.png")
    let drawn = try run(
      ["waveform", wave.path, "-o", picture.path, "--size", "300x80", "--stat", "all"],
      environment: alone)
    #expect(drawn.errors == "")
    let size = try Program.run(
      try #require(Program.find("ffprobe")),
      ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", picture.path])
    #expect(size.text == "300,80\n")
    // Another rate is converted by the helper.
    #expect(
      try run(["read", wave.path, "--as", "s16le", "--rate", "8000", "--md5"], environment: alone)
        .status == 69)
    #expect(try run(["read", wave.path, "--as", "s16le", "--rate", "8000", "--md5"]).status == 0)
  }

  @Test func severalFilesAreSeveralObjects() throws {
    let short = try files.create("short.wav", ["-f", "lavfi", "-i", "sine=440:d=0.01:r=8000"])
    let film = try files.create(
      "film.mp4", ["-f", "lavfi", "-i", "color=size=32x32:duration=0.2", "-c:v", "libx264"])
    let result = try run(["waveform", song.path, film.path, short.path, "--bins", "1000", "--json"])
    #expect(result.status == 1)
    #expect(result.errors.contains("film.mp4"))
    let objects = try result.text.components(separatedBy: "\n}\n").filter { !$0.isEmpty }.map {
      try JSONSerialization.jsonObject(with: Data(($0 + "}").utf8)) as? [String: Any] ?? [:]
    }
    #expect(objects.map { $0["bins"] as? Int } == [1000, 80])
    #expect(objects.map { $0["samplesPerPixel"] as? Int } == [96, 1])
    let drawings = try run(["waveform", song.path, short.path])
    #expect(drawings.text.contains("short.wav\n"))
  }

  @Test("Of several files, only the one that crashes the helper fails")
  func lostHelperAffectsOneFile() throws {
    // The first helper does one file, and ends over the second.
    let program = try files.script(
      """
      case $METATOOL_HEARTBEAT in
        *,0) shift 2; "\(Program.foreign.path)" waveform --json "$1"; kill -SEGV $$ ;;
        *) exec "\(Program.foreign.path)" "$@" ;;
      esac
      """)
    let copies = try ["a", "b", "c"].map { name in
      let copy = files.file("\(name).m4a")
      try FileManager.default.copyItem(at: song, to: copy)
      return copy.path
    }
    let result = try run(
      ["waveform", "--json"] + copies, environment: ["METATOOL_FOREIGN": program.path])
    #expect(result.status == 1)
    #expect(result.errors.contains("b.m4a") && result.errors.contains("signal 11"))
    #expect(["a.m4a", "b.m4a", "c.m4a"].map { result.text.contains($0) } == [true, false, true])
    let last = try run(
      ["waveform", "--json"] + copies.prefix(2), environment: ["METATOOL_FOREIGN": program.path])
    #expect(last.status == 1)
  }

  @Test func chaptersAreMarks() throws {
    let chapters = files.file("chapters.txt")
    try Data(
      ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1\nSTART=1\nEND=2\ntitle=Two\n"
        .utf8
    ).write(to: chapters)
    let book = try files.create(
      "book.m4a", ["-i", song.path, "-i", chapters.path, "-map_metadata", "1", "-c", "copy"])
    let drawing = files.file("book.svg")
    #expect(try run(["waveform", book.path, "-o", drawing.path]).status == 0)
    let svg = try String(contentsOf: drawing, encoding: .utf8)
    #expect(svg.contains("<line x1=\"0\"") && svg.contains("<line x1=\"900\""))
    #expect(try run(["waveform", book.path]).text.contains("▲"))
  }

  @Test func framesAreWrittenToFilesSheetsAndPipes() throws {
    let film = try files.film("film.mp4")
    let shot = files.file("shot.png")
    let result = try run(["frame", film.path, "--every", "0.5", "-o", shot.path, "--json"])
    #expect(result.status == 0, "\(result.errors)")
    let object = try #require(
      JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let images = try #require(object["images"] as? [[String: Any]])
    #expect(images.map { $0["time"] as? Double } == [0, 0.48, 1, 1.48])
    for number in 1...4 { #expect(files.exists(files.file("shot-00\(number).png"))) }
    #expect(try run(["frame", film.path, "--every", "1", "-o", shot.path]).status == 3)
    let sheet = files.file("sheet.jpg")
    #expect(
      try run(["frame", film.path, "--sheet", "3x2", "--size", "64x64", "-o", sheet.path]).status
        == 0)
    let size = try Program.run(
      try #require(Program.find("ffprobe")),
      ["-v", "error", "-show_entries", "stream=width,height", "-of", "csv=p=0", sheet.path])
    #expect(size.text == "208,108\n")
    let pipe = try run(["frame", film.path, "--at", "1", "-o", "-"])
    #expect(Array(pipe.output.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
    #expect(try Data(contentsOf: files.file("shot-003.png")) == pipe.output)
    let near = try run(["frame", film.path, "--at", "0.9", "--nearest-keyframe", "-o", "-"])
    #expect(try near.output == run(["frame", film.path, "-o", "-"]).output)
  }

  @Test(arguments: [
    (["--every", "0.00001"], 64, "--every specifies more than 100000 images"),
    (["--every", "1", "--start", "9"], 65, "the video ends at 2.0 s; --start must be before that"),
    (["--count", "2", "--start", "9"], 65, "the video ends at 2.0 s; --start must be before that"),
  ])
  func impossibleTimesOfFramesAreRefused(words: [String], status: Int, message: String) throws {
    let film = try files.film("film.mp4")
    let result = try run(["frame", film.path, "-o", files.file("shot.png").path] + words)
    #expect(Int(result.status) == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(!files.exists(files.file("shot-000001.png")))
  }

  @Test func picturesAreWrittenToPipesAndHashed() throws {
    let film = try files.film("film.mp4")
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let sums = try Program.run(
      ffmpeg,
      ["-v", "error", "-i", film.path, "-map", "0:v:0", "-pix_fmt", "bgra", "-f", "md5", "-"])
    #expect(try run(["read", film.path, "--as", "bgra", "--md5"]).text == sums.text)
    let small = try run(["read", film.path, "--as", "rgb24", "--size", "32x24", "-o", "-"])
    #expect(small.output.count == 50 * 32 * 24 * 3)
    let lines = try run(["read", film.path, "--media", "video", "--frame-md5"]).text
    #expect(lines.split(separator: "\n").count == 50)
  }

  @Test(arguments: [
    (["frame", "Samples/plain.m4a", "-o", "x.png"], 65),
    (["frame", "none.mp4", "-o", "x.png"], 66),
    (["frame", "Samples/moov-first.mp4", "-o", "x.gif"], 64),
    (["frame", "Samples/moov-first.mp4"], 64),
    (["frame", "Samples/moov-first.mp4", "--at", "x", "-o", "x.png"], 64),
    (["frame", "Samples/moov-first.mp4", "--at", "1", "--count", "2", "-o", "x.png"], 64),
    (["frame", "Samples/moov-first.mp4", "--count", "0", "-o", "x.png"], 64),
    (["frame", "Samples/moov-first.mp4", "--sheet", "0x4", "-o", "x.png"], 64),
    (["frame", "Samples/moov-first.mp4", "--hdr", "-o", "x.jpg"], 64),
    (["frame", "Samples/moov-first.mp4", "--count", "3", "-o", "-"], 64),
    (["read", "Samples/moov-first.mp4", "--as", "bgra", "--rate", "8000", "--md5"], 64),
    (["read", "Samples/moov-first.mp4", "--as", "s16le", "--size", "9x9", "--md5"], 64),
    (["read", "Samples/moov-first.mp4", "--as", "bgra", "--size", "0x9", "--md5"], 64),
    (["read", "Samples/plain.m4a", "--as", "bgra", "--md5"], 65),
  ])
  func unsupportedFrameAndReadOptionsAreErrors(words: [String], status: Int) throws {
    let result = try run(words)
    #expect(Int(result.status) == status, "\(result.errors)")
    #expect(!result.errors.isEmpty)
  }

  @Test(arguments: [SIGINT, SIGKILL])
  func anInterruptedProgramLeavesNoHelperAndNoFile(signal: Int32) throws {
    let film = try files.film("film.mp4", seconds: 20)
    let output = files.file("pictures-\(signal).raw")
    let process = try files.started([
      "read", film.path, "--as", "rgba", "--size", "1600x1200", "-o", output.path,
    ])
    Thread.sleep(forTimeInterval: 1)
    #expect(process.isRunning)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(try files.isGone(output.path, within: .seconds(4)))
    #expect(!files.exists(output))
  }

  @Test(arguments: ["read", "frame", "waveform", "transcode", "slideshow"])
  func helperStopsAbandonedWork(verb: String) throws {
    let film = try files.film("film.mp4", seconds: 20).path
    let (words, name): ([String], String) =
      switch verb {
      case "read": ([film, "-o"], "new.raw")
      case "frame": ([film, "--count", "40", "--sheet", "8x5", "-o"], "new.png")
      case "waveform": ([film, "-o"], "new.json")
      case "transcode": ([film, "--video", "codec=h264"], "new.mp4")
      default: ([try files.picture("still.png").path, "--each", "20", "-o"], "new.mp4")
      }
    let output = files.file(name)
    let (isThere, mayStart) = (files.file("is-there"), files.file("may-start"))
    let helper = try files.script(
      """
      : > "\(isThere.path)"
      while [ ! -e "\(mayStart.path)" ]; do sleep 0.01; done
      exec "\(Program.foreign.path)" "$@"
      """)
    let process = try files.started(
      [verb] + words + [output.path], environment: ["METATOOL_FOREIGN": helper.path])
    while !files.exists(isThere), process.isRunning { Thread.sleep(forTimeInterval: 0.01) }
    kill(process.processIdentifier, SIGKILL)
    try Data().write(to: mayStart)
    // Foundation waits for the children of a process, too.
    process.waitUntilExit()
    #expect(try files.isGone(output.path, within: .seconds(10)))
    #expect(!files.exists(output))
  }

  @Test func memoryIsLimited() throws {
    let film = try files.film("film.mp4")
    let words = ["read", film.path, "--as", "rgba64le", "--size", "6000x6000", "-o", "-"]
    let limited = try run(words + ["--memory", "128M"])
    #expect(limited.status != 0)
    #expect(!limited.errors.isEmpty)
    #expect(try run(["read", film.path, "--md5", "--memory", "1G"]).status == 0)
    #expect(try run(["read", film.path, "--md5", "--memory", "big"]).status == 64)
  }
}
