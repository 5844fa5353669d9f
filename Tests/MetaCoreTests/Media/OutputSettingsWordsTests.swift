import Foundation
import TestSupport
import Testing

@testable import MetaCore

@Suite("Output settings as words and as JSON")
struct OutputSettingsWordsTests {
  /// Settings with every property.
  private var everything: VideoOutputSettings {
    var settings = VideoOutputSettings(codec: .proRes422HQ, width: 1280, height: 720)
    settings.averageBitRate = 5_000_000
    settings.quality = 0.25
    settings.maxKeyFrameInterval = 60
    settings.maxKeyFrameIntervalDuration = 2.5
    settings.profileLevel = "high@4.1"
    settings.allowsFrameReordering = false
    settings.expectedSourceFrameRate = 29.97
    settings.speed = "veryfast"
    var color = ColorProperties()
    (color.primaries, color.matrix, color.isFullRange) = (9, 10, false)
    settings.color = color
    settings.cleanAperture = CleanAperture(
      width: 1200, height: 700, horizontalOffset: -3, verticalOffset: 4)
    settings.pixelAspectRatio = PixelAspectRatio(horizontalSpacing: 16, verticalSpacing: 11)
    settings.scalingMode = .resizeAspectFill
    return settings
  }

  private static let text = """
    codec=proRes422HQ,width=1280,height=720,bitrate=5000000,quality=0.25,keyframes=60,keyseconds=2.5,profile=high@4.1,reorder=false,\
    fps=29.97,speed=veryfast,color=9//10/video,aperture=1200x700-3+4,pixelaspect=16:11,scaling=resizeAspectFill
    """

  @Test func textOfEverything() throws {
    #expect(everything.text == OutputSettingsWordsTests.text)
    #expect(try VideoOutputSettings(text: OutputSettingsWordsTests.text) == everything)
    // A word for every property.
    #expect(VideoOutputSettings.words.count == Mirror(reflecting: everything).children.count)
    #expect(VideoOutputSettings.words.allSatisfy { $0.get(everything) != nil })
  }

  @Test func everyWordIsInTheDocument() throws {
    let page = try String(
      contentsOf: Repository.root.appending(path: "docs/transcoding.md"), encoding: .utf8)
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { $0.split(separator: "|").first }
    for name in VideoOutputSettings.words.map(\.name) + AudioOutputSettings.words.map(\.name) {
      #expect(rows.contains { $0.contains("`\(name)`") }, "\(name)")
    }
  }

  @Test func textOfACommandLine() throws {
    let video = try VideoOutputSettings(
      text: "codec=H264,width=1280,bitrate=2.5M,keyframes=2s,profile=main,speed=veryfast")
    var expected = VideoOutputSettings(codec: .h264, width: 1280)
    expected.averageBitRate = 2_500_000
    expected.maxKeyFrameIntervalDuration = 2
    expected.profileLevel = "main"
    expected.speed = "veryfast"
    #expect(video == expected)
    let audio = try AudioOutputSettings(text: "codec=aac,bitrate=128k,rate=44100,channels=2")
    #expect(audio == AudioOutputSettings(.aac, bitRate: 128_000, sampleRate: 44100, channels: 2))
    var plain = AudioOutputSettings(.linearPCM)
    plain.pcm = .int24
    #expect(try AudioOutputSettings(text: "codec=pcm,samples=s24le") == plain)
    #expect(plain.text == "codec=linearPCM,samples=s24le")
    #expect(AudioOutputSettings.words.count == Mirror(reflecting: plain).children.count)
  }

  @Test func changesOfSettings() throws {
    var settings = VideoOutputSettings(codec: .hevc, width: 640)
    try settings.apply(text: "bitrate=1M")
    #expect(settings.text == "codec=hevc,width=640,bitrate=1000000,scaling=resizeAspect")
    let old = settings
    #expect(throws: MetaError.self) { try settings.apply(text: "width=320,hight=200") }
    #expect(settings == old)
  }

  private static let wrong: [(text: String, reason: String)] = [
    ("", "`` in video settings is not of the form WORD=VALUE"),
    ("codec", "`codec` in video settings is not of the form WORD=VALUE"),
    ("width=1280", "video settings require a codec"),
    ("codec=h265", "`h265` is not a valid value for `codec`; did you mean h264?"),
    ("codec=h264,widht=3", "unknown video setting `widht`; did you mean width?"),
    (
      "codec=h264,width=0",
      "`0` is not a valid value for `width`; expected: an integer from 1 to 1048576"
    ),
    (
      "codec=h264,width=1.5",
      "`1.5` is not a valid value for `width`; expected: an integer from 1 to 1048576"
    ),
    (
      "codec=h264,bitrate=-5M",
      "`-5M` is not a valid value for `bitrate`; expected: an integer from 1 to 2000000000"
    ),
    (
      "codec=h264,bitrate=inf",
      "`inf` is not a valid value for `bitrate`; expected: an integer from 1 to 2000000000"
    ),
    (
      "codec=h264,quality=1.1",
      "`1.1` is not a valid value for `quality`; expected: a number from 0 to 1"
    ),
    ("codec=h264,codec=hevc", "video setting `codec` appears twice"),
    ("codec=h264,reorder=fals", "`fals` is not a valid value for `reorder`; did you mean false?"),
    (
      "codec=h264,scaling=resizeAspct",
      "`resizeAspct` is not a valid value for `scaling`; did you mean resizeAspect?"
    ),
    (
      "codec=h264,pixelaspect=4",
      "`4` is not a valid value for `pixelaspect`; expected: WIDTH:HEIGHT, such as 4:3"
    ),
    (
      "codec=h264,keyframes=s",
      "`s` is not a valid value for `keyframes`; expected: a number of frames, or of seconds with the suffix s, such as 2s"
    ),
    (
      "codec=h264,aperture=4x-3",
      "`4x-3` is not a valid value for `aperture`; expected: WIDTHxHEIGHT, optionally with an offset +X+Y"
    ),
    (
      "codec=h264,color=1/1",
      "`1/1` is not a valid value for `color`; expected: PRIMARIES/TRANSFER/MATRIX, such as 1/1/1, optionally with /full or /video"
    ),
  ]

  @Test("Invalid words are named in the error", arguments: wrong)
  func refusals(text: String, reason: String) {
    let error = #expect(throws: MetaError.self) { try VideoOutputSettings(text: text) }
    #expect(error?.code == .invalidAttributes)
    #expect(error?.reason == reason)
  }

  @Test func invalidAudioWords() {
    let far = #expect(throws: MetaError.self) {
      try AudioOutputSettings(text: "codec=aac,somethingelse=1")
    }
    #expect(
      far?.reason
        == "unknown audio setting `somethingelse`; the settings are codec, bitrate, rate, channels, samples"
    )
    let pcm = #expect(throws: MetaError.self) {
      try AudioOutputSettings(text: "codec=pcm,samples=s25le")
    }
    #expect(
      pcm?.reason
        == "`s25le` is not a valid value for `samples`; expected: FFmpeg's name of a sample format, such as s16le"
    )
  }

  // MARK: JSON

  @Test func jsonRoundTrip() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(everything)
    #expect(
      String(decoding: json, as: UTF8.self)
        == """
        {"aperture":"1200x700-3+4","bitrate":5000000,"codec":"proRes422HQ","color":"9//10/video","fps":29.97,"height":720,\
        "keyframes":60,"keyseconds":2.5,"pixelaspect":"16:11","profile":"high@4.1","quality":0.25,"reorder":false,\
        "scaling":"resizeAspectFill","speed":"veryfast","width":1280}
        """)
    #expect(try JSONDecoder().decode(VideoOutputSettings.self, from: json) == everything)
    for format in AudioOutputSettings.Format.allCases {
      var settings = AudioOutputSettings(format, bitRate: 96000, sampleRate: 48000, channels: 6)
      settings.pcm = .planarFloat32
      let json = try encoder.encode(settings)
      #expect(try JSONDecoder().decode(AudioOutputSettings.self, from: json) == settings)
    }
    for codec in VideoOutputSettings.Codec.allCases {
      let settings = VideoOutputSettings(codec: codec)
      let json = try encoder.encode(settings)
      #expect(try JSONDecoder().decode(VideoOutputSettings.self, from: json) == settings)
      #expect(try VideoOutputSettings(text: settings.text) == settings)
    }
  }

  private static let wrongJSON: [(json: String, reason: String)] = [
    (#"{"codec":"h264","widht":3}"#, "unknown video setting `widht`; did you mean width?"),
    (#"{"codec":"h264","width":-3}"#, "`-3` is not a valid value for `width`"),
    (#"{"codec":"h264","reorder":1}"#, "`1` is not a valid value for `reorder`"),
    (#"{"codec":"h264","color":{}}"#, "`color` is neither a number, a string nor a Boolean"),
    (#"{"width":3}"#, "video settings require a codec"),
  ]

  @Test("JSON with other keys or values is refused", arguments: wrongJSON)
  func refusedJSON(json: String, reason: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(VideoOutputSettings.self, from: Data(json.utf8))
    }
    #expect("\(try #require(error))".contains(reason), "\(String(describing: error))")
  }

  @Test func textsInJSON() throws {
    let json = #"{"codec":"hevc","bitrate":"5M","keyframes":"2s","speed":null}"#
    let settings = try JSONDecoder().decode(VideoOutputSettings.self, from: Data(json.utf8))
    #expect(settings.averageBitRate == 5_000_000)
    #expect(settings.maxKeyFrameIntervalDuration == 2)
  }
}
