import Foundation
import MetaCore
import SystemPackage
import TestSupport
import Testing

@testable import MetaForeign

/// Decoded video, compared with ffmpeg and with itself.
@Suite("Reading video")
struct PictureReadingTests {
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)
  private let files: MadeFiles

  init() throws { files = try MadeFiles() }

  /// Decoded pictures: their bytes and times, and what was reported.
  private struct Video {
    var pictures: [[UInt8]] = []
    var times: [Double] = []
    var durations: [Double] = []
    var findings: [Diagnostic] = []
  }

  private func read(
    _ file: URL, _ settings: ReadSettings = .decoded, in range: MediaTimeRange = .all
  ) throws -> Video {
    let reader = AssetReader(asset: Asset(foreign: FilePath(file.path)), codecs: codecs)
    try reader.setTimeRange(range)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.video, track: nil, settings: settings))
    try reader.start()
    var video = Video()
    while let sample = try provider.copyNextSampleBuffer() {
      // Damage after the last frame is reported in a separate buffer.
      guard let pixels = sample.pixels else { continue }
      video.pictures.append(pixels.packedBytes())
      video.times.append(sample.presentationTime.seconds)
      video.durations.append(sample.duration?.seconds ?? -1)
    }
    #expect(reader.status == .completed)
    video.findings = reader.findings
    return video
  }

  /// What ffmpeg decodes, as raw video in one piece.
  private func raw(_ file: URL, _ arguments: [String] = []) throws -> [UInt8] {
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let result = try Program.run(
      ffmpeg,
      ["-v", "error", "-noautorotate", "-i", file.path, "-map", "0:v:0"] + arguments
        + ["-fps_mode", "passthrough", "-f", "rawvideo", "-"])
    return [UInt8](result.output)
  }

  private func seconds(_ value: Int64, _ timescale: UInt32 = 1) throws -> MediaTime {
    try #require(MediaTime(value: value, timescale: timescale))
  }

  private static let source = [
    "-f", "lavfi", "-i", "testsrc2=size=130x98:rate=25:duration=0.6",
  ]

  // MARK: ffmpeg

  @Test(
    "Every codec gives the same frames as ffmpeg",
    arguments: [
      ("mp4", ["-c:v", "libx264", "-bf", "3"]), ("mkv", ["-c:v", "libx264", "-bf", "3"]),
      ("mp4", ["-c:v", "libx265", "-x265-params", "log-level=none"]), ("avi", ["-c:v", "mpeg4"]),
      ("webm", ["-c:v", "libvpx-vp9"]), ("mov", ["-c:v", "prores_ks"]),
      ("mov", ["-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]), ("mov", ["-c:v", "png"]),
      ("mkv", ["-c:v", "ffv1"]), ("mov", ["-c:v", "qtrle"]), ("ts", ["-c:v", "mpeg2video"]),
      ("avi", ["-c:v", "rawvideo", "-pix_fmt", "bgr24"]),
      ("mov", ["-c:v", "libx264", "-pix_fmt", "yuv422p10le"]),
    ])
  func everyCodec(container: String, arguments: [String]) throws {
    let file = try files.create("film.\(container)", PictureReadingTests.source + arguments)
    let video = try read(file)
    #expect(video.pictures.count == 15)
    #expect(video.findings.isEmpty)
    #expect(video.pictures.joined().elementsEqual(try raw(file)))
    for (index, time) in video.times.enumerated() {
      #expect(abs(time - Double(index) / 25) < 0.0011, "\(video.times)")
    }
  }

  @Test(
    "Layouts and sizes equal those of ffmpeg",
    arguments: ["bgra", "rgb24", "nv12", "yuv444p10le", "gray", "rgba64le", "yuv420p", "uyvy422"])
  func layouts(name: String) throws {
    let file = try files.create(
      "film.mp4", PictureReadingTests.source + ["-c:v", "libx264", "-vf", "scale=128:96"])
    let format = try #require(PixelFormat(named: name))
    let plain = try read(file, .pixels(format))
    #expect(plain.pictures.joined().elementsEqual(try raw(file, ["-pix_fmt", name])))
    let small = try read(file, .pixels(format, width: 64, height: 50))
    #expect(
      small.pictures.joined().elementsEqual(
        try raw(file, ["-vf", "scale=64:50", "-pix_fmt", name])))
  }

  @Test func fullAndVideoRangeAreTwoLayouts() throws {
    let file = try files.create(
      "film.mp4", PictureReadingTests.source + ["-c:v", "libx264", "-vf", "scale=128:96"])
    let full = try read(file, .pixels(.yCbCr420FullRange))
    #expect(
      full.pictures.joined().elementsEqual(
        try raw(file, ["-vf", "scale=out_range=full", "-pix_fmt", "nv12"])))
    #expect(full.pictures != (try read(file, .pixels(.yCbCr420VideoRange))).pictures)
  }

  // MARK: Times

  @Test func rangeBeginsWithThePresentedFrame() throws {
    let film = try files.film("film.mp4")
    let all = try read(film)
    let range = MediaTimeRange(start: try seconds(101, 200), end: try seconds(21, 20))
    let part = try read(film, in: range)
    // 0.505 s is in the 13th picture, 1.05 s in the 27th.
    #expect(part.pictures == Array(all.pictures[12...26]))
    #expect(part.times.first == 0.505)
    #expect(abs(try #require(part.durations.first) - 0.015) < 1e-9)
    #expect(abs(try #require(part.durations.last) - 0.01) < 1e-9)
  }

  @Test func editsAreHonoured() throws {
    let film = try files.film("film.mp4")
    let all = try read(film)
    // Units of the movie are thousandths, those of the media 12,800.
    let edited = try files.withEdits(
      film, track: 0, [(500, -1), (400, 12_800 + 1024), (200, 1024)])
    let video = try read(edited)
    #expect(video.pictures == Array(all.pictures[25..<35]) + Array(all.pictures[0..<5]))
    #expect(abs(try #require(video.times.first) - 0.5) < 1e-9)
    #expect(abs(video.times[10] - 0.9) < 1e-9)
    let fast = try files.withEdits(film, track: 0, [(500, 1024)], rate: 0x20000)
    let twice = try read(fast)
    #expect(twice.pictures == Array(all.pictures[0..<25]))
    #expect(abs(twice.times[1] - 0.02) < 1e-9)
    let held = try read(try files.withEdits(film, track: 0, [(500, 6400 + 1024)], rate: 0))
    #expect(held.pictures == [all.pictures[12]])
    #expect(held.durations == [0.5])
  }

  // MARK: Images

  @Test(arguments: [
    (["-bf", "2"], 25), (["-bf", "0"], 250), (["-bf", "3", "-b_strategy", "0"], 10),
  ])
  func imagesAreThosePresentedAtThatTime(options: [String], gop: Int) async throws {
    let film = try files.create(
      "film.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=4", "-c:v", "libx264", "-g",
        "\(gop)",
      ] + options)
    let frames = try raw(film, ["-pix_fmt", "rgb24"])
    let size = 128 * 96 * 3
    let generator = ImageGenerator(asset: Asset(path: FilePath(film.path)), codecs: codecs)
    var random = SeededGenerator(seed: 19)
    let times = try (0..<25).map { _ in
      try seconds(Int64.random(in: 0..<4000, using: &random), 1000)
    }
    var count = 0
    for await (time, result) in generator.images(for: times) {
      let found = try result.get()
      let index = Int((time.seconds * 25 + 1e-6).rounded(.down))
      #expect(abs(found.actualTime.seconds - Double(index) / 25) < 1e-6)
      #expect(
        found.image.packedBytes() == Array(frames[(index * size)..<((index + 1) * size)]), "\(time)"
      )
      count += 1
    }
    #expect(count == 25)
    await #expect(throws: MetaError.self) { try await generator.image(at: try seconds(5)) }
    generator.requestedTimeToleranceBefore = .positiveInfinity
    let sync = try await generator.image(at: try seconds(39, 10))
    #expect(sync.actualTime.seconds == Double(39 * 25 / 10 / gop * gop) / 25)
  }

  @Test(arguments: [0, 90, 180, 270])
  func imagesAreRotatedForDisplay(degrees: Int) async throws {
    let plain = try files.create(
      "plain.mp4", PictureReadingTests.source + ["-c:v", "libx264", "-vf", "scale=128:96"])
    let film = files.file("turned.mp4")
    try files.ffmpeg([
      "-i", plain.path, "-c", "copy", "-metadata:s:v", "rotate=\(degrees)", film.path,
    ])
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let expected = try Program.run(
      ffmpeg,
      [
        "-v", "error", "-i", film.path, "-frames:v", "1", "-pix_fmt", "rgb24", "-f", "rawvideo",
        "-",
      ])
    let generator = ImageGenerator(asset: Asset(path: FilePath(film.path)), codecs: codecs)
    let image = try await generator.image(at: .zero).image
    #expect(image.packedBytes() == [UInt8](expected.output))
    generator.appliesPreferredTrackTransform = false
    generator.maximumSize = (64, 64)
    let small = try await generator.image(at: .zero).image
    #expect((small.width, small.height) == (64, 48))
  }

  @Test func pixelsBecomeSquare() async throws {
    let film = try files.create(
      "wide.mp4",
      PictureReadingTests.source + ["-c:v", "libx264", "-vf", "scale=128:96,setsar=3/2"])
    let generator = ImageGenerator(asset: Asset(path: FilePath(film.path)), codecs: codecs)
    let image = try await generator.image(at: .zero).image
    #expect((image.width, image.height) == (192, 96))
  }

  @Test(arguments: [("smpte2084", 16), ("arib-std-b67", 18)])
  func highDynamicRangeIsMappedOrKept(transfer: String, number: Int) async throws {
    let film = try files.create(
      "hdr.mp4",
      PictureReadingTests.source + [
        "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-x265-params",
        "log-level=none:colorprim=bt2020:transfer=\(transfer):colormatrix=bt2020nc", "-color_trc",
        transfer,
        "-color_primaries", "bt2020", "-colorspace", "bt2020nc", "-vf", "scale=128:96",
      ])
    let generator = ImageGenerator(asset: Asset(path: FilePath(film.path)), codecs: codecs)
    let mapped = try await generator.image(at: .zero).image
    #expect(mapped.format == .rgb24)
    #expect(mapped.color.transfer == 1)
    generator.dynamicRangePolicy = .matchSource
    let kept = try await generator.image(at: .zero).image
    #expect(kept.format.libavName == "rgb48be")
    #expect(kept.color.transfer == number)
    let png = try kept.encoded(as: .png, codecs: codecs)
    #expect(ImageInfo.probe(ByteSlice(png))?.bitDepth == 16)
  }

  // MARK: Image files

  @Test func imagesRoundTrip() throws {
    let picture = try #require(files.testPicture(codecs))
    let png = try picture.encoded(as: .png, codecs: codecs)
    let again = try PixelBuffer(image: png, format: .rgb24, codecs: codecs)
    #expect(again.packedBytes() == picture.packedBytes())
    let jpeg = try picture.encoded(as: .jpeg, quality: 0.95, codecs: codecs)
    let lossy = try PixelBuffer(image: jpeg, format: .rgb24, codecs: codecs).packedBytes()
    let errors = zip(lossy, picture.packedBytes()).map { abs(Int($0) - Int($1)) }
    #expect(errors.reduce(0, +) / errors.count < 6)
    #expect(throws: MetaError.self) { try PixelBuffer(image: [1, 2, 3], codecs: codecs) }
    #expect(throws: MetaError.self) {
      try PixelBuffer(image: Array(png.prefix(png.count / 2).prefix(60)), codecs: codecs)
    }
    #expect(throws: MetaError.self) { try PixelBuffer(image: png, width: 0, codecs: codecs) }
    let error = #expect(throws: MetaError.self) {
      try PixelBuffer(image: png, width: 0, codecs: codecs)
    }
    #expect(error?.code == .invalidSize)
  }

  @Test func fittingKeepsTheShapeOrNot() throws {
    let picture = try #require(files.testPicture(codecs))
    let png = try picture.encoded(as: .png, codecs: codecs)
    for fit in ImageFit.allCases {
      let image = try PixelBuffer(image: png, width: 100, height: 300, fit: fit, codecs: codecs)
      #expect((image.width, image.height) == (100, 300))
      let bytes = image.packedBytes()
      let isBlack =
        bytes[0..<3].allSatisfy { $0 == 0 } && bytes[(50 * 4)..<(50 * 4 + 3)].allSatisfy { $0 == 0 }
      #expect(isBlack == (fit == .contain), "\(fit)")
    }
  }

  @Test(arguments: 1...8)
  func exifOrientationRotatesImages(orientation: Int) throws {
    let picture = try #require(files.testPicture(codecs))
    let file = files.file("turned-\(orientation).jpg")
    try Data(try picture.encoded(as: .jpeg, codecs: codecs)).write(to: file)
    let plain = try PixelBuffer(image: [UInt8](try Data(contentsOf: file)), codecs: codecs)
    let exiftool = try #require(Program.find("exiftool"))
    let set = try Program.run(
      exiftool, ["-n", "-overwrite_original", "-Orientation=\(orientation)", file.path])
    try #require(set.status == 0)
    let turned = try PixelBuffer(image: [UInt8](try Data(contentsOf: file)), codecs: codecs)
    // Where each pixel of the turned picture is in the stored one (CIPA DC-008, figure 4).
    let (width, height) = (plain.width, plain.height)
    #expect((turned.width, turned.height) == (orientation < 5 ? (width, height) : (height, width)))
    let (from, to) = (plain.packedBytes(), turned.packedBytes())
    for (x, y) in [(0, 0), (3, 5), (turned.width - 1, 2), (7, turned.height - 1)] {
      let place: (Int, Int) =
        switch orientation {
        case 2: (width - 1 - x, y)
        case 3: (width - 1 - x, height - 1 - y)
        case 4: (x, height - 1 - y)
        case 5: (y, x)
        case 6: (y, height - 1 - x)
        case 7: (width - 1 - y, height - 1 - x)
        case 8: (width - 1 - y, x)
        default: (x, y)
        }
      let (a, b) = ((place.1 * width + place.0) * 4, (y * turned.width + x) * 4)
      #expect(from[a..<(a + 4)] == to[b..<(b + 4)], "\(x), \(y)")
    }
  }

  // MARK: Compositions

  @Test func twoLayersMatchOverlay() async throws {
    let file = try files.create(
      "layers.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=size=128x96:rate=25:duration=1", "-f", "lavfi", "-i",
        "mandelbrot=size=64x48:rate=25", "-map", "0:v", "-map", "1:v", "-t", "1", "-c:v", "libx264",
      ])
    let asset = Asset(path: FilePath(file.path))
    let tracks = try await asset.load(.tracks)
    var composition = VideoComposition(width: 128, height: 96)
    var small = VideoComposition.Layer(track: tracks[1].trackID)
    small.transform = AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 100, ty: 10)
    small.setOpacity(0.5, at: .zero)
    composition.layers = [small, VideoComposition.Layer(track: tracks[0].trackID)]
    var output = AssetReaderVideoCompositionOutput(tracks: tracks, settings: .rgb24)
    output.videoComposition = composition
    let reader = AssetReader(asset: asset, codecs: codecs)
    let provider = try reader.outputProvider(for: output)
    try reader.start()
    var ours: [UInt8] = []
    var times: [Double] = []
    while let sample = try provider.copyNextSampleBuffer() {
      ours += try #require(sample.pixels).packedBytes()
      times.append(sample.presentationTime.seconds)
    }
    #expect(times == (0..<25).map { Double($0) / 25 })
    let ffmpeg = try #require(Program.find("ffmpeg"))
    let graph =
      "[0:v:0]format=rgb24[below];[0:v:1]format=rgba,transpose=clock,colorchannelmixer=aa=0.50196[above];"
      + "[below][above]overlay=52:10:format=rgb"
    let theirs = [UInt8](
      try Program.run(
        ffmpeg,
        [
          "-v", "error", "-i", file.path, "-filter_complex", graph, "-pix_fmt", "rgb24", "-f",
          "rawvideo", "-",
        ]
      ).output)
    #expect(ours.count == theirs.count)
    let worst = zip(ours, theirs).map { abs(Int($0) - Int($1)) }.max() ?? 255
    #expect(worst <= 1)
  }

  @Test func aCompositionHasItsOwnFrameRateCropsAndRamps() async throws {
    let film = try files.film("film.mp4", seconds: 1)
    let asset = Asset(path: FilePath(film.path))
    let tracks = try await asset.load(.tracks)
    let track = try #require(tracks.first { $0.mediaType == .video })
    var composition = VideoComposition(width: 40, height: 30)
    composition.frameDuration = try seconds(1, 10)
    composition.backgroundColor = DrawingColor(red: 255, green: 0, blue: 0)
    var layer = VideoComposition.Layer(track: track.trackID)
    layer.cropRectangle = PixelRectangle(x: 60, y: 40, width: 20, height: 20)
    layer.transform = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: -60, ty: -40)
    layer.setOpacityRamp(from: 0, to: 1, in: MediaTimeRange(start: .zero, end: try seconds(1)))
    composition.layers = [layer]
    #expect(layer.opacity(at: try seconds(1, 4)) == 0.25)
    var output = AssetReaderVideoCompositionOutput(tracks: [track])
    output.videoComposition = composition
    let reader = AssetReader(asset: asset, codecs: codecs)
    let provider = try reader.outputProvider(for: output)
    try reader.start()
    var pictures: [PixelBuffer] = []
    while let sample = try provider.copyNextSampleBuffer() {
      pictures.append(try #require(sample.pixels))
    }
    #expect(pictures.count == 10)
    #expect(pictures.allSatisfy { $0.format == .bgra && $0.width == 40 && $0.height == 30 })
    // Blue, green, red, alpha: the background is red where there is no layer, and everywhere at
    // first.
    #expect(Array(pictures[0].packedBytes().prefix(4)) == [0, 0, 255, 255])
    #expect(Array(pictures[9].packedBytes().suffix(4)) == [0, 0, 255, 255])
    #expect(Array(pictures[9].packedBytes().prefix(4)) != [0, 0, 255, 255])
    composition.layers[0].transform = AffineTransform(a: 1, b: 0.5, c: 0, d: 1, tx: 0, ty: 0)
    output.videoComposition = composition
    let other = AssetReader(asset: asset, codecs: codecs)
    let refused = try other.outputProvider(for: output)
    try other.start()
    #expect(throws: MetaError.self) { try refused.copyNextSampleBuffer() }
    #expect(other.status == .failed)
  }

  @Test("A layer shows nothing in a gap that is longer than a rounding error", arguments: [500, 5])
  func gapInALayer(milliseconds: Int64) async throws {
    let film = try files.create(
      "white.mov",
      ["-f", "lavfi", "-i", "color=white:size=16x16:rate=10:duration=1", "-c:v", "png"])
    let asset = Asset(path: FilePath(film.path))
    let track = try #require(try await asset.load(.tracks).first)
    var edited = Composition()
    let id = try edited.addTrack(.video)
    try edited.insertTimeRange(
      MediaTimeRange(start: .zero, end: try seconds(1)), of: track, from: asset, into: id)
    let (start, length) = (try seconds(1, 2), try seconds(milliseconds, 1000))
    try edited.insertEmptyTimeRange(MediaTimeRange(start: start, end: start + length), into: id)
    let layer = try #require(edited.tracks.first).assetTrack
    var composition = VideoComposition(width: 16, height: 16)
    composition.layers = [VideoComposition.Layer(track: layer.trackID)]
    var output = AssetReaderVideoCompositionOutput(tracks: [layer], settings: .rgb24)
    output.videoComposition = composition
    let reader = AssetReader(composition: edited, codecs: codecs)
    let provider = try reader.outputProvider(for: output)
    try reader.start()
    var gaps: [MediaTimeRange] = []
    var count = 0
    while let sample = try provider.copyNextSampleBuffer() {
      count += 1
      guard try #require(sample.pixels).packedBytes().allSatisfy({ $0 < 8 }) else { continue }
      let start = sample.presentationTime
      gaps.append(MediaTimeRange(start: start, end: start + (sample.duration ?? .zero)))
    }
    let expected = milliseconds > 10 ? [MediaTimeRange(start: start, end: start + length)] : []
    #expect(gaps == expected)
    #expect(count == 10 + expected.count)
  }

  // MARK: Damage

  @Test func damageIsReportedAndOtherFramesDelivered() throws {
    let film = try files.film("film.mp4")
    var bytes = [UInt8](try Data(contentsOf: film))
    let start = try #require(bytes.firstRange(of: Array("mdat".utf8))).upperBound
    var random = SeededGenerator(seed: 5)
    for _ in 0..<150 {
      bytes[start + 3000 + Int.random(in: 0..<8000, using: &random)] ^= 0x5A
    }
    let broken = files.file("broken.mp4")
    try Data(bytes).write(to: broken)
    let video = try read(broken)
    #expect(!video.findings.isEmpty)
    #expect(video.pictures.count > 20)
    let reader = AssetReader(asset: Asset(path: FilePath(broken.path)), codecs: codecs)
    try reader.setStopsAtDamage(true)
    let provider = try reader.outputProvider(
      for: FirstTrackOutput(.video, track: nil, settings: .decoded))
    try reader.start()
    #expect(throws: MetaError.self) { while try provider.copyNextSampleBuffer() != nil {} }
    #expect(reader.status == .failed)
  }

  @Test func unreadableMediaIsAnError() throws {
    let film = try files.film("film.mp4")
    let settings: [ReadSettings] = [
      .pixels(PixelFormat(rawValue: 1)), .pixels(.bgra, width: 0, height: 4), .pcm(.int16),
      .pixels(.bgra, width: 60_000, height: 60_000),
    ]
    for setting in settings {
      #expect(throws: MetaError.self) { try read(film, setting) }
    }
  }
}

extension MadeFiles {
  /// A picture of 66 × 42 pixels.
  fileprivate func testPicture(_ codecs: MediaCodecs) -> PixelBuffer? {
    guard
      let file = try? create(
        "picture.png", ["-f", "lavfi", "-i", "testsrc2=size=66x42", "-frames:v", "1"]),
      let bytes = try? Data(contentsOf: file)
    else { return nil }
    return try? PixelBuffer(image: [UInt8](bytes), format: .rgb24, codecs: codecs)
  }
}
