/// Counts the sample bytes of each track in the fragments of a movie, for bit rates, from the
/// offsets of runs: a run ends at the start of the next one, and the last run of a fragment ends at
/// the end of the media data.
///
/// Sample sizes are not read, because their table may be larger than all headers.
struct FragmentBytes {
  /// The number of bytes of each track; nil after a run whose offset is unknown or outside the
  /// media data, and after a damaged fragment.
  private(set) var totals: [UInt32: Int64]? = [:]
  /// The start and the track of each run of the current fragment that has an offset.
  private var runs: [(start: Int64, trackID: UInt32)] = []

  /// Adds a run, whose offset is relative to `base`; if `isNext` is true, a run without an offset
  /// follows the previous one.
  mutating func add(_ run: TrackRunAtom, of trackID: UInt32, base: Int64?, isNext: Bool) {
    if run.dataOffset == nil, isNext { return }
    guard let base, let offset = run.dataOffset else { return totals = nil }
    let (start, overflow) = base.addingReportingOverflow(Int64(offset))
    if overflow { totals = nil } else { runs.append((start, trackID)) }
  }

  /// Marks the totals as unknown, because a fragment is damaged.
  mutating func invalidate() { totals = nil }

  /// Ends a fragment whose samples are in `media`; nil means unknown.
  mutating func endFragment(_ media: Range<Int64>?) {
    defer { runs.removeAll(keepingCapacity: true) }
    guard totals != nil, !runs.isEmpty else { return }
    guard let media, runs.allSatisfy({ media.contains($0.start) }) else { return totals = nil }
    runs.sort { $0.start < $1.start }
    for (index, run) in runs.enumerated() {
      let end = index + 1 < runs.count ? runs[index + 1].start : media.upperBound
      // The ranges of one fragment do not overlap, so their sum is no larger than the file.
      totals?[run.trackID, default: 0] += end - run.start
    }
  }
}
