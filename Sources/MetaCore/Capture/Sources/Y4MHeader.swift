/// The first line of a YUV4MPEG2 stream, in which pictures follow each other uncompressed
/// (yuv4mpeg(5) of mjpegtools).
struct Y4MHeader: Sendable, Hashable {
  var width: Int
  var height: Int
  /// How long a picture is presented.
  var frameDuration: MediaTime
  var format: PixelFormat
  var isFullRange: Bool?
  /// The width of a pixel relative to its height, as two numbers; nil where it is not known.
  var pixelAspect: [Int]?

  /// What each frame begins with.
  static let frame = "FRAME"
  static let magic = "YUV4MPEG2"
  /// No header is longer.
  static let longest = 1024

  /// The names of layouts of pixels and libavutil's names for them; the first is the one that is
  /// written.
  private static let layouts = [
    ("420mpeg2", "yuv420p"), ("420jpeg", "yuv420p"), ("420paldv", "yuv420p"), ("420", "yuv420p"),
    ("422", "yuv422p"), ("444", "yuv444p"), ("mono", "gray"), ("420p10", "yuv420p10le"),
    ("422p10", "yuv422p10le"), ("444p10", "yuv444p10le"),
  ]

  /// - Throws: ``MetaError``: `malformed` for what is no header, `unsupported` for a layout that is
  ///   not known.
  init(line: String) throws(MetaError) {
    let words = line.split(separator: " ")
    guard words.first == Y4MHeader.magic[...] else {
      throw MetaError(.malformed, reason: "a YUV4MPEG2 stream begins with \(Y4MHeader.magic)")
    }
    func value(_ name: Character) -> Substring? {
      words.dropFirst().first { $0.first == name }?.dropFirst()
    }
    guard let width = value("W").flatMap({ Int($0) }), let height = value("H").flatMap({ Int($0) })
    else { throw MetaError(.malformed, reason: "a YUV4MPEG2 stream without width or height") }
    (self.width, self.height) = (width, height)
    frameDuration = value("F").flatMap(Y4MHeader.duration) ?? MediaTime(numeric: 1, 25)
    pixelAspect = value("A").flatMap(Y4MHeader.pixelAspect)
    let layout = value("C") ?? "420jpeg"
    guard let name = Y4MHeader.layouts.first(where: { $0.0 == layout })?.1,
      let format = PixelFormat(libavName: name)
    else {
      throw MetaError(.unsupported, reason: "a YUV4MPEG2 stream with pictures of \(layout)")
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

  /// The line, without its end; nil for a layout that such a stream does not have.
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

  /// Two numbers: `16:15`; nil for `0:0`, which is not known.
  private static func pixelAspect(_ text: Substring) -> [Int]? {
    let numbers = text.split(separator: ":").compactMap { UInt16($0) }.map(Int.init)
    return numbers.count == 2 && numbers[0] > 0 && numbers[1] > 0 ? numbers : nil
  }

  /// A duration of its rate: `30000:1001`.
  private static func duration(_ rate: Substring) -> MediaTime? {
    let numbers = rate.split(separator: ":").compactMap { UInt32($0) }
    guard numbers.count == 2, numbers[0] > 0, numbers[1] > 0 else { return nil }
    return MediaTime(value: Int64(numbers[1]), timescale: numbers[0])
  }
}
