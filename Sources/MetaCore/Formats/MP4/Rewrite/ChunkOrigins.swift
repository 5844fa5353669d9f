/// Distinguishes samples of a track in the file itself from those in other files, which a data
/// reference may name (ISO/IEC 14496-12 §8.7.2).
///
/// One per track. Chunk offsets into other files must not be corrected, and samples in other files
/// cannot be damaged by an edit.
struct ChunkOrigins {
  /// Whether each sample description, in order, has its samples in this file; empty if all have.
  private let isOwn: [Bool]

  /// Reads `dinf` and `stsd` below a `minf` atom; unreadable entries count as this file.
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

  /// Whether any sample is in this file.
  var hasOwn: Bool { isOwn.isEmpty || isOwn.contains(true) }

  /// Returns whether the samples of a description, numbered from 1, are in this file.
  func isOwn(description: UInt32) -> Bool {
    let index = Int(description) - 1
    return isOwn.indices.contains(index) ? isOwn[index] : true
  }

  /// Returns a classification of chunks, which are queried in order; nil if all are in this file.
  func chunks(of stbl: Atom, in window: SourceWindow) throws(ParseError) -> Chunks? {
    guard isOwn.contains(false), stbl.child(.stsc) != nil else { return nil }
    return Chunks(runs: try ChunkRuns(stbl, in: window), origins: self)
  }

  /// The chunks of a track that has samples in other files, queried in order for whether they are
  /// in this one.
  struct Chunks {
    fileprivate var runs: ChunkRuns
    fileprivate let origins: ChunkOrigins

    /// Returns whether a chunk, numbered from 0, is in this file.
    mutating func isOwn(_ chunk: Int) throws(ParseError) -> Bool {
      try runs.move(to: chunk)
      return origins.isOwn(description: runs.current?.description ?? 0)
    }
  }
}
