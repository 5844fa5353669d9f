import MetaCore
import SystemPackage

/// An export and a file in one input, as created by a fuzzer: the first bytes choose the export,
/// the rest is the file.
///
///     0  the type of the new file        2  fragments, fast start, losses, edits
///     1  the start and end of the time range, in quarters of a second
public struct FuzzedExport {
  private let choice: [UInt8]
  /// The file.
  public let file: [UInt8]

  /// How many bytes choose the export.
  public static let choiceSize = 3

  /// Parses an input; nil when it is too short.
  public init?(_ input: [UInt8]) {
    guard input.count > FuzzedExport.choiceSize else { return nil }
    choice = Array(input.prefix(FuzzedExport.choiceSize))
    file = Array(input.dropFirst(FuzzedExport.choiceSize))
  }

  private static let types: [MetaCore.FileType] = [
    .mp4, .quickTimeMovie, .m4a, .m4b, .m4v, .mobile3GPP, .mobile3GPP2, .mp3, .mp2, .aac,
  ]

  private var type: MetaCore.FileType {
    FuzzedExport.types[Int(choice[0]) % FuzzedExport.types.count]
  }

  /// The requested options; without `edits`, only those about media.
  private func options(withEdits: Bool) -> ExportOptions {
    var options = ExportOptions()
    let (start, end) = (Int64(choice[1] >> 4), Int64(choice[1] & 15))
    if start < end, let from = MediaTime(value: start, timescale: 4),
      let to = MediaTime(value: end, timescale: 4)
    {
      options.timeRange = MediaTimeRange(start: from, end: to)
    }
    if choice[2] & 1 != 0 { options.movieFragmentInterval = MediaTime(value: 1, timescale: 3) }
    options.isFastStart = choice[2] & 2 == 0
    options.allowsLoss = choice[2] & 4 == 0
    options.filter = choice[2] & 8 != 0 ? .forSharing : nil
    if withEdits, choice[2] & 16 != 0, let title = Field.named("title") {
      options.edits = [.set(.field(title), ["Blue"])]
    }
    return options
  }

  /// The broken guarantee; nil when the export is refused, or the new file is correct.
  public func broken(withEdits: Bool) -> String? {
    let source = DataSource(file)
    let exporter = FileExporter(path: "fuzzed", options: options(withEdits: withEdits))
    let planned: FileExporter.Planned
    do {
      planned = try exporter.planned(source, as: type)
    } catch {
      let text = "\(error)"
      return text.contains("the new file would be incorrect") ? text : nil
    }
    // Omitted data shrinks a file; generated data is as large as its source.
    guard planned.plan.newSize < Int64(file.count) * 16 + 1 << 21 else {
      return "\(planned.plan.newSize) bytes of \(file.count)"
    }
    let new = DataSource(planned.plan.applied(to: file))
    guard let document = try? Inspector.inspect(new),
      let media = try? Inspector.media(of: document, in: new)
    else { return "the new file cannot be read" }
    for track in planned.promised {
      guard let found = media.first(where: { $0.id == track.id }),
        found.samplesInFile == track.samples, found.bytes == track.bytes
      else { return "track \(track.id) has not all of its \(track.samples) samples" }
    }
    return nil
  }
}
