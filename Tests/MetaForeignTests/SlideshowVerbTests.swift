import Foundation
import TestSupport
import Testing

/// `slideshow` and `presets`, as commands.
@Suite("The slideshow and presets verbs")
struct SlideshowVerbTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  private func images(_ count: Int, _ size: String = "64x48") throws -> [String] {
    try files.ffmpeg([
      "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=1", "-frames:v", "\(count)",
      files.file("image-%d.png").path,
    ])
    return (1...count).map { "image-\($0).png" }
  }

  private func object(_ words: [String]) throws -> [String: Any] {
    let result = try files.run(words + ["--json"])
    let object = try JSONSerialization.jsonObject(with: result.output) as? [String: Any]
    return try #require(object)
  }

  @Test func movieIsCreatedAndDescribed() throws {
    let images = try images(3)
    let words = ["slideshow"] + images + ["-o", "show.mp4", "--duration", "12", "title=Three"]
    let text = try files.run(words)
    #expect(
      text.text.hasPrefix(
        "video: h264 64x48, 360 frames of 3 images, 180 encoded\nshow.mp4: "))
    #expect(text.text.hasSuffix(" bytes written\n"))
    #expect(text.errors == "")
    #expect(try files.run(["get", "show.mp4", "title"]).text == "Three\n")
    #expect(
      try files.run(["chapters", "list", "show.mp4"]).text.split(separator: "\n").count == 3)
    let report = try object(
      words + ["--force", "--no-repeat", "--no-chapters", "--fps", "60000/1001"])
    let video = try #require(report["video"] as? [String: Any])
    #expect(video["frames"] as? Int == 719)
    #expect(video["encodedFrames"] as? Int == 719)
    #expect(video["repeated"] as? Bool == false)
    #expect(try files.run(["chapters", "list", "show.mp4"]).text == "")
    let rounded = try object(
      ["slideshow", images[0], "-o", "odd.mov", "--size", "65x49", "--video", "speed=ultrafast"])
    #expect((rounded["notes"] as? [String])?.count == 1)
  }

  @Test func movieHasTheModeOfANewFile() throws {
    try files.run(["slideshow", try images(1)[0], "-o", "show.mp4", "--each", "1"])
    try Data().write(to: files.file("new"))
    let modes = try ["show.mp4", "new"].map { name in
      try FileManager.default.attributesOfItem(atPath: files.file(name).path)[.posixPermissions]
        as? Int
    }
    #expect(modes[0] == modes[1])
  }

  @Test func titlesAndSettingsAreRead() throws {
    let images = try images(2)
    try Data("One\nTwo, too\n".utf8).write(to: files.file("titles.txt"))
    _ = try files.create("tone.wav", ["-f", "lavfi", "-i", "sine=440:d=2"])
    let report = try object(
      ["slideshow"] + images + [
        "-o", "show.mov", "--titles", "titles.txt", "--sound", "tone.wav", "--fps", "10",
        "--video", "codec=hevc,speed=ultrafast,width=32,height=32", "--audio",
        "codec=alac", "--fit", "cover", "--background", "#fff",
      ])
    #expect(
      (report["images"] as? [[String: Any]])?.map { $0["title"] as? String } == ["One", "Two, too"])
    #expect(report["duration"] as? Double == 2)
    #expect((report["video"] as? [String: Any])?["width"] as? Int == 32)
    let audio = report["audio"] as? [String: Any]
    #expect(audio?["codec"] as? String == "alac" && audio?["duration"] as? Double == 2)
    #expect(
      try files.run(["chapters", "list", "show.mov"]).text.contains("Two, too"))
  }

  @Test(arguments: ["One\r\nTwo\r\n", "\u{FEFF}One\nTwo", "One\rTwo\r"])
  func titlesMayHaveAnyLineBreaks(text: String) throws {
    let images = try images(2)
    try Data(text.utf8).write(to: files.file("titles.txt"))
    let report = try object(
      ["slideshow"] + images + ["-o", "show.mov", "--titles", "titles.txt", "--each", "0.1"])
    let titles = (report["images"] as? [[String: Any]])?.map { $0["title"] as? String }
    #expect(titles == ["One", "Two"])
  }

  @Test func imageIsReadFromStandardInput() throws {
    let image = try images(1)[0]
    let result = try Program.run(
      Program.metatool, ["slideshow", "-", "-o", "show.mp4", "--each", "1"],
      in: files.file("x").deletingLastPathComponent(),
      input: try Data(contentsOf: files.file(image)))
    #expect(result.status == 0, "\(result.errors)")
    #expect(try files.seconds(files.file("show.mp4")) == 1)
  }

  private static let mistakes: [([String], Int)] = [
    (["none.png"], 66), (["image-1.png", "text.png"], 65), (["image-1.png", "cut.png"], 65),
    ([], 64), (["title=x"], 64), (["titel=x", "image-1.png"], 64),
    (["image-1.png", "--duration", "0"], 64), (["image-1.png", "--duration", "-5"], 64),
    (["image-1.png", "--each", "x"], 64), (["image-1.png", "--each", "1", "--duration", "1"], 64),
    (["image-1.png", "--duration", "99999999999"], 64),
    (["image-1.png", "--duration", "999999:00:00"], 65),
    (["image-1.png", "--duration", "0.001"], 65),
    (["image-1.png", "--fps", "0"], 64), (["image-1.png", "--fps", "-1"], 64),
    (["image-1.png", "--fps", "1e9"], 64), (["image-1.png", "--fps", "1/0"], 64),
    (["image-1.png", "--fps", "0/1"], 64), (["image-1.png", "--fps", "99999999999"], 64),
    (["image-1.png", "--fps", "4294967295/1"], 64),
    (["image-1.png", "--size", "0x4"], 64), (["image-1.png", "--size", "99999x99999"], 65),
    (["image-1.png", "--fit", "crop"], 64), (["image-1.png", "--background", "none"], 64),
    (["image-1.png", "--video", "codec=h265"], 64), (["image-1.png", "--video", "codec=png"], 3),
    (["image-1.png", "--audio", "codec=aac"], 64), (["image-1.png", "--sound", "none.wav"], 66),
    (["image-1.png", "--sound", "silent.mp4"], 65), (["image-1.png", "--sound", "text.png"], 65),
    (["image-1.png", "--memory", "big"], 64), (["image-1.png", "--titles", "text.png"], 64),
  ]

  @Test func errorsHaveExitCodesAndLeaveNoFile() throws {
    _ = try images(1)
    try Data("a\nb\n".utf8).write(to: files.file("text.png"))
    try Data(try Data(contentsOf: files.file("image-1.png")).prefix(200))
      .write(to: files.file("cut.png"))
    _ = try files.create(
      "silent.mp4", ["-f", "lavfi", "-i", "color=size=32x32:duration=0.2", "-c:v", "libx264"])
    let folder = files.file("x").deletingLastPathComponent().path
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for (words, status) in SlideshowVerbTests.mistakes {
      let result = try files.metatool(["slideshow", "-o", "show.mp4"] + words)
      #expect(Int(result.status) == status, "\(words): \(result.errors)")
      #expect(!result.errors.isEmpty && result.output.isEmpty, "\(words)")
    }
    for output in ["-", "show.mkv", "show"] {
      let result = try files.metatool(["slideshow", "image-1.png", "-o", output])
      #expect(result.status == (output == "-" ? 64 : 3), "\(output): \(result.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == before)
    try Data("old".utf8).write(to: files.file("show.mp4"))
    #expect(try files.metatool(["slideshow", "image-1.png", "-o", "show.mp4"]).status == 3)
    #expect(
      try files.metatool(["slideshow", "image-1.png", "-o", "image-1.png", "--force"]).status == 3)
    #expect(try Data(contentsOf: files.file("show.mp4")) == Data("old".utf8))
  }

  @Test func fullDiskLeavesNoFile() throws {
    let images = try images(2, "640x480")
    let words = images.joined(separator: " ")
    for option in ["--repeat", "--no-repeat"] {
      let result = try Program.run(
        try #require(Program.find("bash")),
        [
          "-c",
          "ulimit -f 40; exec '\(Program.metatool.path)' slideshow \(words) -o show.mp4 "
            + "--video quality=0.9,speed=ultrafast \(option)",
        ], in: files.file("x").deletingLastPathComponent())
      #expect(result.status == 74, "\(result.errors)")
      #expect(!result.errors.isEmpty)
      #expect(!files.exists(files.file("show.mp4")))
    }
  }

  @Test(
    "Killed, or with a failing disk, at any system call: the movie is complete or unchanged",
    .enabled(if: FaultInjection.isPossible, "strace is not installed"), arguments: [false, true])
  func faultsLeaveNoFile(isReplaced: Bool) throws {
    let image = files.file(try images(1)[0]).path
    let audioFile = try files.create("tone.wav", ["-f", "lavfi", "-i", "sine=440:d=1"]).path
    let old = Data("a film".utf8)
    func run(
      _ body: (FaultInjection, [String]) throws -> [FaultInjection.Place]
    ) throws -> [FaultInjection.Place] {
      let scratch = try Scratch()
      let folder = scratch.file("work")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let output = folder.appending(path: "show.mp4")
      if isReplaced { try old.write(to: output) }
      let places = try body(
        FaultInjection(Program.foreign, in: scratch, state: scratch.file("state")),
        ["slideshow", image, "--sound", audioFile, "-o", output.path]
          + (isReplaced ? ["--force"] : []))
      if try !isReplaced || Data(contentsOf: output) != old, files.exists(output) {
        #expect(try files.metatool(["verify", output.path]).status == 0)
      }
      _ = try files.metatool(["recover", output.path])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(names == ["show.mp4"] || names.isEmpty && !isReplaced)
      return places
    }
    let places = try run { faults, words in
      let (result, places) = try faults.calls(words)
      #expect(result.status == 0, "\(result.errors)")
      return places
    }
    #expect(places.count > 5)
    let chosen = Repository.cases(of: places, usually: 4, seed: 20)
    var reached = 0
    for place in chosen {
      for fault in FaultInjection.Fault.allCases {
        _ = try run { faults, words in
          // strace counts the calls of each thread, and the threads share the work in another way
          // each time.
          guard let result = try faults.run(words, fault, at: place) else { return [] }
          reached += 1
          #expect(result.status != 0 || fault != .kill, "\(fault) at \(place)")
          return []
        }
      }
    }
    #expect(reached > chosen.count)
  }

  @Test(arguments: [SIGINT, SIGKILL], ["--repeat", "--no-repeat"])
  func anInterruptedSlideshowLeavesNoHelperAndNoFile(signal: Int32, option: String) throws {
    let images = try images(6, "1280x720").map { files.file($0).path }
    let output = files.file("show\(signal)\(option).mp4")
    let process = try files.started(
      ["slideshow"] + images + [
        "-o", output.path, "--each", "300", "--video", "speed=slow", option,
      ])
    Thread.sleep(forTimeInterval: 1)
    #expect(process.isRunning)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(try files.isGone(output.path, within: .seconds(2)))
    let folder = output.deletingLastPathComponent().path
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder)
        .allSatisfy { $0.hasPrefix("image-") })
  }

  @Test func missingHelperIsNamed() throws {
    let image = try images(1)[0]
    let result = try Program.run(
      Program.metatool, ["slideshow", files.file(image).path, "-o", files.file("a.mp4").path],
      environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(result.status == 69)
    #expect(result.errors.contains("metatool-foreign"))
  }

  @Test func presetsAreListed() throws {
    let text = try files.run(["presets"]).text.split(separator: "\n").map(String.init)
    #expect(text.count == 16)
    #expect(text.contains("1280x720                h264 1280x720, aac"))
    #expect(text.contains("hevc1920x1080withalpha  hevc 1920x1080, aac  (no encoder)"))
    #expect(text.last == "audio                   aac")
    let alone = try Program.run(
      Program.metatool, ["presets"], environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(alone.status == 0)
    #expect(
      alone.text.split(separator: "\n").allSatisfy { $0.hasSuffix("  (no encoder)") })
  }
}
