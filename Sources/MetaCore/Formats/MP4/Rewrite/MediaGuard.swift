/// Rejects a plan that would change samples, because the sample tables of a damaged file may refer
/// to bytes inside metadata.
///
/// A sample is intact if all its bytes are kept in one range; its offset can then be corrected.
/// This is the last check of every edit planned by ``MP4Rewriter``, and is independent of the code
/// that created the plan.
struct MediaGuard {
  private let tree: AtomTree
  private let limits: Limits
  /// The ranges of the old file that are not kept, in order; empty ranges are insertions.
  ///
  /// No sample may extend over any of them.
  private let seams: [Range<Int64>]

  /// Creates a guard; if `correctsOffsets` is true, offsets of truncated media after the old end of
  /// the file have moved to after the new end.
  init(_ plan: RewritePlan, _ tree: AtomTree, _ limits: Limits, correctsOffsets: Bool) {
    self.tree = tree
    self.limits = limits
    var seams = plan.seams
    if !correctsOffsets, let end = seams.last, end.isEmpty, end.lowerBound == plan.oldSize {
      seams[seams.count - 1] = plan.oldSize..<max(plan.oldSize, plan.newSize)
    }
    self.seams = seams
  }

  /// Checks every sample whose bytes are in the file.
  ///
  /// - Throws: `unsupported` when a sample is not kept in one piece.
  func check() throws(ParseError) {
    guard !seams.isEmpty else { return }
    for moov in tree.top where moov.type == .moov {
      let movie = try tree.withChildren(moov, limits: limits)
      for trak in movie.children where trak.type == .trak {
        do { try checkChunks(of: trak) } catch { throw error.inside(.trak).inside(.moov) }
      }
      guard tree.top.contains(where: { $0.type == .moof }) else { continue }
      let samples = MovieSamples(tree.window, top: tree.top, moov: movie, limits: limits)
      try samples.visitFragments { (sample) throws(ParseError) in
        try check(sample.range, "a sample of track \(sample.trackID)")
      }
    }
  }

  /// Checks the chunks in the sample table of a track.
  ///
  /// Sizes are added up only for chunks near a change: a page of offsets is skipped if even chunks
  /// of the maximum size, at its lowest and highest offsets, would be in the same unchanged range.
  private func checkChunks(of trak: Atom) throws(ParseError) {
    guard let minf = trak.child(.mdia)?.child(.minf), let stbl = minf.child(.stbl),
      let atom = stbl.child(.stco) ?? stbl.child(.co64)
    else { return }
    let origins = ChunkOrigins(minf, in: tree.window)
    let offsets = try ChunkTable(atom, in: tree.window).pages
    guard origins.hasOwn else { return }
    let reaching = try pagesBeforeEnd(of: offsets)
    guard !reaching.isEmpty else { return }
    var chunks = try ChunkSizes(stbl, in: tree.window)
    for page in reaching {
      var clear = clear(around: page.bounds.lowerBound, chunks.largest)
      if clear.contains(page.bounds.lowerBound), clear.contains(page.bounds.upperBound) { continue }
      let numbers = try offsets.page(from: page.first, in: tree.window).numbers
      for (index, offset) in numbers.enumerated() where !clear.contains(offset) {
        clear = self.clear(around: offset, chunks.largest)
        guard !clear.contains(offset), let chunk = try chunks.size(of: page.first + index),
          origins.isOwn(description: chunk.description)
        else { continue }
        try check(MediaSample.range(Int64(clamping: offset), chunk.size), "a chunk of a track")
      }
    }
  }

  /// Returns the pages with a chunk that starts before the end of the last change; if there are no
  /// such pages, no table other than the offsets is read.
  private func pagesBeforeEnd(
    of offsets: NumberPages
  ) throws(ParseError) -> [(first: Int, bounds: ClosedRange<UInt64>)] {
    guard let end = seams.last.map({ UInt64(clamping: $0.upperBound) }) else { return [] }
    var pages: [(first: Int, bounds: ClosedRange<UInt64>)] = []
    try offsets.forEach(in: tree.window) { page in
      let bounds = page.bounds
      if bounds.lowerBound < end { pages.append((page.first, bounds)) }
    }
    return pages
  }

  /// Returns a range of offsets, around or before the given offset, at which a chunk of at most
  /// `size` bytes is kept in one range; the range may be empty.
  private func clear(around offset: UInt64, _ size: UInt64) -> Range<UInt64> {
    let offset = Int64(clamping: offset)
    let index = seams.partitioningIndex { $0.upperBound > offset }
    let start = index > 0 ? UInt64(seams[index - 1].upperBound) : 0
    let end = UInt64(index < seams.count ? seams[index].lowerBound : .max)
    return start..<max(start, end >= size ? end - size + 1 : 0)
  }

  /// Checks that a range of media is kept in one piece.
  ///
  /// - Throws: `unsupported`, with the description in `what`, when it is not.
  private func check(_ range: Range<Int64>, _ what: @autoclosure () -> String) throws(ParseError) {
    let index = seams.partitioningIndex { $0.upperBound > range.lowerBound }
    guard index < seams.count, seams[index].lowerBound < range.upperBound else { return }
    throw ParseError(
      .unsupported, at: range.lowerBound,
      "the edit would overwrite \(what()) (byte \(seams[index].lowerBound))")
  }
}

/// The sizes, in bytes, of the chunks of a track, from `stsc` and `stsz`; chunks are queried in
/// order.
///
/// Sample sizes are added up only for queried chunks.
private struct ChunkSizes {
  /// An upper bound for the sizes: the size of the maximum number of samples per chunk, if all of
  /// them were as large as the largest.
  let largest: UInt64
  private var runs: ChunkRuns
  private var sizes: SampleSizeCursor
  /// The number of samples up to the end of the last chunk queried.
  private var precedingSamples: UInt64 = 0

  init(_ stbl: Atom, in window: SourceWindow) throws(ParseError) {
    let table = SampleTable(stbl, in: window)
    runs = try ChunkRuns(stbl, in: window)
    sizes = try SampleSizeCursor(table)
    let count = try ChunkRuns.largest(stbl, in: window)
    if let packet = sizes.packet {
      largest = UInt64(packet.size(of: Int(count)))
    } else {
      largest = UInt64(count) * UInt64(try table.largestSize())
    }
  }

  /// Returns the size and description of a chunk; nil if no run of `stsc` contains it.
  mutating func size(of chunk: Int) throws(ParseError) -> (size: Int64, description: UInt32)? {
    try runs.move(to: chunk)
    guard let run = runs.current else { return nil }
    let first = runs.firstSample(of: UInt64(chunk))
    try sizes.skip(first - precedingSamples)
    precedingSamples = first.addingReportingOverflow(UInt64(run.samplesPerChunk)).partialValue
    return (try sizes.sum(UInt64(run.samplesPerChunk)), run.description)
  }
}
