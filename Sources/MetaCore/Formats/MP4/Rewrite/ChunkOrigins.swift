/// Distinguishes the samples of a track that are in the file itself from those in other files, to
/// which a data reference may point (ISO/IEC 14496-12 §8.7.2).
///
/// There is one instance per track. Chunk offsets into other files must not be corrected, and
/// samples in other files cannot be damaged by an edit.
struct ChunkOrigins {
  /// Whether each sample description, in order, has its samples in this file; empty if all of them
  /// do.
  private let isOwn: [Bool]

  /// Reads `dinf` and `stsd` in a `minf` atom; unreadable entries and tables count as referring to
  /// this file.
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

  /// Whether any sample description has its samples in this file.
  var hasOwn: Bool { isOwn.isEmpty || isOwn.contains(true) }

  /// Returns whether the samples with a description are in this file; descriptions are numbered
  /// from 1, and a number without a description counts as referring to this file.
  func isOwn(description: UInt32) -> Bool {
    let index = Int(description) - 1
    return isOwn.indices.contains(index) ? isOwn[index] : true
  }

  /// Returns the chunks of a track, to be queried in order; nil if all of them are in this file, or
  /// if there is no `stsc`.
  func chunks(of stbl: Atom, in window: SourceWindow) throws(ParseError) -> Chunks? {
    guard isOwn.contains(false), stbl.child(.stsc) != nil else { return nil }
    return Chunks(runs: try ChunkRuns(stbl, in: window), origins: self)
  }

  /// The chunks of a track that has samples in other files, with queries for whether a chunk is in
  /// this file; queries must be in chunk order.
  struct Chunks {
    fileprivate var runs: ChunkRuns
    fileprivate let origins: ChunkOrigins

    /// Returns whether the given chunk is in this file; chunks are numbered from 0.
    mutating func isOwn(_ chunk: Int) throws(ParseError) -> Bool {
      try runs.move(to: chunk)
      return origins.isOwn(description: runs.current?.description ?? 0)
    }
  }
}
