/// Which samples of a track stand in the file itself, and which in others (ISO/IEC 14496-12 §8.7.2).
struct ChunkOrigins {
  /// Whether each sample description, from the first, has its samples in this file.
  private let isOwn: [Bool]

  /// Reads `dinf` and `stsd` below a `minf` atom; what cannot be read counts as this file.
  init(_ minf: Atom, in window: SourceWindow) {
    guard let dref = minf.child(.dinf)?.child(.dref), let stsd = minf.child(.stbl)?.child(.stsd),
      let bytes = try? dref.payload(in: window, limit: 1 << 20),
      let isOutside = try? DataReferences.parse(bytes).isOutside, isOutside.contains(true),
      let payload = try? stsd.payload(in: window, limit: 1 << 24),
      let table = try? SampleDescriptionAtom.parse(payload)
    else {
      isOwn = []
      return
    }
    isOwn = table.entries.map { entry in
      let index = Int(entry.dataReference) - 1
      return isOutside.indices.contains(index) ? !isOutside[index] : true
    }
  }

  /// Whether any sample stands in this file.
  var hasOwn: Bool { isOwn.isEmpty || isOwn.contains(true) }

  /// Whether the samples of a description, from one, stand in this file.
  func isOwn(description: UInt32) -> Bool {
    let index = Int(description) - 1
    return isOwn.indices.contains(index) ? isOwn[index] : true
  }

  /// Tells chunks apart; they are asked for in order.
  func chunks(of stbl: Atom, in window: SourceWindow) throws(ParseError) -> Chunks {
    guard isOwn.contains(false), let stsc = stbl.child(.stsc) else { return Chunks() }
    let payload = try stsc.payload(in: window, limit: Limits.standard.table)
    return Chunks(runs: try SampleToChunkAtom.parse(payload).entries, origins: self)
  }

  /// Which chunks stand in this file.
  struct Chunks {
    var runs: [SampleToChunkAtom.Entry] = []
    var origins: ChunkOrigins?
    private var run = -1

    fileprivate init() {}

    fileprivate init(runs: [SampleToChunkAtom.Entry], origins: ChunkOrigins) {
      self.runs = runs
      self.origins = origins
    }

    /// Whether the chunk of a number from zero does.
    mutating func isOwn(_ chunk: Int) throws(ParseError) -> Bool {
      guard let origins else { return true }
      while run + 1 < runs.count, Int64(runs[run + 1].firstChunk) <= Int64(chunk) + 1 { run += 1 }
      guard runs.indices.contains(run) else { return true }
      return origins.isOwn(description: runs[run].description)
    }
  }
}
