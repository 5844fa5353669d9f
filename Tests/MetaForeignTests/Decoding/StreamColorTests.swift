import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Colours that are only in the parameter sets of the video.
@Suite("Colours of the stream", .enabled(if: Program.find("ffmpeg") != nil))
struct StreamColorTests {
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  private func video(_ name: String, _ words: [String]) throws -> VideoDescription {
    let file = try files.create(
      name,
      ["-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=0.2"] + words
        + ["-movflags", "-write_colr"])
    return try video(of: file)
  }

  private func video(of file: URL) throws -> VideoDescription {
    let document = try Inspector.inspect(FileSource(path: FilePath(file.path)))
    return try #require(document.tracks.first?.video)
  }

  private static let hdr = [
    "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-colorspace", "bt2020nc",
  ]

  @Test(arguments: [
    ["-c:v", "libx264", "-pix_fmt", "yuv420p"], ["-c:v", "libx264", "-pix_fmt", "yuv444p"],
    ["-c:v", "libx264", "-pix_fmt", "yuv420p10le", "-profile:v", "high10"],
    ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-flags", "+ildct+ilme"],
    ["-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1"],
    ["-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-pix_fmt", "yuv420p10le"],
    [
      "-c:v", "libx265", "-pix_fmt", "yuv422p", "-tag:v", "hev1", "-x265-params",
      "scaling-list=default",
    ],
  ])
  func coloursAreFound(words: [String]) throws {
    let video = try video("colors.mp4", words + Self.hdr + ["-color_range", "tv"])
    #expect(video.color?.primaries == 9 && video.color?.transfer == 16)
    #expect(video.color?.matrix == 9 && video.color?.isFullRange == false)
    #expect(video.hdrFormat == "pq")
  }

  @Test func fullRangeAloneIsFound() throws {
    let video = try video(
      "range.mp4", ["-c:v", "libx264", "-pix_fmt", "yuvj420p", "-color_range", "pc"])
    #expect(video.color?.isFullRange == true)
  }

  @Test func withoutColoursNothingIsReported() throws {
    let color = try video("plain.mp4", ["-c:v", "libx265"]).color
    #expect(color?.primaries == nil && color?.transfer == nil && color?.matrix == nil)
  }

  private static var hasHEVC: Bool {
    guard let ffmpeg = Program.find("ffmpeg") else { return false }
    return (try? Program.run(ffmpeg, ["-v", "error", "-encoders"]))?.text.contains("libx265")
      ?? false
  }

  /// libavformat 59 writes `mdcv` and `clli` where its source has them, not where only the pictures
  /// do.
  @Test(.enabled(if: StreamColorTests.hasHEVC, "ffmpeg has no libx265"))
  func lightOfThePicturesIsFound() throws {
    let film = try files.create(
      "film.mp4",
      ["-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=0.2"] + Self.hdr + [
        "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1", "-x265-params",
        "log-level=error:hdr10=1:max-cll=1000,400:master-display="
          + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
      ])
    var patch = MoviePatch([UInt8](try Data(contentsOf: film)))
    patch.describe(track: 0, with: MoviePatch.mdcv + MoviePatch.clli)
    try Data(patch.bytes).write(to: film)
    let video = try video(of: files.create("copy.mp4", ["-i", film.path, "-c", "copy"]))
    #expect(video.hdrFormat == "hdr10")
    #expect(video.contentLight == [1000, 400])
    let display = Dictionary(
      uniqueKeysWithValues: video.masteringDisplay.map { ($0.name, $0.value) })
    #expect(display["maxLuminance"] == .real(1000) && display["minLuminance"] == .real(0.005))
  }

  @Test func damagedParameterSetsAreIgnored() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let count = Int.random(in: 0...64, using: &generator)
      let unit = ByteSlice(
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
      _ = try? BitstreamColor.h264(unit)
      _ = try? BitstreamColor.h265(unit)
      _ = AV1SequenceHeader.first(in: unit)
    }
  }
}
