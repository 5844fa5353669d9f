internal import ArgumentParser
internal import MetaCore

/// What of a file goes into a new one, and how that is written; the same for `export` and
/// `transcode`.
struct ExportFlags: ParsableArguments {
  @Option(
    help: ArgumentHelp("Take only these tracks, by their numbers.", valueName: "n,n"))
  var tracks: String?

  @Option(
    help: ArgumentHelp(
      "Begin here: seconds, or hours, minutes and seconds with colons.", valueName: "time"))
  var start: String?

  @Option(help: ArgumentHelp("End here.", valueName: "time"))
  var end: String?

  @Flag(inversion: .prefixedNo, help: "Put what tells about the media before them.")
  var faststart = true

  @Option(
    help: ArgumentHelp(
      "Write the movie in fragments of at least this length, for streaming.", valueName: "time"))
  var fragmentInterval: String?

  @Flag(help: "Leave out private data: what tells where, with what and by whom it was recorded.")
  var share = false

  @Flag(help: "Leave out what the new container cannot hold, and say what.")
  var allowLoss = false

  @Flag(help: "Replace an output that is there.")
  var force = false

  @Flag(help: "Write nothing; print what would be done.")
  var dryRun = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  @Flag(help: .literal)
  var literal = false

  @Flag(help: "Be safe against loss of power, too.")
  var sync = false

  @Flag(help: "Keep the time of the file's last change.")
  var keepMtime = false

  @Option(
    help: ArgumentHelp("The room that is left beside the metadata.", valueName: "bytes"))
  var padding: Int64 = PlanShape.standardPadding

  func validate() throws {
    guard (0...PlanShape.mostPadding).contains(padding) else {
      throw ValidationError("--padding takes a number of bytes from 0 to 1 GiB.")
    }
  }

  /// The options of an export with these edits.
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

  private func range() throws -> MediaTimeRange? {
    guard start != nil || end != nil else { return nil }
    let (from, to) = (try start.map(MediaOptions.time), try end.map(MediaOptions.time))
    guard let range = PlainExport.range(from: from, to: to) else {
      throw ValidationError("--start has to be before --end.")
    }
    return range
  }

  private static func interval(_ text: String) throws -> MediaTime {
    let interval = try MediaOptions.time(text)
    guard interval.value > 0 else {
      throw ValidationError("--fragment-interval takes a time above zero.")
    }
    return interval
  }

  private static func numbers(_ list: String) throws -> Set<UInt32> {
    let numbers = list.split(separator: ",").map { UInt32($0) }
    guard !numbers.isEmpty, !numbers.contains(nil) else {
      throw ValidationError("--tracks takes numbers of tracks, with commas between them.")
    }
    return Set(numbers.compactMap(\.self))
  }
}
