/// Writes the sample tables in the `stbl` of a track whose samples or chunks are new or have
/// changed, except for `stsd` and the chunk offsets.
///
/// Encodes ``TrackSamples`` as atoms of the new movie. ``TrackWriter`` copies tables of other
/// types, and keeps the old tables of tracks whose samples have not changed.
struct SampleTableWriter {
  /// The samples.
  private let samples: TrackSamples
  /// The locations of the auxiliary information, one per type, as addresses in ``MediaMap``.
  private let auxiliaryOffsets: [Int64]

  init(_ samples: TrackSamples, auxiliaryOffsets: [Int64]) {
    self.samples = samples
    self.auxiliaryOffsets = auxiliaryOffsets
  }

  /// The tables that are not copied from the source movie: those written here and the new chunk
  /// offsets replace them, except for `cslg`, which is omitted.
  static let types: Set<FourCC> = [
    .stts, .ctts, .cslg, .stss, .stps, .sdtp, .stsc, .stsz, .stz2, .stco, .co64, .sgpd, .sbgp,
    .csgp, .saiz,
    .saio, .senc,
  ]

  /// Unsupported tables that contain sample numbers or have an entry for each sample, and would be
  /// wrong in a cut movie.
  static let numbering: Set<FourCC> = [
    FourCC("s", "u", "b", "s"), FourCC("s", "t", "s", "h"), FourCC("p", "a", "d", "b"),
    FourCC("s", "t", "d", "p"),
  ]

  /// Writes all tables except `stsd` and the chunk offsets.
  func write(into bytes: inout MovieBytes) {
    bytes.write { writer in
      writer.atom(.stts) { durations.encode(into: &$0) }
      if let compositions { writer.atom(.ctts) { compositions.encode(into: &$0) } }
      if let sync = samples.sync { writer.atom(.stss) { encode(sync, into: &$0) } }
      if let sync = samples.partialSync { writer.atom(.stps) { encode(sync, into: &$0) } }
      if samples.flags.runs.contains(where: { $0.value & 0xFF0_0000 != 0 }) {
        writer.atom(.sdtp) { encodeDependencies(into: &$0) }
      }
      writer.atom(.stsc) { chunks.encode(into: &$0) }
      writer.atom(.stsz) { samples.sizes.atom.encode(into: &$0) }
      var described: Set<FourCC> = []
      for group in samples.groups {
        if described.insert(group.type).inserted {
          writer.atom(.sgpd) { SampleGroupDescriptions.encode(group, into: &$0) }
        }
        guard group.members.count > 0 else { continue }
        writer.atom(.sbgp) { SampleGroupMembers.encode(group, into: &$0) }
      }
    }
    for (auxiliary, offset) in zip(samples.auxiliary, auxiliaryOffsets)
    where !auxiliary.bytes.isEmpty {
      write(auxiliary, at: offset, into: &bytes)
    }
  }

  /// Writes `saiz` and `saio` for one type, or the PIFF atom that contains the information itself.
  private func write(
    _ auxiliary: SampleAuxiliary, at offset: Int64, into bytes: inout MovieBytes
  ) {
    guard auxiliary.ownFlags == nil else {
      return bytes.write { $0.atom(.uuid) { auxiliary.encodeOwn(into: &$0) } }
    }
    bytes.write { $0.atom(.saiz) { auxiliary.encodeSizes(into: &$0) } }
    bytes.atom(.saio) { bytes in
      bytes.write {
        FullAtomHeader(version: 1, flags: auxiliary.kind.isEmpty ? 0 : 1).encode(into: &$0)
        $0.append(auxiliary.kind)
        $0.u32(1)
      }
      bytes.point(to: [offset], width: 8)
    }
  }

  private var durations: TimeToSampleAtom {
    TimeToSampleAtom(
      samples.durations.runs.map { .init(count: UInt32(clamping: $0.count), value: $0.value) })
  }

  /// The composition offsets; nil if every sample is presented at its decoding time.
  private var compositions: CompositionOffsetAtom? {
    let runs = samples.compositions.runs
    guard runs.contains(where: { $0.value != 0 }) else { return nil }
    var atom = CompositionOffsetAtom(
      runs.map { .init(count: UInt32(clamping: $0.count), value: $0.value) })
    if runs.contains(where: { $0.value < 0 }) { atom.header = FullAtomHeader(version: 1) }
    return atom
  }

  /// Writes the payload of a table of sample numbers, which start at 1 in the file.
  private func encode(_ sync: [Int], into writer: inout ByteWriter) {
    writer.u32(0)
    writer.u32(UInt32(clamping: sync.count))
    for number in sync { writer.u32(UInt32(clamping: number + 1)) }
  }

  /// Writes the payload of `sdtp`, with two bits for each of the dependencies in the sample flags
  /// of fragments (ISO/IEC 14496-12 §8.6.4, §8.8.3.1).
  private func encodeDependencies(into writer: inout ByteWriter) {
    writer.u32(0)
    for run in samples.flags.runs {
      let byte = UInt8(truncatingIfNeeded: run.value >> 20)
      writer.append([UInt8](repeating: byte, count: run.count))
    }
  }

  /// The `stsc` table: runs of chunks with equal sample counts and descriptions.
  private var chunks: SampleToChunkAtom {
    var atom = SampleToChunkAtom([])
    for (index, chunk) in samples.chunks.enumerated() {
      let entry = SampleToChunkAtom.Entry(
        firstChunk: UInt32(clamping: index + 1), samplesPerChunk: UInt32(clamping: chunk.count),
        description: chunk.description)
      if let last = atom.entries.last, last.samplesPerChunk == entry.samplesPerChunk,
        last.description == entry.description
      {
        continue
      }
      atom.entries.append(entry)
    }
    return atom
  }
}

extension FourCC {
  static let cslg = FourCC("c", "s", "l", "g")
}
