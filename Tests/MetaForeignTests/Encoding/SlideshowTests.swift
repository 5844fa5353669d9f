import Foundation
import MetaForeign
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

/// Movies created from images by a program; ffmpeg decodes them.
@Suite("Slideshows", .serialized, .enabled(if: Program.find("ffmpeg") != nil))
struct SlideshowTests {
  private let files: MadeFiles
  private let codecs = MediaCodecs.standard.adding(ForeignCodecs.all)

  init() throws { files = try MadeFiles() }

  // MARK: Helpers

  /// Different images of a size, generated from a seed.
  private func images(_ count: Int, _ size: String = "96x96") throws -> [URL] {
    try files.ffmpeg([
      "-f", "lavfi", "-i", "mandelbrot=size=\(size):rate=1:start_scale=0.4,gblur=sigma=4",
      "-frames:v",
      "\(count)", "-pix_fmt", "rgb24", files.file("image-%d.png").path,
    ])
    return (1...count).map { files.file("image-\($0).png") }
  }

  private func slideshow(_ images: [URL], seconds: Double, fps: UInt32 = 60) -> Slideshow {
    var slideshow = Slideshow(images.map { Slideshow.Image(path: FilePath($0.path)) })
    slideshow.timing = .total(MediaTime(seconds: seconds, preferredTimescale: 1000))
    slideshow.frameDuration = MediaTime(numeric: 1, fps)
    return slideshow
  }

  private func write(_ slideshow: Slideshow, _ name: String = "show.mp4") async throws
    -> SlideshowResult
  {
    try await slideshow.write(to: FilePath(files.file(name).path), codecs: codecs)
  }

  private func output(_ program: String, _ arguments: [String]) throws -> Data {
    let result = try Program.run(try #require(Program.find(program)), arguments)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
    return result.output
  }

  private func lines(_ program: String, _ arguments: [String]) throws -> [String] {
    String(decoding: try output(program, arguments), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  /// The pixels of all frames, decoded as RGB.
  private func pixels(_ name: String, _ width: Int, _ height: Int) throws -> [[UInt8]] {
    let data = try output(
      "ffmpeg",
      [
        "-v", "error", "-i", files.file(name).path, "-fps_mode", "passthrough", "-pix_fmt",
        "rgb24", "-f", "rawvideo", "-",
      ])
    let size = width * height * 3
    return stride(from: 0, to: data.count, by: size).map { [UInt8](data[$0..<($0 + size)]) }
  }

  /// The colour in the middle of a picture, or at a place.
  private func color(
    _ picture: [UInt8], _ width: Int, x: Int, y: Int
  ) -> [Int] { (0..<3).map { Int(picture[(y * width + x) * 3 + $0]) } }

  private func isNear(_ color: [Int], _ other: [Int], _ tolerance: Int = 12) -> Bool {
    zip(color, other).allSatisfy { abs($0 - $1) <= tolerance }
  }

  private func probe(_ name: String, _ stream: String, _ entries: String) throws -> [String] {
    try lines(
      "ffprobe",
      [
        "-v", "error", "-select_streams", stream, "-show_entries", "stream=\(entries)", "-of",
        "default=nw=1", files.file(name).path,
      ])
  }

  private func sums(_ name: String, copied: Bool) throws -> [String] {
    try lines(
      "ffmpeg",
      ["-v", "error", "-i", files.file(name).path, "-map", "0:v"]
        + (copied ? ["-c", "copy"] : []) + ["-f", "framemd5", "-"]
    ).filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: ",").suffix(2).joined() }
  }

  // MARK: Repetition

  @Test("Six images, 720 frames: each image is encoded once, and shown when it should be")
  func sixImages() async throws {
    let images = try images(6)
    let result = try await write(slideshow(images, seconds: 12))
    #expect(result.isRepeated && result.frameCount == 720 && result.encodedFrameCount == 720)
    let longer = try await write(slideshow(images, seconds: 36), "longer.mp4")
    #expect(longer.isRepeated && longer.frameCount == 2160 && longer.encodedFrameCount == 720)
    #expect(longer.duration == MediaTime(numeric: 36, 1))
    #expect(
      try probe("longer.mp4", "v", "nb_frames,duration,r_frame_rate,has_b_frames,color_space")
        == [
          "has_b_frames=2", "color_space=smpte170m", "r_frame_rate=60/1", "duration=36.000000",
          "nb_frames=2160",
        ])
    // Groups of an image are equal, and those of two images are not.
    let frames = try sums("longer.mp4", copied: false)
    try #require(frames.count == 2160)
    for frame in frames.indices where frame % 360 >= 120 {
      #expect(frames[frame] == frames[frame - 120], "frame \(frame)")
    }
    for image in 1..<6 {
      #expect(
        Set(frames[(image * 360)..<(image * 360 + 360)])
          .isDisjoint(with: frames[(image * 360 - 360)..<(image * 360)]))
    }
    // As close to the images as encoders allow.
    let shown = try pixels("longer.mp4", 96, 96)
    for (index, image) in images.enumerated() {
      let original = [UInt8](
        try output(
          "ffmpeg",
          ["-v", "error", "-i", image.path, "-pix_fmt", "rgb24", "-f", "rawvideo", "-"]))
      for frame in [index * 360, index * 360 + 200, index * 360 + 359] {
        let errors = zip(shown[frame], original).map { Double(Int($0) - Int($1)) }
        let mean = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
        #expect(mean < 20, "frame \(frame)")
      }
    }
  }

  private static let codecCases: [(VideoOutputSettings.Codec, MetaCore.FileType, Int)] = [
    (.h264, .mp4, 40), (.hevc, .mp4, 40), (.av1, .mp4, 40), (.vp9, .mp4, 40),
    (.proRes422, .quickTimeMovie, 2), (.proRes4444, .quickTimeMovie, 2),
    (.jpeg, .quickTimeMovie, 2), (.png, .quickTimeMovie, 2),
  ]

  @Test("Groups of every codec can be concatenated", arguments: codecCases)
  func everyCodec(codec: VideoOutputSettings.Codec, type: MetaCore.FileType, encoded: Int)
    async throws
  {
    var slideshow = slideshow(try images(2, "64x64"), seconds: 12, fps: 10)
    slideshow.fileType = type
    slideshow.videoSettings = VideoOutputSettings(codec: codec)
    if codec == .av1 { slideshow.videoSettings?.speed = "10" }
    let result = try await write(slideshow, "show.mov")
    #expect(result.isRepeated)
    #expect(result.frameCount == 120 && result.encodedFrameCount == encoded)
    #expect(
      try probe("show.mov", "v", "nb_frames,duration") == [
        "duration=12.000000", "nb_frames=120",
      ])
    let frames = try sums("show.mov", copied: false)
    try #require(frames.count == 120)
    let group = codec.isIntraOnly ? 1 : 20
    for frame in frames.indices where frame % 60 >= group {
      #expect(frames[frame] == frames[frame - group], "frame \(frame)")
    }
    #expect(frames[59] != frames[60])
  }

  @Test("Frames decoded after their group's presentation have enough time")
  func decodeTimes() async throws {
    var slideshow = slideshow(try images(3), seconds: 10, fps: 25)
    // Groups of 3 frames, 2 × 40, 5 × 33 and 2: with and without reordering.
    slideshow.images[0].duration = MediaTime(numeric: 3, 25)
    slideshow.images[1].duration = MediaTime(numeric: 80, 25)
    let result = try await write(slideshow)
    #expect(result.isRepeated && result.frameCount == 250)
    let packets = try lines(
      "ffprobe",
      [
        "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts,flags", "-of",
        "csv=p=0", files.file("show.mp4").path,
      ]
    )
    let keys = packets.indices.filter { packets[$0].contains("K") }
    // Each group begins with an IDR picture, and these do not follow each other.
    #expect(keys.count == 9 && zip(keys, keys.dropFirst()).allSatisfy { $1 > $0 + 1 })
    let times = packets.map { $0.split(separator: ",").compactMap { Int($0) } }
    #expect(packets.count == 250)
    #expect(times.allSatisfy { $0.count == 2 && $0[0] >= $0[1] })
    #expect(zip(times, times.dropFirst()).allSatisfy { $0[1] < $1[1] })
    #expect(times.map { $0[0] }.sorted() == (0..<250).map { $0 })
    #expect(try sums("show.mp4", copied: false).count == 250)
  }

  @Test("H.264 IDR frames are not adjacent")
  func idrPictures() async throws {
    // One frame of each image: all would be IDR pictures with the same number.
    let single = try await write(slideshow(try images(6), seconds: 6, fps: 1), "single.mp4")
    #expect(!single.isRepeated && single.encodedFrameCount == 6)
    var keys = slideshow(try images(2), seconds: 2, fps: 10)
    keys.videoSettings = VideoOutputSettings(codec: .h264)
    keys.videoSettings?.maxKeyFrameInterval = 1
    let all = try await write(keys, "keys.mp4")
    #expect(!all.isRepeated && all.encodedFrameCount == 20)
    #expect(try sums("keys.mp4", copied: false).count == 20)
    // Three frames, in groups of at most two: no rest of one.
    let three = try await write(slideshow(try images(2), seconds: 6, fps: 1), "three.mp4")
    #expect(three.isRepeated && three.frameCount == 6)
  }

  @Test("Without repetition, packets equal those of ffmpeg")
  func packetsEqualThoseOfFFmpeg() async throws {
    let images = try images(2, "128x128")
    var slideshow = slideshow(images, seconds: 2)
    slideshow.repeatsGroups = false
    slideshow.videoSettings = VideoOutputSettings(codec: .h264)
    slideshow.videoSettings?.speed = "ultrafast"
    let result = try await write(slideshow)
    #expect(!result.isRepeated && result.encodedFrameCount == 120)
    let inputs = images.flatMap { ["-loop", "1", "-t", "1", "-framerate", "60", "-i", $0.path] }
    try files.ffmpeg(
      inputs + [
        "-filter_complex", "[0][1]concat=n=2,format=yuv420p", "-c:v", "libx264", "-preset",
        "ultrafast", files.file("theirs.mp4").path,
      ])
    // Slower ones have a lookahead whose packets vary: see `EncodingTests`.
    #expect(try sums("show.mp4", copied: true) == sums("theirs.mp4", copied: true))
    #expect(try sums("theirs.mp4", copied: true).count == 120)
  }

  // MARK: Images

  @Test("Alpha is blended with the background, which also fills the borders of fitted images")
  func alphaAndFit() async throws {
    try files.ffmpeg([
      "-f", "lavfi", "-i",
      "color=red:size=40x20,format=rgba,geq=r=255:g=0:b=0:a='if(lt(X,20),255,0)'",
      "-frames:v", "1", files.file("half.png").path,
    ])
    let cases: [(ImageFit, [(x: Int, y: Int, color: [Int])])] = [
      (.contain, [(10, 20, [255, 0, 0]), (30, 20, [0, 0, 255]), (20, 4, [0, 0, 255])]),
      (.cover, [(10, 4, [255, 0, 0]), (30, 36, [0, 0, 255])]),
      (.stretch, [(10, 4, [255, 0, 0]), (30, 4, [0, 0, 255])]),
    ]
    for (fit, places) in cases {
      var slideshow = slideshow([files.file("half.png")], seconds: 0.5, fps: 10)
      (slideshow.width, slideshow.height) = (40, 40)
      slideshow.fit = fit
      slideshow.background = DrawingColor(red: 0, green: 0, blue: 255)
      slideshow.videoSettings = VideoOutputSettings(codec: .h264)
      slideshow.videoSettings?.quality = 0.8
      _ = try await write(slideshow, "\(fit).mp4")
      let frame = try #require(try pixels("\(fit).mp4", 40, 40).first)
      for place in places {
        let seen = color(frame, 40, x: place.x, y: place.y)
        #expect(isNear(seen, place.color), "\(fit) at \(place.x), \(place.y): \(seen)")
      }
    }
  }

  @Test("Images are rotated according to Exif, and pixel buffers and bytes are accepted as images")
  func orientation() async throws {
    // Left half red, right half blue.
    try files.ffmpeg([
      "-f", "lavfi", "-i", "color=red:size=32x32", "-f", "lavfi", "-i", "color=blue:size=32x32",
      "-filter_complex", "hstack", "-frames:v", "1", "-q:v", "1", files.file("plain.jpg").path,
    ])
    let plain = [UInt8](try Data(contentsOf: files.file("plain.jpg")))
    // Exif with the orientation 6: to be turned by a quarter clockwise (CIPA DC-008 §4.6.4).
    let exif: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif\0\0".utf8) + Array("MM".utf8) + [
        0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ]
    let turned = Array(plain[..<2]) + exif + Array(plain[2...])
    let picture = try PixelBuffer(image: plain, codecs: codecs)
    var slideshow = Slideshow([
      Slideshow.Image(.bytes(turned)), Slideshow.Image(.pixels(picture), title: "Pixels"),
    ])
    slideshow.timing = .each(MediaTime(numeric: 1, 1))
    slideshow.frameDuration = MediaTime(numeric: 1, 10)
    let result = try await write(slideshow)
    #expect(result.video.width == 32 && result.video.height == 64)
    // One frame is a converted picture, the other one was drawn: they are coded in the same way.
    #expect(result.isRepeated)
    #expect(result.images.map(\.title) == ["Image 1", "Pixels"])
    #expect(result.images.map(\.width) == [32, 64])
    let frames = try pixels("show.mp4", 32, 64)
    try #require(frames.count == 20)
    #expect(isNear(color(frames[0], 32, x: 16, y: 12), [254, 0, 0]))
    #expect(isNear(color(frames[0], 32, x: 16, y: 52), [0, 0, 254]))
    // The other one is contained: black above.
    #expect(isNear(color(frames[15], 32, x: 16, y: 4), [0, 0, 0]))
    #expect(isNear(color(frames[15], 32, x: 4, y: 32), [254, 0, 0]))
  }

  @Test("Odd sizes become even if the codec requires it, and mixed sizes are fitted")
  func sizes() async throws {
    let odd = try files.create(
      "odd.png",
      ["-f", "lavfi", "-i", "color=red:size=66x50,format=rgb24,crop=65:49", "-frames:v", "1"],
      plain: false)
    let result = try await write(slideshow([odd], seconds: 1, fps: 10))
    #expect(result.video.width == 64 && result.video.height == 48)
    #expect(result.notes.count == 1 && result.notes[0].contains("65 × 49"))
    #expect(try probe("show.mp4", "v", "width,height") == ["width=64", "height=48"])
    // No line of background: the image was stretched by the rounding.
    let frame = try #require(try pixels("show.mp4", 64, 48).first)
    #expect(isNear(color(frame, 64, x: 32, y: 47), [254, 0, 0]))
    #expect(isNear(color(frame, 64, x: 63, y: 20), [254, 0, 0]))
    var whole = slideshow([odd], seconds: 1, fps: 10)
    whole.videoSettings = VideoOutputSettings(codec: .png)
    let kept = try await write(whole, "kept.mov")
    #expect(kept.video.width == 65 && kept.notes.isEmpty)
    let tiny = try await write(slideshow(try images(1, "16x16"), seconds: 1), "tiny.mp4")
    #expect(tiny.video.width == 16)
    var wide = slideshow(try images(1, "64x48"), seconds: 1, fps: 10)
    wide.width = 128
    #expect(try await write(wide, "wide.mp4").video.height == 96)
    var mixed = slideshow([odd, try images(2, "30x60")[1]], seconds: 2, fps: 10)
    mixed.images.append(Slideshow.Image(path: FilePath(files.file("image-1.png").path)))
    #expect(try await write(mixed, "mixed.mp4").video.height == 48)
  }

  @Test("Images of all formats are encoded alike, so that groups can be concatenated")
  func kinds() async throws {
    let image = try images(1, "64x64")[0]
    let kinds: [(String, [String])] = [
      ("420.jpg", ["-pix_fmt", "yuvj420p"]), ("444.jpg", ["-pix_fmt", "yuvj444p"]),
      ("grey.png", ["-pix_fmt", "gray"]), ("deep.png", ["-pix_fmt", "rgb48be"]),
      ("alpha.png", ["-pix_fmt", "rgba"]), ("palette.gif", []), ("small.bmp", ["-s", "32x20"]),
      ("large.tiff", ["-s", "200x300"]),
      ("wide.jpg", ["-vf", "setsar=2,format=yuvj422p"]), ("plain.webp", []),
    ]
    let all = try kinds.map { name, options in
      try files.create(name, ["-i", image.path] + options, plain: false)
    }
    let result = try await write(slideshow([image] + all, seconds: 33, fps: 10))
    #expect(result.isRepeated && result.frameCount == 330 && result.encodedFrameCount == 165)
    #expect(
      try probe("show.mp4", "v", "sample_aspect_ratio,chroma_location,color_range")
        == ["sample_aspect_ratio=1:1", "color_range=tv", "chroma_location=left"])
    #expect(try sums("show.mp4", copied: false).count == 330)
  }

  // MARK: Sound, chapters, metadata

  @Test("Audio is trimmed to the images, and may be shorter")
  func sound() async throws {
    let tone = try files.create("tone.wav", ["-f", "lavfi", "-i", "sine=440:r=44100:d=3"])
    for (seconds, expected) in [(2.0, "2.000000"), (4.0, "3.000000")] {
      var slideshow = slideshow(try images(2), seconds: seconds, fps: 25)
      slideshow.sound = Asset(path: FilePath(tone.path))
      let result = try await write(slideshow, "sound-\(seconds).mp4")
      #expect(result.audio?.format == .aac)
      #expect(result.soundDuration?.seconds == min(3, seconds))
      #expect(
        try probe("sound-\(seconds).mp4", "a", "codec_name,duration") == [
          "codec_name=aac", "duration=\(expected)",
        ])
      #expect(try probe("sound-\(seconds).mp4", "v", "duration") == ["duration=\(seconds)00000"])
    }
    var shared = slideshow(try images(2), seconds: 1, fps: 25)
    shared.timing = .sound
    shared.sound = Asset(path: FilePath(tone.path))
    shared.audioSettings = AudioOutputSettings(.alac)
    let result = try await write(shared, "shared.mov")
    #expect(result.frameCount == 75)
    let ours = try output(
      "ffmpeg",
      ["-v", "error", "-i", files.file("shared.mov").path, "-map", "0:a", "-f", "s16le", "-"])
    let theirs = try output("ffmpeg", ["-v", "error", "-i", tone.path, "-f", "s16le", "-"])
    #expect(ours == theirs)
  }

  @Test("Each image is a chapter with the name of its file")
  func chapters() async throws {
    let images = try images(3)
    var slideshow = slideshow(images, seconds: 3, fps: 25)
    slideshow.images[1].title = "Boat"
    slideshow.edits = [
      .set(.title, .string("Holiday")), .set(.artist, .string("Ada")),
    ]
    for name in ["show.mp4", "show.mov"] {
      _ = try await write(slideshow, name)
      let document = try Inspector.inspect(try FileSource(path: FilePath(files.file(name).path)))
      #expect(document.chapters.map(\.title) == ["image-1", "Boat", "image-3"])
      #expect(document.chapters.map(\.start.seconds) == [0, 1, 2])
      let tags = try lines(
        "ffprobe",
        ["-v", "error", "-show_entries", "format_tags=title,artist", "-of", "default=nw=1:nk=1"]
          + [files.file(name).path])
      #expect(Set(tags) == ["Holiday", "Ada"])
    }
    slideshow.hasChapters = false
    _ = try await write(slideshow, "plain.mp4")
    #expect(
      try lines("ffprobe", ["-v", "error", "-show_chapters", files.file("plain.mp4").path]) == [])
    #expect(try probe("plain.mp4", "s", "index") == [])
  }

  @Test("300 images are 300 chapters")
  func manyImages() async throws {
    let image = [UInt8](try Data(contentsOf: try images(1, "16x16")[0]))
    var slideshow = Slideshow((0..<300).map { _ in Slideshow.Image(.bytes(image)) })
    slideshow.timing = .each(MediaTime(numeric: 1, 1))
    slideshow.frameDuration = MediaTime(numeric: 1, 2)
    slideshow.videoSettings = VideoOutputSettings(codec: .h264)
    slideshow.videoSettings?.speed = "ultrafast"
    let result = try await write(slideshow)
    #expect(result.frameCount == 600)
    let document = try Inspector.inspect(
      try FileSource(path: FilePath(files.file("show.mp4").path)))
    #expect(document.chapters.count == 300)
  }

  // MARK: Errors

  @Test("Each error has its code, and leaves no file")
  func errors() async throws {
    let image = try images(1)[0]
    let text = files.file("text.png")
    try Data("no image".utf8).write(to: text)
    let cut = files.file("cut.png")
    try Data(try Data(contentsOf: image).prefix(200)).write(to: cut)
    let usual = slideshow([image], seconds: 1)
    func changed(_ change: (inout Slideshow) -> Void) -> Slideshow {
      var changed = usual
      change(&changed)
      return changed
    }
    let silent = try files.create(
      "silent.mp4", ["-f", "lavfi", "-i", "color=size=32x32:duration=0.2", "-c:v", "libx264"])
    let cases: [(Slideshow, String, MetaError.Code)] = [
      (slideshow([files.file("none.png")], seconds: 1), "a.mp4", .notReadable),
      (slideshow([image, text], seconds: 1), "a.mp4", .unknownFormat),
      (slideshow([image, cut], seconds: 1), "a.mp4", .malformed),
      (slideshow([], seconds: 1), "a.mp4", .invalidAttributes),
      (usual, "a.mkv", .refused), (usual, "a", .refused), (usual, "a.m4a", .refused),
      (usual, "image-1.png", .refused), (usual, "none/a.mp4", .notReadable),
      (
        changed {
          $0.width = 0; $0.height = 10
        }, "a.mp4", .invalidSize
      ),
      (changed { ($0.width, $0.height) = (1 << 20, 1 << 20) }, "a.mp4", .invalidSize),
      (changed { $0.sound = Asset(path: FilePath(silent.path)) }, "a.mp4", .notAvailable),
      (changed { $0.sound = Asset(path: FilePath(text.path)) }, "a.mp4", .unknownFormat),
      (changed { $0.videoSettings = VideoOutputSettings(codec: .png) }, "a.mp4", .refused),
      (
        changed { $0.videoSettings = VideoOutputSettings(codec: .proRes422) }, "a.mp4", .refused
      ),
    ]
    let before = try FileManager.default.contentsOfDirectory(
      atPath: files.file("x").deletingLastPathComponent().path)
    for (slideshow, name, code) in cases {
      let error = await #expect(throws: MetaError.self) { try await write(slideshow, name) }
      #expect(error?.code == code, "\(name): \(String(describing: error))")
    }
    let after = try FileManager.default.contentsOfDirectory(
      atPath: files.file("x").deletingLastPathComponent().path)
    #expect(before.sorted() == after.sorted())
  }

  @Test("An existing file is replaced only with force")
  func force() async throws {
    var slideshow = slideshow(try images(1), seconds: 1, fps: 10)
    try Data("old".utf8).write(to: files.file("show.mp4"))
    let error = await #expect(throws: MetaError.self) { try await write(slideshow) }
    #expect(error?.code == .refused)
    #expect(try Data(contentsOf: files.file("show.mp4")) == Data("old".utf8))
    slideshow.force = true
    _ = try await write(slideshow)
    #expect(try probe("show.mp4", "v", "nb_frames") == ["nb_frames=10"])
  }

  @Test func cancelledSlideshowLeavesNoFile() async throws {
    for repeats in [true, false] {
      var slideshow = slideshow(try images(4, "320x320"), seconds: 600)
      slideshow.repeatsGroups = repeats
      let output = FilePath(files.file("never.mp4").path)
      let seen = Seen()
      let task = Task { [slideshow] in
        try await slideshow.write(to: output, codecs: codecs) { seen.add($0) }
      }
      // It is cancelled from its progress report, because a sleeping task may wake up late.
      seen.cancels(task)
      let error = await #expect(throws: MetaError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      #expect(seen.all.allSatisfy { $0 < 0.99 } && seen.sinceCancel < .seconds(2))
      #expect(!files.exists(files.file("never.mp4")))
    }
  }

  @Test("Progress increases to the end")
  func progress() async throws {
    let seen = Seen()
    let output = FilePath(files.file("show.mp4").path)
    _ = try await slideshow(try images(3), seconds: 6).write(to: output, codecs: codecs) {
      seen.add($0)
    }
    let all = seen.all
    #expect(all == all.sorted() && all.count >= 4)
    #expect(all.last == 1 && (all.first ?? 1) < 0.5)
  }

  /// Fractions that were reported.
  private final class Seen: Sendable {
    private struct State {
      var fractions: [Double] = []
      var task: Task<SlideshowResult, any Error>?
      var cancelled: ContinuousClock.Instant?
    }

    private let state = Mutex(State())

    func add(_ fraction: Double) {
      state.withLock { state in
        state.fractions.append(fraction)
        guard let task = state.task, state.cancelled == nil else { return }
        state.cancelled = .now
        task.cancel()
      }
    }

    /// Cancels a task at the next report.
    func cancels(_ task: Task<SlideshowResult, any Error>) { state.withLock { $0.task = task } }

    var all: [Double] { state.withLock { $0.fractions } }

    var sinceCancel: Duration {
      state.withLock { $0.cancelled.map { .now - $0 } ?? .seconds(1000) }
    }
  }
}
