/// `stsc`: the number of samples in each chunk of a track and their sample description, as runs of
/// consecutive equal chunks, to be written (ISO/IEC 14496-12 §8.7.4).
///
/// The tables in files, which may be long, are not parsed into this type but read by
/// ``TablePages``, mostly for ``ChunkRuns``.
///
///     u8 version, u24 flags, u32 count
///     { u32 first chunk (from 1), u32 samples per chunk, u32 sample description (from 1) }
struct SampleToChunkAtom: Sendable, Hashable {
  /// One run: it begins with `firstChunk` and ends before the first chunk of the next run.
  struct Entry: Sendable, Hashable {
    var firstChunk: UInt32
    var samplesPerChunk: UInt32
    var description: UInt32 = 1
  }

  static let layout = TableLayout(headerSize: 8, entrySize: 12)

  var header = FullAtomHeader()
  var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> SampleToChunkAtom {
    var reader = ByteReader(payload)
    var atom = SampleToChunkAtom([])
    atom.header = try FullAtomHeader(parsing: &reader)
    let claimed = try reader.u32()
    for _ in 0..<layout.count(claimed, in: reader.remaining) {
      atom.entries.append(
        Entry(
          firstChunk: try reader.u32(), samplesPerChunk: try reader.u32(),
          description: try reader.u32()))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(UInt32(clamping: entries.count))
    for entry in entries {
      writer.u32(entry.firstChunk)
      writer.u32(entry.samplesPerChunk)
      writer.u32(entry.description)
    }
  }
}
