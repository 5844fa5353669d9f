internal import MetaCore
internal import MetaSystem
internal import SystemPackage

/// Implements `frame`: decodes the images of a video at given times, and writes each of them, or
/// one contact sheet of all, to a file or to standard output.
struct FrameJob: Sendable {
  /// The times for which images are extracted (`--at`, `--every`, `--count`).
  enum Times: Sendable, Hashable {
    /// A list of times.
    case at([MediaTime])
    /// One image per interval, the first at the start of the range.
    case every(MediaTime)
    /// A number of images, each in the middle of an equal part of the range.
    case count(Int)
  }

  let input: InputPath
  var track: UInt32?
  var times = Times.at([.zero])
  var range = MediaTimeRange.all
  var settings = ImageSettings()
  /// The grid of the contact sheet, or nil for one file per image.
  var sheet: (columns: Int, rows: Int)?
  var format = ImageFormat.png
  /// The JPEG quality, from 0 to 1.
  var quality = 0.9
  var output: InputPath?
  var printsJSON = false
  /// Whether the first decoding error ends the command.
  var isStrict = false
  var force = false

  /// An extracted image in the JSON output: the requested time, the time of the frame shown at that
  /// time, its size in pixels and the file name, which is nil on a contact sheet.
  private struct WrittenImage {
    let requested: MediaTime
    let actual: MediaTime
    let width: Int
    let height: Int
    let name: String?
  }

  func run(in environment: Environment) throws(Failure) {
    let access = MediaAccess(environment: environment)
    let asset = try access.asset(input)
    let reader = try orFailure { () throws(MetaError) in
      try ImageReader(asset: asset, track: track, settings: settings, codecs: access.codecs)
    }
    let all = try times(upTo: reader.duration)
    let times = sheet.map { Array(all.prefix($0.columns * $0.rows)) } ?? all
    if times.count < all.count {
      environment.warn(
        "\(input.display): \(all.count - times.count) images do not fit on the sheet")
    }
    try checkOutput(times.count, access)
    var (written, images): ([WrittenImage], [PixelBuffer]) = ([], [])
    var findings: [Diagnostic] = []
    var heartbeat = Heartbeat()
    let writer = ImageWriter(in: environment)
    defer { writer.wait() }
    for (index, time) in times.enumerated() {
      heartbeat.beat()
      let frame = try orFailure { () throws(MetaError) in try reader.image(at: time) }
      if let damage = reader.damage { findings.append(damage) }
      if isStrict { try access.report(findings, isStrict: true, at: input) }
      let name = sheet == nil ? self.name(index, of: times.count) : nil
      written.append(
        WrittenImage(
          requested: time, actual: frame.actualTime, width: frame.image.width,
          height: frame.image.height, name: name))
      if sheet != nil {
        images.append(frame.image)
      } else {
        try writer.add(frame.image) { [self] (image) throws(Failure) in
          try write(image, to: name, access)
        }
      }
    }
    try writer.finish()
    if let sheet { try write(try picture(of: images, sheet, access), to: output?.text, access) }
    try access.report(findings, isStrict: isStrict, at: input)
    if printsJSON { try report(written, environment) }
  }

  // MARK: Times

  /// Returns the times of all images; intervals and counts require the duration or the end of the
  /// range.
  private func times(upTo duration: MediaTime?) throws(Failure) -> [MediaTime] {
    if case .at(let times) = times { return times }
    let end = min(range.end, duration ?? .positiveInfinity)
    guard end.isNumeric else {
      throw Failure(.dataError, "notAvailable", "the duration of the video is unknown; use --at")
    }
    guard range.start < end else {
      throw Failure(
        .dataError, "notAvailable",
        "the video ends at \(end.roundedSeconds) s; --start must be before that")
    }
    let length = end - range.start
    switch times {
    case .at(let times): return times
    case .count(let count):
      // Each time is the middle of a part.
      return (0..<count).map { index in
        range.start + length.multiplied(by: Int64(2 * index + 1), over: Int64(2 * count))
      }
    case .every(let step):
      var times: [MediaTime] = []
      var time = range.start
      while time < end, times.count < FrameJob.maxImages {
        times.append(time)
        time = time + step
      }
      guard !(time < end) || sheet != nil else {
        throw Failure(
          .usage, "usage",
          "--every specifies more than \(FrameJob.maxImages) images; use a longer interval, or --start and --end"
        )
      }
      return times
    }
  }

  /// The maximum value of `--count`, and the maximum number of images for `--every`.
  static let maxImages = 100_000

  // MARK: Output

  /// Throws if several images, or binary data on a terminal, would go to standard output.
  private func checkOutput(_ count: Int, _ access: MediaAccess) throws(Failure) {
    guard output?.isStandardInput ?? true else { return }
    guard sheet != nil || count == 1 else {
      throw Failure(
        .usage, "usage", "cannot write \(count) images to standard output; use -o to specify files")
    }
    try access.checkStandardOutput(for: "images")
  }

  /// Returns the name of an image: the output name, with a number before the extension if there are
  /// several images; nil for standard output.
  private func name(_ index: Int, of count: Int) -> String? {
    guard let output, !output.isStandardInput else { return nil }
    guard count > 1 else { return output.text }
    let digits = "\(index + 1)"
    let width = max(3, "\(count)".count)
    let number = String(repeating: "0", count: max(0, width - digits.count)) + digits
    let text = output.text
    guard let dot = text.lastIndex(of: "."), !text[dot...].contains("/") else {
      return "\(text)-\(number)"
    }
    return "\(text[..<dot])-\(number)\(text[dot...])"
  }

  /// Returns the contact sheet of all images; its cells have the size of the largest image.
  private func picture(
    of images: [PixelBuffer], _ sheet: (columns: Int, rows: Int), _ access: MediaAccess
  ) throws(Failure) -> PixelBuffer {
    try orFailure { () throws(MetaError) in
      let (width, height) = (images.map(\.width).max() ?? 1, images.map(\.height).max() ?? 1)
      return try ContactSheet(
        columns: sheet.columns, rows: sheet.rows, width: width, height: height
      ).picture(of: images, codecs: access.codecs)
    }
  }

  /// Encodes an image and writes it to a file, or to standard output if the name is nil or `-`.
  private func write(
    _ image: PixelBuffer, to name: String?, _ access: MediaAccess
  ) throws(Failure) {
    let bytes = try orFailure { () throws(MetaError) in
      try image.encoded(as: format, quality: quality, codecs: access.codecs)
    }
    guard let name, name != "-" else { return try access.write(bytes[...], to: nil) }
    try orNamedFailure { () throws(MetaError) in
      try OutputFile.write(bytes, to: InputPath(text: name).path, replacing: force)
    }
  }

  /// Prints the images as JSON; `docs/schema/frame.schema.json` describes the format.
  private func report(_ images: [WrittenImage], _ environment: Environment) throws(Failure) {
    try environment.print(.values(depth: 2)) { (results) throws(Failure) in
      try results.value { json in
        json.beginObject()
        json.path(input)
        if sheet != nil, let output { json.member("output", output.text) }
        json.array("images", images) { json, image in
          json.beginObject()
          json.member("requestedTime", image.requested.seconds)
          json.member("time", image.actual.seconds)
          json.member("width", image.width)
          json.member("height", image.height)
          if let name = image.name { json.member("output", name) }
          json.endObject()
        }
        json.endObject()
      }
    }
  }
}
