/// Support for reading the samples of a movie track one by one, from its sample table and its
/// fragments.
extension MP4Format: PacketFormat {
  /// Returns a reader for the samples of a track, which applies the edit list; nil if the movie has
  /// no such track, or its timescale is unknown.
  func packets(
    of track: TrackDescription, in window: SourceWindow, limits: Limits
  ) throws(ParseError) -> (any PacketReader)? {
    let movie = try MovieSamples(window, limits: limits)
    guard let timescale = track.timescale, timescale > 0,
      let walk = try movie.walk(of: track)
    else { return nil }
    let descriptions = walk.descriptions
    var edits = track.edits
    // The edit list was written before the fragments existed, so its last entry is extended to
    // their end.
    if let last = edits.last, last.mediaStart != nil, try walk.growsByFragments() {
      edits[edits.count - 1].duration = .zero
    }
    return SampleWalkReader(
      walk, in: window, timescale: timescale, edits: edits,
      lead: Int64(Double(timescale) * track.decodingLead),
      describe: { number in descriptions.track(number, like: track) })
  }
}

extension MovieSamples {
  /// Creates a walk over the samples of a track; nil if the movie has no such track.
  func walk(of track: TrackDescription) throws(ParseError) -> MovieWalk? {
    var number: UInt32 = 0
    for trak in moov?.children(.trak) ?? [] {
      number += 1
      guard try trackID(trak) ?? number == track.id else { continue }
      return try MovieWalk(trak, of: track, in: self)
    }
    return nil
  }
}

/// The sample descriptions of one track (`stsd`); ``track(_:like:)`` returns the track as one of
/// them describes it, for the samples that use it.
struct SampleDescriptions: Sendable {
  /// The parsed table; nil if it cannot be read.
  private let table: SampleDescriptionAtom?
  /// The handler type of the track.
  private let handler: FourCC?

  /// The maximum number of descriptions to read.
  private static let maxDescriptions = 1024

  init(_ trak: Atom, in window: SourceWindow) {
    let media = trak.child(.mdia)
    let stsd = try? media?.first(.minf, .stbl, .stsd)?.payload(
      in: window, limit: Limits.standard.table)
    table = stsd.flatMap {
      try? SampleDescriptionAtom.parse($0, limit: SampleDescriptions.maxDescriptions)
    }
    let hdlr = try? media?.child(.hdlr)?.payload(in: window)
    handler = hdlr.flatMap { try? MediaHandlerAtom.parse($0) }?.handler
  }

  /// Returns the track as described by the sample description with the given number, from 1; nil if
  /// that description does not exist.
  func track(_ number: Int, like track: TrackDescription) -> TrackDescription? {
    if number == 1 { return track }
    var log = DiagnosticLog()
    let format = table.flatMap {
      SampleFormat.read($0, entry: number - 1, handler: handler, log: &log)
    }
    guard let format else { return nil }
    var other = track
    format.describe(&other)
    return other
  }
}
