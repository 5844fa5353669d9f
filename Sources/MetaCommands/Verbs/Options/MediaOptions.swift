internal import ArgumentParser
internal import MetaCore

/// Which part of which track is read; the same for every verb that decodes.
struct MediaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The track; the first one that fits, if none is named.", valueName: "n"))
  var track: UInt32?

  @Option(
    help: ArgumentHelp(
      "Begin here: seconds, or hours, minutes and seconds with colons.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("End here.", valueName: "time"))
  var end: String?

  @Flag(help: "Fail when something does not decode, instead of reporting it.")
  var strict = false

  @Flag(help: "Replace an output that is there.")
  var force = false

  @Option(help: MemorySize.help)
  var memory: MemorySize?

  /// The range of time.
  func range() throws -> MediaTimeRange { try MediaOptions.range(from: start, to: end) }

  /// The range between two times, of which either may be left out.
  static func range(from start: String?, to end: String?) throws -> MediaTimeRange {
    let (from, to) = (try start.map(MediaOptions.time), try end.map(MediaOptions.time))
    guard let range = MediaTimeRange(from: from, to: to) else {
      throw ValidationError("--start has to be before --end.")
    }
    return range
  }

  /// Reads a size in pixels: `1280x720`.
  static func size(_ text: String) throws -> (width: Int, height: Int) {
    let (width, height) = try pair(text, upTo: 100_000, "is not a size: 1280x720.")
    return (width, height)
  }

  /// Reads two numbers from 1 to a limit: `5x4`; `problem` is what the error says about others.
  static func pair(_ text: String, upTo limit: Int, _ problem: String) throws -> (Int, Int) {
    let numbers = text.split(separator: "x").compactMap { Int($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...limit).contains($0) }) else {
      throw ValidationError("\(text) \(problem)")
    }
    return (numbers[0], numbers[1])
  }

  /// Reads a time.
  static func time(_ text: String) throws -> MediaTime {
    guard let time = MediaTime(clock: text) else {
      throw ValidationError("\(text) is no time: say 90, 1:30 or 00:01:30.5.")
    }
    return time
  }
}

/// How much memory the helper may have.
struct MemorySize: ExpressibleByArgument {
  static let help = ArgumentHelp(
    "Let the helper have so much memory: 4G, 512M; as much as the video needs, if nothing is said.",
    valueName: "size")

  /// In bytes.
  let bytes: UInt

  init?(argument: String) {
    guard let unit = argument.last?.uppercased() else { return nil }
    let shift: UInt? = ["M": 20, "G": 30][unit]
    guard let shift, let count = UInt(argument.dropLast()), count <= 1 << 20,
      count << shift >= 64 << 20
    else { return nil }
    bytes = count << shift
  }
}
