/// Iterates over the runs of `stsc` in chunk order, to find the number of samples in each chunk and
/// their description.
struct ChunkRuns {
  private var pages: TablePages
  /// The run of the current chunk; nil before the first.
  private(set) var current: SampleToChunkAtom.Entry?
  private var next: SampleToChunkAtom.Entry?
  /// The first chunk of the current run, from 0, and the number of samples before it.
  private var start: (chunk: UInt64, sample: UInt64) = (0, 0)

  /// Creates an iterator over the runs below an `stbl` atom; there are no runs without `stsc`.
  init(_ stbl: Atom, in window: SourceWindow) throws(ParseError) {
    pages =
      try stbl.child(.stsc).map { (atom) throws(ParseError) in
        try TablePages(atom, SampleToChunkAtom.layout, in: window)
      } ?? TablePages(in: window)
    next = try readRun()
  }

  /// Moves to the run of a chunk, numbered from 0; calls must be in ascending order.
  mutating func move(to chunk: Int) throws(ParseError) {
    while let run = next, Int64(run.firstChunk) <= Int64(chunk) + 1 {
      // A run that starts before the previous one is moved to the start of the previous one.
      let first = max(start.chunk, UInt64(max(run.firstChunk, 1)) - 1)
      start = (first, firstSample(of: first))
      current = run
      next = try readRun()
    }
  }

  /// Returns the number of samples before a chunk of the current run; `UInt64.max` if it overflows.
  func firstSample(of chunk: UInt64) -> UInt64 {
    let count = (chunk - start.chunk).multipliedReportingOverflow(
      by: UInt64(current?.samplesPerChunk ?? 0))
    let sum = start.sample.addingReportingOverflow(count.partialValue)
    return count.overflow || sum.overflow ? .max : sum.partialValue
  }

  /// Returns the largest number of samples per chunk in `stsc`; 0 without `stsc`.
  static func largest(_ stbl: Atom, in window: SourceWindow) throws(ParseError) -> UInt32 {
    guard let atom = stbl.child(.stsc) else { return 0 }
    let layout = SampleToChunkAtom.layout
    // The number of samples is the second field of each run.
    let counts = NumberPages(
      start: atom.payloadOffset + Int64(layout.headerSize) + 4,
      count: try TablePages(atom, layout, in: window).remaining, width: 4, stride: layout.entrySize)
    return UInt32(truncatingIfNeeded: try counts.largest(in: window))
  }

  private mutating func readRun() throws(ParseError) -> SampleToChunkAtom.Entry? {
    guard try pages.advance() else { return nil }
    return SampleToChunkAtom.Entry(
      firstChunk: try pages.reader.u32(), samplesPerChunk: try pages.reader.u32(),
      description: try pages.reader.u32())
  }
}
