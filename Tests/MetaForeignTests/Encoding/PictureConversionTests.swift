import Foundation
import TestSupport
import Testing

/// `art set --max` and `--convert`: the stored pictures according to ffprobe.
@Suite(.enabled(if: Program.find("ffmpeg") != nil, "ffmpeg is not here"))
struct PictureConversionTests {
  private let scratch: Scratch
  private let song: String

  init() throws {
    scratch = try Scratch()
    song = try scratch.copy("plain.mp3")
  }

  @discardableResult
  private func run(_ words: String...) throws -> Program.Result {
    try Program.run(
      Program.metatool, words, in: scratch.folder,
      environment: ["XDG_STATE_HOME": scratch.file("state").path])
  }

  private func make(_ name: String, _ source: String, _ more: String...) throws {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      ["-v", "error", "-f", "lavfi", "-i", source, "-frames:v", "1"] + more + [name],
      in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
  }

  /// The codec, width and height of the stored picture from ffprobe.
  private func stored() throws -> String {
    _ = try run("art", "extract", song, "-o", "out", "--force")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: scratch.file("out").path).first)
    let ffprobe = try #require(Program.find("ffprobe"))
    defer { try? FileManager.default.removeItem(at: scratch.file("out")) }
    return try Program.run(
      ffprobe,
      [
        "-v", "error", "-show_entries", "stream=codec_name,width,height", "-of",
        "csv=p=0", "out/\(name)",
      ], in: scratch.folder
    ).text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(
    arguments: [
      (["--max", "500"], "png,500,250"), (["--convert", "jpeg"], "mjpeg,1200,600"),
      (["--max", "300", "--convert", "jpeg"], "mjpeg,300,150"),
      (["--max", "1"], "png,1,1"), (["--max", "5000"], "png,1200,600"),
    ])
  func picturesAreScaledOrConverted(options: [String], expected: String) throws {
    try make("scan.png", "testsrc=s=1200x600")
    let result = try Program.run(
      Program.metatool, ["art", "set", song, "--image", "scan.png"] + options,
      in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    #expect(try stored() == expected)
  }

  @Test func matchingPicturesKeepTheirBytes() throws {
    try make("cover.jpg", "testsrc=s=320x240")
    let options = ["--max", "320", "--convert", "jpeg", "--quality", "10"]
    let result = try Program.run(
      Program.metatool, ["art", "add", song, "--image", "cover.jpg"] + options,
      in: scratch.folder)
    #expect(result.status == 0, "\(result.errors)")
    let picture = try run("art", "extract", song, "-o", "-").output
    #expect(try picture == Data(contentsOf: scratch.file("cover.jpg")))
  }

  @Test func qualityIsThatOfJPEG() throws {
    try make("scan.png", "testsrc=s=1200x600")
    var sizes: [Int] = []
    for quality in ["5", "50", "100"] {
      try run(
        "art", "set", song, "--image", "scan.png", "--convert", "jpeg", "--quality", quality)
      sizes.append(try run("art", "extract", song, "-o", "-").output.count)
    }
    #expect(sizes[0] < sizes[1] && sizes[1] < sizes[2], "\(sizes)")
  }

  @Test func transparencyBecomesWhite() throws {
    try make("clear.png", "color=black@0.0:s=64x64,format=rgba")
    try run("art", "set", song, "--image", "clear.png", "--convert", "jpeg")
    try run("art", "extract", song, "-o", "out.jpg")
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let pixels = try Program.run(
      ffmpeg, ["-v", "error", "-i", "out.jpg", "-f", "rawvideo", "-pix_fmt", "gray", "-"],
      in: scratch.folder
    ).output
    #expect(pixels.count == 64 * 64)
    #expect(pixels.allSatisfy { $0 > 250 })
  }

  @Test func invalidPicturesAndSizesAreRefused() throws {
    try Data("no picture".utf8).write(to: scratch.file("x.png"))
    let before = try Data(contentsOf: scratch.file(song))
    #expect(try run("art", "set", song, "--image", "x.png", "--max", "100").status == 65)
    // The header of a PNG without its pixels.
    try make("cut.png", "testsrc=s=320x240")
    try Data(contentsOf: scratch.file("cut.png")).prefix(60).write(to: scratch.file("cut.png"))
    let damaged = try run("art", "set", song, "--image", "cut.png", "--max", "100")
    #expect(damaged.status == 65, "\(damaged.errors)")
    let wrong = [["--max", "0"], ["--max", "99999"], ["--quality", "0"], ["--convert", "gif"]]
    for options in wrong {
      let result = try Program.run(
        Program.metatool, ["art", "set", song, "--image", "cut.png"] + options,
        in: scratch.folder)
      #expect(result.status == 64, "\(options)")
    }
    #expect(try Data(contentsOf: scratch.file(song)) == before)
  }

  @Test func missingHelperIsReported() throws {
    try make("scan.png", "testsrc=s=320x240")
    let result = try Program.run(
      Program.metatool, ["art", "set", song, "--image", "scan.png", "--max", "100"],
      in: scratch.folder, environment: ["METATOOL_FOREIGN": "/nowhere"])
    #expect(result.status == 69)
    #expect(
      result.errors
        == "metatool: this program cannot convert pictures: this requires metatool-foreign, which is not installed\n"
    )
  }
}
