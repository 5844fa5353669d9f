/// `stts`: how long samples last, as runs of equal durations (ISO/IEC 14496-12 §8.6.1.2).
///
///     u8 version, u24 flags, u32 count
///     { u32 samples, u32 duration of each }
struct TimeToSampleAtom: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var count: UInt32
    var duration: UInt32
  }

  /// How many bytes of payload stand before the first entry, and how many each entry has.
  static let layout = TableLayout(headerSize: 8, entrySize: 8)

  var header = FullAtomHeader()
  var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> TimeToSampleAtom {
    var reader = ByteReader(payload)
    var atom = TimeToSampleAtom([])
    atom.header = try FullAtomHeader(parsing: &reader)
    let claimed = try reader.u32()
    for _ in 0..<layout.count(claimed, in: reader.remaining) {
      atom.entries.append(Entry(count: try reader.u32(), duration: try reader.u32()))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(UInt32(clamping: entries.count))
    for entry in entries {
      writer.u32(entry.count)
      writer.u32(entry.duration)
    }
  }
}

/// Where the entries of a table stand in its atom.
struct TableLayout: Sendable, Hashable {
  /// How many bytes of payload stand before the first entry; the last four of them count the entries.
  let headerSize: Int
  /// How many bytes an entry has.
  let entrySize: Int

  /// How many entries of those that the table claims are there, in so many bytes.
  func count(_ claimed: UInt32, in available: Int) -> Int {
    min(Int(clamping: claimed), max(0, available) / entrySize)
  }
}
