extension VideoOutputSettings: WordedSettings {
  static let subject = "video"

  init(anyCodec: Void) { self.init(codec: .h264) }

  static let words: [SettingsWord<VideoOutputSettings>] = [
    .choice("codec", \.codec),
    .whole("width", \.width, 1...largestSide), .whole("height", \.height, 1...largestSide),
    .whole("bitrate", \.averageBitRate, 1...largestBitRate),
    .number("quality", \.quality, 0...1),
    keyFrames,
    .number("keyseconds", \.maxKeyFrameIntervalDuration, 0...86400),
    .word("profile", \.profileLevel), .flag("reorder", \.allowsFrameReordering),
    .number("fps", \.expectedSourceFrameRate, 0.001...1000), .word("speed", \.speed),
    .form(
      "color", \.color, "PRIMARIES/TRANSFER/MATRIX, such as 1/1/1, optionally with /full or /video"
    ) {
      ColorProperties(words: $0)
    } _: {
      $0.words
    },
    .form("aperture", \.cleanAperture, "WIDTHxHEIGHT, optionally with an offset +X+Y") {
      CleanAperture(words: $0)
    } _: {
      $0.words
    },
    .form("pixelaspect", \.pixelAspectRatio, "WIDTH:HEIGHT, such as 4:3") {
      PixelAspectRatio(words: $0)
    } _: {
      "\($0.horizontalSpacing):\($0.verticalSpacing)"
    },
    .choice("scaling", \.scalingMode),
  ]

  /// The maximum width and height of a frame.
  private static let largestSide = 1 << 20
  /// The maximum bit rate, 2 Gbit/s, because encoders use 32-bit counters.
  private static let largestBitRate = 2_000_000_000

  /// A number of frames, or seconds with the suffix `s`.
  private static let keyFrames = SettingsWord<VideoOutputSettings>(
    name: "keyframes", expected: "a number of frames, or of seconds with the suffix s, such as 2s",
    set: { settings, text in
      if text.last == "s" {
        guard let seconds = SettingsText.number(String(text.dropLast())), seconds <= 86400 else {
          return false
        }
        settings.maxKeyFrameIntervalDuration = seconds
        return true
      }
      guard let count = SettingsText.whole(text), (1...1_000_000).contains(count) else {
        return false
      }
      settings.maxKeyFrameInterval = count
      return true
    }, get: { $0.maxKeyFrameInterval.map { .whole($0) } })

  /// Creates settings from text such as
  /// `codec=h264,width=1280,bitrate=5M,keyframes=2s,profile=main,speed=veryfast`.
  ///
  /// The words are the keys of the JSON form: codec, width, height, bitrate, quality, keyframes
  /// (frames, or seconds as `2s`), keyseconds, profile, reorder, fps, speed, color, aperture,
  /// pixelaspect, scaling.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes`; its message names the invalid word and
  ///   suggests the nearest valid one.
  public init(text: String) throws(MetaError) {
    try self.init(words: text)
  }

  /// Applies text in the format of ``init(text:)``, except that the codec is optional.
  ///
  /// - Throws: ``MetaError``, as for ``init(text:)``; nothing is changed in that case.
  public mutating func apply(text: String) throws(MetaError) {
    try apply(words: text)
  }

  /// The settings as text that ``init(text:)`` accepts.
  public var text: String { wordsText }

  /// Decodes a JSON object whose keys are the words of ``init(text:)``; other keys are rejected.
  public init(from decoder: any Decoder) throws { try self.init(decodingWords: decoder) }

  /// Encodes a JSON object whose keys are the words of ``init(text:)``.
  public func encode(to encoder: any Encoder) throws { try encodeWords(to: encoder) }
}

extension AudioOutputSettings: WordedSettings {
  static let subject = "audio"

  init(anyCodec: Void) { self.init(.aac) }

  static let words: [SettingsWord<AudioOutputSettings>] = [
    .choice("codec", \.format, others: ["pcm": .linearPCM]),
    .whole("bitrate", \.bitRate, 1...100_000_000), .whole("rate", \.sampleRate, 1...768_000),
    .whole("channels", \.channels, 1...64),
    .form("samples", \.pcm, "FFmpeg's name of a sample format, such as s16le") {
      PCMFormat(name: $0)
    } _: {
      $0.name
    },
  ]

  /// Creates settings from text such as `codec=aac,bitrate=128k,rate=44100,channels=2`.
  ///
  /// The words are the keys of the JSON form: codec, bitrate, rate, channels, samples (`s16le`).
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes`; its message names the invalid word and
  ///   suggests the nearest valid one.
  public init(text: String) throws(MetaError) {
    try self.init(words: text)
  }

  /// Applies text in the format of ``init(text:)``, except that the codec is optional.
  ///
  /// - Throws: ``MetaError``, as for ``init(text:)``; nothing is changed in that case.
  public mutating func apply(text: String) throws(MetaError) {
    try apply(words: text)
  }

  /// The settings as text that ``init(text:)`` accepts.
  public var text: String { wordsText }

  /// Decodes a JSON object whose keys are the words of ``init(text:)``; other keys are rejected.
  public init(from decoder: any Decoder) throws { try self.init(decodingWords: decoder) }

  /// Encodes a JSON object whose keys are the words of ``init(text:)``.
  public func encode(to encoder: any Encoder) throws { try encodeWords(to: encoder) }
}

extension OutputSettings {
  /// Creates settings from text, for video or audio depending on the codec named in the text.
  ///
  /// - Throws: ``MetaError`` with `invalidAttributes`, as for ``VideoOutputSettings/init(text:)``
  ///   and ``AudioOutputSettings/init(text:)``.
  public init(text: String) throws(MetaError) {
    let codec = text.split(separator: ",").first { $0.lowercased().hasPrefix("codec=") }
      .map { $0.dropFirst("codec=".count).lowercased() }
    let isVideo = VideoOutputSettings.Codec.allCases.contains { $0.rawValue.lowercased() == codec }
    self =
      isVideo
      ? .video(try VideoOutputSettings(text: text)) : .audio(try AudioOutputSettings(text: text))
  }

  /// The settings as text that ``init(text:)`` accepts.
  public var text: String {
    switch self {
    case .video(let settings): settings.text
    case .audio(let settings): settings.text
    }
  }
}

extension ColorProperties {
  /// Parses text such as `9/16/9`, where each number is optional, with an optional `/full` or
  /// `/video`.
  fileprivate init?(words text: String) {
    var parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    self.init()
    if parts.count == 4 {
      let range = parts.removeLast()
      guard range == "full" || range == "video" else { return nil }
      isFullRange = range == "full"
    }
    guard parts.count == 3 else { return nil }
    let numbers = parts.map { UInt8($0).map(Int.init) }
    guard zip(parts, numbers).allSatisfy({ $0.isEmpty || $1 != nil }) else { return nil }
    (primaries, transfer, matrix) = (numbers[0], numbers[1], numbers[2])
  }

  fileprivate var words: String {
    let numbers = [primaries, transfer, matrix].map { $0.map(String.init) ?? "" }
    return numbers.joined(separator: "/") + (isFullRange.map { $0 ? "/full" : "/video" } ?? "")
  }
}

extension CleanAperture {
  /// Parses text such as `1888x1062`, with an optional offset `+X+Y` or `-X-Y`.
  fileprivate init?(words text: String) {
    let (size, offset) = CleanAperture.split(text)
    guard let sizes = SettingsText.numbers(size, separatedBy: "x"), sizes.count == 2,
      sizes.allSatisfy({ (1...(1 << 20)).contains($0) })
    else { return nil }
    var offsets = [0, 0]
    if !offset.isEmpty {
      let signed = offset.dropFirst()
      guard let middle = signed.firstIndex(where: { $0 == "+" || $0 == "-" }),
        let x = Int(offset[..<middle]), let y = Int(offset[middle...]),
        x.magnitude <= 1 << 20, y.magnitude <= 1 << 20
      else { return nil }
      offsets = [x, y]
    }
    self.init(
      width: sizes[0], height: sizes[1], horizontalOffset: offsets[0], verticalOffset: offsets[1])
  }

  /// Splits the text of an aperture before the first sign; the offset is empty if there is no sign.
  private static func split(_ text: String) -> (size: String, offset: Substring) {
    guard let sign = text.firstIndex(where: { $0 == "+" || $0 == "-" }) else { return (text, "") }
    return (String(text[..<sign]), text[sign...])
  }

  fileprivate var words: String {
    func signed(_ number: Int) -> String { number < 0 ? "\(number)" : "+\(number)" }
    let hasOffset = horizontalOffset != 0 || verticalOffset != 0
    return "\(width)x\(height)"
      + (hasOffset ? signed(horizontalOffset) + signed(verticalOffset) : "")
  }
}

extension PixelAspectRatio {
  /// Parses text such as `16:11`.
  fileprivate init?(words text: String) {
    guard let sizes = SettingsText.numbers(text, separatedBy: ":"), sizes.count == 2,
      sizes.allSatisfy({ (1...Int(UInt16.max)).contains($0) })
    else { return nil }
    self.init(horizontalSpacing: sizes[0], verticalSpacing: sizes[1])
  }
}
