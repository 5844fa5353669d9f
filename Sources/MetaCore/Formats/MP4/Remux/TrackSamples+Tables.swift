extension TrackSamples {
  /// Reads the samples in the tables of an `stbl` atom that have a size and an offset.
  ///
  /// - Throws: Errors from reading a table.
  init(tables stbl: Atom, in window: SourceWindow) throws(ParseError) {
    let table = SampleTable(stbl, in: window)
    sizes = try TrackSamples.sizes(of: table)
    sizes.packet = try QuickTimeAudioPacket(stbl, in: window)
    chunks = try TrackSamples.chunks(of: stbl, sizes, in: window)
    // Samples that no chunk contains have no location, and tables may list times for more samples.
    let placed = chunks.last.map { $0.samples.upperBound } ?? 0
    if placed < sizes.count { sizes = sizes.part(0..<placed) }
    durations = try TrackSamples.valueRuns(of: stbl.child(.stts), in: window).prefix(placed)
    compositions = try TrackSamples.valueRuns(of: stbl.child(.ctts), in: window).prefix(placed)
    sync = try TrackSamples.numbers(of: stbl.child(.stss), in: window)
    partialSync = try TrackSamples.numbers(of: stbl.child(.stps), in: window)
  }

  /// Returns the dependencies of samples from `sdtp`, in the form of sample flags in fragments;
  /// empty if there is no `sdtp`.
  static func dependencies(
    of stbl: Atom, in window: SourceWindow
  ) throws(ParseError) -> Runs<UInt32> {
    var flags = Runs<UInt32>()
    guard let atom = stbl.child(.sdtp) else { return flags }
    let bytes = try payload(of: atom, in: window)
    // The eight bits per sample in `sdtp` are the same as bits 20 to 27 of the sample flags.
    for byte in bytes.bytes.dropFirst(4) { flags.append(UInt32(byte) << 20) }
    return flags
  }

  /// Reads `stsz` or `stz2`; without a readable table, there are no samples.
  private static func sizes(of table: SampleTable) throws(ParseError) -> SampleSizes {
    guard let atom = table.sizeAtom, atom.payloadSize >= Int64(SampleSizeAtom.headerSize),
      let header = try table.sizeHeader(), let count = try table.sampleCount()
    else { return SampleSizes() }
    guard header.entryBits > 0 else {
      return SampleSizes(uniform: header.uniformSize, count: Int(count))
    }
    guard header.entryBits == 32 else {
      return SampleSizes(
        try SampleSizeAtom.parse(payload(of: atom, in: table.window), type: atom.type).sizes)
    }
    var sizes: [UInt32] = []
    sizes.reserveCapacity(Int(count))
    let pages = NumberPages(
      start: atom.payloadOffset + Int64(SampleSizeAtom.headerSize), count: Int(count), width: 4)
    try pages.forEach(in: table.window) { page in
      for number in page.numbers { sizes.append(UInt32(truncatingIfNeeded: number)) }
    }
    return SampleSizes(sizes)
  }

  /// Reads the chunks from `stsc` and from `stco` or `co64`; samples that are not in the size table
  /// are omitted.
  private static func chunks(
    of stbl: Atom, _ sizes: SampleSizes, in window: SourceWindow
  ) throws(ParseError) -> [Chunk] {
    guard let atom = stbl.child(.stco) ?? stbl.child(.co64) else { return [] }
    let table = try ChunkTable(atom, in: window)
    var runs = try ChunkRuns(stbl, in: window)
    var chunks: [Chunk] = []
    chunks.reserveCapacity(table.count)
    var first = 0
    try table.pages.forEach(in: window) { page throws(ParseError) in
      for offset in page.numbers {
        try runs.move(to: chunks.count)
        let declared = Int(runs.current?.samplesPerChunk ?? 0)
        let count = min(declared, sizes.count - first)
        chunks.append(
          Chunk(
            offset: Int64(clamping: offset), size: sizes.sum(first..<(first + count)),
            first: first, count: count, description: runs.current?.description ?? 1))
        first += count
      }
    }
    return chunks
  }

  /// Returns the runs in `stts` or `ctts`.
  private static func valueRuns<Value: FixedWidthInteger & Sendable>(
    of atom: Atom?, in window: SourceWindow
  ) throws(ParseError) -> Runs<Value> {
    var runs = Runs<Value>()
    guard let atom else { return runs }
    var pages = try TablePages(atom, TableLayout.runs, in: window)
    while try pages.advance() {
      let count = Int(try pages.reader.u32())
      runs.append(Value(truncatingIfNeeded: try pages.reader.u32()), count: count)
    }
    return runs
  }

  /// Returns the sample numbers in a table such as `stss` (ISO/IEC 14496-12 §8.6.2), converted to
  /// start at 0; nil if there is no table.
  private static func numbers(
    of atom: Atom?, in window: SourceWindow
  ) throws(ParseError) -> [Int]? {
    guard let atom else { return nil }
    var pages = try TablePages(atom, TableLayout(headerSize: 8, entrySize: 4), in: window)
    var numbers: [Int] = []
    while try pages.advance() {
      let number = Int(try pages.reader.u32())
      if number > 0 { numbers.append(number - 1) }
    }
    return numbers
  }

  private static func payload(
    of atom: Atom, in window: SourceWindow
  ) throws(ParseError) -> ByteSlice {
    try atom.payload(in: window, limit: Limits.standard.table)
  }
}

extension FourCC {
  static let stps = FourCC("s", "t", "p", "s")
}
