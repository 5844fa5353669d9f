/// `ctts`: how much later than it is decoded a sample is shown, as runs (ISO/IEC 14496-12 §8.6.1.3).
///
///     u8 version, u24 flags, u32 count
///     { u32 samples, i32 offset }     unsigned in version 0, but negative ones were written there too
struct CompositionOffsetAtom: Sendable, Hashable {
  struct Entry: Sendable, Hashable {
    var count: UInt32
    var offset: Int32
  }

  static let layout = TableLayout(headerSize: 8, entrySize: 8)

  var header = FullAtomHeader()
  var entries: [Entry]

  init(_ entries: [Entry]) { self.entries = entries }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> CompositionOffsetAtom {
    var reader = ByteReader(payload)
    var atom = CompositionOffsetAtom([])
    atom.header = try FullAtomHeader(parsing: &reader)
    let claimed = try reader.u32()
    for _ in 0..<layout.count(claimed, in: reader.remaining) {
      atom.entries.append(Entry(count: try reader.u32(), offset: try reader.i32()))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(UInt32(clamping: entries.count))
    for entry in entries {
      writer.u32(entry.count)
      writer.i32(entry.offset)
    }
  }
}
