/// Joins the sample properties of all fragments of a movie that ``FragmentTables`` does not handle:
/// sample groups and decryption information.
///
/// Fragments are added in file order; the results are the joined properties of each track, and the
/// key information (`pssh`) of all fragments.
struct FragmentExtras {
  /// The sample groups and auxiliary information of one track, joined from the movie atom and the
  /// fragments added so far.
  struct Track {
    /// The sample groups, with one numbering of descriptions for all fragments.
    var groups: [SampleGroup] = []
    /// The auxiliary information, by type.
    var auxiliary: [SampleAuxiliary] = []
    /// The number of samples added so far.
    var count: Int
    /// The size of the initialisation vectors of encrypted samples, unless a fragment overrides it.
    var vectorSize: Int
  }

  private let window: SourceWindow
  /// The joined properties, by track ID.
  private(set) var tracks: [UInt32: Track]
  /// The `pssh` atoms of all fragments, without duplicates (ISO/IEC 23001-7 §8.1); in the movie
  /// atom, they apply to all samples.
  private(set) var protections: [ByteSlice] = []

  /// Creates the properties; `tracks` contains the tracks in the movie atom, with the properties of
  /// the samples there.
  init(_ window: SourceWindow, _ tracks: [UInt32: Track]) {
    self.window = window
    self.tracks = tracks
  }

  /// Adds a fragment.
  mutating func add(_ moof: Atom) throws(ParseError) {
    var log = DiagnosticLog(limit: 0)
    var list = AtomCursor(window, in: moof)
    var isFirst = true
    while let traf = try list.next(at: [], log: &log) {
      if traf.type == .pssh { try addProtection(traf) }
      guard traf.type == .traf else { continue }
      var atoms: [Atom] = []
      var inside = AtomCursor(window, in: traf)
      while let atom = try inside.next(at: [], log: &log) { atoms.append(atom) }
      do throws(ParseError) {
        try add(atoms, of: moof, isFirst: isFirst)
      } catch { throw error.inside(.traf).inside(.moof) }
      isFirst = false
    }
  }

  /// Adds a `pssh` atom of a fragment, unless it is a duplicate.
  ///
  /// - Throws: `limitExceeded` when there are more than 256 atoms, or the atom is larger than 64
  ///   KiB.
  private mutating func addProtection(_ pssh: Atom) throws(ParseError) {
    guard pssh.size <= 1 << 16, protections.count < 256 else {
      throw ParseError(.limitExceeded, at: pssh.offset, "too many `pssh` atoms in fragments")
    }
    let bytes = try window.bytes(at: pssh.offset, count: Int(pssh.size))
    if !protections.contains(where: { $0.bytes.elementsEqual(bytes.bytes) }) {
      protections.append(bytes)
    }
  }

  /// Adds the properties of one track in a fragment, from the atoms of its `traf`.
  private mutating func add(
    _ atoms: [Atom], of moof: Atom, isFirst: Bool
  ) throws(ParseError) {
    guard let tfhd = atoms.first(.tfhd) else { return }
    let header = try TrackFragmentHeaderAtom.parse(try tfhd.payload(in: window, limit: 64))
    guard var track = tracks[header.trackID] else { return }
    let runs = try sampleCounts(atoms)
    let count = runs.reduce(0, +)
    try track.groups.add(atoms, in: window, before: track.count, count: count)
    let base = header.baseDataOffset.map { Int64(clamping: $0) } ?? moof.offset
    // Without `default-base-is-moof`, the base for the second track is the end of the first track's
    // data (ISO/IEC 14496-12 §8.8.7), which is not known here.
    let isBaseKnown = isFirst || header.baseDataOffset != nil || header.isBaseMoof
    if !isBaseKnown, let saio = atoms.first(.saio) {
      throw ParseError(
        .unsupported, at: saio.offset,
        "offsets of decryption information that are relative to the data of another track")
    }
    let auxiliary = try AuxiliaryReader(window: window, base: base, vectorSize: track.vectorSize)
      .read(atoms, runs: runs)
    track.auxiliary.add(auxiliary, before: track.count, count: count)
    track.count += count
    tracks[header.trackID] = track
  }

  /// Returns the number of samples in each run.
  private func sampleCounts(_ atoms: [Atom]) throws(ParseError) -> [Int] {
    var counts: [Int] = []
    for atom in atoms where atom.type == .trun {
      var reader = ByteReader(
        try window.bytes(at: atom.payloadOffset, upTo: Int(min(16, atom.payloadSize))))
      let run = try TrackRunAtom.parseHeader(&reader)
      // A truncated run has only as many samples as fit into it.
      let width = run.fieldsPerSample * 4
      let head = 8 + (run.dataOffset == nil ? 0 : 4) + (run.firstSampleFlags == nil ? 0 : 4)
      let available = Int(clamping: atom.payloadSize) - head
      let claimed = Int(clamping: run.count)
      counts.append(width > 0 ? min(claimed, available / width) : claimed)
    }
    return counts
  }
}

/// Reads the auxiliary information for the samples in one sample table (`stbl`) or one track
/// fragment (`traf`), from `saiz` and `saio` or from `senc`.
///
/// The result is one ``SampleAuxiliary`` per type, with the bytes in memory.
struct AuxiliaryReader {
  /// The bytes of the file.
  let window: SourceWindow
  /// The file offset to which the offsets in `saio` are relative; 0 for a table.
  let base: Int64
  /// The size of initialisation vectors in `senc`, in bytes.
  let vectorSize: Int

  /// Reads all auxiliary information, by type; it is stored contiguously, or in one piece for each
  /// run (or chunk of a table), whose numbers of samples are in `runs`.
  func read(_ atoms: [Atom], runs: [Int]) throws(ParseError) -> [SampleAuxiliary] {
    var result: [SampleAuxiliary] = []
    let places = atoms.filter { $0.type == .saio }
    for (index, atom) in atoms.filter({ $0.type == .saiz }).enumerated()
    where places.indices.contains(index) {
      let sizes = try AuxiliarySizes.parse(
        try atom.payload(in: window, limit: Limits.standard.table))
      var auxiliary = SampleAuxiliary(kind: sizes.kind, sizes: sizes.sizes)
      auxiliary.bytes = try bytes(of: sizes.sizes, at: places[index], runs)
      result.append(auxiliary)
    }
    // `saio` may refer to the bytes of `senc`, which must not be added twice.
    guard result.isEmpty else { return result }
    for atom in atoms where atom.type == .senc || atom.userType == .sampleEncryption {
      result.append(
        try EncryptedSamples.parse(
          try atom.payload(in: window, limit: Limits.standard.table), vectorSize: vectorSize,
          isPIFF: atom.type == .uuid))
    }
    return result
  }

  /// Reads the information for all samples, at the locations in `saio`.
  ///
  /// - Throws: `unsupported` when the number of locations is neither one nor the number of runs.
  private func bytes(
    of sizes: Runs<UInt8>, at saio: Atom, _ runs: [Int]
  ) throws(ParseError) -> [UInt8] {
    let offsets = try AuxiliaryOffsets(saio, in: window, .standard).fields
    let counts = offsets.count == 1 ? [sizes.count] : runs
    guard offsets.count == counts.count else {
      throw ParseError(
        .unsupported, at: saio.offset,
        "the decryption information has \(offsets.count) parts for \(runs.count) runs of samples")
    }
    guard SampleAuxiliary.size(of: sizes) <= window.length else {
      throw ParseError(
        .malformed, at: saio.offset, "there is more decryption information than the file has bytes")
    }
    var bytes: [UInt8] = []
    var rest = Runs.Cursor(sizes)
    for (offset, count) in zip(offsets, counts) {
      let start = base.addingReportingOverflow(Int64(clamping: offset.value)).partialValue
      bytes += try window.bytes(at: start, count: SampleAuxiliary.size(of: rest.nextValues(count)))
        .bytes
    }
    return bytes
  }
}

extension [SampleAuxiliary] {
  /// Adds the information for the `count` samples that follow the first `first` samples.
  mutating func add(_ more: [SampleAuxiliary], before first: Int, count: Int) {
    for part in more {
      let index =
        firstIndex { $0.kind == part.kind && $0.ownFlags == part.ownFlags } ?? self.count
      if index == self.count {
        append(SampleAuxiliary(kind: part.kind, ownFlags: part.ownFlags))
      }
      self[index].fill(to: first)
      for run in part.sizes.prefix(count).runs {
        self[index].sizes.append(run.value, count: run.count)
      }
      self[index].bytes += part.bytes
    }
    for index in indices { self[index].fill(to: first + count) }
  }
}

extension FourCC {
  static let pssh = FourCC("p", "s", "s", "h")
}
