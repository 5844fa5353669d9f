internal import LibAV
internal import MetaCore

/// Converts the output settings for a track to the name of a libavcodec encoder and its options;
/// for example, `.h264` with a quality becomes `libx264` with `crf`.
struct EncoderChoice {
  /// libavcodec's name for the encoder.
  let encoder: String
  /// The options that do not depend on the video, under libavcodec's names.
  private var fixed: [MediaEntry] = []
  /// Parameters for the encoder's own library.
  private var parameters: [String] = []
  /// The maximum key frame interval, in seconds and in frames.
  private var keyFrames: (seconds: Double?, pictures: Int?) = (nil, nil)

  private mutating func set(_ key: String, _ value: some CustomStringConvertible) {
    fixed.append(MediaEntry(key, "\(value)"))
  }

  /// Chooses an encoder for video or audio.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for settings that no encoder supports.
  init(_ settings: OutputSettings) throws(ParseError) {
    switch settings {
    case .video(let settings): try self.init(settings)
    case .audio(let settings): try self.init(settings)
    }
  }

  // MARK: Audio

  /// Chooses an audio encoder.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for a PCM format without an encoder.
  init(_ settings: AudioOutputSettings) throws(ParseError) {
    switch settings.format {
    case .aac: encoder = "aac"
    case .alac: encoder = "alac"
    case .flac: encoder = "flac"
    case .opus: encoder = "libopus"
    case .mp3: encoder = "libmp3lame"
    case .ac3: encoder = "ac3"
    case .linearPCM: encoder = try EncoderChoice.name(of: settings.pcm ?? .int16)
    }
    if let rate = settings.bitRate { set("b", rate) }
  }

  /// Returns libavcodec's name for a PCM encoder.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for planar samples, and for unsigned samples with
  ///   more than 8 bits.
  private static func name(of pcm: PCMFormat) throws(ParseError) -> String {
    guard pcm.isValid, pcm.isInterleaved, pcm.isSigned || pcm.bits == 8 else {
      throw ParseError(.unsupported, at: 0, "writing \(pcm.name) samples is not supported")
    }
    if pcm.bits == 8 { return pcm.isSigned ? "pcm_s8" : "pcm_u8" }
    return "pcm_\(pcm.isFloat ? "f" : "s")\(pcm.bits)\(pcm.isBigEndian ? "be" : "le")"
  }

  // MARK: Video

  /// Chooses a video encoder.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for an unknown profile, or for both a bit rate and
  ///   a quality.
  init(_ settings: VideoOutputSettings) throws(ParseError) {
    switch settings.codec {
    case .h264: encoder = "libx264"
    case .hevc: encoder = "libx265"
    case .av1: encoder = "libsvtav1"
    case .vp9: encoder = "libvpx-vp9"
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444:
      encoder = "prores_ks"
    case .jpeg: encoder = "mjpeg"
    case .png: encoder = "png"
    }
    guard settings.averageBitRate == nil || settings.quality == nil else {
      throw ParseError(.unsupported, at: 0, "a bit rate and a quality cannot be combined")
    }
    if let rate = settings.averageBitRate { set("b", rate) }
    keyFrames = (settings.maxKeyFrameIntervalDuration, settings.maxKeyFrameInterval)
    switch settings.codec {
    case .h264, .hevc: try setReordering(settings)
    case .av1:
      setNumbers(settings, speed: "preset", worst: 63)
      // Without this, SVT-AV1 ignores the frame type of its input frames.
      if settings.maxKeyFrameIntervalDuration != nil {
        parameters.append("enable-force-key-frames=1")
      }
    case .vp9: setNumbers(settings, speed: "cpu-used", worst: 63)
    case .proRes422Proxy, .proRes422LT, .proRes422, .proRes422HQ, .proRes4444:
      set("profile", EncoderChoice.proRes[settings.codec] ?? "standard")
      // Apple's vendor code.
      set("vendor", "apl0")
    case .jpeg: setQuantiser(settings)
    case .png: break
    }
  }

  private static let proRes: [VideoOutputSettings.Codec: String] = [
    .proRes422Proxy: "proxy", .proRes422LT: "lt", .proRes422: "standard", .proRes422HQ: "hq",
    .proRes4444: "4444",
  ]

  /// Returns the options under libavcodec's names; for video, including those that depend on its
  /// mastering display, its content light level and its frame rate.
  func options(for color: ColorProperties = ColorProperties(), rate: Double? = nil) -> [MediaEntry]
  {
    var options = fixed
    var pictures = keyFrames.pictures
    if let seconds = keyFrames.seconds, let rate, seconds.isFinite, rate.isFinite {
      let most = max(1, Int(min(1e6, max(0, seconds * rate).rounded())))
      pictures = min(pictures ?? most, most)
    }
    if let pictures { options.append(MediaEntry("g", "\(max(0, pictures))")) }
    let all = parameters + dynamicRange(color)
    if let key = EncoderChoice.parameterKeys[encoder], !all.isEmpty {
      options.append(MediaEntry(key, all.joined(separator: ":")))
    }
    return options
  }

  /// The option that passes parameters to the encoder's own library.
  private static let parameterKeys = [
    "libx264": "x264-params", "libx265": "x265-params", "libsvtav1": "svtav1-params",
  ]

  /// Returns the parameters for the mastering display and the content light level.
  private func dynamicRange(_ color: ColorProperties) -> [String] {
    var words: [String] = []
    if let display = color.masteringDisplay {
      let key = encoder == "libx265" ? "master-display" : "mastering-display"
      words.append("\(key)=\(encoder == "libsvtav1" ? display.decimals : display.steps)")
    }
    if let light = color.contentLightLevel {
      let keys = ["libx264": "cll", "libx265": "max-cll", "libsvtav1": "content-light"]
      words.append("\(keys[encoder] ?? "cll")=\(light.maximum),\(light.frameAverage)")
    }
    return words
  }

  /// Sets the options for x264 and x265.
  private mutating func setReordering(_ settings: VideoOutputSettings) throws(ParseError) {
    if let speed = settings.speed { set("preset", speed) }
    if let quality = settings.quality { set("crf", EncoderChoice.quantiser(quality, worst: 51)) }
    let isHEVC = settings.codec == .hevc
    if settings.allowsFrameReordering == false {
      if isHEVC { parameters.append("bframes=0") } else { set("bf", 0) }
    }
    if let text = settings.profileLevel {
      let (profile, level) = try ProfileLevel.parts(of: text, settings.codec)
      set("profile", profile)
      if let level {
        if isHEVC { parameters.append("level-idc=\(level)") } else { set("level", level) }
      }
    }
    guard isHEVC else { return }
    // x265 would write to standard error.
    parameters.append("log-level=none")
    // Turns forced key frames into IDR frames; by default, x265 allows references across them.
    if settings.maxKeyFrameIntervalDuration != nil { set("forced-idr", 1) }
  }

  /// Sets the options for encoders with numeric quality and speed.
  private mutating func setNumbers(_ settings: VideoOutputSettings, speed: String, worst: Double) {
    if let number = settings.speed { set(speed, number) }
    guard let quality = settings.quality else { return }
    set("crf", Int(EncoderChoice.quantiser(quality, worst: worst)))
    // With a bit rate, libvpx would treat the quality as a limit (constrained quality).
    if settings.codec == .vp9 { set("b", 0) }
  }

  /// Sets the JPEG quality; of libavcodec's 31 quantisers, 2 is the best useful one.
  ///
  /// The unit of the option is 1/118 of a quantiser (`FF_QP2LAMBDA`).
  private mutating func setQuantiser(_ settings: VideoOutputSettings) {
    guard let quality = settings.quality else { return }
    set("flags", "+qscale")
    let step = 2 + EncoderChoice.quantiser(quality, worst: 29)
    set("global_quality", Int((step * 118).rounded()))
  }

  /// Converts a quality from 0 to 1 to a quantiser from `worst` to 0, rounded to tenths.
  private static func quantiser(_ quality: Double, worst: Double) -> Double {
    let bounded = quality.isFinite ? min(max(quality, 0), 1) : 0.5
    return ((1 - bounded) * worst * 10).rounded() / 10
  }
}

/// Parses the profile and level of H.264 and HEVC settings, given by libavcodec's names
/// (`high@4.1`) or AVFoundation's (`H264_High_4_1`).
enum ProfileLevel {
  /// Returns the profile and, if specified, the level.
  ///
  /// - Throws: ``ParseError`` with `unsupported` for an unknown profile.
  static func parts(
    of text: String, _ codec: VideoOutputSettings.Codec
  ) throws(ParseError) -> (profile: String, level: String?) {
    var words = text.lowercased().split { "_@ ".contains($0) }.map(String.init)
    if let first = words.first, ["h264", "hevc"].contains(first) { words.removeFirst() }
    let profile = words.first ?? ""
    let profiles = codec == .hevc ? hevc : h264
    guard profiles.contains(profile) else {
      throw ParseError(
        .unsupported, at: 0,
        "\(codec.rawValue) has no profile `\(text)`; the supported profiles are \(profiles.joined(separator: ", "))"
      )
    }
    let rest = words.dropFirst().filter { $0 != "autolevel" }
    return (profile, rest.isEmpty ? nil : rest.joined(separator: "."))
  }

  private static let h264 = ["baseline", "main", "high", "high10", "high422", "high444"]
  private static let hevc = ["main", "main10", "main422-10", "main444-8", "main444-10", "main12"]

  /// Returns whether a profile is limited to 8-bit 4:2:0.
  static func isPlain(_ text: String?) -> Bool {
    guard let text = text?.lowercased() else { return false }
    return ["baseline", "main", "high"].contains { profile in
      [profile, "h264_\(profile)", "hevc_\(profile)"].contains { name in
        text == name || text.hasPrefix(name + "_") || text.hasPrefix(name + "@")
      }
    }
  }
}

extension MasteringDisplay {
  /// The values for x264 and x265: chromaticities in steps of 0.00002, luminances in steps of
  /// 0.0001 cd/m².
  fileprivate var steps: String {
    text { MasteringDisplay.steps($0, $1 ? 10000 : 50000).description }
  }

  /// The values as decimals, for SVT-AV1.
  fileprivate var decimals: String { text { number, _ in "\(number)" } }

  private func text(_ number: (_ value: Double, _ isLuminance: Bool) -> String) -> String {
    func chromaticity(_ name: String, _ place: Chromaticity) -> String {
      "\(name)(\(number(place.x, false)),\(number(place.y, false)))"
    }
    return chromaticity("G", green) + chromaticity("B", blue) + chromaticity("R", red)
      + chromaticity("WP", whitePoint)
      + "L(\(number(maximumLuminance, true)),\(number(minimumLuminance, true)))"
  }
}
