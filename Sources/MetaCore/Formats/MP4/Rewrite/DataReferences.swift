/// Which samples of a track stand in the file itself, and which in others (ISO/IEC 14496-12 §8.7.2).
struct DataReferences {
  /// Whether each sample description, from the first, has its samples in this file.
  private let isOwn: [Bool]

  /// Reads `dinf` and `stsd` below a `minf` atom; what cannot be read counts as this file.
  init(_ minf: Atom, in window: SourceWindow) {
    guard let dref = minf.child(.dinf)?.child(.dref), let stsd = minf.child(.stbl)?.child(.stsd),
      let flags = try? DataReferences.flags(dref, in: window), flags.contains(false),
      let payload = try? stsd.payload(in: window, limit: 1 << 24),
      let table = try? SampleDescriptionAtom.parse(payload)
    else {
      isOwn = []
      return
    }
    isOwn = table.entries.map { entry in
      let index = Int(entry.dataReference) - 1
      return flags.indices.contains(index) ? flags[index] : true
    }
  }

  /// Whether each entry of `dref` says that the media are in this file.
  ///
  ///     u32 version and flags, u32 count
  ///     { u32 size, u32 type, u8 version, u24 flags (1: this file), … }
  static func flags(_ dref: Atom, in window: SourceWindow) throws(ParseError) -> [Bool] {
    var reader = ByteReader(try dref.payload(in: window, limit: 1 << 20))
    try reader.skip(4)
    let count = try reader.u32()
    var flags: [Bool] = []
    while flags.count < count, !reader.isAtEnd {
      let size = Int(try reader.u32())
      _ = try reader.fourCC()
      guard size >= 12 else { break }
      var entry = ByteReader(try reader.take(size - 8))
      flags.append(try entry.u32() & 1 != 0)
    }
    return flags
  }

  /// Whether any sample stands in this file.
  var hasOwn: Bool { isOwn.isEmpty || isOwn.contains(true) }

  /// Tells chunks apart; they are asked for in order.
  func chunks(of stbl: Atom, in window: SourceWindow) throws(ParseError) -> Chunks {
    guard isOwn.contains(false), let stsc = stbl.child(.stsc) else { return Chunks() }
    let payload = try stsc.payload(in: window, limit: Limits.standard.table)
    return Chunks(runs: try SampleToChunkAtom.parse(payload).entries, isOwn: isOwn)
  }

  /// Which chunks stand in this file.
  struct Chunks {
    var runs: [SampleToChunkAtom.Entry] = []
    var isOwn: [Bool] = []
    private var run = -1

    fileprivate init() {}

    fileprivate init(runs: [SampleToChunkAtom.Entry], isOwn: [Bool]) {
      self.runs = runs
      self.isOwn = isOwn
    }

    /// Whether the chunk of a number from zero does.
    mutating func isOwn(_ chunk: Int) throws(ParseError) -> Bool {
      guard !isOwn.isEmpty else { return true }
      while run + 1 < runs.count, Int64(runs[run + 1].firstChunk) <= Int64(chunk) + 1 { run += 1 }
      guard runs.indices.contains(run) else { return true }
      let index = Int(runs[run].description) - 1
      return isOwn.indices.contains(index) ? isOwn[index] : true
    }
  }
}

/// The offsets of `saio`: where auxiliary information of samples stands (ISO/IEC 14496-12 §8.7.9).
///
///     u8 version, u24 flags
///     u32 type, u32 parameter     only when the flags have 1
///     u32 count
///     u32[]|u64[] offsets         64 bits wide from version 1 on
struct AuxiliaryOffsets {
  private(set) var fields: [StoredNumber] = []

  init(_ atom: Atom, in window: SourceWindow, _ limits: Limits) throws(ParseError) {
    var reader = ByteReader(try atom.payload(in: window, limit: limits.table))
    let header = try FullAtomHeader(parsing: &reader)
    if header.flags & 1 != 0 { try reader.skip(8) }
    let count = try reader.u32()
    let width = header.version == 0 ? 4 : 8
    for _ in 0..<min(Int(clamping: count), reader.remaining / width) {
      let offset = reader.fileOffset
      fields.append(
        StoredNumber(offset: offset, width: width, value: try reader.unsigned(width: width)))
    }
  }
}
