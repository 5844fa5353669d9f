/// `sidx`: the sizes and durations of the consecutive subsegments of one stream, which follow the
/// atom in the file, parsed or to be written (ISO/IEC 14496-12 §8.16.3).
///
///     u8 version, u24 flags
///     u32 track ID, u32 timescale
///     u32|u64 earliest time, first offset
///     u16 reserved, u16 count
///     { 1 bit refers to an index, 31 bits size; u32 duration; u32 access points }
struct SegmentIndexAtom: Sendable, Hashable {
  /// One subsegment or nested index: its size in bytes, and its duration in the timescale of this
  /// index.
  struct Entry: Sendable, Hashable {
    /// The size of the segment; the highest bit is set if it is a nested index.
    var size: UInt32
    var duration: UInt32
    var accessPoint: UInt32 = 0

    var isIndex: Bool { size & 0x8000_0000 != 0 }
  }

  var header = FullAtomHeader()
  var trackID: UInt32
  var timescale: UInt32
  var earliestTime: UInt64 = 0
  var firstOffset: UInt64 = 0
  var reserved: UInt16 = 0
  var entries: [Entry] = []

  init(trackID: UInt32, timescale: UInt32) {
    self.trackID = trackID
    self.timescale = timescale
  }

  /// The total duration in the timescale of the index; the sum of at most 65,535 32-bit numbers
  /// cannot overflow.
  var duration: UInt64 { entries.reduce(0) { $0 + UInt64($1.duration) } }

  static func parse(_ payload: ByteSlice) throws(ParseError) -> SegmentIndexAtom {
    var reader = ByteReader(payload)
    let header = try FullAtomHeader(parsing: &reader)
    var atom = SegmentIndexAtom(trackID: try reader.u32(), timescale: try reader.u32())
    atom.header = header
    atom.earliestTime = try header.time(&reader)
    atom.firstOffset = try header.time(&reader)
    atom.reserved = try reader.u16()
    let claimed = Int(try reader.u16())
    for _ in 0..<min(claimed, reader.remaining / 12) {
      atom.entries.append(
        Entry(
          size: try reader.u32(), duration: try reader.u32(), accessPoint: try reader.u32()))
    }
    return atom
  }

  func encode(into writer: inout ByteWriter) {
    header.encode(into: &writer)
    writer.u32(trackID)
    writer.u32(timescale)
    header.write(earliestTime, into: &writer)
    header.write(firstOffset, into: &writer)
    writer.u16(reserved)
    writer.u16(UInt16(clamping: entries.count))
    for entry in entries {
      writer.u32(entry.size)
      writer.u32(entry.duration)
      writer.u32(entry.accessPoint)
    }
  }
}
