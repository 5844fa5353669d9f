import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MetaCore

@Suite("Presets of output settings")
struct OutputSettingsPresetTests {
  private func video(
    _ width: Int, _ height: Int, _ change: (inout VideoDescription) -> Void = { _ in }
  ) -> FormatDescription? {
    var track = TrackDescription(id: 1, mediaType: .video)
    track.codec = "avc1"
    var description = VideoDescription(width: width, height: height)
    change(&description)
    track.video = description
    return FormatDescription(track)
  }

  private func sound(_ rate: Double?, _ channels: Int?) -> FormatDescription? {
    var track = TrackDescription(id: 1, mediaType: .audio)
    track.codec = "mp4a"
    var description = AudioDescription()
    (description.sampleRate, description.channels) = (rate, channels)
    track.audio = description
    return FormatDescription(track)
  }

  private func settings(
    _ preset: OutputSettingsPreset, _ source: FormatDescription?, frame: MediaTime? = nil
  ) throws -> VideoOutputSettings {
    var assistant = try #require(OutputSettingsAssistant(preset: preset))
    assistant.sourceVideoFormat = source
    assistant.sourceVideoAverageFrameDuration = frame
    return try #require(assistant.videoSettings)
  }

  @Test("Names are those of AVFoundation, and sizes match the names")
  func names() throws {
    let names = """
      640x480 960x540 1280x720 1920x1080 3840x2160 HEVC1920x1080 HEVC1920x1080WithAlpha HEVC3840x2160 HEVC3840x2160WithAlpha \
      HEVC4320x2160 HEVC7680x4320 MVHEVC960x960 MVHEVC1440x1440 MVHEVC4320x4320 MVHEVC7680x7680
      """.split(separator: " ").map(String.init)
    #expect(
      OutputSettingsPreset.all.dropLast().map(\.rawValue)
        == names.map { "AVOutputSettingsPreset\($0)" })
    for name in names {
      let preset = try #require(OutputSettingsPreset(named: name))
      #expect(preset.rawValue == "AVOutputSettingsPreset\(name)")
      #expect(OutputSettingsPreset(named: preset.name) == preset)
      #expect(OutputSettingsPreset(named: preset.rawValue) == preset)
      let isCoded = !name.hasPrefix("MV") && !name.hasSuffix("Alpha")
      let assistant = OutputSettingsAssistant(preset: preset)
      #expect((assistant != nil) == isCoded, "\(name)")
      #expect(OutputSettingsAssistant.availableOutputSettingsPresets.contains(preset) == isCoded)
      guard let videoSettings = assistant?.videoSettings else { continue }
      let size = "\(videoSettings.width ?? 0)x\(videoSettings.height ?? 0)"
      #expect(name == (videoSettings.codec == .hevc ? "HEVC" : "") + size)
      #expect(assistant?.outputFileType == .quickTimeMovie)
    }
    #expect(OutputSettingsPreset(named: "1280x721") == nil)
    #expect(OutputSettingsAssistant(preset: OutputSettingsPreset(rawValue: "1280x720")) == nil)
    let audio = try #require(OutputSettingsPreset(named: "audio"))
    let assistant = try #require(OutputSettingsAssistant(preset: audio))
    #expect(assistant.videoSettings == nil)
    #expect(assistant.audioSettings != nil)
    #expect(assistant.outputFileType == .m4a)
  }

  @Test("Without encoders no preset is available")
  func availableWithEncoders() {
    #expect(OutputSettingsAssistant.availableOutputSettingsPresets(with: .standard).isEmpty)
  }

  private static let sizes: [(source: [Int], preset: OutputSettingsPreset, result: [Int])] = [
    ([1920, 1080], .preset1280x720, [1280, 720]), ([640, 360], .preset1280x720, [640, 360]),
    ([4096, 2160], .preset1280x720, [1280, 676]), ([1080, 1920], .preset1280x720, [720, 1280]),
    ([321, 181], .preset640x480, [320, 180]), ([1921, 1081], .preset640x480, [640, 360]),
    ([1000, 1000], .preset640x480, [480, 480]), ([1, 1], .preset640x480, [2, 2]),
    ([3, 2000], .preset640x480, [2, 640]), ([7680, 4320], .hevc4320x2160, [3840, 2160]),
    ([640, 480], .preset640x480, [640, 480]), ([480, 640], .preset640x480, [480, 640]),
  ]

  @Test("Video fits into the preset", arguments: sizes)
  func fits(source: [Int], preset: OutputSettingsPreset, result: [Int]) throws {
    let fitted = try settings(preset, video(source[0], source[1]))
    #expect([fitted.width, fitted.height] == result)
  }

  @Test("Video is never enlarged, has even sizes and keeps its shape")
  func neverEnlarged() throws {
    for width in stride(from: 16, through: 5000, by: 137) {
      for height in stride(from: 16, through: 5000, by: 211) {
        for preset in OutputSettingsAssistant.availableOutputSettingsPresets {
          guard let row = preset.row, row.codec != nil else { continue }
          let fitted = try settings(preset, video(width, height))
          let (newWidth, newHeight) = (try #require(fitted.width), try #require(fitted.height))
          #expect(newWidth <= width && newHeight <= height)
          #expect(newWidth.isMultiple(of: 2) && newHeight.isMultiple(of: 2))
          #expect(max(newWidth, newHeight) <= max(row.width, row.height))
          #expect(min(newWidth, newHeight) <= min(row.width, row.height))
          // Each side is less than two pixels from the same factor.
          let exact = Double(newWidth) * Double(height) / Double(width)
          let step = 2 + 2 * Double(height) / Double(width)
          #expect(abs(exact - Double(newHeight)) <= step, "\(width)x\(height)")
        }
      }
    }
  }

  @Test("Pixel aspect ratio and clean aperture are scaled proportionally")
  func shapes() throws {
    let wide = video(1440, 1080) {
      $0.pixelAspect = [4, 3]
      $0.cleanAperture = [1400, 1060, 0, 6]
    }
    let fitted = try settings(.preset1280x720, wide)
    #expect([fitted.width, fitted.height] == [960, 720])
    #expect(fitted.pixelAspectRatio == PixelAspectRatio(horizontalSpacing: 4, verticalSpacing: 3))
    #expect(fitted.cleanAperture == CleanAperture(width: 933, height: 706, verticalOffset: 4))
    let whole = try settings(
      .preset1280x720, video(640, 360) { $0.cleanAperture = [640, 360, 0, 0] })
    #expect(whole.cleanAperture == nil)
    #expect(whole.pixelAspectRatio == nil)
  }

  @Test("Bit rates grow with size and frame rate")
  func bitRates() throws {
    func rate(_ preset: OutputSettingsPreset, _ value: Int64, _ scale: UInt32) throws -> Int {
      let fitted = try settings(preset, nil, frame: MediaTime(value: value, timescale: scale))
      return try #require(fitted.averageBitRate)
    }
    #expect(try rate(.preset1280x720, 1, 30) == 2_765_000)
    #expect(try rate(.preset1280x720, 1, 60) == 4_147_000)
    #expect(try rate(.preset1280x720, 1, 10) == 922_000)
    #expect(try rate(.hevc1920x1080, 1, 30) == 3_732_000)
    #expect(try settings(.preset1280x720, nil).averageBitRate == 2_765_000)
    #expect(try settings(.preset640x480, video(16, 16)).averageBitRate == 64000)
    let rates = try [
      rate(.preset640x480, 1, 30), rate(.preset960x540, 1, 30), rate(.preset1920x1080, 1, 30),
      rate(.preset3840x2160, 1, 30), rate(.preset3840x2160, 1, 120),
    ]
    #expect(rates == rates.sorted() && Set(rates).count == rates.count)
  }

  @Test("A constant frame rate is set")
  func frameRates() throws {
    var assistant = try #require(OutputSettingsAssistant(preset: .preset640x480))
    assistant.sourceVideoAverageFrameDuration = MediaTime(value: 1, timescale: 25)
    #expect(assistant.videoSettings?.expectedSourceFrameRate == nil)
    assistant.sourceVideoMinFrameDuration = MediaTime(value: 1, timescale: 50)
    #expect(assistant.videoSettings?.expectedSourceFrameRate == nil)
    assistant.sourceVideoMinFrameDuration = MediaTime(value: 24, timescale: 600)
    #expect(assistant.videoSettings?.expectedSourceFrameRate == 25)
  }

  @Test("HDR HEVC has 10 bits")
  func profiles() throws {
    func profile(_ preset: OutputSettingsPreset, transfer: Int) throws -> String? {
      try settings(
        preset,
        video(640, 360) {
          var color = ColorDescription(kind: "nclx")
          color.transfer = transfer
          $0.color = color
        }
      ).profileLevel
    }
    #expect(try profile(.hevc1920x1080, transfer: 16) == "main10")
    #expect(try profile(.hevc1920x1080, transfer: 18) == "main10")
    #expect(try profile(.hevc1920x1080, transfer: 1) == "main")
    #expect(try profile(.preset640x480, transfer: 16) == "high")
  }

  private static let sounds: [(rate: Double?, channels: Int?, result: String)] = [
    (nil, nil, "codec=aac,bitrate=128000,rate=44100,channels=2"),
    (48000, 6, "codec=aac,bitrate=128000,rate=48000,channels=2"),
    (44100, 1, "codec=aac,bitrate=64000,rate=44100,channels=1"),
    (96000, 2, "codec=aac,bitrate=128000,rate=48000,channels=2"),
    (8000, 1, "codec=aac,bitrate=16000,rate=8000,channels=1"),
    (22050, 2, "codec=aac,bitrate=88200,rate=22050,channels=2"),
    (30000, 0, "codec=aac,bitrate=64000,rate=32000,channels=1"),
  ]

  @Test("Audio is AAC of at most 128 kbit/s", arguments: sounds)
  func sound(rate: Double?, channels: Int?, result: String) throws {
    var assistant = try #require(OutputSettingsAssistant(preset: .appleM4A))
    assistant.sourceAudioFormat = sound(rate, channels)
    #expect(assistant.audioSettings?.text == result)
  }

  // MARK: File types

  private static let types: [MetaCore.FileType] = [
    .quickTimeMovie, .mp4, .m4v, .m4a, .m4b, .mobile3GPP, .mobile3GPP2,
  ]

  @Test("Every writable type has its codecs, including recommended ones")
  func recommended() throws {
    #expect(Set(FileTypeCodecs.all.map(\.fileType)) == Set(MovieTarget.all.map(\.fileType)))
    #expect(FileTypeCodecs.all.count == MovieTarget.all.count)
    for target in MovieTarget.all {
      let type = target.fileType
      let video = OutputSettings.recommendedVideoSettings(for: type)
      #expect((video == nil) == target.isAudioOnly, "\(type.name)")
      #expect(
        video.map { OutputSettings.availableVideoCodecs(for: type).contains($0.codec) } ?? true)
      let audio = try #require(OutputSettings.recommendedAudioSettings(for: type))
      #expect(OutputSettings.availableAudioFormats(for: type).contains(audio.format))
    }
    #expect(OutputSettings.recommendedVideoSettings(for: .mp4, codec: .proRes422) == nil)
    #expect(OutputSettings.recommendedVideoSettings(for: .quickTimeMovie, codec: .proRes422) != nil)
    #expect(OutputSettings.recommendedAudioSettings(for: .mp3) == nil)
    let odd = OutputSettings.recommendedVideoSettings(for: .mp4, source: video(321, 181))
    #expect(
      odd?.text == "codec=h264,width=320,height=180,bitrate=173000,profile=high,scaling=resize")
  }

  @Test("Codecs that a type cannot store")
  func refused() throws {
    let mp4 = try #require(FileTypeCodecs.of(.mp4))
    for codec in [VideoOutputSettings.Codec.proRes422, .proRes4444, .png, .jpeg] {
      #expect(!mp4.supports(.video(VideoOutputSettings(codec: codec))))
    }
    var plain = AudioOutputSettings(.linearPCM)
    #expect(mp4.supports(.audio(plain)))
    plain.pcm = PCMFormat(bits: 8)
    #expect(!mp4.supports(.audio(plain)))
    #expect(FileTypeCodecs.of(.quickTimeMovie)?.supports(.audio(plain)) == true)
    let scratch = try Scratch()
    let writer = try AssetWriter(path: FilePath(scratch.file("a.m4a").path), fileType: .m4a)
    #expect(!writer.canApply(nil, for: .video))
    #expect(writer.canApply(nil, for: .audio))
    // There is no encoder.
    #expect(!writer.canApply(.audio(AudioOutputSettings(.aac)), for: .audio))
    #expect(throws: MetaError.self) {
      _ = try writer.inputReceiver(
        for: AssetWriterInput(.audio, settings: .audio(AudioOutputSettings(.opus))))
    }
    #expect(writer.recommendedVideoSettings() == nil)
    #expect(writer.recommendedAudioSettings()?.format == .aac)
  }
}
