internal import ArgumentParser
internal import MetaCore

/// The options that `read`, `waveform` and `frame` have in common: track, time range, strictness,
/// replacement of the output, and memory; with the parsing of times and sizes for other verbs.
struct MediaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The track; the default is the first suitable one.", valueName: "n"))
  var track: UInt32?

  @Option(
    help: ArgumentHelp(
      "The start time: seconds, or hours, minutes and seconds separated by colons.",
      valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("The end time.", valueName: "time"))
  var end: String?

  @Flag(help: "Fail if media cannot be decoded, instead of reporting it.")
  var strict = false

  @Flag(help: "Replace an existing output.")
  var force = false

  @Option(help: ByteSize.help)
  var memory: ByteSize?

  /// Returns the time range from `--start` to `--end`.
  func range() throws -> MediaTimeRange { try MediaOptions.range(from: start, to: end) }

  /// Returns the range between two optional times.
  static func range(from start: String?, to end: String?) throws -> MediaTimeRange {
    let (from, to) = (try start.map(MediaOptions.time), try end.map(MediaOptions.time))
    guard let range = MediaTimeRange(from: from, to: to) else {
      throw ValidationError("--start must be before --end.")
    }
    return range
  }

  /// Parses a size in pixels, such as `1280x720`.
  static func size(_ text: String) throws -> (width: Int, height: Int) {
    let (width, height) = try pair(text, upTo: 100_000, "is not a size such as 1280x720.")
    return (width, height)
  }

  /// Parses two numbers from 1 to a limit, such as `5x4`; `problem` is the end of the error message
  /// for other text.
  static func pair(_ text: String, upTo limit: Int, _ problem: String) throws -> (Int, Int) {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...limit).contains($0) }) else {
      throw ValidationError("\(text) \(problem)")
    }
    return (numbers[0], numbers[1])
  }

  /// Parses a time such as `90`, `1:30` or `00:01:30.5`.
  static func time(_ text: String) throws -> MediaTime {
    guard let time = MediaTime(clock: text) else {
      throw ValidationError("\(text) is not a time such as 90, 1:30 or 00:01:30.5.")
    }
    return time
  }
}

/// A size of at least 64 MiB, such as `4G` or `512M`: the value of `--memory`, the memory limit of
/// the helper.
struct ByteSize: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "The memory limit of the helper: 4G, 512M; by default estimated from the media.",
    valueName: "size")

  /// The size in bytes.
  let bytes: UInt

  init?(argument: String) {
    guard let bytes = ByteSize.bytes(argument), bytes >= 64 << 20 else { return nil }
    self.bytes = bytes
  }

  /// Parses a number with the unit K, M or G; nil for other text and for large numbers.
  fileprivate static func bytes(_ text: String) -> UInt? {
    guard let unit = text.last?.uppercased() else { return nil }
    let shift: UInt? = ["K": 10, "M": 20, "G": 30][unit]
    guard let shift, let count = UInt(text.dropLast()), count <= 1 << 20 else { return nil }
    return count << shift
  }
}

/// The size of a file, greater than zero, such as `500K` or `4G`: the value of
/// `capture --max-size`.
struct FileSize: ExpressibleByArgument {
  /// The size in bytes.
  let bytes: UInt

  init?(argument: String) {
    guard let bytes = ByteSize.bytes(argument), bytes > 0 else { return nil }
    self.bytes = bytes
  }
}
