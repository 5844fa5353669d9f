/// `stts` or `ctts`: the duration or composition offset of every sample of a track, as runs of
/// consecutive samples with equal values, to be written (ISO/IEC 14496-12 §8.6.1).
///
/// The tables in files, which may be long, are not parsed into this type but read by
/// ``TablePages``.
///
///     u8 version, u24 flags, u32 count
///     { u32 samples, u32 value of each }     `ctts` of version 0 is unsigned, but writers also use negative values
struct SampleRunsAtom<Value: FixedWidthInteger & Sendable>: Sendable, Hashable {
  /// One run: a number of samples and their common value, in the media timescale.
  struct Entry: Sendable, Hashable {
    var count: UInt32
    var value: Value
  }

  var header = FullAtomHeader()
  var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> SampleRunsAtom {
    var reader = ByteReader(payload)
    var atom = SampleRunsAtom([])
    atom.header = try FullAtomHeader(parsing: &reader)
    let claimed = try reader.u32()
    for _ in 0..<TableLayout.runs.count(claimed, in: reader.remaining) {
      let count = try reader.u32()
      atom.entries.append(Entry(count: count, value: Value(truncatingIfNeeded: try reader.u32())))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(UInt32(clamping: entries.count))
    for entry in entries {
      writer.u32(entry.count)
      writer.u32(UInt32(truncatingIfNeeded: entry.value))
    }
  }
}

/// `stts`: the durations of samples in the media timescale.
typealias TimeToSampleAtom = SampleRunsAtom<UInt32>

/// `ctts`: the composition offsets of samples, from decoding to presentation.
typealias CompositionOffsetAtom = SampleRunsAtom<Int32>

/// The layout of a table of equal-sized entries in the payload of its atom, with which
/// ``TablePages`` reads it.
struct TableLayout: Sendable, Hashable {
  /// The number of payload bytes before the first entry; the last four of them are the count.
  let headerSize: Int
  /// The size of an entry in bytes.
  let entrySize: Int

  /// The layout of ``SampleRunsAtom``.
  static let runs = TableLayout(headerSize: 8, entrySize: 8)

  /// Returns the number of declared entries that fit into the available bytes.
  func count(_ claimed: UInt32, in available: Int) -> Int {
    min(Int(clamping: claimed), max(0, available) / entrySize)
  }
}
