internal import ArgumentParser
internal import MetaCore

/// The options that `export` and `transcode` share, such as tracks, range, layout of the new file,
/// private data and losses.
struct ExportFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("Export only these tracks, by number.", valueName: "n,n"))
  var tracks: String?

  @Option(
    help: ArgumentHelp(
      "The start time: seconds, or hours, minutes and seconds separated by colons.",
      valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("The end time.", valueName: "time"))
  var end: String?

  @Flag(
    inversion: .prefixedNo, help: "Whether to write the movie header before the media data.")
  var faststart = true

  @Option(
    help: ArgumentHelp(
      "Write fragments of at least this duration, for streaming.", valueName: "time"))
  var fragmentInterval: String?

  @Flag(
    help: "Leave out private data: where, with which device and by whom the media was recorded.")
  var share = false

  @Flag(help: "Leave out what the new container cannot hold, and list it.")
  var allowLoss = false

  @Flag(help: "Replace an existing output.")
  var force = false

  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: .literal)
  var literal = false

  @Flag(help: "Flush to disk, for safety against loss of power.")
  var sync = false

  @Flag(help: "Keep the modification time of the file.")
  var keepMtime = false

  @Option(
    help: ArgumentHelp("The free space left for metadata.", valueName: "bytes"))
  var padding: Int64 = LayoutConstraints.standardPadding

  func validate() throws {
    guard (0...LayoutConstraints.maxPadding).contains(padding) else {
      throw ValidationError("--padding must be a number of bytes from 0 to 1 GiB.")
    }
  }

  /// Returns the export options with these edits.
  func options(_ edits: [MetadataEdit]) throws -> ExportOptions {
    var options = ExportOptions()
    options.edits = edits
    options.tracks = try tracks.map(ExportFlags.numbers)
    options.timeRange = try range()
    options.isFastStart = faststart
    options.movieFragmentInterval = try fragmentInterval.map(ExportFlags.interval)
    options.allowsLoss = allowLoss
    options.filter = share ? .forSharing : nil
    options.force = force
    options.synchronizes = sync
    options.keepsModified = keepMtime
    options.padding = padding
    return options
  }

  /// Returns the range to export, or nil to export everything.
  private func range() throws -> MediaTimeRange? {
    guard start != nil || end != nil else { return nil }
    let (from, to) = (try start.map(MediaOptions.time), try end.map(MediaOptions.time))
    guard let range = ExportShortcut.range(from: from, to: to) else {
      throw ValidationError("--start must be before --end.")
    }
    return range
  }

  /// Parses the duration of fragments.
  private static func interval(_ text: String) throws -> MediaTime {
    let interval = try MediaOptions.time(text)
    guard interval.value > 0 else {
      throw ValidationError("--fragment-interval must be greater than zero.")
    }
    return interval
  }

  /// Parses a comma-separated list of track numbers.
  private static func numbers(_ list: String) throws -> Set<UInt32> {
    let numbers = list.split(separator: ",").map { UInt32($0) }
    guard !numbers.isEmpty, !numbers.contains(nil) else {
      throw ValidationError("--tracks must be track numbers, separated by commas.")
    }
    return Set(numbers.compactMap(\.self))
  }
}
