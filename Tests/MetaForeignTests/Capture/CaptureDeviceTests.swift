import Foundation
import TestSupport
import Testing

/// Devices and filter graphs, which require `metatool-capture`; Scripts/media-capture records real
/// devices.
@Suite("Devices and filter graphs", .enabled(if: Program.find("ffmpeg") != nil))
struct CaptureDeviceTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  private func capture(
    _ words: [String], environment: [String: String] = [:]
  ) throws -> Program.Result {
    try Program.run(
      Program.metatool, ["capture", "-o", files.file("new.mov").path] + words,
      environment: environment)
  }

  @Test(arguments: [
    ["--video", "x11:99"], ["--video", "v4l2:/dev/video99"], ["--audio", "alsa:nothing"],
    ["--video", "cam:1"],
  ])
  func missingDeviceIsNamed(words: [String]) throws {
    let result = try capture(words)
    #expect(result.status == 66, "\(result.errors)")
    #expect(result.errors.contains(words[1]), "\(result.errors)")
    #expect(!files.exists(files.file("new.mov")))
  }

  @Test(arguments: [["--video", "x11:99"], ["--video", "test", "--filter-graph", "hflip"]])
  func missingProgramIsNamed(words: [String]) throws {
    let result = try capture(words, environment: ["METATOOL_CAPTURE": "/nowhere"])
    #expect(result.status == 69)
    #expect(result.errors.contains("metatool-capture, which is not installed"))
    // Nothing else takes it.
    let list = try Program.run(
      Program.metatool, ["capture", "--list"], environment: ["METATOOL_CAPTURE": "/nowhere"])
    #expect(list.status == 0 && list.text.contains("test tone"))
  }

  @Test func lostProgramIsNamed() throws {
    let program = files.file("lost")
    try Data("#!/bin/sh\nkill -9 $$\n".utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let result = try capture(
      ["--video", "x11:99"], environment: ["METATOOL_CAPTURE": program.path])
    #expect(result.status == 65)
    #expect(result.errors.contains("metatool-capture ended unexpectedly"), "\(result.errors)")
  }

  @Test(arguments: [
    ("fooo", "No such filter: 'fooo'"), ("hflip,", "filter graph"), ("", "filter graph"),
  ])
  func invalidGraphIsAUsageError(graph: String, message: String) throws {
    let result = try capture(["--video", "test", "--filter-graph", graph])
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains(message), "\(result.errors)")
  }

  @Test func graphMatchesFFmpeg() throws {
    let film = try files.create(
      "film.raw",
      [
        "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=5:duration=1", "-pix_fmt", "rgb24", "-f",
        "rawvideo",
      ])
    let raw = ["--size", "64x48", "--fps", "5", "--pixel-format", "rgb24"]
    let result = try capture(
      ["--video", film.path, "--encode-video", "codec=png", "--filter-graph", "hflip,negate"] + raw)
    #expect(result.status == 0, "\(result.errors)")
    let ffmpeg = try #require(Program.find("ffmpeg"))
    func pictures(_ input: [String]) throws -> Data {
      try Program.run(
        ffmpeg, ["-v", "error"] + input + ["-pix_fmt", "rgb24", "-f", "rawvideo", "-"]
      ).output
    }
    let ours = try pictures(["-i", files.file("new.mov").path])
    let theirs = try pictures([
      "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", "64x48", "-i", film.path, "-vf", "hflip,negate",
    ])
    #expect(!ours.isEmpty && ours == theirs)
  }
}
