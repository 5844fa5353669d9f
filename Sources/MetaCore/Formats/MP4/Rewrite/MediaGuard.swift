/// Refuses a plan that would change media: in a spoiled file, samples may stand inside of metadata.
///
/// A sample stays what it is when all of its bytes are kept in one stretch; then its offset can be corrected.
struct MediaGuard {
  private let tree: AtomTree
  private let limits: Limits
  /// Where the new file is not the old one going on, in order; empty ones are places where something comes in between.
  private let seams: [Range<Int64>]

  /// `correctsOffsets` says whether offsets behind the end of the file, of media that were cut off, are put behind its new end.
  init(_ plan: RewritePlan, _ tree: AtomTree, _ limits: Limits, correctsOffsets: Bool) {
    self.tree = tree
    self.limits = limits
    var seams = plan.seams
    if !correctsOffsets, let end = seams.last, end.isEmpty, end.lowerBound == plan.oldSize {
      seams[seams.count - 1] = plan.oldSize..<max(plan.oldSize, plan.newSize)
    }
    self.seams = seams
  }

  /// Checks every sample that stands in the file.
  func check() throws(ParseError) {
    guard !seams.isEmpty else { return }
    for moov in tree.top where moov.type == .moov {
      let movie = try tree.whole(moov, limits: limits)
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

  private func checkChunks(of trak: Atom) throws(ParseError) {
    guard let minf = trak.child(.mdia)?.child(.minf), let stbl = minf.child(.stbl),
      let end = seams.last?.upperBound
    else { return }
    let origins = ChunkOrigins(minf, in: tree.window)
    guard origins.hasOwn else { return }
    guard try hasChunk(before: end, in: stbl) else { return }
    let table = SampleTable(stbl, in: tree.window)
    var chunks = try ChunkPages(table)
    var sizes = try SampleSizePages(table)
    // Chunks behind all that changes need no size.
    var passed: UInt64 = 0
    while let chunk = try chunks.next() {
      guard chunk.offset < end, origins.isOwn(description: chunk.description) else {
        passed += UInt64(chunk.sampleCount)
        continue
      }
      if passed > 0 { _ = try sizes.sum(passed) }
      passed = 0
      let size = try sizes.sum(UInt64(chunk.sampleCount))
      try check(MediaSample.range(chunk.offset, size), "a chunk of a track")
    }
  }

  /// Whether a chunk begins before a place: else nothing but the offsets is read.
  private func hasChunk(before end: Int64, in stbl: Atom) throws(ParseError) -> Bool {
    guard let atom = stbl.child(.stco) ?? stbl.child(.co64) else { return false }
    var isFound = false
    try ChunkTable(atom, in: tree.window).forEach(in: tree.window) { _, offset in
      if offset < UInt64(clamping: end) { isFound = true }
    }
    return isFound
  }

  private func check(_ range: Range<Int64>, _ what: @autoclosure () -> String) throws(ParseError) {
    let index = seams.partitioningIndex { $0.upperBound > range.lowerBound }
    guard index < seams.count, seams[index].lowerBound < range.upperBound else { return }
    throw ParseError(
      .unsupported, at: range.lowerBound,
      "\(what()) stands where the edit would write (byte \(seams[index].lowerBound))")
  }
}
