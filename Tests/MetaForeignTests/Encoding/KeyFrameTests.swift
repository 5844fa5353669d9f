import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore
@testable import MetaForeign

/// Key frames by time, and the conversion of RGB colours.
@Suite(
  "Video settings", .serialized,
  .enabled(if: Program.find("ffmpeg") != nil && Program.find("ffprobe") != nil))
struct KeyFrameTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  private func transcode(
    _ source: URL, _ settings: VideoOutputSettings, to name: String
  ) async throws -> URL {
    var options = TranscodeOptions()
    options.video = settings
    let output = files.file(name)
    _ = try await Transcoder(
      path: FilePath(source.path), options: options, codecs: codecs
    ).run(to: FilePath(output.path))
    return output
  }

  /// The presentation times of key frames and of all frames.
  private func times(_ file: URL) throws -> (keys: [Double], all: [Double]) {
    let result = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts_time,flags", "-of",
        "csv=p=0", file.path,
      ])
    let rows = result.text.split(separator: "\n").map { $0.split(separator: ",") }
    let keys = rows.filter { $0.last?.hasPrefix("K") == true }
    func seconds(_ rows: [[Substring]]) -> [Double] {
      rows.compactMap { $0.first.flatMap { Double($0) } }.sorted()
    }
    return (seconds(keys), seconds(rows))
  }

  private static let codecs: [(VideoOutputSettings.Codec, String)] = [
    (.h264, "ultrafast"), (.hevc, "ultrafast"), (.vp9, "8"), (.av1, "10"),
  ]

  @Test("Key frames are in time with a variable frame rate", arguments: codecs)
  func variable(codec: VideoOutputSettings.Codec, speed: String) async throws {
    // Three of seven pictures are left out, then nine of ten.
    let film = try files.create(
      "variable.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=6", "-vf",
        "select='if(lt(n,75),gt(mod(n,7),2),not(mod(n,10)))'", "-vsync", "vfr", "-c:v", "libx264",
        "-preset", "ultrafast", "-video_track_timescale", "90000",
      ])
    var settings = VideoOutputSettings(codec: codec)
    settings.speed = speed
    settings.maxKeyFrameIntervalDuration = 0.5
    let (keys, all) = try times(
      try await transcode(film, settings, to: "\(codec.rawValue).mp4"))
    #expect(all == (try times(film).all))
    #expect(keys.first == all.first)
    for (key, next) in zip(keys, keys.dropFirst() + [(all.last ?? 0) + 0.001]) {
      // A picture that lasts longer than that is followed by a key frame.
      let isLongPicture = all.first { $0 > key } == next
      #expect(next - key <= 0.5 + 1e-6 || isLongPicture, "\(key) to \(next)")
    }
    #expect(keys.count < all.count / 2)
  }

  @Test("With a constant frame rate, key frames equal those of ffmpeg")
  func constant() async throws {
    let film = try files.film("constant.mov", seconds: 4)
    var settings = VideoOutputSettings(codec: .h264)
    settings.speed = "veryfast"
    settings.maxKeyFrameIntervalDuration = 1
    let ours = try await transcode(film, settings, to: "constant.mp4")
    let theirs = try files.create(
      "theirs.mp4",
      ["-i", film.path, "-an", "-c:v", "libx264", "-preset", "veryfast", "-g", "25"])
    #expect(try times(ours).keys == times(theirs).keys)
    #expect(try times(ours).keys.count == 4)
  }

  @Test("The plan of key frames")
  func plan() throws {
    func keys(_ lengths: [Int64], every seconds: Double, rate: Double?) throws -> [Int] {
      var plan = try #require(KeyFramePlan(every: seconds, rate: rate, timescale: 100))
      var time: Int64 = 0
      return lengths.enumerated().compactMap { index, length in
        defer { time += length }
        let isKey = plan.isKey(
          at: MediaTime(numeric: time, 100), lasting: MediaTime(numeric: length, 100))
        return isKey ? index : nil
      }
    }
    #expect(try keys([Int64](repeating: 4, count: 60), every: 1, rate: 25) == [])
    #expect(try keys([Int64](repeating: 4, count: 60), every: 1, rate: nil) == [25, 50])
    #expect(try keys([4, 4, 50, 50, 50, 4], every: 1, rate: 25) == [2, 4])
    #expect(try keys([4, 4, 3, 5, 4], every: 0.08, rate: 25) == [])
    #expect(try keys([200, 200, 200], every: 1, rate: nil) == [1, 2])
    #expect(KeyFramePlan(every: .nan, rate: 25, timescale: 100) == nil)
  }

  // MARK: Shapes and dynamic range

  @Test func cleanApertureIsScaledWithThePicture() async throws {
    let film = try files.create("framed.mov", FidelityFilm.pictures())
    var patch = MoviePatch([UInt8](try Data(contentsOf: film)))
    patch.describe(track: 0, with: MoviePatch.clap(300, 160, 2, -4))
    try Data(patch.bytes).write(to: film)
    var settings = VideoOutputSettings(codec: .h264, width: 160, height: 90)
    settings.speed = "ultrafast"
    let transcoded = try await transcode(film, settings, to: "framed.mp4")
    let document = try Inspector.inspect(try FileSource(path: FilePath(transcoded.path)))
    let video = try #require(document.tracks.first?.video)
    #expect(video.cleanAperture == [150, 80, 1, -2])
    #expect(video.width == 160 && video.height == 90)
    #expect(video.displayWidth == 150 && video.displayHeight == 80)
  }

  @Test("Frames carry their mastering display", arguments: [true, false])
  func dynamicRange(isInStream: Bool) async throws {
    let film = try files.create(
      "bright.mov",
      FidelityFilm.pictures("-pix_fmt yuv420p10le")
        + (isInStream
          ? [
            "-c:v", "libx265", "-tag:v", "hvc1", "-x265-params",
            "log-level=none:hdr10=1:max-cll=1000,400:master-display="
              + "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)",
          ] : []))
    if !isInStream {
      var patch = MoviePatch([UInt8](try Data(contentsOf: film)))
      patch.describe(track: 0, with: MoviePatch.mdcv + MoviePatch.clli)
      try Data(patch.bytes).write(to: film)
    }
    let reader = AssetReader(asset: Asset(path: FilePath(film.path)), codecs: codecs)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.video, track: nil, settings: .decoded))
    try reader.start()
    let color = try #require(try await provider.next()?.pixels?.color)
    let display = try #require(color.masteringDisplay)
    let places: [Double] = [
      display.red.x, display.green.y, display.blue.x, display.whitePoint.x, display.whitePoint.y,
    ]
    #expect(places == [0.68, 0.69, 0.15, 0.3127, 0.329])
    #expect(display.maximumLuminance == 1000 && display.minimumLuminance == 0.005)
    #expect(color.contentLightLevel == ContentLightLevel(maximum: 1000, frameAverage: 400))
    let coded = try JSONDecoder().decode(
      ColorProperties.self, from: try JSONEncoder().encode(color))
    #expect(coded == color)
  }

  // MARK: Colours

  @Test(
    "RGB is tagged with the matrix used for its conversion", arguments: [(320, 180), (1280, 720)])
  func colors(width: Int, height: Int) async throws {
    let film = try files.create(
      "red.mov",
      [
        "-f", "lavfi", "-i", "color=0xC02040:size=\(width)x\(height):rate=5:duration=1", "-vf",
        "format=rgb24", "-c:v", "png",
      ])
    var settings = VideoOutputSettings(codec: .h264)
    settings.speed = "ultrafast"
    settings.quality = 1
    let transcoded = try await transcode(film, settings, to: "red.mp4")
    let probed = try Program.run(
      try #require(Program.find("ffprobe")),
      [
        "-v", "error", "-show_entries", "stream=color_space,color_transfer,color_primaries", "-of",
        "csv=p=0", transcoded.path,
      ]
    ).text
    let matrix = height >= 720 ? "bt709" : "smpte170m"
    #expect(probed == "\(matrix),iec61966-2-1,bt709\n")
    // ffmpeg converts it back to the same colour with that matrix; its own round trip is off by up
    // to 5.
    let pixels = try Program.run(
      try #require(Program.find("ffmpeg")),
      [
        "-v", "error", "-i", transcoded.path, "-frames:v", "1", "-vf",
        "scale=in_color_matrix=\(height >= 720 ? "bt709" : "bt601"),format=rgb24", "-f", "rawvideo",
        "-",
      ]
    ).output.prefix(3)
    for (value, wanted) in zip(pixels, [0xC0, 0x20, 0x40]) {
      #expect(abs(Int(value) - wanted) <= 6, "\(Array(pixels))")
    }
  }
}
