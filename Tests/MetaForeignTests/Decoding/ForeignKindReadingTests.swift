import Foundation
import TestSupport
import Testing

/// Kinds of files that only libavformat reads, compared with ffmpeg.
@Suite("Reading other kinds of files")
struct ForeignKindReadingTests {
  private static let video = "testsrc2=size=160x128:rate=25:duration=0.2"
  private static let film = "testsrc2=size=720x576:rate=25:duration=0.2"
  private static let sineSource = "sine=frequency=440:sample_rate=48000:duration=0.3"

  /// Names of files, the source that they are made of, and how.
  static let kinds: [(name: String, source: String, options: [String])] = [
    ("a.dv", film, ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"]),
    ("dv.mov", film, ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"]),
    ("dv.avi", film, ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"]),
    ("a.jp2", video, ["-c:v", "jpeg2000", "-frames:v", "1", "-update", "1"]),
    ("j2k.mov", video, ["-c:v", "jpeg2000"]),
    ("j2k.mkv", video, ["-c:v", "jpeg2000"]),
    ("a.m2v", video, ["-c:v", "mpeg2video"]),
    ("a.h264", video, ["-c:v", "libx264", "-bf", "2"]),
    ("a.hevc", video, ["-c:v", "libx265", "-x265-params", "log-level=error"]),
    ("a.ivf", video, ["-c:v", "libvpx"]),
    ("a.y4m", video, ["-pix_fmt", "yuv420p"]),
    ("a.dts", sineSource, ["-c:a", "dca", "-strict", "-2"]),
    ("a.thd", sineSource, ["-c:a", "truehd", "-strict", "-2"]),
    ("a.mlp", sineSource, ["-c:a", "mlp", "-strict", "-2"]),
    ("a.latm", sineSource, ["-c:a", "aac", "-f", "latm"]),
    ("a.ra", sineSource, ["-c:a", "real_144", "-ar", "8000", "-ac", "1", "-f", "rm"]),
  ]

  @Test("The samples equal those of ffmpeg", arguments: kinds)
  func samples(_ name: String, _ source: String, _ options: [String]) throws {
    let files = try MadeFiles()
    let file = try files.create(name, ["-f", "lavfi", "-i", source] + options, plain: false)
    let isVideo = source != ForeignKindReadingTests.sineSource
    let ours = try Program.run(
      Program.metatool,
      ["read", file.path, "--media", isVideo ? "video" : "audio", "--as"]
        + (isVideo ? ["native"] : ["s16le"]) + ["-o", "-"])
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let theirs = try Program.run(
      ffmpeg,
      ["-v", "error", "-i", file.path, "-map", isVideo ? "0:v:0" : "0:a:0", "-fps_mode"]
        + ["passthrough", "-f", isVideo ? "rawvideo" : "s16le", "-"])
    #expect(ours.status == 0, "\(ours.errors)")
    #expect(!ours.output.isEmpty)
    #expect(ours.output == theirs.output, "\(ours.output.count) and \(theirs.output.count) bytes")
  }

  @Test("AAC after junk is found if its last frame ends at a tag")
  func junk() throws {
    let files = try MadeFiles()
    let source = ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=0.2"]
    let plain = try files.create("plain.aac", source)
    let audio = try Data(contentsOf: plain)
    let junk = files.file("junk.aac")
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    try (Data([0x20, 0x20, 0x20, 0x20]) + audio + Data(tag)).write(to: junk)
    let outputs = try [plain, junk].map {
      try Program.run(Program.metatool, ["read", $0.path, "--md5"])
    }
    #expect(outputs.map(\.status) == [0, 0], "\(outputs.map(\.errors))")
    #expect(outputs[0].text == outputs[1].text)
  }

  @Test("An unedited complete dump changes nothing in a read-only format")
  func unchangedDump() throws {
    let files = try MadeFiles()
    let source = ["-f", "lavfi", "-i", ForeignKindReadingTests.film]
    let file = try files.create("a.dv", source + ["-c:v", "dvvideo", "-pix_fmt", "yuv420p"])
    let dump = try Program.run(Program.metatool, ["dump", "--complete", file.path])
    #expect(dump.text.contains("lavf/timecode"))
    let result = try Program.run(Program.metatool, ["apply", "-"], input: dump.output)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    let edited = dump.text.replacing("00:00:00:00", with: "01:00:00:00")
    let refused = try Program.run(Program.metatool, ["apply", "-"], input: Data(edited.utf8))
    #expect(edited != dump.text && refused.status != 0, "\(refused.text)")
  }
}
