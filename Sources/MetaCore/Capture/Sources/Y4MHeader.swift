/// The first line of a YUV4MPEG2 stream of uncompressed frames (yuv4mpeg(5) of mjpegtools): frame
/// size, frame rate, pixel aspect ratio, pixel format and colour range.
///
/// ``PipedVideo`` reads the header; ``CapturePreviewOutput`` writes it. Interlacing is ignored; new
/// headers specify progressive frames.
struct Y4MHeader: Sendable, Hashable {
  var width: Int
  var height: Int
  /// The duration of a frame.
  var frameDuration: MediaTime
  var format: PixelFormat
  var isFullRange: Bool?
  /// The pixel aspect ratio as two numbers; nil if unknown.
  var pixelAspect: [Int]?

  /// The prefix of each frame.
  static let frame = "FRAME"
  static let magic = "YUV4MPEG2"
  /// The maximum length of a header, or of the line before a frame, in bytes.
  static let longest = 1024

  /// The header's names for pixel formats, with libavutil's names; if several have the same
  /// libavutil name, the first is written.
  private static let layouts = [
    ("420mpeg2", "yuv420p"), ("420jpeg", "yuv420p"), ("420paldv", "yuv420p"), ("420", "yuv420p"),
    ("422", "yuv422p"), ("444", "yuv444p"), ("mono", "gray"), ("420p10", "yuv420p10le"),
    ("422p10", "yuv422p10le"), ("444p10", "yuv444p10le"),
  ]

  /// Parses a header line; without a frame rate, it is 25 frames per second.
  ///
  /// - Throws: ``MetaError``: `malformed` if the line is not a header, `unsupported` for an unknown
  ///   pixel format.
  init(line: String) throws(MetaError) {
    let words = line.split(separator: " ")
    guard words.first == Y4MHeader.magic[...] else {
      throw MetaError(.malformed, reason: "not a YUV4MPEG2 stream: \(Y4MHeader.magic) is missing")
    }
    func value(_ name: Character) -> Substring? {
      words.dropFirst().first { $0.first == name }?.dropFirst()
    }
    guard let width = value("W").flatMap({ Int($0) }), let height = value("H").flatMap({ Int($0) })
    else { throw MetaError(.malformed, reason: "the YUV4MPEG2 header has no width or height") }
    (self.width, self.height) = (width, height)
    frameDuration = value("F").flatMap(Y4MHeader.duration) ?? MediaTime(numeric: 1, 25)
    pixelAspect = value("A").flatMap(Y4MHeader.pixelAspect)
    let layout = value("C") ?? "420jpeg"
    guard let name = Y4MHeader.layouts.first(where: { $0.0 == layout })?.1,
      let format = PixelFormat(libavName: name)
    else {
      throw MetaError(.unsupported, reason: "YUV4MPEG2 pixel format \(layout) is not supported")
    }
    self.format = format
    if words.contains("XCOLORRANGE=FULL") { isFullRange = true }
    if words.contains("XCOLORRANGE=LIMITED") { isFullRange = false }
  }

  init(_ picture: PixelBuffer, frameDuration: MediaTime, pixelAspect: [Int]?) {
    (width, height, format) = (picture.width, picture.height, picture.format)
    self.frameDuration = frameDuration
    self.pixelAspect = pixelAspect
    isFullRange = picture.color.isFullRange
  }

  /// The line, without a line break, with square pixels if their aspect ratio is unknown; nil for a
  /// pixel format that YUV4MPEG2 does not support.
  var line: String? {
    guard let layout = Y4MHeader.layouts.first(where: { $0.1 == format.libavName })?.0 else {
      return nil
    }
    let range = isFullRange.map { $0 ? " XCOLORRANGE=FULL" : " XCOLORRANGE=LIMITED" } ?? ""
    let aspect = pixelAspect.map { "\($0[0]):\($0[1])" } ?? "1:1"
    return
      "\(Y4MHeader.magic) W\(width) H\(height) F\(frameDuration.timescale):\(frameDuration.value) "
      + "Ip A\(aspect) C\(layout)\(range)"
  }

  /// Parses two numbers, such as `16:15`; returns nil for `0:0`, which means unknown, and for
  /// anything else that is not a ratio of positive 16-bit numbers.
  private static func pixelAspect(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ":").compactMap { UInt16($0) }.map(Int.init)
    return numbers.count == 2 && numbers[0] > 0 && numbers[1] > 0 ? numbers : nil
  }

  /// Returns the frame duration for a rate such as `30000:1001`; nil for an invalid rate.
  private static func duration(_ rate: Substring) -> MediaTime? {
    let numbers = rate.split(separator: ":").compactMap { UInt32($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return MediaTime(value: Int64(numbers[1]), timescale: numbers[0])
  }
}
